/**
 * A second, deliberately simple implementation of the API server's validation, for the few keywords that the laws of
 * the comparison draw. It uses no code of the comparison.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";

/** A condition about the fields of an object, which is written as CEL and evaluated here. */
export type Condition =
  | { readonly is: "has"; readonly field: string }
  | { readonly is: "equals"; readonly field: string; readonly value: string }
  | { readonly is: "above"; readonly field: string; readonly limit: number }
  | { readonly is: "longer"; readonly field: string; readonly limit: number }
  | { readonly is: "not"; readonly of: Condition }
  | { readonly is: "and"; readonly left: Condition; readonly right: Condition }
  | { readonly is: "or"; readonly left: Condition; readonly right: Condition };

export function celOf(condition: Condition): string {
  switch (condition.is) {
    case "has":
      return `has(self.${condition.field})`;
    case "equals":
      return `self.${condition.field} == '${condition.value}'`;
    case "above":
      return `self.${condition.field} > ${condition.limit}`;
    case "longer":
      return `size(self.${condition.field}) > ${condition.limit}`;
    case "not":
      return `!(${celOf(condition.of)})`;
    default:
      return `(${celOf(condition.left)}) ${condition.is === "and" ? "&&" : "||"} (${celOf(condition.right)})`;
  }
}

/** Returns true, false, or undefined for an error. */
function judge(condition: Condition, self: JsonObject): boolean | undefined {
  if (condition.is === "not") {
    const truth = judge(condition.of, self);
    return truth === undefined ? undefined : !truth;
  }
  if (condition.is === "and" || condition.is === "or") {
    const truths = [judge(condition.left, self), judge(condition.right, self)];
    const decisive = condition.is === "or";
    return truths.includes(decisive) ? decisive : truths.includes(undefined) ? undefined : !decisive;
  }
  const held = Object.hasOwn(self, condition.field) ? self[condition.field] : undefined;
  const value = held === null ? undefined : held; // in a rule, a field that is null does not exist
  if (condition.is === "has") return value !== undefined;
  if (condition.is === "equals") return value === undefined ? undefined : value === condition.value;
  if (condition.is === "longer") return typeof value === "string" ? value.length > condition.limit : undefined;
  return typeof value === "number" ? value > condition.limit : undefined;
}

/** The conditions behind the rules of drawn schemas, by their CEL expression. */
export type Conditions = ReadonlyMap<string, Condition>;

export function admits(schema: JsonObject, sent: Json, conditions: Conditions): boolean {
  return fits(schema, stored(schema, sent), conditions);
}

/** Prunes unknown fields, drops nulls and sets defaults. */
export function stored(schema: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => stored(schema.items as JsonObject, item));
  if (!isJsonObject(value)) return value;
  const fields = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  const result: Record<string, Json> = {};
  for (const [name, child] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      if (schema["x-kubernetes-preserve-unknown-fields"] === true) result[name] = child;
    } else if (child !== null || field.nullable === true) result[name] = stored(field, child);
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.default !== undefined && !Object.hasOwn(result, name)) result[name] = stored(field, field.default);
  }
  return result;
}

function fits(schema: JsonObject, value: Json, conditions: Conditions): boolean {
  const limit = (keyword: string, fallback: number) => (schema[keyword] as number | undefined) ?? fallback;
  const isWithin = (size: number, lower: string, upper: string) =>
    size >= limit(lower, Number.NEGATIVE_INFINITY) && size <= limit(upper, Number.POSITIVE_INFINITY);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (value === null) return schema.nullable === true || schema.type === undefined;
  if (typeof value === "string") {
    return isOfType(schema, "string") && isWithin(value.length, "minLength", "maxLength");
  }
  if (typeof value === "number") return isOfType(schema, "integer") && isWithin(value, "minimum", "maximum");
  if (typeof value === "boolean") return isOfType(schema, "boolean");
  if (Array.isArray(value)) {
    const items = schema.items as JsonObject;
    return (
      isOfType(schema, "array") &&
      isWithin(value.length, "minItems", "maxItems") &&
      value.every((item) => fits(items, item as Json, conditions))
    );
  }
  return isOfType(schema, "object") && fitsObject(schema, value as JsonObject, conditions);
}

function isOfType({ type }: JsonObject, expected: string): boolean {
  return type === undefined || type === expected;
}

function fitsObject(schema: JsonObject, value: JsonObject, conditions: Conditions): boolean {
  const fields = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  const count = Object.keys(value).length;
  const branches = (keyword: string) => (schema[keyword] ?? []) as readonly JsonObject[];
  const matching = (keyword: string) => branches(keyword).filter((branch) => fits(branch, value, conditions)).length;
  const rules = (schema["x-kubernetes-validations"] ?? []) as readonly { rule: string }[];
  return (
    count >= ((schema.minProperties as number | undefined) ?? 0) &&
    count <= ((schema.maxProperties as number | undefined) ?? count) &&
    ((schema.required ?? []) as readonly string[]).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, child]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field === undefined || fits(field, child, conditions);
    }) &&
    matching("allOf") === branches("allOf").length &&
    (branches("anyOf").length === 0 || matching("anyOf") > 0) &&
    (branches("oneOf").length === 0 || matching("oneOf") === 1) &&
    !(isJsonObject(schema.not) && fits(schema.not, value, conditions)) &&
    rules.every(({ rule }) => judge(conditions.get(rule) as Condition, value) === true)
  );
}
