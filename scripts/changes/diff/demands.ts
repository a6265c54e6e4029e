/** Decides which fields an object must have. */
import { fieldOf, hasDefault, isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";
import { asRead } from "./as-read.js";
import { COUNTING } from "./nulls.js";
import { withRulesOf } from "./rules.js";
import { includesValues } from "./values/compare.js";
import { Effort, orElse } from "./values/effort.js";

const known = new WeakMap<StructuralSchema, ReadonlySet<string>>();

/**
 * Returns the fields that an object must have when a client sends it. A field with a default is never missing, because
 * the API server fills it in.
 */
export function demandsOf(schema: StructuralSchema): ReadonlySet<string> {
  const demands = known.get(schema) ?? new Set((schema.required ?? []).filter((name) => !isFilled(schema, name)));
  known.set(schema, demands);
  return demands;
}

export function isFilled(schema: StructuralSchema, name: string): boolean {
  return hasDefault(fieldOf(schema, name) ?? {});
}

/** Limit for all proofs about one object. A step is one field of the object. */
const PROOF_EFFORT = 1_000_000;

/** Fields that every value of a schema has for any reason, such as a branch or the required number of fields. */
export class Presence {
  readonly #effort = new Effort(PROOF_EFFORT);
  #demanding: StructuralSchema | undefined;
  #mayImply: boolean | undefined;

  /** `read` returns the schema when it is needed for the first time. */
  constructor(
    readonly read: () => StructuralSchema,
    readonly demands: ReadonlySet<string>,
  ) {}

  /** Reports whether it is proven that every value has a field. */
  isCertain(name: string): boolean {
    this.#demanding ??= { ...this.read(), required: [...this.demands] };
    const schema = this.#demanding;
    this.#mayImply ??= !isPlainObject(schema) || this.#includes(schema, { not: {} });
    return this.#mayImply && this.#includes(schema, { ...schema, required: [...this.demands, name] });
  }

  #includes(schema: StructuralSchema, other: StructuralSchema): boolean {
    return orElse(() => {
      this.#effort.spend(1 + Object.keys(schema.properties ?? {}).length);
      return includesValues(schema, other);
    }, false);
  }
}

/** Reports whether only `required` can decide which fields an object has, unless no object is valid. */
function isPlainObject(schema: StructuralSchema): boolean {
  const isCounting = COUNTING.some((keyword) => schema[keyword] !== undefined);
  return schema.type === "object" && !isCounting && !isEmbeddedResource(schema);
}

/** Fields of the older objects, as the API server reads them under a newer schema. */
export function presenceBefore(before: StructuralSchema, after: StructuralSchema): Presence {
  return new Presence(() => withRulesOf(before, asRead(before, after)), demandsOf(before));
}

/** Fields of the newer objects. */
export function presenceAfter(after: StructuralSchema): Presence {
  return new Presence(() => withRulesOf(after, after), demandsOf(after));
}
