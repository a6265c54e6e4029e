/**
 * The waivers that a release used. The commit of the release removes them, so they are read from the commit before it.
 */
import { readWaivers } from "../core/config/policy-files.js";
import type { Waiver } from "../core/model/policy.js";
import { WAIVERS_FILE } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import type { Workspace } from "./workspace.js";

/** Returns the project with the waivers that the given commits of a release removed. */
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
  // The path is in git's notation for a file in a commit, because the working tree may have another file with this
  // path.
  const source = { path: `${parent.slice(0, 12)}:${file.path}`, text: file.bytes.toString("utf8") };
  const waivers = readWaivers(source);
  return waivers.ok ? waivers : failure(waivers.diagnostics, [source]);
}

function isSame({ fingerprint, release }: Waiver, other: Waiver): boolean {
  return fingerprint === other.fingerprint && release === other.release;
}
