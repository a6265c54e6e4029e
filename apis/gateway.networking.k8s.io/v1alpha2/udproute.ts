import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/udproute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes a listener's UDP datagrams to backends.
 *
 * Unlike v1, this version allows more than one rule. Use only one rule, because rules have no match conditions, and the
 * effect of multiple rules depends on the implementation.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 UDPRoute is deprecated; use gateway.networking.k8s.io/v1 UDPRoute.
 */
export interface UDPRoute extends InVersion<Omit<v1.UDPRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** Desired state of the route: its parents and backends. */
  spec: UDPRouteSpec;
}

/** Desired state of a UDPRoute. */
export interface UDPRouteSpec extends L4RouteSpec {}
