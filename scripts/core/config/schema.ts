/** Building blocks for the schemas of the configuration files. */
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../model/json.js";

/** Former names of keys. They are still read, because the commits of earlier releases contain them. */
export const FORMER_KEYS: ReadonlyMap<string, string> = new Map([["says", "message"]]);

/** A schema that exposes the keys of its mapping. The docs list them, and `validate` uses them to find unknown keys. */
export interface FieldSchema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>> {
  readonly keys?: SchemaKeys;
  /** The schema of the items, if the value is a list. */
  readonly item?: FieldSchema;
  /** The schema of the value, if the value is optional. */
  readonly wrapped?: FieldSchema;
  /** The allowed values, if the schema lists them. */
  readonly options?: readonly string[];
  /** The rest in JSON Schema, which editors use: everything that the other properties do not state. */
  readonly json?: JsonObject;
}

/** The schemas of the values, by key. `ANY_KEY` matches every key that is not listed. */
export type SchemaKeys = Readonly<Record<string, FieldSchema>>;
export const ANY_KEY = "*";

export const MAPPING = "must be a mapping";

/**
 * Returns the schema of a mapping with these keys. Valibot's `object` also accepts a list, and its `strictObject` stops
 * at the first unknown key, so this schema rejects lists itself, and `validate` reports unknown keys.
 */
export function mapping<const Keys extends SchemaKeys>(keys: Keys) {
  return { ...v.pipe(v.unknown(), v.check(isJsonObject, MAPPING), v.object(keys)), keys };
}

/**
 * Returns the schema of a string that matches a pattern or passes a test. It is a schema and not a check in a pipe,
 * because valibot skips comparisons with other values only after a schema has failed.
 */
export function stringMatching(form: RegExp | ((value: string) => boolean), expected: string) {
  const isRight = form instanceof RegExp ? (value: string) => form.test(value) : form;
  const schema = v.custom<string>((value) => typeof value === "string" && isRight(value), expected);
  return form instanceof RegExp ? inJsonSchema(schema, { type: "string", pattern: form.source }) : schema;
}

/** Adds the JSON Schema of a value that is validated by a function. */
export function inJsonSchema<Schema extends FieldSchema>(schema: Schema, json: JsonObject): Schema {
  return { ...schema, json };
}

/** Returns the message for a value that is not in a list. */
export function expectedOneOf(words: readonly string[]): string {
  return `must be one of ${words.join(", ")}`;
}

/** Adds the description for the table of settings in the docs. */
export function described<Schema extends FieldSchema>(description: string, schema: Schema) {
  return v.pipe(schema, v.description(description));
}

/** Returns the keys that a mapping can have, or undefined if the value is not a mapping. */
export function keysOf(schema: FieldSchema): SchemaKeys | undefined {
  return schema.keys ?? schema.wrapped?.keys;
}

/** Returns the schema of the items, or undefined if the value is not a list. */
export function itemsOf(schema: FieldSchema): FieldSchema | undefined {
  return schema.item ?? schema.wrapped?.item;
}

/** Reports whether the value can be omitted. */
export function isOptional(schema: FieldSchema): boolean {
  return schema.wrapped !== undefined;
}

/** Returns the description for the docs, if the schema has one. */
export function descriptionOf(schema: FieldSchema): string | undefined {
  return v.getDescription(schema.wrapped ?? schema);
}
