import type { ObjectMeta } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName } from "../v1/scalars.js";

/**
 * Permission for references from other namespaces to objects in the namespace of the grant, for example from a route to
 * a Service or from a Gateway to a Secret.
 *
 * One grant is enough to allow a reference. If no grant allows it, implementations must reject the reference. When a
 * grant is deleted, implementations must stop following the references that no other grant allows. Routes need no grant
 * to attach to a Gateway in another namespace, because the Gateway allows them in `allowedRoutes`.
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
  /** Desired state of the ReferenceGrant. It allows all references from objects in `from` to objects in `to`. */
  spec: ReferenceGrantSpec;
}

/** Desired state of a ReferenceGrant. */
export interface ReferenceGrantSpec {
  /**
   * Objects that may refer to the objects in `to`. A reference needs to match only one entry.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  from: ReferenceGrantFrom[];
  /**
   * Objects in the namespace of the grant that the objects in `from` may refer to. A reference needs to match only one
   * entry.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  to: ReferenceGrantTo[];
}

/** Objects of one kind in one namespace that may refer to others. */
export interface ReferenceGrantFrom {
  /** API group of the referring objects, without a version. An empty string is the core group. */
  group: Group;
  /** Kind of the referring objects, such as `HTTPRoute`. */
  kind: Kind;
  /** Namespace of the referring objects. Wildcards are not supported. */
  namespace: Namespace;
}

/** Object, or all objects of one kind, in the namespace of the grant. */
export interface ReferenceGrantTo {
  /** API group of the referenced objects, without a version. An empty string is the core group. */
  group: Group;
  /** Kind of the referenced objects, such as `Secret`. */
  kind: Kind;
  /** Name of the referenced object. If omitted, the grant applies to all objects of the kind. */
  name?: ObjectName;
}
