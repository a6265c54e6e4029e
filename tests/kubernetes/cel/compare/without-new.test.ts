import { suite } from "uvu";
import * as assert from "uvu/assert";
import { meaningOf } from "../../../../scripts/kubernetes/cel/compare/meaning.js";
import { withoutNew as askedWithoutNew } from "../../../../scripts/kubernetes/cel/compare/without-new.js";
import { readCel } from "../../../support/read-cel.js";
import { SCHEMA } from "./older-schema.js";

const withoutNew = suite("rules about what is new");

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
  ["!has(oldSelf.fresh) || has(self.fresh)", "true"],
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

withoutNew.run();
