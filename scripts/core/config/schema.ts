/** Building blocks for the schemas of the configuration files. */
import * as v from "valibot";
import { isJsonObject } from "../model/json.js";

/** The former names of keys, which are still read: commits of releases have them. */
export const FORMER_KEYS: ReadonlyMap<string, string> = new Map([["says", "message"]]);

/** A schema that exposes the keys of its mapping, for the reference in the docs and to find unknown keys. */
export interface FieldSchema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>> {
  readonly keys?: SchemaKeys;
  /** The schema of the value, if the value is optional. */
  readonly wrapped?: FieldSchema;
}

/** The schemas of the values, by key. `ANY_KEY` stands for every key that is not listed. */
export type SchemaKeys = Readonly<Record<string, FieldSchema>>;
export const ANY_KEY = "*";

export const MAPPING = "a mapping is expected";

/**
 * A mapping with these keys. Valibot's `object` also accepts a list, and its `strictObject` stops at the first unknown
 * key, so `validate` reports unknown keys.
 */
export function mapping<const Keys extends SchemaKeys>(keys: Keys) {
  return { ...v.pipe(v.unknown(), v.check(isJsonObject, MAPPING), v.object(keys)), keys };
}

/**
 * A string of a form. This is a schema rather than a check in a pipe: only if a schema fails does valibot skip the
 * comparison with other values.
 */
export function stringMatching(form: RegExp | ((value: string) => boolean), expected: string) {
  const isRight = form instanceof RegExp ? (value: string) => form.test(value) : form;
  return v.custom<string>((value) => typeof value === "string" && isRight(value), expected);
}

/** The message for a value that is not in a list. */
export function expectedOneOf(words: readonly string[]): string {
  return `one of ${words.join(", ")} is expected`;
}

/** A schema with a sentence for the reference in the docs. */
export function described<Schema extends FieldSchema>(description: string, schema: Schema) {
  return v.pipe(schema, v.description(description));
}

/** The keys that the value of a schema can have; undefined unless it is a mapping. */
export function keysOf(schema: FieldSchema): SchemaKeys | undefined {
  return schema.keys ?? schema.wrapped?.keys;
}

/** Whether the value can be omitted. */
export function isOptional(schema: FieldSchema): boolean {
  return schema.wrapped !== undefined;
}

/** The sentence for the reference in the docs, if the schema has one. */
export function descriptionOf(schema: FieldSchema): string | undefined {
  return v.getDescription(schema.wrapped ?? schema);
}
