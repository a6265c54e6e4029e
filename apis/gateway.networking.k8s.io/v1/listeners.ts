/*
 * What the kinds that open ports have in common: Gateway and ListenerSet.
 */

import type { int32, LabelSelector } from "../../meta/v1.js";
import type { Group, Hostname, Kind, PortNumber, SectionName } from "./scalars.js";
import type { Conditions, PendingConditions } from "./status.js";
import type { ListenerTLSConfig } from "./tls.js";

/**
 * The protocol of a listener: one of the API's own, in upper case, or a domain and a name with a slash between.
 *
 * @minLength 1
 * @maxLength 255
 * @pattern `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]+$`
 */
export type ProtocolType = string;

/**
 * The listeners of one object. They have to differ in more than their names, or no one could tell whose a request is.
 *
 * @minItems 1
 * @maxItems 64
 * @listType map
 * @listMapKey name
 *
 * @validation `self.all(l, !has(l.tls) || !(l.protocol in ["HTTP", "TCP", "UDP"]))`
 * Remove tls from listeners with protocol HTTP, TCP or UDP, or set their protocol to HTTPS or TLS.
 *
 * @validation `self.all(l, !has(l.tls) || l.protocol != "HTTPS" || l.tls.mode == "Terminate")`
 * Set tls.mode to Terminate in listeners with protocol HTTPS, or use protocol TLS.
 *
 * @validation `self.all(l, has(l.tls) || l.protocol != "TLS")`
 * Set tls in listeners with protocol TLS.
 *
 * @validation `self.all(l, !has(l.hostname) || !(l.protocol in ["TCP", "UDP"]))`
 * Remove hostname from listeners with protocol TCP or UDP.
 *
 * @validation `self.all(a, self.exists_one(b, b.name == a.name))`
 * Give each listener a different name.
 *
 * @validation
 * ```
 * self.all(a, self.exists_one(b, b.port == a.port && b.protocol == a.protocol
 *   && has(b.hostname) == has(a.hostname) && (!has(a.hostname) || b.hostname == a.hostname)))
 * ```
 * Give listeners with the same port and protocol different hostnames.
 */
export type Listeners = Listener[];

/** A port that is open for one protocol, and the routes that may use it. */
export interface Listener {
  /** Name of the listener, by which routes and policies refer to it as `sectionName`. */
  name: SectionName;
  /**
   * The host that traffic has to ask for, in the Host header (HTTP) or by SNI (TLS); any host when absent. `*.` stands
   * for one or more labels. On a shared port the most precise match wins. Hosts of a route have to fit too.
   */
  hostname?: Hostname;
  /** The port to open. Listeners can share one as long as their protocol or hostname tells the traffic apart. */
  port: PortNumber;
  /**
   * What is spoken on the port: `HTTP`, `HTTPS`, `TLS`, `TCP` or `UDP`, or what the implementation adds under a domain
   * of its own, as in `example.com/bar`. It decides which kinds of route fit.
   */
  protocol: ProtocolType;
  /** How TLS is handled. Required for protocol TLS, possible for HTTPS, and not allowed for HTTP, TCP and UDP. */
  tls?: ListenerTLSConfig;
  /**
   * Which routes may attach to the listener. A route has to name the listener's object as its parent as well.
   *
   * @default `{"namespaces": {"from": "Same"}}`
   */
  allowedRoutes?: AllowedRoutes;
}

/** Which routes may attach to a listener. */
export interface AllowedRoutes {
  /**
   * The namespaces whose routes may attach.
   *
   * @default `{"from": "Same"}`
   */
  namespaces?: RouteNamespaces;
  /**
   * The kinds of route that may attach; every kind that fits the protocol when absent or empty. A kind that does not
   * fit is reported in the conditions of the listener.
   *
   * @maxItems 8
   * @listType atomic
   */
  kinds?: RouteGroupKind[];
}

/** A choice of namespaces by their labels; whoever extends it says when it counts. */
export interface NamespaceSelection {
  /** Labels of the namespaces that are meant. Needed when `from` is Selector, and without effect otherwise. */
  selector?: LabelSelector;
}

/** The namespaces whose routes may attach to a listener. */
export interface RouteNamespaces extends NamespaceSelection {
  /**
   * Where a route may be.
   *
   * @default `"Same"`
   */
  from?: FromNamespaces;
}

/** Where a route may be to attach to a listener. */
export type FromNamespaces =
  /** In any namespace. */
  | "All"
  /** In the namespaces that `selector` picks. */
  | "Selector"
  /** In the namespace of the listener. */
  | "Same";

/** A kind of route. */
export interface RouteGroupKind {
  /**
   * API group of the kind.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /** Kind of the route, as in `HTTPRoute`. */
  kind: Kind;
}

/**
 * The state of an object with listeners, and of each of them.
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
   * The state of the object as a whole. `Accepted`: its controller takes care of it. `Programmed`: its settings are on
   * their way to whatever handles the traffic. Both are Unknown until a controller has looked at it.
   */
  conditions?: PendingConditions;
  /**
   * The state of each listener, under its name in the spec.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey name
   */
  listeners?: ListenerStatus[];
}

/** The state of one listener. */
export interface ListenerStatus {
  /** Name of the listener. */
  name: SectionName;
  /**
   * The kinds of route that the listener takes: those of `allowedRoutes.kinds` that the implementation supports, or all
   * that fit the protocol.
   *
   * @maxItems 8
   * @listType atomic
   */
  supportedKinds?: RouteGroupKind[];
  /** Number of routes that are attached to the listener, whether or not the listener works yet. */
  attachedRoutes: int32;
  /**
   * The state of the listener: whether it is accepted, free of conflicts with others, has working references and serves
   * traffic.
   */
  conditions: Conditions;
}
