/** Reads and writes files. Paths in models and diagnostics are relative to the project, with forward slashes. */
import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, fsync, openSync, readdirSync, readFileSync } from "node:fs";
import { chmod, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { createDirectory } from "./blocking-files.js";

const synced = promisify(fsync);

/**
 * Returns the files below a directory, with relative paths, in code-unit order. Does not follow links. Returns none if
 * the directory does not exist.
 */
export async function listFiles(directory: string): Promise<string[]> {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns the names in a directory, or none if it does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns an error of the disk, which users can fix: missing permissions, a full disk. Rethrows any other error. */
export function diskError(error: unknown): NodeJS.ErrnoException {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return error as NodeJS.ErrnoException;
}

/** Reports whether a path leads to a directory, to a file, or nowhere. */
export async function entryType(path: string): Promise<"directory" | "file" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "directory" : "file";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns the text of a file without a byte order mark, or undefined if there is no file. */
export async function readText(path: string): Promise<string | undefined> {
  return (await readBytes(path))?.toString("utf8").replace(/^\uFEFF/, "");
}

/** Returns the bytes of a file, or undefined if there is none. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the bytes of a regular file. Returns undefined for anything else: no file, a link, a pipe that may never end,
 * or a file above the limit.
 */
export async function readRegularFile(path: string, limit = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  try {
    // Asynchronous calls would take several times as long for the many small files of a bundle.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= limit ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === "ENXIO") return undefined; // a socket
    throw error;
  }
}

/**
 * Returns once a file, or the list of entries in a directory, is on the disk and survives a power failure. Meanwhile,
 * other work goes on. Some systems cannot do this for a directory, and do not need it.
 */
export async function syncToDisk(path: string): Promise<void> {
  try {
    const file = openSync(path, "r");
    try {
      await synced(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!/^E(INVAL|PERM|ACCES|ISDIR|NOTSUP)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Writes a file with a rename. Creates its directory if it does not exist. */
export async function putFile(path: string, content: string | Uint8Array): Promise<void> {
  const next = `${path}.${randomUUID()}`; // no checkout can contain this name, not even as a link
  createDirectory(dirname(path));
  await writeFile(next, content, { flag: "wx", flush: true });
  await rename(next, path);
  await syncToDisk(dirname(path));
}

/** Replaces the text of a file with a rename, and keeps its permissions. If the path is a link, replaces its target. */
export async function replaceText(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const next = `${target}.${randomUUID()}`;
  try {
    await writeFile(next, text, { flag: "wx", mode: 0o600 });
    await chmod(next, mode);
    await syncToDisk(next);
    await rename(next, target);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await syncToDisk(dirname(target));
}

/**
 * Writes a directory with a rename, if it does not exist or is empty. Removes what killed runs left of the same
 * attempt. The names of the files must not lead into another directory.
 */
export async function putDirectory(
  path: string,
  files: readonly { readonly name: string; readonly bytes: string | Uint8Array }[],
): Promise<void> {
  const next = `${path}.${randomUUID()}`; // for the same reason as in `putFile`
  createDirectory(next);
  for (const { name, bytes } of files) await writeFile(join(next, name), bytes, { flag: "wx", flush: true });
  await syncToDisk(next);
  await rename(next, path);
  const left = (await namesIn(dirname(path))).filter((name) => isAttempt(name, basename(path)));
  for (const name of left) await rm(join(dirname(path), name), { recursive: true, force: true });
  await syncToDisk(dirname(path));
}

/** Reports whether a name is one that `putDirectory` gives an incomplete directory. Users do not choose such names. */
function isAttempt(name: string, of: string): boolean {
  return name.startsWith(`${of}.`) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name.slice(of.length + 1));
}

/** Removes a file if it exists. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Reports whether an error only means that there is no such file: there is nothing, a directory, a parent that is not a
 * directory, or a cycle of links.
 */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return isNothing(error) || code === "EISDIR" || code === "ELOOP";
}

/**
 * Reports whether an error means that nothing exists at a path. A directory or a cycle of links in the place of a file
 * does exist.
 */
export function isNothing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
