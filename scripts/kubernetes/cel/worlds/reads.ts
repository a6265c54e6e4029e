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
    if (!decl) return false;
    if (!decl.fields) return decl.type.kind === "map";
    const field = fieldOf(decl.fields, key, this.minor);
    return field !== undefined && !decl.always?.has(key) && !isSet(decl, key, field);
  }
}

/** Reports whether a field is required, or has a default, which the API server sets before it evaluates rules. */
function isSet({ schema }: DeclType, name: string, field: DeclType): boolean {
  return (schema.required ?? []).some((each) => isNamed(each, name)) || field.schema.default !== undefined;
}
