import type { ParametersReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { GatewayController } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ImplementationStatus, PendingConditions } from "../../gateway.networking.k8s.io/v1/status.js";
import type { ObjectMeta } from "../../meta/v1.js";

/**
 * A service mesh in this cluster, and the controller that runs it. It shows that the mesh is there, and which features
 * of the API it supports.
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
  /** Who runs the mesh, and with which settings. */
  spec: XMeshSpec;
  /** Whether a controller runs this mesh. Until one has looked, the mesh is not accepted. */
  status?: XMeshStatus;
}

/** Who runs a mesh, and with which settings. */
export interface XMeshSpec {
  /**
   * The controller that runs the mesh: a domain of its vendor, then a path, as in `example.com/mesh-controller`. It
   * cannot be changed; for another controller, create another XMesh.
   *
   * @immutable Create another XMesh for another controller: controllerName cannot be changed.
   */
  controllerName: GatewayController;
  /**
   * An object with settings of the controller's own. Which kinds there are is up to the controller. The mesh is not
   * accepted if the object is missing or of a kind that the controller does not know.
   */
  parametersRef?: ParametersReference;
  /**
   * What sets this mesh apart, for the people who look at it.
   *
   * @maxLength 64
   */
  description?: string;
}

/** What a controller says of a mesh. */
export interface XMeshStatus extends ImplementationStatus {
  /** The state of the mesh, one condition per type. Accepted says whether a controller runs it. */
  conditions?: PendingConditions;
}
