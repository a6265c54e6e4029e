/**
 * Expressions without macros, as the API server checks and costs them. Source: google/cel-go, common/ast. Parts can be
 * shared: the macro `optMap` needs its target twice.
 */
import type { Literal, Span } from "./tree.js";

export type Core = Span &
  (
    | { readonly kind: "literal"; readonly value: Literal }
    | { readonly kind: "ident"; readonly name: string }
    | { readonly kind: "select"; readonly operand: Core; readonly field: string; readonly isTest: boolean }
    | { readonly kind: "call"; readonly name: string; readonly target?: Core; readonly args: readonly Core[] }
    | { readonly kind: "list"; readonly items: readonly { readonly value: Core; readonly optional: boolean }[] }
    | {
        readonly kind: "map";
        readonly entries: readonly { readonly key: Core; readonly value: Core; readonly optional: boolean }[];
      }
    | Comprehension
  );

/** Loop over a list or map. A range without elements only binds the accumulator, as a variable of the result. */
export interface Comprehension extends Span {
  readonly kind: "comprehension";
  readonly range: Core;
  /** One variable for the elements of a list or the keys of a map, or two for indexes or keys and values. */
  readonly variables: readonly string[];
  readonly accumulator: string;
  readonly init: Core;
  readonly condition: Core;
  readonly step: Core;
  readonly result: Core;
}

/** Name of the accumulator of a loop. No expression can contain it. Source: google/cel-go, parser/macro.go. */
export const ACCUMULATOR = "@result";

/** Returns the value of a literal that is a bool. */
export function boolOf(core: Core): boolean | undefined {
  return core.kind === "literal" && core.value.type === "bool" ? core.value.value : undefined;
}

/** Returns the direct parts of an expression, in the order in which the API server checks them. */
export function partsOf(core: Core): readonly Core[] {
  switch (core.kind) {
    case "select":
      return [core.operand];
    case "call":
      return core.target ? [...core.args, core.target] : core.args;
    case "list":
      return core.items.map(({ value }) => value);
    case "map":
      return core.entries.flatMap(({ key, value }) => [key, value]);
    case "comprehension":
      return [core.range, core.init, core.condition, core.step, core.result];
    default:
      return [];
  }
}

/** Returns an expression with each direct part replaced. */
export function mapParts(core: Core, change: (part: Core) => Core): Core {
  switch (core.kind) {
    case "select":
      return { ...core, operand: change(core.operand) };
    case "call":
      return { ...core, args: core.args.map(change), ...(core.target && { target: change(core.target) }) };
    case "list":
      return { ...core, items: core.items.map((item) => ({ ...item, value: change(item.value) })) };
    case "map": {
      const entries = core.entries.map((entry) => ({ ...entry, key: change(entry.key), value: change(entry.value) }));
      return { ...core, entries };
    }
    case "comprehension": {
      const { range, init, condition, step, result } = core;
      return {
        ...core,
        range: change(range),
        init: change(init),
        condition: change(condition),
        step: change(step),
        result: change(result),
      };
    }
    default:
      return core;
  }
}

/** Returns an expression and everything in it, each part once. */
export function allParts(root: Core): ReadonlySet<Core> {
  const found = new Set([root]);
  for (const core of found) for (const part of partsOf(core)) found.add(part);
  return found;
}
