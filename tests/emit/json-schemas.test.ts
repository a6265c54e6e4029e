/**
 * Tests of the schemas in dist/ in an editor: the YAML language server reports nothing for valid manifests, and reports
 * typos at their line.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import { isJsonObject, type Json } from "../../scripts/core/model/json.js";
import { loadAllYaml } from "../../scripts/core/yaml/yaml.js";
import { FLEET } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { withCorpus } from "../support/shared.js";
import { type Editor, editorWith } from "./language-server.js";

const tests = suite("emit/json-schemas");

/** Valid objects of the kinds of the fleet. */
const MANIFESTS = join(ROOT, "tests/emit/manifests");

interface Entry {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly path: string;
}

function readJson<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(...path), "utf8")) as Content;
}

function schemasOf(project: string, channel: Channel): string {
  return join(project, "dist/schemas", channel);
}

function indexOf(project: string, channel: Channel): readonly Entry[] {
  return readJson<{ schemas: Entry[] }>(schemasOf(project, channel), "index.json").schemas;
}

/** Returns an editor with the schema for all kinds, as users configure it. */
function editorOf(project: string, channel: Channel): Editor {
  return editorWith(join(schemasOf(project, channel), "all.json"));
}

function manifestsIn(directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  assert.ok(paths.length > 0, `${directory} is empty`);
  return paths.sort().map((path) => join(directory, path));
}

function objectsIn(text: string): Readonly<Record<string, Json>>[] {
  const loaded = loadAllYaml(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  return loaded.value.filter(isJsonObject);
}

/** Returns the path of the schema for the kind of an object, as kubeconform builds it. */
function schemaFor(object: Readonly<Record<string, Json>>, project: string, channel: Channel): string {
  const [group, version] = String(object.apiVersion).split("/");
  return join(schemasOf(project, channel), `${group}/${String(object.kind).toLowerCase()}_${version}.json`);
}

for (const project of [ROOT, FLEET]) {
  for (const channel of CHANNELS) {
    const name = `${relative(ROOT, project) || "this project"}, ${channel}`;

    tests(`${name}: the index names every schema, one for each version of each CRD`, () => {
      interface Crd {
        readonly group: string;
        readonly kind: string;
        readonly versions: readonly { readonly name: string }[];
      }
      const { channels } = readJson<{
        channels: Record<Channel, { crds: Crd[]; schemas: (Entry & { size: number; sha256: string })[] }>;
      }>(project, "dist/bundle.json");
      const { crds, schemas } = channels[channel];
      const index = indexOf(project, channel);
      assert.equal(
        index.map(({ group, kind, version }) => `${group} ${kind} ${version}`).sort(),
        crds.flatMap(({ group, kind, versions }) => versions.map((each) => `${group} ${kind} ${each.name}`)).sort(),
      );
      assert.equal(
        schemas.map(({ size: _, sha256: __, ...entry }) => entry),
        index.map((entry) => ({ ...entry, path: `schemas/${channel}/${entry.path}` })),
      );
      const files = readdirSync(schemasOf(project, channel), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".json") && !["index.json", "all.json"].includes(path))
        .sort();
      assert.equal(
        files,
        index.map(({ path }) => path),
      );
    });
  }
}

/** Checks that every object of a manifest is valid with the schema for all kinds and with that of its own kind. */
async function expectValid(file: string, project: string, channel: Channel): Promise<void> {
  const text = readFileSync(file, "utf8");
  assert.equal(await editorOf(project, channel)(text), []);
  const known = objectsIn(text).filter((object) => existsSync(schemaFor(object, project, channel)));
  for (const object of known) {
    assert.equal(await editorWith(schemaFor(object, project, channel))(JSON.stringify(object)), []);
  }
}

function ship(): string {
  return readFileSync(join(MANIFESTS, "ship.yaml"), "utf8");
}

for (const channel of CHANNELS) {
  for (const file of manifestsIn(MANIFESTS)) {
    tests(`${relative(MANIFESTS, file)} is valid, ${channel}`, () => expectValid(file, FLEET, channel));
  }
}

/** Title, the correct text, the error that replaces it, and the editor's message at that line. */
const MISTAKES: readonly (readonly [string, string, string, RegExp])[] = [
  ["a field at the root", "status:", "state:", /Property state is not allowed/],
  ["a field of a field", "    callSign:", "    callsign:", /Property callsign is not allowed/],
  ["a field in a list", "    - port: EGSUZ", "    - prot: EGSUZ", /Property prot is not allowed/],
  ["a field of the metadata", "  labels:", "  label:", /Property label is not allowed/],
  ["a field of a status", "      reason: Aground", "      raeson: Aground", /Property raeson is not allowed/],
  ["a field that is experimental", "  bridge:", "  autopilot: {level: Full}\n  bridge:", /autopilot is not allowed/],
  ["a required field that is missing", "    flag: PA\n", "", /Missing property "flag"/],
  ["a text for a number", "    beam: 5880", "    beam: wide", /Incorrect type/],
  ["a bound that is exclusive", "    beam: 5880", "    beam: 0", /below the exclusive minimum of 0/],
  ["a value of no enum", "    - kind: Diesel", "    - kind: Steam", /Valid values: "Sail", "Diesel", "Electric"/],
  ["a pattern", "    flag: PA", "    flag: pa", /does not match the pattern/],
  ["null where it may not be", "    flag: PA", "    flag:", /Incorrect type/],
  ["a value twice in a set", "    fore: [grain, salt]", "    fore: [salt, salt]", /duplicate items/],
  ["a map of something else", "    diesel: 12k", "    diesel: [12k]", /Incorrect type/],
];

for (const [what, right, wrong, message] of MISTAKES) {
  tests(`underlined: ${what}`, async () => {
    const text = ship();
    const at = text.indexOf(right);
    assert.ok(at > 0, `the example has no ${right}`);
    const found = await editorOf(FLEET, "standard")(text.replace(right, wrong));
    const line = text.slice(0, at).split("\n").length;
    const said = found.map((each) => each.message).join("\n");
    assert.match(said, message);
    if (!said.includes("Missing"))
      assert.ok(
        found.some((each) => each.line === line && message.test(each.message)),
        said,
      );
  });
}

tests("a field that is experimental is none in the standard channel alone", async () => {
  const text = ship().replace("  bridge:", "  autopilot: {level: Full}\n  bridge:");
  assert.is((await editorOf(FLEET, "standard")(text)).length, 1);
  assert.equal(await editorOf(FLEET, "experimental")(text), []);
});

tests("what is not ours is not looked at, and neither is another version", async () => {
  const editor = editorOf(FLEET, "standard");
  assert.equal(await editor(ship().replace("kind: Ship", "kind: Boat").replace("hull", "hulk")), []);
  assert.equal(await editor(ship().replace("example.org/v1", "example.org/v7").replace("hull", "hulk")), []);
  assert.equal(await editor("apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n"), []);
});

/** Examples of Gateway API that violate a rule or the keys of a list, which a JSON Schema cannot detect. */
const BEYOND_SCHEMAS = [
  "standard/gateway/duplicate-listeners.yaml", // the keys of a list of type map
  "standard/gateway/hostname-udp.yaml",
  "standard/httproute/duplicate-header-match.yaml", // the keys of a list of type map
  "standard/httproute/invalid-filter-duplicate.yaml",
  "standard/httproute/invalid-path-alphanum-specialchars-mix.yaml",
];

withCorpus(tests, "upstream/gateway-api/examples", 122, (test, examples) => {
  for (const [directory, channel] of [
    ["standard", "standard"],
    ["experimental", "experimental"],
    // Manifests that are valid in the standard channel are valid in the experimental one, too.
    ["standard", "experimental"],
  ] as const) {
    for (const file of manifestsIn(join(examples, "valid", directory))) {
      test(`${relative(examples, file)}, ${channel}`, () => expectValid(file, ROOT, channel));
    }
    for (const file of manifestsIn(join(examples, "invalid", directory))) {
      const isBeyond = BEYOND_SCHEMAS.includes(relative(join(examples, "invalid"), file));
      test(`${relative(examples, file)}, ${channel}${isBeyond ? ": beyond schemas" : ""}`, async () => {
        const found = await editorOf(ROOT, channel)(readFileSync(file, "utf8"));
        assert.is(found.length === 0, isBeyond, JSON.stringify(found));
      });
    }
  }
});

tests.run();
