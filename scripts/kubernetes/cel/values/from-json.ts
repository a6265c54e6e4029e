/**
 * Values of the objects that rules check. Source: k8s.io/apiserver, pkg/cel/common/valuesunstructured.go.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import type { DeclType } from "../types/decl-type.js";
import { celName, fieldName } from "../types/names.js";
import { parseDate, parseDuration, parseTimestamp } from "./time.js";
import { INT64, kindOf, type ListValue, type MapValue, type ObjectValue, type Unordered, type Value } from "./value.js";

/**
 * Returns a part of an object as rules see it. The parts inside it are converted when they are read. The object must
 * match its schema: anything else is converted by its type in JSON. `decl` is omitted for parts whose schema gives them
 * no type.
 */
export function fromJson(json: Json, decl: DeclType | undefined): Value {
  if (json === null) return null;
  if (isJsonArray(json)) return new JsonList(json, decl);
  if (isJsonObject(json)) return decl?.fields ? new JsonFields(json, decl) : new JsonMap(json, decl?.element);
  if (typeof json === "string") return fromText(json, decl);
  if (typeof json === "number") return fromNumber(json, decl);
  return json;
}

function fromNumber(json: number, decl: DeclType | undefined): Value {
  const isDouble = decl?.type.kind === "double" || !Number.isInteger(json);
  if (isDouble) return json;
  const int = BigInt(json);
  // 2^63 is what JavaScript makes of the largest integer
  return int > INT64.max ? INT64.max : int;
}

function fromText(json: string, decl: DeclType | undefined): Value {
  switch (decl?.type.kind) {
    case "bytes":
      return fromBase64(json);
    case "duration":
      return parseDuration(json) ?? unreadable(json, "duration");
    case "timestamp":
      return (decl.schema.format === "date" ? parseDate(json) : parseTimestamp(json)) ?? unreadable(json, "timestamp");
    default:
      return json;
  }
}

/** Some strings match their format, but CEL cannot read them, such as a date-time with a lowercase `t`. */
function unreadable(text: string, type: string): Value {
  return { kind: "unreadable", message: `the string ${text} is not a valid ${type}` };
}

/**
 * Decodes a string of format byte. Valid ones have the standard alphabet, but the API server decodes them with the
 * alphabet for URLs. Source: kube-openapi, pkg/validation/strfmt/default.go (Base64).
 */
function fromBase64(json: string): Value {
  if (/[+/]/.test(json)) return { kind: "unreadable", message: `the string ${json} contains '+' or '/'` };
  return { kind: "bytes", value: Buffer.from(json, "base64").toString("latin1") };
}

class JsonList implements ListValue {
  readonly kind = "list";
  readonly isStored = true;
  readonly size: number;
  #items: readonly Value[] | undefined;

  constructor(
    readonly json: readonly Json[],
    readonly decl: DeclType | undefined,
  ) {
    this.size = json.length;
  }

  get items(): readonly Value[] {
    this.#items ??= this.json.map((item) => fromJson(item, this.decl?.element));
    return this.#items;
  }

  get unordered(): Unordered | undefined {
    const { "x-kubernetes-list-type": type, "x-kubernetes-list-map-keys": keys = [] } = this.decl?.schema ?? {};
    if (type === "set") return "set";
    return type === "map" ? { keys: keys.map((key) => celName(key) ?? key) } : undefined;
  }
}

class JsonMap implements MapValue {
  readonly kind = "map";
  readonly isStored = true;
  readonly size: number;
  readonly keys: readonly string[];
  readonly #values = new Map<string, Value>();

  constructor(
    readonly json: JsonObject,
    readonly element: DeclType | undefined,
  ) {
    // Without a schema for the values, rules see none, but count them.
    this.size = Object.keys(json).length;
    this.keys = element ? Object.keys(json) : [];
  }

  get(key: Value): Value | undefined {
    if (typeof key !== "string") return wrongKey(key);
    if (!this.element || !Object.hasOwn(this.json, key)) return undefined;
    return remembered(this.#values, key, () => fromJson(this.json[key] as Json, this.element));
  }
}

class JsonFields implements ObjectValue {
  readonly kind = "object";
  readonly #values = new Map<string, Value | undefined>();

  constructor(
    readonly json: JsonObject,
    readonly decl: DeclType,
  ) {}

  get size(): number {
    return Object.keys(this.json).length;
  }

  get keys(): readonly string[] {
    return Object.keys(this.json)
      .map((name) => celName(name) ?? name)
      .filter((name) => this.decl.fields?.has(name));
  }

  get undeclared(): readonly string[] {
    return this.#unknownToCel().filter((name) => !this.#isDeclared(name));
  }

  get inexpressible(): readonly string[] {
    return this.#unknownToCel().filter((name) => this.#isDeclared(name));
  }

  #unknownToCel(): string[] {
    return Object.keys(this.json).filter((name) => !this.decl.fields?.has(celName(name) ?? ""));
  }

  #isDeclared(name: string): boolean {
    return Object.hasOwn(this.decl.schema.properties ?? {}, name);
  }

  get(key: Value): Value | undefined {
    return typeof key === "string" ? remembered(this.#values, key, () => this.#read(fieldName(key))) : wrongKey(key);
  }

  #read(name: string): Value | undefined {
    const json = Object.hasOwn(this.json, name) ? this.json[name] : undefined;
    const decl = this.decl.fields?.get(celName(name) ?? "");
    return json === undefined || json === null || !decl ? undefined : fromJson(json, decl);
  }
}

/** The API server fails to look for a key of another type, which can be in a value of type dyn. */
function wrongKey(key: Value): Value {
  return { kind: "unreadable", message: `no such overload: a key of type ${kindOf(key)}` };
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  if (known.has(key)) return known.get(key) as T;
  const value = make();
  known.set(key, value);
  return value;
}
