import type { ObjectMeta } from "../../meta/v1.js";
import type { L4RouteSpec, RouteStatus } from "./routes.js";
import type { Hostname } from "./scalars.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests (SNI).
 *
 * A TLSRoute attaches to listeners with protocol `TLS`. Their TLS mode determines whether the listener terminates TLS
 * or passes connections through to the backend. The content of a connection is not inspected.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface TLSRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "TLSRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents, its hostnames and its backends. */
  spec: TLSRouteSpec;
  /** Current state of the route, for each parent. */
  status?: RouteStatus;
}

/**
 * Hostnames that clients request by SNI.
 *
 * @maxItems 1024
 * @listType atomic
 */
export type SNIHostnames = Hostname[];

/** Desired state of a TLSRoute. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hostnames to match against the hostname that the client requests (SNI). They must not be IP addresses.
   * `*.example.com` matches any subdomain, but not `example.com` itself. A hostname that does not match the listener is
   * ignored; if none matches, the route is not accepted.
   *
   * @minItems 1
   * @validation `self.all(h, !isIP(h))` must not contain IP addresses
   * @validation `self.all(h, h.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$"))`
   * must contain only lowercase hostnames without ports, with '*' allowed only as the first label
   */
  hostnames: SNIHostnames;
}
