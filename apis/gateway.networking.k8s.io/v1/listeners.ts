/*
 * Types that the kinds with listeners share: Gateway and ListenerSet.
 */

import type { int32, LabelSelector } from "../../meta/v1.js";
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

/** Port that accepts traffic of one protocol, and the routes that may attach to the listener. */
export interface Listener {
  /**
   * Name of the listener, which must be unique within the Gateway or ListenerSet that defines the listener. Routes and
   * policies refer to the listener by this name in `sectionName`.
   */
  name: SectionName;
  /**
   * Hostname that the listener accepts traffic for. If `protocol` is `HTTP`, the Host header must match this hostname.
   * If `protocol` is `TLS`, the SNI must match. If `protocol` is `HTTPS`, both should match. Must be omitted if
   * `protocol` is `TCP` or `UDP`. `*.example.com` matches any subdomain, but not `example.com` itself. If several
   * listeners on the same port match, the listener with the most specific hostname takes precedence. If a route also
   * lists hostnames, at least one of the route's hostnames must intersect with this hostname. If omitted, all hostnames
   * match.
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
   * TLS settings of the listener. Required if `protocol` is `HTTPS` or `TLS`, although the API server enforces this
   * only for `TLS`. Must be omitted if `protocol` is `HTTP`, `TCP`, or `UDP`.
   */
  tls?: ListenerTLSConfig;
  /**
   * Routes that may attach to the listener. To attach, a route must also refer to the Gateway or ListenerSet in its
   * `parentRefs`{@experimental , or set `useDefaultGateways` if the Gateway is a default Gateway}.
   *
   * @default `{"namespaces": {"from": "Same"}}`
   */
  allowedRoutes?: AllowedRoutes;
}

/** Routes that may attach to a listener. */
export interface AllowedRoutes {
  /**
   * Namespaces whose routes may attach to the listener.
   *
   * @default `{"from": "Same"}`
   */
  namespaces?: RouteNamespaces;
  /**
   * Kinds of routes that may attach to the listener. The kinds must be compatible with the listener's protocol. The
   * listener's `ResolvedRefs` condition reports kinds that the implementation does not support. If omitted or empty,
   * the protocol determines which kinds may attach.
   *
   * @maxItems 8
   * @listType atomic
   */
  kinds?: RouteGroupKind[];
}

/** Selection of namespaces by label. Types that extend it define `from`. */
export interface NamespaceSelection {
  /**
   * Label selector for the namespaces. An empty selector selects all namespaces. Required if `from` is `Selector`;
   * otherwise, the selector is ignored and can be omitted.
   */
  selector?: LabelSelector;
}

/** Namespaces whose routes may attach to a listener. */
export interface RouteNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which routes may attach to the listener.
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
  /** The namespace of the Gateway or ListenerSet that defines the listener. */
  | "Same";

/** Group and kind of a route. */
export interface RouteGroupKind {
  /**
   * API group of the route kind.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /** Kind of the route, such as `HTTPRoute`. */
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
   * Conditions of the object. `Accepted` is `True` if at least part of the object is valid and can be configured.
   * `Programmed` is `True` if the configuration is expected to be ready for traffic soon. Both conditions are `Unknown`
   * until a controller has processed the object.
   */
  conditions?: PendingConditions;
  /**
   * Current state of each listener in the spec, identified by the listener's name. If omitted, the controller has not
   * reported the state of any listener.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  listeners?: ListenerStatus[];
}

/** Current state of a listener. */
export interface ListenerStatus {
  /** Name of the listener that this status entry applies to, as in the spec. */
  name: SectionName;
  /**
   * Kinds of routes that the implementation supports for this listener. If the listener's `allowedRoutes.kinds` is set,
   * only kinds from that list are reported. If omitted, the controller has not reported any kinds.
   *
   * @maxItems 8
   * @listType atomic
   */
  supportedKinds?: RouteGroupKind[];
  /**
   * Number of accepted routes that are attached to the listener. Routes are counted even if the listener is not
   * accepted.
   */
  attachedRoutes: int32;
  /**
   * Conditions of the listener, such as `Accepted` (the listener is valid and supported), `Conflicted` (the listener
   * conflicts with another listener), `ResolvedRefs` (all references are valid), and `Programmed` (the listener is
   * expected to be ready for traffic soon).
   */
  conditions: Conditions;
}
