import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { prune } from "../../../scripts/kubernetes/validation/prune.js";
import { object, STRING } from "../../changes/diff/crd.js";

const pruning = suite("pruning");

const KEEPS = { "x-kubernetes-preserve-unknown-fields": true };

/** A schema, a value, and the paths of the fields that are removed. */
const CASES: readonly (readonly [name: string, schema: JsonObject, value: Json, removed: readonly string[]])[] = [
  ["declared fields are kept", object({ a: STRING }), { a: "x" }, []],
  ["undeclared fields are removed", object({ a: object({}) }), { a: { b: 1 }, c: 2 }, [".a.b", ".c"]],
  [
    "values of a map are kept",
    { type: "object", additionalProperties: object({ a: STRING }) },
    { x: { b: 1 } },
    [".x.b"],
  ],
  ["values of any type have no fields", { type: "object", additionalProperties: true }, { x: { b: 1 } }, [".x.b"]],
  ["items without a schema have no fields", { type: "array" }, [{ a: 1 }, "b"], ["[0].a"]],
  ["fields are preserved", { type: "object", ...KEEPS }, { a: [{ b: 1 }] }, []],
  [
    "declared fields are pruned although others are preserved",
    { ...object({ a: object({}) }), ...KEEPS },
    { a: { b: 1 } },
    [".a.b"],
  ],
  [
    "a list preserves the fields of its items",
    { type: "array", items: object({ a: object({}) }), ...KEEPS },
    [{ a: { b: 1 }, c: 1 }],
    ["[0].a.b"],
  ],
  ["a list without items preserves everything", { type: "array", ...KEEPS }, [[{ a: 1 }]], []],
  [
    "metadata of a resource is kept",
    object({ metadata: object({}) }, { "x-kubernetes-embedded-resource": true }),
    { kind: "A", metadata: { labels: {} } },
    [],
  ],
  ["names of prototypes are fields", object({}), JSON.parse('{"__proto__": {"a": 1}}'), [".__proto__"]],
];

for (const [name, schema, value, removed] of CASES) {
  pruning(name, () => {
    const { unknown: _, ...pruned } = prune(schema, value);
    assert.equal(pruned.removed, removed);
    if (removed.length === 0) assert.equal(pruned.value, value);
    const again = prune(schema, pruned.value);
    assert.equal([again.value, again.removed], [pruned.value, []]);
  });
}

pruning.run();
