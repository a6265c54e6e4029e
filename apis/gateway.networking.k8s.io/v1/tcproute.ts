import type { ObjectMeta } from "../../meta/v1.js";
import type { L4RouteSpec, RouteStatus } from "./routes.js";

/**
 * Sends the TCP connections that arrive at a listener to backends.
 *
 * Nothing inside a connection is looked at: the listener and its port alone decide which route it belongs to.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface TCPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "TCPRoute";
  metadata: ObjectMeta;
  /** What the route attaches to, and where its connections go. */
  spec: TCPRouteSpec;
  /** How the route fares at each of its parents. */
  status?: RouteStatus;
}

/** What a TCPRoute attaches to, and where its connections go. */
export interface TCPRouteSpec extends L4RouteSpec {}
