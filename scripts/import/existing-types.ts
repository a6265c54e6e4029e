/** The types that the sources of a project already have for the schemas of an API version. */
import type { SchemaNode } from "../core/model/api.js";
import { isJsonObject } from "../core/model/json.js";
import type { Location } from "../core/model/location.js";
import type { StructuralSchema } from "../core/model/schema.js";
import { isOwnSource } from "../core/project-layout.js";
import type { ExistingType } from "./declarations.js";
import type { EqualSchemas } from "./equal-schemas.js";

/** A schema, and the node of the model at the same place. */
export type PlacedSchema = readonly [schema: StructuralSchema, node: SchemaNode];

/** Returns the type that a node has in the sources of the project. */
function existingTypeOf(node: SchemaNode): ExistingType | undefined {
  const [declared] = node.isDeclared ? node.types : [];
  if (declared) return isOwnSource(declared.location.file) ? { ...declared, node } : undefined;
  return node.form === "object" && isOwnSource(node.location.file) ? { location: node.location, node } : undefined;
}

/** Returns a location as a key. */
export function keyOf({ file, start }: Location): string {
  return `${file}:${start}`;
}

/** Returns the nodes of the fields of an object, by name. */
export function fieldsIn(node: SchemaNode | undefined) {
  return new Map(node?.form === "object" ? node.fields.map((field) => [field.name, field] as const) : []);
}

/** Returns the node of the items of a list or the values of a map. */
export function elementIn(node: SchemaNode | undefined): SchemaNode | undefined {
  if (node?.form === "array") return node.items;
  return node?.form === "map" ? node.values : undefined;
}

/**
 * Assigns schemas to types. If the places of a type no longer have the same schema, the type is that of the schema
 * that most of them have or, if there are several such schemas, of the one that it had before. The other places need new
 * types.
 */
export class ExistingTypes {
  /** For each type, how many places have the schema with a number. */
  readonly #counts = new Map<string, Map<number, number>>();
  readonly #named = new Map<number, ExistingType>();
  readonly #inline = new Set<number>();
  readonly #schemas = new Map<string, StructuralSchema>();

  constructor(
    readonly schemas: EqualSchemas,
    roots: readonly PlacedSchema[],
    readonly before?: ExistingTypes | undefined,
  ) {
    const found: (readonly [ExistingType, number])[] = [];
    for (const [schema, node] of roots) this.#visitContent(schema, node, found);
    for (const [type, number] of found) {
      if (type.name !== undefined && !this.#named.has(number) && this.#keeps(type, number))
        this.#named.set(number, type);
    }
  }

  /** Returns the type of a schema at the place of a node, or at a new place. */
  typeOf(schema: StructuralSchema, node: SchemaNode | undefined): ExistingType | undefined {
    const number = this.schemas.typeOf(schema);
    if (!node) return this.#named.get(number);
    const type = existingTypeOf(node);
    return type && this.#keeps(type, number) ? type : undefined;
  }

  /** Returns the schema of a type. */
  schemaOf(key: string): StructuralSchema | undefined {
    return this.#schemas.get(key);
  }

  /** Reports whether the sources write the type of a schema out somewhere, without a name. */
  isInline(schema: StructuralSchema): boolean {
    return this.#inline.has(this.schemas.typeOf(schema));
  }

  #visit(schema: StructuralSchema, node: SchemaNode, found: (readonly [ExistingType, number])[]): void {
    const type = existingTypeOf(node);
    const number = this.schemas.typeOf(schema);
    if (type) {
      const key = keyOf(type.location);
      const counts = this.#counts.get(key) ?? new Map<number, number>();
      this.#counts.set(key, counts.set(number, (counts.get(number) ?? 0) + 1));
      if (!this.#schemas.has(key)) this.#schemas.set(key, schema);
      found.push([type, number]);
    } else this.#inline.add(number);
    this.#visitContent(schema, node, found);
  }

  #visitContent(
    { properties = {}, items, additionalProperties }: StructuralSchema,
    node: SchemaNode,
    found: (readonly [ExistingType, number])[],
  ): void {
    const fields = fieldsIn(node);
    for (const [name, child] of Object.entries(properties)) {
      const field = fields.get(name);
      if (field) this.#visit(child, field.node, found);
    }
    const element = elementIn(node);
    for (const child of [items, additionalProperties]) {
      if (element && isJsonObject(child)) this.#visit(child, element, found);
    }
  }

  #keeps({ location }: ExistingType, number: number): boolean {
    const counts = [...(this.#counts.get(keyOf(location)) ?? [])];
    const most = Math.max(...counts.map(([, count]) => count));
    const [first, ...others] = counts.filter(([, count]) => count === most).map(([candidate]) => candidate);
    if (others.length === 0) return first === number;
    const schema = this.before?.schemaOf(keyOf(location));
    const old = schema && this.schemas.typeOf(schema);
    return (others.find((candidate) => candidate === old) ?? first) === number;
  }
}
