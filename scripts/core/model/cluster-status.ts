/** State of the bundles in a cluster, as data. */
import type { JudgedRequirement } from "./judged-requirement.js";

export interface ClusterStatus {
  readonly bundles: readonly InstalledBundleStatus[];
  readonly requirements: readonly JudgedRequirement[];
}

/** CRDs whose annotations have the same keys. */
export interface InstalledBundleStatus {
  /** Domain of the annotations, such as `example.dev`. */
  readonly domain: string;
  readonly crds: readonly InstalledCrd[];
  /** Admission policies that state to be of the bundle. */
  readonly policies: readonly { readonly name: string; readonly version: string }[];
}

export interface InstalledCrd {
  readonly crd: string;
  readonly kind: string;
  readonly group: string;
  /** Bundle version in the annotation, without a leading v. Unset if there is none. */
  readonly bundleVersion?: string;
  readonly channel?: string;
  readonly served: readonly string[];
  readonly storage: string;
  readonly stored: readonly string[];
  /** Unset if the role does not allow to list them, or if no version is served. */
  readonly objects?: number;
  /** `manager` is a field manager. Unset if only a label or an annotation shows the tool. */
  readonly managers: readonly { readonly manager?: string; readonly tool: string }[];
  readonly isEstablished: boolean;
}
