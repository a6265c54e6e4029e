/*
 * Filters that HTTPRoute and GRPCRoute share.
 */

import type { int32 } from "../../meta/v1.js";
import type { BackendObjectReference, LocalObjectReference } from "./references.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** Header with its value. */
export interface HTTPHeader {
  /**
   * Name of the header, case-insensitive. If several entries have names that differ only in case, only the first entry
   * applies.
   */
  name: HeaderName;
  /**
   * Value of the header. Multiple values are separated by commas. {@experimental Only visible ASCII characters are
   * allowed, with single spaces or tabs between them.}
   */
  value: HeaderValue;
}

/** Changes to the headers of a request or a response. */
export interface HTTPHeaderFilter {
  /**
   * Headers to set. Existing values of these headers are replaced. If omitted, no headers are set.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  set?: HTTPHeader[];
  /**
   * Headers to add. If a header already exists, the value is appended to the existing ones. If omitted, no headers are
   * added.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  add?: HTTPHeader[];
  /**
   * Names of headers to remove, case-insensitive. If omitted, no headers are removed.
   *
   * @maxItems 16
   * @listType set
   */
  remove?: string[];
}

/**
 * Fraction, such as 1 of 1000.
 *
 * @validation `self.numerator <= self.denominator` `numerator` must not be greater than `denominator`
 */
export interface Fraction {
  /**
   * Numerator of the fraction. It must not be greater than `denominator`.
   *
   * @minimum 0
   */
  numerator: int32;
  /**
   * Denominator of the fraction.
   *
   * @default `100`
   * @minimum 1
   */
  denominator?: int32;
}

/**
 * Backend that receives copies of requests, and the share of requests to copy.
 *
 * @validation `!has(self.percent) || !has(self.fraction)` may not set both `percent` and `fraction`
 */
export interface HTTPRequestMirrorFilter {
  /** Backend that receives the copies. Each copy is sent to only one of its endpoints. */
  backendRef: BackendObjectReference;
  /**
   * Percentage of requests to mirror. May not be combined with `fraction`. If both are omitted, all requests are
   * mirrored.
   *
   * @minimum 0
   * @maximum 100
   */
  percent?: int32;
  /**
   * Fraction of requests to mirror, for shares that a whole percentage cannot express. May not be combined with
   * `percent`. If both are omitted, all requests are mirrored.
   */
  fraction?: Fraction;
}

/**
 * Fields of the filters that all routes support. Each kind of route extends it with its own types and their fields.
 *
 * @validation `has(self.requestHeaderModifier) == (self.type == "RequestHeaderModifier")` `requestHeaderModifier` must
 *   be set for type 'RequestHeaderModifier' and may not be set for any other
 * @validation `has(self.responseHeaderModifier) == (self.type == "ResponseHeaderModifier")` `responseHeaderModifier`
 *   must be set for type 'ResponseHeaderModifier' and may not be set for any other
 * @validation `has(self.requestMirror) == (self.type == "RequestMirror")` `requestMirror` must be set for type
 *   'RequestMirror' and may not be set for any other
 * @validation `has(self.extensionRef) == (self.type == "ExtensionRef")` `extensionRef` must be set for type
 *   'ExtensionRef' and may not be set for any other
 */
export interface CommonRouteFilter {
  /** Type of the filter. Its settings are in the field with the same name. */
  type: string;
  /**
   * Modifies headers of requests before they reach the backend. Each header can be changed only once. Required for type
   * `RequestHeaderModifier`; must be omitted for any other.
   */
  requestHeaderModifier?: HTTPHeaderFilter;
  /**
   * Modifies headers of responses before they reach the client. Each header can be changed only once. Required for type
   * `ResponseHeaderModifier`; must be omitted for any other.
   */
  responseHeaderModifier?: HTTPHeaderFilter;
  /**
   * Sends copies of requests to another backend, whose responses are ignored. Required for type `RequestMirror`; must
   * be omitted for any other.
   */
  requestMirror?: HTTPRequestMirrorFilter;
  /**
   * Object that configures an implementation-specific filter. If it cannot be resolved, requests get an error response.
   * Required for type `ExtensionRef`; must be omitted for any other.
   */
  extensionRef?: LocalObjectReference;
}

/**
 * Filters of a routing rule or of one of its backends, with the limits for the types that all routes support.
 *
 * @maxItems 16
 * @listType atomic
 * @validation `self.filter(f, f.type == "RequestHeaderModifier").size() <= 1` must have at most one filter of type
 *   'RequestHeaderModifier'
 * @validation `self.filter(f, f.type == "ResponseHeaderModifier").size() <= 1` must have at most one filter of type
 *   'ResponseHeaderModifier'
 */
export type RouteFilters<F extends CommonRouteFilter> = F[];
