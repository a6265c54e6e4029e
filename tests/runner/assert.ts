/** Replaces the assertions of uvu. Each of them counts its calls. */
import type * as Assert from "uvu/assert";
import { tally } from "./tally.js";
import { requireReal } from "./uvu.js";

const uvu: typeof Assert = requireReal("uvu/assert");

type Assertion = (...args: never[]) => void;

/** Wraps an assertion and its properties, as in `not.equal`. */
function counting<Real extends Assertion>(real: Real): Real {
  const counted = (...args: Parameters<Real>): void => {
    tally.assertions++;
    real(...args);
  };
  for (const [name, carried] of Object.entries(real) as [string, Assertion][]) {
    Object.assign(counted, { [name]: carried === real ? counted : counting(carried) }); // `not.ok` is `not` itself
  }
  return counted as Real;
}

export const { Assertion } = uvu;
export const ok = counting(uvu.ok);
export const is = counting(uvu.is);
export const equal = counting(uvu.equal);
export const unreachable = counting(uvu.unreachable);
export const type = counting(uvu.type);
export const instance = counting(uvu.instance);
export const match = counting(uvu.match);
export const snapshot = counting(uvu.snapshot);
export const fixture = counting(uvu.fixture);
export const throws = counting(uvu.throws);
export const not = counting(uvu.not);
