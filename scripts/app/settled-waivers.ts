/** The waivers that a release used: they left the project with its commit, and stand in the commit before it. */

import { readPolicyFiles } from "../core/config/policy-files.js";
import type { Waiver } from "../core/model/policy.js";
import { WAIVERS_FILE } from "../core/project-layout.js";
import type { Workspace } from "./workspace.js";

/** The project with the waivers that the given commits of a release took out of it. */
export async function withSettledWaivers(workspace: Workspace, commits: readonly string[]): Promise<Workspace> {
  const waivers = [...workspace.policy.waivers];
  for (const commit of commits) {
    const settled = await waiversBefore(commit, workspace);
    waivers.push(...settled.filter((waiver) => !waivers.some((kept) => isSame(kept, waiver))));
  }
  return { ...workspace, policy: { ...workspace.policy, waivers } };
}

async function waiversBefore(commit: string, { places: { repository } }: Workspace): Promise<readonly Waiver[]> {
  const parent = await repository.commitOf(`${commit}^`);
  const [file] = parent === undefined ? [] : await repository.filesOf(parent, WAIVERS_FILE);
  if (!file) return [];
  return readPolicyFiles({ path: file.path, text: file.bytes.toString("utf8") }, undefined, undefined).waivers;
}

function isSame({ fingerprint, release }: Waiver, other: Waiver): boolean {
  return fingerprint === other.fingerprint && release === other.release;
}
