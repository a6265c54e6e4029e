/** Effects of an installation on a cluster, as data. */
import type { Channel } from "./channel.js";
import type { Version } from "./release-version.js";

export interface InstallPlan {
  readonly bundle: { readonly name: string; readonly version: Version; readonly channel: Channel };
  /** The installed versions and channels. Unset if the cluster has no CRD of the bundle. */
  readonly installed?: { readonly versions: readonly string[]; readonly channels: readonly string[] };
  /** In the order in which they are applied. */
  readonly crds: readonly PlannedCrd[];
  /** Installed CRDs of the same API that the bundle does not contain. They stay. */
  readonly staying: readonly { readonly crd: string; readonly objects: number }[];
  /** Names of admission policies that are applied last. */
  readonly policies: readonly string[];
}

export interface PlannedCrd {
  readonly crd: string;
  readonly kind: string;
  /**
   * - `create`: the cluster does not have it
   * - `update`: it is replaced
   * - `migrate`: a bridge with the versions of both is applied first, and the objects are rewritten
   * - `none`: it is the same already
   */
  readonly action: "create" | "update" | "migrate" | "none";
  /** Stored versions that the bundle does not have. */
  readonly outgoing: readonly string[];
  readonly objects: PlannedObjects;
}

export interface PlannedObjects {
  readonly count: number;
  /** Objects in an old form. */
  readonly converted: number;
  /** Objects that cannot be converted, or that the API server would reject. */
  readonly blocked: number;
  /** Objects with fields that the bundle does not declare. */
  readonly undeclared: number;
  /** Objects that the validation of the bundle rejects. */
  readonly invalid: number;
}
