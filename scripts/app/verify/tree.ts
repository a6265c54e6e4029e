/** Compares the tree of a tag with what its sources make. */
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

/** The bytes of entries, as the objects have them. One that is far too large is taken for an empty file. */
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
 * Compares the tree of a tag with what the sources make, name by name and byte by byte: what the objects hold, and not
 * what a checkout makes of them.
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
    if (isAgain) return [unlike(path, "is there twice")]; // git makes no such tree, but takes one
    const wanted = expected.get(path);
    if (!wanted) return isOfBundle(path, belongs) ? [unlike(path, "does not belong to the bundle")] : [];
    if (mode !== REGULAR_FILE) return [unlike(path, kindOfMode(mode))];
    return bytes.get(path)?.equals(wanted) ? [] : [unlike(path, "is not what the sources make")];
  });
  const missing = [...expected.keys()].filter((path) => !seen.has(path));
  return [...problems, ...missing.map((path) => unlike(path, "is missing"))];
}

/** All of dist/ is the bundle's; of the directory of the reports, only what a build writes there. */
function isOfBundle(path: string, belongs: Output["belongs"]): boolean {
  return path === DIST || path.startsWith(`${DIST}/`) || belongs(posix.relative(DIST, path));
}
