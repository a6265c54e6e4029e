/**
 * Tests of descriptions in all output: any text comes back exactly, and no text changes what is around it or reaches the
 * output with characters that editors do not show.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { loadManifests } from "../../scripts/core/yaml/yaml.js";
import { descriptionLines, exactValue } from "../support/descriptions.js";
import fc from "../support/drawn.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../support/project.js";

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

const TEXTS = [
  ...[
    "",
    " ",
    "\n",
    "none",
    "a ",
    " a",
    "a\n",
    "a \nb",
    "a\tb",
    "a\n\n\nb",
    "  - a\n    b",
    "a\r\nb",
    "*/",
    "a */ b",
    "@b",
    "a\n@maxLength 1",
  ],
  ...[
    "`",
    "a ` b",
    "```\na",
    "```\na\n```",
    "{@experimental a}",
    "{",
    "*&#47;",
    "\\",
    '"',
    "\u2028",
    "\u2029",
    "\u202e",
    "\u0000",
    "\u001b[31m",
  ],
  ...[
    "\u0001a\u0003",
    "\uE000",
    "\uFEFF",
    "\u0085",
    "\u007f",
    "~~~",
    "- a",
    "a: b",
    "#",
    "é 🚢",
    "//",
    "\u00a0a\u00a0",
  ],
];

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.array(fc.constantFrom(...TEXTS, " ", "a", "\n"), { maxLength: 6 }).map((parts) => parts.join("")),
);

/** Characters that no output may contain. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

for (const layout of ["reflowed", "as-written"] as const) {
  const bundle = bundleOf(`${SETTINGS_TEXT}descriptions: ${layout}\n`);

  tests(`${layout}: every text comes back exactly, on kinds, fields, items and values`, () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 7, maxLength: 7 }), (texts) => {
        const [kind, apiVersion, field, items, inner, values, plain] = texts as [string, ...string[]];
        const tag = (name: string, value = "") => `@${name} ${exactValue(value)}`;
        const source = widget(`
/** ${tag("description", field)} */
field?: "A";
/**
 * ${tag("items.description", items)}
 * ${tag("items.values.description", inner)}
 */
items?: Record<string, string>[];
/** ${tag("values.description", values)} */
values?: Record<string, string>;
/**
 * ${layout === "as-written" ? descriptionLines(plain ?? "").join("\n * ") : tag("description", plain)}
 */
plain?: string;`);
        const written = source.text
          .replace("/** A widget. */", () => `/** ${tag("description", kind)} */`)
          .replace("apiVersion:", () => `/** ${tag("description", apiVersion)} */ apiVersion:`);
        const { diagnostics, files } = buildSources([{ ...source, text: written }], bundle);
        const { spec, ...root } = rootIn(files)?.properties ?? {};
        const read = (path: (schema: StructuralSchema | undefined) => StructuralSchema | undefined) =>
          path(spec)?.description;
        assert.equal(
          diagnostics.filter(({ code }) => code !== "field-no-description"),
          [],
        );
        assert.equal(
          [
            rootIn(files)?.description,
            root.apiVersion?.description,
            read((schema) => schema?.properties?.field),
            read((schema) => schema?.properties?.items?.items),
            read((schema) => schema?.properties?.items?.items?.additionalProperties as StructuralSchema),
            read((schema) => schema?.properties?.values?.additionalProperties as StructuralSchema),
            read((schema) => schema?.properties?.plain),
          ],
          texts,
        );
        for (const file of files) assert.not.match(file.text, INVISIBLE, file.path);
      }),
      { numRuns: 30 },
    );
  });
}

/** Returns the schema in the manifest of the widget, as kubectl reads it. */
function rootIn(files: readonly OutputFile[]): StructuralSchema | undefined {
  const manifest = files.find(({ path }) => path === "standard/example.dev_widgets.yaml")?.text ?? "";
  const loaded = loadManifests(manifest);
  if ("problem" in loaded) throw new Error(loaded.problem);
  const [crd] = loaded.value.documents as unknown as CustomResourceDefinition[];
  return crd?.spec.versions[0]?.schema.openAPIV3Schema;
}

tests.run();
