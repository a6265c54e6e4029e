import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asMadeBy, makeAssets } from "../../../scripts/release/assets/assets.js";
import { readChecksums } from "../../../scripts/release/assets/checksums.js";
import {
  printProvenance,
  type Source,
  toolOfAssets,
  versionOfAssets,
} from "../../../scripts/release/assets/provenance.js";
import { fencesOf } from "../../docs/markdown.js";
import { ROOT } from "../../support/golden.js";
import { CONTENT, textOf } from "../files.js";

const provenance = suite("provenance");

const PARAMETERS = { name: "example", version: "1.2.0", channels: ["standard", "experimental"] } as const;
const EMPTY_SUM = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const SOURCE: Source = {
  commit: "0123456789abcdef0123456789abcdef01234567",
  tool: "0.1.0",
  repository: "https://example.dev/example.git",
  inputs: [
    { path: "package.json", sha256: "b".repeat(64) },
    { path: "apis/bundle.yaml", sha256: "a".repeat(64) },
  ],
};
const ASSETS = ["standard-install.yaml", "example-1.2.0.tar.gz"].map((name) => ({ name, bytes: new Uint8Array() }));

function sourceUri(repository?: string): unknown {
  const { inputs, commit, tool } = SOURCE;
  const source = { inputs, commit, tool, ...(repository !== undefined && { repository }) };
  return JSON.parse(printProvenance(ASSETS, PARAMETERS, source)).predicate.buildDefinition.resolvedDependencies[0].uri;
}

provenance("is an in-toto statement with a SLSA predicate, facts alone", () => {
  assert.equal(JSON.parse(printProvenance(ASSETS, PARAMETERS, SOURCE)), {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      { name: "example-1.2.0.tar.gz", digest: { sha256: EMPTY_SUM } },
      { name: "standard-install.yaml", digest: { sha256: EMPTY_SUM } },
    ],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "pkg:npm/crd-bundle#docs/provenance-v1.md",
        externalParameters: PARAMETERS,
        resolvedDependencies: [
          {
            name: "source",
            uri: "git+https://example.dev/example.git",
            digest: { gitCommit: "0123456789abcdef0123456789abcdef01234567" },
          },
          { name: "apis/bundle.yaml", digest: { sha256: "a".repeat(64) } },
          { name: "package.json", digest: { sha256: "b".repeat(64) } },
        ],
      },
      runDetails: { builder: { id: "pkg:npm/crd-bundle", version: { "crd-bundle": "0.1.0" } } },
    },
  });
});

provenance("is the same text whatever the order of what it is about", () => {
  const other = { ...SOURCE, inputs: [...SOURCE.inputs].reverse() };
  assert.is(printProvenance([...ASSETS].reverse(), PARAMETERS, other), printProvenance(ASSETS, PARAMETERS, SOURCE));
});

provenance("names the repository as package.json does, where that is a URI", () => {
  assert.is(sourceUri(), undefined);
  assert.is(sourceUri("git+https://example.dev/x.git"), "git+https://example.dev/x.git");
  assert.is(sourceUri("git://example.dev/x.git"), "git://example.dev/x.git");
  assert.is(sourceUri("ssh://git@example.dev/x.git"), "git+ssh://git@example.dev/x.git");
  assert.is(sourceUri("github:owner/name"), undefined);
  assert.is(sourceUri("../elsewhere"), undefined);
});

provenance("is about all assets but itself and the sums", async () => {
  const assets = await makeAssets(CONTENT);
  const { subject } = JSON.parse(textOf(assets, "provenance.intoto.json")) as {
    subject: { name: string; digest: { sha256: string } }[];
  };
  const { sums } = readChecksums(textOf(assets, "SHA256SUMS"));
  assert.equal(
    subject.map(({ name, digest }) => [name, digest.sha256]),
    [...sums].filter(([name]) => name !== "provenance.intoto.json"),
  );
});

provenance("names the version of the tool, which can be read from assets and replaced in them", async () => {
  const assets = await makeAssets(CONTENT);
  assert.is(toolOfAssets(assets), "0.1.0");
  assert.is(versionOfAssets(assets), "1.2.0");
  assert.equal(asMadeBy("0.1.0", assets), assets);
  const other = { ...CONTENT, source: { ...CONTENT.source, tool: "0.2.0-rc.1" } };
  assert.equal(asMadeBy("0.2.0-rc.1", assets), await makeAssets(other));
  const named = (tool: unknown) =>
    JSON.stringify({ predicate: { runDetails: { builder: { version: { "crd-bundle": tool } } } } });
  for (const text of ["", "[]", "{}", named(1), named("0.2"), named("../0.2.0")]) {
    assert.is(toolOfAssets([{ name: "provenance.intoto.json", bytes: Buffer.from(text) }]), undefined, text);
  }
});

provenance("of a release that names no version of the tool has none in what it is compared with", async () => {
  const unnamed = asMadeBy(undefined, await makeAssets(CONTENT));
  const { predicate } = JSON.parse(textOf(unnamed, "provenance.intoto.json"));
  assert.equal(predicate.runDetails, { builder: { id: "pkg:npm/crd-bundle" } });
  assert.is(toolOfAssets(unnamed), undefined);
  assert.equal(asMadeBy(undefined, unnamed), unnamed);
});

provenance("is what its page shows as an example", () => {
  const page = readFileSync(join(ROOT, "docs/provenance-v1.md"), "utf8");
  const example = fencesOf(page).find(({ language }) => language === "json");
  assert.is(example?.body.join("\n"), printProvenance(ASSETS, PARAMETERS, SOURCE).trimEnd());
});

provenance.run();
