/**
 * Checks that kubeconform finds the schemas in `dist/` at the documented path, accepts valid objects and rejects typos.
 * The tests need no server; they are here because kubeconform is built with Go, like the servers.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import { FLEET } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { withCorpus } from "../support/shared.js";
import { kubeconformBinary } from "./binaries.js";

const kubeconform = await kubeconformBinary((line) => process.stdout.write(`${line}\n`));
const real = suite("kubeconform");
const skip = () => real.skip("kubeconform is missing: building it takes Go");
const tests = kubeconform ? real : Object.assign(skip, { skip });
const MANIFESTS = join(ROOT, "tests/emit/manifests");

/** The output of kubeconform with `-output json` for a manifest. */
interface Outcome {
  readonly filename: string;
  /** The apiVersion of the object. */
  readonly version: string;
  readonly status: "statusValid" | "statusInvalid" | "statusError" | "statusSkipped";
  readonly msg: string;
}

/** Returns the outcome of every object in files and directories. Only our schemas are available. */
async function outcomesOf(project: string, channel: Channel, paths: readonly string[]): Promise<Outcome[]> {
  const location = `${project}/dist/schemas/${channel}/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`;
  const flags = ["-strict", "-verbose", "-output", "json", "-schema-location", location];
  const { stdout, stderr } = await execa(kubeconform ?? "", [...flags, ...paths], { reject: false });
  assert.is(stderr, "");
  return (JSON.parse(stdout) as { resources: Outcome[] }).resources;
}

/** Runs a test with the content of a manifest in a file. */
async function withManifest(text: string, test: (file: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "crd-bundle-kubeconform-"));
  try {
    writeFileSync(join(directory, "manifest.yaml"), text);
    await test(join(directory, "manifest.yaml"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

for (const channel of CHANNELS) {
  tests(`${channel}: valid objects of the fleet`, async () => {
    const outcomes = await outcomesOf(FLEET, channel, [MANIFESTS]);
    assert.is(outcomes.length, 3);
    assert.equal(wrong(outcomes), []);
  });
}

tests("a typo is refused, and so is a value that is out of bounds", async () => {
  const ship = readFileSync(join(MANIFESTS, "ship.yaml"), "utf8");
  for (const [right, mistake, message] of [
    ["callSign:", "callsign:", /additional properties 'callsign' not allowed/],
    ["beam: 5880", "beam: 0", /must be > 0|exclusiveMinimum/i],
  ] as const) {
    await withManifest(ship.replace(right, mistake), async (file) => {
      const [outcome] = await outcomesOf(FLEET, "standard", [file]);
      assert.is(outcome?.status, "statusInvalid", outcome?.msg);
      assert.match(outcome?.msg ?? "", message);
    });
  }
});

tests("a kind that is experimental has no schema in the standard channel", async () => {
  const convoy = "apiVersion: x.fleet.example.org/v1alpha1\nkind: Convoy\nmetadata: {name: a}\n";
  await withManifest(convoy, async (file) => {
    const [standard] = await outcomesOf(FLEET, "standard", [file]);
    assert.match(standard?.msg ?? "", /could not find schema for Convoy/);
    const [experimental] = await outcomesOf(FLEET, "experimental", [file]);
    assert.is(experimental?.status, "statusInvalid");
  });
});

tests("every schema is one that kubeconform reads", async () => {
  for (const project of [ROOT, FLEET]) {
    for (const channel of CHANNELS) {
      const index = join(project, "dist/schemas", channel, "index.json");
      const { schemas } = JSON.parse(readFileSync(index, "utf8")) as { schemas: Record<string, string>[] };
      const objects = schemas.map(({ group, kind, version }) => `apiVersion: ${group}/${version}\nkind: ${kind}\n`);
      await withManifest(objects.join("---\n"), async (file) => {
        const outcomes = await outcomesOf(project, channel, [file]);
        assert.is(outcomes.length, schemas.length);
        // Each is invalid because of missing properties. An error would mean that a schema is missing or unreadable.
        assert.equal(new Set(outcomes.map(({ status }) => status)), new Set(["statusInvalid"]));
        for (const { msg } of outcomes) assert.match(msg, /missing propert/);
      });
    }
  }
});

withCorpus(tests, "upstream/gateway-api/examples", 3, (test, examples) => {
  for (const [directory, channel] of [
    ["standard", "standard"],
    ["experimental", "experimental"],
    ["standard", "experimental"],
  ] as const) {
    test(`${channel}: the ${directory} examples of Gateway API`, async () => {
      const outcomes = (await outcomesOf(ROOT, channel, [join(examples, "valid", directory)])).filter(isOurs);
      const files = readdirSync(join(examples, "valid", directory), { recursive: true, encoding: "utf8" });
      assert.ok(outcomes.length >= files.filter((path) => path.endsWith(".yaml")).length);
      assert.equal(wrong(outcomes), []);
    });
  }
});

function wrong(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status !== "statusValid");
}

/** Reports whether an object is one of our kinds. Examples also contain Services and other kinds. */
function isOurs({ version }: Outcome): boolean {
  return /^gateway\.networking\.(x-)?k8s\.io\//.test(version);
}

real.run();
