/** Numbers schemas, so equal schemas have the same number, and knows the fields that use each of them. */
import { isJsonObject, type Json, sameJson, sortKeys } from "../core/model/json.js";
import type { StructuralSchema } from "../core/model/schema.js";
import { type ByChannel, IN_CHANNELS, type MergedSchema } from "./merge-channels.js";
import { singular } from "./names.js";

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
export function splitKeywords(schema: MergedSchema): { readonly field: MergedSchema; readonly type: MergedSchema } {
  const channels = schema[IN_CHANNELS];
  const keywords = partsOf(schema);
  if (!channels) return keywords;
  const [standard, experimental] = [partsOf(channels.standard), partsOf(channels.experimental)];
  const marked = (part: "field" | "type") => ({
    ...keywords[part],
    ...(!sameJson(standard[part], experimental[part]) && {
      [IN_CHANNELS]: { standard: standard[part], experimental: experimental[part] },
    }),
  });
  return { field: marked("field"), type: marked("type") };
}

function partsOf(schema: StructuralSchema): { readonly field: StructuralSchema; readonly type: StructuralSchema } {
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
  readonly #fields = new Map<number, string[]>();
  #inChannels: EqualSchemas | undefined;

  /**
   * Returns the number of the type of a schema, without the keywords of the field. The first call for a type records the
   * fields inside it; a field inside a repeated type is recorded once. `name` is the name of the field itself.
   */
  typeOf(schema: MergedSchema, name = ""): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const { properties, items, additionalProperties, ...own } = splitKeywords(schema).type;
    const before = this.#numbers.size;
    const fields = Object.entries(properties ?? {}).map(
      ([field, child]) => [field, this.#wholeOf(child, field)] as const,
    );
    const number = this.#numberOf({
      own,
      fields: fields.sort(byName),
      ...(items && { items: this.#wholeOf(items, name) }),
      values: isJsonObject(additionalProperties)
        ? this.#wholeOf(additionalProperties, name)
        : (additionalProperties ?? null),
      channels: this.#channelsOf(schema[IN_CHANNELS]),
    });
    this.#known.set(schema, number);
    if (number >= before) this.#recordFields(schema, name);
    return number;
  }

  /** Returns the names of the fields that have the type of a schema. Items and map values have a name in the singular. */
  fieldsWith(schema: MergedSchema): readonly string[] {
    return this.#fields.get(this.typeOf(schema)) ?? [];
  }

  /** Returns the numbers of the types in both channels, if these differ. */
  #channelsOf(channels: ByChannel<StructuralSchema> | undefined): Json {
    if (!channels) return null;
    this.#inChannels ??= new EqualSchemas();
    const { standard, experimental } = channels;
    const numbers = [this.#inChannels.typeOf(standard), this.#inChannels.typeOf(experimental)];
    return numbers[0] === numbers[1] ? null : numbers;
  }

  /** Returns the number of a schema with all its keywords. */
  #wholeOf(schema: MergedSchema, name: string): number {
    const { field } = splitKeywords(schema);
    return this.#numberOf({ field, channels: { ...field[IN_CHANNELS] }, type: this.typeOf(schema, name) });
  }

  #numberOf(parts: Json): number {
    const key = JSON.stringify(sortKeys(parts));
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  #recordFields({ properties, items, additionalProperties }: MergedSchema, name: string): void {
    const elements = [items, additionalProperties].filter(isJsonObject);
    const named = elements.map((element) => [singular(name), element] as const);
    for (const [field, child] of [...Object.entries(properties ?? {}), ...named]) {
      const type = this.typeOf(child);
      this.#fields.set(type, [...(this.#fields.get(type) ?? []), field]);
    }
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}
