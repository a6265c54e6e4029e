import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { NamedValueMatch, TextMatchType } from "./matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { HeaderName, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Routes gRPC requests to backends by hostname, service, method, and headers.
 *
 * A GRPCRoute usually attaches to Gateway listeners. These listeners must support HTTP/2. If the hostnames of an
 * HTTPRoute and a GRPCRoute on the same listener overlap, only one of the two routes is accepted: the older one by
 * creation timestamp or, if the timestamps are equal, the one that is first in alphabetical order by namespace and
 * name.
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
  /** Desired state of the route: its parents, hostnames, and routing rules. */
  spec: GRPCRouteSpec;
  /** Current state of the route with respect to each parent. */
  status?: RouteStatus;
}

/** Desired state of a GRPCRoute. */
export interface GRPCRouteSpec extends CommonRouteSpec {
  /**
   * Hostnames, without ports, to match against the Host header of requests. `*.example.com` matches any subdomain of
   * `example.com`, but not `example.com` itself. IP addresses are not allowed. If the Gateway listener has a hostname,
   * entries that do not match this hostname are ignored; if no entry matches, the route is not accepted. If omitted,
   * the route matches all hostnames that the listener accepts.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * Routing rules. All rules together can have at most 128 entries in `matches`. If several rules match a request, the
   * following criteria determine precedence, in this order: the most specific hostname, the longest matching service
   * name, the longest matching method name, and the most header matches. If rules from several routes are still tied,
   * the oldest route by creation timestamp takes precedence. If the timestamps are equal, the route that is first in
   * alphabetical order by namespace and name takes precedence. If rules of the same route are still tied, the first of
   * these rules in the list takes precedence. If omitted, the response to requests depends on the implementation.
   *
   * @validation
   * ```
   * self.map(r, has(r.matches) ? size(r.matches) : 0).sum() <= 128
   * ```
   * all rules together must have at most 128 entries in `matches`
   */
  rules?: RouteRules<GRPCRouteRule>;
}

/** Routing rule: the requests that it matches, and the filters and backends for these requests. */
export interface GRPCRouteRule {
  /**
   * Name of the routing rule. Policies and status messages can refer to the rule by this name. Must be unique within
   * the route. If omitted, the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Conditions for the requests that this rule applies to. A request matches the rule if the request meets all
   * conditions of at least one entry in the list. If omitted or empty, all requests match.
   *
   * @maxItems 64
   * @listType atomic
   */
  matches?: GRPCRouteMatch[];
  /**
   * Filters to apply to requests that match this rule and to their responses. The order in which the implementation
   * applies the filters depends on the implementation. Only filters of type `RequestMirror` or `ExtensionRef` can
   * appear more than once. If omitted, no filters are applied.
   */
  filters?: GRPCRouteFilters;
  /**
   * Backends for requests that match this rule. Each backend receives a share of the requests in proportion to its
   * `weight`. If a backend does not exist, or if the reference to it is not permitted, its share of the requests fails
   * with gRPC status `UNAVAILABLE`. If omitted, the response to matching requests depends on the implementation.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: GRPCBackendRef[];
  /**
   * Session persistence for requests that match this rule: requests in the same session are sent to the same endpoint
   * of a backend. If omitted, the rule does not configure session persistence.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** Backend of a GRPCRoute, with filters for the requests that the backend receives. */
export interface GRPCBackendRef extends BackendRef {
  /**
   * Filters to apply to requests that are sent to this backend and to their responses, in addition to the filters of
   * the routing rule. If omitted, only the filters of the routing rule are applied.
   */
  filters?: GRPCRouteFilters;
}

/** Conditions for a request. A request must meet all of these conditions to match. */
export interface GRPCRouteMatch {
  /** gRPC service and method that a request must call. If omitted, all services and methods match. */
  method?: GRPCMethodMatch;
  /**
   * Conditions for gRPC request headers (metadata). A request must meet all of these conditions to match. If omitted,
   * requests match regardless of their headers.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: GRPCHeaderMatch[];
}

/**
 * Condition for the service and method that a request calls.
 *
 * @validation `has(self.service) || has(self.method)` at least one of `service` and `method` must be set
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.service)
 *   || self.service.matches("(?i)^[.]?[a-z_][a-z0-9_]*([.][a-z_][a-z0-9_]*)*$")
 * ```
 * if `type` is 'Exact', `service` must consist of names separated by dots, such as 'my.package.Service'; each name must
 * consist of letters, digits, and underscores, and must not start with a digit
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.method) || self.method.matches("^[A-Za-z_][A-Za-z0-9_]*$")
 * ```
 * if `type` is 'Exact', `method` must consist of letters, digits, and underscores, and must not start with a digit
 */
export interface GRPCMethodMatch {
  /**
   * Type of match for `service` and `method`.
   *
   * @default `"Exact"`
   */
  type?: TextMatchType;
  /**
   * gRPC service to match, including the package name, such as `my.package.Service`. If `type` is `RegularExpression`,
   * the value is a regular expression. If omitted, all services match, and `method` must be set.
   *
   * @maxLength 1024
   */
  service?: string;
  /**
   * gRPC method to match. If `type` is `RegularExpression`, the value is a regular expression. If omitted, all methods
   * match, and `service` must be set.
   *
   * @maxLength 1024
   */
  method?: string;
}

/** Condition for a header of a gRPC request. */
export interface GRPCHeaderMatch extends NamedValueMatch {
  /**
   * Name of the gRPC request header to match. Header names are case-insensitive. If the names of several entries in
   * `headers` differ only in case, only the first of these entries applies.
   */
  name: HeaderName;
  /**
   * Header value to match. If `type` is `RegularExpression`, the value is a regular expression.
   *
   * @minLength 1
   * @maxLength 4096
   */
  value: string;
}

/** Type of a GRPCRoute filter. */
export type GRPCRouteFilterType =
  /** Modifies response headers. */
  | "ResponseHeaderModifier"
  /** Modifies request headers. */
  | "RequestHeaderModifier"
  /** Sends copies of requests to another backend. */
  | "RequestMirror"
  /** Applies an implementation-specific filter. */
  | "ExtensionRef";

/** Processing step for a gRPC request or its response. */
export interface GRPCRouteFilter extends CommonRouteFilter {
  /**
   * Type of the filter. The settings of the filter are in the field that corresponds to the type, such as
   * `requestMirror` for the type `RequestMirror`.
   */
  type: GRPCRouteFilterType;
}

/** Filters of a GRPCRoute for a routing rule or one of its backends. */
export type GRPCRouteFilters = RouteFilters<GRPCRouteFilter>;
