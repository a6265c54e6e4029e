import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { EnumValue, Field, ObjectNode } from "../../../core/model/api.js";
import { nearest } from "../../../core/nearest.js";
import type { Names } from "../names.js";
import { locationOf } from "../project.js";
import type { ts } from "../ts-morph.js";
import type { Scope, TypeForm } from "./form.js";
import { isUnread, readObject, unreadNode, unsupported } from "./node.js";

const DERIVATIONS = ["Pick", "Omit", "Partial", "Required", "Readonly"] as const;
type Derivation = (typeof DERIVATIONS)[number];

export const derivedForm: TypeForm = {
  name: "derived object",
  typescript: "`Pick<T, K>`, `Omit<T, K>`, `Partial<T>`, `Required<T>`, `Readonly<T>`",
  schema: "object with the resulting fields of T and all rules of T; a rule that reads a removed field is an error",
  matches: (node, names) => derivationOf(node, names) !== undefined,
  read: (node, scope) => {
    const { derivation, source, keys } = derivationOf(node, scope.names) ?? {};
    const object = source && readObject(source, node, scope);
    if (!object || !derivation) return unreadNode(node);
    const listed = keys ? readKeys(keys, node, object, derivation, scope) : [];
    const { isDeclared: _, description: __, ...rest } = object;
    return { ...rest, location: locationOf(node), fields: derive(derivation, object.fields, new Set(listed)) };
  },
};

function derivationOf(node: ts.TypeNode, names: Names) {
  for (const derivation of DERIVATIONS) {
    const found = names.libraryArguments(node, derivation);
    if (found?.[0]) return { derivation, source: found[0], keys: found[1] };
  }
  return undefined;
}

function derive(derivation: Derivation, fields: readonly Field[], names: ReadonlySet<string>): readonly Field[] {
  switch (derivation) {
    case "Pick":
      return fields.filter((field) => names.has(field.name));
    case "Omit":
      return fields.filter((field) => !names.has(field.name));
    case "Partial":
      return fields.map((field) => ({ ...field, optional: true }));
    case "Required":
      return fields.map((field) => ({ ...field, optional: false }));
    case "Readonly":
      return fields;
  }
}

/** Returns the field names of a key argument. */
function readKeys(
  keys: ts.TypeNode,
  whole: ts.TypeNode,
  object: ObjectNode,
  derivation: Derivation,
  scope: Scope,
): readonly string[] {
  const read = scope.read(keys, scope);
  if (isUnread(read)) return [];
  const names = read.form === "scalar" ? read.values?.filter(isName) : undefined;
  if (!names) {
    unsupported(whole, 'list the field names as a union of strings, as in "a" | "b"', scope);
    return [];
  }
  if (derivation === "Omit") reportMissing(names, keys, object, scope);
  return names.map(({ value }) => value);
}

type Name = EnumValue & { readonly value: string };

/** A number names no field. TypeScript reports it, unless a field has it as its name. */
function isName(value: EnumValue): value is Name {
  return typeof value.value === "string";
}

/** Reports names that are not fields. TypeScript reports them for `Pick`, but not for `Omit`. */
function reportMissing(values: readonly Name[], keys: ts.TypeNode, object: ObjectNode, scope: Scope): void {
  const known = object.fields.map((field) => field.name);
  const { file, start, end } = locationOf(keys);
  for (const { value, location } of values) {
    if (known.includes(value)) continue;
    const isHere = location.file === file && location.start >= start && location.end <= end;
    const args = { field: value, derivation: "Omit", nearest: nearest(value, known) };
    scope.diagnostics.push(diagnose("type-no-such-field", args, isHere ? location : { file, start, end }));
  }
}
