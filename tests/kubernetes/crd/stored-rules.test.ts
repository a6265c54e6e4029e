import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkCrd } from "../../../scripts/kubernetes/check-crd.js";
import { isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import { CASES, RECENT, ruled, stored } from "./cases/stored-rules.js";
import { withField } from "./documents.js";

const tests = suite("rules that an update keeps");

const AT_RULE = "0.properties.spec.properties.a.x-kubernetes-validations.0";

/** The problem of each case that the API server rejects, with its version and its path in the schema. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "an expensive rule": [`rule-cost ${AT_RULE}.rule`],
  "an expensive rule of a schema with another description": [`rule-cost ${AT_RULE}.rule`],
  "rules that are too expensive together, of a schema that is kept": ["rule-cost-total 0"],
  "an expensive schema that becomes that of all versions, under another name": [
    `rule-cost ${AT_RULE}.rule`,
    `rule-cost ${AT_RULE.replace("0", "1")}.rule`,
  ],
  "an expensive schema that another version gets, beside a third one": [`rule-cost ${AT_RULE.replace("0", "2")}.rule`],
  "a rule with a recent function": [`rule-type ${AT_RULE}.rule`],
  "a kept rule with another space": [`rule-type ${AT_RULE}.rule`],
  "a kept rule about a value of another type": [`rule-type ${AT_RULE}.rule`],
  "a kept rule as a messageExpression": [`rule-type ${AT_RULE}.messageExpression`],
  "a kept messageExpression as a rule": [`rule-type ${AT_RULE}.rule`],
  "a default that breaks a kept rule with a recent function": ["default-unfit 0.properties.spec.properties.a.default"],
};

for (const [name, old, document] of CASES) {
  tests(name, () => {
    const found = checkCrd(document, { minor: 37, old }).problems.filter(isRejection);
    const places = found.map(({ code, path }) => {
      const [, , version, , , ...inner] = path;
      return `${code} ${[version, ...inner].join(".")}`;
    });
    assert.equal(places, PLACES[name] ?? []);
  });
}

tests("kept rules cannot use functions of later API servers", () => {
  const document = withField(ruled({ rule: RECENT }));
  const codesIn = (minor: number) =>
    checkCrd(document, { minor, old: stored(document) })
      .problems.filter(isRejection)
      .map(({ code }) => code);
  assert.equal(codesIn(37), []);
  assert.equal(codesIn(36), ["rule-type"]);
});

tests.run();
