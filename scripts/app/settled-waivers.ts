/** The waivers that a release used: they left the project with its commit, and stand in the commit before it. */
import { readWaivers } from "../core/config/policy-files.js";
import type { Waiver } from "../core/model/policy.js";
import { WAIVERS_FILE } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import type { Workspace } from "./workspace.js";

/** The project with the waivers that the given commits of a release took out of it. */
export async function withSettledWaivers(workspace: Workspace, commits: readonly string[]): Promise<Result<Workspace>> {
  const waivers = [...workspace.policy.waivers];
  for (const commit of commits) {
    const settled = await waiversBefore(commit, workspace);
    if (!settled.ok) return settled;
    waivers.push(...settled.value.filter((waiver) => !waivers.some((kept) => isSame(kept, waiver))));
  }
  return success({ ...workspace, policy: { ...workspace.policy, waivers } });
}

async function waiversBefore(
  commit: string,
  { places: { repository } }: Workspace,
): Promise<Result<readonly Waiver[]>> {
  const parent = await repository.commitOf(`${commit}^`);
  const [file] = parent === undefined ? [] : await repository.filesOf(parent, WAIVERS_FILE);
  if (parent === undefined || !file) return success([]);
  // As git names a file of a commit: the working tree can have another one under its path.
  const source = { path: `${parent.slice(0, 12)}:${file.path}`, text: file.bytes.toString("utf8") };
  const waivers = readWaivers(source);
  return waivers.ok ? waivers : failure(waivers.diagnostics, [source]);
}

function isSame({ fingerprint, release }: Waiver, other: Waiver): boolean {
  return fingerprint === other.fingerprint && release === other.release;
}
