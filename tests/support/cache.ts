/**
 * The cache for files that are too expensive to fetch or build in every run: `crd-bundle/` in `XDG_CACHE_HOME` or
 * `~/.cache`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import semver from "semver";
import { atEnd } from "../apiserver/at-end.js";

/** Returns the cached directory of the newest version with the given prefix. */
export function newestCached(product: string, prefix: string): string | undefined {
  const directory = cacheDirectory(product);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const newest = semver.rsort(names.filter((name) => semver.valid(name) && name.startsWith(prefix)))[0];
  return newest && join(directory, newest);
}

/** Adds a directory to the cache. It appears only when it is complete, even if two processes fill it at once. */
export async function fillCache(
  product: string,
  version: string,
  fill: (directory: string) => Promise<void>,
): Promise<string> {
  const directory = cacheDirectory(product, version);
  mkdirSync(dirname(directory), { recursive: true });
  const staging = mkdtempSync(cacheDirectory(product, "building-"));
  const remove = atEnd(() => rmSync(staging, { recursive: true, force: true }));
  try {
    await fill(staging);
    if (!existsSync(directory)) renameSync(staging, directory);
    return directory;
  } finally {
    remove();
  }
}

function cacheDirectory(...parts: string[]): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "crd-bundle", ...parts);
}
