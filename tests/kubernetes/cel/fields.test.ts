/**
 * Tests of the list of fields that a rule reads, including reads through operators and functions that return a part of
 * a value.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { object, STRING } from "../../changes/diff/crd.js";
import { unknownFieldsIn, wrongIn } from "../../support/compile-rule.js";

const fields = suite("fields of rules");

const INNER = object({ a: STRING, deep: object({ a: STRING }) });
const SELF = object({
  a: STRING,
  inner: INNER,
  list: { type: "array", items: INNER },
  map: { type: "object", additionalProperties: INNER },
  resource: object({ a: STRING }, { "x-kubernetes-embedded-resource": true }),
});

/** Returns the fields that a rule reads and that do not exist. */
function missing(rule: string, isRoot = false): string[] {
  return unknownFieldsIn(rule, SELF, isRoot);
}

const READS = [
  "self.no",
  "oldSelf.no",
  "self.inner.no",
  "has(self.inner.no)",
  "self.list[0].no",
  "self.list[self.no]",
  "self.map.k.no",
  "self.map['k'].no",
  "[self.inner][0].no",
  "{'a': self.no}",
  "{self.no: 'a'}",
  "(true ? self.inner : self.inner).no",
  "(self.list + self.list)[0].no",
  "([] + self.list)[0].no",
  "cel.bind(v, self.a, self.no)",
  "(true ? self.inner : null).no",
  "(self.list + [])[0].no",
  "self.inner['no']",
  "self.inner.deep['no']",
  "optional.of(self.inner).value().no",
  "self.?inner.orValue(self.inner).no",
  "self.?inner.or(self.?inner).value().no",
  "self.?inner.optMap(x, x.no)",
  "self.?inner.optMap(x, x.deep).value().no",
  "self.?inner.optFlatMap(x, x.?no)",
  "self.?list.optMap(l, l[0].no)",
  "self.list.all(x, x.no)",
  "self.list.all(i, x, x.no)",
  "self.list.exists(x, self.map.all(k, x.no))",
  "self.map.all(k, self.map[k].no)",
  "self.map.all(k, v, v.no)",
  "self.list.filter(x, true)[0].no",
  "self.list.map(x, x.deep)[0].no",
  "self.list.map(x, true, x.deep)[0].no",
  "self.list.transformList(i, x, x.deep)[0].no",
  "self.list.reverse()[0].no",
  "self.list.distinct()[0].no",
  "self.list.slice(0, 1)[0].no",
  "self.list.sortBy(x, x.a)[0].no",
  "self.list.first().no",
  "self.list.last().no",
  "self.resource.no",
];

for (const rule of READS) fields(`${rule} reads what is not there`, () => assert.equal(missing(rule), ["no"]));

const NOTHING = [
  "self.a.no",
  "self.list.no",
  "self.list.size().no",
  "self.list.all(i, x, i.no)",
  "self.map.all(k, k.no)",
  "self.map.all(k, v, k.no)",
  "self.list.exists(x, true).no",
  "self.list.map(x, x.a)[0].no",
  "self.list.all(self, self.a == 'a')",
  "other.no",
  "other.bind(v, self.inner, v.no)",
  "self.list.exists(x, true)[0].no",
  "[self.inner].no",
  "self.inner[0]",
  "self.inner[self.a]",
  "self.resource.metadata.name == self.resource.kind + self.resource.apiVersion",
];

for (const rule of NOTHING)
  fields(`${rule} reads nothing that is known not to be there`, () => assert.equal(missing(rule), []));

/** Rules whose types no API server accepts, so there is no object to read from. */
const MISMATCHES = [
  "(true ? null : self.inner).no",
  "cel.bind(v, self.inner, v.no)",
  "self.list.sort()[0].no",
  "self.list.min().no",
  "self.list.max().no",
  "(self.list + [self.inner])[0].no",
];

for (const rule of MISMATCHES) {
  fields(`${rule} has another problem`, () => {
    assert.equal(missing(rule), []);
    assert.ok(wrongIn(rule, SELF));
  });
}

fields("every object has metadata with two fields, which are those of the root", () => {
  assert.equal(missing("self.metadata.name + self.metadata.generateName + self.kind + self.apiVersion", true), []);
  assert.equal(missing("self.metadata.labels", true), ["labels"]);
  assert.equal(missing("self.resource.metadata.labels"), ["labels"]);
  assert.equal(missing("self.metadata.name + self.kind"), ["metadata", "kind"]);
});

fields("metadata that a schema declares counts if it has what every object has", () => {
  const isUnknown = (metadata: Record<string, StructuralSchema>, others: Record<string, StructuralSchema>) => {
    const schema = object({ ...others, metadata: object({ labels: STRING, ...metadata }) });
    return unknownFieldsIn("self.metadata.labels == ''", schema, true).length > 0;
  };
  const type = { apiVersion: STRING, kind: STRING };
  assert.not.ok(isUnknown({ name: STRING, generateName: STRING }, type));
  assert.ok(isUnknown({ name: STRING }, type));
  assert.ok(isUnknown({ name: STRING, generateName: STRING }, {}));
});

fields("a field of an object that is no resource can be called kind", () => {
  assert.equal(missing("self.inner.kind", true), ["kind"]);
});

fields.run();
