/** Tests of the output for a kind: in its CRD, in the JSON Schema for all manifests and in the API report. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BuildOutput } from "../../scripts/app/build.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../support/project.js";
import { fitsSchema } from "./language-server.js";

const crd = suite("emit/crd");

const NAME = "/** A name. */\nname: string;";

function buildClean(fields: string, ...tags: readonly string[]): BuildOutput {
  const source = widget(fields);
  const comment = `/**\n * A widget.\n *\n * ${tags.join("\n * ")}\n */\n`;
  const built = buildSources([{ ...source, text: source.text.replace("/** A widget. */\n", comment) }]);
  assert.equal(built.diagnostics, []);
  return built;
}

crd("the priority of a column is written where it is stated, 0 too", () => {
  const built = buildClean(
    NAME,
    "@printColumn A string `.spec.name` priority=0",
    "@printColumn B string `.spec.name` priority=1",
    "@printColumn C string `.spec.name`",
  );
  const columns = built.crds[0]?.crds[0]?.spec.versions[0]?.additionalPrinterColumns ?? [];
  assert.equal(
    columns.map(({ name, priority }) => [name, priority]),
    [
      ["A", 0],
      ["B", 1],
      ["C", undefined],
    ],
  );
});

crd("CRDs of a group have the approval that the settings give to this group", () => {
  const approvalsIn = (settings: string) => {
    const { diagnostics, crds } = buildSources([widget(NAME)], bundleOf(settings));
    assert.equal(diagnostics, []);
    return crds.flatMap((channel) =>
      channel.crds.map(({ metadata }) => metadata.annotations["api-approved.kubernetes.io"]),
    );
  };
  const approved = (group: string) =>
    SETTINGS_TEXT.replace(`  ${group}:\n`, `  ${group}:\n    approval: https://example.dev/1\n`);
  assert.equal(approvalsIn(SETTINGS_TEXT), [undefined, undefined]);
  assert.equal(approvalsIn(approved("example.dev")), ["https://example.dev/1", "https://example.dev/1"]);
  assert.equal(approvalsIn(approved("x.example.dev")), [undefined, undefined]);
});

crd("words for one channel can end a word that was begun for both", () => {
  const built = buildClean("/** A pre{@experimental\n * fix} of it. */\nname: string;");
  const descriptions = built.crds.map(({ crds }) => {
    const root = crds[0]?.spec.versions[0]?.schema.openAPIV3Schema as JsonObject;
    const spec = (root.properties as JsonObject).spec as JsonObject;
    return ((spec.properties as JsonObject).name as JsonObject).description;
  });
  assert.equal(descriptions, ["A pre of it.", "A prefix of it."]);
});

crd("@noDescription applies to CRDs, but neither to the types nor to the JSON Schemas", () => {
  const texts = buildClean(NAME, "@noDescription").files.filter(({ path }) => path.includes("standard"));
  const filesWith = (words: string) =>
    texts.filter(({ text }) => text.includes(words)).map(({ path }) => path.slice(0, path.indexOf("/")));
  assert.equal(filesWith("A widget."), ["schemas", "types"]);
  assert.equal(filesWith("A name."), ["schemas", "types"]);
});

crd("an API report does not mention that a list is atomic, as every list is", () => {
  const list = (type: string) => `/**\n * A list.\n *\n * @listType ${type}\n */\n${type}: string[];`;
  const built = buildClean(`${list("atomic")}\n${list("set")}`);
  const report = built.reports[0]?.text ?? "";
  assert.match(report, "\n  atomic: list of string\n");
  assert.match(report, "\n  set: list of string, set\n");
});

crd("the schema of all manifests judges what has our apiVersion and our kind, and nothing else", async () => {
  const built = buildClean(NAME);
  const text = (path: string) => built.files.find((file) => file.path === `schemas/standard/${path}`)?.text ?? "";
  const { allOf } = JSON.parse(text("all.json")) as { allOf: { if: JsonObject; then: { $ref: string } }[] };
  const [first] = allOf;
  assert.is(first?.then.$ref, "example.dev/widget_v1.json");
  const isOurs = (object: JsonObject) => fitsSchema(first?.if ?? {}, object);
  assert.is(await isOurs({ apiVersion: "example.dev/v1", kind: "Widget" }), true);
  assert.is(await isOurs({ kind: "Widget" }), false);
  assert.is(await isOurs({ apiVersion: "example.dev/v1" }), false);
  assert.is(await isOurs({ apiVersion: "example.dev/v2", kind: "Widget" }), false);
});

crd.run();
