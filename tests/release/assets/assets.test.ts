import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { execa } from "execa";
import { unpackTar } from "modern-tar";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { assetNames, makeAssets } from "../../../scripts/release/assets/assets.js";
import { checksumProblems } from "../../../scripts/release/assets/checksums.js";
import { inDirectory } from "../../support/command-line.js";
import { ROOT } from "../../support/golden.js";
import { CONTENT, readDist, readIdentity, textOf } from "../files.js";

const assets = suite("assets");

async function filesIn(archive: Uint8Array | undefined): Promise<string[]> {
  const entries = await unpackTar(gunzipSync(archive ?? new Uint8Array()), { strict: true });
  return entries.map(({ header }) => header.name);
}

assets("are an install manifest per channel, archives, notes, provenance and the sums of them all", async () => {
  const made = await makeAssets(CONTENT);
  assert.equal(
    assetNames(CONTENT),
    made.map(({ name }) => name),
  );
  assert.equal(
    made.map(({ name }) => name),
    [
      "standard-install.yaml",
      "example-1.2.0.tar.gz",
      "example-types-1.2.0.tgz",
      "release-notes.md",
      "provenance.intoto.json",
      "SHA256SUMS",
    ],
  );
  assert.is(textOf(made, "standard-install.yaml"), CONTENT.files[0]?.text);
  assert.is(textOf(made, "release-notes.md"), CONTENT.notes);
  const { predicate } = JSON.parse(textOf(made, "provenance.intoto.json"));
  const asked = { name: "example", version: "1.2.0", channels: ["standard"] };
  assert.equal(predicate.buildDefinition.externalParameters, asked, "the channels that there are");
  const sums = textOf(made, "SHA256SUMS");
  assert.equal(checksumProblems(sums, made), []);
  assert.is(sums.split("\n").length - 1, made.length - 1);
});

assets("hold the whole of dist/ below a directory that says what it is", async () => {
  const [, archive] = await makeAssets(CONTENT);
  assert.equal(await filesIn(archive?.bytes), CONTENT.files.map(({ path }) => `example-1.2.0/${path}`).sort());
});

assets("leave out the types where there are none, and a channel that is not there", async () => {
  const files = CONTENT.files.filter(({ path }) => path.startsWith("types") === false);
  const made = await makeAssets({ ...CONTENT, version: "1.3.0-snapshot.20261101", files });
  assert.equal(
    made.map(({ name }) => name),
    [
      "standard-install.yaml",
      "example-1.3.0-snapshot.20261101.tar.gz",
      "release-notes.md",
      "provenance.intoto.json",
      "SHA256SUMS",
    ],
  );
});

assets("are the same whatever the order of the files and inputs", async () => {
  const { inputs } = CONTENT.source;
  const reversed = {
    ...CONTENT,
    files: [...CONTENT.files].reverse(),
    source: { ...CONTENT.source, inputs: [...inputs].reverse() },
  };
  assert.equal(await makeAssets(reversed), await makeAssets(CONTENT));
});

assets("of this project are accepted by sha256sum", () =>
  inDirectory(async (directory) => {
    const { version } = readIdentity();
    const made = await makeAssets({ ...CONTENT, name: "gateway-api", version, files: readDist() });
    assert.ok(made.some(({ name }) => name === "experimental-install.yaml"));
    for (const { name, bytes } of made) await writeFile(join(directory, name), bytes);
    const { stdout } = await execa("sha256sum", ["-c", "--strict", "SHA256SUMS"], { cwd: directory });
    assert.is(stdout.split("\n").filter((line) => line.endsWith(": OK")).length, made.length - 1);
  }),
);

assets("hold types that npm installs without a network", () =>
  inDirectory(async (directory) => {
    const types = (await makeAssets(CONTENT)).find(({ name }) => name === "example-types-1.2.0.tgz");
    assert.equal(await filesIn(types?.bytes), ["package/package.json", "package/standard/index.d.ts"]);
    await writeFile(join(directory, "types.tgz"), types?.bytes ?? "");
    const project = join(directory, "project");
    await mkdir(project);
    await writeFile(join(project, "package.json"), '{ "name": "controller", "private": true }\n');
    const options = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", `--cache=${join(directory, "cache")}`];
    await execa("npm", ["install", ...options, "../types.tgz"], { cwd: project });
    const installed = join(project, "node_modules/example-types");
    assert.is(await readFile(join(installed, "standard/index.d.ts"), "utf8"), "export interface Widget {}\n");
    assert.match(await readFile(join(project, "package.json"), "utf8"), /"example-types": ?"file:\.\.\/types\.tgz"/);
  }),
);

assets("name no path and no user of this machine", async () => {
  const made = await makeAssets(CONTENT);
  for (const { name, bytes } of made) {
    const text = Buffer.from(name.endsWith("gz") ? gunzipSync(bytes) : bytes).toString("latin1");
    for (const word of [ROOT, process.cwd(), process.version]) assert.not.ok(text.includes(word), `${word} in ${name}`);
  }
});

assets.run();
