/** HTTPRoutes to validate: each with a hostname, a match, a header filter, and a backend. */
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

/** Returns the compiled version of the routes. */
export function routeVersion(): CompiledVersion {
  return versionOf(route(0), "standard");
}
