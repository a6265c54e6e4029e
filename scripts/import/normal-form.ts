/**
 * The normal form of a CRD: what the build writes, whatever else has the same meaning to the API server. The changes that
 * lead to it are known, so an import can report them.
 */
import { compareStrings } from "../core/model/diagnostic.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";

/** A CRD in its normal form, and JSON pointers to what differs from the form in which it was written. */
export interface NormalForm {
  readonly crd: JsonObject;
  readonly changes: readonly string[];
  /** Domain of the annotations of the bundle that contains the CRD. */
  readonly domain?: string;
}

/** Records the places that change. */
class Changes {
  readonly pointers = new Set<string>();

  /** Returns the new value, and records the place if it differs from the old one. */
  to(pointer: string, old: Json | undefined, value: Json | undefined): Json | undefined {
    if (!sameJson(old, value)) this.pointers.add(pointer);
    return value;
  }
}

/** Annotations of tools that no longer make the CRD, or that describe how it was applied. */
const TOOL_ANNOTATIONS = ["controller-gen.kubebuilder.io/version", "kubectl.kubernetes.io/last-applied-configuration"];

/** Returns the normal form of a CRD of apiextensions.k8s.io/v1 whose shape is valid. */
export function normalForm(crd: JsonObject): NormalForm {
  const changes = new Changes();
  const { apiVersion, kind } = crd;
  const stamp = stampOf(crd);
  const normal = {
    apiVersion,
    kind,
    metadata: normalMetadata(crd, stamp, changes),
    spec: normalSpec(objectIn(crd, "spec"), changes),
  };
  for (const key of Object.keys(crd)) if (!(key in normal)) changes.pointers.add(pointerTo("", key));
  return { crd: normal as JsonObject, changes: [...changes.pointers], ...(stamp && { domain: stamp.domain }) };
}

/** The annotations with which this tool marks a CRD. The build sets them, so they are not part of the normal form. */
export interface Stamp {
  readonly domain: string;
  readonly bundleVersion: string;
  readonly channel: string;
}

/** Returns the annotations of the bundle, if a CRD has both. */
export function stampOf(crd: JsonObject): Stamp | undefined {
  const annotations = objectIn(objectIn(crd, "metadata"), "annotations");
  const domains = Object.keys(annotations).flatMap((key) => /^(.+)\/bundle-version$/.exec(key)?.[1] ?? []);
  const domain = domains.find((each) => Object.hasOwn(annotations, `${each}/channel`));
  if (domain === undefined) return undefined;
  const annotationIn = (name: string) => String(annotations[`${domain}/${name}`]);
  return { domain, bundleVersion: annotationIn("bundle-version"), channel: annotationIn("channel") };
}

function normalMetadata(crd: JsonObject, stamp: Stamp | undefined, changes: Changes): JsonObject {
  const metadata = objectIn(crd, "metadata");
  const { name = "" } = metadata;
  const all = objectIn(metadata, "annotations");
  const stamps = stamp ? [`${stamp.domain}/bundle-version`, `${stamp.domain}/channel`] : [];
  const isOfTool = (key: string) => TOOL_ANNOTATIONS.includes(key);
  const annotations = Object.entries(all).filter(([key]) => !isOfTool(key) && !stamps.includes(key));
  for (const key of Object.keys(all).filter(isOfTool)) changes.pointers.add(pointerTo("/metadata/annotations", key));
  for (const key of Object.keys(metadata)) {
    if (!["name", "annotations", "labels"].includes(key)) changes.pointers.add(pointerTo("/metadata", key));
  }
  const labels = objectIn(metadata, "labels");
  return {
    name,
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
}

function normalSpec(spec: JsonObject, changes: Changes): JsonObject {
  const { preserveUnknownFields, conversion, versions = [], names, ...others } = spec;
  const normal: Record<string, Json> = { ...others };
  if (preserveUnknownFields === false) changes.pointers.add("/spec/preserveUnknownFields");
  else if (preserveUnknownFields !== undefined && preserveUnknownFields !== null) {
    normal.preserveUnknownFields = preserveUnknownFields;
  }
  if (isJsonObject(conversion) && conversion.strategy === "None") changes.pointers.add("/spec/conversion");
  else if (conversion !== undefined && conversion !== null) normal.conversion = conversion;
  normal.names = normalNames(isJsonObject(names) ? names : {}, changes);
  normal.versions = normalVersions(isJsonArray(versions) ? versions.filter(isJsonObject) : [], changes);
  return normal;
}

function normalNames(names: JsonObject, changes: Changes): JsonObject {
  const { kind = "" } = names;
  const at = (key: string) => pointerTo("/spec/names", key);
  const normal: Record<string, Json> = { ...names };
  normal.listKind = changes.to(at("listKind"), names.listKind, names.listKind || `${kind}List`) ?? "";
  normal.singular = changes.to(at("singular"), names.singular, names.singular || String(kind).toLowerCase()) ?? "";
  for (const key of ["shortNames", "categories"]) {
    const list = names[key];
    if (list === undefined || (isJsonArray(list) && list.length > 0)) continue;
    changes.pointers.add(at(key));
    delete normal[key];
  }
  return normal;
}

function normalVersions(versions: readonly JsonObject[], changes: Changes): JsonObject[] {
  const nameOf = ({ name }: JsonObject) => String(name);
  const sorted = versions
    .map((version, index) => normalVersion(version, `/spec/versions/${index}`, changes))
    .sort((a, b) => compareStrings(nameOf(a), nameOf(b)));
  const isSorted = sorted.every((version, index) => nameOf(version) === nameOf(versions[index] ?? {}));
  if (!isSorted) changes.pointers.add("/spec/versions");
  return sorted;
}

function normalVersion(version: JsonObject, pointer: string, changes: Changes): JsonObject {
  const { schema, subresources, ...others } = version;
  const normal: Record<string, Json> = { ...others };
  for (const [key, value] of Object.entries(others)) {
    const isEmpty = value === null || value === "" || (isJsonArray(value) && value.length === 0);
    if (!isEmpty && !(key === "deprecated" && value === false)) continue;
    changes.pointers.add(pointerTo(pointer, key));
    delete normal[key];
  }
  if (isJsonArray(normal.additionalPrinterColumns)) {
    normal.additionalPrinterColumns = normal.additionalPrinterColumns.map((column, index) =>
      isJsonObject(column) ? normalColumn(column, `${pointer}/additionalPrinterColumns/${index}`, changes) : column,
    );
  }
  normal.subresources = changes.to(`${pointer}/subresources`, subresources, subresources ?? {}) ?? {};
  const root = objectIn(isJsonObject(schema) ? schema : {}, "openAPIV3Schema");
  normal.schema = { openAPIV3Schema: normalRoot(root, `${pointer}/schema/openAPIV3Schema`, changes) };
  return normal;
}

function normalColumn(column: JsonObject, pointer: string, changes: Changes): JsonObject {
  const empty = Object.entries(column).filter(([key, value]) => value === null || (value === "" && key !== "name"));
  for (const [key] of empty) changes.pointers.add(pointerTo(pointer, key));
  return Object.fromEntries(Object.entries(column).filter(([key]) => !empty.some(([other]) => other === key)));
}

/** Fields of every object. The API server requires them, whether the schema of a root lists them or not. */
const OBJECT_FIELDS: Readonly<Record<string, JsonObject>> = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object" },
};

function normalRoot(root: JsonObject, pointer: string, changes: Changes): JsonObject {
  const normal: Record<string, Json> = { ...normalSchema(root, pointer, changes) };
  const properties = objectIn(normal, "properties");
  const missing = Object.entries(OBJECT_FIELDS).filter(([name]) => !Object.hasOwn(properties, name));
  for (const [name] of missing) changes.pointers.add(pointerTo(`${pointer}/properties`, name));
  const { description, ...metadata } = objectIn(properties, "metadata");
  // The API server rejects a description here, as the build knows.
  if (description !== undefined) changes.pointers.add(`${pointer}/properties/metadata/description`);
  normal.properties = { ...properties, metadata, ...Object.fromEntries(missing) };
  const { required } = normal;
  if (!isJsonArray(required)) return normal;
  const needed = required.filter((name) => typeof name !== "string" || !Object.hasOwn(OBJECT_FIELDS, name));
  changes.to(`${pointer}/required`, required, needed);
  if (needed.length > 0) return { ...normal, required: needed };
  const { required: _, ...others } = normal;
  return others;
}

/** Keywords for which false has the same meaning as nothing. */
const FALSE_BY_DEFAULT = [
  ..."exclusiveMaximum exclusiveMinimum nullable uniqueItems".split(" "),
  ..."x-kubernetes-embedded-resource x-kubernetes-int-or-string".split(" "),
];

/** Keywords of which an empty value has the same meaning as nothing. */
const EMPTY_BY_DEFAULT = "allOf anyOf description externalDocs format oneOf pattern properties required title".split(
  " ",
);

function normalSchema(schema: JsonObject, pointer: string, changes: Changes): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    const at = pointerTo(pointer, key);
    const isNothing = value === null || isDefault(key, value);
    if (!isNothing) return [[key, normalKeyword(key, value, at, changes)] as const];
    changes.pointers.add(at);
    return [];
  });
  return Object.fromEntries(entries);
}

function isDefault(key: string, value: Json): boolean {
  if (FALSE_BY_DEFAULT.includes(key)) return value === false;
  return (
    EMPTY_BY_DEFAULT.includes(key) &&
    (value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0))
  );
}

function normalKeyword(key: string, value: Json, pointer: string, changes: Changes): Json {
  if (key === "description" && typeof value === "string") {
    return changes.to(pointer, value, normalDescription(value)) ?? "";
  }
  if (key === "required" && isJsonArray(value)) {
    return changes.to(pointer, value, [...new Set(value.map(String))].sort()) ?? [];
  }
  if (key === "properties" && isJsonObject(value)) {
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      normalChild(field, pointerTo(pointer, name), changes),
    ]);
    return Object.fromEntries(fields) as JsonObject;
  }
  if (["items", "additionalProperties", "not"].includes(key)) return normalChild(value, pointer, changes);
  if (["allOf", "anyOf", "oneOf"].includes(key) && isJsonArray(value)) {
    return value.map((child, index) => normalChild(child, `${pointer}/${index}`, changes));
  }
  return value;
}

/** Returns a description without the white space at the ends of its lines. */
export function normalDescription(description: string): string {
  return description.replace(/[^\S\n]+$/gm, "").trim();
}

function normalChild(child: Json, pointer: string, changes: Changes): Json {
  return isJsonObject(child) ? normalSchema(child, pointer, changes) : child;
}

/** Returns the JSON pointer to a key of the object to which another pointer leads. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
