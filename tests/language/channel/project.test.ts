/** Checks that if a keyword has several values, the one for the channel takes precedence, regardless of the order. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { buildSources, widget } from "../../support/project.js";

const project = suite("channels");

/** Returns the maxLength of a field in the standard and in the experimental channel. */
function limits(...tags: readonly string[]): unknown[] {
  return schemasOf("string", tags).map(({ maxLength }) => maxLength);
}

/** Returns the schema of a field in the standard and in the experimental channel. */
function schemasOf(type: string, tags: readonly string[]): JsonObject[] {
  const { diagnostics, crds } = buildSources([
    widget(`/**\n * A name.\n *\n * ${tags.join("\n * ")}\n */\nname: ${type};`),
  ]);
  assert.equal(diagnostics, []);
  return crds.map((channel) => {
    const root = channel.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema as JsonObject;
    const spec = (root.properties as JsonObject).spec as JsonObject;
    return (spec.properties as JsonObject).name as JsonObject;
  });
}

project("a tag for one channel wins over the general one, before or behind it", () => {
  assert.equal(limits("@maxLength 4", "@maxLength (experimental) 5"), [4, 5]);
  assert.equal(limits("@maxLength (experimental) 5", "@maxLength 4"), [4, 5]);
  assert.equal(limits("@maxLength (standard) 5", "@maxLength 4"), [5, 4]);
});

project("the same holds for elements at any depth", () => {
  const limitsOf = (...tags: readonly string[]) =>
    schemasOf("Record<string, string>[]", tags).map(
      ({ items }) => ((items as JsonObject).additionalProperties as JsonObject).maxLength,
    );
  assert.equal(limitsOf("@items.values.maxLength 4", "@items.values.maxLength (experimental) 5"), [4, 5]);
  assert.equal(limitsOf("@items.values.maxLength (experimental) 5", "@items.values.maxLength 4"), [4, 5]);
  assert.equal(limitsOf("@items.values.maxLength (standard) 5", "@items.values.maxLength 4"), [5, 4]);
});

project.run();
