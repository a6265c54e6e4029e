/**
 * Draws values for which rules may have different results: with and without the fields that the rules name, and with
 * the literals that they name, their neighbors, and the sizes that they name.
 */
import { isJsonObject, type Json } from "../../../core/model/json.js";
import { fieldsOf, isIntOrString, type StructuralSchema } from "../../../core/model/schema.js";
import { allParts, type Core } from "../../../kubernetes/cel/syntax/core.js";
import { isNamed } from "../../../kubernetes/cel/types/names.js";
import { validationErrors } from "../../../kubernetes/validation/validate.js";
import { drawValues } from "../values/draw.js";
import { hashOf } from "../values/identity.js";
import { Random } from "../values/random.js";

/** Most values that are drawn in order, the simplest first, before values are drawn at random. */
const MOST_IN_ORDER = 200;
const MOST_RANDOM = 400;
/** Longest list or map, deepest value, and most parts of a value that is drawn. */
const MOST_ELEMENTS = 12;
const MOST_LEVELS = 8;
const MOST_PARTS = 2_000;
/** Longest string that is drawn because of a number in a rule. */
const LONGEST_TEXT = 300;

/** Chooses one of a number of possibilities. The first one is the simplest. */
type Choose = (count: number) => number;

/** Yields values of a schema for rules about it. Not all of them match the schema. */
export function* candidates(schema: StructuralSchema, rules: readonly Core[]): Generator<Json> {
  const drawer = new CandidateDrawer(namedIn(rules));
  let script: readonly number[] | undefined = [];
  for (let count = 0; script && count < MOST_IN_ORDER; count++) {
    const choices = new Script(script);
    yield* present(drawer.value(schema, (most) => choices.choose(most)));
    script = choices.next();
  }
  if (!script) return;
  const random = new Random(hashOf(schema));
  for (let count = 0; count < MOST_RANDOM; count++) {
    const isSimple = random.chance(50);
    const choose: Choose = (most) => (isSimple && random.chance(60) ? 0 : random.below(most));
    yield* present(drawer.value(schema, choose));
  }
}

function present(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value];
}

/** Choices that are given, followed by the first possibility of each further choice. */
class Script {
  readonly #made: { choice: number; readonly most: number }[] = [];

  constructor(readonly given: readonly number[]) {}

  choose(most: number): number {
    const choice = this.given[this.#made.length] ?? 0;
    this.#made.push({ choice, most });
    return choice;
  }

  /** Returns the choices for the next value, or undefined after the last one. */
  next(): number[] | undefined {
    const last = this.#made.findLastIndex(({ choice, most }) => choice + 1 < most);
    if (last < 0) return undefined;
    return this.#made.slice(0, last + 1).map(({ choice }, at) => (at === last ? choice + 1 : choice));
  }
}

/** Fields and literals in rules. */
interface Named {
  readonly fields: readonly string[];
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
  readonly numbers: readonly number[];
}

function namedIn(rules: readonly Core[]): Named {
  const parts = rules.flatMap((rule) => [...allParts(rule)]);
  const literals = parts.flatMap((part) => (part.kind === "literal" ? [part.value] : []));
  const numbers = literals.flatMap((literal) =>
    literal.type === "int" || literal.type === "uint" || literal.type === "double" ? [Number(literal.value)] : [],
  );
  return {
    fields: [...new Set(parts.flatMap((part) => (part.kind === "select" ? [part.field] : [])))],
    texts: [...new Set(literals.flatMap((literal) => (literal.type === "string" ? [literal.value] : [])))],
    patterns: [...new Set(parts.flatMap(patternIn))],
    numbers: [...new Set(numbers.flatMap((number) => [number, number + 1, number - 1]))],
  };
}

function patternIn(core: Core): string[] {
  if (core.kind !== "call" || core.name !== "matches") return [];
  const pattern = core.args.at(-1);
  return pattern?.kind === "literal" && pattern.value.type === "string" ? [pattern.value.value] : [];
}

interface DrawnField {
  readonly name: string;
  readonly field: StructuralSchema;
  readonly isRequired: boolean;
  /** False if only the simplest value is drawn. */
  readonly isRead: boolean;
}

class CandidateDrawer {
  readonly #scalars = new Map<StructuralSchema, readonly Json[]>();
  readonly #fields = new Map<StructuralSchema, readonly DrawnField[]>();
  readonly #simplest = new Map<StructuralSchema, Json | undefined>();
  /** Parts that the current value may still get. */
  #left = 0;

  constructor(readonly named: Named) {}

  /** Returns a value, or undefined if the schema has none, or only large ones. */
  value(schema: StructuralSchema, choose: Choose): Json | undefined {
    this.#left = MOST_PARTS;
    return this.#draw(schema, choose, 0);
  }

  #draw(schema: StructuralSchema, choose: Choose, level: number): Json | undefined {
    this.#left--;
    if (level > MOST_LEVELS || this.#left < 0) return undefined;
    if (schema.type === "array") return this.#list(schema, choose, level);
    if (schema.type !== "object") return oneOf(this.#scalarsOf(schema), choose);
    return isJsonObject(schema.additionalProperties)
      ? this.#map(schema, schema.additionalProperties, choose, level)
      : this.#object(schema, choose, level);
  }

  #list({ items, minItems = 0, maxItems }: StructuralSchema, choose: Choose, level: number): Json | undefined {
    const size = oneOf(this.#sizes(minItems, maxItems), choose);
    if (size === undefined || !items) return undefined;
    const drawn = Array.from({ length: size }, () => this.#draw(items, choose, level + 1));
    return drawn.every((item) => item !== undefined) ? drawn : undefined;
  }

  #map(
    { minProperties = 0, maxProperties }: StructuralSchema,
    values: StructuralSchema,
    choose: Choose,
    level: number,
  ): Json | undefined {
    const size = oneOf(this.#sizes(minProperties, maxProperties), choose);
    const keys = [...new Set(["a", ...this.named.texts, "b"])];
    const entries = Array.from({ length: size ?? 0 }, (_, at): [string, Json | undefined] => [
      at < 2 ? (keys[choose(keys.length)] as string) : `key${at}`,
      this.#draw(values, choose, level + 1),
    ]);
    return entries.every((entry): entry is [string, Json] => entry[1] !== undefined)
      ? Object.fromEntries(entries)
      : undefined;
  }

  #sizes(min: number, max = Number.POSITIVE_INFINITY): number[] {
    const sizes = [min, min + 1, min + 2, ...this.named.numbers, max];
    return [...new Set(sizes)].filter(
      (size) => Number.isInteger(size) && size >= min && size <= max && size <= MOST_ELEMENTS,
    );
  }

  #object(schema: StructuralSchema, choose: Choose, level: number): Json | undefined {
    const entries: [string, Json][] = [];
    for (const { name, field, isRequired, isRead } of this.#fieldsFor(schema)) {
      if (!isRequired && choose(2) === 0) continue;
      const value = isRead ? this.#draw(field, choose, level + 1) : this.#simplestOf(field);
      if (value !== undefined) entries.push([name, value]);
      else if (isRequired) return undefined;
    }
    return Object.fromEntries(entries);
  }

  /** Returns the fields that drawn objects can have: those that are required, and those that matter. */
  #fieldsFor(schema: StructuralSchema): readonly DrawnField[] {
    const known = this.#fields.get(schema);
    if (known) return known;
    const required = schema.required ?? [];
    const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((branch) => branch.required ?? []);
    const isRead = (name: string) => branches.includes(name) || this.named.fields.some((each) => isNamed(name, each));
    const fields = [...fieldsOf(schema)]
      .map(([name, field]) => ({ name, field, isRequired: required.includes(name), isRead: isRead(name) }))
      .filter((field) => field.isRequired || field.isRead);
    this.#fields.set(schema, fields);
    return fields;
  }

  #simplestOf(schema: StructuralSchema): Json | undefined {
    if (!this.#simplest.has(schema)) this.#simplest.set(schema, drawValues(schema, 1)[0]);
    return this.#simplest.get(schema);
  }

  #scalarsOf(schema: StructuralSchema): readonly Json[] {
    const known = this.#scalars.get(schema);
    if (known) return known;
    const values = [...new Set(this.#scalarsFor(schema))];
    const valid = values.filter((value) => validationErrors(schema, value).length === 0);
    this.#scalars.set(schema, valid);
    return valid;
  }

  #scalarsFor(schema: StructuralSchema): Json[] {
    const { texts, numbers } = this.named;
    const drawn = drawValues(schema, 6);
    if (isIntOrString(schema)) return [...drawn, ...numbers.filter(Number.isInteger), ...texts];
    switch (schema.type) {
      case "integer":
        return [...drawn, ...numbers.filter(Number.isInteger)];
      case "number":
        return [...drawn, ...numbers];
      case "string": {
        const lengths = numbers.filter((number) => Number.isInteger(number) && number >= 0 && number <= LONGEST_TEXT);
        const sized = lengths.map((length) => "x".repeat(length));
        return [...drawn, ...texts, ...texts.map((text) => `${text}x`), ...sized, ...this.#matching(schema)];
      }
      default:
        return drawn;
    }
  }

  #matching(schema: StructuralSchema): Json[] {
    return this.named.patterns.flatMap((pattern) =>
      [{ pattern }, { not: { pattern } }].flatMap((branch) =>
        drawValues({ ...schema, allOf: [...(schema.allOf ?? []), branch] }, 2),
      ),
    );
  }
}

function oneOf<Item>(items: readonly Item[], choose: Choose): Item | undefined {
  return items.length === 0 ? undefined : items[choose(items.length)];
}
