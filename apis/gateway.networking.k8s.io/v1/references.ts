/*
 * References from one object to another.
 *
 * Each type has only the fields that its use needs: a reference that may not cross namespaces has no `namespace`, and
 * one that usually points to the same kind has defaults for `group` and `kind`.
 */

import type { int32 } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName, PortNumber, SectionName } from "./scalars.js";

/** Reference to an object of any kind in the same namespace as the referring object. */
export interface LocalObjectReference {
  /** API group of the referenced object, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referenced object, such as `ConfigMap`. */
  kind: Kind;
  /** Name of the referenced object, which must be in the same namespace as the referring object. */
  name: ObjectName;
}

/** Reference to an object of any kind in any namespace. */
export interface ObjectReference extends Omit<LocalObjectReference, "name"> {
  /** Name of the referenced object. */
  name: ObjectName;
  /**
   * Namespace of the referenced object. A reference to another namespace requires a ReferenceGrant in that namespace.
   * If omitted, the namespace of the referring object is used.
   */
  namespace?: Namespace;
}

/**
 * Reference to an object that contains implementation-specific parameters. The object can be namespaced or
 * cluster-scoped.
 */
export interface ParametersReference extends Omit<ObjectReference, "namespace"> {
  /**
   * API group of the object that contains the parameters, without a version. An empty string means the core API group.
   */
  group: Group;
  /** Kind of the object that contains the parameters, which the controller must support. */
  kind: Kind;
  /** Name of the object that contains the parameters. */
  name: ObjectName;
  /**
   * Namespace of the object that contains the parameters. Required if the object is namespaced; must be omitted if the
   * object is cluster-scoped.
   */
  namespace?: Namespace;
}

/** Reference to a Secret or another object that contains a certificate and its private key. */
export interface SecretObjectReference extends Pick<ObjectReference, "namespace"> {
  /**
   * API group of the object that contains the certificate and the private key. An empty string means the core API
   * group.
   *
   * @default `""`
   */
  group?: Group;
  /**
   * Kind of the object that contains the certificate and the private key. Implementations can support kinds other than
   * Secret.
   *
   * @default `"Secret"`
   */
  kind?: Kind;
  /** Name of the object that contains the certificate and the private key. */
  name: ObjectName;
}

/** Reference to a route's parent: a Gateway, a ListenerSet, or a Service in a service mesh. */
export interface ParentReference {
  /**
   * API group of the parent. An empty string means the core API group, which contains Service.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the parent: Gateway, or Service for a service mesh. Implementations can support other kinds, such as
   * ListenerSet.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the parent, usually a Gateway. */
  name: ObjectName;
  /**
   * Namespace of the parent. A parent in another namespace must allow the reference; for example, a Gateway allows
   * references from routes in `allowedRoutes`. If omitted, the namespace of the referring object is used.
   */
  namespace?: Namespace;
  /**
   * Name of a section of the parent, such as a Gateway listener or a Service port. If `port` is also set, the section
   * must match both fields. If omitted, the reference is not limited to a named section.
   */
  sectionName?: SectionName;
  /**
   * Port number of the parent. Limits the reference to the listeners on this port{@experimental , or to this Service
   * port}. Use `sectionName` instead if possible, because port numbers can change. If omitted, the reference is not
   * limited to a port.
   */
  port?: PortNumber;
}

/**
 * Reference to a backend: a Service, or an object of another kind that the implementation supports.
 *
 * @validation `has(self.port) || self.group != "" || self.kind != "Service"` if the backend is a Service, `port` must
 *   be set
 */
export interface BackendObjectReference {
  /**
   * API group of the backend. An empty string means the core API group, which contains Service.
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
  /** Name of the backend, usually a Service. */
  name: ObjectName;
  /**
   * Namespace of the backend. A reference to another namespace requires a ReferenceGrant in that namespace. If omitted,
   * the namespace of the route is used.
   */
  namespace?: Namespace;
  /**
   * Port number of the backend. Required if the backend is a Service, and must be the Service's `port`, not its
   * `targetPort`. If omitted for a backend of another kind, the implementation can derive the port from the backend.
   */
  port?: PortNumber;
}

/** Reference to a backend that receives a share of a rule's traffic. */
export interface BackendRef extends BackendObjectReference {
  /**
   * Weight of the backend. The backend's share of the traffic is its weight divided by the sum of all weights in the
   * list. A backend with weight 0 receives no traffic.
   *
   * @default `1`
   * @minimum 0
   * @maximum 1000000
   */
  weight?: int32;
}
