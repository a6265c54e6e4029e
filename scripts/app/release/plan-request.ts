/**
 * The request for a plan, and the reasons why there is none. These types are separate from the plan because the library
 * exports them.
 */
import type { Failure } from "../../core/result.js";
import type { VersionRequest } from "../../release/version.js";
import type { PlacedJudgement } from "../judge-changes.js";

export interface PlanRequest extends VersionRequest {
  /** The profile of the versioning policy, or the path of a file with one. If unset, as for `judgeChanges`. */
  readonly profile?: string;
  /** Signs the commit and the Git tag if true, neither if false. If unset, git's settings decide. */
  readonly sign?: boolean;
  readonly push?: boolean;
  /** A new branch for the commit, for a pull request. */
  readonly branch?: string;
}

/** The diagnostics that prevent a plan, with the findings of the versioning policy if they are among the reasons. */
export interface Refusal extends Failure {
  readonly judgement?: PlacedJudgement;
}
