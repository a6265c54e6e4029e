import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { L4RouteSpec, RouteStatus } from "./routes.js";

/**
 * Routes a listener's UDP datagrams to backends.
 *
 * The listener that receives a datagram determines the route. The content of the datagram does not affect routing.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface UDPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "UDPRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents and backends. */
  spec: UDPRouteSpec;
  /** Current state of the route with respect to each parent. */
  status?: RouteStatus;
}

/** Desired state of a UDPRoute. */
export interface UDPRouteSpec extends L4RouteSpec {}
