import type { ObjectMeta } from "../../meta/v1.js";
import type { L4RouteSpec, RouteStatus } from "./routes.js";
import type { Hostname } from "./scalars.js";

/**
 * Sends TLS connections to backends by the host that the client asks for when it connects (SNI).
 *
 * What is sent inside the connection is not looked at. The listener says whether TLS ends there or at the backend.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface TLSRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "TLSRoute";
  metadata: ObjectMeta;
  /** What the route attaches to, which connections it is for, and where they go. */
  spec: TLSRouteSpec;
  /** How the route fares at each of its parents. */
  status?: RouteStatus;
}

/**
 * The hosts that connections ask for.
 *
 * @maxItems 1024
 * @listType atomic
 */
export type SNIHostnames = Hostname[];

/** What a TLSRoute attaches to, which connections it is for, and where they go. */
export interface TLSRouteSpec extends L4RouteSpec {
  /**
   * Hosts that the route is for, as clients ask for them (SNI), which is never an IP address. `*.example.com` fits any
   * subdomain, not `example.com` itself. Each has to overlap with the host of a listener.
   *
   * @minItems 1
   * @validation `self.all(h, !isIP(h))` Write host names: clients do not ask for IP addresses by SNI.
   * @validation `self.all(h, h.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$"))`
   * Write host names in lower case and without a port; a wildcard may stand for the first label alone.
   */
  hostnames: SNIHostnames;
}
