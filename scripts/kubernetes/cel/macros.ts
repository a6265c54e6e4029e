/**
 * The macros of the API server's CEL: calls whose first arguments are no values but names for the elements. Source:
 * google/cel-go, parser/macro.go, cel/library.go, ext/comprehensions.go and ext/lists.go.
 */
import type { Expr } from "./syntax.js";

/** By name and number of arguments: how many of them are names. */
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

/** How many of the arguments of a call on something are names: none where it is no macro. */
export function variablesOf(name: string, args: readonly Expr[]): number {
  return Object.hasOwn(VARIABLES, name) ? (VARIABLES[name]?.[args.length] ?? 0) : 0;
}

/** The argument that a macro cannot have in its place, with what is expected there. */
export function macroProblem(name: string, args: readonly Expr[], isOnTarget: boolean) {
  if (!isOnTarget) {
    const [only, ...others] = args;
    const isField = only?.kind === "select" && !only.optional;
    if (name !== "has" || !only || others.length > 0 || isField) return undefined;
    return { at: only.at, problem: "has() takes a field, as in has(self.a)" };
  }
  const names = args.slice(0, variablesOf(name, args));
  const wrong = names.find((arg) => arg.kind !== "ident");
  if (wrong) return { at: wrong.at, problem: `${name}() first takes a name for the element, as in ${name}(x, …)` };
  const [first, second] = names.map((arg) => (arg.kind === "ident" ? arg.name : ""));
  if (first === undefined || first !== second) return undefined;
  return { at: names[1]?.at ?? 0, problem: `both variables of ${name}() are named ${first}` };
}
