/*
 * Types that policies share: targets and status.
 */

import type { LocalObjectReference, ParentReference } from "./references.js";
import type { Kind, SectionName } from "./scalars.js";
import type { ControllerStatus } from "./status.js";

/** Object that a policy targets, in the policy's namespace. */
export interface PolicyTargetReference extends LocalObjectReference {
  /** Kind of the object that the policy targets, such as `Service`. */
  kind: Kind;
}

/** Object, or section of an object, that a policy targets. */
export interface PolicyTargetSectionReference extends PolicyTargetReference {
  /**
   * Name of a section of the target object, such as the name of a Service port. A policy that targets a section takes
   * precedence over a policy that targets the entire object. If the object does not have a section with this name, the
   * policy does not attach to the object. If omitted, the policy targets the entire object.
   */
  sectionName?: SectionName;
}

/** State of a policy with respect to one object that the policy affects, as reported by one controller. */
export interface PolicyAncestorStatus extends ControllerStatus {
  /** Object that this status entry applies to, usually the Gateway that sends traffic to the policy's target. */
  ancestorRef: ParentReference;
}

/** Current state of a policy. */
export interface PolicyStatus {
  /**
   * State of the policy with respect to each object that the policy affects, such as a Gateway. The list has one entry
   * for each combination of object and controller. An object has no entry until its controller has processed the
   * policy. If the list already has 16 entries, implementations must not add more entries and must not apply the
   * policy to any other object.
   *
   * @maxItems 16
   * @listType atomic
   */
  ancestors: PolicyAncestorStatus[];
}
