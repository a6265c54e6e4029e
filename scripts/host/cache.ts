/**
 * Keeps strings that are expensive to compute between runs, in the cache directory of the user. The cache affects only
 * speed: an entry that is damaged, too large or unreadable is computed again, and one that cannot be written is not
 * kept.
 */
import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { sha256 } from "../core/model/digest.js";
import { toolDigest } from "./tool.js";

/** Limits that keep the cache below one gigabyte. */
const MOST_ENTRIES = 100;
const MOST_BYTES = 8 * 1024 * 1024;
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

  /** Creates a cache. Without a directory, it keeps nothing. */
  constructor(readonly directory: string | undefined) {}

  /**
   * Returns this cache if its directory is outside of the repository of a project, with all links resolved. Otherwise
   * returns a cache that keeps nothing, because a clone could contain forged entries.
   */
  outside(project: string): Cache {
    const way = this.directory === undefined ? ".." : relative(topOf(realPathOf(project)), realPathOf(this.directory));
    const isOutside = way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
    return isOutside ? this : new Cache(undefined);
  }

  /** Returns the string that was kept for a question, if the same build of the tool kept it. */
  recall(question: string): string | undefined {
    if (this.directory === undefined) return undefined;
    return orNothing(() => {
      const path = this.#pathOf(question);
      const entry = fs.lstatSync(path);
      if (!entry.isFile() || entry.size > MOST_BYTES) return undefined;
      const kept = fs.readFileSync(path, "utf8");
      const text = kept.slice(65);
      if (kept.slice(0, 65) !== `${sha256(text)}\n`) return undefined;
      fs.utimesSync(path, new Date(), new Date()); // entries in use are not removed
      return text;
    });
  }

  /** Keeps a string. Writes it with a rename, so no other run reads an incomplete entry. */
  keep(question: string, text: string): void {
    const { directory } = this;
    if (directory === undefined || text.length > MOST_BYTES / 4) return;
    orNothing(() => {
      const path = this.#pathOf(question);
      fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
      const next = `${path}.${sha256(`${Math.random()}`).slice(0, 12)}`;
      fs.writeFileSync(next, `${sha256(text)}\n${text}`, { flag: "wx", mode: 0o600 });
      fs.renameSync(next, path);
      prune(directory);
    });
  }

  /** Returns the file for a question. Another build of the tool or other libraries may give another answer. */
  #pathOf(question: string): string {
    this.#tool ??= toolDigest();
    return join(this.directory ?? "", sha256(`${this.#tool}\n${question}`));
  }
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

/** Removes the least recently used entries that exceed the limit. */
function prune(directory: string): void {
  const names = fs.readdirSync(directory).filter((name) => ENTRY.test(name.slice(0, 64)));
  if (names.length <= MOST_ENTRIES) return;
  const used = names.map((name) => ({ name, time: fs.statSync(join(directory, name)).mtimeMs }));
  const old = used.sort((a, b) => b.time - a.time).slice(MOST_ENTRIES);
  for (const { name } of old) fs.rmSync(join(directory, name), { force: true });
}

/**
 * Returns the result of an operation, or undefined if it fails. Disk errors are ignored, because the string can be
 * computed again.
 */
function orNothing<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
