import type { ObjectMeta } from "../../meta/v1.js";
import type { Listeners, ListenersStatus } from "./listeners.js";
import type { Group, Kind, Namespace, ObjectName } from "./scalars.js";

/**
 * Listeners that are added to a Gateway from outside of it: by another team, in another namespace, or because one
 * Gateway cannot hold them all.
 *
 * The Gateway has to let it, with `allowedListeners`. Where its listeners clash with others, those of the Gateway come
 * first, then those of the older ListenerSet.
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
  /** The listeners, and the Gateway that they are added to. */
  spec: ListenerSetSpec;
  /** The listeners as the controller of their Gateway sees them. */
  status?: ListenerSetStatus;
}

/** Listeners, and the Gateway that they are added to. */
export interface ListenerSetSpec {
  /** The Gateway that the listeners are added to. */
  parentRef: ParentGatewayReference;
  /**
   * The listeners to add. Their names have to differ within this object alone, so that the Gateway may have a listener
   * of the same name.
   */
  listeners: Listeners;
}

/** A Gateway, or an object of another kind that stands for one. */
export interface ParentGatewayReference {
  /**
   * API group of the Gateway.
   *
   * @default `"gateway.networking.k8s.io"`
   */
  group?: Group;
  /**
   * Kind of the Gateway. Implementations may support others than Gateway.
   *
   * @default `"Gateway"`
   */
  kind?: Kind;
  /** Name of the Gateway. */
  name: ObjectName;
  /** Namespace of the Gateway; the same one when absent. */
  namespace?: Namespace;
}

/** Listeners as the controller of their Gateway sees them. */
export interface ListenerSetStatus extends ListenersStatus {}
