/**
 * Macros of the API server's CEL: calls whose first arguments are not values but the names of variables for the
 * elements. Source: google/cel-go, parser/macro.go, cel/library.go, ext/comprehensions.go and ext/lists.go.
 */
import type { Expr } from "./syntax.js";

/** Number of variables, by macro and number of arguments. */
const VARIABLES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  all: { 2: 1, 3: 2 },
  exists: { 2: 1, 3: 2 },
  exists_one: { 2: 1, 3: 2 },
  existsOne: { 3: 2 },
  filter: { 2: 1 },
  map: { 2: 1, 3: 1 },
  optFlatMap: { 2: 1 },
  optMap: { 2: 1 },
  sortBy: { 2: 1 },
  transformList: { 3: 2, 4: 2 },
  transformMap: { 3: 2, 4: 2 },
  transformMapEntry: { 3: 2, 4: 2 },
};

/** Returns the number of arguments that are variables in a call with a target: 0 if the call is not a macro. */
export function variablesOf(name: string, args: readonly Expr[]): number {
  return Object.hasOwn(VARIABLES, name) ? (VARIABLES[name]?.[args.length] ?? 0) : 0;
}

/** Returns the first argument that is not valid in a macro, and the reason. */
export function macroProblem(name: string, args: readonly Expr[], isOnTarget: boolean) {
  if (!isOnTarget) {
    const [only, ...others] = args;
    const isField = only?.kind === "select" && !only.optional;
    if (name !== "has" || !only || others.length > 0 || isField) return undefined;
    return { at: only.at, problem: "the argument of has() must be a field, as in has(self.a)" };
  }
  const names = args.slice(0, variablesOf(name, args));
  const wrong = names.find((arg) => arg.kind !== "ident");
  if (wrong) return { at: wrong.at, problem: `the variables of ${name}() must be names, as in ${name}(x, …)` };
  const [first, second] = names.map((arg) => (arg.kind === "ident" ? arg.name : ""));
  if (first === undefined || first !== second) return undefined;
  return { at: names[1]?.at ?? 0, problem: `the two variables of ${name}() must not both be named ${first}` };
}
