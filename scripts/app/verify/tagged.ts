import type { Version } from "../../core/model/release-version.js";

/** A Git tag, with its commit and version. */
export interface Tagged {
  /** The name as the user entered it, which need not begin with a v. */
  readonly tag: string;
  readonly commit: string;
  readonly version: Version;
}
