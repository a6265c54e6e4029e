import type { ObjectMeta } from "../../meta/v1.js";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { NamedValueMatch, TextMatchType } from "./matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { HeaderName, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Sends gRPC calls to backends by their host, service, method and headers.
 *
 * It attaches to listeners of Gateways that serve HTTP/2. Where an HTTPRoute of the same listener has a host that
 * overlaps, only the older of the two routes is accepted.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Hostnames string `.spec.hostnames`
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface GRPCRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "GRPCRoute";
  metadata: ObjectMeta;
  /** What the route attaches to, which calls it is for, and where they go. */
  spec: GRPCRouteSpec;
  /** How the route fares at each of its parents. */
  status?: RouteStatus;
}

/** What a GRPCRoute attaches to, which calls it is for, and where they go. */
export interface GRPCRouteSpec extends CommonRouteSpec {
  /**
   * Hosts that the route is for, without ports. `*.example.com` fits any subdomain, not `example.com` itself. All hosts
   * of the listener when absent; each has to overlap with one of those.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * What happens to which calls. Of all matches that fit a call, the most specific wins: the longer service, the longer
   * method, more headers. Between equals it is the older route, then the earlier rule.
   *
   * @validation
   * ```
   * self.map(r, has(r.matches) ? size(r.matches) : 0).sum() <= 128
   * ```
   * Split the route: all rules together may have 128 matches.
   */
  rules?: RouteRules<GRPCRouteRule>;
}

/** Some calls, and what happens to them. */
export interface GRPCRouteRule {
  /**
   * Name of the rule, by which policies and status messages can refer to it. {@experimental No two rules share one.}
   */
  name?: SectionName;
  /**
   * Calls that the rule is for: those that fit one entry or more. All calls when absent or empty.
   *
   * @maxItems 64
   * @listType atomic
   */
  matches?: GRPCRouteMatch[];
  /** What else happens to the calls of this rule, in this order where the implementation can keep it. */
  filters?: GRPCRouteFilters;
  /**
   * Where the calls go, split by weight. The share of a backend that does not exist or may not be used fails with the
   * status UNAVAILABLE.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: GRPCBackendRef[];
  /**
   * Keeps the calls of one client on one endpoint. Each call goes its own way when absent.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** A backend, and what happens to the calls that it gets. */
export interface GRPCBackendRef extends BackendRef {
  /** What else happens to the calls that go to this backend. The filters of the rule apply as well. */
  filters?: GRPCRouteFilters;
}

/** What a call has to look like. All conditions of one match have to hold. */
export interface GRPCRouteMatch {
  /** Service and method that are called. Any of them when absent. */
  method?: GRPCMethodMatch;
  /**
   * Headers (metadata) that the call has to have, all of them.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: GRPCHeaderMatch[];
}

/**
 * The service and the method that a call has to name.
 *
 * @validation `has(self.service) || has(self.method)` Set service, method or both.
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.service)
 *   || self.service.matches("(?i)^[.]?[a-z_][a-z0-9_]*([.][a-z_][a-z0-9_]*)*$")
 * ```
 * Write service as names with dots between them, as in my.package.Service.
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.method) || self.method.matches("^[A-Za-z_][A-Za-z0-9_]*$")
 * ```
 * Write method as a single name of letters, digits and underscores.
 */
export interface GRPCMethodMatch {
  /**
   * How `service` and `method` are compared.
   *
   * @default `"Exact"`
   */
  type?: TextMatchType;
  /**
   * Service with its package, as in `my.package.Service`. Any service when absent.
   *
   * @maxLength 1024
   */
  service?: string;
  /**
   * Method of the service. Any method when absent.
   *
   * @maxLength 1024
   */
  method?: string;
}

/** A header that the call has to have. */
export interface GRPCHeaderMatch extends NamedValueMatch {
  /** Name of the header, in any case. Of entries whose names differ in case alone, the first counts. */
  name: HeaderName;
  /**
   * The value, or the expression, that the header has to have.
   *
   * @minLength 1
   * @maxLength 4096
   */
  value: string;
}

/** What a filter of a GRPCRoute does. */
export type GRPCRouteFilterType =
  /** Changes headers on the way to the client. */
  | "ResponseHeaderModifier"
  /** Changes headers on the way to the backend. */
  | "RequestHeaderModifier"
  /** Copies calls to a further backend. */
  | "RequestMirror"
  /** A filter of the implementation's own. */
  | "ExtensionRef";

/** One thing that happens to a call or its response. */
export interface GRPCRouteFilter extends CommonRouteFilter {
  /** What the filter does. The field of the same name holds its settings. */
  type: GRPCRouteFilterType;
}

/** The filters of a rule or of a backend of a GRPCRoute. */
export type GRPCRouteFilters = RouteFilters<GRPCRouteFilter>;
