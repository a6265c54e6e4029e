/** Two schemas of one version → what changed, from the root down. */
import type { Subject } from "../model/change.js";
import { isJsonObject, type Json, type JsonObject, sameJson, sortKeys } from "../model/json.js";
import { diffRules } from "./rules.js";
import type { ChangeMaker, SchemaChange } from "./schema-change.js";
import { compareValues } from "./values/compare.js";

/** Fields that moved, by path: `.spec.tls` → `.spec.validation`. */
export type Moves = ReadonlyMap<string, string>;

/** What only people read. */
const WORDING = ["description", "title", "example", "externalDocs"];
/** What decides which values are admitted, apart from the children. */
const VALUES = [
  ..."enum pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
  ..."minLength maxLength minItems maxItems minProperties maxProperties nullable".split(" "),
  ..."allOf anyOf oneOf not uniqueItems".split(" "),
];
/** What has a rule of its own below. */
const HANDLED = new Set([
  ...WORDING,
  ...VALUES,
  ..."type properties items additionalProperties required default".split(" "),
  ..."x-kubernetes-int-or-string x-kubernetes-list-type x-kubernetes-list-map-keys x-kubernetes-map-type".split(" "),
  ..."x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-validations".split(" "),
]);

/** Everything that differs between two schemas of the same thing. */
export function diffSchemas(before: JsonObject, after: JsonObject, path: string, moves: Moves): SchemaChange[] {
  if (sameJson(before, after)) return [];
  return diffNodes(before, after, path, movesBetween(before, after, path, moves));
}

/**
 * The moves that happen here: conversions are kept for long, and what they moved once may be gone or be a new field now.
 */
function movesBetween(before: JsonObject, after: JsonObject, path: string, moves: Moves): Moves {
  const has = (schema: JsonObject, place: string) =>
    place.startsWith(path) && schemaAt(schema, place.slice(path.length)) !== undefined;
  const happened = [...moves].filter(
    ([from, to]) => has(before, from) && !has(after, from) && has(after, to) && !has(before, to),
  );
  return new Map(happened);
}

function diffNodes(before: JsonObject, after: JsonObject, path: string, moves: Moves): SchemaChange[] {
  if (sameJson(before, after)) return [];
  const change = changeAt(path);
  if (shapeOf(before) !== shapeOf(after)) {
    const says = `the type changed from ${shapeOf(before)} to ${shapeOf(after)}`;
    return [change("type", "break", says, shapeOf(before), shapeOf(after))];
  }
  const below = [...diffFields(before, after, path, moves), ...diffElements(before, after, path, moves)];
  const values = diffValues(before, after, change);
  return [
    ...values,
    ...diffMeaning(before, after, change),
    ...diffRules(before, after, [...values, ...below], change),
    ...diffWording(before, after, change),
    ...diffUnhandled(before, after, change),
    ...below,
  ];
}

function changeAt(path: string): ChangeMaker {
  return (subject, changeClass, says, before, after, example) => ({
    path: path === "" ? "." : path,
    subject,
    class: changeClass,
    says,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(example !== undefined && { example }),
  });
}

/** The kind of a schema in words: two schemas of different shapes have nothing to compare. */
function shapeOf(schema: JsonObject): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  if (schema.type === "object" && schema.additionalProperties !== undefined) return "map";
  return typeof schema.type === "string" ? schema.type : "any value";
}

function diffValues(before: JsonObject, after: JsonObject, change: ChangeMaker): SchemaChange[] {
  const [old, now] = [pick(before, VALUES), pick(after, VALUES)];
  if (sameJson(old, now)) return [];
  const words = describe(old, now);
  const { relation, refused } = compareValues(before, withChildrenOf(after, before));
  switch (relation) {
    case "same":
      return [change("values", "wording", `written differently, the same values: ${words}`, old, now)];
    case "wider":
      if (isOnlyEnum(old, now))
        return [change("values", "addition", `values are new: ${newValues(old, now)}`, old, now)];
      return [change("values", "loosening", `more values are admitted: ${words}`, old, now)];
    case "narrower":
      return [change("values", "tightening", `fewer values are admitted: ${words}`, old, now, refused)];
    case "crossing":
      return [change("values", "tightening", `other values are admitted: ${words}`, old, now, refused)];
    case "unknown":
      return [change("values", "unknown", `whether the same values are admitted is not decided: ${words}`, old, now)];
  }
}

/** Whether two sets of keywords differ in their enum alone: new values are additions, which can graduate. */
function isOnlyEnum(before: JsonObject, after: JsonObject): boolean {
  const { enum: old, ...rest } = before;
  const { enum: now, ...others } = after;
  return Array.isArray(old) && Array.isArray(now) && sameJson(rest, others);
}

function newValues(before: JsonObject, after: JsonObject): string {
  const old = before.enum as readonly Json[];
  return (after.enum as readonly Json[]).filter((value) => !old.includes(value)).join(", ");
}

/** The keywords of one schema with the children of another: what is left to differ is the node itself. */
function withChildrenOf(schema: JsonObject, other: JsonObject): JsonObject {
  const children = ["properties", "required", "items", "additionalProperties"];
  return { ...omit(schema, children), ...pick(other, children) };
}

function describe(before: JsonObject, after: JsonObject): string {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keywords
    .filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null))
    .map((keyword) => `${keyword} ${brief(before[keyword])} → ${brief(after[keyword])}`)
    .join(", ");
}

function brief(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(sortKeys(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Defaults and merge semantics: objects that are stored come to mean something else. */
function diffMeaning(before: JsonObject, after: JsonObject, change: ChangeMaker): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const compare = (keyword: string, subject: Subject, name: string, fallback?: Json) => {
    const [old, now] = [before, after].map((schema) => sortedKeys(keyword, schema[keyword] ?? fallback));
    if (sameJson(old ?? null, now ?? null)) return;
    changes.push(change(subject, "break", `the ${name} changed from ${brief(old)} to ${brief(now)}`, old, now));
  };
  compare("default", "default", "default");
  // Without a word a list is atomic and an object granular. Source: the API conventions on merge strategies.
  compare("x-kubernetes-list-type", "list-type", "list type", "atomic");
  compare("x-kubernetes-list-map-keys", "list-type", "key of the list");
  compare("x-kubernetes-map-type", "map-type", "map type", "granular");
  compare("x-kubernetes-embedded-resource", "type", "embedded resource");
  const [kept, keeps] = [before, after].map((schema) => schema["x-kubernetes-preserve-unknown-fields"] === true);
  if (kept && !keeps)
    changes.push(change("unknown-fields", "break", "fields that the schema does not know are dropped now"));
  if (!kept && keeps)
    changes.push(change("unknown-fields", "loosening", "fields that the schema does not know are kept now"));
  return changes;
}

/** The keys of a list are a set: their order means nothing. */
function sortedKeys(keyword: string, value: Json | undefined): Json | undefined {
  return keyword === "x-kubernetes-list-map-keys" && Array.isArray(value) ? value.map(String).sort() : value;
}

function diffWording(before: JsonObject, after: JsonObject, change: ChangeMaker): SchemaChange[] {
  return WORDING.filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null)).map((keyword) =>
    change(
      "wording",
      "wording",
      `${keyword === "externalDocs" ? "external docs" : keyword} reworded`,
      before[keyword],
      after[keyword],
    ),
  );
}

/** What no rule above claims is reported as such, so that nothing passes because nobody thought of it. */
function diffUnhandled(before: JsonObject, after: JsonObject, change: ChangeMaker): SchemaChange[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (keyword) => !HANDLED.has(keyword),
  );
  return keywords
    .filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null))
    .map((keyword) =>
      change(
        "unclassified",
        "unknown",
        `${keyword} changed from ${brief(before[keyword])} to ${brief(after[keyword])}`,
        pick(before, [keyword]),
        pick(after, [keyword]),
      ),
    );
}

function diffFields(before: JsonObject, after: JsonObject, path: string, moves: Moves): SchemaChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changes: SchemaChange[] = [];
  const targets = new Set(moves.values());
  for (const [name, schema] of old) {
    const target = now.get(name);
    if (target) {
      changes.push(...diffRequired(name, before, after, path), ...diffNodes(schema, target, `${path}.${name}`, moves));
      continue;
    }
    const to = moves.get(`${path}.${name}`);
    const change = changeAt(`${path}.${name}`);
    if (to === undefined) changes.push(change("field-removed", "break", "the field was removed"));
    else changes.push(change("field-renamed", "break", `the field moved to ${to}`));
  }
  for (const [name, schema] of now) {
    if (old.has(name)) continue;
    const change = changeAt(`${path}.${name}`);
    if (!targets.has(`${path}.${name}`)) changes.push(change("field-added", "addition", "the field is new"));
    if (isRequired(after, name) && schema.default === undefined) {
      changes.push(change("required", "tightening", "the field is new and required"));
    }
  }
  // What is required may have no schema of its own, where fields are kept that the schema does not know.
  const others = new Set(
    [...requiredOf(before), ...requiredOf(after)].filter((name) => !old.has(name) && !now.has(name)),
  );
  return [...changes, ...[...others].flatMap((name) => diffRequired(name, before, after, path))];
}

/** A required field with a default is never missed: the default is filled in before the schema is looked at. */
function diffRequired(name: string, before: JsonObject, after: JsonObject, path: string): SchemaChange[] {
  const demands = (schema: JsonObject) => isRequired(schema, name) && fieldsOf(schema).get(name)?.default === undefined;
  const [was, is] = [demands(before), demands(after)];
  const change = changeAt(`${path}.${name}`);
  if (was && !is) return [change("required", "loosening", "the field is no longer required")];
  return !was && is ? [change("required", "tightening", "the field is required now")] : [];
}

function diffElements(before: JsonObject, after: JsonObject, path: string, moves: Moves): SchemaChange[] {
  return (["items", "additionalProperties"] as const).flatMap((keyword) => {
    const [old, now] = [before[keyword], after[keyword]];
    const inner = `${path}${keyword === "items" ? "[]" : "{}"}`;
    if (isJsonObject(old) && isJsonObject(now)) return diffNodes(old, now, inner, moves);
    if (sameJson(old ?? null, now ?? null)) return [];
    return [changeAt(inner)("unclassified", "unknown", `${keyword} changed from ${brief(old)} to ${brief(now)}`)];
  });
}

/** The schema that a path of a change leads to, or undefined where it leads nowhere. */
export function schemaAt(schema: JsonObject, path: string): JsonObject | undefined {
  let node: Json | undefined = schema;
  for (const step of path.matchAll(/\.([^.[{]+)|(\[\])|(\{\})/g)) {
    if (!isJsonObject(node)) return undefined;
    if (step[2]) node = node.items;
    else if (step[3]) node = node.additionalProperties;
    else node = fieldsOf(node).get(step[1] ?? "");
  }
  return isJsonObject(node) ? node : undefined;
}

function fieldsOf(schema: JsonObject): Map<string, JsonObject> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return new Map(Object.entries(properties).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

function requiredOf(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

function isRequired(schema: JsonObject, name: string): boolean {
  return requiredOf(schema).includes(name);
}

function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

function omit(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
