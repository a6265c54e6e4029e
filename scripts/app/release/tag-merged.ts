/** Tags the commit of a merged pull request, if its files are exactly those of the planned release. */
import { join } from "node:path";
import type { ReleasePlan } from "../../core/model/release-plan.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Repository } from "../../host/git.js";
import type { ReleaseTransaction } from "../../host/release-transaction.js";
import type { Context } from "../context.js";
import { assetsOf, bundleIn } from "./assets.js";
import { unlikeFiles } from "./carry-out.js";
import { type MergedRequest, planMerged } from "./merged.js";
import type { Refusal } from "./plan-request.js";

/** Returns the plan, and also the commit unless the request is a dry run. */
export async function tagMerged(
  request: MergedRequest & { readonly dryRun?: boolean },
  work: ReleaseTransaction,
  repository: Repository,
  context: Context,
): Promise<Result<{ readonly plan: ReleasePlan; readonly commit?: string }, Refusal>> {
  const planned = await planMerged(request, repository, work, context);
  if (!planned.ok) return planned;
  const { plan, workspace } = planned.value;
  const { merged: commit = "", version, notes } = plan;
  const files = await bundleIn(repository, commit);
  // The trees are equal, but a filter may have changed the files in both of them, so compare them with the build too.
  const changed = unlikeFiles(files, (await workspace.printAs(version, plan.channels)).files);
  if (changed.length > 0) return failure(changed);
  if (request.dryRun) return success({ plan });
  const time = Math.max(context.now, await repository.timeOf(commit));
  const tagObject = await work.tagObject(commit, { ...plan, time });
  await work.stageAssets(await assetsOf(repository, commit, { name: workspace.bundle.name, version, notes, files }));
  await work.complete({ tag: plan.tag, tagObject, commit, assets: join(repository.directory, plan.assets.directory) });
  return success({ plan, commit });
}
