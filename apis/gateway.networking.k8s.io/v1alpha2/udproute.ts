import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/udproute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Sends the UDP datagrams that arrive at a listener to backends.
 *
 * The version before v1: it admits several rules, though a UDP datagram has nothing by which to choose one.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 UDPRoute is deprecated; use gateway.networking.k8s.io/v1 UDPRoute.
 */
export interface UDPRoute extends InVersion<Omit<v1.UDPRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** What the route attaches to, and where its datagrams go. */
  spec: UDPRouteSpec;
}

/** What a UDPRoute attaches to, and where its datagrams go. */
export interface UDPRouteSpec extends L4RouteSpec {}
