/** Makes a release: plans it, and then carries out the plan unless the request is only for a plan. */
import { join, resolve } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Completed, ReleaseOutcome, TakenBack } from "../../core/model/release-outcome.js";
import type { ReleasePlan } from "../../core/model/release-plan.js";
import { failure, type Result, success } from "../../core/result.js";
import { Repository } from "../../host/git.js";
import { entryAt } from "../../host/paths.js";
import { type Finished, interruptedRelease, ReleaseTransaction } from "../../host/release-transaction.js";
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

/** A request for the plan of a release of the checked-out commit. */
export type PlannedRequest = Omit<MakeRequest, "dryRun">;

/** Plans a release of the checked-out commit, or reports everything that prevents it. Changes nothing. */
export function planRelease(request: PlannedRequest, context: Context): Promise<Result<ReleasePlan, Refusal>> {
  return fulfill(request, context, async () => {
    const [action] = (["undo", "tag"] as const).filter((name) => request[name]); // JavaScript can set them
    const problems = action
      ? [diagnose("request-invalid", { name: action, expected: "unset, because only a new release has a plan" })]
      : requestProblems(request);
    return problems.length > 0 ? failure(problems) : planChecked(request, context);
  });
}

async function planChecked(request: MakeRequest, context: Context): Promise<Result<ReleasePlan, Refusal>> {
  const interrupted = await interruption(request, context);
  if (interrupted) return failure(interrupted);
  const workspace = await openWorkspace(request.project, context);
  return workspace.ok ? planIn(workspace.value, request, context) : workspace;
}

/**
 * Reports an interrupted release, which the next release completes before it does anything else. Until then, the
 * checked-out files can be incomplete, so there is nothing to plan.
 */
async function interruption({ project }: ReleaseRequest, { cwd, self }: Context): Promise<Diagnostic | undefined> {
  const repository = new Repository(resolve(cwd, project));
  const journal = (await repository.exists()) ? await interruptedRelease(repository, self) : undefined;
  return journal && diagnose("release-interrupted", { tag: journal.tag, done: journal.undo ? "undone" : "released" });
}

function isMade(request: ReleaseRequest): request is MakeRequest {
  return !request.tag && !request.undo;
}

/**
 * Makes, tags or undoes a release. If a run is killed, either the repository is unchanged, or the next run completes
 * the operation and does nothing else.
 */
export function makeRelease(request: ReleaseRequest, context: Context): Promise<Result<ReleaseOutcome, Refusal>> {
  return fulfill(request, context, async () => {
    const problems = requestProblems(request);
    return problems.length > 0 ? failure(problems) : makeChecked(request, context);
  });
}

async function makeChecked(request: ReleaseRequest, context: Context): Promise<Result<ReleaseOutcome, Refusal>> {
  const repository = new Repository(resolve(context.cwd, request.project));
  // Only this dry run needs no work directory: tagging and undoing read more than the checked-out commit.
  if (isMade(request) && request.dryRun) return planned(await planChecked(request, context));
  if (!(await repository.exists())) return withoutRepository(request, context);
  const interrupted = request.dryRun ? await interruption(request, context) : undefined;
  if (interrupted) return failure(interrupted);
  const { work, finished } = await ReleaseTransaction.enter(repository, context.self);
  try {
    // A killed run may have left incomplete files, so this completes or removes its work before reading anything.
    if (finished) return success(await completed(finished, repository));
    return await outcomeOf(request, work, repository, context);
  } finally {
    await work.leave();
  }
}

/** Reports the missing repository, together with all other problems. */
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

/** Pushes a release if the request asks for it, and returns the outcome. */
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

/** Undoes a release that exists only in this repository. */
async function takeBack(
  { to, dryRun }: UndoRequest,
  work: ReleaseTransaction,
  repository: Repository,
): Promise<Result<TakenBack>> {
  const found = await planUndo(to, repository);
  if (!found.ok) return found;
  const { tag, commit, branch, assets } = found.value;
  // If the user has moved the assets away, this run does not remove them.
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

/**
 * Returns the outcome for a release that this run completed after another one was killed. Continuing would release the
 * same changes again, with the next version.
 */
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
