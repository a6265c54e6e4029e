/** What a plan is asked for, and why there is none. The types are apart from the plan: the library exports them. */
import type { ProfileName } from "../../core/model/policy.js";
import type { Failure } from "../../core/result.js";
import type { VersionRequest } from "../../release/version.js";
import type { PlacedJudgement } from "../judge-changes.js";

export interface PlanRequest extends VersionRequest {
  /** `channels` if unset. */
  readonly profile?: ProfileName;
  /** Absent where git's settings decide. */
  readonly sign?: boolean;
  readonly push?: boolean;
  /** A new branch for the commit, for a pull request. */
  readonly branch?: string;
}

/** Why there is no plan: everything that is wrong, and the policy's reasons where it is one of them. */
export interface Refusal extends Failure {
  readonly judgement?: PlacedJudgement;
}
