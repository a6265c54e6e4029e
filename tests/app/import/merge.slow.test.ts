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
import { isFaithful } from "../../../scripts/core/model/imported-crd.js";
import { isJsonObject } from "../../../scripts/core/model/json.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";
import { outlineOf } from "../../../scripts/language/read/outline.js";
import { withCorpus } from "../../support/shared.js";

const tests = suite("app/import/merge");

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
    test(`each release of ${project} builds to its CRDs, and names stay`, async () => {
      const releases = readdirSync(join(path, project)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      const [first = "", ...others] = releases;
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
        const gone = namesIn(sources).filter((name) => !names.includes(name));
        const fresh = namesIn(translate(crds, project, LIBRARY).sources);
        console.log(
          project,
          release,
          names.length,
          "names,",
          fresh.length,
          "fresh; gone:",
          gone.length,
          gone.filter((x) => fresh.includes(x)).join(", "),
        );
        sources = result.sources;
        before = crds;
      }
    });
  }
});

tests.run();
