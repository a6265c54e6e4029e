/** Reads the versions of CRDs as interfaces of kinds. */

import { pluralOf } from "../core/model/api.js";
import { APPROVAL_ANNOTATION } from "../core/model/bundle.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import type { EMBEDDED_FIELDS, StructuralSchema } from "../core/model/schema.js";
import { codeSpan, isTagText, jsonTag, textTag, wrapWords } from "./comments.js";
import { constraintTags } from "./constraints.js";
import type { Comment, Tag } from "./declarations.js";
import { pascalCase } from "./names.js";

/** A version of a CRD in its normal form. */
export interface KindVersion {
  readonly crd: JsonObject;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Name of the interface. */
  readonly name: string;
  readonly root: StructuralSchema;
  readonly isStorage: boolean;
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
export function versionsOf(crd: JsonObject, existing: ExistingVersions = new Map()): KindVersion[] {
  const spec = objectIn(crd, "spec");
  const kind = String(objectIn(spec, "names").kind);
  const sources = isJsonArray(spec.versions) ? spec.versions.filter(isJsonObject) : [];
  const rootOf = (source: JsonObject): StructuralSchema => objectIn(objectIn(source, "schema"), "openAPIV3Schema");
  const isWritten = ({ name }: JsonObject) => existing.has(String(name)) && existing.get(String(name)) === undefined;
  const rankOf = (source: JsonObject) => (isWritten(source) ? 2 : 0) + (source.storage === true ? 1 : 0);
  const preferred = [...sources].sort((a, b) => rankOf(b) - rankOf(a));
  const seen: JsonObject[] = [];
  const equals = new Map<JsonObject, string>();
  for (const source of preferred) {
    const base = existing.get(String(source.name));
    const candidates = seen.filter(({ name }) => !isWritten(source) && (base === undefined || base === name));
    const same = candidates.find((other) =>
      sameJson(withoutDescription(rootOf(other)), withoutDescription(rootOf(source))),
    );
    if (same) equals.set(source, String(same.name));
    else seen.push(source);
  }
  return sources.map((source) => ({
    crd,
    group: String(spec.group),
    version: String(source.name),
    kind,
    name: pascalCase(kind),
    root: rootOf(source),
    isStorage: source.storage === true,
    ...(equals.has(source) && { equals: equals.get(source) ?? "" }),
    source,
  }));
}

/** The description of the root is in the comment of each version. */
function withoutDescription({ description: _, ...root }: StructuralSchema): StructuralSchema {
  return root;
}

/** Returns the comment of the interface of a version. */
export function kindComment({ root, ...kind }: KindVersion): Comment {
  const { description, properties: _, required = [], type: _type, ...keywords } = root;
  const unknown = required.filter((name) => !Object.hasOwn(root.properties ?? {}, name));
  const all = { ...keywords, ...(unknown.length > 0 && { required }) };
  const constraints = kind.equals === undefined ? constraintTags(all, "object") : [];
  return {
    ...(description !== undefined && { description }),
    tags: [...(kind.isStorage ? crdTags(kind.crd) : []), ...versionTags({ root, ...kind }), ...constraints],
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
  const versions = wordsIn(objectIn(crd, "spec").versions).filter(isJsonObject);
  const storage = versions.find((version) => version.storage === true) ?? source;
  return [
    ...(isStorage && versions.length > 1 ? [flag("storageVersion")] : []),
    ...(source.served === false ? [flag("unserved")] : []),
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

function flag(name: string): Tag {
  return { name, value: [""] };
}

function deprecation({ deprecationWarning }: JsonObject): Tag {
  return typeof deprecationWarning === "string" ? textTag("deprecated", deprecationWarning) : flag("deprecated");
}

function statusTags(source: JsonObject, { properties = {} }: StructuralSchema): Tag[] {
  const hasSubresource = isJsonObject(objectIn(source, "subresources").status);
  if (hasSubresource === Object.hasOwn(properties, "status")) return [];
  return [hasSubresource ? flag("status") : word("status", "none")];
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
  return isPlain ? description : `description=${codeSpan(JSON.stringify(description))}`;
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
  const { description, type: _, ...keywords } = properties[name] ?? {};
  const isMetadata = name === "metadata";
  return {
    ...(description !== undefined && { description }),
    tags: isMetadata && Object.keys(keywords).length > 0 ? [jsonTag("schema", keywords)] : [],
  };
}
