/*
 * What the routes of this version have in common, and their successors in v1 have not.
 */

import type { CommonRouteSpec, L4RouteRule, RouteRules } from "../v1/routes.js";

/** What a route attaches to, and where its traffic goes, for the routes that look at nothing inside it. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Where the traffic goes. Give one rule: which of several applies is up to the implementation, and v1 admits one
   * alone.
   *
   * @minItems 1
   */
  rules: RouteRules<L4RouteRule>;
}
