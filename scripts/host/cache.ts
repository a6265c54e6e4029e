/**
 * Keeps strings and data that are expensive to compute between runs, in the cache directory of the user. The cache affects
 * only speed: an entry that is damaged, too large or unreadable is computed again, and one that cannot be written is not
 * kept.
 */
import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { sha256 } from "../core/model/digest.js";
import { createDirectory } from "./blocking-files.js";
import { toolDigest } from "./tool.js";

/** The size of a cache. */
interface Limits {
  readonly entries: number;
  readonly bytes: number;
  readonly bytesOfEntry: number;
}

const LIMITS: Limits = { entries: 100, bytes: 1024 ** 3, bytesOfEntry: 256 * 1024 ** 2 };
/** The number of bytes of a checksum in hexadecimal. */
const SUM_BYTES = 8;
const ENTRY = /^[0-9a-f]{64}$/;

/** The parts of the environment that determine the cache directory. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/**
 * Returns the cache directory of the user, or undefined if the user wants no cache. Ignores a relative XDG_CACHE_HOME,
 * as the XDG Base Directory Specification requires, because it would lead into the working directory.
 */
export function cacheDirectory({ env, platform, home }: Machine): string | undefined {
  if (env.CRD_BUNDLE_NO_CACHE) return undefined;
  const own =
    platform === "win32" ? env.LOCALAPPDATA : platform === "darwin" ? join(home, "Library/Caches") : undefined;
  const directory = [env.XDG_CACHE_HOME, own, join(home, ".cache")].find((path) => path && isAbsolute(path));
  return directory === undefined ? undefined : join(directory, "crd-bundle", "crds");
}

export class Cache {
  #tool: string | undefined;
  /** The results of `outside`. */
  readonly #outside = new Map<string, Cache>();

  /** Creates a cache. Without a directory, it keeps nothing. */
  constructor(
    readonly directory: string | undefined,
    readonly limits: Limits = LIMITS,
  ) {}

  /**
   * Returns this cache if its directory is outside of the repository of a project, with all links resolved. Otherwise
   * returns a cache that keeps nothing, because a clone could contain forged entries.
   */
  outside(project: string): Cache {
    const known = this.#outside.get(project) ?? this.#findOutside(project);
    this.#outside.set(project, known);
    return known;
  }

  #findOutside(project: string): Cache {
    const way = this.directory === undefined ? ".." : relative(topOf(realPathOf(project)), realPathOf(this.directory));
    const isOutside = way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
    return isOutside ? this : new Cache(undefined);
  }

  /** Returns the string that was kept for a question, if the same build of the tool kept it. */
  recall(question: string): string | undefined {
    return this.#read(question)?.toString("utf8");
  }

  keep(question: string, text: string): void {
    this.#write(question, () => Buffer.from(text));
  }

  /** Returns the data that was kept for a question, if the same build of the tool kept it. */
  recallData(question: string): unknown {
    const bytes = this.#read(question);
    return bytes && orNothing((): unknown => deserialize(bytes));
  }

  /** Keeps data without functions. Several references to an object still lead to one object when it is recalled. */
  keepData(question: string, data: unknown): void {
    this.#write(question, () => serialize(data));
  }

  #read(question: string): Buffer | undefined {
    if (this.directory === undefined) return undefined;
    return orNothing(() => {
      const path = this.#pathOf(question);
      const entry = fs.lstatSync(path);
      if (!entry.isFile() || entry.size > this.limits.bytesOfEntry) return undefined;
      const kept = fs.readFileSync(path);
      const data = kept.subarray(SUM_BYTES);
      if (!kept.subarray(0, SUM_BYTES).equals(sumOf(data))) return undefined;
      fs.utimesSync(path, new Date(), new Date()); // entries in use are not removed
      return data;
    });
  }

  /** Writes an entry with a rename, so no other run reads an incomplete one. */
  #write(question: string, print: () => Buffer): void {
    const { directory } = this;
    if (directory === undefined) return;
    orNothing(() => {
      const data = print();
      if (SUM_BYTES + data.length > this.limits.bytesOfEntry) return;
      const path = this.#pathOf(question);
      createDirectory(directory, 0o700);
      const next = `${path}.${sha256(`${Math.random()}`).slice(0, 12)}`;
      try {
        writeParts(next, [sumOf(data), data]);
        fs.rmSync(path, { force: true }); // some file systems write a file to the disk at once if it replaces another one
        fs.renameSync(next, path);
      } catch {
        fs.rmSync(next, { force: true }); // on a full disk, for example
      }
      prune(directory, this.limits);
    });
  }

  /** Returns the file for a question. Another build of the tool or other libraries may give another answer. */
  #pathOf(question: string): string {
    this.#tool ??= toolDigest();
    return join(this.directory ?? "", sha256(`${this.#tool}\n${question}`));
  }
}

function writeParts(path: string, parts: readonly Uint8Array[]): void {
  const file = fs.openSync(path, "wx", 0o600);
  try {
    for (const part of parts) fs.writeFileSync(file, part);
  } finally {
    fs.closeSync(file);
  }
}

/** Returns a checksum, which shows damage and takes a third of the time of a digest. */
function sumOf(data: Uint8Array): Buffer {
  return Buffer.from(crc32(data).toString(16).padStart(SUM_BYTES, "0"));
}

/** Returns the top directory of the checkout, or the project itself outside of a repository. */
function topOf(project: string): string {
  const isTop = (directory: string): boolean => fs.existsSync(join(directory, ".git"));
  let directory = project;
  while (!isTop(directory) && dirname(directory) !== directory) directory = dirname(directory);
  return isTop(directory) ? directory : project;
}

/** Returns the path with all links resolved, as far as it exists. */
function realPathOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Removes the least recently used entries that exceed the limits. */
function prune(directory: string, limits: Limits): void {
  const names = fs.readdirSync(directory).filter((name) => ENTRY.test(name.slice(0, 64)));
  const entries = names.flatMap((name) => {
    const path = join(directory, name);
    const stats = fs.statSync(path, { throwIfNoEntry: false }); // another process may have removed it
    return stats ? [{ path, stats }] : [];
  });
  let bytes = 0;
  for (const [index, { path, stats }] of entries.sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs).entries()) {
    bytes += stats.size;
    if (index >= limits.entries || bytes > limits.bytes) fs.rmSync(path, { force: true });
  }
}

/**
 * Returns the result of an operation, or undefined if it fails. Disk errors are ignored, because everything can be
 * computed again.
 */
function orNothing<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
