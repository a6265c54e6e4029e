import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { L4RouteSpec, RouteStatus } from "./routes.js";

/**
 * Routes a listener's TCP connections to backends.
 *
 * The listener that accepts a connection determines the route. The content of the connection does not affect routing.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface TCPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "TCPRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents and backends. */
  spec: TCPRouteSpec;
  /** Current state of the route with respect to each parent. */
  status?: RouteStatus;
}

/** Desired state of a TCPRoute. */
export interface TCPRouteSpec extends L4RouteSpec {}
