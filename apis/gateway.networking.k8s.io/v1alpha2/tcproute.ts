import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/tcproute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Routes the TCP connections of a listener to backends.
 *
 * Unlike v1, this version allows several rules, although nothing in a connection can select one of them.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TCPRoute is deprecated; use gateway.networking.k8s.io/v1 TCPRoute.
 */
export interface TCPRoute extends InVersion<Omit<v1.TCPRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** Desired state of the route: its parents and its backends. */
  spec: TCPRouteSpec;
}

/** Desired state of a TCPRoute. */
export interface TCPRouteSpec extends L4RouteSpec {}
