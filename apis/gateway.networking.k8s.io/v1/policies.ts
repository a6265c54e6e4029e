/*
 * What policies have in common: what they are for, and what became of them.
 */

import type { LocalObjectReference, ParentReference } from "./references.js";
import type { Kind, SectionName } from "./scalars.js";
import type { ControllerStatus } from "./status.js";

/** An object that a policy is for, in the namespace of the policy. */
export interface PolicyTargetReference extends LocalObjectReference {
  /** Kind of the object, as in `Service`. */
  kind: Kind;
}

/** An object that a policy is for, or one part of it. */
export interface PolicyTargetSectionReference extends PolicyTargetReference {
  /**
   * The one part of the object that is meant: of a Service, the name of a port. The whole object when absent. A policy
   * for a part goes before one for the whole.
   */
  sectionName?: SectionName;
}

/** How a policy fares with one controller, for one object that it has an effect on. */
export interface PolicyAncestorStatus extends ControllerStatus {
  /** The object that the entry is about, in most cases the Gateway whose traffic reaches the target of the policy. */
  ancestorRef: ParentReference;
}

/** How a policy fares. */
export interface PolicyStatus {
  /**
   * One entry per object that the policy has an effect on, such as a Gateway, and per controller. An object that is
   * missing here has not been looked at, or there was no room left for it.
   *
   * @maxItems 16
   * @listType atomic
   */
  ancestors: PolicyAncestorStatus[];
}
