/** Tests that the descriptions of published CRDs come back exactly. Their letters are shifted, but not their form. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonObject, type Json } from "../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { loadAllYaml } from "../../scripts/core/yaml/yaml.js";
import { descriptionLines } from "../support/descriptions.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../support/project.js";
import { withCorpus } from "../support/shared.js";

const tests = suite("emit/descriptions of published CRDs");

/** Returns every description in a value. */
function descriptionsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((part: Json) => descriptionsIn(part));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "description" && typeof part === "string" ? [part] : descriptionsIn(part as Json),
  );
}

withCorpus(tests, "upstream/crds", 1, (test, path) => {
  test("each one is the description of a field, in a comment or as a JSON string", () => {
    const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
    const texts = new Set<string>();
    for (const file of files.sort()) {
      const loaded = loadAllYaml(readFileSync(join(path, file), "utf8"));
      if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
      for (const text of loaded.value.flatMap(descriptionsIn)) texts.add(text);
    }
    const fields = [...texts].map((text, index) =>
      ["/**", ...descriptionLines(text).map((line) => ` * ${line}`), " */", `f${index}?: string;`].join("\n"),
    );
    const bundle = bundleOf(`${SETTINGS_TEXT}descriptions: as-written\nlevels:\n  crd-too-large: off\n`);
    const { diagnostics, crds } = buildSources([widget(fields.join("\n"))], bundle);
    assert.equal(diagnostics, []);
    const root = crds[0]?.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties as Record<
      string,
      StructuralSchema
    >;
    const printed = root.spec?.properties ?? {};
    assert.ok(texts.size > 10000);
    for (const [index, text] of [...texts].entries()) assert.is(printed[`f${index}`]?.description, text);
  });
});

tests.run();
