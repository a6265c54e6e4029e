import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { list, object, STRING, withField } from "../documents.js";
import type { NewCase } from "./case.js";

const FIELD = object({ name: STRING, names: list(STRING) });

function ruled(more: JsonObject): JsonObject {
  return withField({ ...FIELD, "x-kubernetes-validations": [{ message: "must hold", ...more }] });
}

function rule(name: string, expression: string, ...codes: string[]): NewCase {
  return [name, ruled({ rule: expression }), ...codes];
}

/** Rules, each about an object with a name and a list of names. */
export const CASES: readonly NewCase[] = [
  ["a messageExpression", ruled({ rule: "self.name != ''", messageExpression: "'not ' + self.name" })],
  [
    "a messageExpression that is not CEL",
    ruled({ rule: "self.name != ''", messageExpression: "'not ' +" }),
    "rule-syntax",
  ],
  [
    "a messageExpression that is not a string",
    ruled({ rule: "self.name != ''", messageExpression: "self.names" }),
    "rule-type",
  ],
  [
    "a messageExpression that costs too much",
    ruled({ rule: "self.name != ''", messageExpression: "string(self.names.all(a, self.names.all(b, a == b)))" }),
    "rule-cost",
  ],
  [
    "optionalOldSelf without oldSelf",
    ruled({ rule: "self.name != ''", optionalOldSelf: true }),
    "rule-optional-old-self",
  ],
  [
    "oldSelf of an item without a key",
    withField(
      list({ ...STRING, maxLength: 9, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] }, { maxItems: 9 }),
    ),
    "rule-old-self",
  ],
  rule("a rule", "self.name.startsWith('a')"),
  rule("a string and a number", "self.name == 1", "rule-type"),
  rule("a function that does not exist", "self.name.beginsWith('a')", "rule-type"),
  rule("a rule that is not boolean", "self.name", "rule-type"),
  rule("a field that does not exist", "self.nam == 'a'", "rule-field-unknown"),
  rule("a rule that is not CEL", "self.name ==", "rule-syntax"),
  rule("a rule that costs too much", "self.names.all(a, self.names.all(b, a.startsWith(b)))", "rule-cost"),
  rule("a pattern that is not RE2", "self.name.matches('(?=a)')", "rule-type"),
  rule("a duration that is not one", "duration('a') > duration('1s')", "rule-type"),
  rule("an optional without optionalOldSelf", "oldSelf.hasValue()", "rule-type"),
  rule("a variable of no macro", "name == 'a'", "rule-type"),
  rule("a rule of 300 parentheses", `${"(".repeat(300)}true${")".repeat(300)}`, "rule-syntax"),
  rule("a rule of 100 parentheses", `${"(".repeat(100)}true${")".repeat(100)}`),
  rule("a rule of 20,000 calls", `self.name${".trim()".repeat(20_000)} == ''`, "rule-syntax"),
];
