/** Reading of projects, and messages about a directory without one. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { EarlierRun } from "../../scripts/app/earlier-run.js";
import { readProject } from "../../scripts/app/project.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import type { Conversion } from "../../scripts/core/model/conversion.js";
import { BUNDLE_FILE } from "../../scripts/core/project-layout.js";
import type { Result } from "../../scripts/core/result.js";
import type { Reading } from "../../scripts/language/read/reading.js";
import { FLEET, inDirectory } from "../support/command-line.js";

const projects = suite("app/project");

async function messagesOf(project: string): Promise<string[]> {
  const read = await readProject(project);
  return read.ok ? [] : read.diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
}

projects("distinguishes a missing directory, a file and a directory without settings: project-missing", async () => {
  await inDirectory(async (directory) => {
    const [none, file, empty] = ["nope", "file", "empty"].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, "");
    mkdirSync(empty);
    assert.equal(await messagesOf(none), [`the project directory "${none}" does not exist`]);
    assert.equal(await messagesOf(file), [`the project directory "${file}" is not a directory`]);
    const settings = "apis/bundle.yaml is missing: it must contain the settings of the bundle";
    assert.equal(await messagesOf(empty), [settings]);
  });
});

projects("have the settings and definitions of an earlier run, as long as the files have the same text", async () => {
  const read = given(await readProject(FLEET));
  const [file] = read.conversions.files;
  const text = read.files.find(({ path }) => path === BUNDLE_FILE)?.text ?? "";
  const definitions = read.conversions.definitions.map(({ placeOf: _, ...definition }) => definition);
  const [first] = definitions;
  const { version: _, conversions: __, ...settings } = read.bundle;
  const reading: Reading = { layout: "reflowed", kinds: [], files: new Map() };
  const earlier = (textOf: (text: string) => string): EarlierRun => ({
    version: read.bundle.version,
    reading,
    settings: { text: textOf(text), value: { ...settings, title: "Earlier" } },
    conversions: { text: textOf(file?.text ?? ""), value: [{ ...(first as Conversion), id: "earlier" }] },
  });
  const same = given(await readProject(FLEET, { earlier: earlier((text) => text) }));
  assert.equal([same.bundle.title, same.bundle.version], ["Earlier", read.bundle.version]);
  assert.equal(
    same.conversions.definitions.map(({ id }) => id),
    ["earlier"],
  );
  const places = [read, same].map(({ conversions }) => conversions.definitions[0]?.placeOf(["crd"], "key"));
  assert.equal(places[1], places[0]);
  const other = given(await readProject(FLEET, { earlier: earlier((text) => `${text}# Changed.\n`) }));
  assert.equal(other.bundle.title, read.bundle.title);
  assert.equal(other.conversions.definitions.length, definitions.length);
});

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.diagnostics.map(({ code }) => code).join());
  return result.value;
}

projects.run();
