/**
 * Prints and reads `bundle.json`, the index of a bundle for programs. It contains enough that most programs need not
 * read the CRDs.
 */
import { BUNDLE_INDEX } from "./bundle-layout.js";
import { checksumOf } from "./file-printer.js";
import { CHANNELS, type Channel } from "./model/channel.js";
import type { CustomResourceDefinition } from "./model/crd.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "./model/json.js";
import type { OutputFile } from "./model/output.js";
import { parseVersion, type Version } from "./model/release-version.js";
import { formatReservedField, parseReservedField, type ReservedField } from "./model/reserved.js";

/** Files of a bundle that the index lists under one key: a single file or a list. */
export interface BundlePart {
  readonly key: string;
  readonly files: OutputFile | readonly OutputFile[];
  /** The details that the index lists in addition to the path, size and checksum of a file. */
  readonly about?: ReadonlyMap<OutputFile, JsonObject>;
}

/** Input of an index. */
export interface BundleContent {
  readonly name: string;
  readonly version: Version;
  readonly channels: readonly { readonly channel: Channel; readonly parts: readonly BundlePart[] }[];
  /** Files that do not belong to a channel. */
  readonly common: readonly BundlePart[];
  /** Fields that tombstones reserve. */
  readonly reserved: readonly ReservedField[];
}

/** Prints the index of a bundle. */
export function printBundleIndex({ name, version, channels, common, reserved }: BundleContent): string {
  const index = {
    name,
    version,
    channels: Object.fromEntries(channels.map(({ channel, parts }) => [channel, indexParts(parts)])),
    ...indexParts(common),
    ...(reserved.length > 0 && { reservedFields: reserved.map(formatReservedField) }),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

/** Returns the files of a part, in order. */
export function partFiles({ files }: BundlePart): readonly OutputFile[] {
  return isSingle(files) ? [files] : files;
}

function isSingle(files: BundlePart["files"]): files is OutputFile {
  return "path" in files;
}

function indexParts(parts: readonly BundlePart[]): JsonObject {
  return Object.fromEntries(
    parts.map(({ key, files, about }) => {
      const index = (file: OutputFile): JsonObject => ({ ...listedFile(file), ...about?.get(file) });
      return [key, isSingle(files) ? index(files) : files.map(index)];
    }),
  );
}

function listedFile(file: OutputFile): ListedFile {
  return { path: file.path, ...checksumOf(file) };
}

/** Returns the CRDs of a channel as the index lists them. */
export function crdsPart(files: readonly { readonly crd: CustomResourceDefinition; readonly file: OutputFile }[]) {
  return {
    key: "crds",
    files: files.map(({ file }) => file),
    about: new Map(files.map(({ crd, file }) => [file, describeCrd(crd)])),
  };
}

function describeCrd({ metadata, spec }: CustomResourceDefinition): JsonObject {
  const versions = spec.versions.map(({ name, served, storage }) => ({ name, served, storage }));
  return { name: metadata.name, group: spec.group, kind: spec.names.kind, versions };
}

/** Path of a file and the SHA-256 of its content. */
export interface FileSum {
  readonly path: string;
  readonly sha256: string;
}

/** File as the index lists it. `size` is the number of bytes in UTF-8. */
export interface ListedFile extends FileSum {
  readonly size: number;
}

export interface BundleIndex {
  /** Version that the annotations of the bundle state. */
  readonly version?: Version;
  /** Fields that tombstones reserve. */
  readonly reserved: readonly ReservedField[];
  /**
   * Reports whether the index states the storage version of every CRD, and whether the given files are exactly those
   * that were built with the index. Paths are relative to `dist/`.
   */
  readonly describes: (files: readonly FileSum[]) => boolean;
}

/** Reads an index. Returns undefined if there is none, or if this tool did not write it. */
export function readBundleIndex(text: string | undefined): BundleIndex | undefined {
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

/** Content of an index, whether correct or not, for comparison with the files. */
export interface IndexClaims {
  readonly version: string | undefined;
  /** Names of the channels, in alphabetical order. */
  readonly channels: readonly string[];
  readonly files: readonly ListedFile[];
}

/** Reads the content of an index. Returns undefined if it is not a JSON object. */
export function readIndexClaims(text: string): IndexClaims | undefined {
  const index = parseJson(text);
  if (!isJsonObject(index)) return undefined;
  const { version, channels } = index;
  return {
    version: version === undefined ? undefined : String(version),
    channels: isJsonObject(channels) ? Object.keys(channels).sort() : [],
    files: listedIn(index),
  };
}

/**
 * Returns every object with a path, a size and a checksum, at any depth, because other versions of the tool may list
 * more files.
 */
function listedIn(index: JsonObject): ListedFile[] {
  const listed: ListedFile[] = [];
  const waiting: Json[] = [index];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isListed(value)) listed.push(value);
    if (typeof value === "object" && value !== null) for (const child of Object.values(value)) waiting.push(child);
  }
  return listed;
}

function isListed(value: Json): value is Json & ListedFile {
  if (!isJsonObject(value)) return false;
  return typeof value.path === "string" && typeof value.size === "number" && typeof value.sha256 === "string";
}

/**
 * Reports whether a file is an index of this tool. JSON has no comments for a mark, and a merge conflict can make the
 * JSON invalid.
 */
export function isBundleIndex(path: string, text: string): boolean {
  return path === BUNDLE_INDEX && text.includes('"channels"');
}
