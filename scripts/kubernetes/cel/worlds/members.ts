import { mayHaveUndeclared, type StructuralSchema } from "../../../core/model/schema.js";
import type { Core } from "../syntax/core.js";
import type { DeclType } from "../types/decl-type.js";
import { fieldOf } from "../types/member.js";
import { fieldName } from "../types/names.js";
import type { Type } from "../types/type.js";
import { INT64, isAlwaysSet, rangeOf, sizeOf, unlessNull } from "./bounds.js";
import type { Effort } from "./effort.js";
import type { Reads } from "./reads.js";
import { FAULT, Fault, type Outcome, optionally, type Value } from "./value.js";
import type { World } from "./world.js";

/** Fields and elements of values in one world. */
export class Members {
  constructor(
    readonly effort: Effort,
    readonly world: World,
    readonly reads: Reads | undefined,
  ) {}

  // Fields, and keys that the rule names

  /** Reads a field, or a key that the rule names. */
  read(holder: Value, name: string, core: Core): Outcome<Value> {
    const part = this.#named(holder, name);
    if (!this.reads) return this.has(holder, name) ? part : FAULT;
    if (!this.reads.isOptional(holder, name)) return part;
    this.reads.found.set(part.name, part.first ?? part.name);
    return this.reads.has(this.world, holder, name, part) ? part : new Fault(core, part.name === this.reads.absent);
  }

  has(holder: Value, name: string): boolean {
    if (this.reads) return this.reads.has(this.world, holder, name, this.#named(holder, name));
    const { fields, schema } = holder.decl ?? {};
    const field = fields && fieldOf(fields, name, this.effort.minor);
    if (fields && !field && schema && !mayHave(schema, fieldName(name))) return false;
    return isAlwaysSet(holder, name, field) || this.hasKey(holder, this.effort.key(name));
  }

  hasKey(holder: Value, key: string): boolean {
    return this.world.decide(`has ${holder.name}[${key}]`);
  }

  #named(holder: Value, name: string): Value {
    const { fields } = holder.decl ?? {};
    const decl = fields ? fieldOf(fields, name, this.effort.minor) : this.#elementOf(holder);
    return this.#part(holder, this.effort.key(name), decl);
  }

  /** Returns a field or an element. Without a schema, it can have any type, such as null. */
  #part(holder: Value, key: string, decl: DeclType | undefined): Value {
    const first = holder.first === undefined ? undefined : this.effort.partName(holder.first, key);
    return this.effort.part(this.effort.partName(holder.name, key), decl, first);
  }

  #elementOf({ decl }: Value): DeclType | undefined {
    return this.reads ? decl?.element : unlessNull(decl?.element);
  }

  /** Reads an element, or a key. */
  index(core: Core, holder: Value, index: Value): Outcome<Value> {
    if (index.literal?.type === "string" && holder.kind === "map") return this.read(holder, index.literal.value, core);
    const isSafe = holder.kind === "list" && index.literal?.type === "int" && index.literal.value >= 0n;
    const isSet = this.reads || (isSafe && sizeOf(holder).min > rangeOf(index).min);
    if (!isSet && !this.hasKey(holder, index.name)) return FAULT;
    return this.#part(holder, index.name, this.#elementOf(holder));
  }

  // Optional values

  /** Returns a field or an element as an optional value. */
  optionalPart(holder: Value, key: Value): Value {
    if (key.literal?.type === "string") {
      const { value: name } = key.literal;
      return optionally(this.#named(holder, name), this.has(holder, name));
    }
    return optionally(this.#part(holder, key.name, this.#elementOf(holder)), this.hasKey(holder, key.name));
  }

  /** Returns an optional value of which only the name is known. Its value can have any type, such as null. */
  optional(value: Value): Value {
    return optionally(this.#part(value, "value", undefined), this.hasKey(value, "value"));
  }

  // Elements in macros

  /** Returns the variables of a macro for each element: one or two elements, or none. Two are enough to tell them apart. */
  rowsOf(range: Value, count: number): Value[][] {
    if (range.items) return range.items.map((item, at) => (count === 1 ? [item] : [indexOf(at), item]));
    const { min, max } = sizeOf(range);
    const { name } = range;
    if (max === 0n || !(min > 0n || this.world.decide(`${name} has an element`))) return [];
    // A list inside an element has at most one, to limit the number of worlds.
    const hasTwo = range.first === undefined && max > 1n && this.world.decide(`${name} has two elements`, false);
    return (hasTwo ? [0, 1] : [0]).map((at) => this.#elementRow(range, at, count));
  }

  #elementRow(range: Value, at: number, count: number): Value[] {
    const { name, first } = range;
    const isMap = range.kind === "map";
    const keyOf = (each: number) => (isMap ? this.effort.name(`key ${each} of ${name}`) : indexOf(each).name);
    const index: Value = isMap ? { name: keyOf(at), kind: "string" } : indexOf(at);
    if (isMap && count === 1) return [index];
    const decl = this.#elementOf(range);
    const ofFirst = first ?? this.effort.partName(name, keyOf(0));
    const element = this.effort.part(this.effort.partName(name, index.name), decl, ofFirst);
    return count === 2 ? [index, element] : [element];
  }

  /**
   * Returns the variables of a macro for any element: the element of a list, or the key of a map; or both parts. `depth`
   * is the number of macros around it.
   */
  rowOf(range: Value, type: Type, count: number, depth: number): Value[] {
    const { kind, parameters } = range.decl?.type ?? type;
    const isMap = kind === "map";
    const place = this.effort.name(`${depth} of ${range.name}`);
    const key: Value = { name: place, kind: isMap ? (parameters[0]?.kind ?? "dyn") : kind === "list" ? "int" : "dyn" };
    const element = this.#part(range, place, unlessNull(range.decl?.element));
    if (count === 2) return [key, element];
    return [isMap ? key : element];
  }
}

/** Reports whether a value can have a field that rules have no type for. The API server drops other fields. */
function mayHave(schema: StructuralSchema, name: string): boolean {
  return Object.hasOwn(schema.properties ?? {}, name) || mayHaveUndeclared(schema, name);
}

/** Returns the index of an element, which stands for any index. */
function indexOf(at: number): Value {
  return { name: `index ${at}`, kind: "int", range: { min: 0n, max: INT64.max } };
}
