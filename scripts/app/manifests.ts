/** Reads the manifests in files, directories, and standard input. */
import { resolve } from "node:path";
import { type CodeRange, placeOfCode } from "../core/code-place.js";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import { Lines } from "../core/lines.js";
import { compareStrings, type Diagnostic } from "../core/model/diagnostic.js";
import type { Json, JsonObject } from "../core/model/json.js";
import type { Location, SourceText } from "../core/model/location.js";
import type { Skipped } from "../core/model/skipped.js";
import { STANDARD_INPUT } from "../core/standard-input.js";
import type { StreamPath } from "../core/yaml/go-places.js";
import { loadManifests, type Manifests } from "../core/yaml/yaml.js";
import { entryType } from "../host/files.js";
import { findManifests } from "../host/manifest-search.js";
import { type Inputs, readManifest, readManifests } from "../host/sources.js";
import { documentOf, keepInInt64 } from "../kubernetes/crd/int64.js";
import type { Path } from "../kubernetes/crd/problem.js";
import { documentsIn, notObjectsIn } from "../release/bundle/documents.js";
import type { Context } from "./context.js";
import { type CrdDirectory, readCrdDirectory } from "./crd-directory.js";
import { relocated } from "./relocated.js";
import { NOT_IN_JSON, unreadableManifest } from "./unreadable-manifest.js";

/** An object in a file: a document, or an item of a list. */
export interface Manifest {
  readonly value: JsonObject;
  readonly file: string;
  /** Number of the object in its file, from 0 on. */
  readonly index: number;
  /** The integers that are rounded, although the API server represents them exactly. */
  readonly rounded: readonly RoundedInteger[];
  /** Returns the location of a value, of its key, or of a part of the expression that is this value. */
  readonly placeOf: (path: Path, part?: CodeRange | "key") => Location;
}

/** Object whose values and keys have a location. */
type PlacedValue = Pick<Manifest, "value"> & { readonly placeOf: (path: Path, part?: "key") => Location };

export interface RoundedInteger {
  readonly path: Path;
  readonly number: bigint;
}

/** Manifests, with the problems of files that could not be read. */
export interface ManifestFiles {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** The documents that are not objects. */
  readonly noObjects: readonly Location[];
  /** Links below a directory that were not followed. */
  readonly links: readonly string[];
  /** Files of Helm charts that were not read, although they probably contain CRDs. */
  readonly unread: readonly string[];
}

/** Files that a user named, and the files and links below directories that were not read. */
interface NamedInputs extends Inputs, Pick<ManifestFiles, "links" | "unread"> {}

/** Reads the files below a directory. Their paths are relative to it. */
type ReadDirectory = (path: string, name: string) => Promise<CrdDirectory>;

/** The same, with the files that have no problem. */
interface NamedFiles extends NamedInputs {
  readonly readable: readonly SourceText[];
}

/** Reads all manifests in files, in directories with everything below them, and in standard input, which is `-`. */
export async function readManifestFiles(names: readonly string[], context: Context): Promise<ManifestFiles> {
  return manifestsOf(await readNamedFiles(names, context));
}

/**
 * Reads the manifests in the same way, but only those in `crds/` of Helm charts, whose templates are not YAML.
 * `prepare` changes the text of a file before it is read.
 */
export async function readCrdManifests(
  names: readonly string[],
  context: Context,
  prepare?: (text: string) => string,
): Promise<ManifestFiles> {
  return manifestsOf(await readNamedFiles(names, context, readCrdDirectory), prepare);
}

function manifestsOf(named: NamedFiles, prepare = (text: string) => text): ManifestFiles {
  const { diagnostics, links, unread } = named;
  const prepared = ({ path, text }: SourceText) => ({ path, text: prepare(text) });
  const [files, readable] = [named.files.map(prepared), named.readable.map(prepared)];
  const read = readable.map(manifestsIn);
  return {
    manifests: read.flatMap(({ manifests }) => manifests),
    diagnostics: [...diagnostics, ...read.flatMap((each) => each.diagnostics)],
    sources: files,
    noObjects: read.flatMap(({ noObjects }) => noObjects),
    links,
    unread,
  };
}

/** Reads the text of files, of the manifests in directories, and of standard input, each of them once. */
export async function readNamedFiles(
  names: readonly string[],
  context: Context,
  readDirectory: ReadDirectory = readAll,
): Promise<NamedFiles> {
  const inputs: NamedInputs[] = [];
  for (const name of names) inputs.push(await readNamed(name, context, readDirectory));
  const files = withoutRepetition(
    inputs.flatMap((input) => input.files),
    context.cwd,
  );
  const diagnostics = inputs.flatMap((input) => input.diagnostics);
  const unreadable = new Set(diagnostics.map(({ location }) => location?.file));
  const readable = files.filter(({ path }) => !unreadable.has(path));
  return {
    files,
    readable,
    diagnostics,
    links: inputs.flatMap(({ links }) => links),
    unread: inputs.flatMap(({ unread }) => unread),
  };
}

/** Returns the problem of standard input that is named twice, because it can be read only once. */
export function repeatedInput(names: readonly (string | undefined)[]): Diagnostic | undefined {
  if (names.filter((name) => name === "-").length < 2) return undefined;
  return diagnose("usage-invalid", { problem: "standard input (-) can be specified only once" });
}

/** Reports whether an object is a CRD of any version of its API. */
export function isCrd({ value }: Manifest): boolean {
  return value.kind === "CustomResourceDefinition";
}

/** Returns the place of a value or, for an object, a list or a missing value, of the key that is closest to it. */
export function closestPlace({ value: object, placeOf }: PlacedValue, path: Path): Location {
  let value: Json | undefined = object;
  let depth = 0;
  while (depth < path.length && hasPart(value, path[depth])) value = partOf(value, path[depth++]);
  if (depth === 0) return placeOf(["kind"]);
  const isScalar = typeof value !== "object" || value === null;
  return isScalar ? placeOf(path) : placeOf(path.slice(0, depth), "key");
}

function hasPart(value: Json | undefined, step: string | number | undefined): boolean {
  return typeof value === "object" && value !== null && step !== undefined && Object.hasOwn(value, step);
}

function partOf(value: Json | undefined, step: string | number | undefined): Json | undefined {
  return (value as Readonly<Record<string, Json>>)[String(step)];
}

/** Returns the files with objects without a kind, and with documents that are not objects. */
export function filesWithoutKinds(manifests: readonly Manifest[], noObjects: readonly Location[] = []): string[] {
  const unnamed = manifests.filter(({ value: { kind } }) => typeof kind !== "string" || kind === "");
  return [...new Set([...unnamed, ...noObjects].map(({ file }) => file))].sort(compareStrings);
}

/** Counts the objects of each kind, the most frequent first, and the documents without a kind. */
export function countKinds(manifests: readonly Manifest[], noObjects = 0): Skipped["documents"] {
  const kinds = manifests.map(({ value: { kind } }) => (typeof kind === "string" ? kind : ""));
  const counts = new Map<string, number>();
  for (const kind of [...kinds, ...Array.from({ length: noObjects }, () => "")]) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

/** Removes files that were read before, under another name or as part of a directory. */
function withoutRepetition(files: readonly SourceText[], cwd: string): SourceText[] {
  const byPath = new Map<string, SourceText>();
  for (const file of files) {
    const path = file.path === STANDARD_INPUT ? file.path : resolve(cwd, file.path);
    if (!byPath.has(path)) byPath.set(path, file);
  }
  return [...byPath.values()];
}

async function readNamed(
  name: string,
  { cwd, readInput }: Context,
  readDirectory: ReadDirectory,
): Promise<NamedInputs> {
  const only = (inputs: Inputs): NamedInputs => ({ ...inputs, links: [], unread: [] });
  const missing = only({ files: [], diagnostics: [inManifest(diagnose("crds-missing", { path: name }))] });
  if (name === "") return missing;
  if (name === "-") return only({ files: [{ path: STANDARD_INPUT, text: await readInput() }], diagnostics: [] });
  const path = resolve(cwd, name);
  const type = await entryType(path);
  if (type === undefined) return missing;
  if (type === "file") return only(await readManifest(path, name));
  const typed = name.replace(/\/+$/, "");
  return withNames(await readDirectory(path, typed), (inside) => `${typed}/${inside}`);
}

/** Returns the files, links and diagnostics of a directory with paths that the user can open. */
function withNames(
  { files, links, unread, diagnostics, problems }: CrdDirectory,
  named: (path: string) => string,
): NamedInputs {
  return {
    files: files.map((file) => ({ ...file, path: named(file.path) })),
    links: links.map(named),
    unread: unread.map(named),
    diagnostics: [...problems, ...diagnostics.map((each) => relocated(each, named))],
  };
}

/** Reads all manifests below a directory. */
async function readAll(path: string, name: string): Promise<CrdDirectory> {
  const { paths, links, diagnostics } = await findManifests(path, name || "/");
  return { ...(await readManifests(path, paths)), form: "directory", problems: diagnostics, links, unread: [] };
}

function manifestsIn(file: SourceText): Pick<ManifestFiles, "manifests" | "diagnostics" | "noObjects"> {
  const loaded = loadManifests(file.text);
  if ("problem" in loaded) {
    const { problem, offset } = loaded;
    const location = { file: file.path, start: offset, end: offset + 1 };
    return { manifests: [], diagnostics: [unreadableManifest(problem, location)], noObjects: [] };
  }
  const read = loaded.value;
  const foreign = read.inexact.filter(({ number }) => typeof number === "number");
  if (foreign.length > 0) {
    const located = (path: StreamPath) => ({ file: file.path, ...read.placeOf(path) });
    const diagnostics = foreign.map(({ path }) => unreadableManifest(NOT_IN_JSON, located(path)));
    return { manifests: [], diagnostics, noObjects: [] };
  }
  keepInInt64(read);
  const lines = new Lines(file.text);
  const found = documentsIn(read.documents);
  const rounded = roundedByDocument(read);
  return {
    manifests: found.map(({ value, path }, index) =>
      manifestOf(file, lines, read, { value, path, index, rounded: rounded.get(path.join()) ?? [] }),
    ),
    diagnostics: [],
    noObjects: notObjectsIn(read.documents).map((path) => ({
      file: file.path,
      ...firstLine(file.text, read.placeOf(path)),
    })),
  };
}

function firstLine(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const [line = ""] = text.slice(start, end).split("\n", 1);
  return { start, end: start + Math.max(1, line.trimEnd().length) };
}

/** Returns the rounded integers of each document of a stream and of each item of its lists, by their path. */
function roundedByDocument({ inexact }: Manifests): Map<string, RoundedInteger[]> {
  const rounded = new Map<string, RoundedInteger[]>();
  for (const { path, number } of inexact) {
    // The API server represents integers outside of int64 as floats, too.
    if (typeof number !== "bigint" || BigInt.asIntN(64, number) !== number) continue;
    const steps = documentOf(path);
    const document = path.slice(0, steps).join();
    const found = rounded.get(document) ?? [];
    rounded.set(document, found);
    found.push({ path: path.slice(steps), number });
  }
  return rounded;
}

interface Found {
  readonly value: JsonObject;
  readonly path: StreamPath;
  readonly index: number;
  readonly rounded: readonly RoundedInteger[];
}

function manifestOf(
  file: SourceText,
  lines: Lines,
  { placeOf }: Manifests,
  { value, path: base, index, rounded }: Found,
): Manifest {
  return {
    value,
    index,
    rounded,
    file: file.path,
    placeOf: (path, part) => {
      const whole = [...base, ...path];
      const { start, end } = part === "key" ? placeOf(whole, part) : placeOf(whole);
      if (part && part !== "key")
        return placeOfCode(file.text, { file: file.path, start, end: start }, part, "manifest");
      const length = Math.min(end - start, lines.restOfLine(start).trimEnd().length);
      return { file: file.path, start, end: start + Math.max(1, length) };
    },
  };
}
