import type { Channel } from "./channel.js";

/** Results of the comparison of an imported CRD with the CRD to which its types build. */
export const IMPORT_RESULTS = ["exact", "normal-form", "different", "not-imported"] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

/** CRD that was imported, or that could not be. */
export interface ImportedCrd {
  readonly name: string;
  /** Channel of the CRD. Unset if the CRDs were not imported as channels. */
  readonly channel?: Channel;
  /** File that contains the CRD. */
  readonly file: string;
  readonly result: ImportResult;
  /** JSON pointers to the values that the build writes in another form with the same meaning. */
  readonly normalized: readonly string[];
  /** JSON pointers to the values that the types cannot express, with what the build makes of them. */
  readonly differences: readonly ImportDifference[];
  /** The reasons for which the CRD could not be imported. */
  readonly problems: readonly string[];
}

export interface ImportDifference {
  readonly pointer: string;
  readonly reason: string;
}

/** Reports whether the types build to a CRD with the same meaning. */
export function isFaithful({ result }: Pick<ImportedCrd, "result">): boolean {
  return result === "exact" || result === "normal-form";
}

/** Description that a project keeps in a merge, although the newer CRD has another one. */
export interface KeptDescription {
  readonly crd: string;
  /** Unset if the CRDs were not imported as channels. */
  readonly channel?: Channel;
  /** JSON pointer in the newer CRD. */
  readonly pointer: string;
  /** True if the newer CRD changed it, too. Known only if the CRDs before both changes are. */
  readonly isConflict: boolean;
}

/** Changes of a project to newer CRDs. All paths are relative to the working directory. */
export interface MergedProject {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly descriptions: readonly KeptDescription[];
  /** Codes of the advice that a build of the project reports. A merge does not change the settings. */
  readonly advice: readonly string[];
}
