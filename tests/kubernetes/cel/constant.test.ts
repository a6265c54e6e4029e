/** Rules that give the same result for every value: what is found, and what must not be. */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema, ValidationRule } from "../../../scripts/core/model/schema.js";
import { checkSchemaRules } from "../../../scripts/kubernetes/cel/rules/schema-rules.js";
import { withCorpus } from "../../support/shared.js";

interface Vector {
  readonly kind: "valid" | "invalid";
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly isRoot?: boolean;
}

const constants = suite("constant rules");

const STRING: StructuralSchema = { type: "string" };
const SPEC: StructuralSchema = {
  type: "object",
  required: ["name", "gone"],
  properties: {
    name: { ...STRING, minLength: 1, maxLength: 10, pattern: "^[a-z]+$" },
    text: STRING,
    gone: { ...STRING, nullable: true },
    filled: { ...STRING, default: "x" },
    size: { ...STRING, enum: ["S", "M", "L"], default: "S" },
    count: { type: "integer", minimum: 1, maximum: 5, default: 1 },
    whole: { type: "integer", default: 0 },
    above: { type: "integer", minimum: 0, exclusiveMinimum: true, default: 1 },
    ratio: { type: "number", default: 0 },
    port: { "x-kubernetes-int-or-string": true, default: 1 },
    on: { type: "boolean", default: false },
    list: { type: "array", items: STRING, minItems: 1, maxItems: 3, default: ["x"] },
    others: { type: "array", items: STRING, minItems: 1, maxItems: 3, default: ["x"] },
    nulls: { type: "array", items: { ...STRING, nullable: true, enum: ["a"] }, default: [] },
    nullLists: { type: "array", items: { type: "array", items: STRING, nullable: true }, default: [] },
    nullMap: { type: "object", additionalProperties: { type: "array", items: STRING, nullable: true }, default: {} },
    names: { type: "array", items: { ...STRING, minLength: 1 }, maxItems: 3, default: [] },
    ports: {
      type: "array",
      default: [],
      items: {
        type: "object",
        required: ["number"],
        properties: { number: { type: "integer", minimum: 1 }, on: { type: "boolean" } },
      },
    },
    labels: { type: "object", additionalProperties: STRING, minProperties: 1, default: { a: "b" } },
    any: { type: "object", "x-kubernetes-preserve-unknown-fields": true, default: {} },
  },
};

function adviceFor(rule: string | ValidationRule): string[] {
  const entry = typeof rule === "string" ? { rule } : rule;
  const spec = { ...SPEC, "x-kubernetes-validations": [entry] };
  const { problems, advice } = checkSchemaRules({ type: "object", properties: { spec } }, 37);
  const errors = problems.filter(({ code }) => code !== "rule-cost" && code !== "rule-cost-total");
  assert.equal(errors, [], entry.rule);
  return advice.map(({ code }) => code);
}

const ALWAYS_TRUE = [
  "true",
  "1 + 1 == 2",
  "self.text == 'a' || true",
  "has(self.text) || !has(self.text)",
  "!has(self.text) || self.text == self.text",
  "has(self.name)",
  "has(self.filled)",
  "self.name != ''",
  "self.name != 'A'",
  "self.name != 'aaaaaaaaaaa'",
  "size(self.name) >= 0",
  "self.name.size() <= 10",
  "self.size in ['S', 'M', 'L', 'XL']",
  "self.size != 'XL'",
  "self.size == 'S' || self.size == 'M' || self.size == 'L'",
  "self.name != 'a' || self.name != 'b'",
  "self.count > 0",
  "self.count != 6",
  "self.count >= 1 && self.count <= 5",
  "self.above >= 1",
  "self.whole > 5 || self.whole <= 5",
  "self.whole != 1 || self.whole != 2",
  "self.count + self.count <= 10",
  "self.list.size() > 0",
  "self.list[0] == self.list[0]",
  "self.names.all(n, n != '')",
  "self.names.all(n, size(n) >= 0)",
  "self.names.all(n, self.names.exists(m, m == n) || !self.names.exists(m, m == n))",
  "self.ports.all(p, p.number >= 1)",
  "self.names.all(n, n == 'a') || !self.names.all(m, m == 'a')",
  "[self.list].all(v, [self.list].all(w, v.exists(v, v == 'a') == w.exists(w, w == 'a')))",
  "['a', 'b'].all(x, self.size != x)",
  "(has(self.text) ? 1 : 0) + (self.on ? 1 : 0) <= 2",
  "self.on ? true : !self.on",
  "self.name.startsWith('a') || !self.name.startsWith('a')",
  "self.labels.size() >= 1",
  "self == self",
  "self.ratio < 1.0 || self.ratio >= 1.0",
];

const ALWAYS_FALSE = [
  "false",
  "1 > 2",
  "has(self.text) && !has(self.text)",
  "self.name == ''",
  "self.size == 'XL'",
  "self.name == 'a' && self.name == 'b'",
  "self.count < 1",
  "self.whole > 5 && self.whole < 3",
  "self.list.all(n, false)",
  "self.list.size() > 3",
  "self.names.exists(n, n == '')",
  "!has(self.filled)",
  "self.on && !self.on",
  "self.text == 'a' && self.text != 'a'",
  "!(self.size in ['S', 'M', 'L'])",
];

/** Rules that look constant, although some values make them true and others make them false. */
const OPEN = [
  "self.text == self.text", // fails without the field
  "has(self.gone)",
  "self.filled != ''",
  "self.count >= 2",
  "self.whole != 1 && self.whole != 2",
  "self.whole + 1 > self.whole", // fails for the highest integer
  "self.whole - 1 < self.whole",
  "self.names.all(n, n == 'a') || self.names.all(n, n != 'a')",
  "self.names.exists(n, n == 'a') && self.names.exists(n, n == 'b')",
  "self.names.all(n, false)",
  "self.nulls.all(n, n == 'a')",
  "self.list[1] == self.list[1]",
  "self.labels['a'] == self.labels['a']",
  "self.ratio / 0.0 == self.ratio / 0.0", // not a number
  "self.ratio / 0.0 <= self.ratio / 0.0",
  "double(self.name) == double(self.name)",
  "self.port == 1 || self.port == 'a'",
  "self.port == '1' || self.port != 1",
  "int(self.port) >= 0 || int(self.port) < 0",
  "self.names.exists_one(n, n == 'a')",
  "self.names.filter(n, n == 'a').size() == 1",
  "self.names.all(n, self.names.exists_one(m, m == n))",
  "self.size in ['S', 'M']",
  "'a' in self.labels",
  "self.name.matches('^a')",
  "self == oldSelf",
  "self.count >= oldSelf.count",
  "oldSelf.count >= 1", // the old object can be older than the bound
  "oldSelf.name != ''",
  "self.name != 'a' || self.text != 'b'",
  "self.nulls.all(n, n < 'b' || n >= 'b')", // fails for null
  "self.nulls.all(n, n.contains('b') || !n.contains('b'))",
  "self.nullLists.all(l, l.all(n, n == 'a') || l.exists(n, n != 'a'))",
  "self.nullLists.all(l, l.all(n, true))",
  "self.nullLists.all(l, l.filter(n, n == 'a').size() >= 0)",
  "self.nullMap.all(k, l, l.all(n, true))",
  "self.nulls.all(n, n in self.labels || !(n in self.labels))",
  "self.port in self.labels || !(self.port in self.labels)",
  "size([?dyn(self.port)]) >= 0", // not an optional value
  "self.labels[?dyn(self.port)].hasValue() || !self.labels[?dyn(self.port)].hasValue()",
  "[self.list].all(v, [self.others].all(w, v.exists(v, v == 'a') == w.exists(w, w == 'a')))", // two lists
  "!self.ports.exists(p, has(p.on) && p.on) || self.ports.filter(p, p.on).size() > 0", // fails for another port
];

for (const [code, list] of [
  ["rule-always-true", ALWAYS_TRUE],
  ["rule-always-false", ALWAYS_FALSE],
] as const) {
  for (const rule of list) constants(`${code}: ${rule}`, () => assert.equal(adviceFor(rule), [code]));
}

for (const rule of OPEN) constants(`not constant: ${rule}`, () => assert.equal(adviceFor(rule), []));

constants("an optional old value is unknown", () => {
  const rule = { rule: "!oldSelf.hasValue() || oldSelf.value().count >= 1", optionalOldSelf: true };
  assert.equal(adviceFor(rule), []);
  assert.equal(adviceFor({ rule: "oldSelf.hasValue() || !oldSelf.hasValue()", optionalOldSelf: true }), [
    "rule-always-true",
  ]);
});

constants("the effort is limited: a rule with too many conditions, or macros inside macros, is unknown", () => {
  const fields = Array.from({ length: 40 }, (_, index) => `self.name.contains('${index}')`);
  const parity = fields.reduce((left, right) => `(${left} != ${right})`);
  assert.equal(adviceFor(`${parity} || !${parity}`), []);
  const nested = Array.from({ length: 8 }, (_, index) => `self.names.all(n${index}, `).join("");
  const all = Array.from({ length: 8 }, (_, index) => `n${index} < 'm${index}'`).join(" || ");
  assert.equal(adviceFor(`${nested}${all}${")".repeat(8)}`), []);
  const doubled = Array.from({ length: 30 }, () => ".optMap(x, x + x)").join("");
  assert.equal(adviceFor(`optional.of(self.name)${doubled}.hasValue()`), []);
});

withCorpus(constants, "upstream/kubernetes/cel-vectors.jsonl", 1, (test, path) => {
  test("a rule that Kubernetes' own tests show to hold, or not to hold, is not reported as the opposite", () => {
    const vectors = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Vector)
      .filter(({ kind }) => kind === "valid" || kind === "invalid");
    const opposite = { valid: "rule-always-false", invalid: "rule-always-true" };
    const wrong = vectors.flatMap(({ kind, name, schema, isRoot }) => {
      const root = isRoot ? schema : { type: "object", properties: { wrapped: schema } };
      const { advice } = checkSchemaRules(root, 37);
      return advice.some(({ code }) => code === opposite[kind]) ? [name] : [];
    });
    assert.ok(vectors.length > 300, `${vectors.length} vectors`);
    assert.equal(wrong, []);
  });
});

constants.run();
