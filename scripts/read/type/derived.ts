import type { TypeNode } from "ts-morph";
import { diagnose } from "../../diagnostics/diagnose.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Field, ObjectNode } from "../../model/api.js";
import { locationOf } from "../project.js";
import type { Scope, TypeForm } from "./form.js";
import { libraryArguments } from "./library.js";
import { placeholder, readObject } from "./node.js";

const DERIVATIONS = ["Pick", "Omit", "Partial", "Required", "Readonly"] as const;
type Derivation = (typeof DERIVATIONS)[number];

export const derivedForm: TypeForm = {
  name: "derived object",
  typescript: "`Pick<T, K>`, `Omit<T, K>`, `Partial<T>`, `Required<T>`, `Readonly<T>`",
  schema: "object with those fields of T; the rules of T hold, and one that names a field that is gone is an error",
  matches: (node) => derivationOf(node) !== undefined,
  read: (node, scope) => {
    const { derivation, source, keys } = derivationOf(node) ?? {};
    const object = source && readObject(source, scope);
    if (!object || !derivation) return placeholder(node);
    const names = keys ? readKeys(keys, object, derivation, scope) : [];
    return { ...object, location: locationOf(node), fields: derive(derivation, object.fields, names) };
  },
};

function derivationOf(node: TypeNode) {
  for (const derivation of DERIVATIONS) {
    const found = libraryArguments(node, derivation);
    if (found?.[0]) return { derivation, source: found[0], keys: found[1] };
  }
  return undefined;
}

function derive(derivation: Derivation, fields: readonly Field[], names: readonly string[]): readonly Field[] {
  switch (derivation) {
    case "Pick":
      return fields.filter((field) => names.includes(field.name));
    case "Omit":
      return fields.filter((field) => !names.includes(field.name));
    case "Partial":
      return fields.map((field) => ({ ...field, optional: true }));
    case "Required":
      return fields.map((field) => ({ ...field, optional: false }));
    case "Readonly":
      return fields;
  }
}

/** The names of a key argument. TypeScript lets `Omit` name a field that is not there; here that is an error. */
function readKeys(keys: TypeNode, object: ObjectNode, derivation: Derivation, scope: Scope): string[] {
  const before = scope.diagnostics.length;
  const read = scope.read(keys, scope);
  if (read.form !== "scalar" || !read.values) {
    if (scope.diagnostics.length === before) {
      const hint = 'the names are a union of texts: "a" | "b"';
      scope.diagnostics.push(diagnose("type-unsupported", { type: keys.getText(), hint }, locationOf(keys)));
    }
    return [];
  }
  const known = object.fields.map((field) => field.name);
  const names = read.values.map((value) => value.value);
  for (const name of names) {
    if (known.includes(name)) continue;
    const args = { field: name, derivation, nearest: nearest(name, known) };
    scope.diagnostics.push(diagnose("type-no-such-field", args, locationOf(keys)));
  }
  return names;
}
