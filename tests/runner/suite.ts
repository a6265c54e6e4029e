/** Replaces the suites of uvu. A test without an assertion fails, and a skipped test keeps its reason. */
import type * as uvu from "uvu";
import { tally } from "./tally.js";
import { requireReal } from "./uvu.js";

const { suite: realSuite }: typeof uvu = requireReal("uvu");

export type Test = () => Promise<void> | void;

/** Adds a test to a suite. */
export type AddTest = (name: string, test: Test) => void;

export interface Suite extends AddTest {
  skip(reason: string): void;
}

/** Returns a suite whose `skip` takes the reason, such as `bsdtar is not installed`. */
export function suite<Context>(name?: string, context?: Context): uvu.Test<Context> {
  const real = realSuite<Context>(name, context);
  const add = (test: string, run: uvu.Callback<Context>) => {
    if (tally.wanted?.(test) ?? true) real(test, asserting(run));
  };
  const skip = (reason = "for no stated reason") => {
    if (tally.wanted) return; // a skipped test has no name
    tally.skipped.set(reason, (tally.skipped.get(reason) ?? 0) + 1);
    real.skip();
  };
  return Object.assign(add, real, { skip });
}

function asserting<Context>(run: uvu.Callback<Context>): uvu.Callback<Context> {
  return async (context) => {
    const before = tally.assertions;
    await run(context);
    if (tally.assertions === before) throw new Error("passes without any assertion: it cannot fail");
  };
}
