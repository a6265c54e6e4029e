import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { Listeners, ListenersStatus } from "./listeners.js";
import type { Group, Kind, Namespace, ObjectName } from "./scalars.js";

/**
 * Additional listeners for a Gateway. With ListenerSets, teams can manage listeners in their own namespaces, and a
 * Gateway can have more listeners than the 64 that its spec can list.
 *
 * The Gateway must allow the ListenerSet in `spec.allowedListeners`. If listeners conflict, the listeners in the
 * Gateway's spec take precedence over listeners from ListenerSets. If listeners from several ListenerSets conflict, the
 * ListenerSet with the oldest creation timestamp takes precedence. If the timestamps are equal, the ListenerSet that is
 * first in alphabetical order by namespace and name takes precedence.
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
  /** Reference to the Gateway to which the listeners are added. */
  parentRef: ParentGatewayReference;
  /**
   * Listeners to add to the parent Gateway. Within this ListenerSet, each listener must have a unique name and a unique
   * combination of port, protocol, and hostname. The Gateway and other ListenerSets can have listeners with the same
   * name.
   */
  listeners: Listeners;
}

/** Reference to a Gateway, or to an object of another kind that the implementation supports as a parent. */
export interface ParentGatewayReference {
  /**
   * API group of the parent, usually a Gateway.
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
  /** Name of the parent Gateway. */
  name: ObjectName;
  /** Namespace of the parent Gateway. If omitted, the namespace of the ListenerSet is used. */
  namespace?: Namespace;
}

/** Current state of a ListenerSet. */
export interface ListenerSetStatus extends ListenersStatus {}
