/** Tests of the schema that two channels have in common, and of what tags limit to one of them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { constraintTags, rawSchemaTags } from "../../scripts/import/constraints.js";
import {
  differs,
  experimentalMembers,
  isExperimentalField,
  mergeChannels,
  mergeLists,
  mergeSchemas,
  withStandardParts,
} from "../../scripts/import/merge-channels.js";

const tests = suite("import/merge-channels");

/** Returns a merged list as one string: `a` is in both channels, `b-` only in standard, `c+` only in experimental. */
function merged(standard: string, experimental: string): string {
  const marks = { standard: "-", experimental: "+" };
  const items = mergeLists([...standard], [...experimental]);
  return items.map(({ item, channel }) => item + (channel ? marks[channel] : "")).join("");
}

tests("lists keep the order of each channel", () => {
  assert.is(merged("abc", "abc"), "abc");
  assert.is(merged("ac", "abcd"), "ab+cd+");
  assert.is(merged("abc", "axc"), "ab-x+c");
  assert.is(merged("ab", "ba"), "a-ba+");
  assert.is(merged("aab", "aba"), "aa-ba+");
  assert.is(merged("", "ab"), "a+b+");
});

tests("a long list is merged in linear time", () => {
  const items = Array.from({ length: 100_000 }, () => "same");
  assert.is(mergeLists(items, items).length, items.length);
});

tests("equal schemas are not marked, whatever the order of their keys", () => {
  const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
  const same = { properties: { b: { type: "string" }, a: { type: "string" } }, type: "object" };
  assert.is(mergeSchemas(schema, same), schema);
});

tests("fields and members that only experimental has are marked; others are in both channels", () => {
  const schema = mergeSchemas(
    { type: "object", properties: { old: { type: "string" }, both: { type: "string", enum: ["a", "z"] } } },
    { type: "object", properties: { both: { type: "string", enum: ["a", "b"] }, new: {} }, required: ["both", "new"] },
  );
  const names = Object.keys(schema.properties ?? {});
  assert.equal(names, ["both", "new", "old"]);
  assert.equal(
    names.filter((name) => isExperimentalField(schema, name)),
    ["new"],
  );
  assert.equal(schema.required, ["new"]);
  const both = schema.properties?.both ?? {};
  assert.equal(both.enum, ["a", "z", "b"]);
  assert.equal([...experimentalMembers(both)], ["b"]);
});

tests("tags limit keywords to channels, and replace those of both", () => {
  const lines = (standard: StructuralSchema, experimental: StructuralSchema) => {
    const { type: _, ...keywords } = mergeSchemas(standard, experimental);
    const tags = constraintTags(keywords, "string");
    return tags.map(({ name, channel = "both", value }) => `${name} ${channel} ${value.join("|")}`);
  };
  const rule = (text: string) => ({ rule: text });
  assert.equal(
    lines(
      { type: "string", maxLength: 4, minLength: 1, title: "A", "x-kubernetes-validations": [rule("a"), rule("b")] },
      { type: "string", maxLength: 9, pattern: "^a", title: "A", "x-kubernetes-validations": [rule("b"), rule("c")] },
    ),
    [
      "title both A",
      "minLength standard 1",
      "maxLength both 4",
      "maxLength experimental 9",
      "pattern experimental `^a`",
      "validation standard `a`",
      "validation both `b`",
      "validation experimental `c`",
    ],
  );
  const odd = { rule: "a \n|| b" };
  assert.equal(lines({ "x-kubernetes-validations": [rule("a")] }, { "x-kubernetes-validations": [rule("a"), odd] }), [
    'schema experimental `{"x-kubernetes-validations":[{"rule":"a"},{"rule":"a \\n|| b"}]}`',
    "validation standard `a`",
  ]);
});

tests("a schema without a form in TypeScript keeps what is inside it in standard", () => {
  const standard = {
    type: "object",
    additionalProperties: true,
    properties: { a: { type: "string" } },
    minProperties: 1,
  };
  const schema = mergeSchemas(standard, { ...standard, properties: { a: {}, b: {} }, minProperties: 2 });
  assert.equal(withStandardParts(schema), standard);
  assert.is(differs(withStandardParts(schema)), false);
  assert.equal(
    rawSchemaTags(schema).map(({ name, channel }) => [name, channel]),
    [["minProperties", "experimental"]],
  );
});

tests("a type that differs is that of standard", () => {
  const text = { type: "string" };
  assert.is(mergeSchemas(text, { type: "integer" }), text);
  const list = { type: "array", items: text };
  assert.is(mergeSchemas(list, { type: "array" }), list);
});

tests("names of any form are fields", () => {
  const own = (name: string) => ({ type: "object", properties: Object.fromEntries([[name, { type: "string" }]]) });
  const schema = mergeSchemas(own("a"), own("__proto__"));
  assert.equal(Object.keys(schema.properties ?? {}), ["__proto__", "a"]);
  assert.is(isExperimentalField(schema, "__proto__"), true);
  assert.is(isExperimentalField(mergeSchemas(own("a"), own("constructor")), "constructor"), true);
});

tests("a kind has the versions of both channels, and the storage version of standard", () => {
  const crd = (...versions: readonly object[]) => JSON.parse(JSON.stringify({ spec: { versions } }));
  const v1 = { name: "v1", storage: true, served: true };
  const alpha = { name: "v1alpha1", storage: false, served: false };
  const merged = mergeChannels(
    crd(v1, alpha),
    crd(v1, { ...alpha, served: true }, { name: "v2", storage: true, served: true }),
  );
  assert.equal([...merged.experimental], ["v2"]);
  const { versions } = JSON.parse(JSON.stringify(merged.crd.spec));
  assert.equal(
    versions.map(({ name, storage, served }: Record<string, unknown>) => [name, storage, served]),
    [
      ["v1", true, true],
      ["v1alpha1", false, true],
      ["v2", false, true],
    ],
  );
});

tests.run();
