import { nearest } from "../../core/diagnostics/nearest.js";
import { fieldsOf, isEmbeddedResource, keepsUnknownFields, type StructuralSchema } from "../../core/model/schema.js";
import type { JsonPath, JsonPathStep } from "./parse.js";

/** Where a path leads in objects of a schema. */
export type Destination =
  /** To values of one of these schemas. */
  | { readonly kind: "schemas"; readonly schemas: readonly StructuralSchema[] }
  /** The schema does not decide it: it is free-form there, or the path shows something of its own. */
  | { readonly kind: "undecided" }
  /** To nothing, whatever the object: why, and at which step, as it is written in messages. */
  | { readonly kind: "nowhere"; readonly problem: string; readonly step: string };

const UNDECIDED: Destination = { kind: "undecided" };

/**
 * Follows a path through a schema. It is never said to lead nowhere if some object could have a value there.
 *
 * Source: k8s.io/client-go v0.37.1, util/jsonpath/jsonpath.go, with missing keys allowed. Where it fails, the API server
 * shows nothing.
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

/** Where several ways lead together: nowhere only if each of them does. */
function merge(destinations: readonly Destination[]): Destination {
  if (destinations.some(({ kind }) => kind === "undecided")) return UNDECIDED;
  const schemas = destinations.flatMap((destination) => (destination.kind === "schemas" ? destination.schemas : []));
  const [first] = destinations;
  return schemas.length === 0 && first ? first : { kind: "schemas", schemas };
}

/** One step down. */
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
      return takeFiltered(schema, step.operator);
    case "union":
      return merge(step.paths.map((path) => follow(schema, path)));
    case "word":
      return takeWord(step.word);
    case "descent":
    case "constant":
      return UNDECIDED;
  }
}

/** A schema without a type is free-form, unless the type is int-or-string. */
function isFree(schema: StructuralSchema): boolean {
  return typeIn(schema) === undefined;
}

function typeIn(schema: StructuralSchema): string | undefined {
  return schema["x-kubernetes-int-or-string"] === true ? "int-or-string" : schema.type;
}

function takeField(schema: StructuralSchema, name: string): Destination {
  if (isFree(schema)) return UNDECIDED;
  if (schema.items) return nowhere(`a list has no field ${JSON.stringify(name)}`, name);
  if (schema.type !== "object") return nowhere(nothingInside(schema), name);
  const fields = fieldsOf(schema);
  const field = fields.get(name) ?? schema.additionalProperties;
  if (typeof field === "object") return { kind: "schemas", schemas: [field] };
  const isOpen = field === true || keepsUnknownFields(schema) || (isEmbeddedResource(schema) && OF_OBJECTS.has(name));
  return isOpen ? UNDECIDED : nowhere(noField(name, fields.keys()), name);
}

/** The fields of every Kubernetes object, whatever its schema has. */
const OF_OBJECTS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function noField(name: string, names: Iterable<string>): string {
  const near = nearest(name, names);
  return `there is no field ${JSON.stringify(name)}${near === undefined ? "" : `; did you mean "${near}"?`}`;
}

function nothingInside(schema: StructuralSchema): string {
  return `there is nothing inside ${withArticle(schema)}`;
}

/** The type of a schema, as in "an integer". */
function withArticle(schema: StructuralSchema): string {
  const type = typeIn(schema) ?? "value";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** `.*`. Of a string it takes bytes, which are shown. */
function takeAll(schema: StructuralSchema): Destination {
  const { items, additionalProperties: values } = schema;
  const isOpen = keepsUnknownFields(schema) || isEmbeddedResource(schema) || values === true;
  if (isFree(schema) || isOpen || schema.type === "string" || typeIn(schema) === "int-or-string") return UNDECIDED;
  const schemas = [...fieldsOf(schema).values(), ...[items, values].filter((each) => typeof each === "object")];
  return schemas.length > 0 ? { kind: "schemas", schemas } : nowhere(nothingInside(schema), "*");
}

function takeItems(schema: StructuralSchema, step: string): Destination {
  if (isFree(schema)) return UNDECIDED;
  if (schema.items) return { kind: "schemas", schemas: [schema.items] };
  if (schema.type === "array") return UNDECIDED;
  return nowhere(`${step} takes items of a list, and this is ${withArticle(schema)}`, step);
}

type Slice = Extract<JsonPathStep, { kind: "slice" }>;

function takeSlice(schema: StructuralSchema, { start, end, stride }: Slice): Destination {
  const parts = [start ?? "", end ?? "", ...(stride === undefined ? [] : [stride])].join(":");
  const step = parts === ":" ? "[*]" : `[${parts}]`;
  if (stride !== undefined && stride <= 0) return nowhere(`the step of ${step} must be positive`, step);
  const from = start ?? 0;
  if (end !== undefined && end < 0 === from < 0 && end <= from) return nowhere(`${step} takes no item`, step);
  return takeItems(schema, step);
}

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="];

function takeFiltered(schema: StructuralSchema, operator: string | undefined): Destination {
  const step = "[?(…)]";
  if (operator === undefined || OPERATORS.includes(operator)) return takeItems(schema, step);
  return nowhere(`"${operator}" is not an operator; the operators are ${OPERATORS.join(", ")}`, step);
}

/** `range` and `end` do nothing bad in a column, if nothing useful. Any other word is an error. */
function takeWord(word: string): Destination {
  return word === "range" || word === "end" ? UNDECIDED : nowhere(`"${word}" does not follow a dot`, word);
}

function nowhere(problem: string, step: string): Destination {
  return { kind: "nowhere", problem, step };
}
