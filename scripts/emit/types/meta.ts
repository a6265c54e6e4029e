/**
 * The types of every API, as a module. Source: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta and ListMeta, as the API
 * server writes them in JSON.
 */
export const META_MODULE = `declare const nothing: unique symbol;

/** An object without fields. Unlike {}, which is any value but null, it lets nobody name one. */
export interface Empty {
  readonly [nothing]?: never;
}

/** What every object says of itself. What the API server sets is read-only. */
export interface ObjectMeta {
  /** Unique among the objects of its kind in a namespace, or in the cluster. */
  name?: string;
  /** The beginning of a name that the API server completes. */
  generateName?: string;
  namespace?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
  /** The one object: a later one of the same name has another. */
  readonly uid?: string;
  /** Changes with every write. It can be compared for equality and has no order. */
  readonly resourceVersion?: string;
  /** Counts the changes of what is wanted. */
  readonly generation?: number;
  /** In RFC 3339, as all times. */
  readonly creationTimestamp?: string;
  /** Set once the object is being deleted. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  /** Who has to let go of the object before it is gone. */
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  readonly managedFields?: ManagedFieldsEntry[];
}

/** An object that another one belongs to and is deleted with. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** Whether the owner manages the object. One owner at most does. */
  controller?: boolean;
  /** Whether the owner, when it is deleted in the foreground, waits for the object to be gone. */
  blockOwnerDeletion?: boolean;
}

/** The fields that one manager set, for server-side apply. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: unknown;
  subresource?: string;
}

/** What every list says of itself. */
export interface ListMeta {
  /** The state of the cluster that the list shows: where a watch can begin. */
  readonly resourceVersion?: string;
  /** Where the next part of the list begins. Absent from the last one. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
`;
