/** Change or finding as CI systems show it. */
export interface CheckResult {
  /** Name of a rule, such as `break/field-removed`, or a code. */
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  /** The place and the message. */
  readonly title: string;
  /** The title with all details. */
  readonly text: string;
  readonly place?: FilePlace;
}

/** Place in a file. Lines and columns start at 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
