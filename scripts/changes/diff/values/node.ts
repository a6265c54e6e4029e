/**
 * What is compared: a node of a schema together with all that is said about the same values elsewhere, in the branches
 * around it. A value fits a node when it fits each of its parts.
 */

import { isJsonObject, type Json } from "../../../core/model/json.js";
import { isEmbeddedResource, isIntOrString, type StructuralSchema } from "../../../core/model/schema.js";
import { EMBEDDED_FIELDS, isImplied } from "../../../kubernetes/validation/embedded.js";
import { textFormatOf } from "../../../kubernetes/validation/formats.js";
import { fieldSchema, isFreeForm, isValidInBranch, validationErrors } from "../../../kubernetes/validation/validate.js";
import { idOf } from "./identity.js";

/** A schema that says something about a node. What stands in a branch constrains and declares no fields. */
export interface Part {
  readonly schema: StructuralSchema;
  readonly declares: boolean;
}

export interface Node {
  /** What is said about every value, null included. */
  readonly roots: readonly Part[];
  /** All that is said about values other than null: the roots, what stands in allOf, and the branches of this case. */
  readonly parts: readonly Part[];
  /** The branches that this case was made by. */
  readonly cases: readonly Part[];
  /** The anyOf and oneOf that this case was made from. */
  readonly split: ReadonlySet<Json>;
  /** The anyOf, oneOf and not that are not asked about again. */
  readonly settled: ReadonlySet<Json>;
}

export type ValueType = "boolean" | "number" | "string" | "array" | "object";

/** Objects before lists: what declares nothing has no objects with fields, but lists of lists without end. */
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

/** The values of a node that fit one more branch. */
export function inCase(node: Node, branch: StructuralSchema): Node {
  return withCases({ ...node, cases: [...node.cases, { schema: branch, declares: false }] });
}

/** The values of a node that fit one of its branches. */
export function caseOf(node: Node, choice: Choice, branch: StructuralSchema): Node {
  return inCase({ ...node, split: new Set([...node.split, choice.branches]) }, branch);
}

/** The node without asking about an anyOf, oneOf or not again. What its values are stays the same. */
export function settle(node: Node, branches: Json): Node {
  return { ...node, settled: new Set([...node.settled, branches]) };
}

/** The node with other schemas for its own. */
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

/** Whether a node has a part with the same meaning. Null aside: branches do not decide about it. */
export function includesPart(node: Node, part: Part): boolean {
  return node.parts.some(({ schema, declares }) => declares === part.declares && idOf(schema) === idOf(part.schema));
}

/** The same for nodes that have the same values, by what their parts say. */
export function keyOf({ parts, roots }: Node): string {
  const ids = parts.map(({ schema, declares }) => `${idOf(schema)}${declares ? "" : "b"}`);
  return `${roots.length}:${[...new Set(ids)].join()}`;
}

/** The types that values other than null may have here. */
export function typesOf(node: Node): ValueType[] {
  return VALUE_TYPES.filter((type) => node.parts.every(({ schema }) => allowsType(schema, type)));
}

export function allowsType(schema: StructuralSchema, type: ValueType): boolean {
  if (isIntOrString(schema)) return type === "number" || type === "string";
  if (schema.type === "integer") return type === "number";
  if (schema.type !== undefined) return schema.type === type;
  return type === "string" || type === "array" || textFormatOf(schema) === undefined;
}

/** What is said about a field, or undefined where it may not be there. */
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

/** What is said about the items of lists. */
export function itemNode(node: Node): Node {
  return makeNode(
    node.parts.flatMap(({ schema, declares }) => {
      if (schema.items) return [{ schema: schema.items, declares }];
      return declares && !isFreeForm(schema) ? [{ schema: {}, declares }] : [];
    }),
  );
}

/** The fields that a node speaks of in any way, in its branches too. All others are alike to it. */
export function namesOf(node: Node): string[] {
  return [...new Set(node.parts.flatMap(({ schema }) => namesWithin(schema)))];
}

const namesKnown = new WeakMap<StructuralSchema, readonly string[]>();

function namesWithin(schema: StructuralSchema): readonly string[] {
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

/** A schema, and all that stands in its branches about the same values. */
export function withBranches(schema: StructuralSchema): StructuralSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap(withBranches)];
}

/** The fields that must be there, whether or not they may. */
export function requiredOf(node: Node): string[] {
  return [...new Set(node.parts.flatMap(({ schema }) => schema.required ?? []))];
}

type Counted = "Items" | "Properties";

/** The largest of a lower bound that is said more than once, and the smallest of an upper one. */
export function rangeOf(node: Node, lower: `min${Counted}`, upper: `max${Counted}`): [min: number, max: number] {
  const limits = (keyword: typeof lower | typeof upper) => node.parts.flatMap(({ schema }) => schema[keyword] ?? []);
  return [Math.max(0, ...limits(lower)), Math.min(Number.POSITIVE_INFINITY, ...limits(upper))];
}

/** A choice among branches: any of them, or exactly one. */
export interface Choice {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly StructuralSchema[];
  /** Whether no branch of it was taken. */
  readonly isOpen: boolean;
}

/** The choices of a node that are not settled. */
export function choicesOf({ parts, split, settled }: Node): Choice[] {
  return parts.flatMap(({ schema }) =>
    (["anyOf", "oneOf"] as const).flatMap((keyword) => {
      const branches = schema[keyword];
      if (!branches || branches.length === 0 || settled.has(branches)) return [];
      return [{ keyword, branches, isOpen: !split.has(branches) }];
    }),
  );
}

/** What values may not fit, as far as it has not been asked about. */
export function exclusionsOf(node: Node): StructuralSchema[] {
  return node.parts.flatMap(({ schema }) => (schema.not && !node.settled.has(schema.not) ? [schema.not] : []));
}
