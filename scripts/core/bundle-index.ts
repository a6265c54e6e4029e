/** What the `bundle.json` of a release says of it: enough for most questions, without reading a single CRD. */
import { CHANNELS } from "./model/channel.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "./model/json.js";
import { parseVersion, type Version } from "./model/release-version.js";
import { parseReservedField, type ReservedField } from "./model/reserved.js";

/** A file by its path and the SHA-256 sum of its bytes. */
export interface FileSum {
  readonly path: string;
  readonly sha256: string;
}

export interface BundleIndex {
  /** The version that the bundle is stamped with. */
  readonly version?: Version;
  /** The fields that tombstones reserve. */
  readonly reserved: readonly ReservedField[];
  /**
   * Whether it says of each CRD what it stores objects in, and the given files, by their path from `dist/`, are those
   * that the build of the index wrote.
   */
  readonly describes: (files: readonly FileSum[]) => boolean;
}

/** Reads an index; nothing where it is not ours to read. */
export function readBundleIndex(text: string): BundleIndex | undefined {
  const index = parseJson(text);
  if (!isJsonObject(index) || !isJsonObject(index.channels)) return undefined;
  const { reservedFields = [], channels, version } = index;
  const stamped = typeof version === "string" ? parseVersion(version) : undefined;
  const entries = CHANNELS.map((channel) => crdEntries(channels[channel]));
  const isWhole = entries.every((crds) => storageIn(crds).size === crds.length);
  const sums = new Map(entries.flatMap((crds) => crds.map((entry) => [String(entry.path), entry.sha256] as const)));
  return {
    ...(stamped !== undefined && { version: stamped }),
    reserved: Array.isArray(reservedFields)
      ? reservedFields.flatMap((field) => parseReservedField(String(field)) ?? [])
      : [],
    describes: (files) =>
      isWhole && files.length === sums.size && files.every((file) => sums.get(file.path) === file.sha256),
  };
}

function crdEntries(channel: Json | undefined): JsonObject[] {
  const crds = isJsonObject(channel) ? channel.crds : undefined;
  return isJsonArray(crds) ? crds.filter(isJsonObject) : [];
}

function storageIn(crds: readonly JsonObject[]): Map<string, string> {
  return new Map(
    crds.flatMap(({ name, versions }) => {
      const all = isJsonArray(versions) ? versions.filter(isJsonObject) : [];
      const storage = all.find((version) => version.storage === true)?.name;
      return typeof name === "string" && typeof storage === "string" ? [[name, storage] as const] : [];
    }),
  );
}
