import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { list, object, resource, STRING, withField } from "../documents.js";
import type { NewCase } from "./case.js";

/** Returns a schema with validation rules. */
export const ruled = (schema: JsonObject, ...rules: (string | JsonObject)[]): JsonObject => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const string = (value: string, ...rules: (string | JsonObject)[]) =>
  withField({ ...ruled(STRING, ...rules), default: value });
const INTEGER = { type: "integer" };

export const CASES: NewCase[] = [
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

/** A list whose rules can cost more than an evaluation may. */
const EXPENSIVE = list(INTEGER, { maxItems: 1000 });

/** Returns a list of items that `k` identifies, with a rule about an item and its old value. */
function listMap(rule: string, ...items: readonly JsonObject[]): JsonObject {
  const item = ruled(object({ k: STRING, v: INTEGER }), rule);
  const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  return list({ ...item, properties: { k: { ...STRING, default: "a" }, v: INTEGER } }, { ...keys, default: items });
}

/** Schemas with a default, and rules that it breaks or for which an evaluation fails. */
const BROKEN: readonly (readonly [schema: JsonObject, rule: string | JsonObject])[] = [
  [{ type: "integer", default: 0 }, "1 / self == 1"],
  [{ type: "integer", default: 0 }, "1 % self == 0"],
  [{ type: "integer", default: 2 ** 52 }, "self * self > 0"],
  [{ ...STRING, default: "x" }, "int(self) > 0"],
  [{ ...STRING, default: "x" }, "timestamp(self) < timestamp('2030-01-01T00:00:00Z')"],
  [{ ...STRING, default: "x" }, "duration(self) < duration('1h')"],
  [{ ...STRING, default: "x" }, "self.substring(0, 2) == 'x'"],
  [{ ...STRING, default: "(" }, "'x'.matches(self)"],
  [{ ...STRING, default: "x" }, "quantity(self).isGreaterThan(quantity('1'))"],
  [{ ...STRING, default: "1.2.3" }, "ip(self).family() == 4"],
  [{ ...STRING, default: "10.0.0.1" }, "cidr(self).prefixLength() > 8"],
  [{ ...STRING, default: "1.2" }, "semver(self).major() == 1"],
  [{ ...STRING, default: "a b" }, "url(self).getScheme() == 'https'"],
  [{ ...STRING, maxLength: 9, default: "A" }, "!format.dns1123Label().validate(self).hasValue()"],
  [{ ...STRING, format: "date-time", default: "2020-01-01T00:00:00Z" }, "self > timestamp('2021-01-01T00:00:00Z')"],
  [{ ...STRING, format: "date", default: "2020-01-01" }, "self.getFullYear() == 2021"],
  [{ ...STRING, format: "duration", default: "1h" }, "self < duration('30m')"],
  [{ ...STRING, format: "byte", default: "YWI=" }, "self == b'ba'"],
  [{ ...STRING, format: "byte", default: "/w==" }, "size(self) == 1"],
  [object({ a: { ...STRING, format: "byte" } }, { default: { a: "/w==" } }), "size(self.a) == 1"],
  [list({ ...STRING, format: "byte" }, { default: ["/w=="] }), "self.all(x, size(x) == 1)"],
  [object({ a: { ...STRING, format: "byte" } }, { default: { a: "/w==" } }), "!(self == self)"],
  [list(STRING, { default: ["a"] }), "!(dyn(self) == 1)"],
  [list(list(STRING), { default: [["a"]] }), "!(1 in dyn(self))"],
  [{ ...STRING, default: "1" }, "quantity(self) in [quantity('0').add(1)]"],
  [list(INTEGER, { default: [] }), "self[0] > 0"],
  [list(INTEGER, { default: [1, 2] }), "self.sum() == 4"],
  [list({ ...STRING, maxLength: 9 }, { maxItems: 9, default: ["b", "a"] }), "self.isSorted()"],
  [list(STRING, { default: ["a"], "x-kubernetes-list-type": "set" }), "self == ['b']"],
  [{ "x-kubernetes-int-or-string": true, default: "50%" }, "self > 1"],
  [
    { ...STRING, default: "x" },
    { rule: "oldSelf.hasValue()", optionalOldSelf: true },
  ],
  [
    object({ a: { ...STRING, format: "date-time" } }, { default: { a: "2020-01-01t00:00:00z" } }),
    "has(self.a) && self.a == self.a",
  ],
  [object({ "a-b": STRING }, { default: { "a-b": "x" } }), "self.a__dash__b == 'y'"],
  [object({ f: ruled(INTEGER, "self > oldSelf") }, { default: { f: 1 } }), "true"],
  [object({ f: ruled(INTEGER, "self > oldSelf") }, { default: { f: 1 }, "x-kubernetes-map-type": "atomic" }), "true"],
  [object({ f: ruled(INTEGER, "self > oldSelf") }, { default: { f: 1 }, "x-kubernetes-map-type": "granular" }), "true"],
  [listMap("self.v > oldSelf.v", { k: "a", v: 1 }), "true"],
  [listMap("self.v <= oldSelf.v", { k: "a", v: 1 }, { k: "a", v: 2 }), "true"],
  [{ ...EXPENSIVE, default: Array.from({ length: 1000 }, (_, index) => index) }, "self.all(x, self.all(y, y >= 0))"],
  [object({ a: STRING }, { default: {} }), "self.?a.orValue('x') == 'y'"],
];

/** Schemas with a default, and rules that it follows. */
const FOLLOWED: readonly (readonly [schema: JsonObject, rule: string | JsonObject])[] = [
  [list(STRING, { default: ["a"] }), "dyn(self) != 1"],
  [list(STRING, { default: ["a"] }), "!(self[1] in [])"],
  [{ ...STRING, default: "1" }, "quantity('0').add(1) in [quantity(self)]"],
  [{ ...STRING, default: "1" }, "[quantity(self)] == [quantity('2').add(1)]"],
  [{ type: "integer", default: 0 }, "self == 0 || 1 / self == 1"],
  [listMap("self.v >= oldSelf.v", { k: "a", v: 1 }, { k: "a", v: 2 }), "true"],
  [listMap("self.v > oldSelf.v", { v: 1 }), "true"],
  [{ ...EXPENSIVE, default: [1, 2] }, "self.all(x, self.all(y, y >= 0))"],
  [{ type: "number", default: 0 }, "1.0 / self > 1.0"],
  [{ ...STRING, default: "1.5Gi" }, "quantity(self).isLessThan(quantity('2Gi'))"],
  [{ ...STRING, default: "10.0.0.0/8" }, "cidr(self).containsIP('10.1.2.3')"],
  [{ ...STRING, format: "date-time", default: "2020-01-01T00:00:00+01:00" }, "self.getFullYear() == 2019"],
  [{ ...STRING, format: "duration", default: "90m" }, "self == duration('1h30m')"],
  [{ ...STRING, format: "byte", default: "YWI=" }, "self == b'ab'"],
  [list(STRING, { default: ["a", "b"], "x-kubernetes-list-type": "set" }), "self == ['b', 'a']"],
  [
    { ...STRING, default: "x" },
    { rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true },
  ],
  [object({ a: STRING }, { default: {} }), "!has(self.a) && self.?a.orValue('x') == 'x'"],
  [{ "x-kubernetes-int-or-string": true, default: "50%" }, "type(self) == string && self.endsWith('%')"],
];

const nameOf = (schema: JsonObject, rule: string | JsonObject) =>
  rule === "true" ? JSON.stringify(schema) : ruleOf(rule);
const ruleOf = (rule: string | JsonObject) => (typeof rule === "string" ? rule : String(rule.rule));

const COSTLY = ruled(list(INTEGER, { maxItems: 400 }), "self.all(x, self.all(y, y >= 0))");
const NUMBERS = Array.from({ length: 400 }, (_, index) => index);

/**
 * Returns objects inside of each other, each with a default whose rule costs less than the limit of one evaluation. The
 * API server evaluates them in this order, but the fields of one object in any order.
 */
function costlyDefaults(count: number, last?: JsonObject): JsonObject {
  let schema: JsonObject = last ?? {};
  for (let index = 0; index < count; index++) {
    const inner = index === 0 && !last ? {} : { inner: schema };
    schema = object({ numbers: COSTLY, ...inner }, { default: { numbers: NUMBERS } });
  }
  return withField(schema);
}

const REASONS = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
/** A message whose evaluation costs more than the limit of one evaluation. */
const COSTLY_MESSAGE = "string(self.map(x, self.map(y, x + y)).size())";

CASES.push(
  ["defaults whose rules cost much", costlyDefaults(8)],
  ["defaults whose rules cost too much together", costlyDefaults(13), "default-unfit"],
  [
    "a default with a message that costs too much",
    withField({
      ...ruled(list(INTEGER, { maxItems: 800 }), { rule: "self.size() == 0", messageExpression: COSTLY_MESSAGE }),
      default: [...NUMBERS, ...NUMBERS],
    }),
    "default-unfit",
  ],
  [
    "a default with a message for which the cost is exhausted",
    costlyDefaults(12, {
      ...ruled(COSTLY, { rule: "false", messageExpression: "string(self.all(x, self.all(y, y >= 0)))" }),
      default: NUMBERS,
    }),
    "default-unfit",
  ],
  ...Object.entries({
    fails: "string(1 / self.size())",
    "is too long":
      "'x'.replace('x', 'xxxxxxxxxx').replace('x', 'xxxxxxxxxxxxxxxxxxxxxxxx').replace('x', 'xxxxxxxxxxxxxxxxxxxxxxxx')",
    "is empty": "self",
    "has two lines": "self + 'a\\nb'",
  }).map(
    ([what, messageExpression]): NewCase => [
      `a default with a message that ${what}`,
      string("", { rule: "self == 'y'", messageExpression }),
      "default-unfit",
    ],
  ),
  ["a default with a rule that does not compile", string("x", "self == 1"), "rule-type"],
  ...REASONS.map(
    (reason): NewCase => [
      `a default that a rule with a reason rejects: ${reason}`,
      string("x", { rule: "self == 'y'", reason }),
      "default-unfit",
    ],
  ),
  ...BROKEN.map(
    ([schema, rule]): NewCase => [
      `a default that breaks: ${nameOf(schema, rule)}`,
      withField(ruled(schema, rule)),
      "default-unfit",
    ],
  ),
  ...FOLLOWED.map(
    ([schema, rule]): NewCase => [`a default that follows: ${nameOf(schema, rule)}`, withField(ruled(schema, rule))],
  ),
);
