import type { PolicyStatus, PolicyTargetReference } from "../../gateway.networking.k8s.io/v1/policies.js";
import type { Duration } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { SessionPersistence } from "../../gateway.networking.k8s.io/v1/session-persistence.js";
import type { integer, ObjectMeta } from "../../meta/v1.js";

/**
 * Traffic settings for backends that apply regardless of the route: a limit on retries, and session persistence.
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
  /** Current state of the policy, for each Gateway or other object that it affects. */
  status?: PolicyStatus;
}

/** Desired state of an XBackendTrafficPolicy. */
export interface XBackendTrafficPolicySpec {
  /**
   * Backends that the policy targets, usually Services, in the namespace of the policy. The policy applies to all ports
   * of a target.
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
   * Limit on the retries that a target receives, which protects a failing backend from overload. Once the limit is
   * exceeded, the implementation must respond to the client with status 503 instead of retrying. If omitted, only the
   * retry settings of each route apply.
   */
  retryConstraint?: RetryConstraint;
  /** Session persistence for the targets. If omitted, the policy does not enable session persistence. */
  sessionPersistence?: SessionPersistence;
}

/** Limit on retries. */
export interface RetryConstraint {
  /**
   * Share of the requests that may be retries.
   *
   * @default `{"percent": 20, "interval": "10s"}`
   */
  budget?: RetryBudget;
  /**
   * Rate of retries that is allowed even if it exceeds the budget, for example when there is little traffic. Each
   * client applies the rate separately, so a backend can receive more retries in total.
   *
   * @default `{"count": 10, "interval": "1s"}`
   */
  minRetryRate?: RequestRate;
}

/** Share of the requests that may be retries. */
export interface RetryBudget {
  /**
   * Maximum share of active requests that may be retries, in percent.
   *
   * @default `20`
   * @minimum 0
   * @maximum 100
   */
  percent?: integer;
  /**
   * Period over which requests and retries are counted, from one second to one hour.
   *
   * @default `"10s"`
   * @validation `duration(self) >= duration("1s") && duration(self) <= duration("1h")`
   * must be between '1s' and '1h'
   */
  interval?: Duration;
}

/** Number of requests per interval. */
export interface RequestRate {
  /**
   * Number of requests per `interval`. If omitted, the behavior is not specified.
   *
   * @minimum 1
   * @maximum 1000000
   */
  count?: integer;
  /**
   * Length of the interval: more than zero and at most one hour. If omitted, the behavior is not specified.
   *
   * @validation `duration(self) > duration("0s") && duration(self) <= duration("1h")`
   * must be greater than '0s' and at most '1h'
   */
  interval?: Duration;
}
