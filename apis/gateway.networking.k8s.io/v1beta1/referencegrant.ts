import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { Group, Kind, Namespace, ObjectName } from "../v1/scalars.js";

/**
 * Allows objects in other namespaces to refer to objects in the namespace of the ReferenceGrant. For example, a
 * ReferenceGrant can allow a route to refer to a Service, or a Gateway to refer to a Secret.
 *
 * Implementations must reject a reference to an object in another namespace unless a ReferenceGrant in that namespace
 * allows the reference. After a ReferenceGrant is deleted, implementations must stop using references that no other
 * ReferenceGrant allows. Routes do not need a ReferenceGrant to attach to a Gateway in another namespace, because the
 * `allowedRoutes` field of each listener controls which routes can attach.
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
   * Desired state of the ReferenceGrant: all references from the objects in `from` to the objects in `to` are allowed.
   */
  spec: ReferenceGrantSpec;
}

/** Desired state of a ReferenceGrant. */
export interface ReferenceGrantSpec {
  /**
   * Objects that are allowed to refer to the objects in `to`. A reference is allowed only if the referring object
   * matches at least one entry in this list.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  from: ReferenceGrantFrom[];
  /**
   * Objects, in the namespace of the ReferenceGrant, that the objects in `from` are allowed to refer to. A reference is
   * allowed only if the referenced object matches at least one entry in this list.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  to: ReferenceGrantTo[];
}

/** Objects of one kind in one namespace that are allowed to refer to the objects in `to`. */
export interface ReferenceGrantFrom {
  /** API group of the referring objects, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referring objects, such as `HTTPRoute`. */
  kind: Kind;
  /** Namespace of the referring objects. Wildcards are not supported. */
  namespace: Namespace;
}

/** Object, or all objects of one kind, in the namespace of the ReferenceGrant. */
export interface ReferenceGrantTo {
  /** API group of the referenced objects, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referenced objects, such as `Secret`. */
  kind: Kind;
  /**
   * Name of the referenced object. If omitted, references to all objects of the specified `group` and `kind` in the
   * namespace of the ReferenceGrant are allowed.
   */
  name?: ObjectName;
}
