/** Verdicts on 2,000 drawn pairs of rules, compared with the results of the rules for all small objects. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seed } from "../../support/drawn.js";
import { judgePairs } from "./rule-pairs.js";
import { drawRulePairs } from "./rule-pairs-drawn.js";

const pairs = suite("many pairs of rules");

const COUNT = 2000;

pairs("no small object contradicts a verdict, and at most one in twenty is unknown", () => {
  const verdicts = judgePairs(drawRulePairs(COUNT, seed));
  const unknown = verdicts.filter((verdict) => verdict === "unknown").length;
  assert.ok(unknown <= COUNT / 20, `${unknown} verdicts are unknown`);
});

pairs.run();
