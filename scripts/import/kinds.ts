/** Reads the versions of CRDs as interfaces of kinds. */
import { pluralOf } from "../core/model/api.js";
import { APPROVAL_ANNOTATION } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { groupOf, kindOf, rootOf, versionsOf } from "../core/model/crd-parts.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import { EMBEDDED_FIELDS, type StructuralSchema } from "../core/model/schema.js";
import { codeSpan, flagTag, isTagText, jsonCode, jsonTag, textTag, wrapWords } from "./comments.js";
import { constraintTags, limitedDescriptions } from "./constraints.js";
import type { Comment, Tag } from "./declarations.js";
import { differs, type MergedCrd, type MergedSchema, schemaIn } from "./merge-channels.js";
import { interfaceName } from "./names.js";

/** A version of a CRD in its normal form. */
export interface KindVersion {
  readonly crd: JsonObject;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Name of the interface. */
  readonly name: string;
  readonly root: MergedSchema;
  readonly isStorage: boolean;
  /** True if only the experimental channel has the version. */
  readonly isExperimental: boolean;
  /** Another version of the kind with an equal schema, from which this one is derived. */
  readonly equals?: string;
  /** The version as the CRD contains it. */
  readonly source: JsonObject;
}

/** The versions of a kind that the sources have, each with the version from which it is derived, if there is one. */
export type ExistingVersions = ReadonlyMap<string, string | undefined>;

/**
 * Returns the versions of a CRD. A version whose schema equals that of the storage version is derived from it. Versions
 * that the sources have stay as they are: written out or, as long as the schemas are equal, derived.
 */
export function kindVersionsOf(
  { crd, experimental }: MergedCrd,
  existing: ExistingVersions = new Map(),
): KindVersion[] {
  const versions = versionsOf(crd).map(
    (source): KindVersion => ({
      crd,
      group: groupOf(crd),
      version: String(source.name),
      kind: kindOf(crd),
      name: interfaceName(kindOf(crd)),
      root: rootOf(source),
      isStorage: source.storage === true,
      isExperimental: experimental.has(String(source.name)),
      source,
    }),
  );
  const equals = equalVersions(versions, existing);
  return versions.map((version) => ({ ...version, ...(equals.has(version) && { equals: equals.get(version) ?? "" }) }));
}

/**
 * Returns the version with an equal schema for each version that has one: the storage version, or one in all channels.
 * A version that the sources write out is not derived, and a derived one keeps the version from which it is derived. It
 * can have its own descriptions of the fields of every object. An import only writes that of `apiVersion`.
 */
function equalVersions(versions: readonly KindVersion[], existing: ExistingVersions): ReadonlyMap<KindVersion, string> {
  const isWritten = ({ version }: KindVersion) => existing.has(version) && existing.get(version) === undefined;
  const rankOf = (version: KindVersion) =>
    Number(!isWritten(version)) * 4 + Number(version.isExperimental) * 2 - Number(version.isStorage);
  const equals = new Map<KindVersion, string>();
  const seen: KindVersion[] = [];
  for (const version of [...versions].sort((a, b) => rankOf(a) - rankOf(b))) {
    const base = existing.get(version.version);
    const candidates = isWritten(version) ? [] : seen.filter((other) => base === undefined || base === other.version);
    const restated = base === undefined ? ["apiVersion"] : EMBEDDED_FIELDS;
    const same = candidates.find((other) => isDerived(version, other, restated));
    if (same) equals.set(version, same.version);
    else seen.push(version);
  }
  return equals;
}

/** Reports whether a version has the schema of another one in each of its channels, apart from what it restates. */
function isDerived(version: KindVersion, other: KindVersion, restated: readonly string[]): boolean {
  const channels = version.isExperimental ? CHANNELS.filter((channel) => channel === "experimental") : CHANNELS;
  const rootIn = (channel: Channel, { root }: KindVersion) => withoutDescriptions(schemaIn(channel, root), restated);
  return channels.every((channel) => sameJson(rootIn(channel, version), rootIn(channel, other)));
}

/** Returns a root without its own description and those of some of its fields. */
function withoutDescriptions(
  { description: _, ...root }: StructuralSchema,
  fields: readonly string[],
): StructuralSchema {
  const properties = Object.entries(root.properties ?? {}).map(([name, field]) => {
    const { description: __, ...others } = field;
    return [name, fields.includes(name) ? others : field] as const;
  });
  return { ...root, properties: Object.fromEntries(properties) };
}

/** Returns the comment of the interface of a version. */
export function kindComment({ root, ...kind }: KindVersion): Comment {
  const { description, properties: _, required = [], type: _type, ...keywords } = root;
  const unknown = required.filter((name) => !Object.hasOwn(root.properties ?? {}, name));
  const all = { ...keywords, ...(unknown.length > 0 && { required }) };
  const constraints = kind.equals === undefined ? constraintTags(all, "object") : [];
  return {
    ...(description !== undefined && { description }),
    tags: [
      ...(kind.isExperimental ? [flagTag("experimental")] : []),
      ...limitedDescriptions(root),
      ...(kind.isStorage ? crdTags(kind.crd) : []),
      ...versionTags({ root, ...kind }),
      ...constraints,
    ],
  };
}

/** Returns the tags for the whole CRD, which belong to the storage version. */
function crdTags(crd: JsonObject): Tag[] {
  const spec = objectIn(crd, "spec");
  const names = objectIn(spec, "names");
  const kind = String(names.kind);
  const guessed = pluralOf(kind, {});
  const metadata = objectIn(crd, "metadata");
  const annotations = Object.entries(objectIn(metadata, "annotations")).filter(([key]) => key !== APPROVAL_ANNOTATION);
  return [
    ...(spec.scope === "Cluster" ? [word("scope", "Cluster")] : []),
    ...(names.plural === guessed ? [] : [word("plural", names.plural)]),
    ...(names.singular === kind.toLowerCase() ? [] : [word("singular", names.singular)]),
    ...(names.listKind === `${kind}List` ? [] : [word("listKind", names.listKind)]),
    ...wordsIn(names.shortNames).map((name) => word("shortName", name)),
    ...wordsIn(names.categories).map((name) => word("category", name)),
    ...Object.entries(objectIn(metadata, "labels")).map(([key, value]) => word("crdLabel", `${key}=${value}`)),
    ...annotations.map(([key, value]) => word("crdAnnotation", `${key}=${value}`)),
  ];
}

function word(name: string, value: Json | undefined): Tag {
  return { name, value: [String(value ?? "")] };
}

function wordsIn(list: Json | undefined): readonly Json[] {
  return isJsonArray(list) ? list : [];
}

/** Returns the tags of a version: its state, its columns, and what it does not share with the storage version. */
function versionTags({ crd, source, isStorage, root }: KindVersion): Tag[] {
  const versions = versionsOf(crd);
  const storage = versions.find((version) => version.storage === true) ?? source;
  return [
    ...(isStorage && versions.length > 1 ? [flagTag("storageVersion")] : []),
    ...(source.served === false ? [flagTag("unserved")] : []),
    ...(source.deprecated === true ? [deprecation(source)] : []),
    ...statusTags(source, root),
    ...ASPECTS.flatMap(({ aspect, partOf, tagsOf }) => {
      if (!isStorage && sameJson(partOf(source), partOf(storage))) return [];
      const differs = isStorage ? [] : [word("differs", `${aspect} Imported with its own ${aspect}.`)];
      return [...tagsOf(source), ...differs];
    }),
    ...statusDifference(source, storage),
  ];
}

function deprecation({ deprecationWarning }: JsonObject): Tag {
  return typeof deprecationWarning === "string" ? textTag("deprecated", deprecationWarning) : flagTag("deprecated");
}

function statusTags(source: JsonObject, { properties = {} }: StructuralSchema): Tag[] {
  const hasSubresource = isJsonObject(objectIn(source, "subresources").status);
  if (hasSubresource === Object.hasOwn(properties, "status")) return [];
  return [hasSubresource ? flagTag("status") : word("status", "none")];
}

function statusDifference(source: JsonObject, storage: JsonObject): Tag[] {
  const hasStatus = (version: JsonObject) => isJsonObject(objectIn(version, "subresources").status);
  if (hasStatus(source) === hasStatus(storage)) return [];
  return [word("differs", "status Imported with its own subresources.")];
}

interface AspectTags {
  readonly aspect: "columns" | "scale" | "selectableFields";
  /** Returns the part of a version that the aspect covers. */
  readonly partOf: (version: JsonObject) => Json | undefined;
  readonly tagsOf: (version: JsonObject) => Tag[];
}

const ASPECTS: readonly AspectTags[] = [
  {
    aspect: "selectableFields",
    partOf: ({ selectableFields }) => selectableFields,
    tagsOf: ({ selectableFields }) =>
      wordsIn(selectableFields)
        .filter(isJsonObject)
        .map(({ jsonPath }) => word("selectableField", codeSpan(String(jsonPath)))),
  },
  {
    aspect: "columns",
    partOf: ({ additionalPrinterColumns }) => additionalPrinterColumns,
    tagsOf: ({ additionalPrinterColumns }) => wordsIn(additionalPrinterColumns).filter(isJsonObject).map(columnTag),
  },
  {
    aspect: "scale",
    partOf: ({ subresources }) => (isJsonObject(subresources) ? subresources.scale : undefined),
    tagsOf: ({ subresources }) =>
      isJsonObject(subresources) && isJsonObject(subresources.scale) ? [scaleTag(subresources.scale)] : [],
  },
];

function columnTag({ name, type, jsonPath, priority, format, description }: JsonObject): Tag {
  const shown = /^[^\s"`]+$/.test(String(name)) ? String(name) : `"${String(name)}"`;
  const words = [
    shown,
    String(type),
    codeSpan(String(jsonPath)),
    ...(priority === undefined ? [] : [`priority=${String(priority)}`]),
    ...(format === undefined ? [] : [`format=${String(format)}`]),
    ...(description === undefined ? [] : [columnDescription(String(description))]),
  ];
  return { name: "printColumn", value: wrapWords(words.join(" ")) };
}

/** Returns a description as it is or, if it would be read as something else, as JSON. */
function columnDescription(description: string): string {
  const isPlain = isTagText(description) && !/^\w+=/.test(description);
  return isPlain ? description : `description=${codeSpan(jsonCode(description))}`;
}

function scaleTag({ specReplicasPath, statusReplicasPath, labelSelectorPath }: JsonObject): Tag {
  const paths = [specReplicasPath, statusReplicasPath, labelSelectorPath].filter((path) => path !== undefined);
  return { name: "scale", value: [paths.map((path) => codeSpan(String(path))).join(" ")] };
}

/** Returns the comment of one of the fields that every object has. */
export function objectFieldComment(
  name: (typeof EMBEDDED_FIELDS)[number],
  { properties = {} }: StructuralSchema,
): Comment {
  const schema: MergedSchema = properties[name] ?? {};
  const { description } = schema;
  return {
    ...(description !== undefined && { description }),
    tags: [...limitedDescriptions(schema), ...(name === "metadata" ? metadataTags(schema) : [])],
  };
}

/** Returns `@schema` for the restrictions of names in each channel, or in both if they are equal. */
function metadataTags(schema: MergedSchema): Tag[] {
  const tagIn = (channel: Channel) => {
    const { type: _, ...keywords } = schemaIn(channel, schema);
    return Object.keys(keywords).length > 0 ? [jsonTag("schema", keywords)] : [];
  };
  if (!differs(schema)) return tagIn("standard");
  return CHANNELS.flatMap((channel) => tagIn(channel).map((tag) => ({ ...tag, channel })));
}
