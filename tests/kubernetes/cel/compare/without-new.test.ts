import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { meaningOf } from "../../../../scripts/kubernetes/cel/compare/meaning.js";
import { holdsForOldObjects } from "../../../../scripts/kubernetes/cel/compare/old-objects.js";
import { withoutNew as askedWithoutNew } from "../../../../scripts/kubernetes/cel/compare/without-new.js";
import { object, STRING } from "../../../changes/diff/crd.js";
import { readCel } from "../../../support/read-cel.js";

const withoutNew = suite("rules about what is new");

const MODE = { type: "string", enum: ["A", "C"] };
const ITEM = object({ name: STRING, mode: MODE, tls: object({ mode: MODE }) }, { required: ["name"] });
const SCHEMA = object(
  {
    mode: MODE,
    free: STRING,
    filled: { ...MODE, default: "A" },
    maybe: MODE,
    nothing: { ...MODE, default: null },
    empty: object({ mode: MODE }, { nullable: true }),
    inner: object({ mode: MODE, in: STRING, deep: object({}) }, { required: ["deep"] }),
    optional: object({ mode: MODE }),
    list: { type: "array", items: ITEM },
    nulls: { type: "array", items: { ...ITEM, nullable: true } },
    in: STRING,
    "a-b": STRING,
    a__b: STRING,
    maybeList: { type: "array", items: ITEM },
    map: { type: "object", additionalProperties: ITEM },
    loose: object({ mode: MODE }, { required: ["mode"] }),
    open: object({ mode: MODE }, { "x-kubernetes-preserve-unknown-fields": true }),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((number) => [`o${number}`, STRING])),
  },
  { required: ["mode", "free", "empty", "inner", "list", "nulls", "map", "open"] },
);

/**
 * Returns a rule that is true whether the optional fields are set or not. To prove this, both cases must be tried for
 * each field.
 */
function eitherWay(fields: number): string {
  return Array.from({ length: fields }, (_, i) => `(has(self.o${i + 1}) || !has(self.o${i + 1}))`).join(" && ");
}

function holds(rule: string): boolean {
  return holdsForOldObjects(readCel(rule), SCHEMA);
}

/** Rules that are true for every object that was valid before the field `fresh` and the value B existed. */
const TRUE = [
  "true",
  "!has(self.fresh)",
  "!has(self.fresh) || self.free == 'x'",
  "has(self.fresh) ? self.free == 'x' : true",
  "!(has(self.fresh) && self.free == 'x')",
  "self.free == 'x' || !has(self.fresh)",
  "self.mode != 'B'",
  "'B' != self.mode",
  "self.filled != 'B'",
  "self.mode == 'B' ? has(self.fresh) : true",
  "(self.mode == 'B') == has(self.fresh)",
  "has(self.fresh) == has(self.other)",
  "!has(self.inner.fresh)",
  "self.list.all(x, !has(x.fresh) || x.name == 'x')",
  "!self.list.exists(x, has(x.fresh))",
  "self.list.all(x, !has(x.mode) || x.mode != 'B')",
  "self.map.all(key, !has(self.fresh))",
  "!has(self.maybe) || self.maybe != 'B'",
  "has(self.maybe) ? self.maybe != 'B' : true",
  "!has(self.optional) || !has(self.optional.fresh)",
  "!(has(self.optional) && has(self.optional.fresh))",
  "!has(self.maybeList) || self.maybeList.all(x, !has(x.fresh))",
  "self.list.all(x, !has(x.tls) || !has(x.tls.fresh))",
  "self.list.all(x, !has(x.tls) || !has(x.tls.mode) || x.tls.mode != 'B')",
  "!has(oldSelf.fresh)",
  "!has(self.fresh) || self.size() > 0",
  "self.list.all(x, x.tls.mode != 'B' || !has(x.tls) || !has(x.tls.mode))",
  "!has(self.fresh) && !has(self.other)",
  "!has(self.maybe) || self.list.all(x, self.maybe != 'B')",
  "!has(self.loose) || self.loose.mode != 'B'",
  "!has(self.inner.kindOf)",
  "!has(self.open.mode) || self.open.mode != 'B'",
  "!has(self.fresh__dash__one)",
  "!has(self.a__dash__b) || has(self.a__dash__b)",
  "self.list.all(i, x, !has(x.fresh))",
  "!self.map.exists(key, x, has(x.fresh))",
  "self.list.all(self, .self.mode != 'B')",
  "self.list.all(x, self.list.all(x, !has(x.fresh)))",
  "self.list.all(x, !has(x.tls) || self.list.all(y, !has(x.tls.fresh)))",
  eitherWay(6),
  `!has(self.fresh) || (${eitherWay(7)})`,
];

for (const rule of TRUE) withoutNew(`holds: ${rule}`, () => assert.ok(holds(rule)));

/** Rules that are false or an error for some earlier object, or that are undecided. */
const NOT_TRUE = [
  "false",
  "has(self.fresh)",
  "self.free == 'x'",
  "self.free != 'B'",
  "self.mode != 'A'",
  "self.mode == 'B'",
  "!has(self.maybe) || self.maybe != 'A'",
  "!has(self.fresh) && self.free == 'x'",
  "self.list.all(x, has(x.fresh))",
  "self.list.exists(x, !has(x.fresh))",
  "self.list.exists(x, x.mode != 'B')",
  "self.list.all(self, has(self.fresh))",
  "self.size() > 0",
  "1 == 1",
  "self.map.all(key, key != 'B')",
  "self.free == 'x' && !has(self.fresh)",
  "self.free == 'x' ? false : true",
  "has(self.fresh) != (self.free == 'x')",
  "(self.free == 'x') != has(self.fresh)",
  "has(self.fresh) == true",
  "self.mode != self.free",
  "self.mode != 1",
  "self.?mode != 'B'",
  "all(self.list, true)",
  "self.list.all(i, x, has(x.fresh))",
  "self.list.all(x, i, !has(x.fresh))",
  "self.nulls.all(i, x, !has(x.fresh))",
  "self.list.exists_one(x, has(x.fresh))",
  "self.list.filter(x, true)",
  "self.list.all(x, !has(.x.fresh))",
  "!has(self.map.fresh)",
  "!has(self.open.fresh)",
  "!has(self.kind) && !has(self.metadata) && !has(self.apiVersion)",
  "!has(self.list[0].fresh)",
  "!has(self.__in__)",
  "!has(self.a__dash__b)",
  "!has(self.a__underscores__b) || self.free == 'x'",
  "!has(self.inner.__in__)",
  eitherWay(7),
];

for (const rule of NOT_TRUE) withoutNew(`is not known to hold: ${rule}`, () => assert.not.ok(holds(rule)));

/**
 * Rules that read an omitted field. This is an error, and the API server rejects an object if its rule results in an
 * error.
 */
const ERRORS = [
  "self.maybe != 'B'",
  "!has(self.empty.fresh)",
  "!has(self.optional) || self.list.all(self, self.tls.mode != 'B')",
  "self.list.all(x, !has(x.tls) || self.list.all(x, !has(x.tls.fresh)))",
  "!has(self.fresh.deep)",
  "!has(self.optional.fresh)",
  "self.optional.mode != 'B'",
  "self.loose.mode != 'B'",
  "self.maybeList.all(x, !has(x.fresh))",
  "self.nulls.all(x, !has(x.fresh))",
  "self.fresh.all(x, true)",
  "!self.fresh.exists(x, false)",
  "self.list.all(x, x.mode != 'B')",
  "self.list.all(x, !has(x.tls.fresh))",
  "!has(self.list[0].fresh)",
  "has(self.maybe) || self.maybe != 'B'",
  "!has(self.maybe) ? self.maybe != 'B' : true",
  "self.nothing != 'B'",
];

for (const rule of ERRORS) withoutNew(`may end in an error: ${rule}`, () => assert.not.ok(holds(rule)));

/** Rules, and the part of each that remains for objects without new fields and values. */
const LEFT: readonly (readonly [rule: string, left: string])[] = [
  ["has(self.fresh) || self.free == 'x'", "self.free == 'x'"],
  ["!has(self.fresh) && self.free == 'x'", "self.free == 'x'"],
  ["self.free == 'x' || !has(self.fresh)", "true"],
  ["has(self.fresh) && self.free == 'x'", "false"],
  ["has(self.fresh) ? self.free == 'x' : self.free == 'y'", "self.free == 'y'"],
  ["!has(self.fresh) ? self.free == 'x' : self.free == 'y'", "self.free == 'x'"],
  ["has(self.fresh) == has(self.other) && self.free == 'x'", "self.free == 'x'"],
  ["self.list.all(a, a.name == 'x' && !has(a.fresh))", "self.list.all(a, a.name == 'x')"],
  [
    "self.list.all(a, self.list.exists_one(b, a.name == b.name && (!has(a.fresh) || a.fresh == b.fresh)))",
    "self.list.all(a, self.list.exists_one(b, a.name == b.name))",
  ],
  ["self.list.all(i, self, has(self.fresh) || i > 0)", "self.list.all(i, self, i > 0)"],
  ["self.map.all(key, x, has(x.fresh) || x.name == key)", "self.map.all(key, x, x.name == key)"],
  ["self.list.all(a, has(a.fresh))", "self.list.all(a, false)"],
  ["self.list.filter(a, !has(a.fresh)).size() > 1", "self.list.filter(a, true).size() > 1"],
  ["self.list.exists_one(a, has(a.fresh))", "self.list.exists_one(a, false)"],
  ["[has(self.fresh)] == [self.free == 'x']", "[false] == [self.free == 'x']"],
  [
    "self.list.filter(a, has(a.fresh) || a.name == 'x')[0].name == 'y'",
    "self.list.filter(a, a.name == 'x')[0].name == 'y'",
  ],
  ["self.list.filter(a, has(a.fresh) || has(a.mode)).size() > 1", "self.list.filter(a, has(a.mode)).size() > 1"],
];

for (const [rule, left] of LEFT) {
  withoutNew(`asks of older objects: ${rule}`, () => {
    assert.is(meaningOf(askedWithoutNew(readCel(rule), SCHEMA)), meaningOf(readCel(left)));
  });
}

/** Rules that remain unchanged, because an older object can have the field or reading it can be an error. */
const WHOLE = [
  "has(self.maybe) || self.free == 'x'",
  "has(self.optional.fresh) || self.free == 'x'",
  "has(self.empty.fresh) || self.free == 'x'",
  "has(self.open.fresh) || self.free == 'x'",
  "has(self.fresh.deep) || self.free == 'x'",
  "has(self.kind) || self.free == 'x'",
  "self.map.all(self, has(self.fresh) || self.name == 'x')",
  "self.map.all(self, i, has(self.fresh) || i.name == 'x')",
  "self.?list.optMap(a, has(a.fresh) || a.size() > 0).orValue(true)",
  "self.fresh == 'x' || self.free == 'x'",
];

for (const rule of WHOLE) {
  withoutNew(`asks all of it of older objects: ${rule}`, () => {
    assert.is(meaningOf(askedWithoutNew(readCel(rule), SCHEMA)), meaningOf(readCel(rule)));
  });
}

/** Tests for six optional fields of each element: all cases of all loops would be too many. */
function nestedLoops(depth: number): string {
  const tests = (name: string) => [1, 2, 3, 4, 5, 6].map((i) => `(has(${name}.o${i}) || !has(${name}.o${i}))`);
  const body = depth === 1 ? "true" : nestedLoops(depth - 1);
  return `x${depth}.list.all(x${depth - 1}, ${[...tests(`x${depth - 1}`), body].join(" && ")})`;
}

withoutNew("gives up if there are too many cases", () => {
  const fields = Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`o${i}`, STRING]));
  const nested = (depth: number): JsonObject =>
    object(
      { ...fields, list: { type: "array", items: depth === 0 ? STRING : nested(depth - 1) } },
      { required: ["list"] },
    );
  const rule = (depth: number) => readCel(nestedLoops(depth).replace(`x${depth}.`, "self."));
  assert.ok(holdsForOldObjects(rule(1), nested(8)));
  assert.ok(holdsForOldObjects(rule(2), nested(8)));
  assert.not.ok(holdsForOldObjects(rule(8), nested(8)));
});

withoutNew.run();
