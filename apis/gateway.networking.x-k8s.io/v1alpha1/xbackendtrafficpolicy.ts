import type { PolicyStatus, PolicyTargetReference } from "../../gateway.networking.k8s.io/v1/policies.js";
import type { Duration } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { SessionPersistence } from "../../gateway.networking.k8s.io/v1/session-persistence.js";
import type { integer, ObjectMeta } from "../../meta/v1.js";

/**
 * How traffic is spread over the endpoints of a backend, whichever route leads to it: how many requests may be sent
 * again, and whether a client stays at one endpoint.
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
  /** Which backends the policy is for, and what it says of their traffic. */
  spec: XBackendTrafficPolicySpec;
  /** How the policy fares at each of the Gateways that it has an effect on. */
  status?: PolicyStatus;
}

/** Which backends a policy is for, and what it says of their traffic. */
export interface XBackendTrafficPolicySpec {
  /**
   * The backends that the policy is for, in most cases Services, in its own namespace.
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
   * How many failed requests may be sent again, of all that go to a backend, so that it is not overrun when it fails.
   * Without it, each route's own retries are the only limit.
   */
  retryConstraint?: RetryConstraint;
  /** Keeps the requests of one client on one endpoint. Each request goes its own way when absent. */
  sessionPersistence?: SessionPersistence;
}

/** How many failed requests may be sent again. */
export interface RetryConstraint {
  /**
   * The share of requests that may be retries.
   *
   * @default `{"percent": 20, "interval": "10s"}`
   */
  budget?: RetryBudget;
  /**
   * Retries that are allowed however small the budget is, so that a backend with little traffic gets some too.
   *
   * @default `{"count": 10, "interval": "1s"}`
   */
  minRetryRate?: RequestRate;
}

/** The share of requests that may be retries. */
export interface RetryBudget {
  /**
   * How many of the active requests may be retries, in percent.
   *
   * @default `20`
   * @minimum 0
   * @maximum 100
   */
  percent?: integer;
  /**
   * Time over which requests and retries are counted, from one second to one hour.
   *
   * @default `"10s"`
   * @validation `duration(self) >= duration("1s") && duration(self) <= duration("1h")`
   * Set interval to at least one second and at most one hour.
   */
  interval?: Duration;
}

/** A number of requests in some time. */
export interface RequestRate {
  /**
   * How many requests. The implementation decides when absent.
   *
   * @minimum 1
   * @maximum 1000000
   */
  count?: integer;
  /**
   * In how much time, at most one hour. The implementation decides when absent.
   *
   * @validation `duration(self) > duration("0s") && duration(self) <= duration("1h")`
   * Set interval to more than zero and at most one hour.
   */
  interval?: Duration;
}
