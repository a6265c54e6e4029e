import {
  fieldsOf,
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { nearest } from "../../core/nearest.js";
import type { JsonPath, JsonPathStep } from "./parse.js";

/** The destination of a path in objects of a schema. */
export type Destination =
  /** The path leads to values of one of these schemas. */
  | { readonly kind: "schemas"; readonly schemas: readonly StructuralSchema[] }
  /** The schema does not determine the values: it is free-form, or the path does not lead to a field. */
  | { readonly kind: "undecided" }
  /** The path leads to no value in any object: the problem, and the step that has it, as messages print them. */
  | { readonly kind: "nowhere"; readonly problem: string; readonly step: string };

const UNDECIDED: Destination = { kind: "undecided" };

/**
 * Follows a path through a schema. The path leads nowhere only if no object can have a value at its end.
 *
 * Source: k8s.io/client-go v0.37.1, util/jsonpath/jsonpath.go, with missing keys allowed. If it fails, the API server
 * leaves the cell empty.
 */
export function follow(schema: StructuralSchema, path: JsonPath): Destination {
  let schemas: readonly StructuralSchema[] = [schema];
  for (const step of path) {
    const next = merge(schemas.map((each) => take(each, step)));
    if (next.kind !== "schemas") return next;
    schemas = next.schemas;
  }
  return { kind: "schemas", schemas };
}

/** Merges the destinations of several paths. They lead nowhere only if each of them does. */
function merge(destinations: readonly Destination[]): Destination {
  if (destinations.some(({ kind }) => kind === "undecided")) return UNDECIDED;
  const schemas = destinations.flatMap((destination) => (destination.kind === "schemas" ? destination.schemas : []));
  const [first] = destinations;
  return schemas.length === 0 && first ? first : { kind: "schemas", schemas };
}

/** Returns the destination of one step. */
function take(schema: StructuralSchema, step: JsonPathStep): Destination {
  switch (step.kind) {
    case "field":
      return takeField(schema, step.name);
    case "wildcard":
      return takeAll(schema);
    case "element":
      return takeItems(schema, `[${step.index}]`);
    case "slice":
      return takeSlice(schema, step);
    case "filter":
      return takeFiltered(schema, step);
    case "union":
      return merge(step.paths.map((path) => follow(schema, path)));
    case "word":
      return takeWord(step.word);
    case "descent":
    case "constant":
      return UNDECIDED;
  }
}

/** Returns whether a schema is free-form, which it is without a type. Int-or-string counts as a type. */
function isFree(schema: StructuralSchema): boolean {
  return typeIn(schema) === undefined;
}

function typeIn(schema: StructuralSchema): string | undefined {
  return isIntOrString(schema) ? "int-or-string" : schema.type;
}

function takeField(schema: StructuralSchema, name: string): Destination {
  if (isFree(schema)) return UNDECIDED;
  if (schema.items) return nowhere(`a list has no field ${JSON.stringify(name)}`, name);
  if (schema.type !== "object") return nowhere(noFields(schema), name);
  const fields = fieldsOf(schema);
  const field = fields.get(name) ?? schema.additionalProperties;
  if (typeof field === "object") return { kind: "schemas", schemas: [field] };
  const isOpen = field === true || keepsUnknownFields(schema) || (isEmbeddedResource(schema) && OF_OBJECTS.has(name));
  return isOpen ? UNDECIDED : nowhere(noField(name, fields.keys()), name);
}

/** The fields of every Kubernetes object, even if its schema lacks them. */
const OF_OBJECTS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function noField(name: string, names: Iterable<string>): string {
  const near = nearest(name, names);
  return `there is no field ${JSON.stringify(name)}${near === undefined ? "" : `; did you mean "${near}"?`}`;
}

function noFields(schema: StructuralSchema): string {
  return `a value of type ${typeIn(schema) ?? "any"} has no fields`;
}

/** Follows `.*`. In a string, it selects the bytes, which a column shows. */
function takeAll(schema: StructuralSchema): Destination {
  const { items, additionalProperties: values } = schema;
  const isOpen = keepsUnknownFields(schema) || isEmbeddedResource(schema) || values === true;
  if (isFree(schema) || isOpen || schema.type === "string" || typeIn(schema) === "int-or-string") return UNDECIDED;
  const schemas = [...fieldsOf(schema).values(), ...[items, values].filter((each) => typeof each === "object")];
  return schemas.length > 0 ? { kind: "schemas", schemas } : nowhere(noFields(schema), "*");
}

function takeItems(schema: StructuralSchema, step: string): Destination {
  if (isFree(schema)) return UNDECIDED;
  if (schema.items) return { kind: "schemas", schemas: [schema.items] };
  if (schema.type === "array") return UNDECIDED;
  return nowhere(`${step} requires a list, not a value of type ${typeIn(schema)}`, step);
}

type Slice = Extract<JsonPathStep, { kind: "slice" }>;

function takeSlice(schema: StructuralSchema, { start, end, stride }: Slice): Destination {
  const parts = [start ?? "", end ?? "", ...(stride === undefined ? [] : [stride])].join(":");
  const step = parts === ":" ? "[*]" : `[${parts}]`;
  if (stride !== undefined && stride <= 0) return nowhere(`the step in ${step} must be positive`, step);
  const from = start ?? 0;
  if (end !== undefined && end < 0 === from < 0 && end <= from) return nowhere(`${step} selects no items`, step);
  return takeItems(schema, step);
}

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="];

type Filter = Extract<JsonPathStep, { kind: "filter" }>;

/** Follows a filter. It selects no items if one of its operands leads nowhere. */
function takeFiltered(schema: StructuralSchema, { operator, operands }: Filter): Destination {
  const step = "[?(…)]";
  if (operator !== undefined && !OPERATORS.includes(operator)) {
    return nowhere(`"${operator}" is not an operator; use one of ${OPERATORS.join(", ")}`, step);
  }
  const items = takeItems(schema, step);
  if (items.kind !== "schemas") return items;
  // Without an operator, the filter ignores errors. A missing field is not an error.
  const paths = operands.filter((path) => operator !== undefined || path.every(({ kind }) => kind === "field"));
  const found = paths.map((path) => merge(items.schemas.map((item) => follow(item, path))));
  return found.find(({ kind }) => kind === "nowhere") ?? items;
}

/** Follows a word. In a column, `range` and `end` have no effect, and any other word is an error. */
function takeWord(word: string): Destination {
  return word === "range" || word === "end" ? UNDECIDED : nowhere(`"${word}" must follow a dot`, word);
}

function nowhere(problem: string, step: string): Destination {
  return { kind: "nowhere", problem, step };
}
