import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/tcproute.js";
import type { L4RouteSpec } from "./routes.js";

/**
 * Sends the TCP connections that arrive at a listener to backends.
 *
 * The version before v1: it admits several rules, though a TCP connection has nothing by which to choose one.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha2 TCPRoute is deprecated; use gateway.networking.k8s.io/v1 TCPRoute.
 */
export interface TCPRoute extends InVersion<Omit<v1.TCPRoute, "spec">, "gateway.networking.k8s.io/v1alpha2"> {
  /** What the route attaches to, and where its connections go. */
  spec: TCPRouteSpec;
}

/** What a TCPRoute attaches to, and where its connections go. */
export interface TCPRouteSpec extends L4RouteSpec {}
