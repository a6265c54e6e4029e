import type { ObjectMeta } from "../../meta/v1.js";
import type { BackendTLSValidation } from "./backend-tls.js";
import type { PolicyStatus, PolicyTargetSectionReference } from "./policies.js";
import type { AnnotationValue } from "./scalars.js";

/**
 * Makes Gateways speak TLS with backends, and says how they check the certificates of those.
 *
 * It holds for its targets whichever route leads to them. Where several policies name the same target, the oldest one
 * wins.
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
  /** Which backends the policy is for, and how TLS with them works. */
  spec: BackendTLSPolicySpec;
  /** How the policy fares at each of the Gateways that it has an effect on. */
  status?: PolicyStatus;
}

/** Which backends a policy is for, and how TLS with them works. */
export interface BackendTLSPolicySpec {
  /**
   * The backends that the policy is for, in most cases Services, in its own namespace. To name several ports of one
   * Service, repeat it with a `sectionName` of its own in every entry.
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
   * Set sectionName in every entry for this target, or name the target only once.
   *
   * @validation
   * ```
   * self.all(a, self.exists_one(b, a.group == b.group && a.kind == b.kind && a.name == b.name
   *   && has(a.sectionName) == has(b.sectionName) && (!has(a.sectionName) || a.sectionName == b.sectionName)))
   * ```
   * Remove the repeated entry, or give each entry for this target a different sectionName.
   */
  targetRefs: PolicyTargetSectionReference[];
  /** How the certificates of the backends are checked. */
  validation: BackendTLSValidation;
  /**
   * Settings of the implementation, such as the lowest version of TLS. The domain of whoever defines a setting stands
   * before its key: `example.com/min-version`.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}
