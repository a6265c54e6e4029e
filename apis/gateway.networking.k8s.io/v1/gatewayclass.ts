import type { ObjectMeta } from "../../meta/v1.js";
import type { ParametersReference } from "./references.js";
import type { GatewayController } from "./scalars.js";
import type { Conditions, ImplementationStatus } from "./status.js";

/**
 * A class of Gateways, and the controller that implements them. Every Gateway names its class.
 *
 * A change to a class should affect only Gateways that are created later. Implementations can also apply it to existing
 * Gateways, but must document that.
 *
 * @scope Cluster
 * @shortName gc
 * @category gateway-api
 * @storageVersion
 * @printColumn Controller string `.spec.controllerName`
 * @printColumn Accepted string `.status.conditions[?(@.type=="Accepted")].status`
 * @printColumn Age date `.metadata.creationTimestamp`
 * @printColumn Description string `.spec.description` priority=1
 */
export interface GatewayClass {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "GatewayClass";
  metadata: ObjectMeta;
  /** Desired state of the GatewayClass. */
  spec: GatewayClassSpec;
  /** Current state of the GatewayClass. */
  status?: GatewayClassStatus;
}

/** Desired state of a GatewayClass. */
export interface GatewayClassSpec {
  /**
   * Name of the controller that implements the Gateways of this class: a path with a domain prefix, such as
   * `example.com/gateway-controller`. The name cannot be changed; to use another controller, create another
   * GatewayClass.
   *
   * @immutable may not be changed; to use another controller, create another GatewayClass
   */
  controllerName: GatewayController;
  /**
   * Object with implementation-specific parameters for all Gateways of this class, of a kind that the controller
   * supports. The controller should not accept the class if the object does not exist, is of an unsupported kind or
   * contains malformed data. If a Gateway has parameters too, the implementation decides how to merge them. If omitted,
   * the class has no parameters.
   */
  parametersRef?: ParametersReference;
  /**
   * Description of the class for users who choose one, at most 64 characters. If omitted, the class has no description.
   *
   * @maxLength 64
   */
  description?: string;
}

/** Current state of a GatewayClass. */
export interface GatewayClassStatus extends ImplementationStatus {
  /**
   * Conditions of the class. `Accepted` is `True` if the controller implements Gateways of this class, and `Unknown`
   * until the controller has decided.
   *
   * @default
   * ```
   * [{
   *   "type": "Accepted",
   *   "status": "Unknown",
   *   "reason": "Pending",
   *   "message": "Waiting for controller",
   *   "lastTransitionTime": "1970-01-01T00:00:00Z"
   * }]
   * ```
   */
  conditions?: Conditions;
}
