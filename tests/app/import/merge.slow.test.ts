/** Tests of merges: the same CRDs change nothing, and the releases of published projects build to their CRDs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLibrary } from "../../../scripts/app/import/build-back.js";
import { type MergedSources, mergeSources } from "../../../scripts/app/import/merge-sources.js";
import type { CrdToImport } from "../../../scripts/app/import/read-crds.js";
import { translate } from "../../../scripts/app/import/translate.js";
import { readSettings } from "../../../scripts/core/config/settings.js";
import type { Bundle } from "../../../scripts/core/model/bundle.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import { isFaithful } from "../../../scripts/core/model/imported-crd.js";
import { isJsonObject, type JsonObject } from "../../../scripts/core/model/json.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";
import { outlineOf } from "../../../scripts/language/read/outline.js";
import { drawnFields, writeFields } from "../../support/arbitrary-api.js";
import fc from "../../support/drawn.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../../support/project.js";
import { withCorpus } from "../../support/shared.js";

const tests = suite("app/import/merge");

type Drawn = Parameters<typeof writeFields>[0];

const LIBRARY = await readLibrary();

function bundleFrom(text: string): Bundle {
  const settings = readSettings({ path: "apis/bundle.yaml", text });
  if (!settings.ok) throw new Error(settings.diagnostics.map(({ code }) => code).join());
  return { ...settings.value, version: "0.0.0" as Version, conversions: [] };
}

async function merged(
  sources: readonly SourceText[],
  settings: string,
  crds: readonly CrdToImport[],
  base: readonly CrdToImport[] = [],
): Promise<MergedSources> {
  const importsOf = async (all: readonly SourceText[]) => ({
    sources: LIBRARY.sources,
    imports: new Map([...LIBRARY.imports, ...all.map(({ path }) => [path, LIBRARY.targets] as const)]),
  });
  const result = await mergeSources({ bundle: bundleFrom(settings), sources, importsOf, crds, base, library: LIBRARY });
  if (!result.ok)
    throw new Error(
      result.diagnostics
        .map((each) => JSON.stringify(each))
        .slice(0, 5)
        .join("\n"),
    );
  return result.value;
}

function crdsIn(directory: string): CrdToImport[] {
  return readdirSync(directory).flatMap((file) => {
    const loaded = loadManifests(readFileSync(join(directory, file), "utf8"));
    if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
    return loaded.value.documents
      .filter(isJsonObject)
      .filter(({ kind }) => kind === "CustomResourceDefinition")
      .map((crd) => ({ crd, file, rounded: [] }));
  });
}

function namesIn(sources: readonly SourceText[]): string[] {
  return sources.flatMap(({ path, text }) => outlineOf(text).declarations.map(({ name }) => `${path} ${name}`));
}

withCorpus(tests, "upstream/histories", 4, (test, path) => {
  for (const project of readdirSync(path)) {
    test(`releases of ${project} build to their CRDs, and names stay`, async () => {
      const releases = readdirSync(join(path, project)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      const [first = "", ...others] = releases.filter((_, index) => index % 5 === 0); // all of them take minutes
      let before = crdsIn(join(path, project, first));
      const { sources: imported, settings } = translate(before, project, LIBRARY);
      let sources = imported;
      for (const release of others) {
        const same = await merged(sources, settings, before, before);
        assert.equal(same.sources, sources, `${release}: the same CRDs change nothing`);
        const crds = crdsIn(join(path, project, release));
        const result = await merged(sources, settings, crds, before);
        assert.equal(result.descriptions, [], release);
        assert.equal(
          result.crds.filter((crd) => !isFaithful(crd)).map(({ name }) => name),
          [],
          release,
        );
        const names = namesIn(result.sources);
        const fresh = namesIn(translate(crds, project, LIBRARY).sources);
        const lost = namesIn(sources).filter((name) => !names.includes(name) && fresh.includes(name));
        assert.equal(lost, [], release);
        sources = result.sources;
        before = crds;
      }
    });
  }
});

const BUNDLE = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: none\n`);

/** Returns the CRDs of a drawn API: those of the standard channel, or of each channel. */
function crdsOf(fields: Drawn, channels: readonly Channel[]): CrdToImport[] {
  const { members, declarations } = writeFields(fields);
  const built = buildSources([widget(members, declarations)], BUNDLE).crds;
  const isBoth = channels.length > 1;
  return built
    .filter(({ channel }) => channels.includes(channel))
    .flatMap(({ channel, crds }) =>
      crds.map((crd) => ({ crd: crd as unknown as JsonObject, file: "", rounded: [], ...(isBoth && { channel }) })),
    );
}

for (const channels of [["standard"], CHANNELS] as const) {
  tests(
    `drawn APIs become other drawn APIs in ${channels.join(" and ")}, and the same CRDs change nothing`,
    async () => {
      await fc.assert(
        fc.asyncProperty(drawnFields, drawnFields, async (first, second) => {
          const [before, after] = [crdsOf(first, channels), crdsOf(second, channels)];
          const { sources, settings } = translate(before, "example", LIBRARY);
          assert.equal((await merged(sources, settings, before)).sources, sources);
          const base = channels.length === 1 ? { older: before, newer: after } : { older: [], newer: [] };
          const result = await merged(sources, settings, after, base.older);
          assert.equal(
            result.crds.filter((crd) => !isFaithful(crd)),
            [],
          );
          assert.equal((await merged(result.sources, settings, after, base.newer)).sources, result.sources);
        }),
        { numRuns: 15 },
      );
    },
  );
}

tests.run();
