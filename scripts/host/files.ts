/** The files of a project, read. Paths in models and diagnostics are relative to it, with forward slashes. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/** The files below a directory, relative to it, in code-unit order. Links are not followed. None where it is missing. */
export async function listFiles(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The names of what is directly in a directory; none if it is missing. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether a path leads to a directory, to a file, or nowhere. */
export async function entryType(path: string): Promise<"directory" | "file" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "directory" : "file";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The text of a file without a byte order mark, or undefined where there is none. */
export async function readText(path: string): Promise<string | undefined> {
  return (await readBytes(path))?.toString("utf8").replace(/^\uFEFF/, "");
}

/** The bytes of a file, or undefined where there is none. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The bytes of a regular file, or undefined for anything else: nothing, a link, a pipe that would never end, or more
 * bytes than the limit.
 */
export async function readRegularFile(path: string, limit = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      return found.isFile() && found.size <= limit ? await file.readFile() : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === "ENXIO") return undefined; // a socket
    throw error;
  }
}

/**
 * Returns when a file, or what a directory lists, is on the disk and survives a power cut. Not every system can do this
 * for a directory, and none loses by it.
 */
export async function syncToDisk(path: string): Promise<void> {
  try {
    const file = await open(path, "r");
    await file.sync().finally(() => file.close());
  } catch (error) {
    if (!/^E(INVAL|PERM|ACCES|ISDIR|NOTSUP)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Writes a file by a rename, in a directory that is made where it is missing. */
export async function putFile(path: string, content: string | Uint8Array): Promise<void> {
  const next = `${path}.${randomUUID()}`; // a name that no checkout can have taken, be it with a link
  await mkdir(dirname(path), { recursive: true });
  await writeFile(next, content, { flag: "wx", flush: true });
  await rename(next, path);
  await syncToDisk(dirname(path));
}

/**
 * Writes a directory by a rename, where there is none or an empty one, and removes what a run that died left of the same
 * attempt. Names lead into no other directory.
 */
export async function putDirectory(
  path: string,
  files: readonly { readonly name: string; readonly bytes: string | Uint8Array }[],
): Promise<void> {
  const next = `${path}.${randomUUID()}`; // as for a file
  await mkdir(next, { recursive: true });
  for (const { name, bytes } of files) await writeFile(join(next, name), bytes, { flag: "wx", flush: true });
  await syncToDisk(next);
  await rename(next, path);
  const left = (await namesIn(dirname(path))).filter((name) => isAttempt(name, basename(path)));
  for (const name of left) await rm(join(dirname(path), name), { recursive: true, force: true });
  await syncToDisk(dirname(path));
}

/** Whether a name is one that `putDirectory` gives a directory until it is complete. No person has such names. */
function isAttempt(name: string, of: string): boolean {
  return name.startsWith(`${of}.`) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name.slice(of.length + 1));
}

/** Removes a file, if it is there. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Whether a failure only says that there is no such file: nothing, a directory, nothing to look for it in, a circle of links. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return isNothing(error) || code === "EISDIR" || code === "ELOOP";
}

/** Whether a failure says that nothing is there. A directory or a circle of links in the place of a file is something. */
export function isNothing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
