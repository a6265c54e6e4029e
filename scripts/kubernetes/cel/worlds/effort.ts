import type { Checked } from "../check/checked.js";
import type { Core } from "../syntax/core.js";
import type { DeclType } from "../types/decl-type.js";
import type { Type } from "../types/type.js";
import { excludes } from "./bounds.js";
import { literalValue, textName, type Value } from "./value.js";

/** The results of the type check that an evaluation needs. */
export type Types = Pick<Checked, "typeOf" | "names" | "qualified">;

/** Data that all worlds of an expression share: the steps that are left, and what need not be computed again. */
export class Effort {
  readonly #names = new Map<string, string>();
  readonly #partNames = new Map<string, Map<string, string>>();
  readonly #parts = new Map<string, Value>();
  readonly #literals = new Map<Core, Value>();
  readonly #keys = new Map<string, string>();
  readonly #types = new Map<Core, Type>();
  readonly #excluded = new Map<DeclType, Map<string, boolean>>();
  #count = 0;
  #left: number;

  constructor(
    readonly checked: Types,
    /** Minor version that decides which fields exist. */
    readonly minor: number,
    steps: number,
  ) {
    this.#left = steps;
  }

  /** Counts one step. Throws if there are none left. */
  spend(): void {
    if (--this.#left < 0) throw new Exhausted();
  }

  /** The number of steps that are left. */
  get left(): number {
    return Math.max(this.#left, 0);
  }

  /** Returns a short name, the same for the same text. Names inside names would otherwise grow without a limit. */
  name(text: string): string {
    const before = this.#names.get(text);
    if (before !== undefined) return before;
    const name = this.#newName();
    this.#names.set(text, name);
    return name;
  }

  /** Returns the name of a part of a value, the same for the same key. */
  partName(holder: string, key: string): string {
    const names = known(this.#partNames, holder, () => new Map<string, string>());
    return known(names, key, () => this.#newName());
  }

  /** Returns a part of a value. It is mostly the same object, which takes less time than a new one. */
  part(name: string, decl: DeclType | undefined, first: string | undefined): Value {
    const before = this.#parts.get(name);
    if (before && before.decl === decl && before.first === first) return before;
    const value: Value = { name, kind: decl?.type.kind ?? "dyn", decl, first };
    this.#parts.set(name, value);
    return value;
  }

  literal(core: Extract<Core, { kind: "literal" }>): Value {
    return known(this.#literals, core, () => literalValue(core.value));
  }

  /** Returns the key that the name of a field or a string is. */
  key(text: string): string {
    return known(this.#keys, text, () => textName(text));
  }

  /** Reports whether the schema of a value excludes a string. */
  excludes({ kind, decl }: Value, text: string): boolean {
    if (kind !== "string" || !decl) return false;
    const strings = known(this.#excluded, decl, () => new Map<string, boolean>());
    return known(strings, text, () => excludes(decl, text));
  }

  typeOf(core: Core): Type {
    return known(this.#types, core, () => this.checked.typeOf(core));
  }

  #newName(): string {
    return `#${this.#count++}`;
  }
}

export class Exhausted extends Error {}

/** Returns the value of a key, which is computed once. */
function known<K, V>(values: Map<K, V>, key: K, compute: () => V): V {
  const before = values.get(key);
  if (before !== undefined) return before;
  const value = compute();
  values.set(key, value);
  return value;
}
