/**
 * Macros: calls whose first arguments are not values but the names of variables. Source: google/cel-go,
 * parser/macro.go, cel/library.go, ext/comprehensions.go and ext/lists.go; for the versions of Kubernetes,
 * k8s.io/apiserver, pkg/cel/environment/base.go.
 */
import { ACCUMULATOR, type Comprehension, type Core } from "./core.js";
import type { Span } from "./tree.js";

export interface Macro {
  /** Minor version of Kubernetes that introduced it. */
  readonly since: number;
  /** Number of arguments that are names of variables. */
  readonly variables: number;
  /** Returns the expression that replaces a call. */
  readonly expand: (call: MacroCall) => Core;
}

interface MacroCall {
  readonly span: Span;
  readonly target: Core;
  readonly variables: readonly string[];
  /** Arguments after the variables. */
  readonly args: readonly Core[];
}

/** Version that introduced macros with two variables. */
const TWO = 32;

const MACROS: ReadonlyMap<string, Macro> = new Map(
  Object.entries({
    "all/2": { since: 0, variables: 1, expand: all },
    "all/3": { since: TWO, variables: 2, expand: all },
    "exists/2": { since: 0, variables: 1, expand: exists },
    "exists/3": { since: TWO, variables: 2, expand: exists },
    "exists_one/2": { since: 0, variables: 1, expand: existsOne },
    "exists_one/3": { since: TWO, variables: 2, expand: existsOne },
    "existsOne/3": { since: TWO, variables: 2, expand: existsOne },
    "filter/2": { since: 0, variables: 1, expand: filter },
    "map/2": { since: 0, variables: 1, expand: map },
    "map/3": { since: 0, variables: 1, expand: map },
    "optFlatMap/2": { since: 28, variables: 1, expand: (call) => optional(call, (value) => value) },
    "optMap/2": {
      since: 28,
      variables: 1,
      expand: (call) => optional(call, (value) => make(call.span).call("optional.of", value)),
    },
    "sortBy/2": { since: 34, variables: 1, expand: sortBy },
    "transformList/3": { since: TWO, variables: 2, expand: map },
    "transformList/4": { since: TWO, variables: 2, expand: map },
    "transformMap/3": { since: TWO, variables: 2, expand: (call) => insert(call, true) },
    "transformMap/4": { since: TWO, variables: 2, expand: (call) => insert(call, true) },
    "transformMapEntry/3": { since: TWO, variables: 2, expand: (call) => insert(call, false) },
    "transformMapEntry/4": { since: TWO, variables: 2, expand: (call) => insert(call, false) },
  }),
);

/** Returns the macro of a call with a target, in any version of Kubernetes. */
export function macroOf(name: string, args: readonly unknown[]): Macro | undefined {
  return MACROS.get(`${name}/${args.length}`);
}

/** Loop that the macros `all` and `exists` become. */
export interface Quantifier {
  readonly predicate: Core;
  /** The result with which one element decides the loop: false for `all`, true for `exists`. */
  readonly decisive: boolean;
}

/** Returns the predicate of `all` or `exists`, or undefined for another loop. No other macro starts with a bool. */
export function quantifierOf({ accumulator, init, step }: Comprehension): Quantifier | undefined {
  const isBool = init.kind === "literal" && init.value.type === "bool";
  if (accumulator !== ACCUMULATOR || !isBool || step.kind !== "call") return undefined;
  const [, predicate] = step.args;
  if (!predicate || (step.name !== "_&&_" && step.name !== "_||_")) return undefined;
  return { predicate, decisive: step.name === "_||_" };
}

/** Loop that counts elements, or collects them in a list. */
export interface Counter {
  readonly predicate: Core;
  readonly isList: boolean;
}

/** Returns the predicate of `exists_one` or `filter`, or undefined for another loop. */
export function counterOf({ accumulator, init, step, variables }: Comprehension): Counter | undefined {
  const [predicate, added] = step.kind === "call" && step.name === "_?_:_" ? step.args : [];
  if (accumulator !== ACCUMULATOR || !predicate || added?.kind !== "call" || added.name !== "_+_") return undefined;
  if (init.kind === "literal" && init.value.type === "int") return { predicate, isList: false };
  const [, list] = added.args;
  const item = init.kind === "list" && list?.kind === "list" ? list.items[0]?.value : undefined;
  return item?.kind === "ident" && variables.includes(item.name) ? { predicate, isList: true } : undefined;
}

/** Returns the names of the macros that rules can use in a version of Kubernetes. */
export function macroNames(minor: number): string[] {
  const names = [...MACROS].flatMap(([key, { since }]) => (since <= minor ? [key.slice(0, key.indexOf("/"))] : []));
  return [...new Set(names)];
}

function all(call: MacroCall): Core {
  const { literal, accumulator, call: to } = make(call.span);
  return loop(call, {
    init: literal(true),
    condition: to("@not_strictly_false", accumulator()),
    step: to("_&&_", accumulator(), last(call)),
  });
}

function exists(call: MacroCall): Core {
  const { literal, accumulator, call: to } = make(call.span);
  return loop(call, {
    init: literal(false),
    condition: to("@not_strictly_false", to("!_", accumulator())),
    step: to("_||_", accumulator(), last(call)),
  });
}

function existsOne(call: MacroCall): Core {
  const { integer, accumulator, call: to } = make(call.span);
  return loop(call, {
    init: integer(0n),
    step: to("_?_:_", last(call), to("_+_", accumulator(), integer(1n)), accumulator()),
    result: to("_==_", accumulator(), integer(1n)),
  });
}

function filter(call: MacroCall): Core {
  const { list, accumulator, ident, call: to } = make(call.span);
  const kept = to("_+_", accumulator(), list(ident(call.variables[0] as string)));
  return loop(call, { init: list(), step: to("_?_:_", last(call), kept, accumulator()) });
}

/** `map` and `transformList`: a condition can precede the new element. */
function map(call: MacroCall): Core {
  const { list, accumulator, call: to } = make(call.span);
  return loop(call, { init: list(), step: filtered(call, to("_+_", accumulator(), list(last(call)))) });
}

/** `transformMap` inserts a value at the key, and `transformMapEntry` another map. A condition can precede it. */
function insert(call: MacroCall, isAtKey: boolean): Core {
  const { accumulator, ident, call: to, span } = make(call.span);
  const entry = isAtKey ? [ident(call.variables[0] as string), last(call)] : [last(call)];
  const step = filtered(call, to("cel.@mapInsert", accumulator(), ...entry));
  return loop(call, { init: { kind: "map", entries: [], ...span }, step });
}

function filtered(call: MacroCall, step: Core): Core {
  const { accumulator, call: to } = make(call.span);
  const [condition] = call.args;
  return call.args.length > 1 && condition ? to("_?_:_", condition, step, accumulator()) : step;
}

function optional(call: MacroCall, wrap: (value: Core) => Core): Core {
  const { method, call: to } = make(call.span);
  const value = method(call.target, "value");
  const bound = bind(call.span, call.variables[0] as string, value, last(call));
  return to("_?_:_", method(call.target, "hasValue"), wrap(bound), to("optional.none"));
}

const SORTED = "@__sortBy_input__";

function sortBy(call: MacroCall): Core {
  const { ident, method } = make(call.span);
  const keys = map({ ...call, target: ident(SORTED) });
  return bind(call.span, SORTED, call.target, method(ident(SORTED), "@sortByAssociatedKeys", keys));
}

function last({ args }: MacroCall): Core {
  return args.at(-1) as Core;
}

interface Loop {
  readonly init: Core;
  readonly condition?: Core;
  readonly step: Core;
  readonly result?: Core;
}

function loop({ span, target, variables }: MacroCall, { init, condition, step, result }: Loop): Core {
  const { literal, accumulator } = make(span);
  return {
    kind: "comprehension",
    ...make(span).span,
    range: target,
    variables,
    accumulator: ACCUMULATOR,
    init,
    condition: condition ?? literal(true),
    step,
    result: result ?? accumulator(),
  };
}

/** Binds a variable, with a loop over nothing. */
function bind(span: Span, name: string, value: Core, result: Core): Core {
  const { list, literal, ident } = make(span);
  return {
    kind: "comprehension",
    ...make(span).span,
    range: list(),
    variables: ["#unused"],
    accumulator: name,
    init: value,
    condition: literal(false),
    step: ident(name),
    result,
  };
}

/** Returns functions that make expressions with the place of a macro. */
function make({ at, length }: Span) {
  const span = { at, length };
  const call = (name: string, ...args: readonly Core[]): Core => ({ kind: "call", name, args, ...span });
  const ident = (name: string): Core => ({ kind: "ident", name, ...span });
  return {
    span,
    call,
    ident,
    accumulator: () => ident(ACCUMULATOR),
    method: (target: Core, name: string, ...args: readonly Core[]): Core => ({
      kind: "call",
      name,
      target,
      args,
      ...span,
    }),
    literal: (value: boolean): Core => ({ kind: "literal", value: { type: "bool", value }, ...span }),
    integer: (value: bigint): Core => ({ kind: "literal", value: { type: "int", value }, ...span }),
    list: (...values: readonly Core[]): Core => ({
      kind: "list",
      items: values.map((value) => ({ value, optional: false })),
      ...span,
    }),
  };
}
