import type { integer, ObjectMeta } from "crd-bundle/meta/v1";
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
   * `*.example.com` matches any subdomain of `example.com`, but not `example.com` itself. IP addresses are not allowed.
   * If the Gateway listener has a hostname, entries that do not match this hostname are ignored; if no entry matches,
   * the route is not accepted. If omitted, the route matches all hostnames that the listener accepts.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * Routing rules. All rules together can have at most 128 entries in `matches`. If several rules match a request, the
   * following criteria determine precedence, in this order: the most specific hostname, an exact path match, the
   * longest path prefix, a method match, the most header matches, and the most query parameter matches. If rules from
   * several routes are still tied, the oldest route by creation timestamp takes precedence. If the timestamps are
   * equal, the route that is first in alphabetical order by namespace and name takes precedence. If rules of the same
   * route are still tied, the first of these rules in the list takes precedence. A request that does not match any rule
   * receives a response with status 404.
   *
   * @minItems 1
   * @default `[{"matches": [{"path": {"type": "PathPrefix", "value": "/"}}]}]`
   * @validation `self.map(r, size(r.matches)).sum() <= 128` all rules together must have at most 128 entries in
   *   `matches`
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
 * if a filter in `filters` sets `requestRedirect.path.type` to 'ReplacePrefixMatch', `matches` must have exactly one
 * entry, and its `path.type` must be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch))
 * ```
 * if a filter in `filters` sets `urlRewrite.path.type` to 'ReplacePrefixMatch', `matches` must have exactly one entry,
 * and its `path.type` must be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch)))
 * ```
 * if a filter of a backend in `backendRefs` sets `requestRedirect.path.type` to 'ReplacePrefixMatch', `matches` must
 * have exactly one entry, and its `path.type` must be 'PathPrefix'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch)))
 * ```
 * if a filter of a backend in `backendRefs` sets `urlRewrite.path.type` to 'ReplacePrefixMatch', `matches` must have
 * exactly one entry, and its `path.type` must be 'PathPrefix'
 */
export interface HTTPRouteRule {
  /**
   * Name of the routing rule. Policies and status messages can refer to the rule by this name. Must be unique within
   * the route. If omitted, the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Conditions for the requests that this rule applies to. A request matches the rule if the request meets all
   * conditions of at least one entry. By default, all requests match.
   *
   * @maxItems 64
   * @listType atomic
   * @default `[{"path": {"type": "PathPrefix", "value": "/"}}]`
   */
  matches?: HTTPRouteMatch[];
  /**
   * Filters to apply to requests that match this rule and to their responses. The implementation should apply the
   * filters in the listed order, but can reject an order that it does not support. Only filters of type `RequestMirror`
   * or `ExtensionRef` can appear more than once. If omitted, no filters are applied.
   */
  filters?: HTTPRouteFilters;
  /**
   * Backends that receive the requests in proportion to their weights. If a backend does not exist or the reference to
   * it is not permitted, its share of the requests receives responses with status 500. Must be omitted or empty if
   * `filters` contains a filter of type `RequestRedirect`. If omitted or empty in a rule without such a filter, the
   * response to matching requests depends on the implementation.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: HTTPBackendRef[];
  /** Timeouts for requests that match the rule. If omitted, the timeouts are implementation-specific. */
  timeouts?: HTTPRouteTimeouts;
  /**
   * Settings for retrying failed requests to a backend. If omitted, whether failed requests are retried depends on the
   * implementation.
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

/** Backend of an HTTPRoute, with filters for the requests to this backend. */
export interface HTTPBackendRef extends BackendRef {
  /**
   * Filters to apply to requests to this backend and to their responses, in addition to the rule's filters. If omitted,
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
   * Maximum time for the gateway to respond to a client's request, including all retries. The value `0s` disables the
   * timeout. An implementation that cannot disable the timeout uses the longest timeout that it supports. If omitted,
   * the timeout is implementation-specific.
   */
  request?: Duration;
  /**
   * Maximum time for a single request from the gateway to a backend. Each retry is a new request. Must be less than or
   * equal to `request`, unless `request` is `0s`. The value `0s` disables the timeout. An implementation that cannot
   * disable the timeout uses the longest timeout that it supports. If omitted, the timeout is implementation-specific.
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
 * Settings for retries: the status codes after which a request is retried, the number of retries, and the delay before
 * each retry.
 *
 * @experimental
 */
export interface HTTPRouteRetry {
  /**
   * HTTP status codes of backend responses after which the gateway retries a request. Implementations must support 500,
   * 502, 503, and 504. Support for other codes is optional. Implementations should also retry requests after connection
   * errors. If omitted, which status codes cause retries depends on the implementation.
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
