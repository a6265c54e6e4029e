/*
 * The types that Kubernetes itself defines and that every API shares.
 *
 * A type with `@rawSchema` is its schema: its TypeScript form is for the compiler and is not read. That is how `int32`
 * becomes an integer although TypeScript knows numbers alone. Copy this file into any project that has APIs of its own.
 */

/**
 * A whole number of any size. Prefer int32 and int64, which say how large it may be.
 *
 * @rawSchema `{"type": "integer"}`
 */
export type integer = number;

/**
 * A whole number of 32 bits.
 *
 * @rawSchema `{"type": "integer", "format": "int32"}`
 */
export type int32 = number;

/**
 * A whole number of 64 bits. JavaScript is exact up to 2^53 alone.
 *
 * @rawSchema `{"type": "integer", "format": "int64"}`
 */
export type int64 = number;

/**
 * A floating-point number of 32 bits. Prefer whole numbers: floats do not survive every encoder unchanged.
 *
 * @rawSchema `{"type": "number", "format": "float"}`
 */
export type float = number;

/**
 * A floating-point number of 64 bits. Prefer whole numbers: floats do not survive every encoder unchanged.
 *
 * @rawSchema `{"type": "number", "format": "double"}`
 */
export type double = number;

/**
 * A whole number or a text, as in `80` and `"http"`.
 *
 * @rawSchema `{"x-kubernetes-int-or-string": true}`
 */
export type IntOrString = number | string;

/**
 * A moment, to the second, in RFC 3339.
 *
 * @rawSchema `{"type": "string", "format": "date-time"}`
 */
export type Time = string;

/**
 * A moment, to the microsecond, in RFC 3339.
 *
 * @rawSchema `{"type": "string", "format": "date-time"}`
 */
export type MicroTime = string;

/**
 * A length of time in Go's notation, as in `1h30m`.
 *
 * @rawSchema `{"type": "string"}`
 */
export type Duration = string;

/**
 * An amount with a unit, as in `500m` and `2Gi`.
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
 * Any JSON value. The API server keeps it as it is.
 *
 * @rawSchema `{"x-kubernetes-preserve-unknown-fields": true}`
 */
export type JSONValue = unknown;

/**
 * A whole Kubernetes object inside another one. The API server checks its apiVersion, kind and metadata.
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
 * What every Kubernetes object says of itself. The API server knows its fields; a CRD may not repeat them.
 *
 * @rawSchema `{"type": "object"}`
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

/** The object that another object belongs to and is deleted with. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** One aspect of an object's state, as its controller sees it. */
export interface Condition {
  /**
   * The aspect, in CamelCase, unique in its list. A name outside the API's own set has a domain before it: `example.com/Ready`.
   *
   * @maxLength 316
   * @pattern `^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*&#47;)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
   */
  type: string;
  /** Whether the aspect holds; Unknown where the controller cannot tell, or has not looked yet. */
  status: "True" | "False" | "Unknown";
  /**
   * The metadata.generation that the condition was judged on. Lower than the object's: the condition is out of date.
   *
   * @minimum 0
   */
  observedGeneration?: int64;
  /** When status last changed its value. */
  lastTransitionTime: Time;
  /**
   * Why the condition is as it is: one CamelCase word, meant for programs.
   *
   * @minLength 1
   * @maxLength 1024
   * @pattern `^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
   */
  reason: string;
  /**
   * The same for people, in a sentence. May be empty.
   *
   * @maxLength 32768
   */
  message: string;
}

/** `T` under another apiVersion: for a version that equals another one. */
export type InVersion<T, V extends string> = Omit<T, "apiVersion"> & { apiVersion: V };
