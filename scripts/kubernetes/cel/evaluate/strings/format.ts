/** Formatted strings. Source: google/cel-go, ext/formatting.go, which Kubernetes uses with the locale en_US. */
import { Failure, kindOf, type ListValue, type MapValue, type ObjectValue, type Value } from "../../values/value.js";
import { LARGEST_STRING, tooLong } from "../limits.js";
import { asString } from "./as-string.js";
import { fixed, scientific } from "./decimal.js";
import { nestedText } from "./nested.js";

/** Precision of a directive without one. */
const PRECISION = 6;
const MAX_PRECISION = 2 ** 63;

/** Length of a directive in a message. */
const MAX_DIRECTIVE = 20;

type Printer = (value: Value, precision: number) => string | Failure | undefined;

/** Functions that print a value for a directive. They return undefined for other types of values. */
const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["s", anyText],
  ["d", (value) => integerOf(value)?.toString()],
  ["f", (value, precision) => withDouble(value, (double) => fixed(double, precision))],
  ["e", (value, precision) => withDouble(value, (double) => scientific(double, precision))],
  ["b", (value) => (typeof value === "boolean" ? String(Number(value)) : integerOf(value)?.toString(2))],
  ["o", (value) => integerOf(value)?.toString(8)],
  ["x", hex],
  ["X", (value) => hex(value)?.toUpperCase()],
]);

/** Replaces the directives in a string with arguments. Arguments after the last directive are ignored. */
export function format(text: string, args: readonly Value[]): string | Failure {
  const parts: string[] = [];
  let length = 0;
  let used = 0;
  for (const [part] of text.matchAll(/[^%]+|%%|%(?:\.\d*)?[\s\S]?/gu)) {
    const printed = part.startsWith("%") && part !== "%%" ? print(part, args, used++) : part.replace("%%", "%");
    if (printed instanceof Failure) return printed;
    parts.push(printed);
    length += printed.length;
    if (length > LARGEST_STRING) return tooLong();
  }
  return parts.join("");
}

function print(directive: string, args: readonly Value[], index: number): string | Failure {
  const arg = args[index];
  if (arg === undefined) return new Failure(`the format needs more than ${args.length} arguments`);
  const [, digits, letter = ""] = /^%(?:\.(\d*))?([^.])$/u.exec(directive) ?? [];
  const printer = PRINTERS.get(letter);
  const precision = digits === undefined ? PRECISION : Number(digits);
  if (!printer || digits === "" || precision >= MAX_PRECISION) {
    return new Failure(`\`${shortened(directive)}\` is not a directive of format()`);
  }
  return (
    printer(arg, precision) ??
    new Failure(`\`${shortened(directive)}\` cannot be used with a value of type ${kindOf(arg)}`)
  );
}

/** The precision of a directive can have any number of digits. */
function shortened(directive: string): string {
  return directive.length > MAX_DIRECTIVE ? `${directive.slice(0, MAX_DIRECTIVE)}…` : directive;
}

function anyText(value: Value): string | Failure | undefined {
  if (value === null) return "null";
  const kind = kindOf(value);
  const isNested = kind === "list" || kind === "map" || kind === "object";
  return isNested ? nestedText(value as ListValue | MapValue | ObjectValue) : asString(value);
}

function integerOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return kindOf(value) === "uint" ? (value as { value: bigint }).value : undefined;
}

const SPECIAL: ReadonlyMap<Value, number> = new Map<Value, number>([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Prints a double, or a string that is the name of a special one. */
function withDouble(value: Value, print: (double: number) => string): string | undefined {
  const double = typeof value === "number" ? value : SPECIAL.get(value);
  return double === undefined ? undefined : print(double);
}

function hex(value: Value): string | undefined {
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  const kind = kindOf(value);
  if (kind === "bytes") return Buffer.from((value as { value: string }).value, "latin1").toString("hex");
  return integerOf(value)?.toString(16);
}
