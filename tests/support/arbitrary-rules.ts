/**
 * Schemas with CEL rules, drawn from a seed. Most rules compile: each expression is drawn for a type, from the fields of
 * the schema, the variables of macros, and the functions of Kubernetes. Some parts are replaced by parts of another type,
 * because the checker must find problems too.
 */
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { Random } from "./random.js";

interface DrawnCase {
  readonly schema: StructuralSchema;
  readonly rules: readonly string[];
}

/** Returns the schema and the rules of a seed. */
export function drawRules(seed: number, count: number): DrawnCase {
  const random = new Random(seed);
  const root = drawType(random, 0);
  const schema = schemaOf(random, root);
  const rules = Array.from({ length: count }, () => new Drawer(random, root).draw("bool", 0));
  return { schema: { ...schema, "x-kubernetes-validations": rules.map((rule) => ({ rule })) }, rules };
}

type Drawn =
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Drawn>> }
  | { readonly kind: "list" | "map"; readonly element: Drawn }
  | { readonly kind: "bool" | "bytes" | "double" | "dyn" | "duration" | "int" | "string" | "timestamp" };

const SCALARS = [
  "bool",
  "bytes",
  "double",
  "dyn",
  "duration",
  "int",
  "int",
  "string",
  "string",
  "string",
  "timestamp",
] as const;
const KINDS = ["object", "list", "map", ...SCALARS] as const;
const NAMES = ["a", "b", "c", "kind", "name", "a-b", "x.y", "namespace", "in", "d__e"] as const;

function drawType(random: Random, depth: number): Drawn {
  const kind = depth === 0 ? "object" : depth > 3 ? random.one(SCALARS) : random.one(KINDS);
  if (kind === "list" || kind === "map") return { kind, element: drawType(random, depth + 1) };
  if (kind !== "object") return { kind };
  const names = new Set(Array.from({ length: depth === 0 ? 7 : 1 + random.below(4) }, () => random.one(NAMES)));
  return { kind, fields: Object.fromEntries([...names].map((name) => [name, drawType(random, depth + 1)])) };
}

function schemaOf(random: Random, type: Drawn): StructuralSchema {
  const limit = (keyword: string, most: number) => (random.once(2) ? {} : { [keyword]: random.below(most) });
  switch (type.kind) {
    case "object": {
      const entries = Object.entries(type.fields).map(([name, field]) => [name, schemaOf(random, field)] as const);
      const required = entries.map(([name]) => name).filter(() => random.once(3));
      return { type: "object", properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) };
    }
    case "list":
      return { type: "array", items: schemaOf(random, type.element), ...limit("maxItems", 200) };
    case "map":
      return { type: "object", additionalProperties: schemaOf(random, type.element), ...limit("maxProperties", 90) };
    case "bool":
      return { type: "boolean" };
    case "double":
      return { type: "number" };
    case "int":
      return { type: "integer" };
    case "dyn":
      return { "x-kubernetes-int-or-string": true, ...limit("maxLength", 90) };
    case "string":
      return random.once(6)
        ? { type: "string", enum: ["a", "bcd", "éé"] }
        : { type: "string", ...limit("maxLength", 300) };
    default: {
      const formats = { bytes: ["byte"], duration: ["duration"], timestamp: ["date", "date-time"] };
      return { type: "string", format: random.one(formats[type.kind]), ...limit("maxLength", 90) };
    }
  }
}

/** Types that expressions are drawn for, in addition to those of the schema. */
const TARGETS = ["bool", "int", "double", "string", "bytes", "duration", "timestamp", "uint"];

interface Place {
  readonly source: string;
  readonly type: string;
  /** Type that the schema declares, unless the value is computed. */
  readonly drawn?: Drawn;
}

/** Operations by the type of their result. `$` and the name of a type is a part of this type. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  bool: [
    "$bool && $bool",
    "$bool || $bool",
    "!$bool",
    "$bool ? $bool : $bool",
    "$int < $int",
    "$double >= $double",
    "$int > $double",
    "$string == $string",
    "$string != $string",
    "$string < $string",
    "$int == $int",
    "$string.startsWith($string)",
    "$string.endsWith($string)",
    "$string.contains($string)",
    "$string.matches('[a-z]+$')",
    "$string.matches($string)",
    "matches($string, 'a.*b')",
    "$string in $list(string)",
    "$int in $list(int)",
    "$string in $map(string)",
    "$list(string).all(x, $bool)",
    "$list(int).exists(x, $bool)",
    "$list(string).exists_one(x, x == $string)",
    "$list(int).all(i, x, x > i)",
    "$map(string).all(k, k != $string)",
    "$map(int).exists(k, v, v > $int && k.size() > 2)",
    "$list(int).isSorted()",
    "$list(string).isSorted()",
    "sets.contains($list(string), $list(string))",
    "sets.equivalent($list(int), $list(int))",
    "sets.intersects($list(string), $list(string))",
    "isURL($string)",
    "url($string) == url($string)",
    "isIP($string)",
    "ip.isCanonical($string)",
    "ip($string) == ip($string)",
    "cidr($string).containsIP($string)",
    "cidr($string).containsIP(ip($string))",
    "cidr($string).containsCIDR($string)",
    "isCIDR($string)",
    "isQuantity($string)",
    "quantity($string) == quantity($string)",
    "quantity($string).isGreaterThan(quantity($string))",
    "semver($string).isLessThan(semver($string, $bool))",
    "isSemver($string)",
    "format.dns1123Label().validate($string).hasValue()",
    "format.named($string).value().validate($string).orValue([]).size() == 0",
    "$optional(string).hasValue()",
    "$optional(int).orValue($int) == $int",
    "type($int) == int",
    "type($dyn) == string",
    "$duration < $duration",
    "$timestamp == $timestamp",
    "$list(int) == $list(int)",
    "$map(int) == $map(int)",
    "$bytes == $bytes",
    "$dyn == $int",
    "dyn($string) == dyn($int)",
    "$list(string).distinct() == $list(string)",
    "$string.find('[0-9]+') != ''",
    "$list(bool).all(b, b)",
    "$dyn == null",
    "$duration != null",
    "$list(double).exists(x, x in [1.0, 2.5])",
    "$list(string).sort() == $list(string)",
    "bool($string)",
    "'%s-%d'.format([$string, $int]) == $string",
    "$string.lowerAscii() == $string",
    "$list(int).transformMap(i, v, v * i) == {1: 2}",
    "$list(int).transformMapEntry(i, v, {v: i}).size() == 1",
  ],
  int: [
    "$int + $int",
    "$int - $int",
    "$int * $int",
    "$int / $int",
    "$int % $int",
    "-$int",
    "$bool ? $int : $int",
    "size($string)",
    "$string.size()",
    "$list(string).size()",
    "size($map(int))",
    "size($bytes)",
    "int($string)",
    "int($double)",
    "int($timestamp)",
    "$list(int).sum()",
    "$list(int).max()",
    "$list(int).min()",
    "$list(int)[$int]",
    "$string.indexOf($string)",
    "$string.lastIndexOf($string, $int)",
    "$list(string).indexOf($string)",
    "$list(int).lastIndexOf($int)",
    "$timestamp.getFullYear()",
    "$timestamp.getHours($string)",
    "$duration.getSeconds()",
    "$optional(int).orValue($int)",
    "$optional(int).value()",
    "sign(quantity($string))",
    "quantity($string).asInteger()",
    "semver($string).major()",
    "ip($string).family()",
    "cidr($string).prefixLength()",
    "$map(int)[$string]",
    "$list(int).first().orValue($int)",
    "int($uint)",
  ],
  uint: ["$uint + $uint", "uint($int)", "1u", "$uint * 3u"],
  double: [
    "$double + $double",
    "double($int)",
    "$list(double).max()",
    "$list(double)[$int]",
    "quantity($string).asApproximateFloat()",
    "$double / $double",
  ],
  string: [
    "$string + $string",
    "string($int)",
    "string($bool)",
    "string($bytes)",
    "$string.replace($string, $string)",
    "$string.replace('ab', $string)",
    "$string.replace($string, 'x', 2)",
    "$string.substring($int)",
    "$string.trim()",
    "$string.substring(1, $int)",
    "$string.upperAscii()",
    "$string.charAt($int)",
    "$list(string).join($string)",
    "$list(string).join()",
    "$list(string)[$int]",
    "$map(string)[$string]",
    "$optional(string).orValue($string)",
    "$bool ? $string : $string",
    "$string.find($string)",
    "url($string).getHost()",
    "strings.quote($string)",
    "$list(string).max()",
    "string($duration)",
    "$list(string).last().value()",
  ],
  bytes: ["bytes($string)", "$bytes + $bytes", "b'a\\xff'"],
  duration: ["duration('1h')", "$duration + $duration", "$timestamp - $timestamp"],
  timestamp: ["timestamp('2020-01-01T00:00:00Z')", "$timestamp + $duration", "timestamp($int)"],
  dyn: ["dyn($string)", "dyn($int)"],
};

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  bool: ["true", "false"],
  int: ["0", "1", "-7", "9223372036854775807", "0x1F"],
  uint: ["3u", "0x10u"],
  double: ["1.5", "-2.0", ".5e3"],
  string: ["'a'", '"bcd"', "''", "r'\\d'", "'é🙂'", '"""x"""'],
  bytes: ["b'abc'", "b'é'", "b''"],
  duration: ["duration('3s')", "duration('-1.5h')"],
  timestamp: ["timestamp('1999-12-31T23:59:59.9+01:00')"],
  dyn: ["dyn(1)", "dyn('b')"],
};

class Drawer {
  readonly #places: Place[];
  #names = 0;

  constructor(
    readonly random: Random,
    root: Drawn,
  ) {
    this.#places = [...this.#reach("self", root, 0), ...(random.once(4) ? this.#reach("oldSelf", root, 0) : [])];
  }

  /** Returns the places that a path reaches without lists and maps. */
  #reach(source: string, drawn: Drawn, depth: number): Place[] {
    const place = { source, type: printed(drawn), drawn };
    if (drawn.kind !== "object" || depth > 3) return [place];
    const fields = Object.entries(drawn.fields);
    return [place, ...fields.flatMap(([name, type]) => this.#reach(`${source}.${inCel(name)}`, type, depth + 1))];
  }

  /** Draws an expression of a type, and sometimes of another one. */
  draw(type: string, depth: number): string {
    if (this.random.once(60)) return this.draw(this.random.one(TARGETS), depth + 1);
    if (this.random.once(80)) return this.random.one(["self.missing", "nothing", "self.a.b.c", "null", "[]", "{}"]);
    const places = this.#places.filter((place) => place.type === type);
    if (places.length > 0 && this.random.below(3) < (depth > 2 ? 2 : 1)) return this.random.one(places).source;
    const [, outer, inner] = /^(list|map|optional)\((.*)\)$/.exec(type) ?? [];
    if (outer !== undefined && inner !== undefined) return this.#collection(outer, inner, depth);
    const operations = [...(OPERATIONS[type] ?? []), ...(type === "bool" ? this.#loops() : [])];
    if (depth > 4 || operations.length === 0 || (depth > 1 && this.random.once(4))) {
      return this.random.one(LITERALS[type] ?? ["null"]);
    }
    return this.#fill(this.random.one(operations), depth);
  }

  /** Replaces the parts of an operation. The body of a macro can use its variables. */
  #fill(operation: string, depth: number): string {
    return operation.replace(/\$(\w+(?:\(\w+\))?)/g, (_, type: string) => {
      const part = this.draw(type, depth + 1);
      return / [^.]*[-+*/%<>=&|?]|^[-!]/.test(part) ? `(${part})` : part;
    });
  }

  #collection(outer: string, inner: string, depth: number): string {
    const item = () => this.draw(inner, depth + 2);
    if (outer === "optional") return this.#optional(inner, depth);
    if (outer === "map")
      return depth > 3 || this.random.once(2)
        ? `{'k': ${item()}, "l": ${item()}}`
        : `{${this.draw("string", depth + 2)}: ${item()}}`;
    const forms = [
      () => `[${item()}]`,
      () => `[${item()}, ${item()}, ${item()}]`,
      () => `${this.draw(`list(${inner})`, depth + 1)}.filter(x, ${this.draw("bool", depth + 2)})`,
      () => `${this.draw("list(int)", depth + 1)}.map(x, ${item()})`,
      () => `${this.draw("list(int)", depth + 1)}.map(x, x > 2, ${item()})`,
      () => `(${this.draw(`list(${inner})`, depth + 1)} + ${this.draw(`list(${inner})`, depth + 1)})`,
      () => `${this.draw("map(int)", depth + 1)}.transformList(k, v, v > 1, ${item()})`,
      () => `${this.draw(`list(${inner})`, depth + 1)}.slice(0, ${this.draw("int", depth + 2)})`,
      () => `${this.draw(`list(${inner})`, depth + 1)}.reverse()`,
      () => `[[${item()}], ${this.draw(`list(${inner})`, depth + 2)}].flatten()`,
      () => `${this.draw(`list(${inner})`, depth + 1)}.sortBy(x, ${this.draw("int", depth + 2)})`,
      () => `[?${this.#optional(inner, depth + 1)}]`,
      ...(inner === "string"
        ? [() => `${this.draw("string", depth + 1)}.split(',')`, () => `${this.draw("string", depth + 1)}.findAll('a')`]
        : []),
      ...(inner === "int" ? [() => `lists.range(${this.draw("int", depth + 2)})`] : []),
    ];
    return (depth > 3 ? forms[0] : this.random.one(forms))?.() ?? "[]";
  }

  #optional(inner: string, depth: number): string {
    const place = this.#places.find(
      ({ drawn }) => drawn?.kind === "object" && Object.values(drawn.fields).some((field) => printed(field) === inner),
    );
    if (place?.drawn?.kind === "object" && this.random.once(2)) {
      const name = Object.entries(place.drawn.fields).find(([, field]) => printed(field) === inner)?.[0] ?? "a";
      return `${place.source}.?${inCel(name)}`;
    }
    const forms = [
      `optional.of(${this.draw(inner, depth + 2)})`,
      `optional.ofNonZeroValue(${this.draw(inner, depth + 2)})`,
      `[${this.draw(inner, depth + 2)}][?0]`,
      "optional.none()",
      `optional.of(${this.draw("int", depth + 2)}).optMap(o, ${this.draw(inner, depth + 2)})`,
      `optional.of(${this.draw("string", depth + 2)}).optFlatMap(o, optional.of(${this.draw(inner, depth + 2)}))`,
    ];
    return this.random.one(forms);
  }

  /** Returns loops over the lists and maps of the schema, whose bodies read their elements. */
  #loops(): string[] {
    const found = this.#places.filter(({ drawn }) => drawn?.kind === "list" || drawn?.kind === "map");
    if (found.length === 0 || this.#names > 3) return [];
    const { source, drawn } = this.random.one(found);
    if (drawn?.kind !== "list" && drawn?.kind !== "map") return [];
    const name = `v${this.#names++}`;
    const isMap = drawn.kind === "map";
    const element = isMap ? `${source}[${name}]` : name;
    const count = this.#places.length;
    this.#places.push(...this.#reach(element, drawn.element, 1), ...this.#reach(element, drawn.element, 1));
    if (isMap) this.#places.push({ source: name, type: "string" });
    const body = `${this.draw("bool", 2)} || ${this.draw("bool", 2)}`;
    this.#places.splice(count);
    const loop = `${source}.${this.random.one(["all", "exists", "exists_one"])}(${name}, ${body})`;
    const guarded = source.includes(".") ? `!has(${source}) || ${loop}` : loop;
    return Array.from({ length: 25 }, () => (this.random.once(2) ? loop : guarded).replaceAll("$", ""));
  }
}

function printed(drawn: Drawn): string {
  return drawn.kind === "list" || drawn.kind === "map" ? `${drawn.kind}(${printed(drawn.element)})` : drawn.kind;
}

function inCel(name: string): string {
  return name === "in"
    ? "__in__"
    : name.replaceAll("__", "__underscores__").replaceAll("-", "__dash__").replaceAll(".", "__dot__");
}
