/** A folder that somebody downloaded. Nothing in it is believed, and nothing outside of it is read. */
import { constants } from "node:fs";
import { lstat, open, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Asset } from "../model/output.js";
import { isMissing } from "./files.js";

/** More than a release ever has. What goes on without an end is not read to its end. */
const MOST_FILES = 1000;
const MOST_BYTES = 512 * 1024 * 1024;

/** The contents of a folder. What is not read counts as an empty file, and `unread` tells why. */
export interface AssetsFolder {
  readonly assets: readonly Asset[];
  readonly unread: readonly { readonly name: string; readonly kind: string }[];
  /** Whether there are more files than are listed here. */
  readonly isCut: boolean;
}

/**
 * Reads the regular files of a folder. Symbolic links, pipes and devices are not opened: a link leads to any file of this
 * machine, and a device never ends.
 */
export async function readAssetsFolder(folder: string): Promise<AssetsFolder> {
  const { names, isCut } = await namesBelow(folder);
  const assets: Asset[] = [];
  const unread: { name: string; kind: string }[] = [];
  let left = MOST_BYTES;
  for (const name of names) {
    const read = name.includes("/") ? new Uint8Array() : await readRegular(join(folder, name), left);
    if (typeof read === "string") unread.push({ name, kind: read });
    const bytes = typeof read === "string" ? new Uint8Array() : read;
    left -= bytes.length;
    assets.push({ name, bytes });
  }
  return { assets, unread, isCut };
}

/** What a path is, without following it if it is a link; undefined if there is nothing. */
export async function entryAt(path: string): Promise<"folder" | "link" | "other" | undefined> {
  try {
    const entry = await lstat(path);
    return entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The paths of everything below a folder that is not a folder, in code-unit order. */
async function namesBelow(folder: string): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for await (const entry of await opendir(join(folder, below))) {
      seen += 1;
      if (seen > MOST_FILES) return { names: names.sort(), isCut: true };
      if (entry.isDirectory()) waiting.push(`${below}${entry.name}/`);
      else names.push(`${below}${entry.name}`);
    }
  }
  return { names: names.sort(), isCut: false };
}

/** The bytes of a regular file, or what keeps it from being read. Opening a pipe does not wait for its other end. */
async function readRegular(path: string, limit: number): Promise<Uint8Array | string> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (!entry.isFile()) return "a pipe, a socket or a device";
  if (entry.size > limit) return "too large for an asset";
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = await file.stat();
    if (!opened.isFile() || opened.size > limit) return "being replaced while it is read";
    return await file.readFile();
  } finally {
    await file.close();
  }
}
