/**
 * The assets of a release in their place, `release/<version>` of a project. The directory is the user's as well: whatever
 * the release did not put there is neither overwritten nor removed, however long ago a run looked at it.
 */
import { readdir, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CHECKSUMS, checksumLines } from "../core/model/checksums.js";
import { sha256 } from "../core/model/digest.js";
import type { Asset } from "../core/model/output.js";
import { isMissing, namesIn, putDirectory, putFile, readRegularFile } from "./files.js";
import { entryAt, obstacleTo, PathBlocked, staysBelow } from "./paths.js";

/** The `.gitignore` of a directory of assets. */
export const IGNORE_ALL = "*\n";
const IGNORE = ".gitignore";

/** Puts assets where they belong. The directory ignores itself, so that no project has to; what lies beside it is the project's. */
export async function putAssets(directory: string, assets: readonly Asset[]): Promise<void> {
  await rejectLinks(directory);
  const stray = assets.find(({ name }) => name !== basename(name) || !staysBelow(name));
  if (stray) throw new PathBlocked({ path: join(directory, stray.name), is: "outside" });
  const all = [...assets, { name: IGNORE, bytes: Buffer.from(IGNORE_ALL) }];
  const found = await entryAt(directory);
  if (found === undefined) return putDirectory(directory, all);
  if (found !== "directory") throw new PathBlocked({ path: directory, is: found });
  const missing = await missingOf(directory, all); // an earlier run died after the rename, or somebody made the directory
  for (const { name, bytes } of missing) await putFile(join(directory, name), bytes);
}

/** The assets that are not in a directory yet, in which nothing else may have their names. */
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
 * Removes what a release put into a directory: the files that its sums list and that still have these sums, the sums
 * themselves, and the file by which git ignores it. The sums go after what they list, so that a run that dies in between
 * can be followed by another. Directories go once they are empty. Gives back the paths of all that stays.
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

/** Removes a regular file if it holds what is expected of it. */
async function removeIf(path: string, isOurs: (bytes: Buffer) => boolean): Promise<void> {
  const bytes = await readRegularFile(path);
  if (bytes && isOurs(bytes)) await rm(path, { force: true });
}

/** Removes a directory that is empty, and the one around it if that is empty then. */
async function removeEmpty(directory: string): Promise<void> {
  for (const path of [directory, dirname(directory)]) {
    if ((await entryAt(path)) !== "directory") continue;
    if ((await readdir(path)).length > 0) return;
    await rmdir(path).catch((error) => {
      if (!isFilled(error) && !isMissing(error)) throw error;
    });
  }
}

/** Whether a directory was not removed because somebody has just put something into it. */
function isFilled(error: unknown): boolean {
  return /^(ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException | null)?.code ?? "");
}

/** A clone can bring a link in the place of the directory around the assets: nothing is put or removed behind it. */
async function rejectLinks(assets: string): Promise<void> {
  const around = dirname(assets);
  const obstacle = await obstacleTo(dirname(around), basename(around), "directory");
  if (obstacle) throw new PathBlocked(obstacle);
}
