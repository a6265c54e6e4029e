/**
 * Rewrites an older schema to describe its objects as the API server reads them under a newer schema. Every new field
 * with a default is present with that default, and no other new field is. The API server fills in defaults on every
 * read. Source: apiextensions-apiserver pkg/apiserver/customresource_handler.go (schemaCoercingDecoder).
 */

import { type FieldPath, ROOT_PATH } from "../../core/model/field-path.js";
import { isJsonObject, type Json, sameJson } from "../../core/model/json.js";
import {
  fieldsOf,
  hasDefault,
  isIntOrString,
  keepsUnknownFields,
  mapSubschemas,
  type SchemaMap,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { asStored } from "../../kubernetes/validation/as-stored.js";
import { validationErrors } from "../../kubernetes/validation/validate.js";
import { childAt, childrenOf } from "./schema-at.js";

/** A schema that every value matches. */
const ANY: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };
/** A schema that no value matches. */
const NEVER: StructuralSchema = { not: {} };

/** Returns the older schema, adapted to how its objects look when they are read under the newer one. */
export function asRead(before: StructuralSchema, after: StructuralSchema): StructuralSchema {
  if (!hasNews(before, after)) return before;
  const fresh = newDefaults(before, after);
  const [inner, values] = (["items", "additionalProperties"] as const).map((keyword) => {
    const [old, now] = [before[keyword], after[keyword]];
    return isJsonObject(old) && isJsonObject(now) ? asRead(old, now) : undefined;
  });
  return {
    ...branchAsRead(before, before, after),
    ...(before.properties && { properties: fieldsAsRead(before, after, fresh) }),
    ...(inner && { items: inner }),
    ...(values && { additionalProperties: values }),
    ...(keepsUnknownFields(before) && before.properties && !values && { additionalProperties: ANY }),
    required: [...new Set([...(before.required ?? []), ...fresh.keys()])],
  };
}

/** Fields whose default changed, in objects that an older schema allows. */
export interface ChangedDefaults {
  /** Schema of the objects with or without the new defaults. It may allow more. */
  readonly schema: StructuralSchema;
  readonly names: readonly string[];
}

/** Adapts the schema of older objects to the defaults of fields that are not new. */
export function withChangedDefaults(
  stored: StructuralSchema,
  before: StructuralSchema,
  after: StructuralSchema,
): ChangedDefaults {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names: string[] = [];
  const inner = (schema: StructuralSchema, one?: StructuralSchema | boolean, other?: StructuralSchema | boolean) => {
    if (!isJsonObject(one) || !isJsonObject(other)) return schema;
    const changed = withChangedDefaults(schema, one, other);
    names.push(...changed.names);
    return changed.schema;
  };
  const fields = [...fieldsOf(stored)].map(([name, field]): [string, StructuralSchema] => {
    const [one, other] = [old.get(name), now.get(name)];
    const adapted = inner(field, one, other);
    if (!one || !other || sameJson(one.default ?? null, other.default ?? null)) return [name, adapted];
    names.push(name);
    return [name, withAnyDefault(adapted, one, other)];
  });
  const { items, additionalProperties: values } = stored;
  const schema = {
    ...stored,
    ...(stored.properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: inner(items, before.items, after.items) }),
    ...(isJsonObject(values) && {
      additionalProperties: inner(values, before.additionalProperties, after.additionalProperties),
    }),
  };
  return { schema: isNewValue(before, after) ? withoutBounds(schema) : schema, names };
}

/** Returns the schema of a field that has its old default, its new default or none. */
function withAnyDefault(field: StructuralSchema, before: StructuralSchema, after: StructuralSchema): StructuralSchema {
  const { default: _, ...rest } = isNewValue(before, after) ? withoutBounds(field) : field;
  return rest;
}

/** Reports whether a schema has a default that the older schema does not allow. */
function isNewValue(before: StructuralSchema, after: StructuralSchema): boolean {
  return hasDefault(after) && validationErrors(before, asStored(after, after.default ?? null)).length > 0;
}

/** Returns a schema without constraints on values, apart from their types. */
function withoutBounds(schema: StructuralSchema): StructuralSchema {
  const kept = Object.entries(mapSubschemas(schema, withoutBounds)).filter(([keyword]) => SHAPE.test(keyword));
  return Object.fromEntries(kept);
}

const SHAPE = /^(type|properties|items|additionalProperties|nullable|default|x-kubernetes-(?!validations).*)$/;

/**
 * Returns the new fields that have a default, each with the value that every object has when it is read. There are none
 * if the older schema keeps unknown fields, because stored objects may already have other values.
 */
export function newDefaults(before: StructuralSchema, after: StructuralSchema): Map<string, Json> {
  const old = fieldsOf(before);
  const fresh = [...fieldsOf(after)].flatMap(([name, field]) =>
    !old.has(name) && hasDefault(field) ? [[name, field] as const] : [],
  );
  if (keepsUnknownFields(before)) return new Map();
  return new Map(fresh.map(([name, field]) => [name, asStored(field, field.default)]));
}

/** Reports whether objects may look different from how they were stored, at this node or below it. */
export function hasNews(before: StructuralSchema, after: StructuralSchema): boolean {
  if (keepsUnknownFields(before)) return true;
  if (sameJson(before, after)) return false;
  return newDefaults(before, after).size > 0 || childrenOfBoth(before, after).some((pair) => hasNews(...pair));
}

/** Reports whether objects may get the default of a new field when they are read, at this node or below it. */
export function hasNewDefaults(before: StructuralSchema, after: StructuralSchema): boolean {
  return !defaultsOfNewFields(before, after).next().done;
}

/** Returns the new fields that have a default, at this node and below it, each with the value that objects may get. */
export function* defaultsOfNewFields(
  before: StructuralSchema,
  after: StructuralSchema,
  path = ROOT_PATH,
): Generator<readonly [FieldPath, Json]> {
  if (sameJson(before, after)) return;
  for (const { step, schema, path: at } of childrenOf(after, path)) {
    const old = childAt(before, step);
    if (old) yield* defaultsOfNewFields(old, schema, at);
    else if (step.kind === "field" && hasDefault(schema)) yield [at, asStored(schema, schema.default)];
  }
}

/** Returns the schemas of the items, the values and the fields that both schemas have. */
function childrenOfBoth(before: StructuralSchema, after: StructuralSchema): [StructuralSchema, StructuralSchema][] {
  const now = fieldsOf(after);
  const pairs = [
    [before.items, after.items],
    [before.additionalProperties, after.additionalProperties],
    ...[...fieldsOf(before)].map(([name, field]) => [field, now.get(name)]),
  ];
  return pairs.flatMap(([old, other]) => (isJsonObject(old) && isJsonObject(other) ? [[old, other]] : []));
}

function fieldsAsRead(before: StructuralSchema, after: StructuralSchema, fresh: ReadonlyMap<string, Json>): SchemaMap {
  const now = fieldsOf(after);
  const known = [...fieldsOf(before)].map(([name, field]): [string, StructuralSchema] => {
    const other = now.get(name);
    return [name, other ? asRead(field, other) : field];
  });
  const added = [...fresh].map(([name, value]): [string, StructuralSchema] => [name, only(value, now.get(name) ?? {})]);
  return Object.fromEntries([...known, ...added]);
}

/**
 * Returns a schema that only one value matches. The value is also its default, which shows that the field is always
 * present.
 */
function only(value: Json, schema: StructuralSchema): StructuralSchema {
  const { type, items } = schema;
  // The API server does not accept a default of another type than its field. The schema for such a default has no type.
  const isFitting =
    type !== undefined && validationErrors({ type, "x-kubernetes-preserve-unknown-fields": true }, value).length === 0;
  const common: StructuralSchema = { ...(isFitting && { type }), default: value };
  if (Array.isArray(value)) return { ...common, ...(items !== undefined && { items }), enum: [value] };
  if (!isJsonObject(value)) return { ...pickIntOrString(schema), ...common, enum: [value] };
  const [fields, values] = [fieldsOf(schema), schema.additionalProperties];
  const inner = Object.entries(value).map(([name, child]): [string, StructuralSchema] => [
    name,
    only(child, fields.get(name) ?? (isJsonObject(values) ? values : {})),
  ]);
  return { ...common, properties: Object.fromEntries(inner), required: Object.keys(value) };
}

function pickIntOrString(schema: StructuralSchema): StructuralSchema {
  return isIntOrString(schema) ? { "x-kubernetes-int-or-string": true } : {};
}

/**
 * Adapts a branch to objects that have the new fields. No object had these fields when it was stored. A branch that
 * requires one of them therefore matches nothing, constraints on them are dropped, and limits on the number of fields
 * are raised by their number. Everything else stays.
 */
function branchAsRead(branch: StructuralSchema, before: StructuralSchema, after: StructuralSchema): StructuralSchema {
  const fresh = newDefaults(before, after);
  if (branch !== before && branch.required?.some((name) => fresh.has(name))) return NEVER;
  const list = (keyword: "allOf" | "anyOf" | "oneOf") => {
    const branches = branch[keyword];
    return branches && { [keyword]: branches.map((each) => branchAsRead(each, before, after)) };
  };
  const count = (keyword: "minProperties" | "maxProperties") => {
    const limit = branch[keyword];
    return limit === undefined ? {} : { [keyword]: limit + fresh.size };
  };
  return {
    ...branch,
    ...(branch !== before && branchFieldsAsRead(branch, before, after, fresh)),
    ...list("allOf"),
    ...list("anyOf"),
    ...list("oneOf"),
    ...(branch.not && { not: branchAsRead(branch.not, before, after) }),
    ...count("minProperties"),
    ...count("maxProperties"),
    ...(branch.enum && {
      enum: branch.enum.map((value) => (isJsonObject(value) ? { ...value, ...Object.fromEntries(fresh) } : value)),
    }),
  };
}

function branchFieldsAsRead(
  branch: StructuralSchema,
  before: StructuralSchema,
  after: StructuralSchema,
  fresh: ReadonlyMap<string, Json>,
): StructuralSchema {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...fieldsOf(branch)]
    .filter(([name]) => !fresh.has(name))
    .map(([name, field]): [string, StructuralSchema] => {
      const [one, other] = [old.get(name), now.get(name)];
      return [name, one && other ? branchAsRead(field, one, other) : field];
    });
  const { items } = branch;
  const [one, other] = [before.items, after.items];
  return {
    ...(branch.properties && { properties: Object.fromEntries(fields) }),
    ...(items && one && other && { items: branchAsRead(items, one, other) }),
  };
}
