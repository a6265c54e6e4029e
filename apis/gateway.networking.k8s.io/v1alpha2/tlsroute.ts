import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/tlsroute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests in the TLS handshake (SNI).
 *
 * Unlike v1, this version allows more than one rule, and `spec.hostnames` is optional. Use only one rule, because the
 * effect of multiple rules depends on the implementation.
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
   * Hostnames to match against the hostname that the client requests in the TLS handshake (SNI). IP addresses are not
   * allowed. `*.example.com` matches any subdomain of `example.com`, but not `example.com` itself. If the Gateway
   * listener has a hostname, entries that do not match this hostname are ignored; if no entry matches, the route is not
   * accepted. If omitted or empty, the route matches all hostnames that the listener accepts.
   */
  hostnames?: v1.SNIHostnames;
}
