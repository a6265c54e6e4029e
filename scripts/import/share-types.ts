/**
 * Makes fields of the experimental channel share types with fields of both channels. Their schemas differ: the one has
 * everything, and in the other one, some fields and constraints are experimental.
 */
import { mapSubschemas, type StructuralSchema, subschemasOf } from "../core/model/schema.js";
import { EqualSchemas, splitKeywords } from "./equal-schemas.js";
import { differs, isExperimentalField, type MergedSchema, schemaIn } from "./merge-channels.js";

/** Root of a version of a kind. */
interface Root {
  readonly root: MergedSchema;
  readonly isExperimental: boolean;
}

/** Returns the versions with shared types. */
export function shareTypes<T extends Root>(versions: readonly T[]): T[] {
  const types = new MergedTypes();
  for (const { root } of versions) types.add(root);
  return versions.map((version) => ({ ...version, root: types.replaceIn(version.root, version.isExperimental) }));
}

/** The objects that differ between the channels. */
class MergedTypes {
  readonly #schemas = new EqualSchemas();
  /** The objects by the number of their schema in the experimental channel. */
  readonly #objects = new Map<number, MergedSchema>();
  readonly #replaced = new Map<MergedSchema, MergedSchema>();

  /** Adds the objects in a schema. */
  add(schema: MergedSchema): void {
    if (!differs(schema)) return;
    if (schema.properties) {
      const number = this.#schemas.typeOf(schemaIn("experimental", schema));
      if (!this.#objects.has(number)) this.#objects.set(number, schema);
    }
    for (const inner of subschemasOf(schema)) this.add(inner);
  }

  /** Returns a schema in which these objects replace objects of the experimental channel with the same fields. */
  replaceIn(schema: MergedSchema, isExperimental: boolean): MergedSchema {
    if (isExperimental) return this.#replace(schema);
    if (!differs(schema)) return schema;
    const known = this.#replaced.get(schema);
    if (known) return known;
    const { properties } = schema;
    const fields = Object.entries(properties ?? {}).map(
      ([name, field]) => [name, this.replaceIn(field, isExperimentalField(schema, name))] as const,
    );
    const { properties: _, ...others } = schema;
    const replaced = {
      ...mapSubschemas(others, (inner) => this.replaceIn(inner, false)),
      ...(properties && { properties: Object.fromEntries(fields) }),
    };
    this.#replaced.set(schema, replaced);
    return replaced;
  }

  #replace(schema: StructuralSchema): MergedSchema {
    const known = schema.properties && this.#objects.get(this.#schemas.typeOf(schema));
    if (!known) return mapSubschemas(schema, (inner) => this.#replace(inner));
    return { ...splitKeywords(schema).field, ...splitKeywords(this.replaceIn(known, false)).type };
  }
}
