/** Compares the tree of a Git tag with the files that its sources produce. */
import { posix } from "node:path";
import { DIST, inDist } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import {
  type CommittedEntry,
  type CommittedFile,
  OBJECT_LIMIT,
  REGULAR_FILE,
  type Repository,
  SUBMODULE,
} from "../../host/git.js";
import type { Output } from "../output.js";

export function isRegular(mode: string): boolean {
  return mode === REGULAR_FILE || mode === "100755";
}

export function kindOfMode(mode: string): string {
  if (mode === "120000") return "is a symbolic link";
  if (mode === SUBMODULE) return "is a submodule";
  return mode === "100755" ? "is executable" : `has the mode ${mode}`;
}

/**
 * Returns the bytes of entries exactly as the objects contain them. An entry that is far too large counts as an empty
 * file.
 */
export async function readEntries(
  entries: readonly CommittedEntry[],
  repository: Repository,
): Promise<CommittedFile[]> {
  const wanted = new Set(entries.filter(({ size }) => size <= OBJECT_LIMIT).map(({ hash }) => hash));
  const bytes = new Map<string, Buffer>();
  for await (const object of repository.objects([...wanted])) if (object) bytes.set(object.hash, object.bytes);
  return entries.map(({ path, hash }) => ({ path, bytes: bytes.get(hash) ?? Buffer.alloc(0) }));
}

/**
 * Compares the tree of a Git tag with the build, name by name and byte by byte. Compares the content of the objects,
 * which a checkout could change.
 */
export function treeProblems(
  tag: string,
  entries: readonly CommittedEntry[],
  committed: readonly CommittedFile[],
  { files, belongs }: Output,
): Diagnostic[] {
  const unlike = (path: string, how: string) => diagnose("release-tag-mismatch", { tag, path, how });
  const expected = new Map(files.map(({ path, text }) => [inDist(path), Buffer.from(text)]));
  const bytes = new Map(committed.map((file) => [file.path, file.bytes]));
  const seen = new Set<string>();
  const problems = entries.flatMap(({ path, mode }) => {
    const isAgain = seen.has(path);
    seen.add(path);
    if (isAgain) return [unlike(path, "occurs twice")]; // git never creates such a tree, but accepts it
    const wanted = expected.get(path);
    if (!wanted) return isOfBundle(path, belongs) ? [unlike(path, "does not belong to the bundle")] : [];
    if (mode !== REGULAR_FILE) return [unlike(path, kindOfMode(mode))];
    return bytes.get(path)?.equals(wanted)
      ? []
      : [unlike(path, "differs from the file that is built from the sources")];
  });
  const missing = [...expected.keys()].filter((path) => !seen.has(path));
  return [...problems, ...missing.map((path) => unlike(path, "is missing"))];
}

/** Reports whether a path belongs to the bundle: every path in `dist/`, and the API reports that a build writes. */
function isOfBundle(path: string, belongs: Output["belongs"]): boolean {
  return path === DIST || path.startsWith(`${DIST}/`) || belongs(posix.relative(DIST, path));
}
