import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { checkNewCrd } from "../../../../scripts/kubernetes/crd/check.js";
import { rule } from "../cases/rules.js";
import { object, STRING, withField } from "../documents.js";

const tests = suite("CRDs: rules");

/** Returns the code, the place in the rule, and the arguments of each problem. */
function problemsOf(more: JsonObject): string[] {
  return checkNewCrd(withField(rule(more))).map(({ code, path, args }) =>
    [code, path.at(-1), ...Object.values(args)].join(" | "),
  );
}

tests("messages name the part and the cause", () => {
  assert.equal(problemsOf({ rule: "true\n" }), []);
  assert.equal(problemsOf({ message: "a\nb", messageExpression: "\u0085" }), [
    "rule-message | message | message | it must be one line",
    "rule-message | messageExpression | messageExpression | it must not be blank",
  ]);
  assert.equal(problemsOf({ rule: "true &&\ntrue" }), [
    "rule-message | message | message | it is required, because the rule has several lines",
  ]);
  assert.equal(problemsOf({ reason: "Wrong" }), [
    "rule-reason | reason | Wrong | FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate",
  ]);
});

const FIELD = object({
  name: STRING,
  "a.b": object({ "c'": STRING }),
  labels: { type: "object", additionalProperties: STRING },
  names: { type: "array", items: STRING },
});

/** The problem of each path. */
const FIELD_PATHS: Readonly<Record<string, string | undefined>> = {
  ".name": undefined,
  ".labels.any": undefined,
  ".labels['a.b']": undefined,
  "['a.b']": undefined,
  "['a.b']['c\\'']": undefined,
  name: '"name" must follow a dot',
  ".nam": 'there is no field "nam"; did you mean "name"?',
  ".a.b": 'there is no field "a"',
  ".names[0]": "brackets must contain a name in single quotes",
  ".names['0']": 'there is no field "0"',
  "['name'": "a bracket is not closed",
  "['na\\xme']": "'na\\xme' has an invalid escape",
  ".name.": "it is incomplete",
  ".__proto__": 'there is no field "__proto__"',
  " ": "it must not be blank",
  ".name\n": "it must be one line",
};

for (const [fieldPath, cause] of Object.entries(FIELD_PATHS)) {
  tests(`the fieldPath ${JSON.stringify(fieldPath)}`, () => {
    const schema = { ...FIELD, "x-kubernetes-validations": [{ rule: "true", fieldPath }] };
    const found = checkNewCrd(withField(schema)).map(({ code, args }) => [code, args.problem]);
    assert.equal(found, cause === undefined ? [] : [["rule-field-path", cause]]);
  });
}

tests.run();
