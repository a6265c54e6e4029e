import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/tlsroute.js";

/**
 * Routes TLS connections to backends by the hostname that the client requests in the TLS handshake (SNI). This version
 * is identical to v1. Use v1 in new manifests.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha3 TLSRoute is deprecated; use gateway.networking.k8s.io/v1 TLSRoute.
 */
export interface TLSRoute extends InVersion<v1.TLSRoute, "gateway.networking.k8s.io/v1alpha3"> {}
