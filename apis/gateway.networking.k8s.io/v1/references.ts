/*
 * References from one object to another.
 *
 * Each type has only the fields that its use needs: a reference that may not cross namespaces has no `namespace`, and
 * one that usually points to the same kind has defaults for `group` and `kind`.
 */

import type { int32 } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName, PortNumber, SectionName } from "./scalars.js";

/** Reference to an object of any kind in the namespace of the referring object. */
export interface LocalObjectReference {
  /** API group of the object, without a version. An empty string is the core group. */
  group: Group;
  /** Kind of the object, such as `ConfigMap`. */
  kind: Kind;
  /** Name of the object, which must be in the namespace of the referring object. */
  name: ObjectName;
}

/** Reference to an object of any kind in any namespace. */
export interface ObjectReference extends Omit<LocalObjectReference, "name"> {
  /** Name of the object. */
  name: ObjectName;
  /**
   * Namespace of the object. A reference to another namespace needs a ReferenceGrant in that namespace. If omitted, the
   * object is in the namespace of the referring object.
   */
  namespace?: Namespace;
}

/**
 * Reference to an object with additional settings for an implementation. Its kind can be namespaced or cluster-scoped.
 */
export interface ParametersReference extends Omit<ObjectReference, "namespace"> {
  /**
   * Namespace of the object. Required if the kind of the object is namespaced; must be omitted if it is cluster-scoped.
   */
  namespace?: Namespace;
}

/** Reference to a Secret, or to an object of another kind with the same role. */
export interface SecretObjectReference extends Pick<ObjectReference, "namespace"> {
  /**
   * API group of the object. An empty string is the core group.
   *
   * @default `""`
   */
  group?: Group;
  /**
   * Kind of the object. Implementations can support kinds other than Secret.
   *
   * @default `"Secret"`
   */
  kind?: Kind;
  /** Name of the object. */
  name: ObjectName;
}

/** Reference to a parent of a route: a Gateway or ListenerSet, or a Service in a service mesh. */
export interface ParentReference {
  /**
   * API group of the parent. For a Service, it must be an empty string.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the parent: Gateway, or Service in a service mesh. Implementations can support other kinds, such as
   * ListenerSet.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the parent. */
  name: ObjectName;
  /**
   * Namespace of the parent. A parent in another namespace must allow the reference, as a Gateway does with
   * `allowedRoutes`. If omitted, the parent is in the namespace of the referring object.
   */
  namespace?: Namespace;
  /**
   * Section of the parent: the name of a listener, or of a port of a Service. If `port` is set too, the section must
   * match both. If omitted, the reference is to the entire parent.
   */
  sectionName?: SectionName;
  /**
   * Port number that limits the reference to the listeners on this port {@experimental or to this port of a Service}.
   * Prefer `sectionName`, because port numbers can change. If omitted, the reference is not limited to a port.
   */
  port?: PortNumber;
}

/**
 * Reference to a backend: a Service, or an object of another kind with the same role.
 *
 * @validation `has(self.port) || self.group != "" || self.kind != "Service"` `port` must be set if the backend is a
 *   Service
 */
export interface BackendObjectReference {
  /**
   * API group of the backend. An empty string is the core group.
   *
   * @default `""`
   */
  group?: Group;
  /**
   * Kind of the backend. Implementations can support kinds other than Service.
   *
   * @default `"Service"`
   */
  kind?: Kind;
  /** Name of the backend. */
  name: ObjectName;
  /**
   * Namespace of the backend. A reference to another namespace needs a ReferenceGrant in that namespace. If omitted,
   * the backend is in the namespace of the route.
   */
  namespace?: Namespace;
  /**
   * Port of the backend. For a Service, it is required and must be a `port` of the Service, not a `targetPort`. If
   * omitted for another kind, the implementation can derive the port from the backend.
   */
  port?: PortNumber;
}

/** Reference to a backend that receives a share of the traffic of a rule. */
export interface BackendRef extends BackendObjectReference {
  /**
   * Weight of the backend. Its share of the traffic is its weight divided by the sum of all weights in the list. With
   * weight 0, it receives no traffic.
   *
   * @default `1`
   * @minimum 0
   * @maximum 1000000
   */
  weight?: int32;
}
