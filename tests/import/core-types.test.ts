/** Tests which core types imported schemas can be. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { CoreTypes } from "../../scripts/import/core-types.js";

const tests = suite("import/core-types");

const text: StructuralSchema = { type: "string" };

function object(...names: string[]): StructuralSchema {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, text])) };
}

const CORE = new CoreTypes(
  new Map([
    ["Toleration", object("effect", "key", "value")],
    ["TolerationList", { type: "object", properties: { items: { type: "array", items: object("effect", "key") } } }],
    ["PodDNSConfigOption", object("name", "value")],
    ["ConfigMapKeySelector", object("key", "name", "optional")],
    ["SecretKeySelector", object("key", "name", "optional")],
    ["Container", object("command", "image", "name")],
    ["EphemeralContainerCommon", object("command", "image", "name")],
    ["NodeSelectorRequirement", object("key", "operator", "values")],
  ]),
);

tests("a schema that equals that of one type is this type, whatever the field adds", () => {
  assert.is(CORE.nameOf(object("value", "key", "effect"), "any"), "Toleration");
  assert.is(CORE.nameOf({ ...object("effect", "key", "value"), description: "A rule." }, "any"), "Toleration");
  assert.is(CORE.nameOf({ ...object("effect", "key", "value"), nullable: true, default: {} }, "any"), "Toleration");
});

tests("a schema with another keyword or with a description inside is not a core type", () => {
  const same = object("effect", "key", "value");
  assert.is(CORE.nameOf({ ...same, required: ["key"] }, "any"), undefined);
  const described = { ...same, properties: { ...same.properties, key: { ...text, description: "The key." } } };
  assert.is(CORE.nameOf(described, "any"), undefined);
});

tests("a schema with fewer than three fields is not a core type, and fields at all depths count", () => {
  assert.is(CORE.nameOf(object("name", "value"), "any"), undefined);
  const list = { type: "object", properties: { items: { type: "array", items: object("effect", "key") } } };
  assert.is(CORE.nameOf(list, "any"), "TolerationList");
});

tests("of several types with one schema, the name of the field decides", () => {
  const selector = object("key", "name", "optional");
  assert.is(CORE.nameOf(selector, "tokenSecretRef"), "SecretKeySelector");
  assert.is(CORE.nameOf(selector, "configMapKeyRef"), "ConfigMapKeySelector");
  assert.is(CORE.nameOf(selector, "token"), undefined);
  assert.is(CORE.nameOf(selector, "secretOrConfigMap"), undefined);
});

tests("types that an API does not mean are not used", () => {
  assert.is(CORE.nameOf(object("command", "image", "name"), "any"), "Container");
  assert.is(CORE.nameOf(object("key", "operator", "values"), "any"), undefined);
});

tests.run();
