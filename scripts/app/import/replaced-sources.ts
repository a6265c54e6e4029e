/** Finds sources of a project that a merge cannot replace without a loss. */
import { join } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { APIS } from "../../core/project-layout.js";
import { Repository } from "../../host/git.js";
import type { Drift } from "../../host/output-directory.js";
import { readInput } from "../../host/sources.js";

/** New sources. All paths are relative to the directory of the sources. */
export interface Replacement {
  /** The sources from which the new ones were made. */
  readonly current: ReadonlyMap<string, string>;
  readonly drift: Drift;
}

/**
 * Reports files that Git could not restore, and files that changed after they were read. `shown` receives an absolute
 * path.
 */
export async function replacementProblems(
  { current, drift }: Replacement,
  directory: string,
  shown: (path: string) => string,
): Promise<Diagnostic[]> {
  const replaced = [...drift.differing, ...drift.surplus];
  const lost = await irreplaceable(directory, replaced);
  const saved: string[] = [];
  for (const path of [...drift.missing, ...replaced].filter((each) => !lost.includes(each))) {
    const { files } = await readInput(directory, `${APIS}/${path}`);
    if (files[0]?.text !== current.get(path)) saved.push(path);
  }
  const argsOf = (path: string) => ({ path: shown(join(directory, APIS, path)) });
  return [
    ...lost.map((path) => diagnose("import-uncommitted", argsOf(path))),
    ...saved.map((path) => diagnose("import-merge-saved", argsOf(path))),
  ];
}

/** Returns the files that Git could not restore. Outside of a repository, nothing is known about files. */
async function irreplaceable(directory: string, paths: readonly string[]): Promise<string[]> {
  const repository = new Repository(directory);
  if (paths.length === 0 || !(await repository.exists())) return [];
  const prefix = await repository.prefix();
  const changed = await repository.uncommitted();
  const ignored = await repository.ignored(paths.map((path) => `${APIS}/${path}`));
  const isChanged = (path: string) =>
    changed.some((other) => other === path || (other.endsWith("/") && path.startsWith(other)));
  return paths.filter((path) => isChanged(`${prefix}${APIS}/${path}`) || ignored.includes(`${APIS}/${path}`));
}
