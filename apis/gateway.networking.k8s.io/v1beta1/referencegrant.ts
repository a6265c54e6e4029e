import type { ObjectMeta } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName } from "../v1/scalars.js";

/**
 * Allows references from other namespaces to objects in the grant's namespace, such as references from a route to a
 * Service or from a Gateway to a Secret.
 *
 * A reference must be allowed by at least one grant; otherwise, implementations must reject the reference. After a
 * grant is deleted, implementations must stop following references that are no longer allowed by any grant. Routes do
 * not need a grant to attach to a Gateway in another namespace, because the Gateway's `allowedRoutes` field controls
 * which routes may attach.
 *
 * @shortName refgrant
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface ReferenceGrant {
  apiVersion: "gateway.networking.k8s.io/v1beta1";
  kind: "ReferenceGrant";
  metadata: ObjectMeta;
  /**
   * Desired state of the ReferenceGrant, which allows all references from the objects in `from` to the objects in `to`.
   */
  spec: ReferenceGrantSpec;
}

/** Desired state of a ReferenceGrant. */
export interface ReferenceGrantSpec {
  /**
   * Objects that may refer to the objects in `to`. A reference must match at least one entry.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  from: ReferenceGrantFrom[];
  /**
   * Objects in the grant's namespace that the objects in `from` may refer to. A reference must match at least one
   * entry.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  to: ReferenceGrantTo[];
}

/** Objects of one kind in one namespace that may refer to the objects in `to`. */
export interface ReferenceGrantFrom {
  /** API group of the referring objects, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referring objects, such as `HTTPRoute`. */
  kind: Kind;
  /** Namespace of the referring objects. Wildcards are not supported. */
  namespace: Namespace;
}

/** Object, or all objects of one kind, in the grant's namespace. */
export interface ReferenceGrantTo {
  /** API group of the referenced objects, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referenced objects, such as `Secret`. */
  kind: Kind;
  /**
   * Name of the referenced object. If omitted, the grant applies to all objects of this group and kind in the grant's
   * namespace.
   */
  name?: ObjectName;
}
