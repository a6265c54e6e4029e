/** CRDs as the API server returns them, with their metadata and status. */
import type { ApiServer } from "../core/model/api-server.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";
import { readPage } from "./list-page.js";
import { readIfThere } from "./read-if-there.js";

export const CRDS_PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** CRD on a server. */
export interface LiveCrd {
  readonly crd: CustomResourceDefinition;
  /** The CRD exactly as the API server returned it. */
  readonly object: JsonObject;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Number of the changes of the specification. */
  readonly generation: number;
  /** The API versions in which objects can be stored. */
  readonly storedVersions: readonly string[];
}

/** Reads a CRD as the API server returns it, or undefined if it has not the form of a CRD. */
export function liveCrd(object: JsonObject): LiveCrd | undefined {
  const metadata = objectIn(object, "metadata");
  const spec = objectIn(object, "spec");
  const { names, versions } = spec;
  const isWhole =
    typeof metadata.name === "string" &&
    typeof spec.group === "string" &&
    isJsonObject(names) &&
    [names.kind, names.plural].every((name) => typeof name === "string") &&
    isJsonArray(versions) &&
    versions.every((version) => isJsonObject(version) && typeof version.name === "string");
  if (!isWhole) return undefined;
  const stored = objectIn(object, "status").storedVersions;
  const { uid, resourceVersion, generation } = metadata;
  return {
    object,
    crd: normalized(object),
    uid: String(uid ?? ""),
    resourceVersion: String(resourceVersion ?? ""),
    generation: typeof generation === "number" ? generation : 0,
    storedVersions: isJsonArray(stored) ? stored.map(String) : [],
  };
}

/** Fills in what a CRD from the build always has. */
function normalized(object: JsonObject): CustomResourceDefinition {
  const metadata = objectIn(object, "metadata");
  const spec = objectIn(object, "spec");
  const versions = isJsonArray(spec.versions) ? spec.versions.filter(isJsonObject) : [];
  return {
    ...object,
    metadata: { ...metadata, annotations: objectIn(metadata, "annotations") },
    spec: {
      ...spec,
      versions: versions.map((version) => ({ ...version, subresources: objectIn(version, "subresources") })),
    },
  } as unknown as CustomResourceDefinition;
}

/** Name and annotations of a CRD. Enough to decide whether the whole CRD is needed, which can be a hundred times larger. */
export interface CrdSummary {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Returns the names and the annotations of all CRDs. */
export async function listCrdSummaries(server: ApiServer): Promise<CrdSummary[]> {
  const summaries: CrdSummary[] = [];
  let next = "";
  do {
    const page = await server.send({
      method: "GET",
      path: CRDS_PATH,
      query: { limit: "500", ...(next && { continue: next }) },
      accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
    });
    const { items, next: after } = readPage(server, page, next);
    for (const item of items) {
      const { name, annotations } = objectIn(item, "metadata");
      if (typeof name !== "string") continue;
      const strings = Object.entries(isJsonObject(annotations) ? annotations : {}).map(
        ([key, value]) => [key, String(value)] as const,
      );
      summaries.push({ name, annotations: Object.fromEntries(strings) });
    }
    next = after;
  } while (next !== "");
  return summaries;
}

/** Returns a CRD, or undefined if the server has none with this name. */
export async function readCrd(server: ApiServer, name: string): Promise<LiveCrd | undefined> {
  const found = await readIfThere(server, crdPath(name));
  return found && liveCrd(found);
}

/** Returns the CRDs with these names that a server has, sorted by name. */
export async function readCrds(server: ApiServer, names: Iterable<string>): Promise<ReadonlyMap<string, LiveCrd>> {
  const crds = new Map<string, LiveCrd>();
  for (const name of [...names].sort()) {
    const live = await readCrd(server, name);
    if (live) crds.set(name, live);
  }
  return crds;
}

export function crdPath(name: string): string {
  return `${CRDS_PATH}/${encodeURIComponent(name)}`;
}

/** Version of a kind as a resource in URLs. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** True if the status has a URL of its own. */
  readonly hasStatus: boolean;
}

export function resourceOf({ crd: { spec } }: Pick<LiveCrd, "crd">, version: string): Resource {
  const found = spec.versions.find(({ name }) => name === version);
  return {
    group: spec.group,
    version,
    plural: spec.names.plural,
    kind: spec.names.kind,
    isNamespaced: spec.scope === "Namespaced",
    hasStatus: found !== undefined && "status" in found.subresources,
  };
}

/** Returns the path of all objects of a resource, or of those of a namespace. */
export function collectionPath({ group, version, plural }: Resource, namespace?: string): string {
  const inside = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `/apis/${group}/${version}${inside}/${plural}`;
}

/** Returns the path of an object. */
export function objectPath(resource: Resource, object: JsonObject): string {
  const { name, namespace } = objectIn(object, "metadata");
  const own = resource.isNamespaced && typeof namespace === "string" ? namespace : undefined;
  return `${collectionPath(resource, own)}/${encodeURIComponent(String(name))}`;
}

/**
 * Returns the version through which all objects are read and written: the storage version or, if it is not served, any
 * served one. Returns undefined if no version is served.
 */
export function accessVersion({ crd: { spec } }: Pick<LiveCrd, "crd">): string | undefined {
  const served = spec.versions.filter((version) => version.served);
  return (served.find(({ storage }) => storage) ?? served[0])?.name;
}
