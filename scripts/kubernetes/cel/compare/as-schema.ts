/**
 * Translates a CEL rule to a schema of the values for which the rule is true, so rules and schemas can be compared.
 * Only rules that a schema can express exactly are translated.
 *
 * For each value, a rule is true, false or an error. Each part of a rule therefore becomes two schemas.
 */
import type { Json } from "../../../core/model/json.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import type { Comprehension, Core } from "../syntax/core.js";
import { quantifierOf } from "../syntax/macros.js";
import type { DeclType } from "../types/decl-type.js";
import type { Kind } from "../types/type.js";
import { isDeclared, loopScope, type Place, placeOf, type Scope, scopeOf, testedPlace } from "./place.js";

interface Truths {
  readonly isTrue: StructuralSchema;
  readonly isFalse: StructuralSchema;
  /** Number of parts in both schemas. A conditional contains its condition twice. */
  readonly size: number;
}

type Call = Extract<Core, { kind: "call" }>;

const NEVER: StructuralSchema = { not: {} };
const NEITHER: Truths = { isTrue: NEVER, isFalse: NEVER, size: 2 };

/** Most parts of the schemas of a rule. */
const MOST_PARTS = 100_000;

/**
 * Returns the schema of those values of `schema` for which a rule is true, or undefined if no schema of a moderate size
 * expresses it.
 */
export function schemaOfRule(rule: Core, schema: StructuralSchema): StructuralSchema | undefined {
  return truthsOf(rule, scopeOf(schema, "self"))?.isTrue;
}

function truthsOf(core: Core, scope: Scope): Truths | undefined {
  const truths = anyTruthsOf(core, scope);
  return truths && truths.size <= MOST_PARTS ? truths : undefined;
}

function anyTruthsOf(core: Core, scope: Scope): Truths | undefined {
  switch (core.kind) {
    case "literal":
      if (core.value.type !== "bool") return undefined;
      return core.value.value ? { isTrue: {}, isFalse: NEVER, size: 2 } : { isTrue: NEVER, isFalse: {}, size: 2 };
    case "call":
      return truthsOfCall(core, scope);
    case "comprehension":
      return items(core, scope);
    default:
      return core.kind === "select" && core.isTest
        ? presence(core, scope)
        : atom(placeOf(core, scope), "boolean", enumTruths([true]));
  }
}

function truthsOfCall(core: Call, scope: Scope): Truths | undefined {
  const parts = () => core.args.map((arg) => truthsOf(arg, scope));
  switch (core.name) {
    case "!_":
      return opposite(parts()[0]);
    case "_&&_":
      return both(parts());
    case "_||_":
      return opposite(both(parts().map(opposite)));
    case "_?_:_":
      return conditional(parts());
    case "matches":
    case "startsWith":
    case "endsWith":
    case "contains":
      return pattern(core, scope);
    default:
      return comparison(core, scope);
  }
}

function opposite(truths: Truths | undefined): Truths | undefined {
  return truths && { isTrue: truths.isFalse, isFalse: truths.isTrue, size: truths.size };
}

/** Combines the operands of `&&`. A false operand hides the errors of the others. */
function both(parts: readonly (Truths | undefined)[]): Truths | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return {
    isTrue: allOf(known.map(({ isTrue }) => isTrue)),
    isFalse: anyOf(known.map(({ isFalse }) => isFalse)),
    size: known.reduce((sum, { size }) => sum + size, 2),
  };
}

function conditional([is, yes, no]: readonly (Truths | undefined)[]): Truths | undefined {
  if (!is || !yes || !no) return undefined;
  return {
    isTrue: anyOf([allOf([is.isTrue, yes.isTrue]), allOf([is.isFalse, no.isTrue])]),
    isFalse: anyOf([allOf([is.isTrue, yes.isFalse]), allOf([is.isFalse, no.isFalse])]),
    size: 2 * is.size + yes.size + no.size + 6,
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

/** Returns the names that lead to a place, or undefined if one of the objects can be null, or is unknown. */
function namesOf({ type, field }: Place): readonly string[] | undefined {
  if (type === undefined) return undefined;
  if (!field) return [];
  const { owner, name } = field;
  const holder = owner.type;
  if (isDeclared(holder)) {
    const { schema, fields } = holder;
    if (!fields || schema.nullable === true || schema.additionalProperties !== undefined) return undefined;
  }
  const outer = namesOf(owner);
  return outer && [...outer, name];
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
function atom(place: Place | undefined, type: string, truths: Atom): Truths | undefined {
  const names = place && namesOf(place);
  if (!names) return undefined;
  if (!isDeclared(place.type)) return NEITHER;
  const { schema } = place.type;
  if (schema.type !== type || schema.nullable === true || !isJsonType(place.type)) return undefined;
  return truthsWithin(names, truths);
}

/** Two schemas of a value, and the number of their parts if it is not small. */
type Atom = Omit<Truths, "size"> & { readonly size?: number };

function truthsWithin(names: readonly string[], { isTrue, isFalse, size = 4 }: Atom): Truths {
  return { isTrue: within(names, isTrue), isFalse: within(names, isFalse), size: size + 2 * names.length };
}

function enumTruths(values: readonly Json[]): Atom {
  return { isTrue: { enum: values }, isFalse: { not: { enum: values } }, size: 2 * values.length + 3 };
}

/** Translates `has()`. To CEL, a field that is null is missing, which a schema cannot express. */
function presence(core: Core, scope: Scope): Truths | undefined {
  const place = testedPlace(core, scope);
  const names = place && namesOf(place);
  const name = names?.at(-1);
  if (!names || name === undefined) return undefined;
  if (place.field && !isDeclared(place.field.owner.type)) return NEITHER;
  if (isDeclared(place.type) && place.type.schema.nullable === true) return undefined;
  const isThere = { required: [name] };
  return truthsWithin(names.slice(0, -1), { isTrue: isThere, isFalse: { not: isThere } });
}

/** Translates `all` and `exists` over a list, if the predicate reads only the item. */
function items(core: Comprehension, scope: Scope): Truths | undefined {
  const quantifier = quantifierOf(core);
  const list = placeOf(core.range, scope);
  if (!quantifier || !isDeclared(list?.type) || list.type.type.kind !== "list") return undefined;
  const inner = truthsOf(quantifier.predicate, loopScope(core, scope));
  if (!inner) return undefined;
  const some = (schema: StructuralSchema) => ({ not: { items: { not: schema } } });
  const { isTrue, isFalse } = inner;
  const size = inner.size + 4;
  const truths = quantifier.decisive
    ? { isTrue: some(isTrue), isFalse: { items: isFalse }, size }
    : { isTrue: { items: isTrue }, isFalse: some(isFalse), size };
  return atom(list, "array", truths);
}

function pattern({ name, target, args }: Call, scope: Scope): Truths | undefined {
  const [only] = args;
  if (!target || args.length !== 1 || only?.kind !== "literal" || only.value.type !== "string") return undefined;
  const text = only.value.value;
  const quoted = text.replace(/[^\w]/gu, (sign) => `\\x{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  const patterns: Record<string, string> = { matches: text, startsWith: `\\A${quoted}`, endsWith: `${quoted}\\z` };
  const found: StructuralSchema = { pattern: patterns[name] ?? quoted };
  return atom(placeOf(target, scope), "string", { isTrue: found, isFalse: { not: found } });
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
function comparison({ name, args }: Call, scope: Scope): Truths | undefined {
  const [left, right] = args;
  if (!left || !right || args.length !== 2) return undefined;
  if (name === "@in") return membership(left, right, scope);
  if (left.kind === "literal" && right.kind !== "literal") {
    const mirrored = MIRRORED[name];
    return mirrored === undefined ? undefined : compared(right, mirrored, left, scope);
  }
  return compared(left, name, right, scope);
}

function membership(value: Core, list: Core, scope: Scope): Truths | undefined {
  if (list.kind !== "list") return undefined;
  const texts = list.items.map(({ value: item }) =>
    item.kind === "literal" && item.value.type === "string" ? item.value.value : undefined,
  );
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 || known.length < texts.length
    ? undefined
    : atom(placeOf(value, scope), "string", enumTruths(known));
}

function compared(operand: Core, operator: string, literal: Core, scope: Scope): Truths | undefined {
  if (literal.kind !== "literal") return undefined;
  const { value } = literal;
  if (!Object.hasOwn(MIRRORED, operator)) return undefined;
  if (value.type === "string" || value.type === "bool") {
    const type = value.type === "bool" ? "boolean" : "string";
    const isEqual = atom(placeOf(operand, scope), type, enumTruths([value.value]));
    return operator === "_==_" ? isEqual : operator === "_!=_" ? opposite(isEqual) : undefined;
  }
  if (value.type !== "int" || !Number.isSafeInteger(Number(value.value))) return undefined;
  const limit = Number(value.value);
  const measured = operand.kind === "call" && operand.name === "size" ? (operand.target ?? operand.args[0]) : undefined;
  if (!measured) return atom(placeOf(operand, scope), "integer", bounded(operator, limit, "minimum", "maximum"));
  const place = placeOf(measured, scope);
  const sized = isDeclared(place?.type) ? place.type : undefined;
  const sizes: Record<string, [string, string]> = {
    string: ["minLength", "maxLength"],
    array: ["minItems", "maxItems"],
    ...(sized?.type.kind === "map" && { object: ["minProperties", "maxProperties"] }),
  };
  const type = String(sized?.schema.type);
  const keywords = sizes[type];
  return keywords && atom(place, type, bounded(operator, limit, ...keywords));
}

/** Translates a comparison of integers with a limit: greater than a limit means at least one more. */
function bounded(operator: string, limit: number, lower: string, upper: string): Atom {
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
