/*
 * Types that policies share: targets and status.
 */

import type { LocalObjectReference, ParentReference } from "./references.js";
import type { Kind, SectionName } from "./scalars.js";
import type { ControllerStatus } from "./status.js";

/** Object that a policy targets, in the namespace of the policy. */
export interface PolicyTargetReference extends LocalObjectReference {
  /** Kind of the object, such as `Service`. */
  kind: Kind;
}

/** Object, or part of an object, that a policy targets. */
export interface PolicyTargetSectionReference extends PolicyTargetReference {
  /**
   * Name of the part of the object that the policy targets: for a Service, the name of a port. A policy for a part
   * takes precedence over a policy for the whole object. If the object has no such part, the policy does not attach. If
   * omitted, the policy targets the whole object.
   */
  sectionName?: SectionName;
}

/** State of a policy for one object that it affects, as reported by one controller. */
export interface PolicyAncestorStatus extends ControllerStatus {
  /** Object that this entry describes, usually the Gateway that sends traffic to the target of the policy. */
  ancestorRef: ParentReference;
}

/** Current state of a policy. */
export interface PolicyStatus {
  /**
   * State of the policy for each object that it affects, such as a Gateway, with one entry per object and controller.
   * An object has no entry until its controller processes the policy. If the list is full, implementations must not add
   * further entries, and must treat the policy as impossible to implement for those objects.
   *
   * @maxItems 16
   * @listType atomic
   */
  ancestors: PolicyAncestorStatus[];
}
