/*
 * Filters of an HTTPRoute: processing steps for requests and responses.
 *
 * The CRD contains these descriptions four times: for rules and for backends, in two versions. Keep them short.
 */

import type { int32, integer } from "crd-bundle/meta/v1";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { HTTPMethod } from "./http-matches.js";
import type { BackendObjectReference } from "./references.js";
import type { HeaderName, PortNumber, PreciseHostname } from "./scalars.js";

/** Type of an HTTPRoute filter. */
export type HTTPRouteFilterType =
  /** Modifies request headers. */
  | "RequestHeaderModifier"
  /** Modifies response headers. */
  | "ResponseHeaderModifier"
  /** Sends a copy of the request to another backend. */
  | "RequestMirror"
  /** Redirects the client to another URL. */
  | "RequestRedirect"
  /** Changes the hostname or the path of the request before the request is sent to the backend. */
  | "URLRewrite"
  /** Applies an implementation-specific filter. */
  | "ExtensionRef"
  /** Handles cross-origin requests from browsers. */
  | "CORS"
  /**
   * Asks an external service to authorize the request.
   *
   * @experimental
   */
  | "ExternalAuth";

/** Type of change to a path. */
export type HTTPPathModifierType =
  /** Replaces the entire path with the value of `replaceFullPath`. */
  | "ReplaceFullPath"
  /**
   * Replaces the matched path prefix with the value of `replacePrefixMatch`. The `matches` field of the rule must have
   * exactly one entry, in which `path.type` is `PathPrefix`.
   */
  | "ReplacePrefixMatch";

/**
 * Modification of the request path.
 *
 * @validation `has(self.replaceFullPath) == (self.type == "ReplaceFullPath")` if `type` is 'ReplaceFullPath',
 *   `replaceFullPath` must be set; otherwise, it must be omitted
 * @validation `has(self.replacePrefixMatch) == (self.type == "ReplacePrefixMatch")` if `type` is 'ReplacePrefixMatch',
 *   `replacePrefixMatch` must be set; otherwise, it must be omitted
 */
export interface HTTPPathModifier {
  /** Type of change to the request path. */
  type: HTTPPathModifierType;
  /**
   * Replacement for the entire request path. Required if `type` is `ReplaceFullPath`; must be omitted otherwise.
   *
   * @maxLength 1024
   */
  replaceFullPath?: string;
  /**
   * Replacement for the matched prefix of the request path. For example, replacing the prefix `/a` with `/x` changes
   * `/a/b` to `/x/b`. An empty string or `/` removes the prefix. Required if `type` is `ReplacePrefixMatch`; must be
   * omitted otherwise.
   *
   * @maxLength 1024
   */
  replacePrefixMatch?: string;
}

/**
 * Status code of a redirect.
 *
 * @rawSchema `{"type": "integer", "enum": [301, 302, 303, 307, 308]}`
 */
export type RedirectStatusCode = 301 | 302 | 303 | 307 | 308;

/** Redirect response: the status code and the parts of the URL in the Location header. */
export interface HTTPRequestRedirectFilter {
  /** Scheme of the redirect URL in the Location header. If omitted, the scheme of the request is used. */
  scheme?: "http" | "https";
  /**
   * Hostname of the redirect URL in the Location header. If omitted, the hostname in the Host header of the request is
   * used.
   */
  hostname?: PreciseHostname;
  /**
   * Settings for deriving the path of the redirect URL in the Location header from the request path. If omitted, the
   * request path is used unchanged.
   */
  path?: HTTPPathModifier;
  /**
   * Port of the redirect URL in the Location header. If omitted, the default port for `scheme` is used: 80 for `http`,
   * 443 for `https`. If `scheme` is also omitted, the port of the listener that received the request is used.
   */
  port?: PortNumber;
  /**
   * HTTP status code of the redirect response. 301 and 308 are permanent redirects. With 307 and 308, the client
   * repeats the request with the same method and body.
   *
   * @default `302`
   */
  statusCode?: RedirectStatusCode;
}

/** Change to the hostname or the path of a request before the request is sent to the backend. */
export interface HTTPURLRewriteFilter {
  /**
   * Hostname that replaces the value of the Host header in the request to the backend. If omitted, the Host header is
   * not changed.
   */
  hostname?: PreciseHostname;
  /**
   * Settings for rewriting the request path before the request is sent to the backend. If omitted, the request path is
   * not changed.
   */
  path?: HTTPPathModifier;
}

/**
 * Origin in the form that browsers send: a scheme, a hostname, and a port. The port is omitted if it is the scheme's
 * default port. The hostname can be `*` or start with `*.`. A `*` without a scheme matches all origins.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `(^\*$)|(^(http(s)?):\/\/(((\*\.)?([a-zA-Z0-9\-]+\.)*[a-zA-Z0-9-]+|\*)(:([0-9]{1,5}))?)$)`
 */
export type CORSOrigin = string;

/**
 * List of allowed values, or a single `*` that allows all values.
 *
 * @listType set
 * @validation `size(self) == 1 || !("*" in self)` if the list contains '*', it must not contain any other entries
 */
export type CORSAllowList<T extends string> = T[];

/** Settings for cross-origin resource sharing (CORS). */
export interface HTTPCORSFilter {
  /**
   * Origins from which cross-origin requests are allowed, such as `https://example.com` or `https://*.example.com`. A
   * single `*` allows all origins. If omitted, which origins are allowed depends on the implementation.
   *
   * @maxItems 64
   */
  allowOrigins?: CORSAllowList<CORSOrigin>;
  /**
   * True if cross-origin requests can include credentials, such as cookies. If omitted or false, credentials are not
   * allowed.
   */
  allowCredentials?: boolean;
  /**
   * HTTP methods that cross-origin requests can use, in addition to GET, HEAD, and POST, which are always allowed. A
   * single `*` allows all methods. If omitted, only GET, HEAD, and POST are allowed.
   *
   * @maxItems 9
   */
  allowMethods?: CORSAllowList<HTTPMethod | "*">;
  /**
   * Request headers that cross-origin requests can include, in addition to the headers that browsers always allow.
   * Header names are case-insensitive. A single `*` allows all headers. If omitted, no additional headers are allowed.
   *
   * @maxItems 64
   */
  allowHeaders?: CORSAllowList<HeaderName>;
  /**
   * Response headers that scripts in browsers can read, in addition to the headers that browsers always expose, such as
   * Content-Type. Header names are case-insensitive. A `*` exposes all headers, unless `allowCredentials` is true. If
   * omitted, no additional headers are exposed.
   *
   * @maxItems 64
   * @listType set
   */
  exposeHeaders?: HeaderName[];
  /**
   * Number of seconds for which browsers can cache the response to a CORS preflight request.
   *
   * @default `5`
   * @minimum 1
   */
  maxAge?: int32;
}

/**
 * Protocol for requests to an authorization service.
 *
 * @experimental
 */
export type ExternalAuthProtocol =
  /**
   * Sends an HTTP request to the authorization service. The client's request is authorized only if the service responds
   * with status 200.
   */
  | "HTTP"
  /** Calls the authorization service over gRPC with Envoy's ext_authz protocol. */
  | "GRPC";

/**
 * Settings for calling an authorization service over gRPC.
 *
 * @experimental
 */
export interface GRPCExternalAuth {
  /**
   * Names of the client's request headers to send to the authorization service. If omitted or empty, all headers are
   * sent.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
}

/**
 * Settings for calling an authorization service over HTTP.
 *
 * @experimental
 */
export interface HTTPExternalAuth {
  /**
   * Prefix to add to the client's request path in requests to the authorization service. If omitted, no prefix is
   * added.
   *
   * @maxLength 1024
   * @pattern `^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$`
   */
  path?: string;
  /**
   * Names of the client's request headers to send to the authorization service, in addition to Host, Content-Length,
   * and Authorization. These three headers, the method, and the path are always sent. If omitted or empty, no
   * additional headers are sent.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
  /**
   * Names of headers to copy from the authorization service's response into the request to the backend. If omitted or
   * empty, all headers except Host and `:authority` are copied.
   *
   * @maxItems 64
   * @listType set
   */
  allowedResponseHeaders?: string[];
}

/**
 * Settings for sending the client's request body to an authorization service.
 *
 * @experimental
 */
export interface ForwardBody {
  /**
   * Maximum number of bytes of the client's request body to send to the authorization service. If a request body is
   * larger, the implementation either rejects the request or truncates the body. If omitted or 0, the body is not sent.
   */
  maxSize?: integer;
}

/**
 * Request to an external service that authorizes the client's request.
 *
 * @experimental
 * @validation `has(self.http) == (self.protocol == "HTTP")` if `protocol` is 'HTTP', `http` must be set; otherwise, it
 *   must be omitted
 * @validation `has(self.grpc) == (self.protocol == "GRPC")` if `protocol` is 'GRPC', `grpc` must be set; otherwise, it
 *   must be omitted
 */
export interface HTTPExternalAuthFilter {
  /** Protocol for calling the authorization service. */
  protocol: ExternalAuthProtocol;
  /**
   * Reference to the authorization service. On the referenced port, the service must support the protocol that is set
   * in `protocol`.
   */
  backendRef: BackendObjectReference;
  /**
   * Settings for calling the authorization service over gRPC. Required if `protocol` is `GRPC`; must be omitted
   * otherwise.
   */
  grpc?: GRPCExternalAuth;
  /**
   * Settings for calling the authorization service over HTTP. Required if `protocol` is `HTTP`; must be omitted
   * otherwise.
   */
  http?: HTTPExternalAuth;
  /** Settings for sending the client's request body to the authorization service. If omitted, the body is not sent. */
  forwardBody?: ForwardBody;
}

/**
 * Processing step for an HTTP request or its response.
 *
 * @validation `has(self.requestRedirect) == (self.type == "RequestRedirect")` if `type` is 'RequestRedirect',
 *   `requestRedirect` must be set; otherwise, it must be omitted
 * @validation `has(self.urlRewrite) == (self.type == "URLRewrite")` if `type` is 'URLRewrite', `urlRewrite` must be
 *   set; otherwise, it must be omitted
 * @validation `has(self.cors) == (self.type == "CORS")` if `type` is 'CORS', `cors` must be set; otherwise, it must be
 *   omitted
 * @validation (experimental) `has(self.externalAuth) == (self.type == "ExternalAuth")` if `type` is 'ExternalAuth',
 *   `externalAuth` must be set; otherwise, it must be omitted
 */
export interface HTTPRouteFilter extends CommonRouteFilter {
  /**
   * Type of the filter. The filter's settings are in the field with the same name, such as `requestMirror` for the type
   * `RequestMirror`.
   */
  type: HTTPRouteFilterType;
  /**
   * Redirects requests instead of forwarding them to a backend. Cannot be combined with a `URLRewrite` filter in the
   * same list. Required if `type` is `RequestRedirect`; must be omitted otherwise.
   */
  requestRedirect?: HTTPRequestRedirectFilter;
  /**
   * Changes the hostname or the path of requests before the requests are sent to the backend. Cannot be combined with a
   * `RequestRedirect` filter in the same list. Required if `type` is `URLRewrite`; must be omitted otherwise.
   */
  urlRewrite?: HTTPURLRewriteFilter;
  /**
   * Settings for cross-origin resource sharing (CORS). The filter responds to preflight requests from browsers, and
   * adds CORS headers to the responses to other requests. Required if `type` is `CORS`; must be omitted otherwise.
   */
  cors?: HTTPCORSFilter;
  /**
   * Asks an external service to authorize requests. If the service cannot be reached, requests are rejected. Required
   * if `type` is `ExternalAuth`; must be omitted otherwise.
   *
   * @experimental
   */
  externalAuth?: HTTPExternalAuthFilter;
}

/**
 * Filters of an HTTPRoute for a routing rule or one of its backends.
 *
 * @validation `self.filter(f, f.type == "CORS").size() <= 1` must have at most one filter of type 'CORS'
 * @validation `self.filter(f, f.type in ["RequestRedirect", "URLRewrite"]).size() <= 1` must have at most one filter
 *   whose `type` is 'RequestRedirect' or 'URLRewrite'
 */
export type HTTPRouteFilters = RouteFilters<HTTPRouteFilter>;
