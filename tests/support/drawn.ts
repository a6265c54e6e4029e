/**
 * fast-check, with one seed for all tests. The same commit draws the same cases everywhere: a failure belongs to the
 * change that is tested. `SEED=random` draws others, and a failed property prints its seed. `SEED=<number>` repeats it.
 */
import fc from "fast-check";

const DEFAULT_SEED = 20_261_123;

const { SEED } = process.env;
if (SEED !== "random") {
  const seed = SEED === undefined ? DEFAULT_SEED : Number(SEED);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a number or random, not ${SEED}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}

export default fc;
