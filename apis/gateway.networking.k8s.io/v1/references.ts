/*
 * References from one object to another.
 *
 * Each type has only the fields that it needs: a reference within one namespace has no `namespace`, and a reference
 * that usually points to one kind has defaults for `group` and `kind`.
 */

import type { int32 } from "crd-bundle/meta/v1";
import type { Group, Kind, Namespace, ObjectName, PortNumber, SectionName } from "./scalars.js";

/** Reference to an object of any kind in the same namespace as the object that contains the reference. */
export interface LocalObjectReference {
  /** API group of the referenced object, without a version. An empty string means the core API group. */
  group: Group;
  /** Kind of the referenced object, such as `ConfigMap`. */
  kind: Kind;
  /** Name of the referenced object, which must be in the same namespace as the object that contains this reference. */
  name: ObjectName;
}

/** Reference to an object of any kind in any namespace. */
export interface ObjectReference extends Omit<LocalObjectReference, "name"> {
  /** Name of the referenced object. */
  name: ObjectName;
  /**
   * Namespace of the referenced object. A reference to another namespace requires a ReferenceGrant in that namespace.
   * If omitted, the namespace of the object that contains this reference is used.
   */
  namespace?: Namespace;
}

/**
 * Reference to an object that contains implementation-specific parameters. The object can be namespaced or
 * cluster-scoped.
 */
export interface ParametersReference extends Omit<ObjectReference, "namespace"> {
  /**
   * API group of the object that contains the parameters, without a version. An empty string means the core API group,
   * which contains ConfigMap.
   */
  group: Group;
  /**
   * Kind of the object that contains the parameters. The controller that `spec.controllerName` specifies must support
   * this kind.
   */
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
   * group, which contains Secret.
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
   * API group of the referenced object. An empty string means the core API group, which contains Service.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the referenced object: Gateway, or Service for a service mesh. Implementations can support other kinds,
   * such as ListenerSet.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the referenced object, usually a Gateway. */
  name: ObjectName;
  /**
   * Namespace of the referenced object. If omitted, the namespace of the object that contains this reference is used.
   * In the `parentRefs` of a route, a parent in another namespace must allow the route; for example, a Gateway must
   * allow it in the `allowedRoutes` field of a listener.
   */
  namespace?: Namespace;
  /**
   * Name of a section of the referenced object, such as a Gateway listener or a Service port. If `port` is also set,
   * the section must match both fields. If omitted, the reference is not limited to a section with a specific name.
   */
  sectionName?: SectionName;
  /**
   * Port number that limits the reference to the Gateway listeners on this port{@experimental , or to the Service port
   * with this number}. If possible, use `sectionName` instead of `port`, because port numbers can change. If omitted,
   * the reference is not limited to a specific port.
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
   * Port number of the backend. For a Service, this field is required and must be a `port` of the Service, not a
   * `targetPort`. If omitted for a backend of another kind, the implementation can derive the port from the backend.
   */
  port?: PortNumber;
}

/** Reference to a backend that receives a share of a rule's traffic. */
export interface BackendRef extends BackendObjectReference {
  /**
   * Weight of the backend. The backend's share of the traffic is its weight divided by the sum of the weights of all
   * entries in `backendRefs`. A backend with weight 0 receives no traffic.
   *
   * @default `1`
   * @minimum 0
   * @maximum 1000000
   */
  weight?: int32;
}
