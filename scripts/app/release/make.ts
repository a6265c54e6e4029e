/** Makes a release: a plan first, and then, unless only the plan is asked for, all that it says. */
import { join, resolve } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Completed, ReleaseOutcome, TakenBack } from "../../core/model/release-outcome.js";
import type { ReleasePlan } from "../../core/model/release-plan.js";
import { failure, type Result, success } from "../../core/result.js";
import { Repository } from "../../host/git.js";
import { entryAt } from "../../host/paths.js";
import { type Finished, ReleaseTransaction } from "../../host/release-transaction.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { openWorkspace } from "../workspace.js";
import { carryOut } from "./carry-out.js";
import { planIn } from "./plan.js";
import type { Refusal } from "./plan-request.js";
import { push } from "./push.js";
import { type MakeRequest, type ReleaseRequest, requestProblems, type UndoRequest } from "./request.js";
import { tagMerged } from "./tag-merged.js";
import { planUndo } from "./undo.js";

/** What a plan is asked for: a release of what is checked out. */
export type PlannedRequest = Omit<MakeRequest, "dryRun">;

/** Plans a release of what is checked out, or says all that is in its way. Nothing is changed. */
export function planRelease(request: PlannedRequest, context: Context): Promise<Result<ReleasePlan, Refusal>> {
  return fulfill(request, context, async () => {
    const [action] = (["undo", "tag"] as const).filter((name) => request[name]); // by a program without types
    const problems = action
      ? [diagnose("request-invalid", { name: action, expected: "unset: only what is to be made has a plan" })]
      : requestProblems(request);
    return problems.length > 0 ? failure(problems) : planChecked(request, context);
  });
}

async function planChecked(request: MakeRequest, context: Context): Promise<Result<ReleasePlan, Refusal>> {
  const workspace = await openWorkspace(request.project, context);
  return workspace.ok ? planIn(workspace.value, request, context) : workspace;
}

function isMade(request: ReleaseRequest): request is MakeRequest {
  return !request.tag && !request.undo;
}

/**
 * Makes, tags or takes back a release, as the request says. A run that is killed leaves the repository as it was, or as
 * it is to be; the next one completes it, and does nothing else.
 */
export function makeRelease(request: ReleaseRequest, context: Context): Promise<Result<ReleaseOutcome, Refusal>> {
  return fulfill(request, context, async () => {
    const problems = requestProblems(request);
    return problems.length > 0 ? failure(problems) : makeChecked(request, context);
  });
}

async function makeChecked(request: ReleaseRequest, context: Context): Promise<Result<ReleaseOutcome, Refusal>> {
  const repository = new Repository(resolve(context.cwd, request.project));
  // Tagging and taking back look at more than what is checked out.
  if (isMade(request) && request.dryRun) return planned(await planChecked(request, context));
  if (!(await repository.exists())) return withoutRepository(request, context);
  const { work, finished } = await ReleaseTransaction.enter(repository, context.self);
  try {
    // What a killed run left is put in order before anything is read: it may be half of a file.
    if (finished) return success(await completed(finished, repository));
    return await outcomeOf(request, work, repository, context);
  } finally {
    await work.leave();
  }
}

/** Without a repository there is no plan, which is reported together with what else is missing. */
async function withoutRepository(request: ReleaseRequest, context: Context): Promise<Result<ReleaseOutcome, Refusal>> {
  if (isMade(request)) return planned(await planChecked(request, context));
  const opened = await openWorkspace(request.project, context);
  if (!opened.ok) return opened;
  const problem = await opened.value.places.repository.problem();
  const missing =
    problem === undefined ? diagnose("repository-missing", {}) : diagnose("repository-unreadable", { problem });
  return failure(missing, opened.value.sources);
}

function planned(plan: Result<ReleasePlan, Refusal>): Result<ReleaseOutcome, Refusal> {
  return plan.ok ? success({ did: "planned", plan: plan.value }) : plan;
}

async function outcomeOf(
  request: ReleaseRequest,
  work: ReleaseTransaction,
  repository: Repository,
  context: Context,
): Promise<Result<ReleaseOutcome, Refusal>> {
  if (request.undo === true) return takeBack(request, work, repository);
  const made = await (request.tag ? tagMerged(request, work, repository, context) : release(request, work, context));
  if (!made.ok) return made;
  const { plan, commit } = made.value;
  return commit === undefined ? success({ did: "planned", plan }) : publish(plan, commit, repository, context);
}

async function release(request: MakeRequest, work: ReleaseTransaction, context: Context) {
  const workspace = await openWorkspace(request.project, context);
  if (!workspace.ok) return workspace;
  const plan = await planIn(workspace.value, request, context);
  if (!plan.ok) return plan;
  const commit = await carryOut(plan.value, work, workspace.value, context);
  return commit.ok ? success({ plan: plan.value, commit: commit.value }) : commit;
}

/** Pushes what was made, if that is asked for. */
async function publish(
  plan: ReleasePlan,
  commit: string,
  repository: Repository,
  context: Context,
): Promise<Result<ReleaseOutcome>> {
  const problem = plan.remote === undefined ? undefined : await push(plan, plan.remote, repository, context);
  if (problem) return failure(problem);
  const { branch, newBranch, kind, merged } = plan;
  const onBranch = newBranch !== undefined || (kind !== "snapshot" && merged === undefined);
  const remote = await repository.remoteOf(onBranch ? branch : "");
  const assets = join(repository.directory, plan.assets.directory);
  return success({ did: "released", plan, commit, assets, ...(remote !== undefined && { remote }) });
}

/** Takes a release back that nobody else has. */
async function takeBack(
  { to, dryRun }: UndoRequest,
  work: ReleaseTransaction,
  repository: Repository,
): Promise<Result<TakenBack>> {
  const found = await planUndo(to, repository);
  if (!found.ok) return found;
  const { tag, commit, branch, assets } = found.value;
  // Somebody may have moved them away: then it is not this run that removes them.
  const isThere = (await entryAt(assets)) !== undefined;
  const remains = dryRun ? undefined : await work.undo(found.value);
  return success({
    did: "taken back",
    isDone: dryRun !== true,
    tag,
    commit,
    ...(branch && { branch }),
    ...(isThere && { assets }),
    ...(remains && { remains }),
  });
}

/** A run that was killed had made it already: to go on would release the same once more, under the next version. */
async function completed({ journal, remains }: Finished, repository: Repository): Promise<Completed> {
  const { tag, commit, branch, undo } = journal;
  const remote = await repository.remoteOf(branch?.name ?? "");
  return {
    did: "completed",
    what: undo ? "taken back" : "released",
    tag,
    commit,
    ...(branch && { branch }),
    remains,
    ...(remote !== undefined && { remote }),
  };
}
