import type { ObjectMeta } from "../../meta/v1.js";
import type { ParametersReference } from "./references.js";
import type { GatewayController } from "./scalars.js";
import type { Conditions, ImplementationStatus } from "./status.js";

/**
 * A sort of Gateways that users can ask for, and the controller that provides them. Every Gateway names its class.
 *
 * Implementations may apply a change of the class to new Gateways alone, so that the running ones stay as they are.
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
  /** Who provides the Gateways of this class, and with which settings. */
  spec: GatewayClassSpec;
  /** Whether a controller serves this class. Until one has looked, the class is not accepted. */
  status?: GatewayClassStatus;
}

/** Who provides the Gateways of a class, and with which settings. */
export interface GatewayClassSpec {
  /**
   * The controller that provides the Gateways of this class: a domain of its vendor, then a path, as in
   * `example.com/gateway-controller`. It cannot be changed; for another controller, create another class.
   *
   * @immutable Create another GatewayClass for another controller: controllerName cannot be changed.
   */
  controllerName: GatewayController;
  /**
   * An object with settings of the controller's own, for all Gateways of this class. Which kinds there are is up to the
   * controller. The class is not accepted if the object is missing or of a kind that the controller does not know.
   */
  parametersRef?: ParametersReference;
  /**
   * What sets this class apart, for the users who choose one.
   *
   * @maxLength 64
   */
  description?: string;
}

/** What a controller says of a class. */
export interface GatewayClassStatus extends ImplementationStatus {
  /**
   * The state of the class, one condition per type. Accepted says whether a controller serves it.
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
