/*
 * Types that the kinds with listeners share: Gateway and ListenerSet.
 */

import type { int32, LabelSelector } from "crd-bundle/meta/v1";
import type { Group, Hostname, Kind, PortNumber, SectionName } from "./scalars.js";
import type { Conditions, PendingConditions } from "./status.js";
import type { ListenerTLSConfig } from "./tls.js";

/**
 * Protocol of a listener: `HTTP`, `HTTPS`, `TLS`, `TCP`, `UDP`, or an implementation-specific protocol with a domain
 * prefix, such as `example.com/bar`.
 *
 * @minLength 1
 * @maxLength 255
 * @pattern `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]+$`
 */
export type ProtocolType = string;

/**
 * Listeners of a Gateway or ListenerSet. The name of each listener and the combination of port, protocol, and hostname
 * must be unique, because each request must belong to exactly one listener.
 *
 * @minItems 1
 * @maxItems 64
 * @listType map
 * @listMapKey name
 *
 * @validation `self.all(l, !has(l.tls) || !(l.protocol in ["HTTP", "TCP", "UDP"]))`
 * if a listener's `protocol` is 'HTTP', 'TCP', or 'UDP', its `tls` must be omitted
 *
 * @validation `self.all(l, !has(l.tls) || l.protocol != "HTTPS" || l.tls.mode == "Terminate")`
 * if a listener's `protocol` is 'HTTPS', its `tls.mode` must be 'Terminate'
 *
 * @validation `self.all(l, has(l.tls) || l.protocol != "TLS")`
 * if a listener's `protocol` is 'TLS', its `tls` must be set
 *
 * @validation `self.all(l, !has(l.hostname) || !(l.protocol in ["TCP", "UDP"]))`
 * if a listener's `protocol` is 'TCP' or 'UDP', its `hostname` must be omitted
 *
 * @validation `self.all(a, self.exists_one(b, b.name == a.name))`
 * must not contain two listeners with the same `name`
 *
 * @validation
 * ```
 * self.all(a, self.exists_one(b, b.port == a.port && b.protocol == a.protocol
 *   && has(b.hostname) == has(a.hostname) && (!has(a.hostname) || b.hostname == a.hostname)))
 * ```
 * must not contain two listeners with the same combination of `port`, `protocol`, and `hostname`
 */
export type Listeners = Listener[];

/** Port that accepts traffic of one protocol, and the routes that are allowed to attach to the listener. */
export interface Listener {
  /**
   * Name of the listener. Must be unique within the Gateway or ListenerSet that defines the listener. Routes and
   * policies can specify this name in `sectionName` to refer to the listener.
   */
  name: SectionName;
  /**
   * Hostname that the listener accepts traffic for. If `protocol` is `HTTP`, the Host header of a request must match
   * this hostname. If `protocol` is `TLS`, the Server Name Indication (SNI) of a connection must match this hostname.
   * If `protocol` is `HTTPS`, both the SNI and the Host header should match. The hostname `*.example.com` matches all
   * subdomains of `example.com`, but not `example.com` itself. If several listeners on the same port match, the
   * listener with the most specific hostname takes precedence. A route that lists hostnames can attach to the listener
   * only if at least one of the route's hostnames overlaps with this hostname. Must be omitted if `protocol` is `TCP`
   * or `UDP`. If omitted, the listener accepts traffic for all hostnames.
   */
  hostname?: Hostname;
  /**
   * Port number on which the listener accepts traffic. Several listeners can use the same port if their traffic can be
   * distinguished by protocol or hostname. A `TCP` listener cannot use the same port as an `HTTP`, `HTTPS`, or `TLS`
   * listener.
   */
  port: PortNumber;
  /**
   * Protocol of the traffic that the listener accepts: `HTTP`, `HTTPS`, `TLS`, `TCP`, `UDP`, or an
   * implementation-specific protocol with a domain prefix, such as `example.com/bar`. The protocol determines which
   * kinds of routes can attach to the listener.
   */
  protocol: ProtocolType;
  /**
   * TLS settings of the listener. Required if `protocol` is `HTTPS` or `TLS`, but the API server enforces this
   * requirement only for `TLS`. Must be omitted if `protocol` is `HTTP`, `TCP`, or `UDP`.
   */
  tls?: ListenerTLSConfig;
  /**
   * Routes that are allowed to attach to the listener. To attach, an allowed route must also list the listener's
   * Gateway or ListenerSet in its `spec.parentRefs`{@experimental , unless both the route's `spec.useDefaultGateways`
   * and the Gateway's `spec.defaultScope` are `All`}.
   *
   * @default `{"namespaces": {"from": "Same"}}`
   */
  allowedRoutes?: AllowedRoutes;
}

/** Routes that are allowed to attach to a listener. */
export interface AllowedRoutes {
  /**
   * Namespaces whose routes are allowed to attach to the listener.
   *
   * @default `{"from": "Same"}`
   */
  namespaces?: RouteNamespaces;
  /**
   * Kinds of routes that are allowed to attach to the listener. The kinds must be compatible with the listener's
   * `protocol`. If the implementation does not support one of the kinds, the listener's `ResolvedRefs` condition is
   * `False`. If omitted or empty, the listener's `protocol` determines which kinds of routes are allowed.
   *
   * @maxItems 8
   * @listType atomic
   */
  kinds?: RouteGroupKind[];
}

/** Selection of namespaces by label. Types that extend it define `from`. */
export interface NamespaceSelection {
  /**
   * Label selector for the allowed namespaces. An empty selector selects all namespaces. Required if `from` is
   * `Selector`. If `from` has another value, the selector is ignored and can be omitted.
   */
  selector?: LabelSelector;
}

/** Namespaces whose routes are allowed to attach to a listener. */
export interface RouteNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which routes are allowed to attach to the listener.
   *
   * @default `"Same"`
   */
  from?: FromNamespaces;
}

/** Namespaces from which routes are allowed to attach to a listener. */
export type FromNamespaces =
  /** All namespaces. */
  | "All"
  /** The namespaces that `selector` selects. */
  | "Selector"
  /** The namespace of the Gateway or ListenerSet that defines the listener. */
  | "Same";

/** Group and kind of a route. */
export interface RouteGroupKind {
  /**
   * API group of the route's kind.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /** Kind of route, such as `HTTPRoute`. */
  kind: Kind;
}

/**
 * Current state of an object that has listeners, and of each listener.
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
   * Conditions of this object. The `Accepted` condition is `True` if at least part of the specified
   * configuration is valid and can be applied. The `Programmed` condition is `True` if the configuration is expected to
   * be ready for traffic soon. Both conditions are `Unknown` until a controller has processed this object.
   */
  conditions?: PendingConditions;
  /**
   * Current state of each listener in `spec.listeners`, with one entry for each listener name. If omitted, the
   * controller has not reported the state of any listener.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  listeners?: ListenerStatus[];
}

/** Current state of a listener. */
export interface ListenerStatus {
  /** Name of the listener in `spec.listeners` that this status entry applies to. */
  name: SectionName;
  /**
   * Kinds of routes that the implementation supports for this listener. If the listener in `spec.listeners` sets
   * `allowedRoutes.kinds`, only kinds from that list are included. If omitted, the controller has not reported any
   * kinds.
   *
   * @maxItems 8
   * @listType atomic
   */
  supportedKinds?: RouteGroupKind[];
  /**
   * Number of accepted routes that are attached to the listener. Accepted routes are counted even if the `Accepted`
   * condition of the listener is `False`.
   */
  attachedRoutes: int32;
  /**
   * Conditions of the listener, such as `Accepted` (the listener is valid and supported), `Conflicted` (the listener
   * conflicts with another listener), `ResolvedRefs` (all of the listener's references to objects are valid), and
   * `Programmed` (the listener is expected to be ready for traffic soon).
   */
  conditions: Conditions;
}
