/** Verdicts on twice 2,000 drawn pairs of rules, compared with the results of the rules for all small objects. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seed } from "../../support/drawn.js";
import { judgePairs } from "./rule-pairs.js";
import { drawHardRulePairs, drawRulePairs } from "./rule-pairs-drawn.js";

const pairs = suite("many pairs of rules");

const COUNT = 2000;

for (const [about, draw] of [
  ["", drawRulePairs],
  [" on optional values and nulls", drawHardRulePairs],
] as const) {
  pairs(`no small object contradicts a verdict${about}, and at most one in twenty is unknown`, () => {
    const verdicts = judgePairs(draw(COUNT, seed));
    const unknown = verdicts.filter((verdict) => verdict === "unknown").length;
    assert.ok(unknown <= COUNT / 20, `${unknown} verdicts are unknown`);
  });
}

pairs.run();
