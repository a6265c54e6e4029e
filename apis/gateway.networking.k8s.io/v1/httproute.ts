import type { integer, ObjectMeta } from "../../meta/v1.js";
import type { HTTPRouteFilters } from "./http-filters.js";
import type { HTTPRouteMatch } from "./http-matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { Duration, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Routes HTTP requests to backends by hostname, path, method, headers, and query parameters.
 *
 * An HTTPRoute usually attaches to Gateway listeners. Its filters can modify requests and responses, redirect clients,
 * or mirror requests to other backends.
 *
 * @category gateway-api
 * @storageVersion
 * @printColumn Hostnames string `.spec.hostnames`
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface HTTPRoute {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "HTTPRoute";
  metadata: ObjectMeta;
  /** Desired state of the route: its parents, hostnames, and routing rules. */
  spec: HTTPRouteSpec;
  /** Current state of the route with respect to each parent. */
  status?: RouteStatus;
}

/** Desired state of an HTTPRoute. */
export interface HTTPRouteSpec extends CommonRouteSpec {
  /**
   * Hostnames, without ports, to match against the Host header of requests. A port in the Host header is ignored.
   * `*.example.com` matches any subdomain, but not `example.com` itself. IP addresses are not allowed. A hostname that
   * does not match the listener's hostname is ignored. If no hostname matches, the route is not accepted. If omitted,
   * all of the listener's hostnames match.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * Routing rules, which can have at most 128 matches in total. If several rules match a request, the following
   * criteria determine precedence, in this order: the most specific hostname, an exact path match, the longest path
   * prefix, a method match, the most header matches, and the most query parameter matches. If rules from several routes
   * are still tied, the oldest route by creation timestamp takes precedence. If the timestamps are equal, the route
   * that is first in alphabetical order by namespace and name takes precedence. Within a route, the first rule takes
   * precedence. A request that does not match any rule receives a response with status 404.
   *
   * @minItems 1
   * @default `[{"matches": [{"path": {"type": "PathPrefix", "value": "/"}}]}]`
   * @validation `self.map(r, size(r.matches)).sum() <= 128` must have at most 128 matches in total
   */
  rules?: RouteRules<HTTPRouteRule>;
}

/**
 * Routing rule: the requests that it matches, and the filters and backends for these requests.
 *
 * @validation
 * ```
 * !has(self.backendRefs) || size(self.backendRefs) == 0 || !has(self.filters)
 *   || !self.filters.exists(f, has(f.requestRedirect))
 * ```
 * if `filters` contains a filter of type 'RequestRedirect', `backendRefs` must be omitted or empty
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch))
 * ```
 * if a redirect in `filters` uses 'ReplacePrefixMatch', `matches` must have exactly one entry, and its `path.type` must
 * be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch))
 * ```
 * if a URL rewrite in `filters` uses 'ReplacePrefixMatch', `matches` must have exactly one entry, and its `path.type`
 * must be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch)))
 * ```
 * if a redirect in `backendRefs` uses 'ReplacePrefixMatch', `matches` must have exactly one entry, and its `path.type`
 * must be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch)))
 * ```
 * if a URL rewrite in `backendRefs` uses 'ReplacePrefixMatch', `matches` must have exactly one entry, and its
 * `path.type` must be 'PathPrefix'
 */
export interface HTTPRouteRule {
  /**
   * Name of the routing rule, which policies and status messages can refer to. Must be unique within the route. If
   * omitted, the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Conditions for the requests that this rule applies to. A request matches the rule if it meets all conditions of at
   * least one entry.
   *
   * @maxItems 64
   * @listType atomic
   * @default `[{"path": {"type": "PathPrefix", "value": "/"}}]`
   */
  matches?: HTTPRouteMatch[];
  /**
   * Filters to apply to requests that match this rule and to the responses. The implementation should apply the filters
   * in the listed order, but may reject an order that it does not support. Only filters of type `RequestMirror` or
   * `ExtensionRef` can be repeated. If omitted, no filters are applied.
   */
  filters?: HTTPRouteFilters;
  /**
   * Backends that receive the requests in proportion to their weights. If a backend does not exist or may not be
   * referenced, its share of the requests receives responses with status 500. Must be omitted or empty if a filter of
   * the rule redirects requests. Otherwise, if omitted, the behavior is unspecified.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: HTTPBackendRef[];
  /** Timeouts for requests that match the rule. If omitted, the timeouts are implementation-specific. */
  timeouts?: HTTPRouteTimeouts;
  /**
   * Settings for retrying failed requests to a backend. If omitted, the behavior is unspecified.
   *
   * @experimental
   */
  retry?: HTTPRouteRetry;
  /**
   * Session persistence for requests that match the rule: requests in the same session are sent to the same endpoint.
   * If omitted, the rule does not configure session persistence.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** Backend of an HTTPRoute, with filters for the requests that it receives. */
export interface HTTPBackendRef extends BackendRef {
  /**
   * Filters to apply to requests to this backend and to the responses, in addition to the rule's filters. If omitted,
   * only the rule's filters are applied.
   */
  filters?: HTTPRouteFilters;
}

/**
 * Timeouts for a client request and for the gateway's requests to a backend.
 *
 * @validation
 * ```
 * !has(self.request) || !has(self.backendRequest) || duration(self.request) == duration("0s")
 *   || duration(self.backendRequest) <= duration(self.request)
 * ```
 * unless `request` is '0s', `backendRequest` must be less than or equal to `request`
 */
export interface HTTPRouteTimeouts {
  /**
   * Maximum time for the gateway to respond to a client's request, including all retries. A value of `0s` disables the
   * timeout or, if the implementation does not support that, sets the longest supported timeout. If omitted, the
   * timeout is implementation-specific.
   */
  request?: Duration;
  /**
   * Maximum time for a single request from the gateway to a backend. Each retry is a new request. Must be less than or
   * equal to `request`, unless `request` is `0s`. A value of `0s` disables the timeout or, if the implementation does
   * not support that, sets the longest supported timeout. If omitted, the timeout is implementation-specific.
   */
  backendRequest?: Duration;
}

/**
 * Status code of a backend response after which a request can be retried.
 *
 * @minimum 400
 * @maximum 599
 */
export type RetryStatusCode = integer;

/**
 * Settings for retries: the status codes after which a request is retried, the number of retries, and their delay.
 *
 * @experimental
 */
export interface HTTPRouteRetry {
  /**
   * HTTP status codes of backend responses after which the gateway retries a request. Implementations must support 500,
   * 502, 503, and 504. Support for other codes is optional. Implementations should also retry requests after connection
   * errors. If omitted, it is unspecified which status codes cause retries.
   *
   * @listType set
   */
  codes?: RetryStatusCode[];
  /**
   * Maximum number of retries for a request. If omitted, the number is implementation-specific.
   *
   * @minimum 1
   */
  attempts?: integer;
  /** Minimum time to wait before each retry of a request. If omitted, the time is implementation-specific. */
  backoff?: Duration;
}
