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
   * Routes whose `useDefaultGateways` is `All` attach to Gateways whose `defaultScope` is `All`, if the Gateways allow
   * the routes.
   */
  | "All"
  /** Has the same effect as omitting the field. */
  | "None";

/** Fields of the spec that all routes share. */
export interface CommonRouteSpec {
  /**
   * Parents that the route attaches to, usually Gateways. A parent must allow the route to attach. To attach the route
   * to several sections of the same parent, add an entry with a different `sectionName`{@experimental , `port`, or
   * both} for each section. If omitted, the route does not attach to any parent{@experimental , unless
   * `useDefaultGateways` is `All`}.
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
   * if several entries refer to the same parent, each entry must set `sectionName`
   *
   * @validation (standard)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * entries for the same parent must differ in `sectionName`
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.all(b, (has(a.sectionName) == has(b.sectionName) && has(a.port) == has(b.port))
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name
   *   || has(a.__namespace__) != has(b.__namespace__)
   *   || (has(a.__namespace__) && a.__namespace__ != b.__namespace__)))
   * ```
   * entries for the same parent must either all set `sectionName` or all omit it; the same applies to `port`
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)
   *   && has(a.port) == has(b.port) && (!has(a.port) || a.port == b.port)))
   * ```
   * entries for the same parent must differ in `sectionName` or `port`
   */
  parentRefs?: ParentReference[];
  /**
   * Scope of the default Gateways that the route attaches to, in addition to the parents in `parentRefs`. If omitted,
   * the route does not attach to any default Gateways.
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
 * Routing rule of a TCPRoute, TLSRoute, or UDPRoute. The rule lists only backends, because these routes do not inspect
 * the content of the traffic.
 */
export interface L4RouteRule {
  /**
   * Name of the routing rule, which policies and status messages can refer to. Must be unique within the route. If
   * omitted, the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Backends that receive the traffic in proportion to their weights. If a backend does not exist, has no endpoints, or
   * may not be referenced, its share of the traffic is rejected and not sent to other backends.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  backendRefs: BackendRef[];
}

/** Fields of the spec of a TCPRoute, TLSRoute, or UDPRoute, which do not inspect the content of the traffic. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Routing rules. The list must contain exactly one rule, which applies to all of the route's traffic.
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
   * Status of the route with respect to each parent. The list has one entry for each combination of parent and
   * controller. A parent has no entry if its controller has not processed the route yet, or if no controller manages
   * the parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents: RouteParentStatus[];
}
