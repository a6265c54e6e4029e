import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffSchemas } from "../../scripts/diff/schema.js";
import type { JsonObject } from "../../scripts/model/json.js";
import { object, STRING, short } from "./crd.js";

const rules = suite("the difference of rules");

type Rule = string | JsonObject;

function withRules(schema: JsonObject, ...list: Rule[]): JsonObject {
  const entries = list.map((rule) => (typeof rule === "string" ? { rule, message: "no" } : rule));
  return { ...schema, "x-kubernetes-validations": entries };
}

/** The changes of the rules alone. */
function changes(before: JsonObject, after: JsonObject): string[] {
  return short(diffSchemas(before, after, "", new Map()).filter(({ subject }) => subject === "rule"));
}

const SPEC = object(
  { mode: { type: "string", enum: ["A"], default: "A" }, size: { type: "integer" } },
  { required: ["mode"] },
);
const NEWER = object(
  { mode: { type: "string", enum: ["A", "B"], default: "A" }, size: { type: "integer" }, fresh: STRING },
  { required: ["mode"] },
);

rules("a rule is added, and removed", () => {
  assert.equal(changes(SPEC, withRules(SPEC, "self.size > 0")), ["tightening rule ."]);
  assert.equal(changes(withRules(SPEC, "self.size > 0"), SPEC), ["loosening rule ."]);
});

rules("a rule that is replaced cannot be decided, and the change names both", () => {
  const [before, after] = [withRules(SPEC, "self.size > 0"), withRules(SPEC, "self.size > 1")];
  const [change, ...others] = diffSchemas(before, after, "", new Map());
  assert.equal(others, []);
  assert.equal([change?.class, change?.before, change?.after], ["unknown", ["self.size > 0"], ["self.size > 1"]]);
});

rules("what stays beside a rule that is replaced is no part of the change", () => {
  const [before, after] = [withRules(SPEC, "self.size > 0", "true"), withRules(SPEC, "true", "self.size > 1")];
  const [change] = diffSchemas(before, after, "", new Map());
  assert.equal([change?.before, change?.after], [["self.size > 0"], ["self.size > 1"]]);
});

rules("another message, reason or layout is wording", () => {
  const rule = (rest: JsonObject) => withRules(SPEC, { rule: "self.size > 0", message: "no", ...rest });
  for (const rest of [
    { message: "never" },
    { reason: "FieldValueForbidden" },
    { fieldPath: ".size" },
    { rule: "self.size\n  > 0" },
  ]) {
    assert.equal(changes(rule({}), rule(rest)), ["wording rule ."], JSON.stringify(rest));
  }
});

rules("space inside a text is no layout", () => {
  assert.equal(changes(withRules(STRING, "self != 'a b'"), withRules(STRING, "self != 'a  b'")), ["unknown rule ."]);
});

rules("a rule that asks new objects too is another rule", () => {
  const rule = { rule: "!oldSelf.hasValue() || self == oldSelf.value()", message: "no" };
  assert.equal(changes(withRules(STRING, rule), withRules(STRING, { ...rule, optionalOldSelf: true })), [
    "unknown rule .",
  ]);
});

rules("rules in another order are the same", () => {
  assert.equal(changes(withRules(SPEC, "self.size > 0", "true"), withRules(SPEC, "true", "self.size > 0")), []);
});

rules("a rule about a field that is new tightens nothing", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "!has(self.fresh) || self.size > 0")), ["wording rule ."]);
});

rules("a rule about an enum value that is new tightens nothing", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "self.mode != 'B' || self.size > 0")), ["wording rule ."]);
});

rules("a rule beside what is new or looser below it cannot be decided", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "self.size > 0")), ["unknown rule ."]);
  const optional = object({ a: STRING });
  assert.equal(changes(object({ a: STRING }, { required: ["a"] }), withRules(optional, "self.size() > 0")), [
    "unknown rule .",
  ]);
});

rules("a rule beside what is narrower below it is a tightening", () => {
  const required = object({ a: STRING }, { required: ["a"] });
  assert.equal(changes(object({ a: STRING }), withRules(required, "self.size() > 0")), ["tightening rule ."]);
});

rules("what is no CEL is seen to come and go, and not read", () => {
  const [one, two] = ["sha256:0a1b", "sha256:0c1d"];
  assert.equal(changes(SPEC, withRules(SPEC, one)), ["tightening rule ."]);
  assert.equal(changes(withRules(SPEC, one), SPEC), ["loosening rule ."]);
  assert.equal(changes(withRules(SPEC, one), withRules(SPEC, two)), ["unknown rule ."]);
  assert.equal(changes(withRules(SPEC, one), withRules(SPEC, one)), []);
});

rules.run();
