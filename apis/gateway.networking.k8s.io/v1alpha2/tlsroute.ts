import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/tlsroute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests (SNI).
 *
 * Unlike v1, this version allows more than one rule, and `hostnames` is optional.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TLSRoute is deprecated; use gateway.networking.k8s.io/v1 TLSRoute.
 */
export interface TLSRoute extends InVersion<Omit<v1.TLSRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** Desired state of the route: its parents, hostnames, and backends. */
  spec: TLSRouteSpec;
}

/** Desired state of a TLSRoute. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hostnames to match against the hostname that the client requests (SNI). IP addresses are not allowed.
   * `*.example.com` matches any subdomain, but not `example.com` itself. A hostname that does not match the listener's
   * hostname is ignored. If no hostname matches, the route is not accepted. If omitted or empty, all of the listener's
   * hostnames match.
   */
  hostnames?: v1.SNIHostnames;
}
