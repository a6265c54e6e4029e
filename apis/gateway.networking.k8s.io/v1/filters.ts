/*
 * Filters that HTTPRoute and GRPCRoute share.
 */

import type { int32 } from "crd-bundle/meta/v1";
import type { BackendObjectReference, LocalObjectReference } from "./references.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** Header with its value. */
export interface HTTPHeader {
  /**
   * Name of the HTTP header to set or add. Header names are case-insensitive. If several entries have names that differ
   * only in case, only the first entry applies.
   */
  name: HeaderName;
  /**
   * Header value to set or add. Separate multiple values with commas. {@experimental Only visible ASCII characters are
   * allowed, optionally separated by single spaces or tabs.}
   */
  value: HeaderValue;
}

/** Changes to the headers of a request or a response. */
export interface HTTPHeaderFilter {
  /**
   * Headers to set. The new value of a header replaces any existing values. If omitted, no headers are set.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  set?: HTTPHeader[];
  /**
   * Headers to add. If a header already exists, the new value is appended to the existing values. If omitted, no
   * headers are added.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  add?: HTTPHeader[];
  /**
   * Names of headers to remove. Header names are case-insensitive. If omitted, no headers are removed.
   *
   * @maxItems 16
   * @listType set
   */
  remove?: string[];
}

/**
 * Fraction, such as 1/1000.
 *
 * @validation `self.numerator <= self.denominator` `numerator` must be less than or equal to `denominator`
 */
export interface Fraction {
  /**
   * Numerator of the share of requests to mirror, which is `numerator` divided by `denominator`. Must be less than or
   * equal to `denominator`.
   *
   * @minimum 0
   */
  numerator: int32;
  /**
   * Denominator of the share of requests to mirror, which is `numerator` divided by `denominator`.
   *
   * @default `100`
   * @minimum 1
   */
  denominator?: int32;
}

/**
 * Backend that receives mirrored requests, and the share of requests to mirror.
 *
 * @validation `!has(self.percent) || !has(self.fraction)` `percent` and `fraction` may not both be set
 */
export interface HTTPRequestMirrorFilter {
  /**
   * Backend that receives the mirrored requests. Each mirrored request is sent to only one of the backend's endpoints.
   */
  backendRef: BackendObjectReference;
  /**
   * Percentage of requests to mirror. Must be omitted if `fraction` is set. If both `percent` and `fraction` are
   * omitted, all requests are mirrored.
   *
   * @minimum 0
   * @maximum 100
   */
  percent?: int32;
  /**
   * Fraction of requests to mirror, for shares that are not whole percentages. Must be omitted if `percent` is set. If
   * both `percent` and `fraction` are omitted, all requests are mirrored.
   */
  fraction?: Fraction;
}

/**
 * Fields of the filters that all routes support. Each kind of route adds the fields of the filter types that only it
 * supports.
 *
 * @validation `has(self.requestHeaderModifier) == (self.type == "RequestHeaderModifier")` if `type` is
 *   'RequestHeaderModifier', `requestHeaderModifier` must be set; otherwise, it must be omitted
 * @validation `has(self.responseHeaderModifier) == (self.type == "ResponseHeaderModifier")` if `type` is
 *   'ResponseHeaderModifier', `responseHeaderModifier` must be set; otherwise, it must be omitted
 * @validation `has(self.requestMirror) == (self.type == "RequestMirror")` if `type` is 'RequestMirror', `requestMirror`
 *   must be set; otherwise, it must be omitted
 * @validation `has(self.extensionRef) == (self.type == "ExtensionRef")` if `type` is 'ExtensionRef', `extensionRef`
 *   must be set; otherwise, it must be omitted
 */
export interface CommonRouteFilter {
  /** Type of the filter. The filter's settings are in the field with the same name. */
  type: string;
  /**
   * Modifies request headers before the request is sent to the backend. A filter can contain only one action (set, add,
   * or remove) for each header name. Required if `type` is `RequestHeaderModifier`; must be omitted otherwise.
   */
  requestHeaderModifier?: HTTPHeaderFilter;
  /**
   * Modifies response headers before the response is sent to the client. A filter can contain only one action (set,
   * add, or remove) for each header name. Required if `type` is `ResponseHeaderModifier`; must be omitted otherwise.
   */
  responseHeaderModifier?: HTTPHeaderFilter;
  /**
   * Mirrors requests to another backend. The responses from that backend are ignored. Required if `type` is
   * `RequestMirror`; must be omitted otherwise.
   */
  requestMirror?: HTTPRequestMirrorFilter;
  /**
   * Reference to an object that configures an implementation-specific filter. If the reference cannot be resolved, the
   * client receives an error response. Required if `type` is `ExtensionRef`; must be omitted otherwise.
   */
  extensionRef?: LocalObjectReference;
}

/**
 * Filters of a routing rule or one of its backends, with the limits for the filter types that all routes support.
 *
 * @maxItems 16
 * @listType atomic
 * @validation `self.filter(f, f.type == "RequestHeaderModifier").size() <= 1` must have at most one filter of type
 *   'RequestHeaderModifier'
 * @validation `self.filter(f, f.type == "ResponseHeaderModifier").size() <= 1` must have at most one filter of type
 *   'ResponseHeaderModifier'
 */
export type RouteFilters<F extends CommonRouteFilter> = F[];
