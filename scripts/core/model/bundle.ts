import type { Channel } from "./channel.js";
import type { Levels } from "./diagnostic.js";
import type { Location } from "./location.js";
import type { Version } from "./release-version.js";

/** How much of an object the API server keeps although the schema does not know it. */
export const PRESERVE_SETTINGS = ["every-object", "root", "none"] as const;
export type PreserveUnknownFields = (typeof PRESERVE_SETTINGS)[number];

/** What belongs to the bundle and to no type: `apis/bundle.yaml`, and the version it is built as. */
export interface Bundle {
  readonly name: string;
  readonly title: string;
  readonly version: Version;
  readonly annotations: BundleAnnotations;
  /** Ordered by name. */
  readonly groups: readonly ApiGroup[];
  readonly kubernetes: KubernetesRange;
  /** Absent where the bundle brings no admission policy. */
  readonly admission?: AdmissionSettings;
  readonly preserveUnknownFields: PreserveUnknownFields;
  /** The directory of the API reports, relative to the project. Absent where there are none. */
  readonly reports?: string;
  readonly levels?: Levels;
}

/** The annotation with which Kubernetes' API reviewers approve a CRD in a protected group. */
export const APPROVAL_ANNOTATION = "api-approved.kubernetes.io";

/** The annotation keys that stamp every CRD. */
export interface BundleAnnotations {
  readonly bundleVersion: string;
  readonly channel: string;
}

export interface ApiGroup {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** The pull request or document that approved the API: required in groups that Kubernetes protects. */
  readonly approval?: string;
  readonly location: Location;
}

/** The ValidatingAdmissionPolicy that guards upgrades of the bundle. */
export interface AdmissionSettings {
  /** Of the policy and of its binding. */
  readonly name: string;
  /** The oldest bundle version that the policy lets in: three numbers. */
  readonly floor: string;
  readonly location: Location;
}

/** The oldest and newest Kubernetes minor that the bundle supports, as in `1.32`. */
export interface KubernetesRange {
  readonly oldest: string;
  readonly newest: string;
}
