/** Calls of functions, as an evaluator makes them. The answers in the tests come from k8s.io/apiserver v0.37.2. */
import { Failure, type Library, type Value } from "../../../../scripts/kubernetes/cel/values/value.js";

export type Result = Value | Failure;

/** Value, or "fails" for any failure. */
type Answer = Value | "fails";

/** Calls a function of a library. An argument that failed is the result. */
export function call(library: Library, name: string, ...args: readonly Result[]): Result {
  return invoke(library.functions[name], name, args);
}

/** Calls a method on its first argument. */
export function method(library: Library, name: string, ...args: readonly Result[]): Result {
  return invoke(library.methods[name], name, args);
}

function invoke(
  implementation: Library["functions"][string] | undefined,
  name: string,
  args: readonly Result[],
): Result {
  if (!implementation) throw new Error(`there is no ${name}`);
  const failure = args.find((value) => value instanceof Failure);
  if (failure) return failure;
  const result = implementation(...(args as Value[]));
  if (result === undefined) throw new Error(`no overload of ${name} fits`);
  return result;
}

export function answer(result: Result): Answer {
  return result instanceof Failure ? "fails" : result;
}
