import type { ObjectMeta } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName } from "../v1/scalars.js";

/**
 * Admits references from other namespaces to objects in its own: a route that names a Service here, a Gateway that
 * names a Secret here.
 *
 * Grants add up, and any of them suffices. Where none fits, the reference is refused. To delete a grant is to withdraw
 * it: the implementation has to stop following the references that it admitted.
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
  /** Which references are admitted: every one from an entry of `from` to an entry of `to`. */
  spec: ReferenceGrantSpec;
}

/** Which references a grant admits. */
export interface ReferenceGrantSpec {
  /**
   * Who may refer to objects here. One fitting entry suffices.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  from: ReferenceGrantFrom[];
  /**
   * What they may refer to, in the namespace of the grant. One fitting entry suffices.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  to: ReferenceGrantTo[];
}

/** All objects of one kind in one namespace. */
export interface ReferenceGrantFrom {
  /** API group of the objects that hold the reference, without a version. Empty for the core group. */
  group: Group;
  /** Kind of the objects that hold the reference, as in `HTTPRoute`. */
  kind: Kind;
  /** Namespace of the objects that hold the reference. It has to be named; there is no wildcard. */
  namespace: Namespace;
}

/** An object, or all objects of one kind, in the namespace of the grant. */
export interface ReferenceGrantTo {
  /** API group of the objects that may be named, without a version. Empty for the core group. */
  group: Group;
  /** Kind of the objects that may be named, as in `Secret`. */
  kind: Kind;
  /** The one object that may be named. All objects of the kind when absent. */
  name?: ObjectName;
}
