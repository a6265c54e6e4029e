/**
 * fast-check, with one seed for all tests. The same commit draws the same cases everywhere: a failure belongs to the
 * change that is tested. `SEED=random` draws others, and a failed property prints its seed. `SEED=<number>` repeats it.
 */
import { randomInt } from "node:crypto";
import fc from "fast-check";

/** The seed of this run, for tests that draw cases themselves. */
export const seed = chosenSeed(process.env.SEED);

function chosenSeed(chosen = "20261123"): number {
  const number = chosen === "random" ? randomInt(2 ** 31) : Number(chosen);
  if (!Number.isSafeInteger(number)) throw new Error(`SEED must be a number or random, not ${chosen}`);
  return number;
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export default fc;
