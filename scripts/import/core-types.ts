/** Knows the schemas of Kubernetes' core types, so imported types can use them. */
import { type StructuralSchema, subschemasOf } from "../core/model/schema.js";
import { EqualSchemas } from "./equal-schemas.js";

/** A schema with fewer fields, such as a name and a value, can stand for many things. */
const FEWEST_FIELDS = 3;

/** Types that no API means: Container has the schema of the first one, LabelSelectorRequirement that of the other. */
const UNLIKELY: readonly string[] = ["EphemeralContainerCommon", "NodeSelectorRequirement"];

/** Returns the name of the core type for the schema of a field, if there is one. */
export type CoreTypeOf = (schema: StructuralSchema, field: string) => string | undefined;

/** The types of `crd-bundle/core/v1`. */
export class CoreTypes {
  readonly #schemas = new EqualSchemas();
  /** The names of the types by the numbers of their schemas. */
  readonly #names = new Map<number, string[]>();

  /** `types` are the schemas of the types by name. */
  constructor(types: ReadonlyMap<string, StructuralSchema>) {
    for (const [name, schema] of types) {
      if (UNLIKELY.includes(name) || numberOfFields(schema) < FEWEST_FIELDS) continue;
      const number = this.#schemas.typeOf(schema);
      this.#names.set(number, [...(this.#names.get(number) ?? []), name]);
    }
  }

  /**
   * Returns the type whose schema equals that of a field, including the descriptions. If several types have the schema,
   * the name of the field decides: a `tokenSecretRef` can be a SecretKeySelector, but not a ConfigMapKeySelector.
   */
  nameOf(schema: StructuralSchema, field: string): string | undefined {
    const names = this.#names.get(this.#schemas.typeOf(schema)) ?? [];
    const likely = names.length > 1 ? names.filter((name) => field.toLowerCase().includes(firstWord(name))) : names;
    return likely.length === 1 ? likely[0] : undefined;
  }
}

function firstWord(name: string): string {
  return (/^[A-Z][a-z]*/.exec(name)?.[0] ?? name).toLowerCase();
}

/** Counts the fields in a schema, at all depths. */
function numberOfFields(schema: StructuralSchema): number {
  const { length } = Object.keys(schema.properties ?? {});
  return subschemasOf(schema).reduce((sum, inner) => sum + numberOfFields(inner), length);
}
