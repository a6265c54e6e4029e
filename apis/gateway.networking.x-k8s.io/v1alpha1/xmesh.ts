import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { ParametersReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { GatewayController } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ImplementationStatus, PendingConditions } from "../../gateway.networking.k8s.io/v1/status.js";

/**
 * Describes a service mesh in the cluster and identifies the controller that manages the mesh. The status lists the
 * Gateway API features that the mesh supports.
 *
 * @experimental
 * @scope Cluster
 * @shortName mesh
 * @category gateway-api
 * @printColumn Accepted string `.status.conditions[?(@.type=="Accepted")].status`
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface XMesh {
  apiVersion: "gateway.networking.x-k8s.io/v1alpha1";
  kind: "XMesh";
  metadata: ObjectMeta;
  /** Desired state of the XMesh. */
  spec: XMeshSpec;
  /** Current state of the XMesh. */
  status?: XMeshStatus;
}

/** Desired state of an XMesh. */
export interface XMeshSpec {
  /**
   * Name of the controller that manages the mesh: a path with a domain prefix, such as `example.com/mesh-controller`.
   * The name cannot be changed. To use a different controller, create another XMesh.
   *
   * @immutable may not be changed; to use a different controller, create another XMesh
   */
  controllerName: GatewayController;
  /**
   * Reference to an object that contains implementation-specific parameters for the mesh. The controller must not
   * accept the mesh if the object does not exist, is of an unsupported kind, or contains malformed data. Must be
   * omitted if the mesh does not need any parameters.
   */
  parametersRef?: ParametersReference;
  /**
   * Human-readable description of the mesh, with at most 64 characters. If omitted, the mesh has no description.
   *
   * @maxLength 64
   */
  description?: string;
}

/** Current state of an XMesh. */
export interface XMeshStatus extends ImplementationStatus {
  /**
   * Conditions of the mesh. The `Accepted` condition is `True` if the controller accepts the mesh, and `Unknown` until
   * the controller has processed the mesh.
   */
  conditions?: PendingConditions;
}
