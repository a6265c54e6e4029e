import type { ReleasePlan } from "./release-plan.js";

/** What a run of `release` came to. Directories and files are whole paths. */
export type ReleaseOutcome = Planned | Released | TakenBack | Completed;

/** Nothing was changed. */
export interface Planned {
  readonly did: "planned";
  readonly plan: ReleasePlan;
}

/** The release is made; on a new branch, it is only prepared. */
export interface Released {
  readonly did: "released";
  readonly plan: ReleasePlan;
  readonly commit: string;
  /** The directory of its assets. */
  readonly assets: string;
  /** Where it would be pushed to. */
  readonly remote?: string;
}

/** A release that nobody else has is gone; with `isDone` false, it would be. */
export interface TakenBack {
  readonly did: "taken back";
  readonly isDone: boolean;
  readonly tag: string;
  readonly commit: string;
  /** The branch that returned, and the commit it returned to. */
  readonly branch?: MovedBranch;
  /** The directory of its assets, if it was there. */
  readonly assets?: string;
  readonly remains?: Remains;
}

/** What an interrupted run had begun is complete now, and nothing else was done. */
export interface Completed {
  readonly did: "completed";
  /** What that run did. */
  readonly what: "released" | "taken back";
  readonly tag: string;
  readonly commit: string;
  readonly branch?: MovedBranch;
  readonly remains: Remains;
  /** Where it would be pushed to. */
  readonly remote?: string;
}

export interface MovedBranch {
  readonly name: string;
  readonly from: string;
}

/** Where a release is once it was put in place, or taken back. */
export interface Remains {
  /** The paths of what stays in the directory of its assets and did not come from it. */
  readonly assets: readonly string[];
  /** The branches that have its commit; unknown, and empty, for a release that moves no branch. */
  readonly branches: readonly string[];
}
