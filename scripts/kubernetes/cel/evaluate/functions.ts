/** Implementations of all functions, by their name. */
import type { Implementation, Library } from "../values/value.js";
import { ADDRESSES } from "./libraries/addresses.js";
import { ARITHMETIC } from "./libraries/arithmetic.js";
import { COLLECTIONS } from "./libraries/collections.js";
import { CONVERSIONS } from "./libraries/conversions.js";
import { LISTS } from "./libraries/lists.js";
import { NAMED_FORMATS } from "./libraries/named-formats.js";
import { OPTIONALS } from "./libraries/optionals.js";
import { QUANTITIES } from "./libraries/quantities.js";
import { SEMVERS } from "./libraries/semvers.js";
import { STRINGS } from "./libraries/strings.js";
import { TIMES } from "./libraries/times.js";
import { URLS } from "./libraries/urls.js";
import { overloads } from "./overloads.js";

const LIBRARIES: readonly Library[] = [
  ...[COLLECTIONS, ARITHMETIC, CONVERSIONS, STRINGS, LISTS, OPTIONALS, TIMES],
  ...[QUANTITIES, ADDRESSES, URLS, SEMVERS, NAMED_FORMATS],
];

const FUNCTIONS = gathered("functions");
const METHODS = gathered("methods");

/** Returns the implementation of a function or method in all libraries that have one. */
export function implementationOf(name: string, isMethod: boolean): Implementation {
  return (isMethod ? METHODS : FUNCTIONS).get(name) ?? (() => undefined);
}

function gathered(part: keyof Library): ReadonlyMap<string, Implementation> {
  const all = new Map<string, Implementation>();
  for (const library of LIBRARIES) {
    for (const [name, implementation] of Object.entries(library[part])) {
      const before = all.get(name);
      all.set(name, before ? overloads(before, implementation) : implementation);
    }
  }
  return all;
}
