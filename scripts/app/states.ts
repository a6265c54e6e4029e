/** The states of a bundle: the working tree, a named state, and the releases in a history. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import { parseVersion, type Version } from "../core/model/release-version.js";
import { reservedFields } from "../core/model/reserved.js";
import { CHANGELOG } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import type { Repository } from "../host/git.js";
import { readSource } from "../host/sources.js";
import { readChangelog } from "../release/changelog/changelog.js";
import { findState, releaseStates } from "./find-state.js";
import type { StateContext } from "./open-states.js";
import type { Workspace } from "./workspace.js";

/** Builds the working tree in memory, and returns it as a state with today's date. */
export async function treeState(workspace: Workspace, today: string): Promise<Result<BundleState>> {
  const { diagnostics, crds, model } = await workspace.buildTree();
  if (hasErrors(diagnostics)) return failure(diagnostics, workspace.sources);
  const channels = crds.map(
    ({ channel, crds: list }) => [channel, new Map(list.map((crd) => [crd.metadata.name, crd]))] as const,
  );
  const { version } = workspace.bundle;
  const reserved = reservedFields(model);
  return success({ name: "working tree", version, date: today, channels: new Map(channels), reserved });
}

/** Returns the versions that have a dated section in the changelog. */
export async function notedIn(project: string): Promise<Version[]> {
  const file = await readSource(project, CHANGELOG);
  const sections = file ? readChangelog(file).sections : [];
  return sections.flatMap(({ version, date }) => (date === undefined ? [] : (parseVersion(version) ?? [])));
}

/** Returns the state to which a name refers. */
export async function namedState(name: string, context: StateContext): Promise<Result<BundleState>> {
  const found = await findState(name, context.places);
  return found.ok ? found : failure(found.diagnostics, context.sources);
}

/**
 * Returns the releases in the history of a commit, oldest first, or none if there are no Git tags. Ignores tags from
 * before `dist/` contained a bundle, and versions that are not lower than `below`.
 */
export async function lineageOf(
  workspace: StateContext,
  commit = "HEAD",
  below?: Version,
): Promise<Result<readonly BundleState[]>> {
  const { places, sources } = workspace;
  const problem = await historyProblem(places.repository);
  if (problem) return failure(problem, sources);
  const states: BundleState[] = [];
  for (const state of await releaseStates(commit, places, below)) {
    if (state.ok) states.push(state.value);
    else if (states.length > 0 || state.diagnostics.some(({ code }) => code !== "bundle-missing")) {
      return failure(state.diagnostics, sources);
    }
  }
  return success(states);
}

/** Returns the reason why the releases cannot be determined, if there is one. */
async function historyProblem(repository: Repository): Promise<Diagnostic | undefined> {
  const problem = await repository.problem();
  if (problem !== undefined) return diagnose("repository-unreadable", { problem });
  if (!(await repository.exists())) return diagnose("repository-missing", {});
  return (await repository.isShallow()) ? diagnose("history-shallow", {}) : undefined;
}
