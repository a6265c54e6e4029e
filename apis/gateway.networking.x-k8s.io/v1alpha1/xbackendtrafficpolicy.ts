import type { integer, ObjectMeta } from "crd-bundle/meta/v1";
import type { PolicyStatus, PolicyTargetReference } from "../../gateway.networking.k8s.io/v1/policies.js";
import type { Duration } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { SessionPersistence } from "../../gateway.networking.k8s.io/v1/session-persistence.js";

/**
 * Traffic settings for backends: a limit on retries, and session persistence. The settings apply regardless of which
 * route sends traffic to the backends.
 *
 * @experimental
 * @shortName xbtrafficpolicy
 * @category gateway-api
 * @crdLabel gateway.networking.k8s.io/policy=Direct
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface XBackendTrafficPolicy {
  apiVersion: "gateway.networking.x-k8s.io/v1alpha1";
  kind: "XBackendTrafficPolicy";
  metadata: ObjectMeta;
  /** Desired state of the XBackendTrafficPolicy. */
  spec: XBackendTrafficPolicySpec;
  /** Current state of the policy with respect to each Gateway or other object that the policy affects. */
  status?: PolicyStatus;
}

/** Desired state of an XBackendTrafficPolicy. */
export interface XBackendTrafficPolicySpec {
  /**
   * Backends that the policy targets, usually Services. Targets must be in the policy's namespace. The policy applies
   * to all ports of a target.
   *
   * @minItems 1
   * @maxItems 16
   * @listType map
   * @listMapKey group
   * @listMapKey kind
   * @listMapKey name
   */
  targetRefs: PolicyTargetReference[];
  /**
   * Limit on retries to the backends in `targetRefs`, to protect failing backends from overload. If the limit is
   * exceeded, the implementation must respond to the client with HTTP status 503 instead of retrying. If omitted, only
   * the retry settings of routes apply.
   */
  retryConstraint?: RetryConstraint;
  /**
   * Session persistence for requests to the backends in `targetRefs`: requests in the same session are sent to the same
   * endpoint of a backend. If omitted, the policy does not enable session persistence.
   */
  sessionPersistence?: SessionPersistence;
}

/** Limit on retries. */
export interface RetryConstraint {
  /**
   * Retry budget: the maximum share of retries among all requests to a backend.
   *
   * @default `{"percent": 20, "interval": "10s"}`
   */
  budget?: RetryBudget;
  /**
   * Rate of retries that is always allowed, even if the retries exceed the retry budget in `budget`, for example during
   * periods of low traffic. Each client of a backend applies this rate separately, so the total rate of retries to the
   * backend can be higher.
   *
   * @default `{"count": 10, "interval": "1s"}`
   */
  minRetryRate?: RequestRate;
}

/** Retry budget: the maximum share of retries among all requests to a backend. */
export interface RetryBudget {
  /**
   * Maximum percentage of retries among the requests that were active in the last `interval`.
   *
   * @default `20`
   * @minimum 0
   * @maximum 100
   */
  percent?: integer;
  /**
   * Period over which requests and retries are counted for the retry budget. Must be between one second and one hour.
   *
   * @default `"10s"`
   * @validation `duration(self) >= duration("1s") && duration(self) <= duration("1h")`
   * must be between '1s' and '1h', inclusive
   */
  interval?: Duration;
}

/** Rate of requests: a number of requests per interval. */
export interface RequestRate {
  /**
   * Number of retries that are always allowed in each `interval`, even if the retries exceed the retry budget in
   * `spec.retryConstraint.budget`. If omitted, the number depends on the implementation.
   *
   * @minimum 1
   * @maximum 1000000
   */
  count?: integer;
  /**
   * Period in which `count` retries are always allowed, even if the retries exceed the retry budget in
   * `spec.retryConstraint.budget`. Must be greater than zero and less than or equal to one hour. If omitted, the period
   * depends on the implementation.
   *
   * @validation `duration(self) > duration("0s") && duration(self) <= duration("1h")`
   * must be greater than '0s' and less than or equal to '1h'
   */
  interval?: Duration;
}
