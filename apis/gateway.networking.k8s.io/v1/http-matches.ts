/*
 * The matches of an HTTPRoute: which requests a rule is for.
 */

import type { NamedValueMatch } from "./matches.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** The methods of HTTP. */
export type HTTPMethod = "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH";

/** How the path of a request is compared with the one in a match. */
export type PathMatchType =
  /** The same path, in the same case. */
  | "Exact"
  /** Begins with the same segments: `/a` fits `/a`, `/a/` and `/a/b`, but not `/ab`. */
  | "PathPrefix"
  /** Fits the expression, in the dialect of the implementation. */
  | "RegularExpression";

/**
 * A path that the path of the request has to fit.
 *
 * @validation `self.type == "RegularExpression" || self.value.startsWith("/")` Begin the path with a slash.
 * @validation `self.type == "RegularExpression" || !self.value.matches("//|/[.]{1,2}(/|$)")` Remove the segments that
 *   are empty, a dot or two dots from the path.
 * @validation `self.type == "RegularExpression" || !self.value.matches("%2[fF]")` Write a plain slash in the path: an
 *   encoded one is ambiguous.
 * @validation
 * ```
 * self.type == "RegularExpression" || self.value.matches("^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$")
 * ```
 * Write the path with the characters that a URL path may have, and encode any other one: %20 for a space.
 */
export interface HTTPPathMatch {
  /**
   * How `value` is compared.
   *
   * @default `"PathPrefix"`
   */
  type?: PathMatchType;
  /**
   * The path, or the expression, without host and query.
   *
   * @default `"/"`
   * @maxLength 1024
   */
  value?: string;
}

/** A header that the request has to have. */
export interface HTTPHeaderMatch extends NamedValueMatch {
  /** Name of the header, in any case. Of entries whose names differ in case alone, the first counts. */
  name: HeaderName;
  /** The value, or the expression, that the header has to have. */
  value: HeaderValue;
}

/** A query parameter that the request has to have. */
export interface HTTPQueryParamMatch extends NamedValueMatch {
  /** Name of the parameter, in this case. */
  name: HeaderName;
  /**
   * The value, or the expression, that the parameter has to have.
   *
   * @minLength 1
   * @maxLength 1024
   */
  value: string;
}

/** What a request has to look like. All conditions of one match have to hold. */
export interface HTTPRouteMatch {
  /**
   * Path of the request. Any path when absent.
   *
   * @default `{"type": "PathPrefix", "value": "/"}`
   */
  path?: HTTPPathMatch;
  /**
   * Headers that the request has to have, all of them.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  headers?: HTTPHeaderMatch[];
  /**
   * Query parameters that the request has to have, all of them. What a repeated parameter counts as is up to the
   * implementation.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  queryParams?: HTTPQueryParamMatch[];
  /** Method of the request. Any method when absent. */
  method?: HTTPMethod;
}
