/** Tests of descriptions in the output that the fixtures do not print: the JSON Schemas, and raw schemas. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { buildSources, widget } from "../support/project.js";

const tests = suite("emit/descriptions");

/** Returns the JSON Schema of the widget in the experimental channel. */
function jsonSchemaOf(fields: string, rest: string, edit = (text: string) => text): StructuralSchema {
  const source = widget(fields, rest);
  const { files } = buildSources([{ ...source, text: edit(source.text) }]);
  const file = files.find(({ path }) => path === "schemas/experimental/example.dev/widget_v1.json");
  return JSON.parse(file?.text ?? "{}") as StructuralSchema;
}

const NAME = "/** A name. */\nname: string;";

tests("the comments of apiVersion, kind and metadata replace the descriptions in a JSON Schema", () => {
  const plain = jsonSchemaOf(NAME, "");
  const described = jsonSchemaOf(NAME, "", (text) => text.replace(/^ {2}(kind|metadata):/gm, "/** Own $1. */ $&"));
  const read = (schema: StructuralSchema) =>
    ["apiVersion", "kind", "metadata"].map((name) => schema.properties?.[name]?.description);
  assert.equal(read(described), [read(plain)[0], "Own kind.", "Own metadata."]);
  assert.is(described.properties?.metadata?.properties?.name?.type, "string");
});

tests("the comment of a property replaces the description in the raw schema of its type", () => {
  const raw = '/** @rawSchema `{"type": "string", "description": "Raw."}` */\ntype Raw = string;';
  const spec = jsonSchemaOf("/** Own. */\nname: Raw;\n/** Names. */\nnames: Raw[];", raw).properties?.spec;
  assert.is(spec?.properties?.name?.description, "Own.");
  assert.is(spec?.properties?.names?.items?.description, "Raw.");
});

tests.run();
