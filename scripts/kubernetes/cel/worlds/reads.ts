import type { DeclType } from "../types/decl-type.js";
import { fieldOf } from "../types/member.js";
import { isNamed } from "../types/names.js";
import type { Value } from "./value.js";
import type { World } from "./world.js";

/**
 * Assumptions of the search for reads that a rule does not guard: only reads of optional fields, and of keys that the
 * rule names, fail.
 */
export class Reads {
  /** Names of the optional parts that were read, with the name of the same part of the first element. */
  readonly found = new Map<string, string>();

  constructor(
    /** Minor version that decides which fields exist. */
    readonly minor: number,
    /** Name of the one part that is missing. */
    readonly absent: string | undefined,
  ) {}

  /** Reports whether a value has a part, given by its key and its own value. */
  has(world: World, holder: Value, key: string, part: Value): boolean {
    return !this.isOptional(holder, key) || (part.name !== this.absent && world.decide(`has ${part.name}`));
  }

  /** Reports whether the schema allows a value without a part. Of a value without a schema, nothing is known. */
  isOptional({ decl }: Value, key: string): boolean {
    return decl !== undefined && canLack(decl, key, this.minor);
  }
}

/** Reports whether values of a type can lack a field or key. `minor` is the version whose fields exist. */
export function canLack(decl: DeclType, key: string, minor: number): boolean {
  if (!decl.fields) return decl.type.kind === "map";
  const field = fieldOf(decl.fields, key, minor);
  return field !== undefined && !decl.always?.has(key) && !isSet(decl, key, field);
}

/** Fields of objects by name: true if they are set. Every case of a rule reads the same ones. */
const known = new WeakMap<DeclType, Map<string, boolean>>();

/** Reports whether a field is required, or has a default, which the API server sets before it evaluates rules. */
function isSet(object: DeclType, name: string, field: DeclType): boolean {
  const fields = known.get(object) ?? new Map<string, boolean>();
  known.set(object, fields);
  const before = fields.get(name);
  if (before !== undefined) return before;
  const { required = [] } = object.schema;
  const isFieldSet = required.some((each) => isNamed(each, name)) || field.schema.default !== undefined;
  fields.set(name, isFieldSet);
  return isFieldSet;
}
