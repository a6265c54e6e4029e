/*
 * Types that all routes share, regardless of their protocol.
 */

import type { BackendRef, ParentReference } from "./references.js";
import type { SectionName } from "./scalars.js";
import type { ControllerStatus } from "./status.js";

/**
 * Scope of default Gateways, for `defaultScope` of Gateways and `useDefaultGateways` of routes.
 *
 * @experimental
 */
export type DefaultGatewayScope =
  /**
   * Routes with `spec.useDefaultGateways` set to `All` attach to Gateways with `spec.defaultScope` set to `All`, if the
   * Gateways allow these routes.
   */
  | "All"
  /** Has the same effect as omitting this field. */
  | "None";

/** Fields of `spec` that all routes share. */
export interface CommonRouteSpec {
  /**
   * Parents that the route attaches to, usually Gateways. Each parent must allow the route to attach. To attach the
   * route to several sections of the same parent, such as several listeners of a Gateway, add one entry for each
   * section. These entries must differ in `sectionName`{@experimental , `port`, or both}. If omitted, the route does
   * not attach to any parent{@experimental , unless `useDefaultGateways` is `All`}.
   *
   * @maxItems 32
   * @listType atomic
   *
   * @validation (standard)
   * ```
   * self.all(a, self.all(b, has(a.sectionName) == has(b.sectionName)
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name
   *   || has(a.__namespace__) != has(b.__namespace__)
   *   || (has(a.__namespace__) && a.__namespace__ != b.__namespace__)))
   * ```
   * if multiple entries refer to the same parent, each of these entries must set `sectionName`
   *
   * @validation (standard)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * entries that refer to the same parent must differ in `sectionName`
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.all(b, (has(a.sectionName) == has(b.sectionName) && has(a.port) == has(b.port))
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name
   *   || has(a.__namespace__) != has(b.__namespace__)
   *   || (has(a.__namespace__) && a.__namespace__ != b.__namespace__)))
   * ```
   * entries that refer to the same parent must all set or all omit `sectionName`, and must all set or all omit `port`
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)
   *   && has(a.port) == has(b.port) && (!has(a.port) || a.port == b.port)))
   * ```
   * entries that refer to the same parent must differ in `sectionName` or `port`
   */
  parentRefs?: ParentReference[];
  /**
   * Scope of the default Gateways that the route attaches to, in addition to the parents in `parentRefs`. Default
   * Gateways are Gateways that set `spec.defaultScope`. If omitted, the route does not attach to any default Gateways.
   *
   * @experimental
   */
  useDefaultGateways?: DefaultGatewayScope;
}

/**
 * Routing rules of a route that can have more than one rule. The rules' names must be unique, because a reference by
 * name must identify exactly one rule.
 *
 * @maxItems 16
 * @listType atomic
 * @validation (experimental)
 * ```
 * self.all(a, !has(a.name) || self.exists_one(b, has(b.name) && a.name == b.name))
 * ```
 * must not contain two rules with the same `name`
 */
export type RouteRules<R extends { name?: SectionName }> = R[];

/**
 * Routing rule of a TCPRoute, TLSRoute, or UDPRoute. The rule lists only backends, because the content of the traffic
 * does not affect routing.
 */
export interface L4RouteRule {
  /**
   * Name of the routing rule. Policies and status messages can refer to the rule by this name. Must be unique within
   * the route. If omitted, the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Backends for the traffic of the route. Each backend receives a share of the traffic in proportion to its `weight`.
   * If a backend does not exist or has no endpoints, or if the reference to it is not permitted, its share of the
   * traffic is rejected and is not sent to other backends.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  backendRefs: BackendRef[];
}

/** Fields of `spec` that TCPRoute, TLSRoute, and UDPRoute share. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Routing rules. The list must contain exactly one rule. The rule applies to all traffic of the route.
   *
   * @minItems 1
   * @maxItems 1
   * @listType atomic
   */
  rules: L4RouteRule[];
}

/** Current state of a route with respect to one parent. */
export interface RouteParentStatus extends ControllerStatus {
  /** Parent that this status entry applies to, as listed in `spec.parentRefs`. */
  parentRef: ParentReference;
}

/** Current state of a route with respect to each parent. */
export interface RouteStatus {
  /**
   * Status of the route with respect to each parent, such as a Gateway. The list has one entry for each combination of
   * parent and controller. A parent has no entry if its controller has not processed the route yet, or if no controller
   * manages the parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents: RouteParentStatus[];
}
