import type { ObjectMeta } from "../../meta/v1.js";
import type { Listeners, ListenersStatus } from "./listeners.js";
import type { Group, Kind, Namespace, ObjectName } from "./scalars.js";

/**
 * Additional listeners for a Gateway, for example those of another team or namespace, or those that exceed the limit of
 * 64 per Gateway.
 *
 * The Gateway must allow the ListenerSet in `allowedListeners`. If listeners conflict, those of the Gateway take
 * precedence, then those of the oldest ListenerSet, and then those of the first ListenerSet by namespace and name.
 *
 * @shortName lset
 * @category gateway-api
 * @storageVersion
 * @printColumn Accepted string `.status.conditions[?(@.type=="Accepted")].status`
 * @printColumn Programmed string `.status.conditions[?(@.type=="Programmed")].status`
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface ListenerSet {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "ListenerSet";
  metadata: ObjectMeta;
  /** Desired state of the ListenerSet. */
  spec: ListenerSetSpec;
  /** Current state of the ListenerSet. */
  status?: ListenerSetStatus;
}

/** Desired state of a ListenerSet. */
export interface ListenerSetSpec {
  /** Gateway to which the listeners are added. */
  parentRef: ParentGatewayReference;
  /**
   * Listeners to add to the Gateway. Names must be unique within this ListenerSet, but can repeat those of the Gateway
   * and of other ListenerSets.
   */
  listeners: Listeners;
}

/** Reference to a Gateway, or to an object of another kind that the implementation supports as a parent. */
export interface ParentGatewayReference {
  /**
   * API group of the Gateway.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the parent. Implementations can support kinds other than Gateway.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the Gateway. */
  name: ObjectName;
  /** Namespace of the Gateway. If omitted, the Gateway is in the namespace of the ListenerSet. */
  namespace?: Namespace;
}

/** Current state of a ListenerSet. */
export interface ListenerSetStatus extends ListenersStatus {}
