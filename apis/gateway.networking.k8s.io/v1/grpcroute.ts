import type { ObjectMeta } from "../../meta/v1.js";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { NamedValueMatch, TextMatchType } from "./matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { HeaderName, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Routes gRPC requests to backends by hostname, service, method and headers.
 *
 * A GRPCRoute usually attaches to listeners of Gateways. These listeners must support HTTP/2. If an HTTPRoute and a
 * GRPCRoute on the same listener have intersecting hostnames, only one of them is accepted: the older one or, at the
 * same age, the first by namespace and name.
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
  /** Desired state of the route: its parents, its hostnames and its routing rules. */
  spec: GRPCRouteSpec;
  /** Current state of the route, for each parent. */
  status?: RouteStatus;
}

/** Desired state of a GRPCRoute. */
export interface GRPCRouteSpec extends CommonRouteSpec {
  /**
   * Hostnames, without ports, to match against the Host header of requests. `*.example.com` matches any subdomain, but
   * not `example.com` itself. IP addresses are not allowed. A hostname that does not match the listener is ignored; if
   * none matches, the route is not accepted. If omitted, all hostnames of the listener match.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * Routing rules, with at most 128 matches in total. If several rules match a request, the one with the most specific
   * hostname wins, then the longest service, the longest method, and the most headers. Ties go to the oldest route,
   * then to the first route by namespace and name, then to the first rule. If omitted, the behavior is not specified.
   *
   * @validation
   * ```
   * self.map(r, has(r.matches) ? size(r.matches) : 0).sum() <= 128
   * ```
   * must have at most 128 matches in total
   */
  rules?: RouteRules<GRPCRouteRule>;
}

/** Routing rule: the requests it matches, their filters and their backends. */
export interface GRPCRouteRule {
  /**
   * Name of the rule, for references from policies and status messages. It must be unique within the route. If omitted,
   * the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Conditions that select the requests of this rule. A request matches the rule if it meets all conditions of at least
   * one entry. If omitted or empty, all requests match.
   *
   * @maxItems 64
   * @listType atomic
   */
  matches?: GRPCRouteMatch[];
  /**
   * Filters for the requests of this rule and their responses. The order in which the implementation applies them is
   * not specified. Only filters of type `RequestMirror` or `ExtensionRef` can be repeated. If omitted, no filters are
   * applied.
   */
  filters?: GRPCRouteFilters;
  /**
   * Backends that receive the requests, in proportion to their weights. If a backend does not exist or may not be
   * referenced, its share of the requests fails with status `UNAVAILABLE`. If omitted, the behavior is not specified.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: GRPCBackendRef[];
  /**
   * Session persistence for requests that match the rule: requests of the same session go to the same endpoint. If
   * omitted, the rule does not configure session persistence.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** Backend of a GRPCRoute, with filters for the requests that it receives. */
export interface GRPCBackendRef extends BackendRef {
  /**
   * Filters for requests to this backend and their responses, in addition to the filters of the rule. If omitted, only
   * the filters of the rule are applied.
   */
  filters?: GRPCRouteFilters;
}

/** Conditions for a request, which must meet all of them. */
export interface GRPCRouteMatch {
  /** Service and method that a request must call. If omitted, all services and methods match. */
  method?: GRPCMethodMatch;
  /**
   * Headers (gRPC metadata) that a request must have. All entries must match. If omitted, requests match regardless of
   * their headers.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: GRPCHeaderMatch[];
}

/**
 * Condition for the service and the method of a request.
 *
 * @validation `has(self.service) || has(self.method)` must set `service`, `method` or both
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.service)
 *   || self.service.matches("(?i)^[.]?[a-z_][a-z0-9_]*([.][a-z_][a-z0-9_]*)*$")
 * ```
 * `service` must consist of names separated by dots, such as 'my.package.Service', if `type` is 'Exact'; each name must
 * consist of letters, digits and underscores, and must not start with a digit
 *
 * @validation
 * ```
 * self.type != "Exact" || !has(self.method) || self.method.matches("^[A-Za-z_][A-Za-z0-9_]*$")
 * ```
 * `method` must consist of letters, digits and underscores, and must not start with a digit, if `type` is 'Exact'
 */
export interface GRPCMethodMatch {
  /**
   * Type of match for `service` and `method`.
   *
   * @default `"Exact"`
   */
  type?: TextMatchType;
  /**
   * Service to match, including its package, such as `my.package.Service`, or a regular expression if `type` is
   * `RegularExpression`. If omitted, all services match, and `method` must be set.
   *
   * @maxLength 1024
   */
  service?: string;
  /**
   * Method to match, or a regular expression if `type` is `RegularExpression`. If omitted, all methods match, and
   * `service` must be set.
   *
   * @maxLength 1024
   */
  method?: string;
}

/** Condition for a header of a gRPC request. */
export interface GRPCHeaderMatch extends NamedValueMatch {
  /**
   * Name of the header, case-insensitive. If several entries have names that differ only in case, only the first entry
   * applies.
   */
  name: HeaderName;
  /**
   * Value to match, or a regular expression if `type` is `RegularExpression`.
   *
   * @minLength 1
   * @maxLength 4096
   */
  value: string;
}

/** Type of a GRPCRoute filter. */
export type GRPCRouteFilterType =
  /** Modifies headers of the response. */
  | "ResponseHeaderModifier"
  /** Modifies headers of the request. */
  | "RequestHeaderModifier"
  /** Sends a copy of the request to another backend. */
  | "RequestMirror"
  /** Applies an implementation-specific filter. */
  | "ExtensionRef";

/** Processing step for a gRPC request or its response. */
export interface GRPCRouteFilter extends CommonRouteFilter {
  /**
   * Type of the filter. Its settings are in the field with the same name, such as `requestMirror` for `RequestMirror`.
   */
  type: GRPCRouteFilterType;
}

/** Filters of a GRPCRoute, for a routing rule or for one of its backends. */
export type GRPCRouteFilters = RouteFilters<GRPCRouteFilter>;
