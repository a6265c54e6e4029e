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
  /** Routes with `useDefaultGateways: All` attach to Gateways with `defaultScope: All` that allow them. */
  | "All"
  /** Has the same effect as omitting the field. */
  | "None";

/** Fields of the spec that all routes share. */
export interface CommonRouteSpec {
  /**
   * Parents that the route attaches to, usually Gateways. Each parent must allow the route. To attach to several
   * sections of the same parent, add an entry for each section, with a different `sectionName`{@experimental , `port`,
   * or both}. If omitted, the route does not attach to any parent{@experimental , unless `useDefaultGateways` is
   * `All`}.
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
   * must set `sectionName` in all entries for the same parent if there is more than one
   *
   * @validation (standard)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * must have a different `sectionName` in each entry for the same parent
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.all(b, (has(a.sectionName) == has(b.sectionName) && has(a.port) == has(b.port))
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name
   *   || has(a.__namespace__) != has(b.__namespace__)
   *   || (has(a.__namespace__) && a.__namespace__ != b.__namespace__)))
   * ```
   * must set `sectionName` in all entries for the same parent or in none, and likewise `port`
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)
   *   && has(a.port) == has(b.port) && (!has(a.port) || a.port == b.port)))
   * ```
   * must have a different `sectionName` or `port` in each entry for the same parent
   */
  parentRefs?: ParentReference[];
  /**
   * Scope of the default Gateways that the route attaches to, in addition to its `parentRefs`. If omitted, the route
   * does not attach to default Gateways.
   *
   * @experimental
   */
  useDefaultGateways?: DefaultGatewayScope;
}

/**
 * Routing rules of a route that can have several. Their names must be unique, because a reference by name must find a
 * single rule.
 *
 * @maxItems 16
 * @listType atomic
 * @validation (experimental)
 * ```
 * self.all(a, !has(a.name) || self.exists_one(b, has(b.name) && a.name == b.name))
 * ```
 * must not contain the same `name` more than once
 */
export type RouteRules<R extends { name?: SectionName }> = R[];

/**
 * Routing rule of a TCPRoute, TLSRoute or UDPRoute. It only lists backends, because these routes do not inspect the
 * content of the traffic.
 */
export interface L4RouteRule {
  /**
   * Name of the rule, for references from policies and status messages. It must be unique within the route. If omitted,
   * the rule cannot be referred to by name.
   */
  name?: SectionName;
  /**
   * Backends that receive the traffic, in proportion to their weights. If a backend does not exist, has no endpoints or
   * may not be referenced, its share of the traffic is rejected instead of going to other backends.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  backendRefs: BackendRef[];
}

/** Fields of the spec of a TCPRoute, TLSRoute or UDPRoute, which do not inspect the content of the traffic. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Routing rules. The list must have exactly one entry, which applies to all traffic of the route.
   *
   * @minItems 1
   * @maxItems 1
   * @listType atomic
   */
  rules: L4RouteRule[];
}

/** Current state of a route for one parent. */
export interface RouteParentStatus extends ControllerStatus {
  /** Parent that this entry describes, as listed in `spec.parentRefs`. */
  parentRef: ParentReference;
}

/** Current state of a route, for each parent. */
export interface RouteStatus {
  /**
   * Status of the route for each parent, with one entry per parent and controller. A parent has no entry if its
   * controller has not processed the route yet, or if no controller manages the parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents: RouteParentStatus[];
}
