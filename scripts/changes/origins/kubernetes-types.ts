/** Recognizes types of Kubernetes that CRDs embed, such as PodTemplateSpec, by the fields of their schemas. */
import { compareStrings } from "../../core/model/diagnostic.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, mapSubschemas, type StructuralSchema } from "../../core/model/schema.js";

/** A schema with fewer fields, such as a name and a value, can stand for many things. */
const FEWEST_FIELDS = 3;
/** A newer version of a type has fields that are not known, and an API may add some of its own: one in ten at most. */
const KNOWN_PER_UNKNOWN = 10;

/** A type of Kubernetes, with its schema in each known minor version in which it differs. */
export interface KubernetesType {
  readonly name: string;
  readonly schemas: readonly StructuralSchema[];
}

/** The types of Kubernetes, which recognize schemas that embed one of them. */
export class KubernetesTypes {
  /** Each type with the names of its fields in each of its forms. */
  readonly #types: readonly { readonly type: KubernetesType; readonly fields: readonly (readonly string[])[] }[];
  readonly #found = new WeakMap<StructuralSchema, readonly KubernetesType[]>();

  constructor(types: readonly KubernetesType[]) {
    this.#types = types.map((type) => ({ type, fields: type.schemas.map((form) => [...fieldsOf(form).keys()]) }));
  }

  /**
   * Returns the type that a field has in two states, if there is one. If several types have the same fields, the name
   * of the field decides: a `tokenSecretRef` is a SecretKeySelector rather than a ConfigMapKeySelector.
   */
  typeOf(before: StructuralSchema, after: StructuralSchema, field: string): KubernetesType | undefined {
    const now = this.#typesOf(after);
    if (now.length === 0) return undefined;
    const common = this.#typesOf(before).filter((type) => now.includes(type));
    return common.find(({ name }) => field.toLowerCase().includes(firstWord(name))) ?? common[0];
  }

  /** Returns the types that a schema may have, those with most of its fields first. */
  #typesOf(schema: StructuralSchema): readonly KubernetesType[] {
    const known = this.#found.get(schema);
    if (known) return known;
    const own = fieldsOf(schema);
    const found = this.#types
      .filter(({ fields }) => fields.some((names) => hasMost(own, names)))
      .map(({ type }) => ({ type, shared: sharedFields(schema, type.schemas) }))
      .filter(({ shared }) => isAlike(shared))
      .sort((a, b) => b.shared.known - a.shared.known || compareStrings(a.type.name, b.type.name))
      .map(({ type }) => type);
    this.#found.set(schema, found);
    return found;
  }
}

function firstWord(name: string): string {
  return (/^[A-Z][a-z]*/.exec(name)?.[0] ?? name).toLowerCase();
}

/** Reports whether a schema has more than half of the fields of a type. */
function hasMost(fields: ReadonlyMap<string, StructuralSchema>, names: readonly string[]): boolean {
  return names.filter((name) => fields.has(name)).length * 2 > names.length;
}

function isAlike({ known, unknown }: Shared): boolean {
  return known >= FEWEST_FIELDS && unknown * KNOWN_PER_UNKNOWN <= known;
}

/** Numbers of fields at all depths that a type has, too, and that it does not have. */
interface Shared {
  readonly known: number;
  readonly unknown: number;
}

function sharedFields(schema: StructuralSchema, forms: readonly StructuralSchema[]): Shared {
  const known = forms.map(fieldsOf);
  const fields = [...fieldsOf(schema)].map(([name, field]) => {
    const others = known.map((form) => form.get(name)).filter((form) => form !== undefined);
    if (others.length === 0) return { known: 0, unknown: 1 };
    const inner = sharedFields(field, others);
    return { ...inner, known: inner.known + 1 };
  });
  const elements = (["items", "additionalProperties"] as const).map((keyword) => {
    const inner = schema[keyword];
    const others = forms.map((form) => form[keyword]).filter(isJsonObject);
    return isJsonObject(inner) && others.length > 0 ? sharedFields(inner, others) : { known: 0, unknown: 0 };
  });
  return [...fields, ...elements].reduce(
    (sum, shared) => ({ known: sum.known + shared.known, unknown: sum.unknown + shared.unknown }),
    { known: 0, unknown: 0 },
  );
}

/**
 * Types as they are in a file. They share most of their parts, so there is one list of all parts that have fields. In
 * place of a part, `{"$ref": 3}` refers to one before it in the list.
 */
export interface PackedTypes {
  readonly parts: readonly StructuralSchema[];
  /** The schemas of each type, as indexes of parts. */
  readonly types: Readonly<Record<string, readonly number[]>>;
}

/** Returns the types in a file. */
export function unpackTypes({ parts, types }: PackedTypes): KubernetesType[] {
  const schemas: StructuralSchema[] = [];
  const unpack = (packed: StructuralSchema): StructuralSchema =>
    typeof packed.$ref === "number" ? (schemas[packed.$ref] ?? {}) : mapSubschemas(packed, unpack);
  for (const part of parts) schemas.push(unpack(part));
  return Object.entries(types).map(([name, forms]) => ({
    name,
    schemas: forms.map((form) => schemas[form] ?? {}),
  }));
}
