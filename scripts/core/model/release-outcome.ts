import type { ReleasePlan } from "./release-plan.js";

/** Outcome of a run of `release`. Directories and files are absolute paths. */
export type ReleaseOutcome = Planned | Released | TakenBack | Completed;

/** Nothing was changed. */
export interface Planned {
  readonly did: "planned";
  readonly plan: ReleasePlan;
}

/** The release is complete, or, on a new branch, prepared. */
export interface Released {
  readonly did: "released";
  readonly plan: ReleasePlan;
  readonly commit: string;
  /** Directory of its assets. */
  readonly assets: string;
  /** Remote to push to. */
  readonly remote?: string;
}

/** An unpushed release was removed, or would be removed if `isDone` is false. */
export interface TakenBack {
  readonly did: "taken back";
  readonly isDone: boolean;
  readonly tag: string;
  readonly commit: string;
  /** Branch that was moved back, and the commit to which it was moved. */
  readonly branch?: MovedBranch;
  /** Directory of its assets, if it exists. */
  readonly assets?: string;
  readonly remains?: Remains;
}

/** This run only completed the work of an interrupted run. */
export interface Completed {
  readonly did: "completed";
  /** Kind of the interrupted run. */
  readonly what: "released" | "taken back";
  readonly tag: string;
  readonly commit: string;
  readonly branch?: MovedBranch;
  readonly remains: Remains;
  /** Remote to push to. */
  readonly remote?: string;
}

export interface MovedBranch {
  readonly name: string;
  readonly from: string;
}

/** Files and branches that still contain a release after it was made or undone. */
export interface Remains {
  /** Paths of the files that remain in the directory of its assets and that the release did not create. */
  readonly assets: readonly string[];
  /** Branches that contain its commit. Unknown, and empty, for a release that does not move a branch. */
  readonly branches: readonly string[];
}
