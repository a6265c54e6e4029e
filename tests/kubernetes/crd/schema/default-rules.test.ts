import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkNewCrd } from "../../../../scripts/kubernetes/crd/check.js";
import { defaultRulesCheck } from "../../../../scripts/kubernetes/crd/schema/default-rules.js";
import { ruled } from "../cases/default-rules.js";
import { list, STRING, withField } from "../documents.js";

const tests = suite("CRDs: defaults and rules");

tests("the problem is the message of the rule, or else the rule, and leads to the part of the default", () => {
  const schema = list(ruled(STRING, { rule: "self == 'y'", message: "must be 'y'" }, " self != 'x' "));
  const problems = checkNewCrd(withField({ ...schema, default: ["x"] }), { checkDefaultRules: defaultRulesCheck(37) });
  assert.equal(
    problems.map(({ args }) => `${args.path}${args.problem}`),
    ["[0]: must be 'y'", "[0]: must follow the rule `self != 'x'`"],
  );
});

tests("a rule that fails is reported with the cause", () => {
  const document = withField({ ...ruled(STRING, { rule: "int(self) > 0", message: "must be > 0" }), default: "x" });
  assert.equal(
    checkNewCrd(document, { checkDefaultRules: defaultRulesCheck(37) }).map(({ args }) => args.problem),
    ["the rule `int(self) > 0` fails: the string is not a valid int"],
  );
});

tests("a rule that does not compile is not reported for a default", () => {
  const document = withField({ ...ruled(STRING, "self == 1", "self.x == 'x'"), default: "x" });
  assert.equal(checkNewCrd(document, { checkDefaultRules: defaultRulesCheck(37) }), []);
});

tests.run();
