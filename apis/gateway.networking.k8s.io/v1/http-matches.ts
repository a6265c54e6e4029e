/*
 * Matches of an HTTPRoute: the conditions for the requests that a rule applies to.
 */

import type { NamedValueMatch } from "./matches.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** HTTP method. */
export type HTTPMethod = "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH";

/** Type of match for the request path. */
export type PathMatchType =
  /** Matches the exact path. Matching is case-sensitive. */
  | "Exact"
  /**
   * Matches a prefix that consists of whole path segments. For example, `/a` matches `/a`, `/a/`, and `/a/b`, but not
   * `/ab`. Matching is case-sensitive.
   */
  | "PathPrefix"
  /**
   * Matches a regular expression. The dialect and the precedence relative to other path matches are
   * implementation-specific.
   */
  | "RegularExpression";

/**
 * Condition for the request path.
 *
 * @validation `self.type == "RegularExpression" || self.value.startsWith("/")` unless `type` is 'RegularExpression',
 *   `value` must start with '/'
 * @validation `self.type == "RegularExpression" || !self.value.matches("//|/[.]{1,2}(/|$)")` unless `type` is
 *   'RegularExpression', `value` must not contain '//', a '.' path segment, or a '..' path segment
 * @validation `self.type == "RegularExpression" || !self.value.matches("%2[fF]")` unless `type` is 'RegularExpression',
 *   `value` must not contain an encoded slash ('%2F' or '%2f')
 * @validation
 * ```
 * self.type == "RegularExpression" || self.value.matches("^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$")
 * ```
 * unless `type` is 'RegularExpression', `value` must contain only valid URL path characters and percent-encoded
 * characters, such as '%20'
 */
export interface HTTPPathMatch {
  /**
   * Type of match for the request path.
   *
   * @default `"PathPrefix"`
   */
  type?: PathMatchType;
  /**
   * Path, path prefix, or regular expression, depending on `type`, to match against the request path. The request path
   * does not include the hostname or the query string. Unless `type` is `RegularExpression`, the value must start with
   * `/`.
   *
   * @default `"/"`
   * @maxLength 1024
   */
  value?: string;
}

/** Condition for a header of an HTTP request. */
export interface HTTPHeaderMatch extends NamedValueMatch {
  /**
   * Name of the HTTP header to match. Header names are case-insensitive. If several entries have names that differ only
   * in case, only the first entry applies.
   */
  name: HeaderName;
  /**
   * Header value to match. If `type` is `RegularExpression`, the value is a regular expression. {@experimental Only
   * visible ASCII characters are allowed, optionally separated by single spaces or tabs.}
   */
  value: HeaderValue;
}

/** Condition for a query parameter of an HTTP request. */
export interface HTTPQueryParamMatch extends NamedValueMatch {
  /** Name of the query parameter to match. Names of query parameters are case-sensitive. */
  name: HeaderName;
  /**
   * Query parameter value to match. If `type` is `RegularExpression`, the value is a regular expression.
   *
   * @minLength 1
   * @maxLength 1024
   */
  value: string;
}

/** Conditions for a request. A request must meet all of them to match. */
export interface HTTPRouteMatch {
  /**
   * Condition for the request path. By default, all paths match.
   *
   * @default `{"type": "PathPrefix", "value": "/"}`
   */
  path?: HTTPPathMatch;
  /**
   * Conditions for request headers. A request must meet all of these conditions to match. If omitted, request headers
   * are not considered.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: HTTPHeaderMatch[];
  /**
   * Conditions for query parameters. A request must meet all of these conditions to match. If a parameter occurs more
   * than once in a request, implementations should compare the first value, but can compare another one. If omitted,
   * query parameters are not considered.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  queryParams?: HTTPQueryParamMatch[];
  /** HTTP method that a request must use to match. If omitted, the request method is not considered. */
  method?: HTTPMethod;
}
