/** Tests that imported types build to the CRDs from which they come: drawn APIs, and published CRDs. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLibrary } from "../../../scripts/app/import/build-back.js";
import type { CrdToImport } from "../../../scripts/app/import/read-crds.js";
import { translate } from "../../../scripts/app/import/translate.js";
import { NEW_RANGE } from "../../../scripts/core/config/new-project.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import { isFaithful } from "../../../scripts/core/model/imported-crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { type DrawnField, drawnFields, writeFields } from "../../support/arbitrary-api.js";
import fc from "../../support/drawn.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../../support/project.js";
import { crdsIn, publishedCrds } from "../../support/published-crds.js";
import { withCorpus } from "../../support/shared.js";
import { printedSample, SAMPLE_KINDS } from "../../types/samples.js";

const tests = suite("app/import/translate");

const LIBRARY = await readLibrary();

const BUNDLE = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: none\n`);

/** Returns the CRDs of a drawn API in both channels. */
function crdsOf(fields: readonly DrawnField[]): (CrdToImport & { readonly channel: Channel })[] {
  const { members, declarations } = writeFields(fields);
  const built = buildSources([widget(members, declarations)], BUNDLE).crds;
  return built.flatMap(({ channel, crds }) => crds.map((crd) => ({ crd, channel, file: "", rounded: [] })));
}

/** Checks that the types build to the same CRDs, except for white space at the ends of lines in descriptions. */
function assertIdentity(given: readonly CrdToImport[]): void {
  const { crds, sources } = translate(given, "example", LIBRARY);
  assert.equal(
    crds.filter((crd) => !isFaithful(crd) || crd.normalized.some((place) => !place.endsWith("/description"))),
    [],
    sources.map(({ text }) => text).join("\n"),
  );
  assert.is(crds.length, given.length);
}

tests("import after build is the identity on drawn APIs, but for white space at the ends of lines", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => {
      for (const { channel: _, ...crd } of crdsOf(fields)) assertIdentity([crd]);
    }),
    { numRuns: 30 },
  );
});

tests("so it is for both channels at once", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => assertIdentity(crdsOf(fields))),
    { numRuns: 60 },
  );
});

tests("the types build to the standard channel, whatever the experimental one is", () => {
  fc.assert(
    fc.property(drawnFields, drawnFields, (one, other) => {
      const given = CHANNELS.flatMap((channel) => {
        const crds = crdsOf(channel === "standard" ? one : other).filter((crd) => crd.channel === "experimental");
        return crds.map((crd) => ({ ...crd, channel }));
      });
      const [result] = translate(given, "example", LIBRARY).crds;
      assert.ok(result && isFaithful(result), JSON.stringify(result));
    }),
    { numRuns: 30 },
  );
});

/** Imports CRDs without descriptions, with the core types of the oldest minor version that a new bundle supports. */
function importSamples(change: (text: string) => string = (text) => text) {
  const crds = SAMPLE_KINDS.map((kind) => printedSample(kind, NEW_RANGE.oldest));
  const given = crds.map((crd) => ({
    crd: JSON.parse(change(JSON.stringify(crd))) as JsonObject,
    file: "",
    rounded: [],
  }));
  const { crds: results, sources } = translate(given, "samples", LIBRARY);
  assert.ok(results.every(isFaithful), JSON.stringify(results));
  return sources.map(({ text }) => text).join("\n");
}

tests("core types are used where their schemas occur", () => {
  const text = importSamples();
  const fields = [
    "analysis?: EnvVar[];",
    "containers: Container[];",
    "service?: ServiceSpec;",
    "tolerations?: Toleration[];",
  ];
  for (const field of fields) assert.match(text, field);
  assert.match(text, 'import type { PodSecurityContext, Toleration } from "crd-bundle/core/v1";');
  assert.not.match(text, "interface Container ");
  // Labels are selected in it, and the library describes the fields of LabelSelector.
  assert.match(text, "affinity?: PodTemplateAffinity;");
});

tests("a type with the schema of a core type is declared if a kind has the name, or if the field tells another", () => {
  const renamed = importSamples((text) => text.replaceAll('"Issuer"', '"Toleration"'));
  assert.match(renamed, "export interface Toleration {");
  assert.not.match(renamed, /import type \{[^}]*\bToleration\b/);
  assert.not.match(renamed, "SecretKeySelector");
  const secret = importSamples((text) => text.replaceAll('"token"', '"secretToken"'));
  assert.match(secret, "secretToken: SecretKeySelector;");
});

withCorpus(tests, "upstream/crds", 1, (test, path) => {
  test("published CRDs are exact or in normal form, but for a few", () => {
    const results = publishedCrds(path).flatMap((crds) => translate(crds, "published", LIBRARY).crds);
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

/** The releases whose standard channel serves alpha versions, which the build serves only in the experimental one. */
const SERVED_ALPHA = ["v0.5.1", "v0.6.2", "v0.7.1", "v0.8.0", "v0.8.1", "v1.0.0"];

/** Returns the CRDs of both channels of a release. Their rules are digests, which become expressions. */
function releaseIn(path: string): CrdToImport[] {
  return CHANNELS.flatMap((channel) => {
    const prepare = (text: string) => text.replace(/rule: digest:(\w+)/g, `rule: "self != '$1'"`);
    return crdsIn(join(path, channel), prepare).map((crd) => ({ ...crd, channel }));
  });
}

/** Returns the places, without indices, in which types do not build to the CRDs of a release. */
function differencesOf(path: string): string[] {
  const { crds } = translate(releaseIn(path), "published", LIBRARY);
  const found = crds.flatMap(({ channel, differences, problems }) => [
    ...differences.map(({ pointer, reason }) => `${channel} ${pointer.replace(/\d+/g, "*")}: ${reason}`),
    ...problems,
  ]);
  return [...new Set(found)];
}

withCorpus(tests, "upstream/gateway-api/v1.6.1", 1, (test, path) => {
  test("both channels of Gateway API become one API that builds to them", () => {
    assert.equal(differencesOf(path), []);
  });
});

withCorpus(tests, "upstream/gateway-api/lineage", 1, (test, path) => {
  test("so do those of earlier releases, but for alpha versions that the standard channel serves", () => {
    for (const name of readdirSync(path).filter((each) => each.startsWith("v"))) {
      const served = "standard /spec/versions/*/served: the build writes false instead of true";
      assert.equal(differencesOf(join(path, name)), SERVED_ALPHA.includes(name) ? [served] : [], name);
    }
  });
});

tests.run();
