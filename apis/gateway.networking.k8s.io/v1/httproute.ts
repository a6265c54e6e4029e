import type { integer, ObjectMeta } from "../../meta/v1.js";
import type { HTTPRouteFilters } from "./http-filters.js";
import type { HTTPRouteMatch } from "./http-matches.js";
import type { BackendRef } from "./references.js";
import type { CommonRouteSpec, RouteRules, RouteStatus } from "./routes.js";
import type { Duration, Hostname, SectionName } from "./scalars.js";
import type { SessionPersistence } from "./session-persistence.js";

/**
 * Sends HTTP requests to backends by their host, path, method, headers and query parameters.
 *
 * It attaches to listeners of Gateways. Its filters can change a request on the way, answer it with a redirect, or send
 * a copy elsewhere.
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
  /** What the route attaches to, which requests it is for, and where they go. */
  spec: HTTPRouteSpec;
  /** How the route fares at each of its parents. */
  status?: RouteStatus;
}

/** What an HTTPRoute attaches to, which requests it is for, and where they go. */
export interface HTTPRouteSpec extends CommonRouteSpec {
  /**
   * Hosts that the route is for, without ports. `*.example.com` fits any subdomain, not `example.com` itself. All hosts
   * of the listener when absent; each has to overlap with one of those.
   *
   * @maxItems 16
   * @listType atomic
   */
  hostnames?: Hostname[];
  /**
   * What happens to which requests. The most specific match wins: an exact path, a longer prefix, a method, more
   * headers, more parameters; then the older route, then the earlier rule.
   *
   * @minItems 1
   * @default `[{"matches": [{"path": {"type": "PathPrefix", "value": "/"}}]}]`
   * @validation `self.map(r, size(r.matches)).sum() <= 128` Split the route: all rules together may have 128 matches.
   */
  rules?: RouteRules<HTTPRouteRule>;
}

/**
 * Some requests, and what happens to them.
 *
 * @validation
 * ```
 * !has(self.backendRefs) || size(self.backendRefs) == 0 || !has(self.filters)
 *   || !self.filters.exists(f, has(f.requestRedirect))
 * ```
 * Remove backendRefs or the RequestRedirect filter: a redirected request reaches no backend.
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch))
 * ```
 * Give the rule a single match with a PathPrefix: its redirect replaces the prefix.
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.filters)
 *   || !self.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch))
 * ```
 * Give the rule a single match with a PathPrefix: its rewrite replaces the prefix.
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.requestRedirect) && has(f.requestRedirect.path)
 *     && f.requestRedirect.path.type == "ReplacePrefixMatch" && has(f.requestRedirect.path.replacePrefixMatch)))
 * ```
 * Give the rule a single match with a PathPrefix: the redirect of a backend replaces the prefix.
 *
 * @validation
 * ```
 * self.matches.map(m, m.path.type) == ["PathPrefix"] || !has(self.backendRefs)
 *   || !self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists_one(f,
 *     has(f.urlRewrite) && has(f.urlRewrite.path)
 *     && f.urlRewrite.path.type == "ReplacePrefixMatch" && has(f.urlRewrite.path.replacePrefixMatch)))
 * ```
 * Give the rule a single match with a PathPrefix: the rewrite of a backend replaces the prefix.
 */
export interface HTTPRouteRule {
  /**
   * Name of the rule, by which policies and status messages can refer to it. {@experimental No two rules share one.}
   */
  name?: SectionName;
  /**
   * Requests that the rule is for: those that fit one entry or more. All requests when absent.
   *
   * @maxItems 64
   * @listType atomic
   * @default `[{"path": {"type": "PathPrefix", "value": "/"}}]`
   */
  matches?: HTTPRouteMatch[];
  /** What else happens to the requests of this rule, in this order where the implementation can keep it. */
  filters?: HTTPRouteFilters;
  /**
   * Where the requests go, split by weight. The share of a backend that does not exist or may not be used is answered
   * with status 500. Leave it out when a filter answers.
   *
   * @maxItems 16
   * @listType atomic
   */
  backendRefs?: HTTPBackendRef[];
  /** How long a request may take. The implementation decides when absent. */
  timeouts?: HTTPRouteTimeouts;
  /**
   * Which failed requests are sent again. The implementation decides when absent.
   *
   * @experimental
   */
  retry?: HTTPRouteRetry;
  /**
   * Keeps the requests of one client on one endpoint. Each request goes its own way when absent.
   *
   * @experimental
   */
  sessionPersistence?: SessionPersistence;
}

/** A backend, and what happens to the requests that it gets. */
export interface HTTPBackendRef extends BackendRef {
  /** What else happens to the requests that go to this backend. The filters of the rule apply as well. */
  filters?: HTTPRouteFilters;
}

/**
 * How long the parts of a request may take.
 *
 * @validation
 * ```
 * !has(self.request) || !has(self.backendRequest) || duration(self.request) == duration("0s")
 *   || duration(self.backendRequest) <= duration(self.request)
 * ```
 * Lower backendRequest or raise request: one attempt may not take longer than the whole.
 */
export interface HTTPRouteTimeouts {
  /** Time until the client has its response, all attempts together. `0s` sets no limit. */
  request?: Duration;
  /** Time that one attempt at a backend may take, at most that of `request`. `0s` sets no limit. */
  backendRequest?: Duration;
}

/**
 * A status that a backend may answer with when it fails.
 *
 * @minimum 400
 * @maximum 599
 */
export type RetryStatusCode = integer;

/**
 * Which failed requests are sent again, and when.
 *
 * @experimental
 */
export interface HTTPRouteRetry {
  /**
   * Statuses of a backend after which a request is sent again. The implementation may add failed connections.
   *
   * @listType set
   */
  codes?: RetryStatusCode[];
  /**
   * How often a request is sent again at most. The implementation decides when absent.
   *
   * @minimum 1
   */
  attempts?: integer;
  /** Time to wait before a request is sent again, at least. The implementation decides when absent. */
  backoff?: Duration;
}
