import type { integer, ObjectMeta } from "../../meta/v1.js";
import type { HTTPRouteFilters } from "./http-filters.js";
import type { HTTPRouteMatch } from "./http-matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { Duration, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Routes HTTP requests to backends by hostname, path, method, headers and query parameters.
 *
 * An HTTPRoute usually attaches to listeners of Gateways. Its filters can modify requests and responses, redirect
 * clients, or mirror requests to other backends.
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
  /** Desired state of the route: its parents, its hostnames and its routing rules. */
  spec: HTTPRouteSpec;
  /** Current state of the route, for each parent. */
  status?: RouteStatus;
}

/** Desired state of an HTTPRoute. */
export interface HTTPRouteSpec extends CommonRouteSpec {
  /**
   * Hostnames, without ports, to match against the Host header of requests. A port in the header is ignored.
   * `*.example.com` matches any subdomain, but not `example.com` itself. IP addresses are not allowed. A hostname that
   * does not match the listener is ignored; if none matches, the route is not accepted. If omitted, all hostnames of
   * the listener match.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * Routing rules, with at most 128 matches in total. If several rules match a request, the one with the most specific
   * hostname wins, then an exact path, the longest path prefix, a method match, the most headers, and the most query
   * parameters. Ties go to the oldest route, then to the first route by namespace and name, then to the first rule. A
   * request that matches no rule gets a response with status 404.
   *
   * @minItems 1
   * @default `[{"matches": [{"path": {"type": "PathPrefix", "value": "/"}}]}]`
   * @validation `self.map(r, size(r.matches)).sum() <= 128` must have at most 128 matches in total
   */
  rules?: RouteRules<HTTPRouteRule>;
}

/**
 * Routing rule: the requests it matches, their filters and their backends.
 *
 * @validation
 * ```
 * !has(self.backendRefs) || size(self.backendRefs) == 0 || !has(self.filters)
 *   || !self.filters.exists(f, has(f.requestRedirect))
 * ```
 * `backendRefs` must be empty if `filters` has a filter of type 'RequestRedirect'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch))
 * ```
 * `matches` must have exactly one entry, with path type 'PathPrefix', if a redirect in `filters` uses
 * 'ReplacePrefixMatch'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch))
 * ```
 * `matches` must have exactly one entry, with path type 'PathPrefix', if a URL rewrite in `filters` uses
 * 'ReplacePrefixMatch'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch)))
 * ```
 * `matches` must have exactly one entry, with path type 'PathPrefix', if a redirect in `backendRefs` uses
 * 'ReplacePrefixMatch'
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch)))
 * ```
 * `matches` must have exactly one entry, with path type 'PathPrefix', if a URL rewrite in `backendRefs` uses
 * 'ReplacePrefixMatch'
 */
export interface HTTPRouteRule {
  /**
   * Name of the rule, for references from policies and status messages. It must be unique within the route. If omitted,
   * the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Conditions that select the requests of this rule. A request matches the rule if it meets all conditions of at least
   * one entry.
   *
   * @maxItems 64
   * @listType atomic
   * @default `[{"path": {"type": "PathPrefix", "value": "/"}}]`
   */
  matches?: HTTPRouteMatch[];
  /**
   * Filters for the requests of this rule and their responses. The implementation should apply them in the listed
   * order, and may reject an order that it does not support. Only filters of type `RequestMirror` or `ExtensionRef` can
   * be repeated. If omitted, no filters are applied.
   */
  filters?: HTTPRouteFilters;
  /**
   * Backends that receive the requests, in proportion to their weights. If a backend does not exist or may not be
   * referenced, its share of the requests gets a response with status 500. Must be omitted or empty if a filter
   * redirects requests. If omitted in any other case, the behavior is not specified.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: HTTPBackendRef[];
  /** Timeouts for requests that match the rule. If omitted, the implementation decides. */
  timeouts?: HTTPRouteTimeouts;
  /**
   * Retries of failed requests to a backend. If omitted, the behavior is not specified.
   *
   * @experimental
   */
  retry?: HTTPRouteRetry;
  /**
   * Session persistence for requests that match the rule: requests of the same session go to the same endpoint. If
   * omitted, the rule does not configure session persistence.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** Backend of an HTTPRoute, with filters for the requests that it receives. */
export interface HTTPBackendRef extends BackendRef {
  /**
   * Filters for requests to this backend and their responses, in addition to the filters of the rule. If omitted, only
   * the filters of the rule are applied.
   */
  filters?: HTTPRouteFilters;
}

/**
 * Timeouts for a request and for its attempts at a backend.
 *
 * @validation
 * ```
 * !has(self.request) || !has(self.backendRequest) || duration(self.request) == duration("0s")
 *   || duration(self.backendRequest) <= duration(self.request)
 * ```
 * `backendRequest` must not be longer than `request`, unless `request` is '0s'
 */
export interface HTTPRouteTimeouts {
  /**
   * Maximum time for the gateway to respond to a request, including all retries. A value of `0s` disables the timeout,
   * or sets the longest one that the implementation supports. If omitted, the implementation decides.
   */
  request?: Duration;
  /**
   * Maximum time for a single request from the gateway to a backend; each retry is a new request. It must not be longer
   * than `request`, unless `request` is `0s`. A value of `0s` disables the timeout, or sets the longest one that the
   * implementation supports. If omitted, the implementation decides.
   */
  backendRequest?: Duration;
}

/**
 * Status code of a backend response that can be retried.
 *
 * @minimum 400
 * @maximum 599
 */
export type RetryStatusCode = integer;

/**
 * Conditions, number and delay of retries after failed requests.
 *
 * @experimental
 */
export interface HTTPRouteRetry {
  /**
   * Status codes of backend responses after which the gateway retries a request. Implementations must support 500, 502,
   * 503 and 504; support for other codes is optional. They should also retry after connection errors. If omitted, the
   * behavior for status codes is not specified.
   *
   * @listType set
   */
  codes?: RetryStatusCode[];
  /**
   * Maximum number of retries for a request. If omitted, the implementation decides.
   *
   * @minimum 1
   */
  attempts?: integer;
  /** Minimum time to wait before each retry. If omitted, the implementation decides. */
  backoff?: Duration;
}
