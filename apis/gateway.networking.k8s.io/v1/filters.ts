/*
 * The filters that HTTPRoute and GRPCRoute share.
 */

import type { int32 } from "../../meta/v1.js";
import type { BackendObjectReference, LocalObjectReference } from "./references.js";
import type { HeaderName, HeaderValue } from "./scalars.js";

/** One header to write. */
export interface HTTPHeader {
  /** Name of the header, in any case: `X-Env` and `x-env` are the same one. */
  name: HeaderName;
  /** Text of the header, sent as it stands. */
  value: HeaderValue;
}

/** Changes to the headers of a request or a response. */
export interface HTTPHeaderFilter {
  /**
   * Headers to set. Whatever values such a header had before are gone.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  set?: HTTPHeader[];
  /**
   * Headers to add. A header that is there already keeps its values and gets this one after them.
   *
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  add?: HTTPHeader[];
  /**
   * Names of headers to take away, in any case.
   *
   * @maxItems 16
   * @listType set
   */
  remove?: string[];
}

/**
 * A part of a whole, as in 1 of 1000.
 *
 * @validation `self.numerator <= self.denominator` Lower numerator or raise denominator: a part is at most the whole.
 */
export interface Fraction {
  /**
   * How many, out of every `denominator`.
   *
   * @minimum 0
   */
  numerator: int32;
  /**
   * Out of how many.
   *
   * @default `100`
   * @minimum 1
   */
  denominator?: int32;
}

/**
 * A backend that gets a copy of the requests. Its answers are dropped.
 *
 * @validation `!has(self.percent) || !has(self.fraction)` Set percent or fraction, not both.
 */
export interface HTTPRequestMirrorFilter {
  /** Backend that gets the copies. It sees each request once, whatever the number of its endpoints. */
  backendRef: BackendObjectReference;
  /**
   * Share of the requests to copy, in percent. All of them when `fraction` is absent too.
   *
   * @minimum 0
   * @maximum 100
   */
  percent?: int32;
  /** Share of the requests to copy where percent is too coarse. All of them when `percent` is absent too. */
  fraction?: Fraction;
}

/**
 * What every route's filter can be. A route adds its own types, and its fields for them, by extending it.
 *
 * @validation `has(self.requestHeaderModifier) == (self.type == "RequestHeaderModifier")` Set requestHeaderModifier
 *   with type RequestHeaderModifier, and with no other type.
 * @validation `has(self.responseHeaderModifier) == (self.type == "ResponseHeaderModifier")` Set responseHeaderModifier
 *   with type ResponseHeaderModifier, and with no other type.
 * @validation `has(self.requestMirror) == (self.type == "RequestMirror")` Set requestMirror with type RequestMirror,
 *   and with no other type.
 * @validation `has(self.extensionRef) == (self.type == "ExtensionRef")` Set extensionRef with type ExtensionRef,
 *   and with no other type.
 */
export interface CommonRouteFilter {
  /** What the filter does. The field of the same name holds its settings. */
  type: string;
  /** Changes headers of the request before a backend gets it. */
  requestHeaderModifier?: HTTPHeaderFilter;
  /** Changes headers of the response before the client gets it. */
  responseHeaderModifier?: HTTPHeaderFilter;
  /** Sends a copy of requests to a further backend. The client gets the answer of the real one alone. */
  requestMirror?: HTTPRequestMirrorFilter;
  /** A filter that the implementation defines: the object with its settings. */
  extensionRef?: LocalObjectReference;
}

/**
 * The filters of a rule or of a backend. What can be said only once stands here for the types that all routes know.
 *
 * @maxItems 16
 * @listType atomic
 * @validation `self.filter(f, f.type == "RequestHeaderModifier").size() <= 1` Merge the RequestHeaderModifier filters
 *   into one.
 * @validation `self.filter(f, f.type == "ResponseHeaderModifier").size() <= 1` Merge the ResponseHeaderModifier filters
 *   into one.
 */
export type RouteFilters<F extends CommonRouteFilter> = F[];
