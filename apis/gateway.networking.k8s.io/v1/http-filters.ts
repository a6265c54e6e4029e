/*
 * The filters of an HTTPRoute: what happens to a request besides its being forwarded.
 *
 * All of this reaches the CRD four times, for rules and for backends in two versions. So keep the prose short.
 */

import type { int32, integer } from "../../meta/v1.js";
import type { CommonRouteFilter, RouteFilters } from "./filters.js";
import type { HTTPMethod } from "./http-matches.js";
import type { BackendObjectReference } from "./references.js";
import type { HeaderName, PortNumber, PreciseHostname } from "./scalars.js";

/** What a filter of an HTTPRoute does. */
export type HTTPRouteFilterType =
  /** Changes headers on the way to the backend. */
  | "RequestHeaderModifier"
  /** Changes headers on the way to the client. */
  | "ResponseHeaderModifier"
  /** Copies requests to a further backend. */
  | "RequestMirror"
  /** Sends the client elsewhere. */
  | "RequestRedirect"
  /** Changes host or path on the way to the backend. */
  | "URLRewrite"
  /** A filter of the implementation's own. */
  | "ExtensionRef"
  /** Tells browsers which other sites may call. */
  | "CORS"
  /**
   * Asks another service whether to let the request pass.
   *
   * @experimental
   */
  | "ExternalAuth";

/** How a path is changed. */
export type HTTPPathModifierType =
  /** The whole path becomes `replaceFullPath`. */
  | "ReplaceFullPath"
  /** The prefix that the rule matched becomes `replacePrefixMatch`. The rule needs one PathPrefix match. */
  | "ReplacePrefixMatch";

/**
 * A change to the path of a request.
 *
 * @validation `has(self.replaceFullPath) == (self.type == "ReplaceFullPath")` Set replaceFullPath with type
 *   ReplaceFullPath, and with no other type.
 * @validation `has(self.replacePrefixMatch) == (self.type == "ReplacePrefixMatch")` Set replacePrefixMatch with type
 *   ReplacePrefixMatch, and with no other type.
 */
export interface HTTPPathModifier {
  /** How the path is changed. */
  type: HTTPPathModifierType;
  /**
   * The new path, for type ReplaceFullPath.
   *
   * @maxLength 1024
   */
  replaceFullPath?: string;
  /**
   * What stands in place of the matched prefix, for type ReplacePrefixMatch: with `/x` for `/a`, `/a/b` becomes
   * `/x/b`. Empty or `/` takes the prefix away.
   *
   * @maxLength 1024
   */
  replacePrefixMatch?: string;
}

/**
 * The status of a redirect.
 *
 * @rawSchema `{"type": "integer", "enum": [301, 302, 303, 307, 308]}`
 */
export type RedirectStatusCode = 301 | 302 | 303 | 307 | 308;

/** An answer that sends the client elsewhere. What is absent stays as in the request. */
export interface HTTPRequestRedirectFilter {
  /** Scheme of the new address; that of the request when absent. */
  scheme?: "http" | "https";
  /** Host of the new address; that of the request when absent. */
  hostname?: PreciseHostname;
  /** Change to the path; none when absent. */
  path?: HTTPPathModifier;
  /** Port of the new address. When absent, the usual one of `scheme`, or without a scheme that of the listener. */
  port?: PortNumber;
  /**
   * Status of the answer. 301 and 308 are permanent; with 307 and 308 the client keeps method and body.
   *
   * @default `302`
   */
  statusCode?: RedirectStatusCode;
}

/** A change to the address of a request on its way to the backend. The client does not see it. */
export interface HTTPURLRewriteFilter {
  /** Host that the backend sees in the Host header; that of the request when absent. */
  hostname?: PreciseHostname;
  /** Change to the path that the backend sees; none when absent. */
  path?: HTTPPathModifier;
}

/**
 * An origin, as browsers send it: scheme and host, and the port if it is not the usual one. The host may begin with a
 * wildcard label, or be a wildcard.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `(^\*$)|(^(http(s)?):\/\/(((\*\.)?([a-zA-Z0-9\-]+\.)*[a-zA-Z0-9-]+|\*)(:([0-9]{1,5}))?)$)`
 */
export type CORSOrigin = string;

/**
 * What is allowed: each thing by its name, or all of it by a lone `*`.
 *
 * @listType set
 * @validation `size(self) == 1 || !("*" in self)` Remove * or everything beside it: alone it already means all.
 */
export type CORSAllowList<T extends string> = T[];

/** What browsers may let the pages of other origins do with this one. */
export interface HTTPCORSFilter {
  /**
   * Origins whose pages may call, as in `https://example.com` or `https://*.example.com`. `*` means all of them.
   *
   * @maxItems 64
   */
  allowOrigins?: CORSAllowList<CORSOrigin>;
  /** Whether calls may carry cookies and other credentials. They may not when absent. */
  allowCredentials?: boolean;
  /**
   * Methods that calls may use, besides the simple GET, HEAD and POST. `*` means all of them.
   *
   * @maxItems 9
   */
  allowMethods?: CORSAllowList<HTTPMethod | "*">;
  /**
   * Headers that calls may carry, besides the few that browsers always allow. `*` means all of them.
   *
   * @maxItems 64
   */
  allowHeaders?: CORSAllowList<HeaderName>;
  /**
   * Headers of the response that pages may read, besides the few that browsers always show.
   *
   * @maxItems 64
   * @listType set
   */
  exposeHeaders?: HeaderName[];
  /**
   * Seconds for which a browser may remember the answer to a preflight request.
   *
   * @default `5`
   * @minimum 1
   */
  maxAge?: int32;
}

/**
 * How the gateway talks to the authorization service.
 *
 * @experimental
 */
export type ExternalAuthProtocol =
  /** A plain request. Only an answer with status 200 lets the client's request pass. */
  | "HTTP"
  /** Envoy's ext_authz protocol. */
  | "GRPC";

/**
 * Which headers a service gets.
 *
 * @experimental
 */
export interface GRPCExternalAuth {
  /**
   * Headers of the request that the service gets. All of them when absent or empty.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
}

/**
 * How a service is asked over HTTP.
 *
 * @experimental
 */
export interface HTTPExternalAuth {
  /**
   * Text that goes before the path of the request when the service is asked. None when absent.
   *
   * @maxLength 1024
   * @pattern `^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$`
   */
  path?: string;
  /**
   * Headers of the request that the service gets, besides Host, Content-Length and Authorization.
   *
   * @maxItems 64
   * @listType set
   */
  allowedHeaders?: string[];
  /**
   * Headers of the answer that are copied to the request for the backend. All of them when absent or empty.
   *
   * @maxItems 64
   * @listType set
   */
  allowedResponseHeaders?: string[];
}

/**
 * How much of a body a service gets.
 *
 * @experimental
 */
export interface ForwardBody {
  /** Bytes of the body that the service gets at most. A longer body is cut; with 0 none is sent. */
  maxSize?: integer;
}

/**
 * A service that decides whether a request passes.
 *
 * @experimental
 * @validation `has(self.http) == (self.protocol == "HTTP")` Set http with protocol HTTP, and with no other protocol.
 * @validation `has(self.grpc) == (self.protocol == "GRPC")` Set grpc with protocol GRPC, and with no other protocol.
 */
export interface HTTPExternalAuthFilter {
  /** How the gateway talks to the service. */
  protocol: ExternalAuthProtocol;
  /** The service that decides. */
  backendRef: BackendObjectReference;
  /** Settings for protocol GRPC. */
  grpc?: GRPCExternalAuth;
  /** Settings for protocol HTTP. */
  http?: HTTPExternalAuth;
  /** Whether the service gets the body of the request too. It does not when absent. */
  forwardBody?: ForwardBody;
}

/**
 * One thing that happens to a request or its response.
 *
 * @validation `has(self.requestRedirect) == (self.type == "RequestRedirect")` Set requestRedirect with type
 *   RequestRedirect, and with no other type.
 * @validation `has(self.urlRewrite) == (self.type == "URLRewrite")` Set urlRewrite with type URLRewrite, and with no
 *   other type.
 * @validation `has(self.cors) == (self.type == "CORS")` Set cors with type CORS, and with no other type.
 * @validation (experimental) `has(self.externalAuth) == (self.type == "ExternalAuth")` Set externalAuth with type
 *   ExternalAuth, and with no other type.
 */
export interface HTTPRouteFilter extends CommonRouteFilter {
  /** What the filter does. The field of the same name holds its settings. */
  type: HTTPRouteFilterType;
  /** Answers with a redirect instead of asking a backend. */
  requestRedirect?: HTTPRequestRedirectFilter;
  /** Changes the address of the request before a backend gets it. */
  urlRewrite?: HTTPURLRewriteFilter;
  /** Answers the preflight requests of browsers, and marks responses that other sites may read. */
  cors?: HTTPCORSFilter;
  /**
   * Asks another service whether the request may pass.
   *
   * @experimental
   */
  externalAuth?: HTTPExternalAuthFilter;
}

/**
 * The filters of a rule or of a backend of an HTTPRoute.
 *
 * @validation `self.filter(f, f.type == "CORS").size() <= 1` Merge the CORS filters into one.
 * @validation `self.filter(f, f.type in ["RequestRedirect", "URLRewrite"]).size() <= 1` Keep a single RequestRedirect
 *   or URLRewrite filter in this list.
 */
export type HTTPRouteFilters = RouteFilters<HTTPRouteFilter>;
