/*
 * Types that the routes of this version share and that differ from those in v1.
 */

import type { CommonRouteSpec, L4RouteRule, RouteRules } from "../v1/routes.js";

/** Fields of `spec` that TCPRoute, TLSRoute, and UDPRoute share. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Routing rules. Use only one rule, because the effect of multiple rules depends on the implementation and v1 allows
   * only one rule.
   *
   * @minItems 1
   */
  rules: RouteRules<L4RouteRule>;
}
