/** What is too costly to fetch or build for every run: `crd-bundle/` in `XDG_CACHE_HOME` or `~/.cache`. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import semver from "semver";
import { atEnd } from "../apiserver/at-end.js";

/** The directory of the newest version in the cache that begins so. */
export function newestCached(product: string, prefix: string): string | undefined {
  const directory = cacheDirectory(product);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const newest = semver.rsort(names.filter((name) => semver.valid(name) && name.startsWith(prefix)))[0];
  return newest && join(directory, newest);
}

/** Fills a directory of the cache. Whoever sees it sees all of it, also when two processes fill it at once. */
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
