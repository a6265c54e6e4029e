import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { EnumValue, NamedType, SchemaNode } from "../../../core/model/api.js";
import type { Prose } from "../../../core/model/prose.js";
import { type Comment, findTag, proseOf, statedDescriptions } from "../../tags/comment.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { noDescriptionTag } from "../../tags/tag/no-description.js";
import { rawSchemaTag } from "../../tags/tag/raw-schema.js";
import { argumentsOf } from "../arguments.js";
import {
  type Declaration,
  isDeclaration,
  isReference,
  isText,
  nameParts,
  parametersOf,
  type Reference,
} from "../nodes.js";
import { locationOf } from "../project.js";
import { ts } from "../ts-morph.js";
import { formOf, type Scope } from "./form.js";
import { readInterface } from "./interface.js";
import { constrain, emptyNode, omitDescriptions, unreadNode, unsupported, withDescription } from "./node.js";

const LIBRARY_HINT =
  "write out the type, or use Array, ReadonlyArray, Record, Pick, Omit, Partial, Required, or Readonly";

/** Hints for types of the TypeScript library that have a counterpart in the language. */
const LIBRARY_HINTS: Readonly<Record<string, string>> = {
  Date: "use Time from crd-bundle/meta/v1, which is a timestamp such as 2026-01-31T12:00:00Z",
  String: "use string",
  Number: "use int32, int64, or number",
  Boolean: "use boolean",
};

export const referenceForm = formOf({
  name: "named type",
  typescript: '`Name`, `Name<T>`, `v1.Name`; `enum E { A = "A" }`',
  schema: "the schema of the interface, alias, or enum, inlined; type parameters are replaced by their arguments",
  matches: isReference,
  read: (node, scope) => {
    const declarations = scope.names.declarationsOf(node);
    if (declarations === "library") {
      return unsupported(node, LIBRARY_HINTS[nameParts(node)?.at(-1)?.text ?? ""] ?? LIBRARY_HINT, scope);
    }
    if (declarations.length === 0) return unreadNode(node); // the compiler reports it
    const parameter = declarations.find(ts.isTypeParameterDeclaration);
    if (parameter) {
      const argument = scope.parameters.get(parameter);
      return argument ? scope.read(argument.node, argument.scope) : unreadNode(node);
    }
    const [declaration, ...others] = declarations.filter(isDeclaration);
    if (!declaration) return unsupported(node, valueHint(declarations), scope);
    return others.length === 0
      ? readNamed(node, declaration, scope)
      : unsupported(node, "declare the type in one place, with its comment and all its fields", scope);
  },
});

/** Returns the hint for the name of a value, which TypeScript accepts as a type as well. */
function valueHint(declarations: readonly ts.Node[]): string {
  if (declarations.some(ts.isClassDeclaration)) return "use an interface";
  if (declarations.some(ts.isEnumMember)) return "use the enum, or the string value of this member";
  return "use the name of an interface, an alias, or an enum";
}

function readNamed(node: Reference, declaration: Declaration, scope: Scope): SchemaNode {
  const known = scope.named.get(declaration);
  if (known && !scope.levels.isTooDeep(known.height)) return known.result;
  const inner = scopeOf(node, declaration, scope);
  if (!inner) return unreadNode(node);
  const before = scope.diagnostics.length;
  const read = scope.levels.measure(() => readDeclaration(declaration, inner));
  const isPlain = inner.parameters.size === 0 && scope.diagnostics.length === before;
  if (isPlain) scope.named.set(declaration, read);
  return read.result;
}

/** Returns the scope inside a declaration, or undefined if the declaration is already being read, and so recursive. */
function scopeOf(node: Reference, declaration: Declaration, scope: Scope): Scope | undefined {
  const mark = parametersOf(declaration).length > 0 ? node : declaration;
  const name = declaration.name.text;
  const at = scope.path.findIndex((visit) => visit.mark === mark);
  if (at >= 0) {
    const cycle = [...scope.path.slice(at).map((visit) => visit.name), name].join(" → ");
    scope.diagnostics.push(diagnose("type-recursive", { cycle }, locationOf(node)));
    return undefined;
  }
  // A declaration can name only its own parameters.
  const parameters = argumentsOf<Scope>(node, declaration, scope, (bound) => ({ ...scope, parameters: bound }));
  return { ...scope, parameters, path: [...scope.path, { name, mark }] };
}

/** Reads a declaration with its own constraints. The scope must be the one inside the declaration. */
export function readDeclaration(declaration: Declaration, scope: Scope): SchemaNode {
  const comment = scope.comments.of(declaration);
  const raw = findTag(comment, rawSchemaTag);
  const body: SchemaNode = raw
    ? { form: "raw", schema: raw.value, ...emptyNode(declaration.name), location: raw.location }
    : readBody(declaration, scope);
  const described = withDescription(body, elementProses(comment, raw !== undefined, scope));
  const printed = findTag(comment, noDescriptionTag) ? omitDescriptions(described) : described;
  const self: NamedType = {
    name: declaration.name.text,
    ...(findTag(comment, experimentalTag) && { channel: "experimental" as const }),
    location: locationOf(declaration.name),
  };
  return constrain({ ...printed, types: [self, ...printed.types], isDeclared: true }, comment, scope);
}

/**
 * Returns the descriptions of elements of a declared type: those that tags state and, as written, the prose of the
 * comment. A raw schema is complete, so its comment is only for readers of the source.
 */
function elementProses(comment: Comment, isRaw: boolean, { layout }: Scope): readonly Prose[] {
  if (layout === "as-written" && !isRaw) return [proseOf(comment)];
  return statedDescriptions(comment).flatMap(({ path, proses }) => (path.length === 0 ? proses : []));
}

function readBody(declaration: Declaration, scope: Scope): SchemaNode {
  if (ts.isInterfaceDeclaration(declaration)) return readInterface(declaration, scope);
  return ts.isEnumDeclaration(declaration)
    ? readEnumDeclaration(declaration, scope)
    : scope.read(declaration.type, scope);
}

function readEnumDeclaration(declaration: ts.EnumDeclaration, scope: Scope): SchemaNode {
  const values: EnumValue[] = [];
  const { members } = declaration;
  for (const member of members) {
    const comment = scope.comments.of(member);
    const value = isText(member.initializer) ? member.initializer.text : scope.names.checker.getConstantValue(member);
    if (typeof value !== "string") unsupported(member, 'set a string value for each enum member, as in A = "A"', scope);
    else {
      const channel = findTag(comment, experimentalTag) && ({ channel: "experimental" } as const);
      values.push({ value, ...channel, prose: comment.prose, location: locationOf(member) });
    }
  }
  if (values.length < members.length) return unreadNode(declaration);
  return { form: "scalar", type: "string", values, ...emptyNode(declaration.name) };
}
