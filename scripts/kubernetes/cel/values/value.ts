/** Values of CEL. Source: google/cel-go, common/types, and k8s.io/apiserver, pkg/cel. */
import type { JsonObject } from "../../../core/model/json.js";
import type { Span } from "../syntax/tree.js";

/** Value. An int is a bigint, and a double is a number. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Bytes
  | Timestamp
  | Duration
  | TypeValue
  | Optional
  | ListValue
  | MapValue
  | ObjectValue
  | Quantity
  | Address
  | Network
  | Url
  | Semver
  | NamedFormat
  | Unreadable;

export interface Uint {
  readonly kind: "uint";
  readonly value: bigint;
}

export interface Bytes {
  readonly kind: "bytes";
  /** One character per byte. */
  readonly value: string;
}

export interface Timestamp {
  readonly kind: "timestamp";
  /** Nanoseconds since 1970 in UTC. */
  readonly nanoseconds: bigint;
  /** Minutes east of UTC, if it was written in another time zone. Only its string depends on it. */
  readonly offset?: number;
}

export interface Duration {
  readonly kind: "duration";
  readonly nanoseconds: bigint;
}

export interface TypeValue {
  readonly kind: "type";
  /** Name, such as `int` or `google.protobuf.Timestamp`. */
  readonly name: string;
}

export interface Optional {
  readonly kind: "optional";
  /** Omitted if there is no value. */
  readonly value?: Value;
}

export interface ListValue {
  readonly kind: "list";
  readonly size: number;
  readonly items: readonly Value[];
  /** Set for lists of a schema whose order does not matter: those of x-kubernetes-list-type `set` and `map`. */
  readonly unordered?: Unordered | undefined;
  /** Set for a list of the object that the rule validates. Even if it is empty, it is not a zero value. */
  readonly isStored?: true;
}

/** `set`, or the fields, by their name in CEL, that identify an item of a list of type `map`. */
export type Unordered = "set" | { readonly keys: readonly string[] };

export interface MapValue {
  readonly kind: "map";
  readonly size: number;
  readonly keys: readonly Value[];
  /** Set for a map of the object that the rule validates. Even if it is empty, it is not a zero value. */
  readonly isStored?: true;
  get(key: Value): Value | undefined;
}

/** Object of a schema with fields. Unlike a map, it has names as CEL escapes them, and hides fields that are null. */
export interface ObjectValue {
  readonly kind: "object";
  /** Number of fields, with those that are null, and with those that the schema does not declare. */
  readonly size: number;
  /** Names in CEL of the fields that the schema declares. */
  readonly keys: readonly string[];
  get(key: Value): Value | undefined;
  readonly json: JsonObject;
  /** Names in JSON of the fields that the schema does not declare. */
  readonly undeclared: readonly string[];
  /** Names in JSON of the fields that the schema declares, but that have no name or no type in CEL. */
  readonly inexpressible: readonly string[];
}

/** Quantity: `coefficient × 10^exponent`. Source: k8s.io/apimachinery, pkg/api/resource. */
export interface Quantity {
  readonly kind: "quantity";
  readonly coefficient: bigint;
  readonly exponent: number;
  /**
   * Set if the API server stores the coefficient as an int64. Only such a quantity can be converted to an integer. The
   * methods that compare it with another kind of quantity unset this, also for later calls on the same value.
   */
  isInt64: boolean;
  /** Set if add() or sub() returned the quantity. The API server fails to evaluate `==` with it on the right. */
  readonly isComputed: boolean;
}

/** IP address. */
export interface Address {
  readonly kind: "ip";
  readonly version: 4 | 6;
  readonly bits: bigint;
}

/** Range of addresses. The bits of the host are kept. */
export interface Network {
  readonly kind: "cidr";
  readonly address: Address;
  readonly prefixLength: number;
}

export interface Url {
  readonly kind: "url";
  /** Scheme in lowercase, or an empty string. */
  readonly scheme: string;
  /** Decoded host with its port. */
  readonly host: string;
  readonly escapedPath: string;
  /** Encoded parameters. */
  readonly query: string;
  /** Normalized URL. Two values with the same text are equal. */
  readonly text: string;
}

export interface Semver {
  readonly kind: "semver";
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Identifiers after the hyphen. Numeric ones are bigints. */
  readonly prerelease: readonly (string | bigint)[];
  /** Identifiers after the plus sign. */
  readonly build: readonly string[];
}

/** Format of strings, such as `format.dns1123Label()`. */
export interface NamedFormat {
  readonly kind: "format";
  readonly name: string;
}

/** Part of the object that the API server cannot convert. An evaluation that reads it fails. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly message: string;
  /** Set if the API server has a value here, which is unknown outside of it. */
  readonly isUnknown?: true;
}

/** Error of an evaluation. The API server rejects the object with its message. */
export class Failure {
  constructor(
    readonly message: string,
    /** Place of the part that failed. */
    readonly place?: Span,
  ) {}
}

/** Failure because a value is unknown. With the value, the evaluation could have any result. */
export class Unknown extends Failure {}

/** Returns a failure with another message. */
export function reworded(failure: Failure, message: string): Failure {
  return failure instanceof Unknown ? new Unknown(message) : new Failure(message);
}

/** Returns the failure of an evaluation that reads a value that cannot be read. */
export function failureOf({ message, isUnknown }: Unreadable): Failure {
  return isUnknown ? new Unknown(message) : new Failure(message);
}

/** Returns a value that stands for a failure in a list or map, until something reads it. */
export function unreadable(failure: Failure): Unreadable {
  const { message } = failure;
  return { kind: "unreadable", message, ...(failure instanceof Unknown && { isUnknown: true }) };
}

/**
 * Implementation of a function: gets the values of its arguments, with the target of a method first. Returns undefined
 * if no overload matches their types.
 */
export type Implementation = (...args: Value[]) => Value | Failure | undefined;

/** Implementations by name: global functions, and methods. Names with a dot, such as `sets.contains`, are global. */
export interface Library {
  readonly functions: Readonly<Record<string, Implementation>>;
  readonly methods: Readonly<Record<string, Implementation>>;
}

export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
export const UINT64_MAX = 2n ** 64n - 1n;

/** Kind of a value, by which functions tell their overloads apart. */
export function kindOf(value: Value): string {
  switch (typeof value) {
    case "bigint":
      return "int";
    case "number":
      return "double";
    case "boolean":
      return "bool";
    case "string":
      return "string";
    default:
      return value === null ? "null" : value.kind;
  }
}

/** Reports whether a value is a particular kind of tagged value. */
export function isKind<K extends Tagged["kind"]>(
  value: Value | undefined,
  kind: K,
): value is Extract<Tagged, { kind: K }> {
  return typeof value === "object" && value !== null && value.kind === kind;
}

/** Values that JavaScript has no type for. */
export type Tagged = Extract<Value, { readonly kind: string }>;

export function listValue(items: readonly Value[]): ListValue {
  return { kind: "list", items, size: items.length };
}

/** Returns a map with string keys, such as the parameters of a URL. */
export function stringMap(entries: ReadonlyMap<string, Value>): MapValue {
  return {
    kind: "map",
    size: entries.size,
    keys: [...entries.keys()],
    get: (key) => (typeof key === "string" ? entries.get(key) : undefined),
  };
}

/** Returns an optional value, without a value if it is undefined. */
export function optionalValue(value?: Value): Optional {
  return value === undefined ? { kind: "optional" } : { kind: "optional", value };
}
