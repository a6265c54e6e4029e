/**
 * Where a path may lead that comes from a project, a manifest or a name. A checkout can hold any link and any name, so
 * nothing is read, written or removed through a link, nor outside the directory that it is for.
 */
import { access, constants, lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isMissing } from "./files.js";

/** What is at a path, without following a link. */
export type EntryKind = "file" | "directory" | "link" | "special";

/** What keeps a file or directory from being where it belongs. */
export interface Obstacle {
  /** The whole path of what is in the way. */
  readonly path: string;
  readonly is: EntryKind | "outside" | "other";
}

const SAYS: Readonly<Record<Obstacle["is"], { readonly code: string; readonly problem: string }>> = {
  file: { code: "ENOTDIR", problem: "ENOTDIR: a file stands where a directory belongs" },
  directory: { code: "EISDIR", problem: "a directory stands where a file belongs" },
  link: { code: "ELOOP", problem: "a symbolic link is in the way" },
  special: { code: "EINVAL", problem: "it is not a regular file" },
  other: { code: "EEXIST", problem: "something else of this name is there, which is left as it is" },
  outside: { code: "EINVAL", problem: "it is outside the directory that is written" },
};

/** Nothing was written, because something is in the way. Its code is that of the system where this has one. */
export class PathBlocked extends Error {
  readonly code: string;
  readonly path: string;

  constructor(readonly obstacle: Obstacle) {
    super(SAYS[obstacle.is].problem);
    this.code = SAYS[obstacle.is].code;
    this.path = obstacle.path;
  }
}

/** What is at a path; undefined for nothing. */
export async function entryAt(path: string): Promise<EntryKind | undefined> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return "link";
    if (found.isDirectory()) return "directory";
    return found.isFile() ? "file" : "special";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a relative path stays below the directory that it starts from, and is written in the only way there is. */
export function staysBelow(path: string): boolean {
  const start = resolve("start");
  const whole = resolve(start, path);
  return !path.includes("\0") && isWithin(start, whole) && relative(start, whole).split(sep).join("/") === path;
}

/** Whether a path leads to something below a directory. Both are whole paths. */
export function isWithin(directory: string, path: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : directory + sep) && path !== directory;
}

/** The first thing on the way from a directory to a path below it that must not be there, or undefined. */
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

/** What is in the way of files below a directory, each thing once. */
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

/** The path with all links resolved, for as much of it as exists. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    return join(await realPathOf(parent), basename(path));
  }
}

/** The directory itself if it exists, otherwise the nearest one above it that does. */
export async function nearestDirectory(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await entryAt(path)) === "directory" ? path : nearestDirectory(parent);
}

/** Whether something can be made in a directory. */
export async function isWritable(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
