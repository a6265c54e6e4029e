/*
 * What the status of several kinds is made of.
 */

import type { Condition } from "../../meta/v1.js";
import type { GatewayController } from "./scalars.js";

/**
 * The state of something, one condition per aspect.
 *
 * @maxItems 8
 * @listType map
 * @listMapKey type
 */
export type Conditions = Condition[];

/**
 * The state of something that is accepted first and then programmed, both Unknown until a controller has looked at it.
 *
 * @default
 * ```
 * [
 *   {
 *     "type": "Accepted",
 *     "status": "Unknown",
 *     "reason": "Pending",
 *     "message": "Waiting for controller",
 *     "lastTransitionTime": "1970-01-01T00:00:00Z"
 *   },
 *   {
 *     "type": "Programmed",
 *     "status": "Unknown",
 *     "reason": "Pending",
 *     "message": "Waiting for controller",
 *     "lastTransitionTime": "1970-01-01T00:00:00Z"
 *   }
 * ]
 * ```
 */
export type PendingConditions = Conditions;

/** What one controller has to say of an object that several may serve. */
export interface ControllerStatus {
  /** The controller that wrote this entry, as its GatewayClass names it. It leaves the entries of others alone. */
  controllerName: GatewayController;
  /**
   * The state as this controller sees it, one condition per type.
   *
   * @minItems 1
   */
  conditions: Conditions;
}

/**
 * What a controller says of an object that chooses it: a GatewayClass or a mesh.
 *
 * @default
 * ```
 * {"conditions": [{
 *   "type": "Accepted",
 *   "status": "Unknown",
 *   "reason": "Pending",
 *   "message": "Waiting for controller",
 *   "lastTransitionTime": "1970-01-01T00:00:00Z"
 * }]}
 * ```
 */
export interface ImplementationStatus {
  /** The state of the object, one condition per type. */
  conditions?: Conditions;
  /**
   * The optional features of the API that the controller supports, in the order of their names.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  supportedFeatures?: SupportedFeature[];
}

/** An optional feature of the API. */
export interface SupportedFeature {
  /** Name of the feature as the conformance tests have it, as in `HTTPRouteQueryParamMatching`. */
  name: string;
}
