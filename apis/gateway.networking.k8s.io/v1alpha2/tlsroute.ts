import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/tlsroute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Sends TLS connections to backends by the host that the client asks for when it connects (SNI).
 *
 * The version before v1: it admits several rules, and routes without hosts.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TLSRoute is deprecated; use gateway.networking.k8s.io/v1 TLSRoute.
 */
export interface TLSRoute extends InVersion<Omit<v1.TLSRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** What the route attaches to, which connections it is for, and where they go. */
  spec: TLSRouteSpec;
}

/** What a TLSRoute attaches to, which connections it is for, and where they go. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hosts that the route is for, as clients ask for them (SNI). `*.example.com` fits any subdomain, not `example.com`
   * itself. All hosts of the listener when absent or empty; each has to overlap with one of those.
   */
  hostnames?: v1.SNIHostnames;
}
