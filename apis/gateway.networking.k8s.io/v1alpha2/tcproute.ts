import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/tcproute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes a listener's TCP connections to backends.
 *
 * Unlike v1, this version allows more than one rule. Use only one rule, because rules have no match conditions, and the
 * effect of multiple rules depends on the implementation.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TCPRoute is deprecated; use gateway.networking.k8s.io/v1 TCPRoute.
 */
export interface TCPRoute extends InVersion<Omit<v1.TCPRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** Desired state of the route: its parents and backends. */
  spec: TCPRouteSpec;
}

/** Desired state of a TCPRoute. */
export interface TCPRouteSpec extends L4RouteSpec {}
