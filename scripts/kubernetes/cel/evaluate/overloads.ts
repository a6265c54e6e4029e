/** Implementations for arguments of particular kinds. */
import { type Failure, type Implementation, kindOf, type Optional, type Value } from "../values/value.js";

type KindOf<T> = T extends { readonly kind: infer K extends string } ? K : never;

/** Types of values by the name of their kind. */
type Kinds = {
  readonly [K in KindOf<Exclude<Value, Optional>>]: Extract<Value, { readonly kind: K }>;
} & {
  readonly optional: Optional;
  readonly int: bigint;
  readonly double: number;
  readonly string: string;
  readonly bool: boolean;
  readonly any: Value;
};

type Arguments<K extends readonly (keyof Kinds)[]> = { -readonly [I in keyof K]: Kinds[K[I]] };

/** Returns an implementation that is for arguments of the given kinds only. */
export function overload<const K extends readonly (keyof Kinds)[]>(
  kinds: K,
  run: (...args: Arguments<K>) => Value | Failure | undefined,
): Implementation {
  return (...args) => {
    const isMatch =
      args.length === kinds.length && args.every((arg, at) => kinds[at] === "any" || kinds[at] === kindOf(arg));
    return isMatch ? run(...(args as Arguments<K>)) : undefined;
  };
}

/** Returns an implementation with several overloads. The first one that matches the arguments decides. */
export function overloads(...implementations: readonly Implementation[]): Implementation {
  return (...args) => {
    for (const implementation of implementations) {
      const result = implementation(...args);
      if (result !== undefined) return result;
    }
    return undefined;
  };
}
