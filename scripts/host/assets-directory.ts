/** Reads a downloaded directory. Trusts nothing in it, and reads nothing outside of it. */
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Asset } from "../core/model/output.js";
import type { Reading } from "../core/result.js";
import { readRegularFile } from "./files.js";
import { entryAt } from "./paths.js";

/** Limits that no release reaches, so an endless file or directory is not read to its end. */
const MOST_FILES = 1000;
const MOST_BYTES = 512 * 1024 * 1024;

/** The content of a directory. A file that was not read counts as empty, and `unread` contains the reason. */
export interface AssetsDirectory {
  readonly assets: readonly Asset[];
  readonly unread: readonly { readonly name: string; readonly kind: string }[];
  /** True if there are more files than are listed here. */
  readonly isCut: boolean;
}

/**
 * Reads the regular files of a directory. Does not open symbolic links, pipes and devices, because a link can lead to
 * any file on the machine, and a device may never end.
 */
export async function readAssetsDirectory(directory: string): Promise<AssetsDirectory> {
  const { names, isCut } = await namesBelow(directory);
  const assets: Asset[] = [];
  const unread: { name: string; kind: string }[] = [];
  let left = MOST_BYTES;
  for (const name of names) {
    const read = name.includes("/") ? { value: new Uint8Array() } : await readRegular(join(directory, name), left);
    if ("problem" in read) unread.push({ name, kind: read.problem });
    const bytes = "problem" in read ? new Uint8Array() : read.value;
    left -= bytes.length;
    assets.push({ name, bytes });
  }
  return { assets, unread, isCut };
}

/** Returns the paths of everything below a directory that is not a directory, in code-unit order. */
async function namesBelow(directory: string): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for await (const entry of await opendir(join(directory, below))) {
      seen += 1;
      if (seen > MOST_FILES) return { names: names.sort(), isCut: true };
      if (entry.isDirectory()) waiting.push(`${below}${entry.name}/`);
      else names.push(`${below}${entry.name}`);
    }
  }
  return { names: names.sort(), isCut: false };
}

/** Returns the bytes of a regular file, or the reason why it cannot be read. */
async function readRegular(path: string, limit: number): Promise<Reading<Uint8Array>> {
  const entry = await entryAt(path);
  if (entry === "link") return { problem: "a symbolic link" };
  if (entry !== "file") return { problem: "a pipe, a socket or a device" };
  const value = await readRegularFile(path, limit);
  return value ? { value } : { problem: "too large" };
}
