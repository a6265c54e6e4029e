/** Brings the files that are checked out from one commit to the next, also where an earlier attempt died in the middle. */
import { join } from "node:path";
import { readBytes } from "./files.js";
import { NO_HOOKS, Repository } from "./git.js";

/** One path that differs between two commits. */
interface Difference {
  readonly path: string;
  readonly mode: string;
  readonly before: string;
  /** The blob; zeros where the path is gone. */
  readonly after: string;
}

/**
 * Brings index and files from `before` to `after`. A file that somebody changed in between keeps its content, and shows
 * as a change on top of `after`. What is missing, or is the beginning of what it shall be, was left by a killed attempt:
 * git writes files in place.
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
  const options = [...NO_HOOKS, "--literal-pathspecs"]; // nobody asked for a checkout
  await top.run([...options, ...command, "--pathspec-from-file=-", "--pathspec-file-nul"], { input });
}

function isThere({ after }: Difference): boolean {
  return !/^0+$/.test(after);
}

/** `:<mode> <mode> <blob> <blob> <letter>`, a NUL, the path, a NUL. Source: git's diff format, "RAW OUTPUT FORMAT". */
async function differencesOf(top: Repository, before: string, after: string): Promise<Difference[]> {
  const raw = await top.run(["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", before, after]);
  return [...raw.matchAll(/:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\0([^\0]+)\0/g)].map(
    ([, mode = "", old = "", now = "", path = ""]) => ({ path, mode, before: old, after: now }),
  );
}

/** The differences whose file holds what it held before, what it shall hold, or a part of that. */
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
