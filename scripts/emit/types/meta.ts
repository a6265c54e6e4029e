/**
 * Module with the types that all APIs share. Source: ObjectMeta and ListMeta in k8s.io/apimachinery/pkg/apis/meta/v1,
 * as the API server writes them in JSON.
 */
export const META_MODULE = `declare const nothing: unique symbol;

/** Object without fields. Unlike {}, which accepts any value except null and undefined, it does not allow any field. */
export interface Empty {
  readonly [nothing]?: never;
}

/** Standard metadata of a Kubernetes object. Fields that the API server sets are read-only. */
export interface ObjectMeta {
  /** Name of the object, unique among the objects of its kind in a namespace, or in the cluster. */
  name?: string;
  /** Prefix for a unique name, which the API server generates if name is omitted. */
  generateName?: string;
  namespace?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
  /** Unique identifier of the object. An object that is created later with the same name has a different one. */
  readonly uid?: string;
  /** Opaque identifier of the state of the object. Changes with every write. */
  readonly resourceVersion?: string;
  /** Number that increases with each change of the desired state. */
  readonly generation?: number;
  /** Time at which the object was created. All times are in RFC 3339 format. */
  readonly creationTimestamp?: string;
  /** Time at which the grace period for the deletion of the object ends. */
  readonly deletionTimestamp?: string;
  /** Grace period for the deletion of the object, in seconds. */
  readonly deletionGracePeriodSeconds?: number;
  /** Identifiers of the components that must clean up before the API server deletes the object. */
  finalizers?: string[];
  /** Owners of the object. Kubernetes deletes the object when all its owners are deleted. */
  ownerReferences?: OwnerReference[];
  /** Managers of the object and the fields that each of them owns. */
  readonly managedFields?: ManagedFieldsEntry[];
}

/** Reference to an owner of an object. Kubernetes deletes the object when all its owners are deleted. */
export interface OwnerReference {
  /** API group and version of the owner. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner, which must be cluster-scoped or in the namespace of the object. */
  name: string;
  /** UID of the owner. An object that is created later with the same name has a different UID. */
  uid: string;
  /** True if the owner is the controller that manages the object. At most one owner can be. If omitted, false. */
  controller?: boolean;
  /** True if foreground deletion of the owner must wait until the object is deleted. If omitted, false. */
  blockOwnerDeletion?: boolean;
}

/** Fields of an object that one manager owns, for server-side apply. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: unknown;
  subresource?: string;
}

/** Standard metadata of a list. */
export interface ListMeta {
  /** Opaque identifier of the state of the cluster that the list shows. A watch can start from it. */
  readonly resourceVersion?: string;
  /** Token to request the next part of the list. Omitted if there are no more parts. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
`;
