/** What a controller of routes does with these types: it reads rules, writes conditions and goes through lists. */
import type { HTTPRoute, HTTPRouteList, ReferenceGrant } from "gateway-api-types/standard";
import type {
  Condition,
  HTTPBackendRef,
  ParentReference,
  RouteParentStatus,
} from "gateway-api-types/standard/gateway.networking.k8s.io/v1";

const CONTROLLER = "example.dev/routes";

/** The route with a status of ours for each of its parents; what other controllers said stays. */
export function reconcile(route: HTTPRoute, grants: readonly ReferenceGrant[], now: string): HTTPRoute {
  const foreign = route.status?.parents.filter(({ controllerName }) => controllerName !== CONTROLLER) ?? [];
  const own = (route.spec.parentRefs ?? []).map((parent) => statusFor(parent, route, grants, now));
  return { ...route, status: { parents: [...foreign, ...own] } };
}

function statusFor(
  parentRef: ParentReference,
  route: HTTPRoute,
  grants: readonly ReferenceGrant[],
  now: string,
): RouteParentStatus {
  const refused = backendsOf(route).filter((backend) => !isAllowed(backend, route, grants));
  const resolved: Condition = {
    type: "ResolvedRefs",
    status: refused.length === 0 ? "True" : "False",
    reason: refused.length === 0 ? "ResolvedRefs" : "RefNotPermitted",
    message: refused.map(({ name, port = 80 }) => `${name}:${port.toFixed()}`).join(", "),
    lastTransitionTime: now,
    ...(route.metadata.generation !== undefined && { observedGeneration: route.metadata.generation }),
  };
  return { parentRef, controllerName: CONTROLLER, conditions: [resolved] };
}

/** The backends of all rules, those that filters send copies to included. */
function backendsOf({ spec }: HTTPRoute): Pick<HTTPBackendRef, "kind" | "name" | "namespace" | "port">[] {
  return (spec.rules ?? []).flatMap(({ backendRefs = [], filters = [] }) => {
    const mirrors = filters.flatMap((filter) => {
      switch (filter.type) {
        case "RequestMirror":
          return filter.requestMirror ? [filter.requestMirror.backendRef] : [];
        default:
          return [];
      }
    });
    return [...backendRefs, ...mirrors];
  });
}

function isAllowed(
  { kind = "Service", namespace }: Pick<HTTPBackendRef, "kind" | "namespace">,
  { metadata }: HTTPRoute,
  grants: readonly ReferenceGrant[],
): boolean {
  if (namespace === undefined || namespace === metadata.namespace) return true;
  const there = grants.filter((grant) => grant.metadata.namespace === namespace);
  return there.some(({ spec }) => spec.from.some((from) => from.kind === "HTTPRoute") && spec.to.some((to) => to.kind === kind));
}

export function reconcileAll({ kind, items, metadata }: HTTPRouteList, now: string): [string | undefined, HTTPRoute[]] {
  const named: "HTTPRouteList" = kind;
  return [metadata.continue ?? named, items.map((route) => reconcile(route, [], now))];
}
