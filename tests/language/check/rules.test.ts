import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { unknownFieldsIn } from "../../support/compile-rule.js";
import { buildSources, widget } from "../../support/project.js";

const rules = suite("rules");

const TEXT: StructuralSchema = { type: "string" };

function object(properties: Readonly<Record<string, StructuralSchema>>): StructuralSchema {
  return { type: "object", properties };
}

function list(items: StructuralSchema): StructuralSchema {
  return { type: "array", items };
}

function map(additionalProperties: StructuralSchema): StructuralSchema {
  return { type: "object", additionalProperties };
}

const ITEM = object({ name: TEXT, tags: list(TEXT), inner: object({ zone: TEXT }) });

const SELF = object({
  name: TEXT,
  item: ITEM,
  items: list(ITEM),
  more: list(ITEM),
  byName: map(ITEM),
  lists: list(list(ITEM)),
  anything: { "x-kubernetes-preserve-unknown-fields": true },
  port: { "x-kubernetes-int-or-string": true },
  raw: {
    type: "object",
    properties: {
      list: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      map: { type: "object", additionalProperties: { type: "object", properties: { name: { type: "string" } } } },
      free: { type: "object", additionalProperties: { "x-kubernetes-preserve-unknown-fields": true } },
    },
  },
  pod: { ...object({ spec: TEXT }), "x-kubernetes-embedded-resource": true },
  "a-b": TEXT,
  "a.b/c__d": TEXT,
  namespace: TEXT,
  in: TEXT,
  größe: TEXT,
});

/** Returns the names that a rule reads and that do not exist. */
function missing(source: string, isRoot = false): string[] {
  return unknownFieldsIn(source, SELF, isRoot);
}

/** Every expression that reads a field of an item, tested with a field that exists and one that does not. */
const WAYS: readonly ((field: string) => string)[] = [
  (field) => `self.item.${field} != ""`,
  (field) => `has(self.item.${field})`,
  (field) => `self.item.?${field}.hasValue()`,
  (field) => `self.?item.?${field}.orValue("") == ""`,
  (field) => `self.items[0].${field} == ""`,
  (field) => `self.items[?0].?${field} == optional.none()`,
  (field) => `self.byName["a"].${field} == ""`,
  (field) => `self.byName.a.${field} == ""`,
  (field) => `self.byName.all(key, self.byName[key].${field} == "")`,
  (field) => `self.byName.all(key, value, value.${field} == key)`,
  (field) => `self.items.all(x, x.${field} == "")`,
  (field) => `self.items.exists(x, x.${field} == "")`,
  (field) => `self.items.exists_one(x, x.${field} == "")`,
  (field) => `self.items.all(i, x, x.${field} == string(i))`,
  (field) => `self.items.existsOne(i, x, x.${field} == string(i))`,
  (field) => `self.items.filter(x, x.${field} == "").size() > 0`,
  (field) => `self.items.filter(x, true).all(x, x.${field} == "")`,
  (field) => `self.items.map(x, x.${field}).size() > 0`,
  (field) => `self.items.map(x, x.${field} == "", x).size() > 0`,
  (field) => `self.items.map(x, x).all(y, y.${field} == "")`,
  (field) => `self.items.map(x, x.inner).size() > 0 && self.item.${field} == ""`,
  (field) => `self.items.transformList(i, x, x).all(y, y.${field} == "")`,
  (field) => `self.items.transformMap(i, x, x.${field}).size() > 0`,
  (field) => `self.items.transformMapEntry(i, x, {x.${field}: i}).size() > 0`,
  (field) => `self.items.sortBy(x, x.${field})[0].name == ""`,
  (field) => `self.items.sortBy(x, x.name)[0].${field} == ""`,
  (field) => `(self.items + self.items).all(x, x.${field} == "")`,
  (field) => `(has(self.items) ? self.items : self.items).all(x, x.${field} == "")`,
  (field) => `(has(self.items) ? self.items : []).all(x, x.${field} == "")`,
  (field) => `[self.item].all(x, x.${field} == "")`,
  (field) => `self.lists.all(l, l.all(x, x.${field} == ""))`,
  (field) => `self.lists[0][0].${field} == ""`,
  (field) => `self.?item.optMap(x, x.${field}).orValue("") == ""`,
  (field) => `self.items.slice(0, 1).first().${field} == ""`,
  (field) => `self.items.all(x, self.more.all(y, x.name == y.${field}))`,
  (field) => `{"a": self.item.${field}}.size() == 1`,
  (field) => `size(self.item.${field}) > 0 || f(1, self.name)`,
  (field) => `oldSelf.item.${field} == ""`,
];

for (const way of WAYS) {
  rules(`follows ${way("…")}`, () => {
    assert.equal(missing(way("name")), []);
    assert.equal(missing(way("nam")), ["nam"]);
  });
}

rules("follows raw schemas", () => {
  assert.equal(missing("self.raw.list.all(x, x.name == '') && self.raw.map.all(k, self.raw.map[k].name == k)"), []);
  assert.equal(missing("self.raw.list.all(x, x.nam == '') && self.raw.map.a.size == 0"), ["nam", "size"]);
  assert.equal(missing("self.raw.other == ''"), ["other"]);
});

rules("knows the names of CEL for the names of fields", () => {
  assert.equal(missing("self.a__dash__b == self.a__dot__b__slash__c__underscores__d"), []);
  assert.equal(missing("self.namespace == self.__namespace__ && self.__in__ == ''"), []);
  assert.equal(missing("self.a__b == '' && self.__name__ == ''"), ["a__b", "__name__"]);
});

rules("knows what every object has", () => {
  const source = "self.metadata.name == self.metadata.generateName && self.kind + self.apiVersion != ''";
  assert.equal(missing(source, true), []);
  assert.equal(missing(source, false), ["metadata", "metadata", "kind", "apiVersion"]);
  assert.equal(missing(source.replaceAll("self.", "self.pod.")), []);
  assert.equal(missing("self.metadata.labels.size() > 0", true), ["labels"]);
  assert.equal(missing("self.pod.metadata.labels.size() > 0 && self.pod.status == ''"), ["labels", "status"]);
});

rules("counts fields that have no type for CEL", () => {
  const source = "has(self.anything) && has(self.raw.free) && has(self.raw.map) && self.port == 1";
  assert.equal(missing(source), ["anything", "free"]);
});

rules("leaves alone what it cannot know", () => {
  for (const source of ["other.nam == ''", "f(self).nam == ''", "self.name.nam == ''", "self.port.nam == ''"]) {
    assert.equal(missing(source), [], source);
  }
  assert.equal(missing("[1, self.item].all(x, x.nam == '')"), []);
});

/** Returns the diagnostics for one rule on the spec of a widget. */
function said(rule: string): string[] {
  const fields = `  /** A size. */
  size: string;
  /**
   * A zone.
   *
   * @experimental
   */
  zone?: string;
  /** A list. */
  list: { /** A name. */ name: string }[];
  /** The whole. */
  place: Place;`;
  const place = `
/**
 * A place.
 *
 * @validation ${rule}
 */
interface Place {
  /** A name. */
  name: string;
  /**
   * A zone.
   *
   * @experimental
   */
  zone?: string;
  /** A number. */
  "zip-code": string;
}`;
  return buildSources([widget(fields, place)]).diagnostics.map(
    ({ code, args }) => `${code} ${args.field ?? args.part} ${args.nearest ?? ""}`,
  );
}

rules("reports what a rule on a type reads, with the name that was meant", () => {
  assert.equal(said("`self.name != ''` Name it."), []);
  assert.equal(said("`self.nam != ''` Name it."), ["rule-field-unknown nam name"]);
  assert.equal(said("`self['zip-code'] != ''` Give it."), ["rule-field-unknown zip-code zip__dash__code"]);
  assert.equal(said("`self.zip__dsh__code != ''` Give it."), ["rule-field-unknown zip__dsh__code zip__dash__code"]);
  assert.equal(said("`self.quantity != ''` Give it."), ["rule-field-unknown quantity "]);
});

rules("reports experimental fields where the rule holds in the standard channel", () => {
  assert.equal(said("`has(self.zone)` Give it."), ["rule-field-experimental zone "]);
  assert.equal(said("(standard) `has(self.zone)` Give it."), ["rule-field-experimental zone "]);
  assert.equal(said("(experimental) `has(self.zone)` Give it."), []);
});

rules("reads the message as well", () => {
  assert.equal(said("`self.name != ''` messageExpression=`'not ' + self.nam` Choose."), [
    "rule-field-unknown nam name",
  ]);
  assert.equal(said("`self.name != ''` messageExpression=`'not ' +` Choose."), ["rule-syntax messageExpression "]);
  assert.equal(said("`self.name !=` messageExpression=`'not '` Choose."), ["rule-syntax rule "]);
});

rules.run();
