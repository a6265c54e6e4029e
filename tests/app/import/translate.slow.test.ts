/** Tests that imported types build to the CRDs from which they come: drawn APIs, and published CRDs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLibrary } from "../../../scripts/app/import/build-back.js";
import type { CrdToImport } from "../../../scripts/app/import/read-crds.js";
import { translate } from "../../../scripts/app/import/translate.js";
import { isFaithful } from "../../../scripts/core/model/imported-crd.js";
import { isJsonObject } from "../../../scripts/core/model/json.js";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";
import { drawnFields, writeFields } from "../../support/arbitrary-api.js";
import fc from "../../support/drawn.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../../support/project.js";
import { withCorpus } from "../../support/shared.js";

const tests = suite("app/import/translate");

const LIBRARY = await readLibrary();

tests("import after build is the identity on drawn APIs, but for white space at the ends of lines", () => {
  const bundle = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: none\n`);
  fc.assert(
    fc.property(drawnFields, (fields) => {
      const { members, declarations } = writeFields(fields);
      for (const { crds } of buildSources([widget(members, declarations)], bundle).crds) {
        const given = crds.map((crd) => ({ crd, file: "", rounded: [] }));
        const { crds: imported, sources } = translate(given, "example", LIBRARY);
        assert.equal(
          imported.filter((crd) => !isFaithful(crd) || crd.normalized.some((place) => !place.endsWith("/description"))),
          [],
          sources.map(({ text }) => text).join("\n"),
        );
      }
    }),
    { numRuns: 30 },
  );
});

/** Returns the CRDs of one repository. */
function crdsIn(directory: string): CrdToImport[] {
  return readdirSync(directory).flatMap((file) => {
    const loaded = loadManifests(readFileSync(join(directory, file), "utf8"));
    if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
    return loaded.value.documents.filter(isJsonObject).map((crd) => ({ crd, file, rounded: [] }));
  });
}

withCorpus(tests, "upstream/crds", 1, (test, path) => {
  test("published CRDs are exact or in normal form, but for a few", () => {
    const directories = readdirSync(path).filter((name) => name !== "INDEX.tsv");
    const results = directories.flatMap((name) => translate(crdsIn(join(path, name)), "published", LIBRARY).crds);
    const faithful = results.filter(isFaithful);
    const others = results
      .filter((crd) => !isFaithful(crd))
      .map(({ name, differences, problems }) => {
        return `${name}: ${[...differences.map(({ pointer }) => pointer), ...problems].slice(0, 2).join("; ")}`;
      });
    assert.is(results.length, 298);
    assert.ok(faithful.length >= 0.97 * results.length, `${faithful.length} of 298\n${others.join("\n")}`);
  });
});

tests.run();
