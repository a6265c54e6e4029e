/** What the experimental channel alone has. A line that the standard channel refuses says with which error. */
import type { HTTPRoute, gateway_networking_k8s_io_v1 as v1 } from "gateway-api-types/standard";
import type { XMesh } from "gateway-api-types/standard"; // expect: TS2305
import type { HTTPRouteRetry } from "gateway-api-types/standard/gateway.networking.k8s.io/v1"; // expect: TS2724
import type * as x from "gateway-api-types/standard/gateway.networking.x-k8s.io/v1alpha1"; // expect: TS2307

export const rule: v1.HTTPRouteRule = {
  name: "api",
  retry: { attempts: 3 }, // expect: TS2353
};

export const filter: v1.HTTPRouteFilter = {
  type: "ExternalAuth", // expect: TS2322
};

export function retriesOf({ spec }: HTTPRoute): (number | undefined)[] {
  const first = spec.rules?.[0];
  return [
    first?.timeouts?.request?.length,
    first?.retry?.attempts, // expect: TS2339
  ];
}

export function isAuth(type: v1.HTTPRouteFilterType): boolean {
  switch (type) {
    case "CORS":
      return false;
    case "ExternalAuth": // expect: TS2678
      return true;
    default:
      return false;
  }
}

export const scope: v1.HTTPRouteSpec["useDefaultGateways"] = "All"; // expect: TS2339
export const mesh: XMesh["kind"] = "XMesh";
export const retry: HTTPRouteRetry = { attempts: 1 };
export const experimental: x.XMesh["apiVersion"] = "gateway.networking.x-k8s.io/v1alpha1";
