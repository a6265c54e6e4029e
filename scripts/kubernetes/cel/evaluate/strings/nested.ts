/**
 * Values in lists and maps as `format()` prints them: nearly as literals of CEL. Source: google/cel-go,
 * ext/formatting.go (formatList, formatMap).
 */
import { compare } from "../../values/equal.js";
import { Failure, kindOf, type ListValue, type MapValue, type ObjectValue, type Value } from "../../values/value.js";
import { LARGEST_STRING, tooLong } from "../limits.js";
import { asString } from "./as-string.js";
import { fixed } from "./decimal.js";
import { quoteAsGo } from "./quote.js";

/** Digits after the decimal point of a double. */
const PRECISION = 6;

/** Depth of lists and maps, which the schema of an object limits to less. */
const MAX_DEPTH = 200;

const KEYS: ReadonlySet<string> = new Set(["bool", "int", "string", "uint"]);

/** Prints a list, a map or an object. */
export function nestedText(value: ListValue | MapValue | ObjectValue): string | Failure {
  const printer = new Printer();
  printer.print(value, 0);
  return printer.failure ?? printer.parts.join("");
}

/** The first failure ends the output. */
class Printer {
  readonly parts: string[] = [];
  failure: Failure | undefined;
  #length = 0;

  print(value: Value, depth: number): void {
    if (depth > MAX_DEPTH) this.failure = new Failure("the value is nested too deeply");
    if (this.failure) return;
    const kind = kindOf(value);
    if (kind === "list") this.#printList(value as ListValue, depth);
    else if (kind === "map" || kind === "object") this.#printMap(value as MapValue | ObjectValue, depth);
    else this.#write(scalarText(value) ?? new Failure(`a value of type ${kind} cannot be formatted`));
  }

  #write(text: string | Failure): void {
    if (text instanceof Failure) {
      this.failure = text;
      return;
    }
    this.parts.push(text);
    this.#length += text.length;
    if (this.#length > LARGEST_STRING) this.failure = tooLong();
  }

  #printList({ items }: ListValue, depth: number): void {
    this.#write("[");
    for (const [index, item] of items.entries()) {
      if (this.failure) return;
      if (index > 0) this.#write(", ");
      this.print(item, depth + 1);
    }
    this.#write("]");
  }

  #printMap(map: MapValue | ObjectValue, depth: number): void {
    const entries = entriesOf(map);
    if (entries instanceof Failure) {
      this.failure = entries;
      return;
    }
    this.#write("{");
    for (const [index, [key, value]] of entries.entries()) {
      if (this.failure) return;
      this.#write(`${index > 0 ? ", " : ""}${key}:`);
      this.print(value, depth + 1);
    }
    this.#write("}");
  }
}

/** Returns the printed keys in their order, and the values. A field with the value null cannot be read. */
function entriesOf(map: MapValue | ObjectValue): (readonly [key: string, value: Value])[] | Failure {
  const entries: (readonly [string, Value])[] = [];
  for (const key of map.kind === "map" ? map.keys : map.keys) {
    const kind = kindOf(key);
    if (!KEYS.has(kind)) return new Failure(`a key of type ${kind} cannot be formatted`);
    const value = map.kind === "map" ? map.get(key) : map.get(key as string);
    if (value === undefined) return new Failure("a field with the value null cannot be formatted");
    entries.push([scalarText(key) as string, value]);
  }
  return entries.sort(([a], [b]) => compare(a, b) as number);
}

function scalarText(value: Value): string | undefined {
  if (value === null) return "null";
  if (typeof value === "number") return doubleText(value);
  const text = asString(value);
  if (text === undefined) return undefined;
  switch (kindOf(value)) {
    case "string":
      return quoteAsGo(text);
    case "bytes":
      return `b${quoteAsGo(text)}`;
    case "duration":
      return `duration(${quoteAsGo(text)})`;
    case "timestamp":
      return `timestamp(${quoteAsGo(text)})`;
    default:
      return text;
  }
}

function doubleText(value: number): string {
  if (!Number.isFinite(value)) return `"${asString(value)}"`;
  const text = fixed(value, PRECISION).replaceAll(",", "");
  return Object.is(value, -0) ? `-${text}` : text;
}
