/** Verdicts on drawn pairs of rules, compared with the results of the rules for all small objects. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seed } from "../../support/drawn.js";
import { judgePairs } from "./rule-pairs.js";
import { drawHardRulePairs, drawRulePairs } from "./rule-pairs-drawn.js";

const pairs = suite("pairs of rules");

for (const [about, draw] of [
  ["", drawRulePairs],
  [" on optional values and nulls", drawHardRulePairs],
] as const) {
  pairs(`no small object contradicts a verdict${about}, and the draws come to all of them`, () => {
    const verdicts = judgePairs(draw(60, seed));
    const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
    assert.ok(count("unknown") <= 3, `${count("unknown")} verdicts are unknown`);
    for (const verdict of ["same", "looser", "tighter"])
      assert.ok(count(verdict) > 5, `${count(verdict)} are ${verdict}`);
  });
}

pairs.run();
