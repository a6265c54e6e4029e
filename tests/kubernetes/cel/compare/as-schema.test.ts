/** Tests of the translation of rules to schemas: a schema accepts a value if and only if the rule is true for it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { schemaOfRule } from "../../../../scripts/kubernetes/cel/compare/as-schema.js";
import { isValidInBranch } from "../../../../scripts/kubernetes/validation/validate.js";
import { object, STRING } from "../../../changes/diff/crd.js";
import { evaluateRule } from "../../../support/evaluate-rule.js";
import { readCel } from "../../../support/read-cel.js";

const asSchema = suite("rules as schemas");

const INTEGER = { type: "integer" };
const LIST = { type: "array", items: object({ a: STRING, n: INTEGER }) };
const SCHEMA = object({
  a: STRING,
  b: { type: "boolean" },
  n: INTEGER,
  half: { type: "number" },
  time: { type: "string", format: "date-time" },
  maybe: { ...STRING, nullable: true },
  no: object({ a: STRING }, { nullable: true }),
  inner: object({ a: STRING, b: { type: "boolean" } }),
  open: object({ a: STRING }, { "x-kubernetes-preserve-unknown-fields": true }),
  list: LIST,
  map: { type: "object", additionalProperties: STRING },
  d__e: STRING,
  bare: { type: "object" },
});

/** The schema with fields that the rules read although the translated schema does not declare them. */
const DECLARED = {
  ...SCHEMA,
  properties: {
    ...(SCHEMA.properties as JsonObject),
    fresh: { "x-kubernetes-int-or-string": true },
    bare: object({ a: STRING }),
  },
};

const STRINGS = ["", "a", "aa", "ab", "ba", "a.b", "axb", "\u{1f600}"];
const VALUES: readonly JsonObject[] = [
  {},
  ...STRINGS.map((a) => ({ a })),
  ...STRINGS.map((a) => ({ inner: { a } })),
  ...[true, false].flatMap((b) => [{ b }, { b, a: "a" }, { inner: { b } }, { b, n: 1 }]),
  ...[-1, 0, 1, 2, 3, 4].map((n) => ({ n })),
  { inner: {} },
  ...[[], [{}], [{ a: "a" }], [{ a: "a" }, { a: "b" }], [{ a: "b" }, {}], [{ a: "a" }, {}], [{ n: 2 }]].map((list) => ({
    list,
  })),
  { map: {} },
  { map: { a: "a" } },
  { map: { a: "a", b: "b" } },
];

const TRANSLATED = [
  "true",
  "false",
  "self.b",
  "!self.b",
  "self.inner.b",
  "has(self.a)",
  "!has(self.a)",
  "has(self.inner.a)",
  "!has(self.inner.a)",
  "has(self.fresh)",
  "!has(self.fresh)",
  "has(self.fresh.a)",
  "!has(self.fresh.a)",
  "self.fresh == 'a' || self.a == 'a'",
  "self.b && self.a == 'a'",
  "self.b || self.a == 'a'",
  "!(self.b && self.a == 'a')",
  "!(self.b || self.a == 'a')",
  "self.b ? self.a == 'a' : self.n == 1",
  "!(self.b ? self.a == 'a' : self.n == 1)",
  "true && self.b",
  "false || self.b",
  "self.a == 'a'",
  "'a' == self.a",
  "self.a != 'a'",
  "self.b == true",
  "self.b != true",
  "self.a in ['a', 'ab']",
  "!(self.a in ['a', 'ab'])",
  "self.a.startsWith('a')",
  "self.a.endsWith('a')",
  "self.a.contains('a')",
  "self.a.contains('.')",
  "self.a.startsWith('\u{1f600}')",
  "self.a.matches('^a.b$')",
  "!self.a.matches('a')",
  ...["==", "!=", "<", "<=", ">", ">="].flatMap((operator) => [
    `self.n ${operator} 2`,
    `2 ${operator} self.n`,
    `!(self.n ${operator} 2)`,
    `self.a.size() ${operator} 1`,
    `size(self.a) ${operator} 0`,
    `!(self.a.size() ${operator} 1)`,
    `self.list.size() ${operator} 1`,
    `self.map.size() ${operator} 1`,
    `self.a.size() ${operator} -1`,
  ]),
  "self.n > -1",
  "self.list.all(x, x.a == 'a')",
  "!self.list.all(x, x.a == 'a')",
  "self.list.exists(x, x.a == 'a')",
  "!self.list.exists(x, x.a == 'a')",
  "self.list.all(x, has(x.a))",
  "self.list.all(i, x, x.a == 'a')",
  "self.list.exists(i, x, x.a == 'a')",
  ".self.a == 'a'",
  "has(self.bare.a)",
  "self.bare.a == 'a' || self.b",
];

for (const rule of TRANSLATED) {
  asSchema(`says: ${rule}`, () => {
    const expr = readCel(rule);
    const schema = schemaOfRule(expr, SCHEMA);
    assert.ok(schema, "not translated");
    for (const value of VALUES)
      assert.is(
        isValidInBranch(schema ?? {}, value),
        evaluateRule(rule, DECLARED, value) === true,
        JSON.stringify(value),
      );
  });
}

/** Rules that no schema can express for every value that the field can have. */
const NOT_TRANSLATED = [
  "1",
  "other",
  "self.n",
  "self.a",
  "self.half > 1",
  "self.half == 1",
  "self.time == 'x'",
  "self.time.size() > 1",
  "self.maybe == 'x'",
  "has(self.maybe)",
  "self.no.a == 'x'",
  "has(self.no.a)",
  "self.open.fresh == 'x'",
  "has(self.open.fresh)",
  "self.metadata.name == 'x'",
  "has(self.kind)",
  "self.map.a == 'x'",
  "has(self.map.a)",
  "self.d__e == 'x'",
  "self.?a == 'x'",
  "self.a < 'x'",
  "self.b < true",
  "self.a == self.inner.a",
  "'x' == 'x'",
  "self.n == 1.0",
  "self.n == 9007199254740993",
  "self.n + 1 == 2",
  "self.inner.size() > 1",
  "self.open == null",
  "self.a in self.list",
  "self.a in []",
  "self.a in ['a', self.a]",
  "self.n in [1, 2]",
  "self.a.matches(self.a)",
  "self.a.matches(1)",
  "self.a.startsWith('a', 'b')",
  "matches(self.a, 'a')",
  "self.map.all(k, k == 'a')",
  "other.all(x, x == 'a')",
  "self.fresh.all(x, x == 'a')",
  "self.open.fresh.all(x, x == 'a')",
  "self.bare.all(x, x == 'a')",
  "all(self.list, true)",
  "self.list.all(i, x, i == 1)",
  "self.map.all(k, x, x == 'a')",
  "self.list.all(x, self.b)",
  "self.list.exists_one(x, x.a == 'a')",
  "self.b && other",
  "other || self.b",
  "!other",
  "self.b ? self.b : other",
  "self.b ? other : self.b",
  "other ? self.b : self.b",
];

for (const rule of NOT_TRANSLATED) {
  asSchema(`does not say: ${rule}`, () => assert.is(schemaOfRule(readCel(rule), SCHEMA), undefined));
}

asSchema("a field can have another name in CEL", () => {
  const asked = schemaOfRule(readCel("has(self.d__underscores__e)"), SCHEMA);
  assert.equal(asked, { required: ["d__e"] });
});

asSchema("a rule whose schema would be too large is not translated", () => {
  const nested = (depth: number) => readCel(`${"(".repeat(depth)}self.b${" ? self.b : self.a == 'x')".repeat(depth)}`);
  assert.ok(schemaOfRule(nested(10), SCHEMA));
  assert.is(schemaOfRule(nested(100), SCHEMA), undefined);
  const chain = readCel(Array.from({ length: 5000 }, (_, i) => `self.n != ${i}`).join(" && "));
  assert.ok(schemaOfRule(chain, SCHEMA));
});

asSchema.run();
