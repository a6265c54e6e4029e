/*
 * How one object names another.
 *
 * Each reference is kept as small as its use allows: what may not cross namespaces has no `namespace`, what always
 * points to one kind has defaults for `group` and `kind`.
 */

import type { int32 } from "../../meta/v1.js";
import type { Group, Kind, Namespace, ObjectName, PortNumber, SectionName } from "./scalars.js";

/** An object of any kind in the namespace of the object that names it. */
export interface LocalObjectReference {
  /** API group of the object, without a version. Empty for the core group. */
  group: Group;
  /** Kind of the object, as in `ConfigMap`. */
  kind: Kind;
  /** Name of the object, which has to be in the same namespace. */
  name: ObjectName;
}

/** An object of any kind in any namespace. */
export interface ObjectReference extends Omit<LocalObjectReference, "name"> {
  /** Name of the object. */
  name: ObjectName;
  /** Namespace of the object; the same one when absent. Any other one needs a ReferenceGrant there. */
  namespace?: Namespace;
}

/** The object that holds the further settings of an implementation. It may be of a kind without namespaces. */
export interface ParametersReference extends Omit<ObjectReference, "namespace"> {
  /** Namespace of the object. Give it for a kind that has namespaces and leave it out for any other. */
  namespace?: Namespace;
}

/** A Secret, or an object of another kind that stands for one. */
export interface SecretObjectReference extends Pick<ObjectReference, "namespace"> {
  /**
   * API group of the object.
   *
   * @default `""`
   */
  group?: Group;
  /**
   * Kind of the object. Implementations may support others than Secret.
   *
   * @default `"Secret"`
   */
  kind?: Kind;
  /** Name of the object. */
  name: ObjectName;
}

/** What a route attaches to: a Gateway or ListenerSet, or a Service in a mesh. */
export interface ParentReference {
  /**
   * API group of the parent. Set it to the empty text for a Service.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the parent. Gateway is supported widely, ListenerSet and Service (for a mesh) by some implementations.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the parent. */
  name: ObjectName;
  /**
   * Namespace of the parent; the same one when absent. A parent in any other has to admit what attaches to it, as a
   * Gateway admits routes with `allowedRoutes`.
   */
  namespace?: Namespace;
  /**
   * The one part of the parent that is meant: the name of a listener, or of a port of a Service. All parts when absent.
   * With `port` set too, a part has to fit both.
   */
  sectionName?: SectionName;
  /**
   * Restricts the reference to the listeners, or the port of a Service, with this number. Any port when absent. Prefer
   * `sectionName` where the parts have names.
   */
  port?: PortNumber;
}

/**
 * A backend that gets requests: a Service, or an object of another kind that stands for one.
 *
 * @validation `has(self.port) || self.group != "" || self.kind != "Service"` Set port: a Service needs one.
 */
export interface BackendObjectReference {
  /**
   * API group of the backend.
   *
   * @default `""`
   */
  group?: Group;
  /**
   * Kind of the backend. Implementations may support others than Service.
   *
   * @default `"Service"`
   */
  kind?: Kind;
  /** Name of the backend. */
  name: ObjectName;
  /** Namespace of the backend; that of the route when absent. Any other one needs a ReferenceGrant there. */
  namespace?: Namespace;
  /** Port of the backend: for a Service its own `port`, not the `targetPort`. Other kinds may do without. */
  port?: PortNumber;
}

/** A backend that shares the traffic of a rule with others. */
export interface BackendRef extends BackendObjectReference {
  /**
   * Share of the traffic, relative to the sum of the weights in this list: 1 next to 3 gets a quarter. 0 gets none.
   *
   * @default `1`
   * @minimum 0
   * @maximum 1000000
   */
  weight?: int32;
}
