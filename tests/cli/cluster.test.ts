/** Tests of the commands for clusters, on a small API server in memory: their output, exit codes, and findings. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { installCommand } from "../../scripts/cli/cluster/install.js";
import { migrateCommand } from "../../scripts/cli/cluster/migrate.js";
import { planCommand } from "../../scripts/cli/cluster/plan.js";
import { statusCommand } from "../../scripts/cli/cluster/status.js";
import type { Terminal } from "../../scripts/cli/terminal.js";
import { failureOf } from "../../scripts/cluster/api-failure.js";
import { ApiUnreachable } from "../../scripts/core/model/api-server.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { objectIn } from "../../scripts/core/model/json.js";
import { BIN } from "../support/command-line.js";
import { FakeCluster, failure } from "../support/fake-cluster.js";
import { inTerminal, type Result, removeProjects, temporary } from "../support/git-project.js";
import { schemaProblems } from "../support/json-schemas.js";
import { codesIn } from "../support/release-project.js";

const tests = suite("cli/cluster");
tests.after(removeProjects);

const GROUP = "example.dev";

interface CrdOptions {
  readonly version?: string;
  readonly channel?: string;
  readonly fields?: readonly string[];
  readonly versions?: readonly string[];
  readonly kind?: string;
}

/** Returns a CRD whose first version is the storage version. Its schema keeps unknown fields. */
function crd({
  version = "1.0.0",
  channel = "standard",
  fields = ["color"],
  versions = ["v1"],
  kind = "Widget",
}: CrdOptions = {}): JsonObject {
  const plural = `${kind.toLowerCase()}s`;
  const properties = Object.fromEntries(fields.map((field) => [field, { type: "string", maxLength: 8 }]));
  const keeping = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${GROUP}`,
      annotations: { "example.dev/bundle-version": `v${version}`, "example.dev/channel": channel },
    },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { ...keeping, properties: { spec: { ...keeping, properties } } } },
      })),
    },
  };
}

/** Returns a CRD that removes the fields that it does not declare. */
function pruning(object: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(object).replaceAll(
      /,"x-kubernetes-preserve-unknown-fields":true|"x-kubernetes-preserve-unknown-fields":true,/g,
      "",
    ),
  );
}

function widget(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${GROUP}/v1`, kind: "Widget", metadata: { name, namespace: "a" }, spec };
}

const RENAME = {
  annotation: "example.dev/conversion-data",
  conversions: [
    {
      id: "widget-color",
      since: "2.0.0",
      crd: "widgets.example.dev",
      kind: "Widget",
      steps: [{ move: { from: ".spec.colour", to: ".spec.color" } }],
    },
  ],
};

/** Writes a bundle with definitions, and returns its directory. */
function bundle(...crds: readonly JsonObject[]): string {
  const directory = temporary();
  for (const [index, each] of crds.entries()) writeFileSync(join(directory, `crd-${index}.yaml`), JSON.stringify(each));
  mkdirSync(join(directory, "definitions"));
  writeFileSync(join(directory, "definitions/conversions.json"), JSON.stringify(RENAME));
  return directory;
}

type Command<Options> = (options: Options, terminal: Terminal) => Promise<number>;

function run<Options>(command: Command<Options>, cluster: FakeCluster, options: object = {}): Promise<Result> {
  const given = { project: ".", format: "text", kubeconfig: cluster.kubeconfig, ...options };
  return inTerminal(temporary(), (terminal) => command(given as unknown as Options, terminal));
}

tests("status lists each bundle, and is 0 if it is whole", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    cluster.add("widgets", widget("b", {}));
    const found = await run(statusCommand, cluster);
    assert.equal(found, {
      exit: 0,
      out: `example.dev
CRD                  BUNDLE  CHANNEL   SERVED  STORED  OBJECTS  MANAGED BY
widgets.example.dev  1.0.0   standard  v1*     v1      1        kubectl
`,
      err: "",
    });
  }),
);

tests("status names all that is wrong", () =>
  FakeCluster.with(async (cluster) => {
    const directory = bundle(crd(), crd({ kind: "Gadget" }), crd({ kind: "Gizmo" }));
    assert.equal(codesIn(await run(statusCommand, cluster, { bundle: directory })), ["cluster-empty"]);
    cluster.addCrd(crd({ fields: ["color", "size"], versions: ["v1alpha1"] }));
    cluster.addCrd(crd({ fields: ["color", "size"], versions: ["v1", "v1alpha1"] }));
    cluster.addCrd(crd({ kind: "Gadget", version: "0.9.0", channel: "experimental" }));
    cluster.add("validatingadmissionpolicybindings", {});
    const found = await run(statusCommand, cluster, { bundle: directory });
    assert.is(found.exit, 1);
    assert.equal(codesIn(found), ["cluster-mixed", "cluster-stored", "cluster-incomplete", "cluster-differs"]);
    const json = await run(statusCommand, cluster, { bundle: directory, format: "json" });
    assert.equal(schemaProblems("cluster-status", JSON.parse(json.out)), []);
  }),
);

tests("status names a CRD that is not established, and an admission policy that is missing", () =>
  FakeCluster.with(async (cluster) => {
    const binding = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "safe.example.dev", annotations: objectIn(crd(), "metadata").annotations ?? {} },
    };
    const directory = bundle(crd(), binding);
    cluster.addCrd(crd());
    cluster.intercept = (method, path) => {
      const known =
        path.endsWith("/widgets.example.dev") && method === "GET" ? cluster.crd("widgets.example.dev") : undefined;
      const condition = { type: "NamesAccepted", status: "False", message: "the kind\u001b[31m is taken" };
      return known && { code: 200, body: { ...known, status: { conditions: [condition] } } };
    };
    const found = await run(statusCommand, cluster, { bundle: directory });
    assert.equal(codesIn(found), ["cluster-unestablished", "cluster-policy"]);
    assert.not.match(found.err, "\u001b");
  }),
);

tests("install creates CRDs, and does nothing the second time", () =>
  FakeCluster.with(async (cluster) => {
    const directory = bundle(crd());
    const first = await run(installCommand, cluster, { bundle: directory });
    assert.equal(first, { exit: 0, out: "1.0.0 (standard) is installed: 1 CRD applied.\n", err: "" });
    const { resourceVersion } = objectIn(cluster.crd("widgets.example.dev") ?? {}, "metadata");
    const second = await run(installCommand, cluster, { bundle: directory });
    assert.equal(second, { exit: 0, out: "1.0.0 (standard) is installed already.\n", err: "" });
    assert.is(objectIn(cluster.crd("widgets.example.dev") ?? {}, "metadata").resourceVersion, resourceVersion);
  }),
);

tests("install converts objects where a stored version leaves, and prints what it did", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ versions: ["v1alpha1"], fields: ["colour"] }));
    cluster.add("widgets", widget("b", { colour: "red" }));
    const directory = bundle(crd({ version: "2.0.0" }));
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    const plan = await run(planCommand, cluster, options);
    assert.is(plan.exit, 0, plan.err);
    assert.match(
      plan.out,
      "widgets.example.dev  bridge, migrate, update  1 object; 1 to convert; stored version v1alpha1 is dropped",
    );
    const found = await run(installCommand, cluster, options);
    assert.is(found.exit, 0, found.err);
    assert.match(found.out, "widgets.example.dev: 1 object; 1 written; 1 converted; no longer stored: v1alpha1");
    assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { color: "red" });
    assert.equal(objectIn(cluster.crd("widgets.example.dev") ?? {}, "status").storedVersions, ["v1"]);
    assert.equal(
      schemaProblems("cluster-plan", JSON.parse((await run(planCommand, cluster, { ...options, format: "json" })).out)),
      [],
    );
    assert.equal(
      schemaProblems(
        "cluster-install",
        JSON.parse((await run(installCommand, cluster, { ...options, format: "json" })).out),
      ),
      [],
    );
  }),
);

tests("plan names each reason not to install, and install then changes nothing", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ version: "2.0.0", channel: "experimental", fields: ["color", "size"] }), "helm");
    cluster.addCrd({ ...crd({ kind: "Gadget" }), metadata: { name: "gadgets.example.dev" } });
    cluster.add("widgets", widget("b", { size: "large", color: "red" }));
    const target = crd({ fields: ["color"] });
    const directory = bundle(target, crd({ kind: "Gadget" }));
    const before = cluster.requests.length;
    const found = await run(installCommand, cluster, { bundle: directory });
    assert.is(found.exit, 1);
    assert.equal(codesIn(found).sort(), [
      "cluster-channel",
      "cluster-downgrade",
      "cluster-foreign",
      "cluster-manager",
      "cluster-object-uses",
    ]);
    const writes = cluster.requests.slice(before).filter((request) => !request.startsWith("GET"));
    assert.equal(writes, []);
    const accept = codesIn(found);
    const accepted = await run(installCommand, cluster, { bundle: directory, accept });
    assert.is(accepted.exit, 0, accepted.err);
    assert.match(accepted.err, "warning");
    const wrong = await run(installCommand, cluster, { bundle: directory, accept: ["cluster-dry-run"] });
    assert.equal([wrong.exit, codesIn(wrong)], [2, ["usage-invalid"]]);
  }),
);

tests("plan --against manifests needs no cluster, and names lost, invalid and broken parts", async () => {
  const directory = bundle(pruning(crd({ version: "2.0.0" })));
  const state = temporary();
  const old = crd({ fields: ["color", "size"] });
  writeFileSync(
    join(state, "cluster.json"),
    JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: [old, widget("b", { size: "large", color: "much too long" })],
    }),
  );
  writeFileSync(
    join(state, "a.yaml"),
    "name: a\nkinds:\n  - {group: example.dev, kind: Widget, version: v1, fields: [.spec.size]}\n",
  );
  const found = await inTerminal(state, (terminal) =>
    planCommand(
      { project: ".", format: "text", bundle: directory, against: "cluster.json", consumers: ["a.yaml"] },
      terminal,
    ),
  );
  assert.is(found.exit, 1);
  assert.equal(codesIn(found).sort(), ["cluster-consumer", "cluster-object-loses"]);
});

tests("plan --against rejects a CRD that is there twice, such as that of the bundle", async () => {
  const state = temporary();
  const options = { project: ".", format: "text", bundle: bundle(crd({ version: "2.0.0" })), against: "." } as const;
  for (const name of ["a.json", "b.json"]) writeFileSync(join(state, name), JSON.stringify(crd()));
  const found = await inTerminal(state, (terminal) => planCommand(options, terminal));
  assert.equal([found.exit, codesIn(found)], [2, ["cluster-crd-twice"]]);
  assert.match(found.err, "widgets.example.dev is also in ");
  assert.match(found.err, "a.json");
});

tests("migrate converts objects and drops former stored versions", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ versions: ["v1alpha1"], version: "2.0.0" }));
    cluster.addCrd(crd({ versions: ["v1", "v1alpha1"], version: "2.0.0" }));
    cluster.add("widgets", widget("b", { colour: "red" }));
    cluster.add("widgets", widget("c", { color: "blue" }));
    const directory = bundle(crd({ version: "2.0.0", versions: ["v1", "v1alpha1"] }));
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    const dry = await run(migrateCommand, cluster, { ...options, dryRun: true });
    assert.is(dry.exit, 0, dry.err);
    assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { colour: "red" });
    const found = await run(migrateCommand, cluster, options);
    assert.equal(found, {
      exit: 0,
      out: "widgets.example.dev: 2 objects; 2 written; 1 converted; no longer stored: v1alpha1\n",
      err: "",
    });
    assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { color: "red" });
    assert.equal(objectIn(cluster.crd("widgets.example.dev") ?? {}, "status").storedVersions, ["v1"]);
    const json = await run(migrateCommand, cluster, { ...options, format: "json" });
    assert.equal(schemaProblems("cluster-migrate", JSON.parse(json.out)), []);
  }),
);

tests("migrate keeps the stored version if an object cannot be converted", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ versions: ["v1alpha1"], version: "2.0.0" }));
    cluster.addCrd(crd({ versions: ["v1", "v1alpha1"], version: "2.0.0" }));
    cluster.add("widgets", widget("b", { colour: "red", color: "blue" }));
    const directory = bundle(crd({ version: "2.0.0", versions: ["v1", "v1alpha1"] }));
    const found = await run(migrateCommand, cluster, {
      bundle: directory,
      conversions: join(directory, "definitions"),
    });
    assert.is(found.exit, 1);
    assert.equal(codesIn(found), ["cluster-object-blocked", "cluster-migration"]);
    assert.equal(objectIn(cluster.crd("widgets.example.dev") ?? {}, "status").storedVersions, ["v1alpha1", "v1"]);
  }),
);

tests("migrate keeps the stored version if the CRD changes meanwhile", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ versions: ["v1alpha1"], version: "2.0.0" }));
    cluster.addCrd(crd({ versions: ["v1", "v1alpha1"], version: "2.0.0" }));
    cluster.add("widgets", widget("b", { color: "blue" }));
    cluster.intercept = (method) => {
      if (method === "PUT") cluster.addCrd(crd({ versions: ["v1", "v1alpha1"], version: "2.0.0", fields: ["a"] }));
      return undefined;
    };
    const found = await run(migrateCommand, cluster, { bundle: bundle(crd({ version: "2.0.0" })) });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-changed"]]);
  }),
);

tests("install restores what it has applied if the API server then rejects a part", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    cluster.addCrd(crd({ kind: "Gadget" }));
    const next = { version: "1.1.0", fields: ["color", "size"] };
    const directory = bundle(crd(next), crd({ ...next, kind: "Gadget" }));
    let attempts = 0;
    cluster.intercept = (method, path) => {
      const isSecond = method === "PATCH" && path.endsWith("/gadgets.example.dev") && ++attempts > 1;
      return isSecond ? failure(422, "Invalid", "no longer") : undefined;
    };
    const found = await run(installCommand, cluster, { bundle: directory });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-request", "cluster-restored"]]);
    assert.equal(objectIn(cluster.crd("widgets.example.dev") ?? {}, "spec"), objectIn(crd(), "spec"));
  }),
);

tests("install names the part that is installed if it cannot be restored", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    cluster.addCrd(crd({ kind: "Gadget" }));
    const next = { version: "1.1.0", versions: ["v2", "v1"] };
    const directory = bundle(crd(next), crd({ ...next, kind: "Gadget" }));
    let attempts = 0;
    cluster.intercept = (method, path) => {
      const isSecond = method === "PATCH" && path.endsWith("/gadgets.example.dev") && ++attempts > 1;
      return isSecond ? failure(403, "Forbidden", "not allowed") : undefined;
    };
    const found = await run(installCommand, cluster, { bundle: directory });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-forbidden", "cluster-part"]]);
    assert.match(
      found.err,
      `To finish the installation: crd-bundle cluster install --bundle ${directory} --kubeconfig ${cluster.kubeconfig}.`,
    );
    cluster.intercept = () => undefined;
    assert.is((await run(installCommand, cluster, { bundle: directory })).exit, 0);
  }),
);

tests("a manifest that the API server would reject stops the installation before it starts", () =>
  FakeCluster.with(async (cluster) => {
    cluster.intercept = (method) => (method === "PATCH" ? failure(422, "Invalid", "the schema is wrong") : undefined);
    const found = await run(installCommand, cluster, { bundle: bundle(crd()) });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-dry-run"]]);
    assert.is(cluster.crd("widgets.example.dev"), undefined);
  }),
);

tests("the admission policy of the installed bundle is a finding of its own", () =>
  FakeCluster.with(async (cluster) => {
    const annotations = objectIn(crd(), "metadata").annotations ?? {};
    cluster.intercept = (method, path) => {
      const said = "ValidatingAdmissionPolicy 'safe' with binding 'safe' denied request: too old";
      if (method === "PATCH") return failure(422, "Invalid", said);
      return path.endsWith("/safe") ? { code: 200, body: { metadata: { name: "safe", annotations } } } : undefined;
    };
    const found = await run(installCommand, cluster, { bundle: bundle(crd()) });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-denied"]]);
  }),
);

tests("a policy that the API server enforces only after the dry run is removed, too", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ version: "2.0.0" }));
    const annotations = objectIn(crd(), "metadata").annotations ?? {};
    const said = "ValidatingAdmissionPolicy 'safe' with binding 'safe' denied request: too old";
    let isBound = true;
    let patches = 0; // the first one is the dry run
    cluster.intercept = (method, path, body) => {
      if (path.endsWith("/safe")) {
        isBound &&= method !== "DELETE";
        return { code: 200, body: { metadata: { name: "safe", annotations } } };
      }
      if (method !== "PATCH" || body.kind !== "CustomResourceDefinition") return undefined;
      patches++;
      return isBound && patches > 1 ? failure(422, "Invalid", said) : undefined;
    };
    const found = await run(installCommand, cluster, { bundle: bundle(crd()), accept: ["cluster-downgrade"] });
    assert.is(found.exit, 0, found.err);
    assert.not(isBound);
    assert.match(found.out, "The admission policy binding safe is removed.");
  }),
);

tests("a bundle must be one version of one channel", () =>
  FakeCluster.with(async (cluster) => {
    for (const crds of [
      [crd(), crd({ kind: "Gadget", version: "1.1.0" })],
      [crd(), crd({ kind: "Gadget", channel: "experimental" })],
      [crd(), { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }],
      [{ ...crd(), metadata: { name: "widgets.example.dev" } }],
    ]) {
      const found = await run(planCommand, cluster, { bundle: bundle(...crds) });
      assert.equal([found.exit, codesIn(found)], [2, ["bundle-unstamped"]]);
    }
    assert.equal(cluster.requests, []);
  }),
);

tests("a kubeconfig or credentials that cannot be used", () =>
  FakeCluster.with(async (cluster) => {
    const directory = temporary();
    writeFileSync(join(directory, "broken"), "users: [{user: {token: hunter2");
    for (const options of [
      { kubeconfig: join(directory, "none") },
      { kubeconfig: join(directory, "broken") },
      { context: "b" },
    ]) {
      const found = await run(statusCommand, cluster, options);
      assert.equal([found.exit, codesIn(found)], [2, ["kubeconfig-invalid"]]);
      assert.not.match(found.err, "hunter2");
    }
    const without = await run(statusCommand, cluster, { kubeconfig: undefined });
    assert.equal([without.exit, codesIn(without)], [2, ["kubeconfig-missing"]]);
    cluster.intercept = () => failure(401, "Unauthorized", "Unauthorized");
    const expired = await run(statusCommand, cluster);
    assert.equal([expired.exit, codesIn(expired)], [2, ["cluster-credentials"]]);
    assert.not.match(expired.err, "secret-token");
  }),
);

tests("many findings about objects are counted, and a message of the API server stays one line", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ fields: ["color", "size"] }));
    for (let number = 0; number < 25; number++) cluster.add("widgets", widget(`b-${number}`, { size: "large" }));
    const found = await run(planCommand, cluster, { bundle: bundle(crd({ version: "1.1.0" })) });
    assert.equal(codesIn(found), ["cluster-object-uses", "cluster-objects-more"]);
    assert.match(found.err, "5 more findings about objects of Widget");
    cluster.intercept = () => failure(400, "BadRequest", "a\nb");
    assert.match((await run(statusCommand, cluster)).err, "a\\nb");
  }),
);

tests("findings about objects of an old form, and values without a place", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    cluster.add("widgets", widget("b", { colour: "red", color: "much too long" }));
    cluster.add("widgets", widget("c", { colour: "red" }));
    const target = crd({ version: "2.0.0" });
    const directory = bundle(target);
    const conversions = join(directory, "definitions");
    const kept = await run(planCommand, cluster, { bundle: directory, conversions });
    assert.equal([kept.exit, codesIn(kept)], [0, ["cluster-object-blocked", "cluster-unconverted"]]);

    const lax = JSON.parse(JSON.stringify(crd()).replaceAll(',"maxLength":8', ""));
    cluster.addCrd(lax);
    const strict = await run(planCommand, cluster, { bundle: directory });
    assert.equal([strict.exit, codesIn(strict)], [0, ["cluster-object-invalid"]]);

    const removal = { remove: { path: ".spec.colour" } };
    const definitions = { ...RENAME, conversions: [{ ...RENAME.conversions[0], steps: [removal] }] };
    writeFileSync(join(conversions, "conversions.json"), JSON.stringify(definitions));
    cluster.addCrd(crd({ versions: ["v1alpha1"] }));
    const lost = await run(planCommand, cluster, { bundle: directory, conversions });
    assert.equal([lost.exit, codesIn(lost)], [1, ["cluster-object-lost"]]);
  }),
);

tests("an address that is not that of an API server, and one that does not respond", () =>
  FakeCluster.with(async (cluster) => {
    cluster.intercept = () => ({ code: 302, body: {} });
    const found = await run(statusCommand, cluster);
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-response"]]);
    const gone = failureOf(new ApiUnreachable("https://10.0.0.1:6443", "connection", "ECONNREFUSED"));
    assert.is(gone.code, "cluster-unreachable");
  }),
);

tests("a job whose files are missing, or whose definitions are too large", () =>
  FakeCluster.with(async (cluster) => {
    const missing = await run(migrateCommand, cluster, { job: temporary(), shard: 0 });
    assert.equal([missing.exit, codesIn(missing)], [2, ["job-unreadable"]]);
    cluster.addCrd(crd());
    const directory = bundle(crd());
    const many = Array.from({ length: 6000 }, (_, index) => ({ ...RENAME.conversions[0], id: `widget-${index}` }));
    writeFileSync(join(directory, "definitions/conversions.json"), JSON.stringify({ ...RENAME, conversions: many }));
    const options = { bundle: directory, conversions: join(directory, "definitions"), emit: "job", image: "a:1" };
    const large = await run(migrateCommand, cluster, options);
    assert.equal([large.exit, codesIn(large)], [1, ["job-large"]]);
  }),
);

tests("objects do not get the form of a bundle that is not installed", () =>
  FakeCluster.with(async (cluster) => {
    const directory = bundle(crd({ version: "2.0.0" }));
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    const job = { ...options, emit: "job", image: "a:1" };
    for (const each of [options, { ...options, dryRun: true }, job]) {
      const found = await run(migrateCommand, cluster, each);
      assert.equal([found.exit, codesIn(found)], [1, ["cluster-empty"]]);
    }
    for (const installed of [crd(), crd({ version: "2.0.0", channel: "experimental" })]) {
      cluster.addCrd(installed);
      cluster.add("widgets", widget("b", { colour: "red" }));
      for (const each of [options, { ...options, dryRun: true }, job]) {
        const found = await run(migrateCommand, cluster, each);
        assert.equal([found.exit, codesIn(found)], [1, ["cluster-not-installed"]], found.err);
      }
      assert.equal(cluster.object("widgets", GROUP, "b", "b"), undefined);
      assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { colour: "red" });
    }
  }),
);

tests("a kept value that does not match the object any longer is named", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ version: "2.0.0", versions: ["v1"] }));
    const directory = bundle(crd({ version: "2.0.0" }));
    const part = { conversion: "widget-color", form: "new", path: ["spec", "colour"], value: "red", instead: "0" };
    const annotations = { [RENAME.annotation]: JSON.stringify({ parts: [part] }) };
    const object = widget("b", { color: "blue" });
    cluster.add("widgets", { ...object, metadata: { ...objectIn(object, "metadata"), annotations } });
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    const found = await run(migrateCommand, cluster, options);
    assert.equal([found.exit, codesIn(found)], [0, ["cluster-object-outdated"]], found.err + found.out);
  }),
);

tests("a CRD that is being deleted, or that serves no version, is a reason not to install", () =>
  FakeCluster.with(async (cluster) => {
    const directory = bundle(crd({ version: "1.1.0" }));
    const deleted = crd();
    cluster.addCrd(deleted);
    const installed = cluster.crd("widgets.example.dev") ?? {};
    const { deletionTimestamp: _, ...metadata } = objectIn(installed, "metadata");
    const gone = { ...installed, metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
    const version = { name: "v1", served: false, storage: true, schema: {} };
    const unserved = { ...installed, spec: { ...objectIn(installed, "spec"), versions: [version] } };
    for (const [answer, code] of [
      [gone, "cluster-deleted"],
      [unserved, "cluster-unserved"],
    ] as const) {
      cluster.intercept = (method, path) =>
        method === "GET" && path.endsWith("/widgets.example.dev") ? { code: 200, body: answer } : undefined;
      const options = { bundle: directory };
      for (const found of [
        await run(planCommand, cluster, options),
        await run(installCommand, cluster, options),
        await run(statusCommand, cluster, options),
      ]) {
        assert.is(found.exit, 1, found.out);
        assert.ok(codesIn(found).includes(code), found.err);
      }
    }
  }),
);

tests("objects are not rewritten while the CRD hides fields of a former version; an installation shows them", () =>
  FakeCluster.with(async (cluster) => {
    const after = { version: "2.0.0", versions: ["v1", "v1alpha1"] };
    const directory = bundle(pruning(crd(after)));
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    cluster.addCrd(crd({ versions: ["v1alpha1"] }));
    cluster.addCrd(pruning(crd(after)));
    cluster.add("widgets", widget("b", { colour: "red" }));
    for (const each of [options, { ...options, emit: "job", image: "a:1" }]) {
      const found = await run(migrateCommand, cluster, each);
      assert.equal([found.exit, codesIn(found)], [1, ["cluster-hidden"]], found.err);
    }
    const found = await run(installCommand, cluster, options);
    assert.is(found.exit, 0, found.err);
    assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { color: "red" });
    assert.equal(cluster.crd("widgets.example.dev")?.spec, pruning(crd(after)).spec);
    assert.is((await run(migrateCommand, cluster, options)).exit, 0);
  }),
);

tests(
  "status names a bridge that was left behind, a policy of another version, and a bundle that is not installed",
  () =>
    FakeCluster.with(async (cluster) => {
      const object = crd();
      const annotations = { ...objectIn(objectIn(object, "metadata"), "annotations"), "example.dev/bridge": "true" };
      cluster.addCrd({ ...object, metadata: { name: "widgets.example.dev", annotations } }, "crd-bundle");
      cluster.add("validatingadmissionpolicybindings", {
        apiVersion: "admissionregistration.k8s.io/v1",
        metadata: { name: "safe", annotations: objectIn(crd({ version: "0.9.0" }), "metadata").annotations ?? {} },
      });
      const found = await run(statusCommand, cluster);
      assert.equal([found.exit, codesIn(found)], [1, ["cluster-bridge", "cluster-policy"]], found.err);
      assert.match(found.err, "safe is of the bundle version 0.9.0");
      const other = await run(statusCommand, cluster, { bundle: bundle(crd({ version: "2.0.0" })) });
      assert.equal(codesIn(other), ["cluster-bridge", "cluster-policy", "cluster-not-installed"]);
      assert.equal(codesIn(await run(statusCommand, cluster, { bundle: bundle(crd()) })), [
        "cluster-bridge",
        "cluster-policy",
      ]);
      assert.is((await run(installCommand, cluster, { bundle: bundle(crd()) })).exit, 0);
      assert.equal(codesIn(await run(statusCommand, cluster)), ["cluster-policy"]);
    }),
);

tests("an installation that is interrupted says how to finish it", () =>
  FakeCluster.with(async (cluster) => {
    const directory = bundle(crd(), crd({ kind: "Gadget" }));
    const args = ["cluster", "install", "--kubeconfig", cluster.kubeconfig, "--bundle", directory];
    const child = execa(process.execPath, [BIN, ...args], { cwd: temporary(), reject: false });
    atPatch(cluster, "gadgets.example.dev", 2, () => {
      child.kill("SIGINT");
      return failure(429, "TooManyRequests", "later");
    });
    const { exitCode, stderr } = await child;
    assert.is(exitCode, 130, stderr);
    assert.match(stderr, "The same command finishes the installation");
    cluster.intercept = () => undefined;
    assert.is((await run(installCommand, cluster, { bundle: directory })).exit, 0);
  }),
);

tests("a bridge is never taken for the CRD of the bundle, whoever changes it meanwhile", () =>
  FakeCluster.with(async (cluster) => {
    const after = crd({ version: "2.0.0" });
    cluster.addCrd(crd({ versions: ["v1alpha1"] }));
    cluster.add("widgets", widget("b", { colour: "red" }));
    const directory = bundle(after);
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    let puts = 0;
    cluster.intercept = (method, path) => {
      if (method !== "PUT" || !path.includes("/widgets/") || ++puts > 1) return undefined;
      const live = cluster.crd("widgets.example.dev") ?? {};
      const metadata = { name: "widgets.example.dev", annotations: { "example.com/note": "seen" } };
      cluster.addCrd({ ...live, metadata }, "kubectl-annotate");
      return undefined;
    };
    const found = await run(installCommand, cluster, options);
    assert.is(found.exit, 0, found.err);
    const { annotations } = objectIn(cluster.crd("widgets.example.dev") ?? {}, "metadata");
    assert.equal(annotations, { ...objectIn(objectIn(after, "metadata"), "annotations"), "example.com/note": "seen" });
    assert.equal(cluster.crd("widgets.example.dev")?.spec, after.spec);
    assert.equal(codesIn(await run(statusCommand, cluster, { bundle: directory })), []);
  }),
);

tests("a restore keeps what others have added since, and survives conflicts and lost responses", () =>
  FakeCluster.with(async (cluster) => {
    const next = { version: "1.1.0", fields: ["color", "size"] };
    const directory = bundle(crd(next), crd({ ...next, kind: "Gadget" }));
    const rejected = () => failure(422, "Invalid", "no longer");
    // Another client adds an annotation to the first CRD after it was applied.
    cluster.addCrd(crd());
    cluster.addCrd(crd({ kind: "Gadget" }));
    atPatch(cluster, "gadgets.example.dev", 2, () => {
      const live = cluster.crd("widgets.example.dev") ?? {};
      cluster.addCrd({ ...live, metadata: { name: "widgets.example.dev", labels: { team: "a" } } }, "other");
      return rejected();
    });
    const kept = await run(installCommand, cluster, { bundle: directory });
    assert.equal([kept.exit, codesIn(kept)], [1, ["cluster-request", "cluster-part"]], kept.err);
    assert.match(kept.err, "applied widgets.example.dev; not applied gadgets.example.dev");
    assert.equal(objectIn(cluster.crd("widgets.example.dev") ?? {}, "metadata").labels, { team: "a" });
    // The response to the request that applied the CRD was lost, and the restore meets a change of the status.
    cluster.addCrd(crd());
    let [patches, deletes] = [0, 0];
    cluster.intercept = (method, path, body) => {
      if (method === "PUT" && path.endsWith("/widgets.example.dev") && ++deletes === 1)
        return failure(409, "Conflict", "changed");
      if (method !== "PATCH") return undefined;
      if (path.endsWith("/widgets.example.dev") && ++patches === 2) {
        cluster.addCrd(body, "crd-bundle");
        return failure(503, "ServiceUnavailable", "lost");
      }
      return path.endsWith("/gadgets.example.dev") && patches > 1 ? rejected() : undefined;
    };
    const restored = await run(installCommand, cluster, { bundle: directory });
    assert.equal([restored.exit, codesIn(restored)], [1, ["cluster-request", "cluster-restored"]], restored.err);
    assert.equal(cluster.crd("widgets.example.dev")?.spec, crd().spec);
  }),
);

tests("a CRD whose status changes all the time is replaced, and a conflict that is none is reported at once", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    const directory = bundle(crd({ version: "1.1.0", fields: ["color", "size"] }));
    let patches = 0;
    cluster.intercept = (method) =>
      method === "PATCH" && ++patches > 1 && patches < 5 ? failure(409, "Conflict", "changed") : undefined;
    assert.is((await run(installCommand, cluster, { bundle: directory })).exit, 0);
    cluster.addCrd(crd());
    let denials = 0;
    cluster.intercept = (method) => {
      if (method !== "PATCH" || ++denials === 1) return undefined;
      return failure(409, "AlreadyExists", "a webhook says no");
    };
    const denied = await run(installCommand, cluster, { bundle: directory });
    assert.equal([denied.exit, denials], [1, 2], denied.err);
  }),
);

tests("a migration stops if another bundle is installed while it waits", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd({ version: "2.0.0" }));
    cluster.add("widgets", widget("b", { colour: "red" }));
    const directory = bundle(crd({ version: "2.0.0" }));
    let reads = 0;
    cluster.intercept = (method, path) => {
      if (method === "GET" && path === "/apis/example.dev/v1" && ++reads === 1)
        cluster.addCrd(crd({ version: "3.0.0" }));
      return undefined;
    };
    const options = { bundle: directory, conversions: join(directory, "definitions") };
    const found = await run(migrateCommand, cluster, options);
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-not-installed"]], found.err);
    assert.equal(cluster.object("widgets", GROUP, "a", "b")?.spec, { colour: "red" });
  }),
);

/** Runs an action when a request of this kind is sent for the nth time. */
function atPatch(
  cluster: FakeCluster,
  name: string,
  number: number,
  action: () => ReturnType<typeof failure> | undefined,
) {
  let count = 0;
  cluster.intercept = (method, path) => {
    const isIt = method === "PATCH" && path.endsWith(`/${name}`) && ++count === number;
    return (isIt && action()) || undefined;
  };
}

tests("an installation overwrites no change that someone else makes meanwhile", () =>
  FakeCluster.with(async (cluster) => {
    cluster.addCrd(crd());
    cluster.addCrd(crd({ kind: "Gadget" }));
    const next = { version: "1.1.0", fields: ["color", "size"] };
    const directory = bundle(crd(next), crd({ ...next, kind: "Gadget" }));
    const foreign = crd({ fields: ["weight"] });
    // After the dry runs of both CRDs.
    atPatch(cluster, "gadgets.example.dev", 1, () => {
      cluster.addCrd(foreign);
      return undefined;
    });
    const found = await run(installCommand, cluster, { bundle: directory });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-changed"]], found.err);
    assert.equal(cluster.crd("widgets.example.dev")?.spec, foreign.spec);
    assert.equal(cluster.crd("gadgets.example.dev")?.spec, crd({ kind: "Gadget" }).spec);
    // After the first CRD was applied. Restoring it would lose the change.
    const other = crd({ fields: ["height"] });
    atPatch(cluster, "gadgets.example.dev", 2, () => {
      cluster.addCrd(other);
      return failure(422, "Invalid", "no longer");
    });
    const later = await run(installCommand, cluster, { bundle: directory });
    assert.equal([later.exit, codesIn(later)], [1, ["cluster-request", "cluster-part"]], later.err);
    assert.equal(cluster.crd("widgets.example.dev")?.spec, other.spec);
  }),
);

tests("an admission policy of someone else is not replaced without a word", () =>
  FakeCluster.with(async (cluster) => {
    const apiVersion = "admissionregistration.k8s.io/v1";
    const kind = "ValidatingAdmissionPolicy";
    const annotations = objectIn(crd(), "metadata").annotations ?? {};
    cluster.add("validatingadmissionpolicies", { apiVersion, kind, metadata: { name: "safe" } });
    const directory = bundle(crd(), { apiVersion, kind, metadata: { name: "safe", annotations } });
    const found = await run(planCommand, cluster, { bundle: directory });
    assert.equal([found.exit, codesIn(found)], [1, ["cluster-foreign"]], found.err);
    assert.match(found.err, "ValidatingAdmissionPolicy safe");
  }),
);

tests("a plan over manifests is about the CRDs of the bundle alone", async () => {
  const state = temporary();
  const other = JSON.parse(JSON.stringify(crd({ kind: "Gadget" })).replaceAll("example.dev", "example.org"));
  writeFileSync(join(state, "crds.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items: [crd(), other] }));
  const options = {
    project: ".",
    format: "text",
    bundle: bundle(crd({ version: "1.1.0" })),
    against: "crds.json",
  } as const;
  const found = await inTerminal(state, (terminal) => planCommand(options, terminal));
  assert.is(found.exit, 0, found.err);
  assert.not.match(found.out, "example.org");
});

tests("an installation resets what others have added to a CRD, such as a conversion webhook", () =>
  FakeCluster.with(async (cluster) => {
    const own = crd();
    const spec = objectIn(own, "spec");
    const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://gone.example.dev" } };
    const names = { ...objectIn(spec, "names"), shortNames: ["wd"] };
    cluster.addCrd({ ...own, spec: { ...spec, names, conversion: { strategy: "Webhook", webhook } } });
    const directory = bundle(own);
    assert.equal(codesIn(await run(statusCommand, cluster, { bundle: directory })), ["cluster-differs"]);
    assert.is((await run(installCommand, cluster, { bundle: directory })).exit, 0);
    const { conversion, names: after } = objectIn(cluster.crd("widgets.example.dev") ?? {}, "spec");
    assert.is(conversion, undefined);
    assert.is(objectIn({ after: after ?? {} }, "after").shortNames, undefined);
    assert.equal(codesIn(await run(statusCommand, cluster, { bundle: directory })), []);
  }),
);

tests.run();
