/**
 * Module with the types that all APIs share. Source: ObjectMeta and ListMeta in k8s.io/apimachinery/pkg/apis/meta/v1,
 * as the API server writes them in JSON.
 */
export const META_MODULE = `declare const nothing: unique symbol;

/** Object without fields. Unlike {}, which accepts any value except null and undefined, it allows no fields. */
export interface Empty {
  readonly [nothing]?: never;
}

/** Standard metadata of a Kubernetes object. Fields that the API server sets are read-only. */
export interface ObjectMeta {
  /**
   * Name of the object. Must be unique among objects of the same kind in the namespace or, for cluster-scoped objects,
   * in the cluster.
   */
  name?: string;
  /** Prefix for the unique name that the API server generates if name is omitted. */
  generateName?: string;
  namespace?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
  /**
   * Unique identifier of the object. If the object is deleted and another one with the same name is created, the new
   * object has a different UID.
   */
  readonly uid?: string;
  /** Opaque identifier of the object's internal version. Changes with every write. */
  readonly resourceVersion?: string;
  /** Sequence number that increases with each change to the object's desired state. */
  readonly generation?: number;
  /** Time at which the object was created. All times are in RFC 3339 format. */
  readonly creationTimestamp?: string;
  /** Time at which the grace period for deleting the object ends. */
  readonly deletionTimestamp?: string;
  /** Grace period for deleting the object, in seconds. */
  readonly deletionGracePeriodSeconds?: number;
  /** Identifiers of the components that must finish their cleanup before the API server deletes the object. */
  finalizers?: string[];
  /** Owners of the object. Kubernetes deletes the object after all of its owners are deleted. */
  ownerReferences?: OwnerReference[];
  /** Field managers of the object, and the fields that each manager owns. */
  readonly managedFields?: ManagedFieldsEntry[];
}

/** Reference to an owner of an object. Kubernetes deletes the object after all of its owners are deleted. */
export interface OwnerReference {
  /** API group and version of the owner. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner, which must be cluster-scoped or in the same namespace as the object. */
  name: string;
  /**
   * UID of the owner. If the owner is deleted and an object with the same name is created, the new object has a
   * different UID.
   */
  uid: string;
  /**
   * True if the owner is the controller that manages the object. At most one owner of an object can be the managing
   * controller. If omitted, the value is false.
   */
  controller?: boolean;
  /**
   * True if foreground deletion of the owner must wait until the object is deleted. If omitted, the value is false.
   */
  blockOwnerDeletion?: boolean;
}

/** Fields of an object that one field manager owns. Server-side apply uses this information. */
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
  /** Opaque identifier of the version of the list. A watch can start from this version. */
  readonly resourceVersion?: string;
  /** Token for requesting the next part of the list. Omitted if the list has no more parts. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** Request in which the API server validates an object. */
export interface ValidationOptions {
  /** Stored object that the request replaces. If omitted, the request creates the object. */
  readonly old?: unknown;
  /** Subresource that the request writes. If omitted, the request writes the main resource. */
  readonly subresource?: "status";
}

/** Error for which the API server rejects an object. */
export interface FieldError {
  /** Reason of the cause in the response of the API server, such as FieldValueInvalid. */
  readonly type: string;
  /** Path of the field, as in the response of the API server. */
  readonly field: string;
  /** Path of the field as a list of names and indexes. */
  readonly path: readonly (string | number)[];
  /** Message of the cause in the response of the API server. */
  readonly message: string;
}
`;
