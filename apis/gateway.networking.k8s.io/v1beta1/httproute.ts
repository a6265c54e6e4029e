import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/httproute.js";

/**
 * Routes HTTP requests to backends by hostname, path, method, headers, and query parameters. This version is identical
 * to v1. Use v1 in new manifests.
 */
export interface HTTPRoute extends InVersion<v1.HTTPRoute, "gateway.networking.k8s.io/v1beta1"> {}
