/*
 * Filters of an HTTPRoute: processing steps for requests and responses.
 *
 * The CRD contains these descriptions four times: for rules and for backends, in two versions. Keep them short.
 */

import type { int32, integer } from "../../meta/v1.js";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { HTTPMethod } from "./http-matches.js";
import type { BackendObjectReference } from "./references.js";
import type { HeaderName, PortNumber, PreciseHostname } from "./scalars.js";

/** Type of an HTTPRoute filter. */
export type HTTPRouteFilterType =
  /** Modifies headers of the request. */
  | "RequestHeaderModifier"
  /** Modifies headers of the response. */
  | "ResponseHeaderModifier"
  /** Sends a copy of the request to another backend. */
  | "RequestMirror"
  /** Redirects the client to another URL. */
  | "RequestRedirect"
  /** Changes the hostname or the path of the request before it reaches the backend. */
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
  /** Replaces the whole path with `replaceFullPath`. */
  | "ReplaceFullPath"
  /**
   * Replaces the matched prefix of the path with `replacePrefixMatch`. The rule must have exactly one match, with path
   * type `PathPrefix`.
   */
  | "ReplacePrefixMatch";

/**
 * Change to the path of a request.
 *
 * @validation `has(self.replaceFullPath) == (self.type == "ReplaceFullPath")` `replaceFullPath` must be set for type
 *   'ReplaceFullPath' and may not be set for any other
 * @validation `has(self.replacePrefixMatch) == (self.type == "ReplacePrefixMatch")` `replacePrefixMatch` must be set
 *   for type 'ReplacePrefixMatch' and may not be set for any other
 */
export interface HTTPPathModifier {
  /** Type of change to the path. */
  type: HTTPPathModifierType;
  /**
   * Replacement for the whole path. Required for type `ReplaceFullPath`; must be omitted for any other.
   *
   * @maxLength 1024
   */
  replaceFullPath?: string;
  /**
   * Replacement for the matched prefix of the path. For example, replacing the prefix `/a` with `/x` changes `/a/b` to
   * `/x/b`. An empty string or `/` removes the prefix. Required for type `ReplacePrefixMatch`; must be omitted for any
   * other.
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

/** Redirect response: the parts of its Location header, and its status code. */
export interface HTTPRequestRedirectFilter {
  /** Scheme of the URL in the Location header. If omitted, the scheme of the request is used. */
  scheme?: "http" | "https";
  /** Hostname of the URL in the Location header. If omitted, the hostname in the Host header of the request is used. */
  hostname?: PreciseHostname;
  /**
   * Change to the path of the request, for the URL in the Location header. If omitted, the path of the request is used.
   */
  path?: HTTPPathModifier;
  /**
   * Port of the URL in the Location header. If omitted, the default port of `scheme` is used (80 or 443), or the port
   * of the listener if `scheme` is omitted too.
   */
  port?: PortNumber;
  /**
   * Status code of the response. 301 and 308 are permanent redirects. With 307 and 308, the client repeats the request
   * with the same method and body.
   *
   * @default `302`
   */
  statusCode?: RedirectStatusCode;
}

/** Change to the hostname or the path of a request before it reaches the backend. */
export interface HTTPURLRewriteFilter {
  /** Hostname in the Host header of the request to the backend. If omitted, the Host header is not changed. */
  hostname?: PreciseHostname;
  /** Change to the path of the request to the backend. If omitted, the path is not changed. */
  path?: HTTPPathModifier;
}

/**
 * Origin, as browsers send it: a scheme, a hostname, and the port unless it is the default port of the scheme. The
 * hostname can start with a wildcard label or be a wildcard. A `*` without a scheme matches all origins.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `(^\*$)|(^(http(s)?):\/\/(((\*\.)?([a-zA-Z0-9\-]+\.)*[a-zA-Z0-9-]+|\*)(:([0-9]{1,5}))?)$)`
 */
export type CORSOrigin = string;

/**
 * List of allowed values, or a single `*` that allows all of them.
 *
 * @listType set
 * @validation `size(self) == 1 || !("*" in self)` must not have other entries if it contains '*'
 */
export type CORSAllowList<T extends string> = T[];

/** Settings for cross-origin resource sharing (CORS). */
export interface HTTPCORSFilter {
  /**
   * Origins from which browsers can send cross-origin requests, such as `https://example.com` or
   * `https://*.example.com`. A single `*` allows all origins. If omitted, the behavior is not specified.
   *
   * @maxItems 64
   */
  allowOrigins?: CORSAllowList<CORSOrigin>;
  /**
   * Permission to send credentials, such as cookies, with cross-origin requests. If omitted or false, credentials are
   * not allowed.
   */
  allowCredentials?: boolean;
  /**
   * Methods that cross-origin requests can use, in addition to GET, HEAD and POST, which are always allowed. A single
   * `*` allows all methods. If omitted, only GET, HEAD and POST are allowed.
   *
   * @maxItems 9
   */
  allowMethods?: CORSAllowList<HTTPMethod | "*">;
  /**
   * Request headers that cross-origin requests can include, in addition to those that browsers always allow. Header
   * names are case-insensitive. A single `*` allows all headers. If omitted, no additional headers are allowed.
   *
   * @maxItems 64
   */
  allowHeaders?: CORSAllowList<HeaderName>;
  /**
   * Response headers that scripts in the browser can read, in addition to those that browsers always expose, such as
   * Content-Type. Header names are case-insensitive. `*` exposes all headers, unless `allowCredentials` is true. If
   * omitted, no additional headers are exposed.
   *
   * @maxItems 64
   * @listType set
   */
  exposeHeaders?: HeaderName[];
  /**
   * Time, in seconds, for which browsers can cache the response to a preflight request.
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
  /** Sends an HTTP request. Only a response with status 200 authorizes the request of the client. */
  | "HTTP"
  /** Uses the ext_authz protocol of Envoy. */
  | "GRPC";

/**
 * Settings for requests to an authorization service over gRPC.
 *
 * @experimental
 */
export interface GRPCExternalAuth {
  /**
   * Headers of the client's request to send to the authorization service. If omitted or empty, all headers are sent.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
}

/**
 * Settings for requests to an authorization service over HTTP.
 *
 * @experimental
 */
export interface HTTPExternalAuth {
  /**
   * Prefix for the path of the request to the authorization service. If omitted, the path is not changed.
   *
   * @maxLength 1024
   * @pattern `^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$`
   */
  path?: string;
  /**
   * Additional headers of the client's request to send to the authorization service. The method, the path, and the
   * headers Host, Content-Length and Authorization are always sent. If omitted or empty, no other headers are sent.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
  /**
   * Headers of the authorization service's response to copy to the request for the backend. If omitted or empty, all
   * headers except Host (or `:authority`) are copied.
   *
   * @maxItems 64
   * @listType set
   */
  allowedResponseHeaders?: string[];
}

/**
 * Settings for sending the body of a request to an authorization service.
 *
 * @experimental
 */
export interface ForwardBody {
  /**
   * Maximum number of bytes of the body to send. The implementation rejects a request with a longer body, or truncates
   * the body. If omitted or 0, the body is not sent.
   */
  maxSize?: integer;
}

/**
 * Request to an external service that authorizes the client's request.
 *
 * @experimental
 * @validation `has(self.http) == (self.protocol == "HTTP")` `http` must be set for protocol 'HTTP' and may not be set
 *   for any other
 * @validation `has(self.grpc) == (self.protocol == "GRPC")` `grpc` must be set for protocol 'GRPC' and may not be set
 *   for any other
 */
export interface HTTPExternalAuthFilter {
  /** Protocol of the authorization service. */
  protocol: ExternalAuthProtocol;
  /** Authorization service. It must support `protocol` on the referenced port. */
  backendRef: BackendObjectReference;
  /** Settings for protocol `GRPC`. Required for this protocol; must be omitted for any other. */
  grpc?: GRPCExternalAuth;
  /** Settings for protocol `HTTP`. Required for this protocol; must be omitted for any other. */
  http?: HTTPExternalAuth;
  /** Settings for sending the body of the request to the authorization service. If omitted, the body is not sent. */
  forwardBody?: ForwardBody;
}

/**
 * Processing step for an HTTP request or its response.
 *
 * @validation `has(self.requestRedirect) == (self.type == "RequestRedirect")` `requestRedirect` must be set for type
 *   'RequestRedirect' and may not be set for any other
 * @validation `has(self.urlRewrite) == (self.type == "URLRewrite")` `urlRewrite` must be set for type 'URLRewrite' and
 *   may not be set for any other
 * @validation `has(self.cors) == (self.type == "CORS")` `cors` must be set for type 'CORS' and may not be set for any
 *   other
 * @validation (experimental) `has(self.externalAuth) == (self.type == "ExternalAuth")` `externalAuth` must be set for
 *   type 'ExternalAuth' and may not be set for any other
 */
export interface HTTPRouteFilter extends CommonRouteFilter {
  /**
   * Type of the filter. Its settings are in the field with the same name, such as `requestMirror` for `RequestMirror`.
   */
  type: HTTPRouteFilterType;
  /**
   * Redirects requests instead of forwarding them to a backend. May not be combined with a `urlRewrite` filter.
   * Required for type `RequestRedirect`; must be omitted for any other.
   */
  requestRedirect?: HTTPRequestRedirectFilter;
  /**
   * Changes the hostname or the path of requests before they reach the backend. May not be combined with a
   * `requestRedirect` filter. Required for type `URLRewrite`; must be omitted for any other.
   */
  urlRewrite?: HTTPURLRewriteFilter;
  /**
   * Responds to preflight requests of browsers, and adds CORS headers to other responses. Required for type `CORS`;
   * must be omitted for any other.
   */
  cors?: HTTPCORSFilter;
  /**
   * Asks an external service to authorize requests. If the service cannot be reached, requests are rejected. Required
   * for type `ExternalAuth`; must be omitted for any other.
   *
   * @experimental
   */
  externalAuth?: HTTPExternalAuthFilter;
}

/**
 * Filters of an HTTPRoute, for a routing rule or for one of its backends.
 *
 * @validation `self.filter(f, f.type == "CORS").size() <= 1` must have at most one filter of type 'CORS'
 * @validation `self.filter(f, f.type in ["RequestRedirect", "URLRewrite"]).size() <= 1` must have at most one filter of
 *   type 'RequestRedirect' or 'URLRewrite'
 */
export type HTTPRouteFilters = RouteFilters<HTTPRouteFilter>;
