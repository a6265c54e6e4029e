import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { BackendTLSValidation } from "./backend-tls.js";
import type { PolicyStatus, PolicyTargetSectionReference } from "./policies.js";
import type { AnnotationValue } from "./scalars.js";

/**
 * Enables TLS for connections from Gateways to backends and configures the validation of the backends' certificates.
 *
 * The policy applies to the backends in `spec.targetRefs`, regardless of which route sends traffic to these backends.
 * If several policies list the same target with the same `sectionName`, the oldest policy by creation timestamp takes
 * precedence. If the timestamps are equal, the policy that is first in alphabetical order by namespace and name takes
 * precedence.
 *
 * @shortName btlspolicy
 * @category gateway-api
 * @crdLabel gateway.networking.k8s.io/policy=Direct
 * @storageVersion
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface BackendTLSPolicy {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "BackendTLSPolicy";
  metadata: ObjectMeta;
  /** Desired state of the BackendTLSPolicy. */
  spec: BackendTLSPolicySpec;
  /** Current state of the policy with respect to each Gateway or other object that the policy affects. */
  status?: PolicyStatus;
}

/** Desired state of a BackendTLSPolicy. */
export interface BackendTLSPolicySpec {
  /**
   * Backends that the policy targets, usually Services. Targets must be in the policy's namespace. An entry targets an
   * entire Service or, if `sectionName` is set, a single port of the Service. Use a separate policy for each target,
   * because Gateway API currently advises implementations to support only one entry.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   *
   * @validation
   * ```
   * self.all(a, self.all(b, has(a.sectionName) == has(b.sectionName)
   *   || a.group != b.group || a.kind != b.kind || a.name != b.name))
   * ```
   * if multiple entries refer to the same target, each of these entries must set `sectionName`
   *
   * @validation
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * entries that refer to the same target must differ in `sectionName`
   */
  targetRefs: PolicyTargetSectionReference[];
  /** Settings for validating the backends' certificates. */
  validation: BackendTLSValidation;
  /**
   * Implementation-specific TLS settings, such as the minimum TLS version. Keys must have a domain prefix, as in
   * `example.com/min-version`; keys without a domain prefix are reserved for Gateway API. If omitted, no
   * implementation-specific settings apply.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}
