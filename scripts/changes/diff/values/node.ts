/**
 * Unit of comparison: a node of a schema, with all constraints on the same values in the branches around it. A value
 * matches a node if it matches each of its parts.
 */

import { isJsonObject, type Json } from "../../../core/model/json.js";
import {
  EMBEDDED_FIELDS,
  isEmbeddedResource,
  isIntOrString,
  type StructuralSchema,
} from "../../../core/model/schema.js";
import { textFormatOf } from "../../../kubernetes/formats/formats.js";
import { isImplied } from "../../../kubernetes/validation/embedded.js";
import { fieldSchema, isFreeForm, isValidInBranch, validationErrors } from "../../../kubernetes/validation/validate.js";
import { idOf } from "./identity.js";

/** Schema that constrains a node. In a branch, a schema adds constraints but does not declare fields. */
export interface Part {
  readonly schema: StructuralSchema;
  readonly declares: boolean;
}

export interface Node {
  /** Constraints on every value, including null. */
  readonly roots: readonly Part[];
  /** Constraints on values other than null: the roots, the schemas in `allOf`, and the branches of this case. */
  readonly parts: readonly Part[];
  /** Branches that were chosen for this case. */
  readonly cases: readonly Part[];
  /** The `anyOf` and `oneOf` from which a branch was chosen. */
  readonly split: ReadonlySet<Json>;
  /** The `anyOf`, `oneOf` and `not` that are already decided. */
  readonly settled: ReadonlySet<Json>;
}

export type ValueType = "boolean" | "number" | "string" | "array" | "object";

/** Objects come before lists. A schema that declares nothing has no objects with fields, but endless lists of lists. */
const VALUE_TYPES: readonly ValueType[] = ["boolean", "number", "string", "object", "array"];

export function nodeOf(schema: StructuralSchema): Node {
  return makeNode([{ schema, declares: true }]);
}

export function branchNode(branch: StructuralSchema): Node {
  return makeNode([{ schema: branch, declares: false }]);
}

function makeNode(roots: readonly Part[]): Node {
  return withCases({ roots, parts: [], cases: [], split: new Set(), settled: new Set() });
}

function withCases(node: Node): Node {
  return { ...node, parts: [...node.roots, ...node.cases].flatMap(withAllOf) };
}

function withAllOf(part: Part): Part[] {
  const { allOf = [] } = part.schema;
  return [part, ...allOf.flatMap((schema) => withAllOf({ schema, declares: false }))];
}

/** Returns the node, limited to the values that also match a branch. */
export function inCase(node: Node, branch: StructuralSchema): Node {
  return withCases({ ...node, cases: [...node.cases, { schema: branch, declares: false }] });
}

/** Returns the node, limited to the values that match one branch of a choice. */
export function caseOf(node: Node, choice: Choice, branch: StructuralSchema): Node {
  return inCase({ ...node, split: new Set([...node.split, choice.branches]) }, branch);
}

/** Returns the node with an `anyOf`, `oneOf` or `not` marked as decided. Its values stay the same. */
export function settle(node: Node, branches: Json): Node {
  return { ...node, settled: new Set([...node.settled, branches]) };
}

/** Returns the node with its own schemas replaced. */
export function mapSchemas(node: Node, map: (schema: StructuralSchema) => StructuralSchema): Node {
  const mapped = ({ schema, declares }: Part): Part => ({ schema: map(schema), declares });
  return withCases({ ...node, roots: node.roots.map(mapped), cases: node.cases.map(mapped) });
}

export function fits(node: Node, value: Json): boolean {
  const parts = value === null ? node.roots : [...node.roots, ...node.cases];
  return parts.every((part) => fitsPart(part, value));
}

function fitsPart({ schema, declares }: Part, value: Json): boolean {
  return declares ? validationErrors(schema, value).length === 0 : isValidInBranch(schema, value);
}

/**
 * Reports whether a node has a part with the same meaning. Null is ignored, because branches do not decide about it.
 */
export function includesPart(node: Node, part: Part): boolean {
  return node.parts.some(({ schema, declares }) => declares === part.declares && idOf(schema) === idOf(part.schema));
}

/** Returns a key for the constraints of a node. Nodes with the same key have the same values. */
export function keyOf({ parts, roots }: Node): string {
  const ids = parts.map(({ schema, declares }) => `${idOf(schema)}${declares ? "" : "b"}`);
  return `${roots.length}:${[...new Set(ids)].join()}`;
}

/** Returns the types that values other than null can have. */
export function typesOf(node: Node): ValueType[] {
  return VALUE_TYPES.filter((type) => node.parts.every(({ schema }) => allowsType(schema, type)));
}

export function allowsType(schema: StructuralSchema, type: ValueType): boolean {
  if (isIntOrString(schema)) return type === "number" || type === "string";
  if (schema.type === "integer") return type === "number";
  if (schema.type !== undefined) return schema.type === type;
  return type === "string" || type === "array" || textFormatOf(schema) === undefined;
}

/** Returns the constraints on a field, or undefined if the field is not allowed. */
export function fieldNode(node: Node, name: string): Node | undefined {
  const roots: Part[] = [];
  for (const part of node.parts) {
    const said = fieldParts(part, name);
    if (said === undefined) return undefined;
    roots.push(...said);
  }
  return makeNode(roots);
}

function fieldParts({ schema, declares }: Part, name: string): Part[] | undefined {
  const said = fieldSchema(schema, name);
  const implied = isImplied(schema, name);
  if (isJsonObject(said)) return [{ schema: said, declares: declares && !implied }];
  if (!declares || isFreeForm(schema) || implied) return [];
  return said === true ? [{ schema: {}, declares }] : undefined;
}

/** Returns the constraints on the items of lists. */
export function itemNode(node: Node): Node {
  return makeNode(
    node.parts.flatMap(({ schema, declares }) => {
      if (schema.items) return [{ schema: schema.items, declares }];
      return declares && !isFreeForm(schema) ? [{ schema: {}, declares }] : [];
    }),
  );
}

/** Returns the fields that occur in a node, including its branches. The node treats all other fields alike. */
export function namesOf({ parts }: Node): readonly string[] {
  const [only] = parts;
  if (only && parts.length === 1) return namesWithin(only.schema);
  return [...new Set(parts.flatMap(({ schema }) => namesWithin(schema)))];
}

const namesKnown = new WeakMap<StructuralSchema, readonly string[]>();

/** Returns the fields that occur in a schema, including its branches. */
export function namesWithin(schema: StructuralSchema): readonly string[] {
  const names = namesKnown.get(schema) ?? [...new Set(withBranches(schema).flatMap(namesIn))];
  namesKnown.set(schema, names);
  return names;
}

function namesIn(schema: StructuralSchema): string[] {
  const listed = (schema.enum ?? []).filter(isJsonObject);
  return [
    ...Object.keys(schema.properties ?? {}),
    ...(schema.required ?? []),
    ...listed.flatMap(Object.keys),
    ...(isEmbeddedResource(schema) ? EMBEDDED_FIELDS : []),
  ];
}

/** Returns a schema and all schemas in its branches, which constrain the same values. */
export function withBranches(schema: StructuralSchema): StructuralSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap(withBranches)];
}

/** Returns the required fields, whether or not they are allowed. */
export function requiredOf(node: Node): string[] {
  return [...new Set(node.parts.flatMap(({ schema }) => schema.required ?? []))];
}

type Counted = "Items" | "Length" | "Properties";

/** Returns the largest of several lower bounds and the smallest of several upper bounds. */
export function rangeOf(node: Node, lower: `min${Counted}`, upper: `max${Counted}`): [min: number, max: number] {
  const limits = (keyword: typeof lower | typeof upper) => node.parts.flatMap(({ schema }) => schema[keyword] ?? []);
  return [Math.max(0, ...limits(lower)), Math.min(Number.POSITIVE_INFINITY, ...limits(upper))];
}

/** Choice among branches: at least one of them must match, or exactly one. */
export interface Choice {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly StructuralSchema[];
  /** True if no branch is chosen yet. */
  readonly isOpen: boolean;
}

/** Returns the choices of a node that are not decided yet. */
export function choicesOf({ parts, split, settled }: Node): Choice[] {
  return parts.flatMap(({ schema }) =>
    (["anyOf", "oneOf"] as const).flatMap((keyword) => {
      const branches = schema[keyword];
      if (!branches || branches.length === 0 || settled.has(branches)) return [];
      return [{ keyword, branches, isOpen: !split.has(branches) }];
    }),
  );
}

/** Returns the schemas that values must not match, as far as they are not decided yet. */
export function exclusionsOf(node: Node): StructuralSchema[] {
  return node.parts.flatMap(({ schema }) => (schema.not && !node.settled.has(schema.not) ? [schema.not] : []));
}
