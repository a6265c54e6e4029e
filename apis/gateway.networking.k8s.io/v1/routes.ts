/*
 * What the routes have in common, whatever their protocol.
 */

import type { BackendRef, ParentReference } from "./references.js";
import type { SectionName } from "./scalars.js";
import type { ControllerStatus } from "./status.js";

/**
 * Which default Gateways and routes find each other: `defaultScope` of a Gateway, `useDefaultGateways` of a route.
 *
 * @experimental
 */
export type DefaultGatewayScope =
  /** Default Gateways and the routes that ask for them meet without `parentRefs`. */
  | "All"
  /** They do not, as when the field is absent. */
  | "None";

/** The part of a route's spec that says what it attaches to. */
export interface CommonRouteSpec {
  /**
   * What the route attaches to. Each parent decides for itself whether it admits the route. To attach to several parts
   * of one parent, repeat it with a `sectionName` of its own in every entry. {@experimental `port` tells entries apart
   * as well.}
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
   * Set sectionName in every entry for this parent, or name the parent only once.
   *
   * @validation (standard)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * Remove the repeated entry, or give each entry for this parent a different sectionName.
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.all(b, (has(a.sectionName) == has(b.sectionName) && has(a.port) == has(b.port))
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name
   *   || has(a.__namespace__) != has(b.__namespace__)
   *   || (has(a.__namespace__) && a.__namespace__ != b.__namespace__)))
   * ```
   * Set sectionName in every entry for this parent or in none, and port likewise.
   *
   * @validation (experimental)
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.__namespace__) == has(b.__namespace__)
   *   && (!has(a.__namespace__) || a.__namespace__ == b.__namespace__)
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)
   *   && has(a.port) == has(b.port) && (!has(a.port) || a.port == b.port)))
   * ```
   * Remove the repeated entry, or give each entry for this parent a different sectionName or port.
   */
  parentRefs?: ParentReference[];
  /**
   * Whether the route attaches to the default Gateways too, besides what `parentRefs` names.
   *
   * @experimental
   */
  useDefaultGateways?: DefaultGatewayScope;
}

/**
 * The rules of a route that may have several: whoever refers to a rule by its name has to find a single one.
 *
 * @maxItems 16
 * @listType atomic
 * @validation (experimental)
 * ```
 * self.all(a, !has(a.name) || self.exists_one(b, has(b.name) && a.name == b.name))
 * ```
 * Give each rule of the route a different name, or leave the name out.
 */
export type RouteRules<R extends { name?: SectionName }> = R[];

/** A rule that looks at nothing inside the traffic and only says where it goes: TCP, TLS and UDP. */
export interface L4RouteRule {
  /**
   * Name of the rule, by which policies and status messages can refer to it. {@experimental No two rules share one.}
   */
  name?: SectionName;
  /**
   * Where the traffic goes, split by weight. The share of a backend that does not exist or may not be used is refused
   * and not handed to the others.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  backendRefs: BackendRef[];
}

/** What a route attaches to, and where its traffic goes, for the routes that look at nothing inside it. */
export interface L4RouteSpec extends CommonRouteSpec {
  /**
   * Where the traffic goes. A single rule: there is nothing by which a second one could be chosen.
   *
   * @minItems 1
   * @maxItems 1
   * @listType atomic
   */
  rules: L4RouteRule[];
}

/** How a route fares at one parent. */
export interface RouteParentStatus extends ControllerStatus {
  /** The entry of `spec.parentRefs` that this is about, repeated. */
  parentRef: ParentReference;
}

/** How a route fares at each of its parents. */
export interface RouteStatus {
  /**
   * One entry per parent and controller. A parent without an entry has not been looked at, or no controller serves it.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents: RouteParentStatus[];
}
