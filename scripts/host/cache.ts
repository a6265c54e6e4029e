/**
 * Texts that are costly to make, kept between runs in the cache directory of the user. Without it everything is the same, but
 * slower: an entry that is damaged, too large or not to be read is made anew, and one that cannot be written is not kept.
 */
import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../core/model/digest.js";
import { toolManifest } from "./tool.js";

/** The cache stays below a gigabyte, whatever is read. */
const MOST_ENTRIES = 100;
const MOST_BYTES = 8 * 1024 * 1024;
const ENTRY = /^[0-9a-f]{64}$/;

/** What the environment says of the machine. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/**
 * Where this user keeps caches, or undefined where they want none. A relative XDG_CACHE_HOME is ignored, as the XDG Base
 * Directory Specification has it: it would lead into the directory that the command runs in.
 */
export function cacheDirectory({ env, platform, home }: Machine): string | undefined {
  if (env.CRD_BUNDLE_NO_CACHE) return undefined;
  const own =
    platform === "win32" ? env.LOCALAPPDATA : platform === "darwin" ? join(home, "Library/Caches") : undefined;
  const directory = [env.XDG_CACHE_HOME, own, join(home, ".cache")].find((path) => path && isAbsolute(path));
  return directory === undefined ? undefined : join(directory, "crd-bundle", "crds");
}

export class Cache {
  #code: string | undefined;

  /** Without a directory nothing is kept. */
  constructor(readonly directory: string | undefined) {}

  /** A cache that is not in the repository of a project, whatever links lead there: a clone could bring entries. */
  outside(project: string): Cache {
    const way = this.directory === undefined ? ".." : relative(topOf(realPathOf(project)), realPathOf(this.directory));
    const isOutside = way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
    return isOutside ? this : new Cache(undefined);
  }

  /** The text that was kept for a question, if this very tool kept it. */
  recall(question: string): string | undefined {
    if (this.directory === undefined) return undefined;
    const path = this.#pathOf(question);
    return orNothing(() => {
      const entry = fs.lstatSync(path);
      if (!entry.isFile() || entry.size > MOST_BYTES) return undefined;
      const kept = fs.readFileSync(path, "utf8");
      const text = kept.slice(65);
      if (kept.slice(0, 65) !== `${sha256(text)}\n`) return undefined;
      fs.utimesSync(path, new Date(), new Date()); // what is used stays
      return text;
    });
  }

  /** Keeps a text by a rename, so that no other run sees half of it. */
  keep(question: string, text: string): void {
    const { directory } = this;
    if (directory === undefined || text.length > MOST_BYTES / 4) return;
    const path = this.#pathOf(question);
    orNothing(() => {
      fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
      const next = `${path}.${sha256(`${Math.random()}`).slice(0, 12)}`;
      fs.writeFileSync(next, `${sha256(text)}\n${text}`, { flag: "wx", mode: 0o600 });
      fs.renameSync(next, path);
      prune(directory);
    });
  }

  #pathOf(question: string): string {
    this.#code ??= codeDigest();
    return join(this.directory ?? "", sha256(`${this.#code}\n${question}`));
  }
}

/** The directory that git has checked out, or the project itself outside of a repository. */
function topOf(project: string): string {
  const isTop = (directory: string): boolean => fs.existsSync(join(directory, ".git"));
  let directory = project;
  while (!isTop(directory) && dirname(directory) !== directory) directory = dirname(directory);
  return isTop(directory) ? directory : project;
}

/** The path with all links resolved, for as much of it as exists. */
function realPathOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Removes the entries that were used least recently, beyond those that may stay. */
function prune(directory: string): void {
  const names = fs.readdirSync(directory).filter((name) => ENTRY.test(name.slice(0, 64)));
  if (names.length <= MOST_ENTRIES) return;
  const used = names.map((name) => ({ name, time: fs.statSync(join(directory, name)).mtimeMs }));
  const old = used.sort((a, b) => b.time - a.time).slice(MOST_ENTRIES);
  for (const { name } of old) fs.rmSync(join(directory, name), { force: true });
}

/** A digest of the compiled tool and of the versions of its libraries: another one may read the same otherwise. */
function codeDigest(): string {
  const scripts = fileURLToPath(new URL("..", import.meta.url));
  const paths = fs.readdirSync(scripts, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  const texts = paths.sort().map((path) => `${path}\0${sha256(fs.readFileSync(join(scripts, path)))}`);
  return sha256([...texts, toolManifest()].join("\n"));
}

/** No disk is a reason to fail: the answer is made anew. */
function orNothing<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
