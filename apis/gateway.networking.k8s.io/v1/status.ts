/*
 * Types that the status of several kinds consists of.
 */

import type { Condition } from "../../meta/v1.js";
import type { GatewayController } from "./scalars.js";

/**
 * Conditions of an object, one for each aspect of its state.
 *
 * @maxItems 8
 * @listType map
 * @listMapKey type
 */
export type Conditions = Condition[];

/**
 * Conditions of an object that a controller first accepts and then programs. Both are `Unknown` until a controller
 * processes the object.
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

/** State of an object as reported by one of several controllers. */
export interface ControllerStatus {
  /**
   * Name of the controller that wrote this entry, as in `controllerName` of its GatewayClass. Other controllers must
   * not change the entry.
   */
  controllerName: GatewayController;
  /**
   * State of the object as reported by this controller, with one condition per type.
   *
   * @minItems 1
   */
  conditions: Conditions;
}

/**
 * Current state of an object that names its controller: a GatewayClass or an XMesh.
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
  /** State of the object, with one condition per type. */
  conditions?: Conditions;
  /**
   * Features of Gateway API that the controller supports, sorted by name. If omitted, the controller has not reported
   * any.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  supportedFeatures?: SupportedFeature[];
}

/** Feature of Gateway API. */
export interface SupportedFeature {
  /** Name of the feature in the conformance tests, such as `HTTPRouteQueryParamMatching`. */
  name: string;
}
