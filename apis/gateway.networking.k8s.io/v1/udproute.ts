import type { ObjectMeta } from "../../meta/v1.js";
import type { L4RouteSpec, RouteStatus } from "./routes.js";

/**
 * Sends the UDP datagrams that arrive at a listener to backends.
 *
 * Nothing inside a datagram is looked at: the listener and its port alone decide which route it belongs to.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface UDPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "UDPRoute";
  metadata: ObjectMeta;
  /** What the route attaches to, and where its datagrams go. */
  spec: UDPRouteSpec;
  /** How the route fares at each of its parents. */
  status?: RouteStatus;
}

/** What a UDPRoute attaches to, and where its datagrams go. */
export interface UDPRouteSpec extends L4RouteSpec {}
