import type { ObjectMeta } from "../../meta/v1.js";
import type { BackendTLSValidation } from "./backend-tls.js";
import type { PolicyStatus, PolicyTargetSectionReference } from "./policies.js";
import type { AnnotationValue } from "./scalars.js";

/**
 * Enables TLS for connections from Gateways to backends, and defines the validation of the backends' certificates.
 *
 * The policy applies to its targets regardless of the route. If several policies have the same target and
 * `sectionName`, the oldest one takes precedence, and then the first one by namespace and name.
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
  /** Current state of the policy, for each Gateway or other object that it affects. */
  status?: PolicyStatus;
}

/** Desired state of a BackendTLSPolicy. */
export interface BackendTLSPolicySpec {
  /**
   * Backends that the policy targets, usually Services, in the namespace of the policy. An entry targets a whole
   * Service, or only one of its ports if `sectionName` is set. Implementations should not support more than one entry
   * yet, so prefer a separate policy for each target.
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
   * `sectionName` must be set in every entry for a target that occurs more than once
   *
   * @validation
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * must not contain two entries with the same target and `sectionName`
   */
  targetRefs: PolicyTargetSectionReference[];
  /** Validation of the backends' certificates. */
  validation: BackendTLSValidation;
  /**
   * Implementation-specific TLS settings, such as the minimum TLS version. Keys must have a domain prefix, such as
   * `example.com/min-version`; keys without one are reserved for Gateway API. If omitted, there are no such settings.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}
