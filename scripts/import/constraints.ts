/** Tags for the keywords of a schema, in one fixed order. */
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sortKeys } from "../core/model/json.js";
import { typeOfSchema } from "../language/check/constraints.js";
import type { SchemaType } from "../language/tags/definition.js";
import { tagNamed } from "../language/tags/index.js";
import {
  codeFence,
  codeLines,
  codeSpan,
  descriptionTag,
  isCode,
  isTagText,
  jsonCode,
  jsonTag,
  TEXT_WIDTH,
  wrapWords,
} from "./comments.js";
import type { Tag } from "./declarations.js";
import { keywordsOnlyIn, type MergedSchema, mergeLists, schemaIn } from "./merge-channels.js";

/** Returns the value of a tag, or undefined if the keyword has a value that the tag cannot set. */
type ValueOf = (value: Json) => readonly string[] | undefined;

const flag: ValueOf = (value) => (value === true ? [""] : undefined);
const json: ValueOf = (value) => codeLines(jsonCode(value));
const number: ValueOf = (value) => (typeof value === "number" && Number.isFinite(value) ? [String(value)] : undefined);
const count: ValueOf = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? [String(value)] : undefined);
const word: ValueOf = (value) => (typeof value === "string" && /^[\w.-]+$/.test(value) ? [value] : undefined);
const text: ValueOf = (value) => (typeof value === "string" && isTagText(value) ? [value] : undefined);
const code: ValueOf = (value) => (typeof value === "string" && isCode(value) ? codeLines(value) : undefined);

/** The keywords that a tag sets, in the order in which an import writes the tags. */
const KEYWORD_TAGS: readonly (readonly [keyword: string, tag: string, valueOf: ValueOf])[] = [
  ["title", "title", text],
  ["externalDocs", "externalDocs", externalDocs],
  ["example", "example", json],
  ["default", "default", json],
  ["format", "format", word],
  ["minLength", "minLength", count],
  ["maxLength", "maxLength", count],
  ["pattern", "pattern", code],
  ["minimum", "minimum", number],
  ["exclusiveMinimum", "exclusiveMinimum", flag],
  ["maximum", "maximum", number],
  ["exclusiveMaximum", "exclusiveMaximum", flag],
  ["multipleOf", "multipleOf", number],
  ["minItems", "minItems", count],
  ["maxItems", "maxItems", count],
  ["x-kubernetes-list-type", "listType", word],
  ["minProperties", "minProperties", count],
  ["maxProperties", "maxProperties", count],
  ["x-kubernetes-map-type", "mapType", word],
  ["x-kubernetes-embedded-resource", "embeddedResource", flag],
  ["x-kubernetes-preserve-unknown-fields", "preserveUnknownFields", flag],
];

const LIST_KEYS = "x-kubernetes-list-map-keys";
const RULES = "x-kubernetes-validations";

/** The tags of `KEYWORD_TAGS`, with one that belongs to another, then `@schema`. */
const TAG_ORDER = [...KEYWORD_TAGS.flatMap(([, tag]) => (tag === "listType" ? [tag, "listMapKey"] : [tag])), "schema"];

/**
 * Returns tags that set keywords of a value of a type, and limits those that differ between the channels. `@schema` sets
 * those for which there is no tag.
 */
export function constraintTags(keywords: MergedSchema, type: SchemaType): Tag[] {
  const placeOf = ({ name }: Tag) => TAG_ORDER.indexOf(name);
  const tags = [...keywordTags(keywords, type), ...limitedTags(keywords, type)];
  return [...tags.sort((a, b) => placeOf(a) - placeOf(b)), ...ruleTags(keywords)];
}

/** Returns the tags that a raw schema needs in addition, because the channels differ. */
export function rawSchemaTags(schema: MergedSchema): Tag[] {
  return [...limitedTags(schema, typeOfSchema(schema)), ...(Object.hasOwn(schema, RULES) ? [] : ruleTags(schema))];
}

/** Returns `@description` for each channel whose description is not that of both. */
export function limitedDescriptions(schema: MergedSchema): Tag[] {
  return CHANNELS.flatMap((channel) => {
    const { description } = keywordsOnlyIn(channel, schema);
    return typeof description === "string" ? [{ ...descriptionTag("description", description), channel }] : [];
  });
}

function limitedTags(keywords: MergedSchema, type: SchemaType): Tag[] {
  return CHANNELS.flatMap((channel) => {
    const { description: _, ...limited } = keywordsOnlyIn(channel, keywords);
    return keywordTags(limited, type).map((tag) => ({ ...tag, channel }));
  });
}

/** Returns the tags for keywords, except for rules that tags can express. */
function keywordTags(keywords: JsonObject, type: SchemaType): Tag[] {
  const { [LIST_KEYS]: keys, [RULES]: rules, ...others } = keywords;
  const left: Record<string, Json> = { ...others };
  const tags: Tag[] = [];
  for (const [keyword, name, printValue] of KEYWORD_TAGS) {
    const value = others[keyword];
    const lines = value === undefined || !appliesTo(name, type) ? undefined : printValue(value);
    if (lines === undefined) continue;
    delete left[keyword];
    tags.push({ name, value: lines });
    if (name === "listType") tags.push(...listKeyTags(keys));
  }
  if (keys !== undefined && !tags.some((tag) => tag.name === "listMapKey")) left[LIST_KEYS] = keys;
  if (rules !== undefined && !areTags(rules)) left[RULES] = rules;
  return [...tags, ...(Object.keys(left).length > 0 ? [jsonTag("schema", sortKeys(left))] : [])];
}

/** Returns the tags of rules. The rules of each channel keep their order. */
function ruleTags(keywords: MergedSchema): Tag[] {
  const rulesIn = (channel: Channel) => {
    const rules: Json | undefined = schemaIn(channel, keywords)[RULES];
    return isJsonArray(rules) && areTags(rules) ? rules : [];
  };
  const merged = mergeLists(rulesIn("standard"), rulesIn("experimental"));
  return merged.flatMap(({ item, channel }) => ruleTag(item, channel) ?? []);
}

/** Reports whether `@validation` can express all rules of a list. */
function areTags(rules: Json): boolean {
  return isJsonArray(rules) && rules.every((rule) => ruleTag(rule) !== undefined);
}

function appliesTo(tag: string, type: SchemaType): boolean {
  return tagNamed(tag)?.constraint?.appliesTo.includes(type) ?? false;
}

function listKeyTags(keys: Json | undefined): Tag[] {
  const lines = Array.isArray(keys) ? keys.map((key: Json) => word(key)) : [];
  return lines.every((line) => line !== undefined) ? lines.map((value) => ({ name: "listMapKey", value })) : [];
}

function externalDocs(value: Json): string[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const { url, description, ...others } = value;
  if (typeof url !== "string" || !/^https?:\/\/\S+$/.test(url) || Object.keys(others).length > 0) return undefined;
  const words = description === undefined ? url : `${url} ${String(description)}`;
  return isTagText(words) ? [words] : undefined;
}

/** Options of a rule, with the form of their values. */
const RULE_OPTIONS: Readonly<Record<string, (value: Json) => string | undefined>> = {
  reason: (value) => `reason=${String(value)}`,
  fieldPath: (value) => optionCode("fieldPath", value),
  optionalOldSelf: (value) => (value === true ? "optionalOldSelf" : undefined),
  messageExpression: (value) => optionCode("messageExpression", value),
};

function optionCode(name: string, value: Json): string | undefined {
  return typeof value === "string" && isCode(value) && !value.includes("\n") ? `${name}=${codeSpan(value)}` : undefined;
}

/** Returns `@validation` for a rule, or undefined if the tag cannot express it. */
function ruleTag(given: Json, channel?: Channel): Tag | undefined {
  if (!isJsonObject(given)) return undefined;
  const { rule, message, ...options } = given;
  if (typeof rule !== "string" || !isCode(rule) || rule.trim() !== rule) return undefined;
  const words = [
    ...Object.entries(options).map(([name, value]) => RULE_OPTIONS[name]?.(value)),
    ...(message === undefined ? [] : [messageWords(message)]),
  ];
  if (words.includes(undefined)) return undefined;
  const head = channel === undefined ? "@validation" : `@validation (${channel})`;
  return { name: "validation", ...(channel && { channel }), value: ruleLines(head, rule, words.join(" ")) };
}

/** Returns a rule in backticks and its options and message or, if the rule is long, the rule in a fence. */
function ruleLines(head: string, rule: string, words: string): string[] {
  const isShort = !rule.includes("\n") && `${head} ${codeSpan(rule)}`.length <= TEXT_WIDTH;
  if (!isShort) return [...codeFence(rule), ...(words === "" ? [] : wrapWords(words))];
  const lines = wrapWords(`${head} ${codeSpan(rule)} ${words}`.trim());
  return lines.map((line, index) => (index === 0 ? line.slice(head.length + 1) : line));
}

/** Returns a message as it is or, if it would be read as something else, as JSON. */
function messageWords(message: Json): string {
  const isPlain = typeof message === "string" && isTagText(message) && !LIKE_AN_OPTION.test(message);
  return isPlain ? message : `message=${codeSpan(jsonCode(message))}`;
}

const LIKE_AN_OPTION = /^\w+=|\b(?:reason|fieldPath|messageExpression|message)=|\boptionalOldSelf\b/;

/** Returns the tag with which a comment describes the items or values of a field. */
export function elementTag({ name, ...tag }: Tag, step: "items" | "values"): Tag {
  return { ...tag, name: `${step}.${name}` };
}
