/**
 * Merges the CRDs of a kind in the standard and in the experimental channel. A merged schema has the fields of both. If
 * it differs between the channels, it also has the schema of each. Of parts that no tag can limit to a channel, it has
 * those of the standard channel.
 */
import type { Channel } from "../core/model/channel.js";
import { rootOf, versionsOf } from "../core/model/crd-parts.js";
import { compareStrings } from "../core/model/diagnostic.js";
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  ownIn,
  sameJson,
} from "../core/model/json.js";
import type { StructuralSchema } from "../core/model/schema.js";
import { parseApiVersion } from "../core/model/version.js";

/** Not a string, because a schema from a file can have any keyword. */
export const IN_CHANNELS: unique symbol = Symbol("schemas in the channels");

export type ByChannel<T> = Readonly<Record<Channel, T>>;

/** Schema that is marked with the schemas of both channels if these differ. */
export type MergedSchema = StructuralSchema & { readonly [IN_CHANNELS]?: ByChannel<StructuralSchema> };

/** CRD in its normal form, with merged schemas. */
export interface MergedCrd {
  readonly crd: JsonObject;
  /** The API versions that only the experimental channel has. */
  readonly experimental: ReadonlySet<string>;
}

/** Merges the CRDs of a kind, of which one can be missing. */
export function mergeChannels(standard: JsonObject | undefined, experimental: JsonObject | undefined): MergedCrd {
  const versions = mergeVersions(standard && versionsOf(standard), experimental && versionsOf(experimental));
  const crd = standard ?? experimental ?? {};
  const spec = { ...objectIn(crd, "spec"), versions: versions.all };
  return { crd: { ...crd, spec }, experimental: versions.experimental };
}

/** Reports whether only the experimental channel has a kind. */
export function isExperimental({ crd, experimental }: MergedCrd): boolean {
  return versionsOf(crd).every(({ name }) => experimental.has(String(name)));
}

function mergeVersions(standard: readonly JsonObject[] | undefined, experimental: readonly JsonObject[] = []) {
  const byName = new Map(experimental.map((version) => [String(version.name), version]));
  const known = new Set(standard?.map(({ name }) => String(name)));
  const added = experimental.filter(({ name }) => !known.has(String(name)));
  const all = [
    ...(standard ?? []).map((version) => mergeVersion(version, byName.get(String(version.name)))),
    // The storage version is that of the standard channel.
    ...added.map((version) => (standard ? { ...version, storage: false } : version)),
  ];
  return {
    all: all.sort((a, b) => compareStrings(String(a.name), String(b.name))),
    experimental: new Set(added.map(({ name }) => String(name))),
  };
}

function mergeVersion(standard: JsonObject, experimental: JsonObject | undefined): JsonObject {
  if (!experimental) return standard;
  // The build serves alpha versions only in the experimental channel.
  const isAlpha = parseApiVersion(String(standard.name))?.stage === "alpha";
  const { served = true } = isAlpha ? experimental : standard;
  const schema = { openAPIV3Schema: mergeSchemas(rootOf(standard), rootOf(experimental)) };
  return { ...standard, served, schema };
}

/** Keywords that follow from a TypeScript type, so no tag can limit them to a channel. */
const TYPE_KEYWORDS = ["type", "properties", "items", "additionalProperties", "required", "enum", "nullable"] as const;

/** Rules of a schema. All rules apply, so those of one channel cannot replace those of both. */
const RULES = "x-kubernetes-validations";

/** Merges two schemas. Returns the one of the standard channel if they are equal, or if no type can express both. */
export function mergeSchemas(standard: StructuralSchema, experimental: StructuralSchema): MergedSchema {
  if (!isOneType(standard, experimental)) return standard;
  const parts = mergeParts(standard, experimental);
  const isEqual =
    Object.entries(parts).every(([keyword, part]) => part === standard[keyword]) &&
    sameJson(ownKeywords(standard), ownKeywords(experimental));
  if (isEqual) return standard;
  const only = keywordsOnlyIn("standard", { [IN_CHANNELS]: { standard, experimental } });
  const own = Object.entries(ownKeywords(standard)).filter(([keyword]) => !Object.hasOwn(only, keyword));
  const { type, nullable } = standard;
  return {
    ...Object.fromEntries(own),
    ...(type !== undefined && { type }),
    ...(nullable !== undefined && { nullable }),
    ...parts,
    [IN_CHANNELS]: { standard, experimental },
  };
}

/** Reports whether one TypeScript type, in which some fields are experimental, can express both schemas. */
function isOneType(a: StructuralSchema, b: StructuralSchema): boolean {
  const values = [a.additionalProperties, b.additionalProperties];
  return (
    a.type === b.type &&
    a["x-kubernetes-int-or-string"] === b["x-kubernetes-int-or-string"] &&
    (a.items === undefined) === (b.items === undefined) &&
    (values.every(isJsonObject) || sameJson(values[0], values[1]))
  );
}

/** Merges what is inside two schemas. A part that is equal in both is that of the standard channel. */
function mergeParts(standard: StructuralSchema, experimental: StructuralSchema): StructuralSchema {
  const [values, newValues] = [standard.additionalProperties, experimental.additionalProperties];
  const { properties, items, required, enum: members } = standard;
  const newFields = experimental.properties ?? {};
  const added = Object.keys(newFields).filter((name) => !Object.hasOwn(properties ?? {}, name));
  const needed = (experimental.required ?? []).filter((name) => added.includes(name));
  return {
    ...((properties || added.length > 0) && { properties: mergeFields(properties ?? {}, newFields, added) }),
    ...(items && { items: mergeSchemas(items, experimental.items ?? items) }),
    ...(values !== undefined && {
      additionalProperties: isJsonObject(values) && isJsonObject(newValues) ? mergeSchemas(values, newValues) : values,
    }),
    ...(needed.length > 0 ? { required: [...(required ?? []), ...needed] } : required && { required }),
    ...(members && { enum: mergeMembers(members, experimental.enum ?? members) }),
  };
}

/** Merges fields in the order of the experimental channel, which has all or most of them. */
function mergeFields(
  standard: NonNullable<StructuralSchema["properties"]>,
  experimental: NonNullable<StructuralSchema["properties"]>,
  added: readonly string[],
): NonNullable<StructuralSchema["properties"]> {
  const names = new Set([...Object.keys(experimental), ...Object.keys(standard)]);
  const fields = [...names].map((name) => {
    const [stable, latest] = [ownIn(standard, name), ownIn(experimental, name)];
    return [name, stable && latest ? mergeSchemas(stable, latest) : (stable ?? latest ?? {})] as const;
  });
  const isEqual = added.length === 0 && fields.every(([name, schema]) => schema === ownIn(standard, name));
  return isEqual ? standard : Object.fromEntries(fields);
}

function mergeMembers(standard: readonly Json[], experimental: readonly Json[]): readonly Json[] {
  const known = new Set(standard);
  const isMember = ({ item, channel }: Merged<Json>) => channel !== "experimental" || !known.has(item);
  const merged = mergeLists(standard, experimental).filter(isMember);
  return merged.length === standard.length ? standard : merged.map(({ item }) => item);
}

/** Item of a merged list, with its channel unless both have it. */
interface Merged<T> {
  readonly item: T;
  readonly channel?: Channel;
}

/** Merges two lists. The items of each channel keep their order, so an item can occur once for each of them. */
export function mergeLists<T extends Json>(standard: readonly T[], experimental: readonly T[]): Merged<T>[] {
  const places = placesOf(standard);
  const merged: Merged<T>[] = [];
  let next = 0;
  let added: T[] = [];
  const addLimited = (end: number) => {
    for (const item of standard.slice(next, end)) merged.push({ item, channel: "standard" });
    for (const item of added) merged.push({ item, channel: "experimental" });
    added = [];
  };
  for (const item of experimental) {
    const ahead = places.get(canonicalJson(item)) ?? [];
    while ((ahead.at(-1) ?? next) < next) ahead.pop();
    const place = ahead.pop();
    if (place === undefined) added.push(item);
    else {
      addLimited(place);
      merged.push({ item });
      next = place + 1;
    }
  }
  addLimited(standard.length);
  return merged;
}

/** Returns the places of each item, the first one last. */
function placesOf(items: readonly Json[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, item] of [...items.entries()].reverse()) {
    const key = canonicalJson(item);
    const known = places.get(key);
    if (known) known.push(index);
    else places.set(key, [index]);
  }
  return places;
}

/** Returns the keywords of a schema that tags set. */
function ownKeywords(schema: StructuralSchema): JsonObject {
  const isOwn = ([keyword]: readonly [string, Json]) => !TYPE_KEYWORDS.some((other) => other === keyword);
  return Object.fromEntries(Object.entries(schema).filter(isOwn));
}

/** Returns the schema of a channel. */
export function schemaIn(channel: Channel, schema: MergedSchema): StructuralSchema {
  return schema[IN_CHANNELS]?.[channel] ?? schema;
}

/** Reports whether a schema differs between the channels. */
export function differs(schema: MergedSchema): boolean {
  return schema[IN_CHANNELS] !== undefined;
}

/**
 * Returns the keywords that tags must limit to a channel. A keyword with a value in both channels has that of the
 * standard channel, and needs a tag only in the experimental one.
 */
export function keywordsOnlyIn(channel: Channel, schema: MergedSchema): JsonObject {
  const other = schemaIn(channel === "standard" ? "experimental" : "standard", schema);
  const isLimited = ([keyword, value]: readonly [string, Json]) =>
    channel === "standard" && keyword !== RULES
      ? !Object.hasOwn(other, keyword)
      : !sameJson(ownIn(other, keyword), value);
  return Object.fromEntries(Object.entries(ownKeywords(schemaIn(channel, schema))).filter(isLimited));
}

/** Reports whether only the experimental channel has a field. */
export function isExperimentalField(schema: MergedSchema, name: string): boolean {
  return !Object.hasOwn(schemaIn("standard", schema).properties ?? {}, name);
}

/** Returns the members of an enum that only the experimental channel has. */
export function experimentalMembers(schema: MergedSchema): ReadonlySet<Json> {
  const standard = new Set(schemaIn("standard", schema).enum);
  return new Set(schema.enum?.filter((value) => !standard.has(value)));
}

/** Returns a merged schema with the fields, items and values of the standard channel. */
export function withStandardParts(schema: MergedSchema): StructuralSchema {
  const standard = schemaIn("standard", schema);
  const parts = Object.entries(standard).filter(([keyword]) => TYPE_KEYWORDS.some((other) => other === keyword));
  return { ...ownKeywords(schema), ...Object.fromEntries(parts) };
}
