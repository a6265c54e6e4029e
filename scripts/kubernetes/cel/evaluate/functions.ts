/** Implementations of all functions, by their name. */
import type { Implementation, Library } from "../values/value.js";
import { COLLECTIONS } from "./libraries/collections.js";

const LIBRARIES: readonly Library[] = [COLLECTIONS];

const FUNCTIONS = gathered("functions");
const METHODS = gathered("methods");

/** Returns the implementations of a function or method. The first one that accepts the values counts. */
export function implementationsOf(name: string, isMethod: boolean): readonly Implementation[] {
  return (isMethod ? METHODS : FUNCTIONS).get(name) ?? [];
}

function gathered(part: keyof Library): ReadonlyMap<string, readonly Implementation[]> {
  const all = new Map<string, Implementation[]>();
  for (const library of LIBRARIES) {
    for (const [name, implementation] of Object.entries(library[part])) {
      all.set(name, [...(all.get(name) ?? []), implementation]);
    }
  }
  return all;
}
