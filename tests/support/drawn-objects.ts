/**
 * Custom resources, drawn from the schemas of their versions, and changes to them: most of what the API server can reject
 * is planted from time to time.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { hasDefault, isIntOrString, type StructuralSchema } from "../../scripts/core/model/schema.js";
import { isOfFormat, textFormat, textFormatOf } from "../../scripts/kubernetes/formats/formats.js";
import { matchesPattern } from "../../scripts/kubernetes/re2/pattern.js";
import { keywordViolations } from "../../scripts/kubernetes/validation/validate.js";
import { Random } from "./random.js";

/** Strings of which one or another matches most patterns. */
const TEXTS = [
  "a",
  "web",
  "a-b",
  "example.com",
  "a.example.com",
  "*.example.com",
  "gateway.networking.k8s.io",
  "Gateway",
  "Service",
  "HTTPRoute",
  "ConfigMap",
  "/",
  "/path",
  "/a/b",
  "example.com/controller",
  "example.com/x",
  "1h",
  "10s",
  "0s",
  "10.0.0.1",
  "::1",
  "GET",
  "HTTP",
  "HTTPS",
  "http://example.com",
  "https://a.example.com:8443",
  "*",
  "1",
  "2026-01-01T00:00:00Z",
  "Accepted",
  "",
  "UPPER",
  "a b",
  "ü",
];

/** Parts of an object that a draw prefers: it nearly always sets them, and often to one of the given values. */
export interface Focus {
  readonly fields: Map<string, Focus>;
  /** Items of a list, or values of a map. */
  inner?: Focus;
  /** Values to set. They are used if the schema allows them. */
  readonly values: Json[];
  /** Numbers of items. */
  readonly sizes: number[];
  /** If true, most values are equal, and items of lists repeat. */
  isAlike: boolean;
  /** If true, objects are small and consistent, and so more often follow the validation rules. */
  isLean: boolean;
}

export function newFocus(): Focus {
  return { fields: new Map(), values: [], sizes: [], isAlike: false, isLean: false };
}

/** Draws a value of a schema. It is valid by the keywords of the schema as far as this is easy, but not by its rules. */
export function drawValue(schema: StructuralSchema, random: Random, depth = 0, focus?: Focus): Json {
  const planted = focus && plantedValue(schema, random, depth, focus);
  if (planted !== undefined) return planted;
  const { enum: values = [], type } = schema;
  if (values.length > 0) return random.one(values);
  if (isIntOrString(schema)) return random.once(2) ? random.below(100) : random.one(["1", "50%"]);
  switch (type) {
    case "string":
      return drawText(schema, random);
    case "integer":
    case "number":
      return drawNumber(schema, random);
    case "boolean":
      return random.once(2);
    case "array":
      return drawList(schema, random, depth, focus);
    case "object":
      return drawObject(schema, random, depth, focus);
    default:
      return random.one([1, "a", true, {}]);
  }
}

function plantedValue(schema: StructuralSchema, random: Random, depth: number, focus: Focus): Json | undefined {
  if (focus.isAlike && random.once(2)) {
    return drawValue(schema, new Random(random.below(2)), depth, { ...focus, isAlike: false });
  }
  if (!random.once(2)) return undefined;
  const fitting = focus.values.filter((value) => keywordViolations(schema, value).length === 0);
  return fitting.length > 0 ? random.one(fitting) : undefined;
}

function drawText(schema: StructuralSchema, random: Random): string {
  const { minLength = 0, maxLength = 1000, pattern } = schema;
  const format = textFormatOf(schema);
  const texts = [...TEXTS, ...(format === undefined ? [] : (textFormat(format)?.examples ?? []))];
  const fitting = texts.filter(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || matchesPattern(pattern, text)) &&
      (format === undefined || isOfFormat(format, text)),
  );
  return random.one(fitting.length > 0 ? fitting : texts);
}

function drawNumber({ minimum = 0, maximum = 70_000 }: StructuralSchema, random: Random): number {
  const span = Math.max(0, Math.min(maximum, 2 ** 31) - minimum);
  return random.once(3) ? random.one([minimum, Math.min(maximum, 2 ** 31)]) : minimum + random.below(span + 1);
}

function drawList(schema: StructuralSchema, random: Random, depth: number, focus?: Focus): Json {
  const size = focus && drawSize(focus, random);
  const { items = {}, minItems = 0, maxItems = size ?? 3 } = schema;
  const count = Math.max(minItems, Math.min(maxItems, size ?? random.below(depth > 6 ? 1 : 4)));
  const length = size === undefined ? Math.min(count, 5) : count;
  const list = Array.from({ length }, (_, index) =>
    length > 5 ? drawDistinct(items, random, index) : drawValue(items, random, depth + 1, focus?.inner),
  );
  const repeated = focus?.isAlike && random.once(2) ? list.slice(0, Math.max(0, maxItems - length)) : [];
  return [...list, ...repeated];
}

/** Draws an item of a long list. Few long lists may contain an item twice. */
function drawDistinct(schema: StructuralSchema, random: Random, index: number): Json {
  const text = `x${index}`;
  return keywordViolations(schema, text).length === 0 ? text : drawValue(schema, random, 6);
}

/** Returns a number of items, of which most are small: long lists take time. */
function drawSize({ inner, sizes, isLean }: Focus, random: Random): number | undefined {
  if (sizes.length > 0 && random.once(4)) return random.one(sizes);
  return inner && !random.once(8) ? 1 + random.below(isLean ? 1 : 3) : undefined;
}

function drawObject(schema: StructuralSchema, random: Random, depth: number, focus?: Focus): JsonObject {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const isChosen = (name: string, field: StructuralSchema) => {
    if (required.includes(name) && !hasDefault(field)) return true;
    if (focus?.fields.has(name)) return !random.once(6);
    // Most other fields are omitted: they make the object larger, and less often valid.
    if (focus && focus.fields.size > 0) return random.once(focus.isLean ? 12 : 6);
    return depth < 7 && random.once(hasDefault(field) ? 4 : 3);
  };
  const chosen = Object.entries(properties).filter(([name, field]) => isChosen(name, field));
  const declared = chosen.map(
    ([name, field]) => [name, drawValue(field, random, depth + 1, focus?.fields.get(name))] as const,
  );
  const others = isJsonObject(additionalProperties)
    ? Array.from({ length: random.below(3) }, (_, n) => {
        return [`k${n}`, drawValue(additionalProperties, random, depth + 1, focus?.inner)];
      })
    : [];
  const object = Object.fromEntries([...declared, ...others]);
  return focus && (focus.isLean || !random.once(4)) ? withOneMember(schema, object, random, depth, focus) : object;
}

/**
 * Makes an object consistent whose field `type` names the one field that it has. Rules require this, which a schema cannot
 * express. Members that are preferred take precedence.
 */
function withOneMember(
  { properties = {} }: StructuralSchema,
  object: JsonObject,
  random: Random,
  depth: number,
  focus: Focus,
): JsonObject {
  const members = (properties.type?.enum ?? []).flatMap((type) => {
    const name = Object.keys(properties).find((each) => each.toLowerCase() === String(type).toLowerCase());
    return name === undefined ? [] : [{ type, name }];
  });
  if (members.length < 2) return object;
  const preferred = members.filter(({ name }) => focus.fields.has(name));
  const { type, name } = random.one(preferred.length > 0 ? preferred : members);
  const others = Object.entries(object).filter(([key]) => !members.some((member) => member.name === key));
  const value = object[name] ?? drawValue(properties[name] ?? {}, random, depth + 1, focus.fields.get(name));
  return { ...Object.fromEntries(others), type, [name]: value };
}

interface Spot {
  readonly schema: StructuralSchema;
  readonly value: Json;
  readonly replace: (value: Json | undefined) => Json;
}

/** Returns all values of an object that a schema describes, each with a function that returns a changed object. */
function spotsIn(schema: StructuralSchema, value: Json, rebuild: (value: Json | undefined) => Json): Spot[] {
  const here: Spot = { schema, value, replace: rebuild };
  if (isJsonArray(value)) {
    const { items = {} } = schema;
    const inner = value.flatMap((item, index) =>
      spotsIn(items, item, (changed) =>
        rebuild(changed === undefined ? value.toSpliced(index, 1) : value.with(index, changed)),
      ),
    );
    return [here, ...inner];
  }
  if (!isJsonObject(value)) return [here];
  const { properties = {}, additionalProperties } = schema;
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const field = properties[name] ?? (isJsonObject(additionalProperties) ? additionalProperties : undefined);
    const replace = (changed: Json | undefined) => {
      const { [name]: _, ...rest } = value;
      return rebuild(changed === undefined ? rest : { ...rest, [name]: changed });
    };
    return field ? spotsIn(field, part, replace) : [];
  });
  return [here, ...inner];
}

type Change = (spot: Spot, random: Random) => Json;

/** Changes that keep most objects valid. */
const HARMLESS: readonly Change[] = [
  ({ schema, replace }, random) => replace(drawValue(schema, random)),
  ({ value, schema, replace }, random) => {
    if (!isJsonObject(value)) return replace(drawValue(schema, random));
    const { properties = {} } = schema;
    const names = Object.keys(properties);
    if (names.length === 0) return replace(value);
    const name = random.one(names);
    return replace({ ...value, [name]: drawValue(properties[name] ?? {}, random) });
  },
  ({ value, schema, replace }, random) =>
    isJsonArray(value) ? replace([...value, drawValue(schema.items ?? {}, random)]) : replace(value),
];

const WRONG: readonly Json[] = [
  0,
  -1,
  1.5,
  "",
  "a",
  "UPPER case",
  true,
  [],
  {},
  null,
  65_536,
  2 ** 40,
  "x".repeat(300),
];

/** Changes after which most objects are rejected. */
const FAULTS: readonly Change[] = [
  ({ replace }, random) => replace(random.one(WRONG)),
  ({ replace }) => replace(undefined),
  ({ replace }) => replace(null),
  ({ value, replace }) => replace(isJsonArray(value) && value[0] !== undefined ? [...value, value[0]] : value),
  ({ value, replace }) =>
    replace(isJsonArray(value) && value[0] !== undefined ? Array.from({ length: 70 }, () => value[0] as Json) : value),
  ({ value, replace }) => replace(isJsonObject(value) ? { ...value, nmae: { deep: [1] } } : value),
  ({ value, replace }, random) =>
    replace(typeof value === "string" ? `${value}${random.one(["-", "/", " ", "."])}` : value),
  ({ value, replace }) => replace(typeof value === "number" ? -value - 1 : value),
  ({ value, replace }) => replace(isJsonObject(value) ? {} : value),
];

/** Changes one to three values of the spec or the status of an object, with a fault once in `times`. */
export function changed(schema: StructuralSchema, object: JsonObject, random: Random, times: number): JsonObject {
  let result = object;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const spots = spotsIn(schema, result, (value) => (isJsonObject(value) ? value : result)).filter(
      ({ value }) => value !== result,
    );
    if (spots.length === 0) return result;
    const next = random.one(random.once(times) ? FAULTS : HARMLESS)(random.one(spots), random);
    if (isJsonObject(next)) result = next;
  }
  const { apiVersion = "", kind = "", metadata = {} } = object;
  return { ...result, apiVersion, kind, metadata };
}

/** Metadata that is wrong in one way. */
const METADATA: readonly JsonObject[] = [
  { name: "UPPER" },
  { name: "a/b" },
  { name: "a".repeat(254) },
  {},
  { generateName: "a-" },
  { generateName: "A-" },
  { name: "a", labels: { "a b": "c" } },
  { name: "a", labels: { a: "b c" } },
  { name: "a", labels: { a: 1 } },
  { name: "a", labels: [] },
  { name: "a", annotations: { "UPPER/a": "b" } },
  { name: "a", annotations: { "a/b/c": "" } },
  { name: "a", annotations: { a: "x".repeat(262_144) } },
  { name: "a", finalizers: ["a b"] },
  { name: "a", finalizers: ["orphan", "foregroundDeletion"] },
  { name: "a", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "" }] },
  { name: "a", ownerReferences: [{ apiVersion: "a/b/c", kind: "Pod", name: "a", uid: "u" }] },
  { name: "a", unknown: 1, labels: null, creationTimestamp: null },
  { name: "a", creationTimestamp: "yesterday" },
];

/** Replaces the metadata of an object by metadata that is wrong once in `times`. */
export function withDrawnMetadata(object: JsonObject, random: Random, times: number): JsonObject {
  return random.once(times) ? { ...object, metadata: random.one(METADATA) } : object;
}
