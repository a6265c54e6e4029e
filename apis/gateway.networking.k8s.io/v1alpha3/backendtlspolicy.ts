import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/backendtlspolicy.js";

/**
 * Makes Gateways speak TLS with backends, and says how they check the certificates of those. The same as in v1, which
 * new manifests should use.
 *
 * @deprecated gateway.networking.k8s.io/v1alpha3 BackendTLSPolicy is deprecated; use gateway.networking.k8s.io/v1
 *   BackendTLSPolicy.
 * @differs columns v1alpha3 never had any, and nobody should begin to rely on it.
 */
export interface BackendTLSPolicy extends InVersion<v1.BackendTLSPolicy, "gateway.networking.k8s.io/v1alpha3"> {}
