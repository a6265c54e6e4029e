/** HTTPRoutes to validate and to convert: each with a hostname, a match, a header filter, and a backend. */
import type { JsonObject } from "../../scripts/core/model/json.js";
import type { CompiledVersion } from "../../scripts/kubernetes/admission/compile-version.js";
import { versionOf } from "../support/offline-verdict.js";

/** Returns a route. Routes with another number differ in their names and paths. */
export function route(number: number): JsonObject {
  return {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "HTTPRoute",
    metadata: { name: `route-${number}`, namespace: "default" },
    spec: {
      parentRefs: [{ name: "gateway" }],
      hostnames: ["www.example.com"],
      rules: [
        {
          matches: [
            { path: { type: "PathPrefix", value: `/path-${number}` }, headers: [{ name: "team", value: "a" }] },
          ],
          filters: [{ type: "RequestHeaderModifier", requestHeaderModifier: { set: [{ name: "team", value: "b" }] } }],
          backendRefs: [{ name: "service", port: 80 }],
        },
      ],
    },
  };
}

/** Returns a route of 2 KB, in the form of the last release or in that of an earlier one, with a reference that moved. */
export function longRoute(number: number, isOld: boolean): JsonObject {
  const { spec, ...rest } = route(number);
  const { rules } = spec as { rules: readonly JsonObject[] };
  const parentRefs = isOld
    ? [{ group: "gateway.networking.x-k8s.io", kind: "XListenerSet", name: "gateway" }]
    : [{ name: "gateway" }];
  const apiVersion = isOld ? "gateway.networking.k8s.io/v1beta1" : "gateway.networking.k8s.io/v1";
  return { ...rest, apiVersion, spec: { parentRefs, rules: Array(5).fill(rules[0]) } };
}

/** Returns the compiled version of the routes. */
export function routeVersion(): CompiledVersion {
  return versionOf(route(0), "standard");
}
