/**
 * `bundle.json`, what a bundle holds, for programs: how it is written, and how it is read. It says enough for most
 * questions, so that no CRD needs to be read.
 */
import { BUNDLE_INDEX } from "./bundle-layout.js";
import { CHANNELS, type Channel } from "./model/channel.js";
import type { CustomResourceDefinition } from "./model/crd.js";
import { sha256 } from "./model/digest.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "./model/json.js";
import type { OutputFile } from "./model/output.js";
import { parseVersion, type Version } from "./model/release-version.js";
import { formatReservedField, parseReservedField, type ReservedField } from "./model/reserved.js";

/** A file, and what the index lists of it besides path, size and checksum. */
export interface DescribedFile extends OutputFile {
  readonly about?: JsonObject;
}

/** Files of a bundle that the index lists under one key: a file by itself, or a list. */
export interface BundlePart {
  readonly key: string;
  readonly files: DescribedFile | readonly DescribedFile[];
}

/** What an index is printed of. */
export interface BundleContent {
  readonly name: string;
  readonly version: Version;
  readonly channels: readonly { readonly channel: Channel; readonly parts: readonly BundlePart[] }[];
  /** What belongs to no channel. */
  readonly common: readonly BundlePart[];
  /** The fields that tombstones reserve. */
  readonly reserved: readonly ReservedField[];
}

/** Prints the index of a bundle. */
export function printBundleIndex({ name, version, channels, common, reserved }: BundleContent): OutputFile {
  const index = {
    name,
    version,
    channels: Object.fromEntries(channels.map(({ channel, parts }) => [channel, indexParts(parts)])),
    ...indexParts(common),
    ...(reserved.length > 0 && { reservedFields: reserved.map(formatReservedField) }),
  };
  return { path: BUNDLE_INDEX, text: `${JSON.stringify(index, null, 2)}\n` };
}

/** The files of a part, in order. */
export function partFiles({ files }: BundlePart): readonly DescribedFile[] {
  return isSingle(files) ? [files] : files;
}

function isSingle(files: BundlePart["files"]): files is DescribedFile {
  return "path" in files;
}

function indexParts(parts: readonly BundlePart[]): JsonObject {
  return Object.fromEntries(
    parts.map(({ key, files }) => [key, isSingle(files) ? indexFile(files) : files.map(indexFile)]),
  );
}

function indexFile({ path, text, about }: DescribedFile): Json {
  const listed: ListedFile = { path, size: Buffer.byteLength(text), sha256: sha256(text) };
  return { ...listed, ...about };
}

/** The CRDs of a channel, as the index lists them. */
export function crdsPart(files: readonly { readonly crd: CustomResourceDefinition; readonly file: OutputFile }[]) {
  return { key: "crds", files: files.map(({ crd, file }): DescribedFile => ({ ...file, about: describeCrd(crd) })) };
}

function describeCrd({ metadata, spec }: CustomResourceDefinition): JsonObject {
  const versions = spec.versions.map(({ name, served, storage }) => ({ name, served, storage }));
  return { name: metadata.name, group: spec.group, kind: spec.names.kind, versions };
}

/** A file by its path and the SHA-256 sum of its bytes. */
export interface FileSum {
  readonly path: string;
  readonly sha256: string;
}

/** A file as the index lists it. `size` is in bytes of UTF-8. */
export interface ListedFile extends FileSum {
  readonly size: number;
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

/** What an index says, right or wrong: for whoever compares it with the files. */
export interface IndexClaims {
  readonly version: string | undefined;
  /** The names of the channels, in alphabetical order. */
  readonly channels: readonly string[];
  readonly files: readonly ListedFile[];
}

/** Reads what an index says; nothing where it is no JSON object. */
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

/** Whatever has a path, a size and a checksum, wherever it is: another version may list more. */
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

/** Whether a file is an index that this tool wrote. It cannot begin with a mark, and a merge may keep it from being JSON. */
export function isBundleIndex(path: string, text: string): boolean {
  return path === BUNDLE_INDEX && text.includes('"channels"');
}
