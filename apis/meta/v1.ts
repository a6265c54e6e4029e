/*
 * Types that Kubernetes itself defines and that all APIs share.
 *
 * `@rawSchema` states the schema of a type. Only the compiler reads the TypeScript form of such a type, so `int32` can
 * be an integer in the schema although TypeScript has only `number`. Copy this file into your own project.
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
 * 64-bit integer. JavaScript represents integers exactly only up to 2^53.
 *
 * @rawSchema `{"type": "integer", "format": "int64"}`
 */
export type int64 = number;

/**
 * 32-bit floating-point number. Prefer integers, because encoders can change the value of a floating-point number.
 *
 * @rawSchema `{"type": "number", "format": "float"}`
 */
export type float = number;

/**
 * 64-bit floating-point number. Prefer integers, because encoders can change the value of a floating-point number.
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
 * Duration in Go's notation, such as `1h30m`.
 *
 * @rawSchema `{"type": "string"}`
 */
export type Duration = string;

/**
 * Quantity with an optional suffix for its scale, such as `500m` or `2Gi`.
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
 * Complete Kubernetes object inside another object. The API server validates its apiVersion, kind and metadata.
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
 * Standard metadata of a Kubernetes object. The API server defines its fields, so a CRD does not list them.
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

/** State of one aspect of an object, as reported by a controller. */
export interface Condition {
  /**
   * Type of the condition in CamelCase, unique within the list. A type that the API does not define has a domain
   * prefix, such as `example.com/Ready`.
   *
   * @maxLength 316
   * @pattern `^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*&#47;)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
   */
  type: string;
  /** Status of the condition. `Unknown` means that the controller cannot determine it, or has not done so yet. */
  status: "True" | "False" | "Unknown";
  /**
   * The `metadata.generation` of the object that the condition is based on. If it is lower than the current one, the
   * condition is out of date. If omitted, the generation is unknown.
   *
   * @minimum 0
   */
  observedGeneration?: int64;
  /** Time of the last change of `status`. */
  lastTransitionTime: Time;
  /**
   * Machine-readable reason for the last change of `status`, in CamelCase.
   *
   * @minLength 1
   * @maxLength 1024
   * @pattern `^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
   */
  reason: string;
  /**
   * Human-readable explanation of the last change of `status`. Can be empty.
   *
   * @maxLength 32768
   */
  message: string;
}

/**
 * Selection of objects by label. An object must meet all requirements. An empty selector selects all objects.
 *
 * @mapType atomic
 */
export interface LabelSelector {
  /** Labels that an object must have, with exactly these values. If omitted, only `matchExpressions` applies. */
  matchLabels?: Record<string, string>;
  /**
   * Label requirements other than an exact value. An object must meet all of them. If omitted, only `matchLabels`
   * applies.
   *
   * @listType atomic
   */
  matchExpressions?: LabelSelectorRequirement[];
}

/** Requirement for one label. */
export interface LabelSelectorRequirement {
  /** Key of the label. */
  key: string;
  /** Operator that compares the label with `values`: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /**
   * Values to compare the label with. `In` and `NotIn` require at least one; for `Exists` and `DoesNotExist`, the list
   * must be empty or omitted.
   *
   * @listType atomic
   */
  values?: string[];
}

/** `T` with another `apiVersion`, for an API version with the same fields. */
export type InVersion<T, V extends string> = Omit<T, "apiVersion"> & { apiVersion: V };
