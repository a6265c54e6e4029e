/** Tests of the objects with which a cluster migrates its objects by itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type LiveCrd, liveCrd } from "../../scripts/cluster/live-crd.js";
import { jobName, type MigrationJob, MOST_SHARDS, migrationJob } from "../../scripts/cluster/migration-job.js";
import { readShardPlan } from "../../scripts/cluster/shard-plan.js";
import { readBundleConversions } from "../../scripts/core/config/conversions.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { objectIn } from "../../scripts/core/model/json.js";
import type { Version } from "../../scripts/core/model/release-version.js";
import { conversionsText } from "../../scripts/emit/conversions.js";
import { printManifests } from "../../scripts/report/cluster.js";
import fc from "../support/drawn.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { asLive, bundleCrds, CONVERSIONS, GADGETS, GROUP, VERSION, WIDGETS } from "./widgets.js";

const tests = suite("cluster/migration-job");

const KEYS = { bundleVersion: `${GROUP}/bundle-version`, channel: `${GROUP}/channel` };
const BUNDLE = { keys: KEYS, version: VERSION as Version, channel: "standard" as const };

function lives(stored: readonly string[]): LiveCrd[] {
  return bundleCrds().map((object, index) => liveCrd(asLive(object, index + 1, stored)) as LiveCrd);
}

function jobWith(given: Partial<MigrationJob> = {}): MigrationJob {
  return {
    bundle: BUNDLE,
    channel: "standard",
    crds: lives(["v1alpha1", "v1"]),
    conversions: JSON.stringify(CONVERSIONS, null, 2),
    image: "registry.example.com/crd-bundle:0.1.0",
    namespace: "crd-bundle-system",
    shards: 8,
    options: ["--concurrency", "16"],
    ...given,
  };
}

function manifests(given: Partial<MigrationJob> = {}): readonly JsonObject[] {
  const job = migrationJob(jobWith(given));
  if ("problem" in job) throw new Error(job.problem);
  return job.value;
}

function only(kind: string, given: Partial<MigrationJob> = {}): JsonObject {
  const found = manifests(given).filter((object) => object.kind === kind);
  assert.is(found.length, 1, kind);
  return found[0] as JsonObject;
}

tests("prints these manifests", () => {
  matchesGolden(printManifests(manifests()), join(ROOT, "tests/cluster/migration-job.yaml"));
});

tests("the role names only the CRDs whose stored versions are removed", () => {
  const [, widgets] = lives(["v1alpha1", "v1"]);
  const [gadgets] = lives(["v1"]);
  const statusRules = (crds: readonly LiveCrd[]) => {
    const rules = only("ClusterRole", { crds }).rules as readonly JsonObject[];
    return rules.filter(({ resources }) => String(resources) === "customresourcedefinitions/status");
  };
  assert.equal(
    statusRules([gadgets as LiveCrd, widgets as LiveCrd]).map(({ resourceNames }) => resourceNames),
    [[WIDGETS]],
  );
  assert.equal(statusRules(lives(["v1"])), []);
});

tests("no rule allows more than a list of names or the resources of the bundle", () => {
  const rules = only("ClusterRole").rules as unknown as { resources: string[]; verbs: string[] }[];
  const resources = rules.flatMap((rule) => rule.resources);
  assert.equal(
    resources.filter((name) => name.includes("*")),
    [],
  );
  const verbs = new Set(rules.flatMap((rule) => rule.verbs));
  assert.equal([...verbs].sort(), ["get", "list", "patch", "update"]);
  assert.not.ok(resources.includes("gadgets/status"), "Gadgets have no status");
});

tests("states the CRDs as they are, and another content has another ConfigMap", () => {
  const { data, metadata } = only("ConfigMap") as { data: Record<string, string>; metadata: JsonObject };
  const plan = readShardPlan(data["migration.json"] ?? "");
  assert.equal("value" in plan && plan.value, {
    version: VERSION,
    channel: "standard",
    job: { namespace: "crd-bundle-system", name: "migrate-example-dev-1-1-0-standard" },
    shards: 8,
    crds: [
      { name: GADGETS, uid: `uid-of-${GADGETS}`, generation: 1 },
      { name: WIDGETS, uid: `uid-of-${WIDGETS}`, generation: 2 },
    ],
  });
  const volumes = (job: JsonObject) => JSON.stringify(objectIn(objectIn(objectIn(job, "spec"), "template"), "spec"));
  assert.match(volumes(only("Job")), String(metadata.name));
  const other = only("ConfigMap", { shards: 7 }).metadata as JsonObject;
  assert.is.not(other.name, metadata.name);
});

tests("the definitions of a bundle are the same when they are printed again", () => {
  const path = join(ROOT, "dist/conversions.json");
  const text = readFileSync(path, "utf8");
  const read = readBundleConversions({ path, text });
  assert.is(read.ok && conversionsText(read.value), text);
});

tests("a single shard can be started again while the last pod waits", () => {
  const { completions, parallelism } = objectIn(only("Job", { shards: 1 }), "spec");
  assert.equal([completions, parallelism], [2, 2]);
});

tests("rejects definitions that a ConfigMap cannot contain", () => {
  const job = migrationJob(jobWith({ conversions: "ä".repeat(2 ** 19) }));
  assert.match("problem" in job ? job.problem : "", /^\d{7} bytes, of which a ConfigMap can have 1048576$/);
  assert.ok("value" in migrationJob(jobWith({ conversions: "ä".repeat(2 ** 18) })));
});

/** Form of hostnames. Source: RFC 1123. */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

tests("the hostname of each pod is valid, whatever the bundle", () => {
  const number = fc.nat(10_000);
  const pre = fc.constantFrom("", "-rc.1", "-RC.1", "-0.20260102030405.abcdef012345", `-a.${"b".repeat(60)}`);
  const version = fc.tuple(number, number, number, pre).map(([a, b, c, end]) => `${a}.${b}.${c}${end}` as Version);
  const domain = fc.constantFrom("example.dev", "gateway.networking.k8s.io", `${"long.".repeat(30)}example.dev`);
  fc.assert(
    fc.property(domain, version, fc.constantFrom(...CHANNELS), (name, bundleVersion, channel) => {
      const keys = { bundleVersion: `${name}/bundle-version`, channel: `${name}/channel` };
      const job = jobName({ keys, version: bundleVersion, channel });
      assert.match(`${job}-${MOST_SHARDS}`, LABEL);
    }),
  );
});

tests("long names of two versions differ", () => {
  const keys = { bundleVersion: `${"long.".repeat(30)}dev/bundle-version`, channel: "" };
  const name = (version: string) => jobName({ keys, version: version as Version, channel: "standard" });
  assert.is.not(name("1.0.0"), name("1.0.1"));
});

tests.run();
