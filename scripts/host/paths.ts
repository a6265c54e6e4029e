/**
 * Checks the paths that come from a project, a manifest or a name. A checkout can contain any link and any name, so
 * nothing is read, written or removed through a link or outside of the intended directory.
 */
import { accessSync, constants } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { BLOCKING } from "./blocking-files.js";
import { isMissing } from "./files.js";

/** The type of the entry at a path. Links are not followed. */
export type EntryKind = "file" | "directory" | "link" | "special";

/** An entry that prevents a file or directory from being in its place. */
export interface Obstacle {
  /** The absolute path of the obstacle. */
  readonly path: string;
  readonly is: EntryKind | "outside" | "other";
}

const SAYS: Readonly<Record<Obstacle["is"], { readonly code: string; readonly problem: string }>> = {
  file: { code: "ENOTDIR", problem: "ENOTDIR: a file is in the place of a directory" },
  directory: { code: "EISDIR", problem: "a directory is in the place of a file" },
  link: { code: "ELOOP", problem: "a symbolic link is in its place" },
  special: { code: "EINVAL", problem: "it is not a regular file" },
  other: { code: "EEXIST", problem: "something else of this name already exists" },
  outside: { code: "EINVAL", problem: "it is outside of the output directory" },
};

/**
 * Error thrown if an obstacle prevents writing. Nothing was written. `code` is an error code of the system, if there is
 * a matching one.
 */
export class PathBlocked extends Error {
  readonly code: string;
  readonly path: string;

  constructor(readonly obstacle: Obstacle) {
    super(SAYS[obstacle.is].problem);
    this.code = SAYS[obstacle.is].code;
    this.path = obstacle.path;
  }
}

/** Returns the type of the entry at a path, or undefined if there is none. */
export async function entryAt(path: string): Promise<EntryKind | undefined> {
  try {
    const found = await BLOCKING.lstat(path);
    if (found.isSymbolicLink()) return "link";
    if (found.isDirectory()) return "directory";
    return found.isFile() ? "file" : "special";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Most paths, for which the functions of Node that know all systems would take much longer. */
const PLAIN_PATH = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/;

/** Reports whether a relative path stays below the directory from which it starts, and is in its normal form. */
export function staysBelow(path: string): boolean {
  if (PLAIN_PATH.test(path)) return true;
  const start = resolve("start");
  const whole = resolve(start, path);
  return !path.includes("\0") && isWithin(start, whole) && relative(start, whole).split(sep).join("/") === path;
}

/** Reports whether a path is below a directory. Both must be absolute. */
export function isWithin(directory: string, path: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : directory + sep) && path !== directory;
}

/** Returns the first obstacle on the way from a directory to a path below it, or undefined. */
export async function obstacleTo(
  directory: string,
  path: string,
  wanted: "file" | "directory" = "file",
  look: typeof entryAt = entryAt,
): Promise<Obstacle | undefined> {
  if (!staysBelow(path)) return { path: join(directory, path), is: "outside" };
  const parts = path.split("/");
  for (const depth of parts.keys()) {
    const at = join(directory, ...parts.slice(0, depth + 1));
    const found = await look(at);
    if (found === undefined) return undefined;
    if (found !== (depth + 1 < parts.length ? "directory" : wanted)) return { path: at, is: found };
  }
  return undefined;
}

/** Returns the obstacles to files below a directory, each of them once. */
export async function obstaclesTo(directory: string, paths: readonly string[]): Promise<Obstacle[]> {
  const seen = new Map<string, Promise<EntryKind | undefined>>();
  const look = (path: string) => {
    const known = seen.get(path) ?? entryAt(path);
    seen.set(path, known);
    return known;
  };
  const found = new Map<string, Obstacle>();
  for (const path of paths) {
    const obstacle = await obstacleTo(directory, path, "file", look);
    if (obstacle) found.set(obstacle.path, obstacle);
  }
  return [...found.values()];
}

/** Returns the path with all links resolved, as far as it exists. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await BLOCKING.realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    return join(await realPathOf(parent), basename(path));
  }
}

/** Returns the directory itself if it exists, otherwise the nearest existing one above it. */
export async function nearestDirectory(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await entryAt(path)) === "directory" ? path : nearestDirectory(parent);
}

/** Reports whether this process can create entries in a directory. */
export async function isWritable(directory: string): Promise<boolean> {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
