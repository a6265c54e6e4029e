import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { checkNewCrd } from "../../../../scripts/kubernetes/crd/check.js";
import { defaultRulesCheck } from "../../../../scripts/kubernetes/crd/schema/default-rules.js";
import { addCases, type NewCase } from "../cases.js";
import { list, object, resource, STRING, withField } from "../documents.js";

const tests = suite("CRDs: defaults and rules");

const ruled = (schema: JsonObject, ...rules: (string | JsonObject)[]): JsonObject => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const string = (value: string, ...rules: (string | JsonObject)[]) =>
  withField({ ...ruled(STRING, ...rules), default: value });
const INTEGER = { type: "integer" };

export const CASES: readonly NewCase[] = [
  ["a default that its rules accept", string("x", "self == 'x'", "size(self) < 2")],
  ["a default that a rule rejects", string("x", "self == 'y'"), "default-unfit"],
  ["a default that two rules reject", string("x", "self == 'y'", "self == 'z'"), "default-unfit", "default-unfit"],
  [
    "a default for which a rule fails",
    withField({ ...ruled(object({ b: STRING }), "self.b == 'x'"), default: {} }),
    "default-unfit",
  ],
  [
    "a default with a field that a rule rejects",
    withField(object({ b: ruled(STRING, "self == 'y'") }, { default: { b: "x" } })),
    "default-unfit",
  ],
  [
    "a default with an item that a rule rejects",
    withField({ ...list(ruled(INTEGER, "self > 1")), default: [2, 1, 0] }),
    "default-unfit",
    "default-unfit",
  ],
  [
    "a default with a value in a map that a rule rejects",
    withField({ type: "object", additionalProperties: ruled(INTEGER, "self > 1"), default: { b: 1 } }),
    "default-unfit",
  ],
  [
    "a default whose own defaults would satisfy its rules",
    withField({ ...ruled(object({ b: { ...STRING, default: "x" } }), "has(self.b)"), default: {} }),
    "default-unfit",
  ],
  ["a default that a transition rule accepts", string("x", "self == oldSelf")],
  ["a default that a transition rule rejects", string("x", "self != oldSelf"), "default-unfit"],
  [
    "a default that breaks a rule around it, which the API server does not evaluate",
    withField(ruled(object({ b: { ...STRING, default: "x" } }), "self.b == 'y'")),
  ],
  ["a default that is null", withField({ ...ruled({ ...STRING, nullable: true }, "self == 'x'"), default: null })],
  [
    "a default with a null, which rules read as a missing field",
    withField({ ...ruled(object({ b: { ...STRING, nullable: true } }), "has(self.b)"), default: { b: null } }),
    "default-unfit",
  ],
  [
    "a default that is not valid, whose rules are not evaluated",
    withField({ ...ruled({ ...STRING, maxLength: 1 }, "self == 'y'"), default: "xx" }),
    "default-unfit",
  ],
  [
    "a default of a resource that a rule rejects",
    withField({
      ...ruled(resource({ "x-kubernetes-preserve-unknown-fields": true }), "self.kind == 'A'"),
      default: { apiVersion: "v1", kind: "B" },
    }),
    "default-unfit",
  ],
  [
    "a default that a rule with a message rejects",
    string("x", { rule: "self == 'y'", message: "must be y" }),
    "default-unfit",
  ],
];

addCases(tests, "schema/default-rules", CASES);

tests("the problem is the message of the rule, or else the rule, and leads to the part of the default", () => {
  const schema = list(ruled(STRING, { rule: "self == 'y'", message: "must be 'y'" }, " self != 'x' "));
  const problems = checkNewCrd(withField({ ...schema, default: ["x"] }), { checkDefaultRules: defaultRulesCheck(37) });
  assert.equal(
    problems.map(({ args }) => `${args.path}${args.problem}`),
    ["[0]: must be 'y'", "[0]: must follow the rule `self != 'x'`"],
  );
});

tests("a rule that does not compile, and one whose result is unknown, is not reported for a default", () => {
  const unknown = ["self.lowerAscii() == 'y'", "quantity(self) == quantity('2')"];
  const document = withField({ ...ruled(STRING, "self == 1", "self.x == 'x'", ...unknown), default: "x" });
  assert.equal(checkNewCrd(document, { checkDefaultRules: defaultRulesCheck(37) }), []);
});

tests.run();
