import type { ObjectMeta } from "../../meta/v1.js";
import type { L4RouteSpec, RouteStatus } from "./routes.js";

/**
 * Routes the UDP datagrams of a listener to backends.
 *
 * The content of a datagram is not inspected: only the listener and its port determine the route.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface UDPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "UDPRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents and its backends. */
  spec: UDPRouteSpec;
  /** Current state of the route, for each parent. */
  status?: RouteStatus;
}

/** Desired state of a UDPRoute. */
export interface UDPRouteSpec extends L4RouteSpec {}
