/** Conversions between types. Source: google/cel-go, common/types (the methods ConvertToType). */
import { fitsInt64, printGoFloat, readGoFloat, readGoInteger, readGoUnsigned } from "../../../../core/go-numbers.js";
import { readGoDuration } from "../../../formats/time.js";
import { floorDivide, isInRange, parseRfc3339, printDuration, printTimestamp, SECOND } from "../../values/time.js";
import { Failure, isKind, kindOf, type Library, type Timestamp, type Uint, type Value } from "../../values/value.js";

type Result = Value | Failure | undefined;

export const CONVERSIONS: Library = {
  functions: {
    bool: toBool,
    bytes: toBytes,
    double: toDouble,
    duration: toDuration,
    dyn: (value) => value,
    int: toInt,
    string: toText,
    timestamp: toTimestamp,
    type: (value) => ({ kind: "type", name: typeName(value) }),
    uint: toUint,
  },
  methods: {},
};

/** Names of types that differ from the kinds of their values. The type of an object is that of a map. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ["null", "null_type"],
  ["duration", "google.protobuf.Duration"],
  ["timestamp", "google.protobuf.Timestamp"],
  ["optional", "optional_type"],
  ["object", "map"],
  ["quantity", "kubernetes.Quantity"],
  ["url", "kubernetes.URL"],
  ["semver", "kubernetes.Semver"],
  ["format", "kubernetes.NamedFormat"],
  ["ip", "net.IP"],
  ["cidr", "net.CIDR"],
]);

/** Returns the name of the type of a value at run time, without type parameters. */
export function typeName(value: Value): string {
  const kind = kindOf(value);
  return TYPE_NAMES.get(kind) ?? kind;
}

function toInt(value: Value): Result {
  switch (typeof value) {
    case "bigint":
      return value;
    case "number":
      return value > -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : outOfRange("int");
    case "string":
      return readGoInteger(value) ?? invalid("int");
  }
  if (isKind(value, "uint")) return fitsInt64(value.value) ? value.value : outOfRange("int");
  if (isKind(value, "timestamp")) return floorDivide(value.nanoseconds, SECOND);
  return isKind(value, "duration") ? value.nanoseconds : undefined;
}

function toUint(value: Value): Result {
  switch (typeof value) {
    case "bigint":
      return value >= 0n ? uint(value) : outOfRange("uint");
    case "number":
      return value >= 0 && value < 2 ** 64 ? uint(BigInt(Math.trunc(value))) : outOfRange("uint");
    case "string": {
      const read = readGoUnsigned(value);
      return read === undefined ? invalid("uint") : uint(read);
    }
  }
  return isKind(value, "uint") ? value : undefined;
}

function uint(value: bigint): Uint {
  return { kind: "uint", value };
}

function toDouble(value: Value): Result {
  switch (typeof value) {
    case "number":
      return value;
    case "bigint":
      return Number(value);
    case "string":
      return readGoFloat(value) ?? invalid("double");
  }
  return isKind(value, "uint") ? Number(value.value) : undefined;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text) => [text, false] as const),
]);

function toBool(value: Value): Result {
  if (typeof value === "string") return BOOLEANS.get(value) ?? invalid("bool");
  return typeof value === "boolean" ? value : undefined;
}

function toText(value: Value): Result {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
    case "boolean":
      return String(value);
    case "number":
      return printGoFloat(value);
  }
  if (isKind(value, "uint")) return String(value.value);
  if (isKind(value, "bytes")) return decode(value.value);
  if (isKind(value, "timestamp")) return printTimestamp(value);
  return isKind(value, "duration") ? printDuration(value) : undefined;
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: string): string | Failure {
  try {
    return UTF_8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return new Failure("the bytes are not valid UTF-8");
  }
}

function toBytes(value: Value): Result {
  if (typeof value === "string") return { kind: "bytes", value: Buffer.from(value, "utf8").toString("latin1") };
  return isKind(value, "bytes") ? value : undefined;
}

function toDuration(value: Value): Result {
  if (typeof value !== "string") return isKind(value, "duration") ? value : undefined;
  const nanoseconds = readGoDuration(value);
  return nanoseconds === undefined ? invalid("duration") : { kind: "duration", nanoseconds };
}

/** A field with the format `date-time` can be out of the range, and remains so. */
function toTimestamp(value: Value): Result {
  if (typeof value === "bigint") return inRange({ kind: "timestamp", nanoseconds: value * SECOND });
  if (typeof value !== "string") return isKind(value, "timestamp") ? value : undefined;
  const timestamp = parseRfc3339(value);
  return timestamp ? inRange(timestamp) : invalid("timestamp");
}

function inRange(timestamp: Timestamp): Result {
  return isInRange(timestamp) ? timestamp : outOfRange("timestamp");
}

function invalid(type: string): Failure {
  return new Failure(`the string is not a valid ${type}`);
}

function outOfRange(type: string): Failure {
  return new Failure(`the value is out of the range of ${type}`);
}
