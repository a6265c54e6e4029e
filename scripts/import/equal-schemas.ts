/** Numbers schemas, so equal schemas have the same number, and counts where each of them is used. */
import { isJsonObject, type Json, type JsonObject, sortKeys } from "../core/model/json.js";
import type { StructuralSchema } from "../core/model/schema.js";

/** Keywords that belong to the field and not to its type: two fields of one type can differ in them. */
const FIELD_KEYWORDS: ReadonlySet<string> = new Set([
  "default",
  "description",
  "example",
  "externalDocs",
  "nullable",
  "title",
]);

/** Splits the keywords of a schema into those of the field and those of the type. */
export function splitKeywords(schema: StructuralSchema): {
  readonly field: JsonObject;
  readonly type: StructuralSchema;
} {
  const isOfField = ([keyword]: readonly [string, Json]) => FIELD_KEYWORDS.has(keyword);
  const entries = Object.entries(schema);
  return {
    field: Object.fromEntries(entries.filter(isOfField)),
    type: Object.fromEntries(entries.filter((entry) => !isOfField(entry))),
  };
}

/** The schemas of one or more API versions. Equal types are found once, however often they occur. */
export class EqualSchemas {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();
  readonly #places = new Map<number, number>();

  /**
   * Returns the number of the type of a schema, without the keywords of the field. The first call for a schema counts
   * its place, and those of the schemas inside it unless an equal type was counted before.
   */
  typeOf(schema: StructuralSchema): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const { properties, items, additionalProperties, ...own } = splitKeywords(schema).type;
    const before = this.#numbers.size;
    const number = this.#numberOf({
      own,
      fields: Object.entries(properties ?? {})
        .map(([name, field]) => [name, this.#wholeOf(field)] as const)
        .sort(byName),
      ...(items && { items: this.#wholeOf(items) }),
      values: isJsonObject(additionalProperties) ? this.#wholeOf(additionalProperties) : (additionalProperties ?? null),
    });
    this.#known.set(schema, number);
    if (number >= before) this.#count(schema);
    return number;
  }

  /** Returns in how many places a type is used, each place inside a repeated type counting once. */
  placesOf(schema: StructuralSchema): number {
    return this.#places.get(this.typeOf(schema)) ?? 0;
  }

  /** Returns the number of a schema with all its keywords. */
  #wholeOf(schema: StructuralSchema): number {
    return this.#numberOf({ field: splitKeywords(schema).field, type: this.typeOf(schema) });
  }

  #numberOf(parts: Json): number {
    const key = JSON.stringify(sortKeys(parts));
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  #count({ properties, items, additionalProperties }: StructuralSchema): void {
    const children = [...Object.values(properties ?? {}), items, additionalProperties];
    for (const child of children.filter(isJsonObject)) {
      const type = this.typeOf(child);
      this.#places.set(type, (this.#places.get(type) ?? 0) + 1);
    }
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}
