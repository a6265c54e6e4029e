/*
 * Matches of an HTTPRoute: the conditions that select the requests of a rule.
 */

import type { NamedValueMatch } from "./matches.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** HTTP method. */
export type HTTPMethod = "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH";

/** Type of match for the path of a request. */
export type PathMatchType =
  /** Matches the exact path (case-sensitive). */
  | "Exact"
  /** Matches a prefix of whole path segments (case-sensitive): `/a` matches `/a`, `/a/` and `/a/b`, but not `/ab`. */
  | "PathPrefix"
  /** Matches a regular expression. Its dialect and its precedence depend on the implementation. */
  | "RegularExpression";

/**
 * Condition for the path of a request.
 *
 * @validation `self.type == "RegularExpression" || self.value.startsWith("/")` `value` must start with '/', unless
 *   `type` is 'RegularExpression'
 * @validation `self.type == "RegularExpression" || !self.value.matches("//|/[.]{1,2}(/|$)")` `value` must not contain
 *   '//' or a '.' or '..' path segment, unless `type` is 'RegularExpression'
 * @validation `self.type == "RegularExpression" || !self.value.matches("%2[fF]")` `value` must not contain an encoded
 *   slash ('%2F' or '%2f'), unless `type` is 'RegularExpression'
 * @validation
 * ```
 * self.type == "RegularExpression" || self.value.matches("^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$")
 * ```
 * `value` must contain only characters that are valid in a URL path or percent-encoded, such as '%20', unless `type` is
 * 'RegularExpression'
 */
export interface HTTPPathMatch {
  /**
   * Type of match for the path.
   *
   * @default `"PathPrefix"`
   */
  type?: PathMatchType;
  /**
   * Path to match, without hostname and query string, or a regular expression if `type` is `RegularExpression`. A path
   * must start with `/`.
   *
   * @default `"/"`
   * @maxLength 1024
   */
  value?: string;
}

/** Condition for a header of an HTTP request. */
export interface HTTPHeaderMatch extends NamedValueMatch {
  /**
   * Name of the header, case-insensitive. If several entries have names that differ only in case, only the first entry
   * applies.
   */
  name: HeaderName;
  /**
   * Value to match, or a regular expression if `type` is `RegularExpression`. {@experimental Only visible ASCII
   * characters are allowed, with single spaces or tabs between them.}
   */
  value: HeaderValue;
}

/** Condition for a query parameter of an HTTP request. */
export interface HTTPQueryParamMatch extends NamedValueMatch {
  /** Name of the query parameter, case-sensitive. */
  name: HeaderName;
  /**
   * Value to match, or a regular expression if `type` is `RegularExpression`.
   *
   * @minLength 1
   * @maxLength 1024
   */
  value: string;
}

/** Conditions for a request, which must meet all of them. */
export interface HTTPRouteMatch {
  /**
   * Path that a request must match.
   *
   * @default `{"type": "PathPrefix", "value": "/"}`
   */
  path?: HTTPPathMatch;
  /**
   * Headers that a request must have. All entries must match. If omitted, requests match regardless of their headers.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: HTTPHeaderMatch[];
  /**
   * Query parameters that a request must have. All entries must match. If a request repeats a parameter, the behavior
   * is not specified, but implementations should use the first value. If omitted, requests match regardless of their
   * query parameters.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  queryParams?: HTTPQueryParamMatch[];
  /** Method that a request must have. If omitted, all methods match. */
  method?: HTTPMethod;
}
