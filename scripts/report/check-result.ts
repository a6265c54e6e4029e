import type { PlaceInFile } from "../core/model/bundle-state.js";

/** Change or finding as CI systems show it. */
export interface CheckResult {
  /** Name of a rule, such as `break/field-removed`, or a code. */
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  /** The place and the message. */
  readonly title: string;
  /** The title with all details. */
  readonly text: string;
  readonly place?: PlaceInFile;
  /** Identifies the result in later runs. */
  readonly fingerprint?: string;
  /** Set if users accepted the result. */
  readonly acceptance?: Acceptance;
}

/** Acceptance of a result by users, with their reason if they stated one. */
export interface Acceptance {
  readonly why?: string;
}
