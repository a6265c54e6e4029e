/** Tests of reads of fields that do not exist, but that `dyn()` hides from the check of types. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { hiddenFields } from "../../../scripts/kubernetes/cel/check/hidden-fields.js";
import { checkedRule } from "../../support/compile-rule.js";

const hidden = suite("fields behind dyn()");

const ITEM: StructuralSchema = { type: "object", properties: { zone: { type: "string" } } };
const SCHEMA: StructuralSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    place: ITEM,
    places: { type: "array", items: ITEM },
    byName: { type: "object", additionalProperties: ITEM },
    port: { "x-kubernetes-int-or-string": true },
  },
};

/** Rules, and the hidden reads in them. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  "self.name == 'a'": [],
  "dyn(self).name == 'a'": [],
  "dyn(self).nam == 'a'": ["nam"],
  "dyn(dyn(self)).nam == 'a'": ["nam"],
  "has(dyn(self).nam)": ["nam"],
  "dyn(self)['nam'] == 'a'": ["'nam'"],
  "dyn(self).place.zone == dyn(self).place.zon": ["zon"],
  "dyn(self.place).zon == 1 || dyn(oldSelf).nam == 1": ["zon", "nam"],
  "dyn(self.places).all(p, p.zon == 'a' && p.zone == 'a')": ["zon"],
  "dyn(self.places)[0].zon == 'a'": ["zon"],
  "dyn(self).places.exists(i, p, p.zon == 'a' && i == 0)": ["zon"],
  "dyn(self.byName)['a'].zon == 'a' && dyn(self.byName).b.zon == 'a'": ["zon", "zon"],
  "dyn(self.byName).all(k, v, v.zon == k)": ["zon"],
  "dyn(self.byName).all(k, k == 'zon')": [],
  "dyn(self.places).all(self, self.zone == 'a' && dyn(self).name == 'a')": ["name"],
  "dyn(self.port).a == 1 || {'a': dyn(1)}.a.b == 1 || dyn({'a': 1}).b == 1": [],
  "dyn(self.name).size() == 1": [],
};

/** Returns the parts of a rule that are hidden reads. */
function readsIn(rule: string): string[] {
  const { checked } = checkedRule(rule, SCHEMA);
  return hiddenFields(checked, 37).map(({ offset, length }) => rule.slice(offset, offset + length));
}

for (const [rule, reads] of Object.entries(RULES)) {
  hidden(rule, () => assert.equal(readsIn(rule), reads));
}

hidden("a macro that needs its target twice does not double the work at each level", () => {
  const chain = `optional.of(dyn(self))${".optMap(x, x)".repeat(120)}.hasValue()`;
  assert.equal(readsIn(chain), []);
});

hidden("many reads are limited", () => {
  assert.is(readsIn(`dyn(self).a == 1${" || dyn(self).a == 1".repeat(4000)}`).length, 100);
});

hidden.run();
