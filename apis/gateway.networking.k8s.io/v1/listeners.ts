/*
 * Types that the kinds with listeners share: Gateway and ListenerSet.
 */

import type { int32, LabelSelector } from "../../meta/v1.js";
import type { Group, Hostname, Kind, PortNumber, SectionName } from "./scalars.js";
import type { Conditions, PendingConditions } from "./status.js";
import type { ListenerTLSConfig } from "./tls.js";

/**
 * Protocol of a listener: `HTTP`, `HTTPS`, `TLS`, `TCP` or `UDP`, or an implementation-specific protocol with a domain
 * prefix, such as `example.com/bar`.
 *
 * @minLength 1
 * @maxLength 255
 * @pattern `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]+$`
 */
export type ProtocolType = string;

/**
 * Listeners of a Gateway or ListenerSet. They must differ in name and in the combination of port, protocol and
 * hostname, because each request must belong to exactly one listener.
 *
 * @minItems 1
 * @maxItems 64
 * @listType map
 * @listMapKey name
 *
 * @validation `self.all(l, !has(l.tls) || !(l.protocol in ["HTTP", "TCP", "UDP"]))`
 * `tls` may not be set in listeners with protocol 'HTTP', 'TCP' or 'UDP'
 *
 * @validation `self.all(l, !has(l.tls) || l.protocol != "HTTPS" || l.tls.mode == "Terminate")`
 * `tls.mode` must be 'Terminate' in listeners with protocol 'HTTPS'
 *
 * @validation `self.all(l, has(l.tls) || l.protocol != "TLS")`
 * `tls` must be set in listeners with protocol 'TLS'
 *
 * @validation `self.all(l, !has(l.hostname) || !(l.protocol in ["TCP", "UDP"]))`
 * `hostname` may not be set in listeners with protocol 'TCP' or 'UDP'
 *
 * @validation `self.all(a, self.exists_one(b, b.name == a.name))`
 * must not contain two listeners with the same `name`
 *
 * @validation
 * ```
 * self.all(a, self.exists_one(b, b.port == a.port && b.protocol == a.protocol
 *   && has(b.hostname) == has(a.hostname) && (!has(a.hostname) || b.hostname == a.hostname)))
 * ```
 * must not contain two listeners with the same `port`, `protocol` and `hostname`
 */
export type Listeners = Listener[];

/** Port that accepts traffic of one protocol, and the routes that may attach to it. */
export interface Listener {
  /**
   * Name of the listener, unique within its Gateway or ListenerSet. Routes and policies refer to it in `sectionName`.
   */
  name: SectionName;
  /**
   * Hostname to match. For protocol `HTTP`, the Host header must match it; for `TLS`, the SNI must; for `HTTPS`, both
   * should. Listeners for `TCP` and `UDP` may not have a hostname. `*.example.com` matches any subdomain, but not
   * `example.com` itself. If several listeners on a port match, the most specific hostname wins. If a route also lists
   * hostnames, at least one of them must intersect with this one. If omitted, all hostnames match.
   */
  hostname?: Hostname;
  /**
   * Port number. Listeners can share a port if the protocol or the hostname distinguishes their traffic. A `TCP`
   * listener cannot share its port with an `HTTP`, `HTTPS` or `TLS` listener.
   */
  port: PortNumber;
  /**
   * Protocol of the traffic: `HTTP`, `HTTPS`, `TLS`, `TCP` or `UDP`, or an implementation-specific protocol with a
   * domain prefix, such as `example.com/bar`. It determines the kinds of routes that can attach.
   */
  protocol: ProtocolType;
  /**
   * TLS settings. Required for protocols `HTTPS` and `TLS`, but the API server enforces this only for `TLS`. Must be
   * omitted for `HTTP`, `TCP` and `UDP`.
   */
  tls?: ListenerTLSConfig;
  /**
   * Routes that may attach to the listener. A route must also refer to the Gateway or ListenerSet in its
   * `parentRefs`{@experimental , or set `useDefaultGateways` if it is a default Gateway}.
   *
   * @default `{"namespaces": {"from": "Same"}}`
   */
  allowedRoutes?: AllowedRoutes;
}

/** Routes that may attach to a listener. */
export interface AllowedRoutes {
  /**
   * Namespaces whose routes may attach.
   *
   * @default `{"from": "Same"}`
   */
  namespaces?: RouteNamespaces;
  /**
   * Kinds of routes that may attach. They must be compatible with the protocol of the listener. The condition
   * `ResolvedRefs` of the listener reports kinds that the implementation does not support. If omitted or empty, the
   * protocol determines the kinds.
   *
   * @maxItems 8
   * @listType atomic
   */
  kinds?: RouteGroupKind[];
}

/** Selection of namespaces by label. Types that extend it define `from`. */
export interface NamespaceSelection {
  /**
   * Label selector for the namespaces. An empty selector selects all namespaces. Must be set if `from` is `Selector`.
   * Otherwise, it is ignored and can be omitted.
   */
  selector?: LabelSelector;
}

/** Namespaces whose routes may attach to a listener. */
export interface RouteNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which routes may attach.
   *
   * @default `"Same"`
   */
  from?: FromNamespaces;
}

/** Namespaces from which routes may attach to a listener. */
export type FromNamespaces =
  /** All namespaces. */
  | "All"
  /** The namespaces that `selector` selects. */
  | "Selector"
  /** The namespace of the Gateway or ListenerSet that has the listener. */
  | "Same";

/** Kind of a route. */
export interface RouteGroupKind {
  /**
   * API group of the kind.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /** Kind of the route, such as `HTTPRoute`. */
  kind: Kind;
}

/**
 * Current state of an object with listeners, and of each listener.
 *
 * @default
 * ```
 * {
 *   "conditions": [
 *     {
 *       "type": "Accepted",
 *       "status": "Unknown",
 *       "reason": "Pending",
 *       "message": "Waiting for controller",
 *       "lastTransitionTime": "1970-01-01T00:00:00Z"
 *     },
 *     {
 *       "type": "Programmed",
 *       "status": "Unknown",
 *       "reason": "Pending",
 *       "message": "Waiting for controller",
 *       "lastTransitionTime": "1970-01-01T00:00:00Z"
 *     }
 *   ]
 * }
 * ```
 */
export interface ListenersStatus {
  /**
   * Conditions of the object. `Accepted` is `True` if at least part of the object is valid and can be configured.
   * `Programmed` is `True` if the configuration should soon be ready for traffic. Both are `Unknown` until a controller
   * processes the object.
   */
  conditions?: PendingConditions;
  /**
   * Current state of each listener, identified by its name in the spec. If omitted, the controller has not reported
   * any.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  listeners?: ListenerStatus[];
}

/** Current state of a listener. */
export interface ListenerStatus {
  /** Name of the listener in the spec. */
  name: SectionName;
  /**
   * Kinds of routes that the implementation supports for this listener. If `allowedRoutes.kinds` is set, only kinds in
   * that list appear here. If omitted, the controller has not reported any.
   *
   * @maxItems 8
   * @listType atomic
   */
  supportedKinds?: RouteGroupKind[];
  /**
   * Number of accepted routes that are attached to the listener. Routes count even if the listener itself is not
   * accepted.
   */
  attachedRoutes: int32;
  /**
   * Conditions of the listener, such as `Accepted` (valid and supported), `Conflicted` (in conflict with another
   * listener), `ResolvedRefs` (all references are valid) and `Programmed` (soon ready for traffic).
   */
  conditions: Conditions;
}
