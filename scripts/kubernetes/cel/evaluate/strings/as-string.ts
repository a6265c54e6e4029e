/** Conversion of values to strings. Source: google/cel-go, common/types (ConvertToType). */
import type { Duration, Timestamp, Value } from "../../values/value.js";
import { general, plain } from "./decimal.js";

/** Returns the string of a value, or undefined if it cannot be converted. */
export function asString(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return general(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value === null) return undefined;
  switch (value.kind) {
    case "uint":
      return String(value.value);
    case "bytes":
      return decode(value.value);
    case "duration":
      return durationText(value);
    case "timestamp":
      return timestampText(value);
    case "type":
      return value.name;
    default:
      return undefined;
  }
}

/** Decodes UTF-8. Returns undefined if it is invalid. */
function decode(bytes: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

const SECOND = 1_000_000_000n;

function durationText({ nanoseconds }: Duration): string {
  const seconds = Number(nanoseconds / SECOND) + Number(nanoseconds % SECOND) / 1e9;
  return `${seconds < 0 ? "-" : ""}${plain(Math.abs(seconds))}s`;
}

function timestampText({ nanoseconds }: Timestamp): string {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const seconds = new Date(Number((nanoseconds - rest) / SECOND) * 1000).toISOString().slice(0, 19);
  const fraction = String(rest).padStart(9, "0").replace(/0+$/, "");
  return `${seconds}${fraction === "" ? "" : `.${fraction}`}Z`;
}
