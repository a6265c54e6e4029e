/**
 * Reads the files that a project or a user provides. Checkouts are not trusted: an input must be a regular file inside
 * the project, of limited size, with valid text. Anything else is a diagnostic, which does not show the content.
 */
import { constants, type Stats } from "node:fs";
import * as nodeFs from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { compareStrings, type Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { failure, type Result, success } from "../core/result.js";
import { STANDARD_INPUT } from "../core/standard-input.js";
import { BLOCKING, type OpenFile, type ReadOperations } from "./blocking-files.js";
import { isNothing } from "./files.js";
import { controlProblems, decodeText } from "./text.js";

/** The files, and the diagnostics of those that could not be read. */
export interface Inputs {
  /** The files to which diagnostics may refer, including files with invalid text. */
  readonly files: readonly SourceText[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Error thrown for input that users must correct. */
export class UnsoundInput extends Error {
  constructor(
    readonly diagnostic: Diagnostic,
    readonly files: readonly SourceText[] = [],
  ) {
    super(diagnostic.code);
  }
}

/** In bytes. Many times the size of the largest file that is written by hand. */
export const FILE_LIMIT = 16 * 2 ** 20;
/** In bytes. All CRDs of a large cluster take a few MiB. */
export const MANIFEST_LIMIT = 64 * 2 ** 20;
/** The number of files that are open at the same time. */
const BATCH = 64;

/** Reads a file of a project. Returns undefined if there is none. Throws UnsoundInput if it cannot be used. */
export async function readSource(project: string, path: string): Promise<SourceText | undefined> {
  const { files, diagnostics } = await readInput(project, path);
  const [problem] = diagnostics;
  if (problem) throw new UnsoundInput(problem, files);
  return files[0];
}

/** Reads a file of a project. If there is none, returns no file and no diagnostic. */
export async function readInput(project: string, path: string, fs: ReadOperations = BLOCKING): Promise<Inputs> {
  return checkedText(path, await readWithin(project, path, FILE_LIMIT, fs));
}

/**
 * Reads a file inside the directory of a package. `shown` is its path for diagnostics. Throws UnsoundInput if it cannot
 * be used.
 */
export async function readPackageFile(directory: string, path: string, shown: string): Promise<SourceText | undefined> {
  const read = await readWithin(directory, path, FILE_LIMIT, BLOCKING, { path: shown, place: "the package" });
  const { files, diagnostics } = checkedText(shown, read);
  const [problem] = diagnostics;
  if (problem) throw new UnsoundInput(problem, files);
  return files[0];
}

function checkedText(path: string, read: Result<Uint8Array | undefined>): Inputs {
  if (!read.ok) return { files: [], diagnostics: read.diagnostics };
  if (!read.value) return { files: [], diagnostics: [] };
  const { file, problem } = decodeText(path, read.value);
  return { files: [file], diagnostics: problem ? [problem] : controlProblems(file) };
}

/** Returns the problems for which a text could not be read from a file of a project. */
export function textProblems(file: SourceText): Diagnostic[] {
  return file.text.length > FILE_LIMIT ? [tooLarge(file.path, FILE_LIMIT)] : controlProblems(file);
}

/**
 * Reads a file that a user names. A link in its place must lead to a file in the same directory. `shown` is its path for
 * diagnostics.
 */
export async function readNamedInput(path: string, shown: string): Promise<Inputs> {
  const place = { path: shown, place: "its directory" };
  return checkedText(shown, await readWithin(dirname(path), basename(path), FILE_LIMIT, BLOCKING, place));
}

/** Reads all TypeScript sources below a directory of a project, with their paths in code-unit order. */
export async function readSources(project: string, directory: string, fs: ReadOperations = BLOCKING): Promise<Inputs> {
  const { paths, diagnostics } = await listSources(project, directory, fs);
  const read = await inBatches(paths, (path) => readInput(project, path, fs));
  return {
    files: read.flatMap(({ files }) => files),
    diagnostics: [...diagnostics, ...read.flatMap((inputs) => inputs.diagnostics)],
  };
}

/** Reads the YAML files directly in a directory of a project, with their paths in code-unit order. */
export async function readYamlFiles(project: string, directory: string): Promise<Inputs> {
  const diagnostics: Diagnostic[] = [];
  const entries = await entriesOf(project, directory, BLOCKING, diagnostics);
  const names = entries.map(({ name }) => name).filter((name) => YAML.test(name));
  const paths = names.sort(compareStrings).map((name) => `${directory}/${name}`);
  const read = await inBatches(paths, (path) => readInput(project, path));
  return {
    files: read.flatMap(({ files }) => files),
    diagnostics: [...diagnostics, ...read.flatMap((inputs) => inputs.diagnostics)],
  };
}

const YAML = /\.ya?ml$/;

/** Reads manifests below a directory that the user names. Their paths are relative to it. */
export async function readManifests(directory: string, paths: readonly string[]): Promise<Inputs> {
  const read = await inBatches(paths, async (path): Promise<Inputs> => {
    const read = await readWithin(directory, path, MANIFEST_LIMIT, BLOCKING);
    if (!read.ok) return { files: [], diagnostics: read.diagnostics };
    return read.value ? decodeManifest(path, read.value) : { files: [], diagnostics: [] };
  });
  return {
    files: read.flatMap(({ files }) => files),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Reads a manifest that the user names. It may be a pipe, as in `diff <(kubectl get crds -o yaml) dist/`. */
export async function readManifest(path: string, name: string): Promise<Inputs> {
  try {
    // Not blocking, because the writer of a pipe can take its time.
    const bytes = await readUpTo(path, MANIFEST_LIMIT, constants.O_RDONLY, nodeFs);
    return bytes ? decodeManifest(name, bytes) : { files: [], diagnostics: [tooLarge(name, MANIFEST_LIMIT)] };
  } catch (error) {
    return { files: [], diagnostics: [unreadable(name, error)] };
  }
}

/** Reads a manifest from standard input. Throws UnsoundInput if it cannot be used. */
export async function readPiped(input: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    const chunks = await upTo(MANIFEST_LIMIT, input);
    const { files, diagnostics } = chunks
      ? decodeManifest(STANDARD_INPUT, Buffer.concat(chunks))
      : { files: [], diagnostics: [tooLarge(STANDARD_INPUT, MANIFEST_LIMIT)] };
    if (diagnostics[0]) throw new UnsoundInput(diagnostics[0], files);
    return files[0]?.text ?? "";
  } catch (error) {
    throw error instanceof UnsoundInput ? error : new UnsoundInput(unreadable(STANDARD_INPUT, error));
  }
}

/** Returns a manifest as text. */
export function decodeManifest(path: string, bytes: Uint8Array): Inputs {
  const { file, problem } = decodeText(path, bytes);
  return { files: [file], diagnostics: problem ? [problem] : [] };
}

interface Listing {
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The extensions of TypeScript files, in any case. Only `.ts` is read; others are reported. Declarations are ignored.
 */
const TYPESCRIPT = /\.[cm]?tsx?$/i;
const DECLARATIONS = /\.d\.[cm]?ts$/i;

/** Lists the sources below a directory, and reports entries that look like a source but would not be read. */
async function listSources(project: string, directory: string, fs: ReadOperations): Promise<Listing> {
  const paths: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const queue = [directory];
  for (let directory = queue.shift(); directory !== undefined; directory = queue.shift()) {
    for (const entry of await entriesOf(project, directory, fs, diagnostics)) {
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) queue.push(path);
      else if (entry.isSymbolicLink() && (await isDirectory(join(project, path), fs))) {
        diagnostics.push(diagnose("input-link", { path, problem: "points to a directory" }));
      } else if (TYPESCRIPT.test(path) && !DECLARATIONS.test(path)) {
        if (path.endsWith(".ts")) paths.push(path);
        else diagnostics.push(diagnose("input-extension", { path }));
      }
    }
  }
  return { paths: paths.sort(compareStrings), diagnostics };
}

async function entriesOf(project: string, directory: string, fs: ReadOperations, diagnostics: Diagnostic[]) {
  try {
    return await fs.readdir(join(project, directory), { withFileTypes: true });
  } catch (error) {
    if (!isNothing(error)) diagnostics.push(unreadable(directory, error));
    return [];
  }
}

async function isDirectory(path: string, fs: ReadOperations): Promise<boolean> {
  try {
    return (await fs.stat(path)).isDirectory();
  } catch {
    return false; // reading the link reports the problem
  }
}

/** Returns the bytes of a file inside a directory, or undefined if there is no file. `shown` is for diagnostics. */
async function readWithin(
  directory: string,
  path: string,
  limit: number,
  fs: ReadOperations,
  shown = { path, place: "the project" },
): Promise<Result<Uint8Array | undefined>> {
  try {
    const real = await fs.realpath(join(directory, path));
    const leads = linkProblem(await fs.realpath(directory), real, path, shown.place);
    if (leads !== undefined) return failure(diagnose("input-link", { path: shown.path, problem: leads }));
    const kind = specialFileType(await fs.stat(real));
    if (kind !== undefined) return failure(diagnose("input-kind", { path: shown.path, kind }));
    // The file may have become a pipe since the check, so opening it must not wait.
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const bytes = await readUpTo(real, limit, flags, fs);
    return bytes ? success(bytes) : failure(tooLarge(shown.path, limit));
  } catch (error) {
    if (!isNothing(error)) return failure(unreadable(shown.path, error));
    const isLink = await fs.lstat(join(directory, path)).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    return isLink
      ? failure(diagnose("input-link", { path: shown.path, problem: "points to a file that does not exist" }))
      : success(undefined);
  }
}

/**
 * Returns the problem of a link that must not be followed. Diagnostics could quote secrets from a file of another type,
 * or from .git.
 */
function linkProblem(directory: string, real: string, path: string, place: string): string | undefined {
  const inside = relative(directory, real);
  const parts = inside.split(sep);
  if (isAbsolute(inside) || parts[0] === "..") return `points outside ${place}`;
  if (parts.includes(".git") || extname(real) !== extname(path)) return "points into .git or to another file type";
  return undefined;
}

/** Returns the type of an entry that is not a regular file, or undefined for a regular file. */
function specialFileType(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Returns the content of a file, or undefined if it exceeds the limit. */
async function readUpTo(
  path: string,
  limit: number,
  flags: number,
  fs: ReadOperations,
): Promise<Uint8Array | undefined> {
  const file = await fs.open(path, flags);
  try {
    const { size } = await file.stat();
    if (size > limit) return undefined;
    // Some files do not report their size. Most are small, and there can be thousands of them.
    const chunks = await upTo(limit, chunksOf(file, size === 0 ? CHUNK : Math.min(size + 1, CHUNK)));
    return chunks && Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

async function* chunksOf(file: OpenFile, length: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

const CHUNK = 256 * 1024;

/** Returns all chunks, or undefined if they exceed the limit. */
async function upTo(limit: number, chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[] | undefined> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return undefined;
    all.push(chunk);
  }
  return all;
}

/** Processes items a few at a time, and returns the results in the same order. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  use: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH) {
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(use))));
  }
  return results;
}

/** Returns the diagnostic for a file above a limit, in bytes. */
export function tooLarge(path: string, limit: number): Diagnostic {
  return diagnose("input-too-large", { path, limit: `${limit / 2 ** 20} MiB` });
}

/** Returns the diagnostic for an error of the operating system. Rethrows any other error, which is a bug. */
export function unreadable(path: string, error: unknown): Diagnostic {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  return diagnose("input-unreadable", { path, problem: message.replace(/, .*$/, "") });
}
