import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { StructuralSchema, ValidationRule } from "../../../scripts/core/model/schema.js";
import { checkSchemaRules } from "../../../scripts/kubernetes/cel/rules/schema-rules.js";

const rules = suite("rules of a schema");

const STRING: StructuralSchema = { type: "string" };
const SPEC: StructuralSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 20 },
    text: STRING,
    "a.b": { type: "object", properties: { "c'": STRING } },
    labels: { type: "object", additionalProperties: STRING, maxProperties: 10 },
    names: { type: "array", items: { type: "string", maxLength: 20 }, maxItems: 10 },
  },
};

function ruled(schema: StructuralSchema, ...list: (string | JsonObject)[]): StructuralSchema {
  const entries = list.map((rule): ValidationRule => (typeof rule === "string" ? { rule } : (rule as ValidationRule)));
  return { ...schema, "x-kubernetes-validations": entries };
}

/** Returns a schema with a `spec`. */
function crd(spec: StructuralSchema): StructuralSchema {
  return { type: "object", properties: { spec } };
}

/** Returns the code, the path from the rules on, and the arguments of each problem. */
function problemsOf(schema: StructuralSchema, server = 37): string[] {
  return checkSchemaRules(schema, server).problems.map(({ code, path, args, offset, length }) => {
    const place = path.slice(path.lastIndexOf("x-kubernetes-validations") + 1).join(".");
    return [code, place, ...Object.values(args), ...(offset === undefined ? [] : [`${offset}+${length}`])].join(" | ");
  });
}

const ofSpec = (...list: (string | JsonObject)[]) => problemsOf(crd(ruled(SPEC, ...list)));

rules("rules that the API server accepts have no problems", () => {
  const optional = { rule: "!oldSelf.hasValue() || self == oldSelf.value()", optionalOldSelf: true };
  const multiline = { rule: "self.name\n!= ''", message: " no\n" };
  const full = {
    rule: "self.name != 'a'",
    message: "no",
    messageExpression: "'not ' + self.name",
    reason: "FieldValueForbidden",
    fieldPath: "['a.b']['c\\'']",
  };
  assert.equal(ofSpec("has(self.name) && self.name != ''", "self == oldSelf", optional, multiline, full), []);
});

rules("blank and missing expressions are skipped", () => {
  const blank = { rule: "true", messageExpression: "\t" };
  assert.equal(ofSpec("", " \n", blank, { message: "no rule" }), []);
});

rules("rule-untyped: a rule about a value without a type", () => {
  const open: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };
  assert.equal(problemsOf(crd({ type: "object", properties: { open: ruled(open, "true") } })), [
    "rule-untyped | 0.rule",
  ]);
});

rules("rule-syntax and rule-type: problems with their places, in code points", () => {
  assert.equal(ofSpec("'🙂' == self.name &&", "'🙂' == self.name && self.name == 1"), [
    "rule-syntax | 0.rule | rule | the expression is incomplete | 19+0",
    "rule-type | 1.rule | rule | `==` cannot be used with string and int | 30+2",
  ]);
  assert.equal(ofSpec("self.name", { rule: "true", messageExpression: "1" }), [
    "rule-type | 0.rule | rule | the result must be a bool, but is string | 0+9",
    "rule-type | 1.messageExpression | messageExpression | the result must be a string, but is int | 0+1",
  ]);
});

rules("rule-field-unknown: a field that the schema does not declare", () => {
  assert.equal(ofSpec("self.nam == 'a'"), ["rule-field-unknown | 0.rule | nam | name | 5+3"]);
  assert.equal(problemsOf(ruled(crd(SPEC), "self.metadata.labels.size() == 0")), [
    "rule-field-unknown | 0.rule | labels | 14+6",
  ]);
});

rules("functions are known from the version after the one that introduced them", () => {
  const schema = crd(ruled(SPEC, "isSemver(self.name)"));
  assert.equal(problemsOf(schema, 34), []);
  assert.equal(problemsOf(schema, 33), [
    "rule-type | 0.rule | rule | `isSemver()` requires Kubernetes 1.34 or later | 0+8",
  ]);
});

const OLD = "self == oldSelf";

function list(items: StructuralSchema, keywords: JsonObject = {}): StructuralSchema {
  return { type: "object", properties: { list: { type: "array", maxItems: 3, ...keywords, items } } };
}

rules("rule-old-self: items without keys have no old values", () => {
  const item: StructuralSchema = {
    type: "object",
    properties: { key: { type: "string", maxLength: 9 } },
    required: ["key"],
  };
  const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"] };
  assert.equal(problemsOf(crd(list(ruled(item, OLD), keyed))), []);
  for (const keywords of [{}, { "x-kubernetes-list-type": "set" }, { "x-kubernetes-list-type": "atomic" }]) {
    assert.equal(problemsOf(crd(list(ruled(item, OLD), keywords))), ["rule-old-self | 0.rule | .spec.list"]);
  }
  const inner = crd(list(list(ruled(item, OLD), keyed)));
  assert.equal(problemsOf(inner), ["rule-old-self | 0.rule | .spec.list"]);
});

rules("rule-optional-old-self: optionalOldSelf without oldSelf", () => {
  for (const optionalOldSelf of [true, false]) {
    assert.equal(ofSpec({ rule: "true", optionalOldSelf }), ["rule-optional-old-self | 0.optionalOldSelf"]);
  }
});

rules("rule-cost: costs over the limit, with the missing bound", () => {
  const items = ruled(STRING, "self.matches('^a+$')");
  const costs = (maxItems: JsonObject, maxLength: JsonObject) =>
    problemsOf(crd(list({ ...items, ...maxLength }, { ...maxItems })));
  assert.equal(costs({ maxItems: 100 }, { maxLength: 63 }), []);
  assert.equal(costs({ maxItems: 100 }, {}), [
    "rule-cost | 0.rule | rule | 31457400 | 10000000 | maxLength at .spec.list[]",
  ]);
  const endless = crd({ type: "object", properties: { list: { type: "array", items: { ...items, maxLength: 63 } } } });
  assert.equal(problemsOf(endless), ["rule-cost | 0.rule | rule | 28311552 | 10000000 | maxItems at .spec.list"]);
  const expensive = { rule: "true", messageExpression: "self.names.join(self.name)" };
  assert.equal(ofSpec(expensive).length, 0);
  const dear = { rule: "true", messageExpression: "self.text.split('').map(a, self.text.lowerAscii()).join()" };
  assert.match(
    ofSpec(dear)[0] ?? "",
    /^rule-cost \| 0\.messageExpression \| messageExpression \| \d+ \| 10000000 \| maxLength at \.spec\.text$/,
  );
});

rules("rule-type: an unknown macro is one problem, wherever its variable occurs", () => {
  for (const rule of ["self.names.al(n, n == n && n != 'a')", "alll(self.names, n, n != n)"]) {
    const [found = "", ...others] = ofSpec({ rule });
    assert.match(found, /^rule-type \| 0\.rule \| rule \| there is no function `al+\(\)` \|/);
    assert.equal(others, []);
  }
  assert.is(ofSpec({ rule: "self.names.al(n, m)" }).length, 1);
  assert.is(ofSpec({ rule: "self.names.all(n, m == n)" }).length, 1);
  assert.is(ofSpec({ rule: "self.names.al(n, n.b, m == n)" }).length, 2);
});

rules("rule-cost-total: not in addition to the rule that costs too much", () => {
  const items = ruled(STRING, "self.matches('^a+$')");
  const { problems, total } = checkSchemaRules(
    crd({ type: "object", properties: { list: { type: "array", items } } }),
    37,
  );
  assert.ok(total > 100_000_000n);
  assert.equal(
    problems.map(({ code }) => code),
    ["rule-cost"],
  );
});

rules("rule-cost-total: the sum of many rules", () => {
  const many = Array.from(
    { length: 50 },
    (_, index) => `self.text != '${"x".repeat(index)}' || self.text.matches('aaaaaaaaaaaaaaaaaaaaaaaaaa')`,
  );
  const { problems, total, costs } = checkSchemaRules(crd(ruled(SPEC, ...many)), 37);
  assert.equal(problems, [{ code: "rule-cost-total", args: { cost: String(total), limit: "100000000" }, path: [] }]);
  assert.is(
    costs.reduce((sum, cost) => sum + cost.total, 0n),
    total,
  );
});

rules("costs are those of one evaluation times the number of values", () => {
  const { costs } = checkSchemaRules(
    crd(list(list(ruled(SPEC, { rule: "true", messageExpression: "'a' + self.name" })))),
    37,
  );
  assert.equal(
    costs.map(({ cost, cardinality, total }) => [cost, cardinality, total]),
    [
      [0n, 9n, 0n],
      [11n, 1n, 11n],
    ],
  );
});

rules("a schema has the same costs in every place, and the missing bounds of its place", () => {
  const ruledText = ruled({ type: "object", properties: { text: STRING } }, "self.text.contains('a')");
  const costsOf = (schema: StructuralSchema, server = 37) =>
    checkSchemaRules(schema, server).costs.map(({ cost, missing }) => [
      cost,
      missing?.keyword,
      missing?.path.join("."),
    ]);
  const [first] = costsOf(crd(ruledText));
  assert.equal(first?.slice(1), ["maxLength", "properties.spec.properties.text"]);
  assert.equal(costsOf({ type: "object", properties: { a: ruledText, b: ruledText } }), [
    [first?.[0], "maxLength", "properties.a.properties.text"],
    [first?.[0], "maxLength", "properties.b.properties.text"],
  ]);
  const items = { ...crd({ type: "array", items: { ...ruledText, maxProperties: 2 } }) };
  assert.equal(costsOf(items)[0]?.slice(1), ["maxItems", "properties.spec"]);
});

rules("of very many problems in one rule, the first 100 are reported, as by the API server", () => {
  const found = ofSpec(
    `self.x0 == 1${Array.from({ length: 4000 }, (_, index) => ` || self.x${index + 1} == 1`).join("")}`,
  );
  assert.is(found.length, 100);
  assert.is(found[0], "rule-field-unknown | 0.rule | x0 | 5+2");
});

rules("the root of a version has metadata, unlike an equal schema below it", () => {
  const named = ruled({ type: "object" }, "self.metadata.name != ''");
  assert.equal(problemsOf(named), []);
  assert.equal(problemsOf(crd(named)), ["rule-field-unknown | 0.rule | metadata | 5+8"]);
});

rules("names of prototypes are fields like any other", () => {
  const properties = JSON.parse(
    '{"__proto__": {"type": "string", "maxLength": 5}, "constructor": {"type": "integer"}}',
  );
  const schema = crd({ type: "object", properties });
  const spec = schema.properties?.spec as StructuralSchema;
  assert.equal(
    problemsOf(crd(ruled(spec, "self.constructor == 1", "self.__underscores__proto__underscores__ != ''"))),
    [],
  );
  assert.equal(problemsOf(crd(ruled(spec, "self.toString == 1", "self.__proto__ == 1"))), [
    "rule-field-unknown | 0.rule | toString | 5+8",
    "rule-field-unknown | 1.rule | __proto__ | __underscores__proto__underscores__ | 5+9",
  ]);
});

rules.run();
