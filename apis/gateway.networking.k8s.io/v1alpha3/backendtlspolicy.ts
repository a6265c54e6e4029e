import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/backendtlspolicy.js";

/**
 * Enables TLS for connections from Gateways to backends and configures the validation of the backends' certificates.
 * This version is identical to v1. Use v1 in new manifests.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha3 BackendTLSPolicy is deprecated; use gateway.networking.k8s.io/v1
 *   BackendTLSPolicy.
 * @differs columns v1alpha3 never had any columns, and none are added because the version is deprecated.
 */
export interface BackendTLSPolicy extends InVersion<v1.BackendTLSPolicy, "gateway.networking.k8s.io/v1alpha3"> {}
