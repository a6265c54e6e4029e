/**
 * Tests of the list of fields that a rule reads, including reads through operators and functions that return a part of
 * a value.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RawNode } from "../../../scripts/core/model/api.js";
import { fieldReads } from "../../../scripts/kubernetes/cel/fields.js";
import { object, STRING } from "../../changes/diff/crd.js";
import { parseCel } from "../../support/parse-cel.js";

const fields = suite("fields of rules");

const INNER = object({ a: STRING, deep: object({ a: STRING }) });
const SELF: RawNode = {
  form: "raw",
  location: { file: "", start: 0, end: 0 },
  nullable: false,
  types: [],
  constraints: [],
  schema: object({
    a: STRING,
    inner: INNER,
    list: { type: "array", items: INNER },
    map: { type: "object", additionalProperties: INNER },
    resource: object({ a: STRING }, { "x-kubernetes-embedded-resource": true }),
  }),
};

/** Returns the fields that a rule reads and that do not exist. */
function missing(rule: string, isRoot = false): string[] {
  const reads = fieldReads(parseCel(rule), SELF, isRoot);
  return reads.filter(({ field }) => !field).map(({ name }) => name);
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
  "(true ? null : self.inner).no",
  "(self.list + self.list)[0].no",
  "([] + self.list)[0].no",
  "cel.bind(v, self.inner, v.no)",
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
  "self.list.sort()[0].no",
  "self.list.reverse()[0].no",
  "self.list.distinct()[0].no",
  "self.list.slice(0, 1)[0].no",
  "self.list.sortBy(x, x.a)[0].no",
  "self.list.first().no",
  "self.list.last().no",
  "self.list.min().no",
  "self.list.max().no",
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
  "cel.bind(self, other, self.no)",
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

fields("every object has metadata with two fields, which are those of the root", () => {
  assert.equal(missing("self.metadata.name + self.metadata.generateName + self.kind + self.apiVersion", true), []);
  assert.equal(missing("self.metadata.labels", true), ["labels"]);
  assert.equal(missing("self.resource.metadata.labels"), ["labels"]);
  assert.equal(missing("self.metadata.name + self.kind"), ["metadata", "kind"]);
});

fields("metadata that a schema declares counts if it has what all metadata has", () => {
  const labelsOf = (metadata: RawNode["schema"]) => {
    const node = { ...SELF, schema: object({ metadata: object({ labels: STRING, ...metadata }) }) };
    return fieldReads(parseCel("self.metadata.labels"), node, true).map(({ name, field }) => [
      name,
      field !== undefined,
    ]);
  };
  assert.equal(labelsOf({ name: STRING, generateName: STRING }), [["labels", true]]);
  assert.equal(labelsOf({ name: STRING }), [["labels", false]]);
});

fields("a field of an object that is no resource can be called kind", () => {
  assert.equal(missing("self.inner.kind", true), ["kind"]);
});

fields.run();
