/*
 * Types that the status of several kinds consists of.
 */

import type { Condition } from "crd-bundle/meta/v1";
import type { GatewayController } from "./scalars.js";

/**
 * Conditions of an object, one for each aspect of the object's state.
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
   * Name of the controller that wrote this status entry. If the controller manages Gateways, this name is the
   * `spec.controllerName` of their GatewayClass. Other controllers must not change this entry.
   */
  controllerName: GatewayController;
  /**
   * Conditions of the object, as reported by the controller that `controllerName` specifies. Each condition type can
   * appear only once.
   *
   * @minItems 1
   */
  conditions: Conditions;
}

/**
 * Current state of an object that specifies its controller: a GatewayClass or an XMesh.
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
  /** Conditions of the object. Each condition type occurs at most once. */
  conditions?: Conditions;
  /**
   * Gateway API features that the controller supports, sorted by name. If omitted, the controller has not reported any
   * features.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  supportedFeatures?: SupportedFeature[];
}

/** Gateway API feature. */
export interface SupportedFeature {
  /** Name of the Gateway API feature, as used in the conformance tests, such as `HTTPRouteQueryParamMatching`. */
  name: string;
}
