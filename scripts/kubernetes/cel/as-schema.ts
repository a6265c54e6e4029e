/**
 * Translates a CEL rule to a schema of the values for which the rule is true, so rules and schemas can be compared.
 * Only rules that a schema can express exactly are translated.
 *
 * For each value, a rule is true, false or an error. Each part of a rule therefore becomes two schemas.
 */
import type { Json } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import type { Expr } from "./syntax/tree.js";
import type { DeclType } from "./types/decl-type.js";
import { fieldName } from "./types/names.js";
import type { Kind } from "./types/type.js";
import { fieldIn, typeOfSchema } from "./types/type-of-schema.js";

interface Truths {
  readonly isTrue: StructuralSchema;
  readonly isFalse: StructuralSchema;
}

/** Variable or field: its path from `self` or from the variable of a macro, and its type. */
interface Place {
  readonly names: readonly string[];
  readonly type: DeclType | "absent";
}

type Variables = ReadonlyMap<string, DeclType>;
type Call = Extract<Expr, { kind: "call" }>;

const NEVER: StructuralSchema = { not: {} };
const NEITHER: Truths = { isTrue: NEVER, isFalse: NEVER };

/** Returns the schema of those values of `schema` for which a rule is true, or undefined if no schema expresses it. */
export function schemaOfRule(rule: Expr, schema: StructuralSchema): StructuralSchema | undefined {
  const self = typeOfSchema(schema);
  return self && truthsOf(rule, new Map([["self", self]]))?.isTrue;
}

function truthsOf(expr: Expr, variables: Variables): Truths | undefined {
  if (expr.kind === "literal") {
    if (expr.value.type !== "bool") return undefined;
    return expr.value.value ? { isTrue: {}, isFalse: NEVER } : { isTrue: NEVER, isFalse: {} };
  }
  if (expr.kind !== "call") return atom(expr, "boolean", variables, enumTruths([true]));
  const [first, second, third] = expr.args;
  switch (expr.name) {
    case "!_":
      return first && opposite(truthsOf(first, variables));
    case "_&&_":
      return both(expr.args.map((arg) => truthsOf(arg, variables)));
    case "_||_":
      return opposite(both(expr.args.map((arg) => opposite(truthsOf(arg, variables)))));
    case "_?_:_":
      return first && second && third && conditional([first, second, third].map((arg) => truthsOf(arg, variables)));
    case "has":
      return first && presence(first, variables);
    case "all":
    case "exists":
      return items(expr, variables);
    case "matches":
    case "startsWith":
    case "endsWith":
    case "contains":
      return pattern(expr, variables);
    default:
      return comparison(expr, variables);
  }
}

function opposite(truths: Truths | undefined): Truths | undefined {
  return truths && { isTrue: truths.isFalse, isFalse: truths.isTrue };
}

/** Combines the operands of `&&`. A false operand hides the errors of the others. */
function both(parts: readonly (Truths | undefined)[]): Truths | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return { isTrue: allOf(known.map(({ isTrue }) => isTrue)), isFalse: anyOf(known.map(({ isFalse }) => isFalse)) };
}

function conditional([is, yes, no]: readonly (Truths | undefined)[]): Truths | undefined {
  if (!is || !yes || !no) return undefined;
  return {
    isTrue: anyOf([allOf([is.isTrue, yes.isTrue]), allOf([is.isFalse, no.isTrue])]),
    isFalse: anyOf([allOf([is.isTrue, yes.isFalse]), allOf([is.isFalse, no.isFalse])]),
  };
}

function allOf(schemas: readonly StructuralSchema[]): StructuralSchema {
  if (schemas.includes(NEVER)) return NEVER;
  const asking = schemas.filter((schema) => Object.keys(schema).length > 0);
  const [only = {}, ...others] = asking;
  return others.length === 0 ? only : { allOf: asking };
}

function anyOf(schemas: readonly StructuralSchema[]): StructuralSchema {
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const possible = schemas.filter((schema) => schema !== NEVER);
  const [only = NEVER, ...others] = possible;
  return others.length === 0 ? only : { anyOf: possible };
}

/**
 * Resolves an expression that names a field. Returns undefined if a part of its path can be null, or is unknown.
 */
function resolvePlace(expr: Expr, variables: Variables): Place | undefined {
  if (expr.kind === "ident") {
    const type = variables.get(expr.name);
    return type && { names: [], type };
  }
  if (expr.kind !== "select" || expr.optional) return undefined;
  const holder = resolvePlace(expr.operand, variables);
  if (!holder) return undefined;
  if (holder.type === "absent") return { names: [...holder.names, fieldName(expr.field)], type: "absent" };
  const { schema, fields } = holder.type;
  if (!fields || schema.nullable === true || schema.additionalProperties !== undefined) return undefined;
  const { name, type } = fieldIn(holder.type, expr.field);
  return type && { names: [...holder.names, name], type };
}

/** Returns the type of a field, if values can have it. */
function declared(expr: Expr, variables: Variables): DeclType | undefined {
  const type = resolvePlace(expr, variables)?.type;
  return type === "absent" ? undefined : type;
}

/** Types that JSON does not have. */
const OTHER_KINDS: ReadonlySet<Kind> = new Set(["bytes", "duration", "timestamp"]);

/** Reports whether CEL has the same type as JSON for all parts of a value. */
function isJsonType({ type, element, fields }: DeclType): boolean {
  const inner = [...(element ? [element] : []), ...(fields?.values() ?? [])];
  return !OTHER_KINDS.has(type.kind) && inner.every(isJsonType);
}

/**
 * Returns the schema of an object whose field at a path matches `schema`. The field is required, because reading a
 * missing field is an error.
 */
function within(names: readonly string[], schema: StructuralSchema): StructuralSchema {
  return names.reduceRight<StructuralSchema>(
    (inner, name) => ({ required: [name], properties: { [name]: inner } }),
    schema,
  );
}

/**
 * Returns the two schemas for an expression about a field, if all values of the field have one type and that type is
 * the same in CEL and JSON.
 */
function atom(expr: Expr, type: string, variables: Variables, truths: Truths): Truths | undefined {
  const place = resolvePlace(expr, variables);
  if (!place) return undefined;
  if (place.type === "absent") return NEITHER;
  const { schema } = place.type;
  if (schema.type !== type || schema.nullable === true || !isJsonType(place.type)) return undefined;
  return { isTrue: within(place.names, truths.isTrue), isFalse: within(place.names, truths.isFalse) };
}

function enumTruths(values: readonly Json[]): Truths {
  return { isTrue: { enum: values }, isFalse: { not: { enum: values } } };
}

/** Translates `has()`. To CEL, a field that is null is missing, which a schema cannot express. */
function presence(field: Expr, variables: Variables): Truths | undefined {
  if (field.kind !== "select") return undefined;
  const [holder, place] = [resolvePlace(field.operand, variables), resolvePlace(field, variables)];
  const name = place?.names.at(-1);
  if (!holder || !place || name === undefined) return undefined;
  if (holder.type === "absent") return NEITHER;
  if (place.type !== "absent" && place.type.schema.nullable === true) return undefined;
  const isThere = { required: [name] };
  return { isTrue: within(holder.names, isThere), isFalse: within(holder.names, { not: isThere }) };
}

/** Translates `all` and `exists` over a list, if the body reads only the item. */
function items({ name, target, args }: Call, variables: Variables): Truths | undefined {
  const [variable, body] = args;
  const list = target && declared(target, variables);
  if (
    !target ||
    list?.type.kind !== "list" ||
    !list.element ||
    variable?.kind !== "ident" ||
    !body ||
    args.length !== 2
  ) {
    return undefined;
  }
  const inner = truthsOf(body, new Map([[variable.name, list.element]]));
  if (!inner) return undefined;
  const some = (schema: StructuralSchema) => ({ not: { items: { not: schema } } });
  const all: Truths = { isTrue: { items: inner.isTrue }, isFalse: some(inner.isFalse) };
  const exists: Truths = { isTrue: some(inner.isTrue), isFalse: { items: inner.isFalse } };
  return atom(target, "array", variables, name === "all" ? all : exists);
}

function pattern({ name, target, args }: Call, variables: Variables): Truths | undefined {
  const [only] = args;
  if (!target || args.length !== 1 || only?.kind !== "literal" || only.value.type !== "string") return undefined;
  const text = only.value.value;
  const quoted = text.replace(/[^\w]/gu, (sign) => `\\x{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  const patterns: Record<string, string> = { matches: text, startsWith: `\\A${quoted}`, endsWith: `${quoted}\\z` };
  const found: StructuralSchema = { pattern: patterns[name] ?? quoted };
  return atom(target, "string", variables, { isTrue: found, isFalse: { not: found } });
}

const MIRRORED: Readonly<Record<string, string>> = {
  "_==_": "_==_",
  "_!=_": "_!=_",
  "_<_": "_>_",
  "_<=_": "_>=_",
  "_>_": "_<_",
  "_>=_": "_<=_",
};

/** Translates a comparison of a field, or of its size, with literals. */
function comparison({ name, args }: Call, variables: Variables): Truths | undefined {
  const [left, right] = args;
  if (!left || !right || args.length !== 2) return undefined;
  if (name === "@in") return membership(left, right, variables);
  if (left.kind === "literal" && right.kind !== "literal") {
    const mirrored = MIRRORED[name];
    return mirrored === undefined ? undefined : compared(right, mirrored, left, variables);
  }
  return compared(left, name, right, variables);
}

function membership(value: Expr, list: Expr, variables: Variables): Truths | undefined {
  if (list.kind !== "list") return undefined;
  const texts = list.items.map(({ value: item }) =>
    item.kind === "literal" && item.value.type === "string" ? item.value.value : undefined,
  );
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 || known.length < texts.length
    ? undefined
    : atom(value, "string", variables, enumTruths(known));
}

function compared(place: Expr, operator: string, literal: Expr, variables: Variables): Truths | undefined {
  if (literal.kind !== "literal") return undefined;
  const { value } = literal;
  if (!Object.hasOwn(MIRRORED, operator)) return undefined;
  if (value.type === "string" || value.type === "bool") {
    const isEqual = atom(place, value.type === "bool" ? "boolean" : "string", variables, enumTruths([value.value]));
    return operator === "_==_" ? isEqual : operator === "_!=_" ? opposite(isEqual) : undefined;
  }
  if (value.type !== "int" || !Number.isSafeInteger(Number(value.value))) return undefined;
  const limit = Number(value.value);
  const measured = place.kind === "call" && place.name === "size" ? (place.target ?? place.args[0]) : undefined;
  if (!measured) return atom(place, "integer", variables, bounded(operator, limit, "minimum", "maximum"));
  const sized = declared(measured, variables);
  const sizes: Record<string, [string, string]> = {
    string: ["minLength", "maxLength"],
    array: ["minItems", "maxItems"],
    ...(sized?.type.kind === "map" && { object: ["minProperties", "maxProperties"] }),
  };
  const type = String(sized?.schema.type);
  const keywords = sizes[type];
  return keywords && atom(measured, type, variables, bounded(operator, limit, ...keywords));
}

/** Translates a comparison of integers with a limit: greater than a limit means at least one more. */
function bounded(operator: string, limit: number, lower: string, upper: string): Truths {
  const atLeast = (least: number): StructuralSchema => (lower !== "minimum" && least <= 0 ? {} : { [lower]: least });
  const atMost = (most: number): StructuralSchema => (upper !== "maximum" && most < 0 ? NEVER : { [upper]: most });
  const isEqual = { allOf: [atLeast(limit), atMost(limit)] };
  switch (operator) {
    case "_<_":
      return { isTrue: atMost(limit - 1), isFalse: atLeast(limit) };
    case "_<=_":
      return { isTrue: atMost(limit), isFalse: atLeast(limit + 1) };
    case "_>_":
      return { isTrue: atLeast(limit + 1), isFalse: atMost(limit) };
    case "_>=_":
      return { isTrue: atLeast(limit), isFalse: atMost(limit - 1) };
    case "_==_":
      return { isTrue: isEqual, isFalse: { not: isEqual } };
    default:
      return { isTrue: { not: isEqual }, isFalse: isEqual };
  }
}
