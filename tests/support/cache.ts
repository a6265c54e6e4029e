/** What is too costly to fetch or build for every run: `crd-bundle/` in `XDG_CACHE_HOME` or `~/.cache`. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import semver from "semver";
import { atEnd } from "../apiserver/at-end.js";

/** The folder of the newest version in the cache that begins so. */
export function newestCached(product: string, prefix: string): string | undefined {
  const folder = cacheFolder(product);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const newest = semver.rsort(names.filter((name) => semver.valid(name) && name.startsWith(prefix)))[0];
  return newest && join(folder, newest);
}

/** Fills a folder of the cache. Whoever sees it sees all of it, also when two processes fill it at once. */
export async function fillCache(
  product: string,
  version: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = cacheFolder(product, version);
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(cacheFolder(product, "building-"));
  const remove = atEnd(() => rmSync(staging, { recursive: true, force: true }));
  try {
    await fill(staging);
    if (!existsSync(folder)) renameSync(staging, folder);
    return folder;
  } finally {
    remove();
  }
}

function cacheFolder(...parts: string[]): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "crd-bundle", ...parts);
}
