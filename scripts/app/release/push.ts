import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { movedBranch, type ReleasePlan } from "../../core/model/release-plan.js";
import { GitFailure, type Repository } from "../../host/git.js";
import type { Context } from "../context.js";

/** Pushes the branch and the Git tag of a release, both or neither. */
export async function push(
  plan: ReleasePlan,
  remote: string,
  repository: Repository,
  { progress }: Pick<Context, "progress">,
): Promise<Diagnostic | undefined> {
  const { tag, newBranch } = plan;
  progress(`pushing ${newBranch ?? tag} to ${remote}`);
  const moved = movedBranch(plan);
  const refs = [
    ...(moved === undefined ? [] : [`refs/heads/${moved}`]),
    ...(newBranch === undefined ? [`refs/tags/${tag}`] : []),
  ];
  try {
    await repository.run(["push", "--quiet", "--atomic", remote, ...refs]);
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const done = newBranch === undefined ? "released" : "prepared";
    return diagnose("release-not-pushed", { tag, done, remote, refs: refs.join(" "), problem: error.problem });
  }
}
