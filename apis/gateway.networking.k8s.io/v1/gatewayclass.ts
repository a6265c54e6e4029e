import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { ParametersReference } from "./references.js";
import type { GatewayController } from "./scalars.js";
import type { Conditions, ImplementationStatus } from "./status.js";

/**
 * Describes a class of Gateways and identifies the controller that manages these Gateways. Every Gateway refers to its
 * GatewayClass in `spec.gatewayClassName`.
 *
 * Changes to a GatewayClass should affect only Gateways that are created after the change. Implementations can also
 * apply changes to existing Gateways, but must document this behavior.
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
   * Name of the controller that manages the Gateways of this class: a path with a domain prefix, such as
   * `example.com/gateway-controller`. The name cannot be changed. To use a different controller, create another
   * GatewayClass.
   *
   * @immutable may not be changed; to use a different controller, create another GatewayClass
   */
  controllerName: GatewayController;
  /**
   * Reference to an object that contains implementation-specific parameters for all Gateways of this class. The
   * controller should not accept the GatewayClass if the object does not exist, is of an unsupported kind, or contains
   * malformed data. If a Gateway also sets `spec.infrastructure.parametersRef`, the implementation determines how to
   * merge the parameters. If omitted, the GatewayClass has no parameters.
   */
  parametersRef?: ParametersReference;
  /**
   * Human-readable description of the GatewayClass, with at most 64 characters. If omitted, the GatewayClass has no
   * description.
   *
   * @maxLength 64
   */
  description?: string;
}

/** Current state of a GatewayClass. */
export interface GatewayClassStatus extends ImplementationStatus {
  /**
   * Conditions of the GatewayClass. The `Accepted` condition reports whether the controller supports Gateways of this
   * class, and is `Unknown` until the controller has processed the GatewayClass.
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
