import type { Channel } from "./channel.js";
import type { Conversion } from "./conversion.js";
import type { Levels } from "./diagnostic.js";
import type { Location } from "./location.js";
import type { Version } from "./release-version.js";
import type { WebhookConversion } from "./webhook.js";

/** Objects in which the API server preserves unknown fields. */
export const PRESERVE_SETTINGS = ["every-object", "root", "none"] as const;
/** The value if the settings have none. */
export const DEFAULT_PRESERVE = "every-object" as const;
export type PreserveUnknownFields = (typeof PRESERVE_SETTINGS)[number];

/** Layouts of descriptions: lines of a paragraph joined, or line breaks and white space as in the comment. */
export const DESCRIPTION_SETTINGS = ["reflowed", "as-written"] as const;
/** The value if the settings have none. */
export const DEFAULT_DESCRIPTIONS = "reflowed" as const;
export type DescriptionLayout = (typeof DESCRIPTION_SETTINGS)[number];

/** Settings of the bundle as a whole, from `apis/bundle.yaml`. */
export interface Settings {
  readonly name: string;
  readonly title: string;
  readonly annotations: BundleAnnotations;
  /** Channels of the bundle, in the order of `CHANNELS`. */
  readonly channels: readonly Channel[];
  /** Sorted by name. */
  readonly groups: readonly ApiGroup[];
  readonly kubernetes: KubernetesRange;
  /** Omitted if the bundle has no admission policy. */
  readonly admission?: AdmissionSettings;
  readonly preserveUnknownFields: PreserveUnknownFields;
  readonly descriptions: DescriptionLayout;
  /** Directory of the API reports, relative to the project. Omitted if the project has none. */
  readonly reports?: string;
  /** Sorted by name. */
  readonly kinds?: readonly KindSettings[];
  readonly levels?: Levels;
}

/** Settings of a single kind. */
export interface KindSettings {
  /** Name of the CRD. */
  readonly name: string;
  readonly conversion: WebhookConversion;
  readonly location: Location;
}

/** Returns the conversion of a kind by a webhook, if the settings have one. */
export function webhookConversionOf(crd: string, { kinds = [] }: Settings): WebhookConversion | undefined {
  return kinds.find(({ name }) => name === crd)?.conversion;
}

/** Everything that a build needs in addition to the types: the settings, the version to build, and the conversions. */
export interface Bundle extends Settings {
  readonly version: Version;
  /** In the order of `apis/conversions.yaml`. */
  readonly conversions: readonly Conversion[];
}

/** Annotation that records the approval of Kubernetes' API reviewers for a CRD in a protected group. */
export const APPROVAL_ANNOTATION = "api-approved.kubernetes.io";

/** Keys of the annotations that every CRD of the bundle has. */
export interface BundleAnnotations {
  readonly bundleVersion: string;
  readonly channel: string;
}

/**
 * Returns the key of the annotation in which converted objects keep what has no place in their form. It is in the domain
 * of the annotation for the bundle version.
 */
export function conversionAnnotation({ bundleVersion }: BundleAnnotations): string {
  return `${bundleVersion.slice(0, bundleVersion.indexOf("/") + 1)}conversion-data`;
}

export interface ApiGroup {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** Pull request or document that approved the API. Required in groups that Kubernetes protects. */
  readonly approval?: string;
  readonly location: Location;
}

/** ValidatingAdmissionPolicy that protects the CRDs of the bundle from wrong upgrades. */
export interface AdmissionSettings {
  /** Name of the policy and of its binding. */
  readonly name: string;
  /** Oldest bundle version that the policy allows: major, minor and patch. */
  readonly floor: string;
  readonly location: Location;
}

/** Oldest and newest minor version of Kubernetes that the bundle supports, such as `1.32`. */
export interface KubernetesRange {
  readonly oldest: string;
  readonly newest: string;
}
