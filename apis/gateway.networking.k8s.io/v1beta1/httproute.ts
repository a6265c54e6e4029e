import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/httproute.js";

/**
 * Routes HTTP requests to backends by hostname, path, method, headers, and query parameters. Identical to v1, which new
 * manifests should use.
 */
export interface HTTPRoute extends InVersion<v1.HTTPRoute, "gateway.networking.k8s.io/v1beta1"> {}
