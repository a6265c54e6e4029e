/** Updates the checked-out files from one commit to the next, even if an earlier attempt was killed. */
import { join } from "node:path";
import { readBytes } from "./files.js";
import { NO_HOOKS, Repository } from "./git.js";

/** A path that differs between two commits. */
interface Difference {
  readonly path: string;
  readonly mode: string;
  readonly before: string;
  /** The blob; zeros if the file is removed. */
  readonly after: string;
}

/**
 * Updates the index and the files from `before` to `after`. A file that the user has changed keeps its content, and
 * appears as a change to `after`. A file that is missing, or contains only the beginning of its new content, is written
 * again. A killed attempt leaves such files, because git writes files in place.
 */
export async function syncCheckout(directory: string, before: string, after: string): Promise<void> {
  const top = new Repository(await new Repository(directory).topDirectory());
  const differences = await differencesOf(top, before, after);
  const free = await untouched(top, differences);
  const [own, changed] = [true, false].map((isFree) => differences.filter((path) => free.has(path) === isFree));
  await overPaths(top, ["checkout", "--quiet", after], own?.filter(isThere));
  const gone = own?.filter((difference) => !isThere(difference));
  await overPaths(top, ["rm", "--quiet", "--force", "--ignore-unmatch"], gone);
  const entries = changed?.map(({ mode, after: blob, path }) => `${mode} ${blob}\t${path}\0`) ?? [];
  if (entries.length > 0)
    await top.run([...NO_HOOKS, "update-index", "-z", "--index-info"], { input: entries.join("") });
}

async function overPaths(top: Repository, command: readonly string[], differences: readonly Difference[] = []) {
  if (differences.length === 0) return;
  const input = differences.map(({ path }) => `${path}\0`).join("");
  const options = [...NO_HOOKS, "--literal-pathspecs"]; // the user did not ask for a checkout
  await top.run([...options, ...command, "--pathspec-from-file=-", "--pathspec-file-nul"], { input });
}

function isThere({ after }: Difference): boolean {
  return !/^0+$/.test(after);
}

/**
 * Returns the differences between two commits. Each is `:<mode> <mode> <blob> <blob> <letter>`, a NUL, the path, and a
 * NUL. Source: git's diff format, "RAW OUTPUT FORMAT".
 */
async function differencesOf(top: Repository, before: string, after: string): Promise<Difference[]> {
  const raw = await top.run(["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", before, after]);
  return [...raw.matchAll(/:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\0([^\0]+)\0/g)].map(
    ([, mode = "", old = "", now = "", path = ""]) => ({ path, mode, before: old, after: now }),
  );
}

/**
 * Returns the differences whose file the user has not changed. Such a file is missing, or contains the old content, the
 * new content, or the beginning of the new content.
 */
async function untouched(top: Repository, differences: readonly Difference[]): Promise<Set<Difference>> {
  const contents = await Promise.all(differences.map(({ path }) => readBytes(join(top.directory, path))));
  const present = differences.filter((_, index) => contents[index] !== undefined);
  const input = present.map(({ path }) => `${path}\n`).join("");
  const hashes = (await top.run(["hash-object", "--stdin-paths"], { input })).split("\n");
  const found = new Map(present.map((difference, index) => [difference, hashes[index]]));
  const free = new Set<Difference>();
  for (const [index, difference] of differences.entries()) {
    const { before, after } = difference;
    const content = contents[index];
    const isKnown = content === undefined || [before, after].includes(found.get(difference) ?? "");
    if (isKnown || (isThere(difference) && isBeginning(content, await top.blob(after)))) free.add(difference);
  }
  return free;
}

function isBeginning(part: Buffer, whole: Buffer): boolean {
  return whole.subarray(0, part.length).equals(part);
}
