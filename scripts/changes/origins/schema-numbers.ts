/** Numbers schemas so that equal ones have the same number. Each part of a schema is read only once. */
import { sortKeys } from "../../core/model/json.js";
import { mapSubschemas, type StructuralSchema } from "../../core/model/schema.js";
import { withoutWords } from "../diff/digests.js";

export class SchemaNumbers {
  readonly #known = new WeakMap<StructuralSchema, number>();
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a schema. Documentation, and the order of lists whose order has no meaning, are ignored. */
  numberOf(schema: StructuralSchema): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const shallow = mapSubschemas(schema, (inner) => ({ $ref: this.numberOf(inner) }));
    const key = JSON.stringify(sortKeys(withoutWords(shallow)));
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    this.#known.set(schema, number);
    return number;
  }
}
