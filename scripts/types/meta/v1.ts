/*
 * Types that Kubernetes itself defines and that all APIs share.
 *
 * `@rawSchema` states the schema of a type. Only the compiler reads the TypeScript form of such a type, so `int32` can
 * be an integer in the schema although TypeScript has only `number`.
 */

/**
 * Integer of unspecified size. Prefer int32 or int64.
 *
 * @rawSchema `{"type": "integer"}`
 */
export type integer = number;

/**
 * 32-bit integer.
 *
 * @rawSchema `{"type": "integer", "format": "int32"}`
 */
export type int32 = number;

/**
 * 64-bit integer. JavaScript can represent integers exactly only up to 2^53.
 *
 * @rawSchema `{"type": "integer", "format": "int64"}`
 */
export type int64 = number;

/**
 * 32-bit floating-point number. Prefer integers, because encoding and decoding can change the value of a floating-point
 * number.
 *
 * @rawSchema `{"type": "number", "format": "float"}`
 */
export type float = number;

/**
 * 64-bit floating-point number. Prefer integers, because encoding and decoding can change the value of a floating-point
 * number.
 *
 * @rawSchema `{"type": "number", "format": "double"}`
 */
export type double = number;

/**
 * Integer or string, such as `80` or `"http"`.
 *
 * @rawSchema `{"x-kubernetes-int-or-string": true}`
 */
export type IntOrString = number | string;

/**
 * Timestamp in RFC 3339 format, precise to the second.
 *
 * @rawSchema `{"type": "string", "format": "date-time"}`
 */
export type Time = string;

/**
 * Timestamp in RFC 3339 format, precise to the microsecond.
 *
 * @rawSchema `{"type": "string", "format": "date-time"}`
 */
export type MicroTime = string;

/**
 * Duration in Go's duration format, such as `1h30m`.
 *
 * @rawSchema `{"type": "string"}`
 */
export type Duration = string;

/**
 * Quantity: a number with an optional suffix for the scale, such as `500m` (0.5) or `2Gi`.
 *
 * @rawSchema
 * ```
 * anyOf:
 *   - type: integer
 *   - type: string
 * pattern: ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
 * x-kubernetes-int-or-string: true
 * ```
 */
export type Quantity = number | string;

/**
 * Any JSON value. The API server stores it unchanged.
 *
 * @rawSchema `{"x-kubernetes-preserve-unknown-fields": true}`
 */
export type JSONValue = unknown;

/**
 * Complete Kubernetes object inside another object. The API server validates the apiVersion, kind, and metadata of the
 * embedded object.
 *
 * @rawSchema `{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}`
 */
export interface EmbeddedResource {
  apiVersion: string;
  kind: string;
  metadata?: ObjectMeta;
  [field: string]: unknown;
}

/**
 * Standard metadata of a Kubernetes object. Kubernetes defines the fields of the metadata, so a CRD does not list these
 * fields.
 *
 * @rawSchema `{"type": "object", "x-kubernetes-preserve-unknown-fields": true}`
 */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: int64;
  readonly creationTimestamp?: Time;
  readonly deletionTimestamp?: Time;
  readonly deletionGracePeriodSeconds?: int64;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

/** Metadata of an object that a controller creates, such as the pods of a template. */
export interface EmbeddedObjectMeta {
  /** Annotations of the object. */
  annotations?: Record<string, string>;
  /** Finalizers of the object. */
  finalizers?: string[];
  /** Labels of the object. */
  labels?: Record<string, string>;
  /** Name of the object. */
  name?: string;
  /** Namespace of the object. */
  namespace?: string;
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
   * True if foreground deletion of the owner must wait until the owned object is deleted. If omitted, the value is
   * false.
   */
  blockOwnerDeletion?: boolean;
}

/** State of one aspect of an object, as reported by a controller. */
export interface Condition {
  /**
   * Type of the condition, in CamelCase. Must be unique within the list of conditions. Types that the API does not
   * define have a domain prefix, as in `example.com/Ready`.
   *
   * @maxLength 316
   * @pattern `^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*&#47;)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
   */
  type: string;
  /**
   * Status of the condition: `True`, `False`, or `Unknown`. The status is `Unknown` if the controller cannot determine
   * whether the condition is true, or has not processed the object yet.
   */
  status: "True" | "False" | "Unknown";
  /**
   * Value of the object's `metadata.generation` on which the condition is based. If this value is lower than the
   * current `metadata.generation`, the condition is out of date. If omitted, the generation is unknown.
   *
   * @minimum 0
   */
  observedGeneration?: int64;
  /** Time at which the condition's `status` last changed. */
  lastTransitionTime: Time;
  /**
   * Machine-readable reason for the last change of the condition's `status`, in CamelCase.
   *
   * @minLength 1
   * @maxLength 1024
   * @pattern `^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
   */
  reason: string;
  /**
   * Human-readable details about the last change of the condition's `status`. Can be empty.
   *
   * @maxLength 32768
   */
  message: string;
}

/**
 * Selection of objects by label. An object must meet all requirements to be selected. An empty selector selects all
 * objects.
 *
 * @mapType atomic
 */
export interface LabelSelector {
  /**
   * Labels, with their values, that every selected object has. If omitted, only the requirements in
   * `matchExpressions` apply.
   */
  matchLabels?: Record<string, string>;
  /**
   * Requirements for the labels of an object. An object must meet all of these requirements to be selected. If omitted,
   * only the labels in `matchLabels` are required.
   *
   * @listType atomic
   */
  matchExpressions?: LabelSelectorRequirement[];
}

/** Requirement for one label. */
export interface LabelSelectorRequirement {
  /** Key of the label that the requirement applies to. */
  key: string;
  /**
   * Operator that compares the label's value with `values` (`In` or `NotIn`) or checks whether the object has the label
   * (`Exists` or `DoesNotExist`).
   */
  operator: string;
  /**
   * Values to compare the label's value with. Must contain at least one value if `operator` is `In` or `NotIn`. Must be
   * omitted or empty if `operator` is `Exists` or `DoesNotExist`.
   *
   * @listType atomic
   */
  values?: string[];
}

/** `T` with another `apiVersion`, for an API version with the same fields. */
export type InVersion<T, V extends string> = Omit<T, "apiVersion"> & { apiVersion: V };
