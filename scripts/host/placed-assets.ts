/**
 * Writes and removes the assets of a release in `release/<version>` of a project. Users may put files into the same
 * directory at any time. Files that the release did not write are neither overwritten nor removed, even if they
 * appeared after an earlier check.
 */
import { readdir, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CHECKSUMS, checksumLines } from "../core/model/checksums.js";
import { sha256 } from "../core/model/digest.js";
import type { Asset } from "../core/model/output.js";
import { isMissing, namesIn, putDirectory, putFile, readRegularFile } from "./files.js";
import { entryAt, obstacleTo, PathBlocked, staysBelow } from "./paths.js";

/** The content of the `.gitignore` in a directory of assets. */
export const IGNORE_ALL = "*\n";
const IGNORE = ".gitignore";

/**
 * Writes assets to their directory. The directory contains a `.gitignore` for itself, so the project needs no entry for
 * it. Files next to the directory belong to the project.
 */
export async function putAssets(directory: string, assets: readonly Asset[]): Promise<void> {
  await rejectLinks(directory);
  const stray = assets.find(({ name }) => name !== basename(name) || !staysBelow(name));
  if (stray) throw new PathBlocked({ path: join(directory, stray.name), is: "outside" });
  const all = [...assets, { name: IGNORE, bytes: Buffer.from(IGNORE_ALL) }];
  const found = await entryAt(directory);
  if (found === undefined) return putDirectory(directory, all);
  if (found !== "directory") throw new PathBlocked({ path: directory, is: found });
  const missing = await missingOf(directory, all); // an earlier run died, or a user made the directory
  for (const { name, bytes } of missing) await putFile(join(directory, name), bytes);
}

/** Returns the assets that are not in a directory yet. Throws if something else has the name of an asset. */
async function missingOf(directory: string, assets: readonly Asset[]): Promise<Asset[]> {
  const missing: Asset[] = [];
  for (const asset of assets) {
    const path = join(directory, asset.name);
    if ((await entryAt(path)) === undefined) missing.push(asset);
    else if (!(await readRegularFile(path))?.equals(asset.bytes)) throw new PathBlocked({ path, is: "other" });
  }
  return missing;
}

/**
 * Removes the files that a release wrote to a directory: the files that `SHA256SUMS` lists and whose checksums still
 * match, `SHA256SUMS` itself, and the `.gitignore`. `SHA256SUMS` is removed after the files that it lists, so another
 * run can continue if this one is killed. Removes directories that become empty. Returns the paths of all remaining
 * files.
 */
export async function removeAssets(directory: string): Promise<string[]> {
  await rejectLinks(directory);
  const found = await entryAt(directory);
  if (found !== undefined && found !== "directory") return [directory];
  const sums = join(directory, CHECKSUMS);
  const listed = checksumLines((await readRegularFile(sums))?.toString("utf8") ?? "");
  for (const checksum of listed) {
    if (checksum) await removeIf(join(directory, checksum.name), (bytes) => sha256(bytes) === checksum.sum);
  }
  await removeIf(sums, () => listed.length > 0 && listed.every((checksum) => checksum !== undefined));
  await removeIf(join(directory, IGNORE), (bytes) => bytes.toString("latin1") === IGNORE_ALL);
  const left = (await namesIn(directory)).sort();
  if (left.length === 0) await removeEmpty(directory);
  return left.map((name) => join(directory, name));
}

/** Removes a regular file if it has the expected content. */
async function removeIf(path: string, isOurs: (bytes: Buffer) => boolean): Promise<void> {
  const bytes = await readRegularFile(path);
  if (bytes && isOurs(bytes)) await rm(path, { force: true });
}

/** Removes a directory if it is empty, and then its parent if that is empty too. */
async function removeEmpty(directory: string): Promise<void> {
  for (const path of [directory, dirname(directory)]) {
    if ((await entryAt(path)) !== "directory") continue;
    if ((await readdir(path)).length > 0) return;
    await rmdir(path).catch((error) => {
      if (!isFilled(error) && !isMissing(error)) throw error;
    });
  }
}

/** Reports whether a directory was not removed because somebody has just put a file into it. */
function isFilled(error: unknown): boolean {
  return /^(ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException | null)?.code ?? "");
}

/**
 * Rejects a link in the place of the directory around the assets, which a clone can contain. Nothing is written or
 * removed through it.
 */
async function rejectLinks(assets: string): Promise<void> {
  const around = dirname(assets);
  const obstacle = await obstacleTo(dirname(around), basename(around), "directory");
  if (obstacle) throw new PathBlocked(obstacle);
}
