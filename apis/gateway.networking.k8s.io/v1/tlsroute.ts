import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { L4RouteSpec, RouteStatus } from "./routes.js";
import type { Hostname } from "./scalars.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests in the TLS handshake (SNI).
 *
 * A TLSRoute attaches to listeners with the protocol `TLS`. The TLS mode of a listener (`tls.mode`) determines whether
 * the listener terminates TLS or passes the encrypted connection through to the backend. The content of a connection
 * does not affect routing.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface TLSRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "TLSRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents, hostnames, and backends. */
  spec: TLSRouteSpec;
  /** Current state of the route with respect to each parent. */
  status?: RouteStatus;
}

/**
 * Hostnames that clients request in the TLS handshake (SNI).
 *
 * @maxItems 1024
 * @listType atomic
 */
export type SNIHostnames = Hostname[];

/** Desired state of a TLSRoute. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hostnames to match against the hostname that the client requests in the TLS handshake (SNI). IP addresses are not
   * allowed. `*.example.com` matches any subdomain of `example.com`, but not `example.com` itself. If the Gateway
   * listener has a hostname, entries that do not match this hostname are ignored; if no entry matches, the route is not
   * accepted.
   *
   * @minItems 1
   * @validation `self.all(h, !isIP(h))` must not contain IP addresses
   * @validation `self.all(h, h.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$"))`
   * must contain only hostnames such as 'example.com' and '*.example.com', in lowercase and without a port
   */
  hostnames: SNIHostnames;
}
