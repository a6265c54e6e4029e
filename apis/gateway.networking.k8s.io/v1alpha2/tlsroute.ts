import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/tlsroute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests (SNI).
 *
 * Unlike v1, this version allows several rules, and `hostnames` is optional.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TLSRoute is deprecated; use gateway.networking.k8s.io/v1 TLSRoute.
 */
export interface TLSRoute extends InVersion<Omit<v1.TLSRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** Desired state of the route: its parents, its hostnames and its backends. */
  spec: TLSRouteSpec;
}

/** Desired state of a TLSRoute. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hostnames to match against the hostname that the client requests (SNI). IP addresses are not allowed.
   * `*.example.com` matches any subdomain, but not `example.com` itself. A hostname that does not match the listener is
   * ignored; if none matches, the route is not accepted. If omitted or empty, all hostnames of the listener match.
   */
  hostnames?: v1.SNIHostnames;
}
