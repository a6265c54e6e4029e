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
}
