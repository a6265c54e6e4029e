/** Tests of `crd-bundle cluster` with an API server, a role, an object, or another client that hinders it. */
import * as assert from "uvu/assert";
import { installOnCluster } from "../../scripts/app/cluster/install.js";
import { processContext } from "../../scripts/app/process-context.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { type JsonObject, objectIn } from "../../scripts/core/model/json.js";
import { inDirectory } from "../support/command-line.js";
import { refOf } from "./bundle.js";
import { eventually, expectSuccess, type ObjectRef } from "./client.js";
import {
  cluster,
  createWidget,
  expectInstalled,
  expectReadable,
  install,
  installBefore,
  kubeconfigFor,
  live,
  newWorld,
  objectsOf,
  oldWidget,
  type Release,
  type World,
  writeBundle,
} from "./cluster-world.js";
import { type Fault, type Faults, startProxy } from "./fault-proxy.js";
import { serverSuite, worldsServer } from "./servers.js";

const tests = serverSuite("cluster-faults");

const WIDGETS = new Map([
  ["a", 1],
  ["b", 2],
]);

/** Runs a test in a world with the older release and its objects. */
function inWorld(test: (world: World) => Promise<void>): Promise<void> {
  return inDirectory(async (directory) => {
    const world = await newWorld(await worldsServer(), directory);
    await installBefore(world);
    await test(world);
  });
}

/** Runs a command through a proxy with faults. */
async function through(world: World, args: readonly string[], faults: Faults) {
  const proxy = await startProxy(world.server, faults);
  try {
    return { ...(await cluster(world, args, { url: proxy.url })), seen: proxy.seen };
  } finally {
    await proxy.close();
  }
}

async function expectUnchanged(world: World, before: readonly JsonObject[]): Promise<void> {
  assert.equal(await generations(world), before);
}

function generations({ server, before }: World): Promise<JsonObject[]> {
  return Promise.all(
    before.crds.map(async (crd) => {
      const { metadata, status } = await live(server.client, crd);
      return { generation: metadata.generation ?? 0, status: status ?? {} };
    }),
  );
}

const widgetsOf = ({ crds }: Release) => crds[0] as CustomResourceDefinition;
const gadgetsOf = ({ crds }: Release) => crds[1] as CustomResourceDefinition;

tests("the status of a mixture, and of a CRD that is not established", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const gadgets = refOf(gadgetsOf(world.after));
    const annotations = {
      ...(gadgets.metadata.annotations as JsonObject),
      [`${world.domain}/channel`]: "experimental",
    };
    expectSuccess(await client.apply({ ...gadgets, metadata: { ...gadgets.metadata, annotations } }), "apply");
    const conflict = structuredClone(refOf(gadgetsOf(world.before))) as ObjectRef & { spec: JsonObject };
    const name = `things.${world.domain}`;
    const names = { kind: "Widget", plural: "things", singular: "thing", listKind: "ThingList" };
    const thing = { ...conflict, metadata: { ...conflict.metadata, name }, spec: { ...conflict.spec, names } };
    expectSuccess(await client.apply(thing), "apply");
    await eventually(async () => {
      const { body } = await client.get(thing);
      if (!JSON.stringify(body.status ?? "").includes("NamesAccepted")) throw new Error("no condition");
    });
    const { exitCode, stderr, stdout } = await cluster(world, ["status"]);
    assert.is(exitCode, 1);
    assert.match(stderr, /the CRDs are of several bundle versions: 1\.0\.0 \(.*1\.1\.0 \(gadgets/);
    assert.match(stderr, /the CRDs are of several channels: experimental \(gadgets.*standard/);
    assert.match(stderr, new RegExp(`error ${name} is not established: "Widget" is already in use`));
    assert.match(stdout, new RegExp(`${name} +1\\.0\\.0 +standard`));
  }),
);

tests("the status of a CRD without annotations, and of a part of a bundle", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const { metadata, ...widgets } = refOf(widgetsOf(world.before));
    expectSuccess(await client.apply({ ...widgets, metadata: { name: metadata.name } } as ObjectRef), "apply");
    const foreign = await cluster(world, ["plan", "--bundle", world.bundle]);
    assert.is(foreign.exitCode, 1);
    assert.match(foreign.stderr, "does not state a bundle version");
    expectSuccess(await client.delete(refOf(widgetsOf(world.before))), "delete");
    expectSuccess(await client.apply(refOf(gadgetsOf(world.after))), "apply");
    const { exitCode, stderr } = await cluster(world, ["status", "--bundle", world.bundle]);
    assert.is(exitCode, 1);
    assert.match(stderr, `error widgets.${world.domain} of 1.1.0 (standard) is not installed`);
    assert.match(stderr, `the admission policy safe.${world.domain} is not installed`);
  }),
);

const CRDS = { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"] };
const POLICIES = {
  apiGroups: ["admissionregistration.k8s.io"],
  resources: ["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  verbs: ["get", "list", "patch", "create"],
};
const STATUS = { ...CRDS, resources: ["customresourcedefinitions/status"], verbs: ["patch"] };

tests("roles that do not allow everything change nothing", () =>
  inWorld(async (world) => {
    const objects = (verbs: string[]) => ({ apiGroups: [world.domain], resources: ["*"], verbs });
    const read = { ...CRDS, verbs: ["get", "list"] };
    const write = { ...CRDS, verbs: ["get", "list", "patch"] };
    const all = objects(["get", "list", "update"]);
    const roles = {
      reader: { rules: [read], message: /cannot list resource "(widgets|gadgets)"/ },
      "no-list": { rules: [write, STATUS, POLICIES, objects(["get", "update"])], message: /cannot list resource/ },
      "no-patch": {
        rules: [read, STATUS, POLICIES, all],
        message: /cannot patch resource "customresourcedefinitions"/,
      },
      "no-status": { rules: [write, POLICIES, all], message: /"patch customresourcedefinitions\/status in/ },
      "no-update": { rules: [write, STATUS, POLICIES, objects(["get", "list"])], message: /"update widgets in w/ },
    };
    const before = await generations(world);
    for (const [name, { rules, message }] of Object.entries(roles)) {
      const user = await userWith(world, name, rules);
      const run = await cluster(world, install(world), { user });
      assert.is(run.exitCode, 1, name);
      assert.match(run.stderr, message, name);
      await expectUnchanged(world, before);
      assert.match(
        (await cluster(world, ["status", "--bundle", world.bundle], { user })).stdout,
        `widgets.${world.domain}`,
      );
    }
    const user = await userWith(world, "whole", [write, STATUS, POLICIES, all]);
    const { exitCode, stderr } = await cluster(world, install(world), { user });
    assert.is(exitCode, 0, stderr);
    await expectInstalled(world, WIDGETS);
  }),
);

/** Creates a user with rules. Returns it for a kubeconfig: the user of the tests, who impersonates it. */
async function userWith(
  { server: { client } }: World,
  name: string,
  rules: readonly JsonObject[],
): Promise<JsonObject> {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const apiGroup = "rbac.authorization.k8s.io";
  expectSuccess(await client.create({ apiVersion, kind: "ClusterRole", metadata: { name }, rules }), name);
  const binding = { roleRef: { apiGroup, kind: "ClusterRole", name }, subjects: [{ apiGroup, kind: "User", name }] };
  expectSuccess(await client.create({ apiVersion, kind: "ClusterRoleBinding", metadata: { name }, ...binding }), name);
  return { token: client.token, as: name };
}

tests("an API server that is away for a time, and one that stays away", () =>
  inWorld(async (world) => {
    let until = 0;
    const isAway = ({ write }: { write: number }) => {
      if (write === 4 && until === 0) until = Date.now() + 2000;
      return Date.now() < until ? ("drop" as const) : undefined;
    };
    const proxy = await startProxy(world.server, { before: ({ write }) => (write >= 4 ? "drop" : undefined) });
    const context = processContext({ cwd: world.directory });
    assert.ok(context.ok);
    const kubeconfig = await kubeconfigFor(world, proxy.url);
    const request = { project: ".", bundle: world.bundle, kubeconfig, patience: 1000 };
    const result = context.ok ? await installOnCluster(request, context.value) : context;
    await proxy.close();
    assert.equal(result.ok && result.value.diagnostics.map(({ code }) => code), [
      "cluster-unreachable",
      "cluster-part",
    ]);
    await expectReadable(world, WIDGETS);
    const again = await through(world, install(world), { before: isAway });
    assert.is(again.exitCode, 0, again.stderr);
    assert.ok(until > 0);
    await expectInstalled(world, WIDGETS);
  }),
);

tests("an API server that is overloaded, has errors, or loses responses", () =>
  inWorld(async (world) => {
    const status = (code: number, headers = {}) => ({ code, headers, body: JSON.stringify({ message: "later" }) });
    const { exitCode, stderr } = await through(world, install(world), {
      before: ({ number }) => {
        if (number % 23 === 7) return status(429, { "retry-after": "1" });
        if (number % 23 === 11) return status(503);
        return number % 23 === 15 ? status(500) : undefined;
      },
      after: ({ write }) => (write % 2 === 1 ? "drop" : undefined),
    });
    assert.is(exitCode, 0, stderr);
    await expectInstalled(world, WIDGETS);
  }),
);

tests("a conversion webhook that is down", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const crd = structuredClone(refOf(widgetsOf(world.before))) as ObjectRef & { spec: JsonObject };
    const [version] = crd.spec.versions as readonly JsonObject[];
    const url = "https://127.0.0.1:1/convert";
    const webhook = { clientConfig: { url }, conversionReviewVersions: ["v1"] };
    const versions = [
      { ...version, storage: false },
      { ...version, name: "v1beta1", storage: true },
    ];
    const conversion = { strategy: "Webhook", webhook };
    expectSuccess(await client.apply({ ...crd, spec: { ...crd.spec, versions, conversion } } as ObjectRef), "apply");
    await eventually(async () => {
      const { body } = await client.list(`${world.domain}/v1beta1`, "Widget");
      if (!String(body.message).includes("webhook")) throw new Error("the objects can still be read");
    });
    const before = await generations(world);
    const { exitCode, stderr } = await cluster(world, install(world));
    assert.is(exitCode, 1);
    assert.match(stderr, "conversion webhook for");
    await expectUnchanged(world, before);
    const status = await cluster(world, ["status"]);
    assert.is(status.exitCode, 1);
  }),
);

tests("a conversion webhook and short names that another manager has left are reset", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const crd = structuredClone(refOf(widgetsOf(world.before))) as ObjectRef & { spec: JsonObject };
    const webhook = { clientConfig: { url: "https://127.0.0.1:1/convert" }, conversionReviewVersions: ["v1"] };
    const names = {
      ...objectIn(crd.spec, "names"),
      shortNames: [`wd${world.domain.slice(0, 2)}`],
      categories: ["all"],
    };
    const spec = { ...crd.spec, names, conversion: { strategy: "Webhook", webhook } };
    expectSuccess(await client.apply({ ...crd, spec } as ObjectRef), "apply");
    const { exitCode, stderr } = await cluster(world, install(world));
    assert.is(exitCode, 0, stderr);
    await expectInstalled(world, WIDGETS);
    const status = await cluster(world, ["status", "--bundle", world.bundle]);
    assert.is(status.exitCode, 0, status.stderr);
  }),
);

tests("objects that are rejected, or cannot be converted, in the middle of a migration", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const strict = structuredClone(world.after) as typeof world.after;
    const [version] = widgetsOf(strict).spec.versions as unknown as [{ schema: { openAPIV3Schema: never } }];
    const { openAPIV3Schema: schema } = version.schema as { openAPIV3Schema: { properties: { spec: JsonObject } } };
    const scale = (schema.properties.spec.properties as JsonObject).scale as { properties: { size: JsonObject } };
    Object.assign(scale.properties.size, { maximum: 2 });
    const changed = { ...world, after: strict };
    await writeBundle(world.bundle, strict);
    const both = { ...oldWidget(world, "d"), spec: { size: 1, scale: { size: 2 }, target: "d" } };
    const run = await through(world, install(world), {
      before: async ({ path, write }) => {
        if (write > 0 && path.includes("/status?") && path.includes("/widgets/")) await createBoth();
        return undefined;
      },
    });
    async function createBoth() {
      if ((await client.create(both)).code === 201) await createWidget(world, "c", 3); // once: both exist later
    }
    assert.is(run.exitCode, 1);
    assert.match(run.stderr, /Widget default\/c cannot be rewritten: .*should be less than or equal to 2/, run.stderr);
    assert.match(run.stderr, /Widget default\/d cannot be rewritten: spec\.size and spec\.scale\.size are both set/);
    assert.match(run.stderr, /2 objects of widgets\.\S+ could not be rewritten/);
    // A CRD stays that keeps the fields of the old form.
    const found = await objectsOf(world, "v1");
    assert.equal(found.get("Widget/c")?.spec, oldWidget(world, "c", 3).spec);
    assert.equal(found.get("Widget/d")?.spec, both.spec);
    const second = await cluster(world, install(world));
    assert.is(second.exitCode, 1);
    assert.match(second.stderr, /Widget default\/d cannot be rewritten: .*spec\.size/, second.stderr);
    for (const widget of [both, oldWidget(world, "c")]) {
      expectSuccess(await client.delete({ ...widget, apiVersion: `${world.domain}/v1` }), "delete");
    }
    const third = await cluster(world, install(world));
    assert.is(third.exitCode, 0, third.stderr);
    await expectInstalled(changed, WIDGETS);
  }),
);

tests("writes and new objects during a migration are not lost", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    let created = 0;
    let isDone = false;
    const writes = writeUntil(world, "a", () => isDone);
    const run = await through(world, install(world), {
      before: async ({ path, write }) => {
        // The last moments in which the older version is served, before its objects must all have the new form.
        const isLate = path.includes("customresourcedefinitions/widgets") && write > 2;
        if (isLate && created < 2) await createWidget(world, `late-${++created}`, 7);
        return undefined;
      },
    });
    isDone = true;
    const colors = await writes;
    assert.is(run.exitCode, 0, run.stderr);
    assert.is(created, 2);
    assert.ok(colors.length > 5, `${colors.length} writes`);
    const found = await objectsOf(world, "v1");
    const { spec } = found.get("Widget/a") as { spec: { colors: JsonObject } };
    assert.equal(Object.keys(spec.colors).sort(), ["a", ...colors].sort());
    const rest = new Map([
      ["b", 2],
      ["late-1", 7],
      ["late-2", 7],
    ]);
    expectSuccess(await client.delete({ ...oldWidget(world, "a"), apiVersion: `${world.domain}/v1` }), "delete");
    await expectInstalled(world, rest);
  }),
);

/** Adds entries to an object, through the older version while it is served, until it is told to end. Returns the entries. */
async function writeUntil(
  { server: { client }, domain }: World,
  name: string,
  isDone: () => boolean,
): Promise<string[]> {
  const written: string[] = [];
  const path = (version: string) => `/apis/${domain}/${version}/namespaces/default/widgets/${name}`;
  while (!isDone()) {
    for (const version of ["v1alpha2", "v1"]) {
      const { code, body } = await client.request("GET", path(version));
      if (code !== 200) continue;
      const spec = body.spec as JsonObject & { colors: JsonObject };
      const key = `n${written.length}`;
      const value = { ...body, spec: { ...spec, colors: { ...spec.colors, [key]: "x" } } };
      const answer = await client.request("PUT", path(version), { type: "application/json", value });
      if (answer.code === 200) written.push(key);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return written;
}

tests("a migration for a release that is not installed changes no object", () =>
  inWorld(async (world) => {
    const { exitCode, stderr } = await cluster(world, ["migrate", "--bundle", world.bundle]);
    assert.is(exitCode, 1);
    assert.match(stderr, /the cluster has 1\.\d\.0 \(\w+\), not .* \[cluster-not-installed\]/, stderr);
    const found = await objectsOf(world, "v1alpha2");
    assert.equal(found.get("Widget/a")?.spec, oldWidget(world, "a", 1).spec);
    assert.equal(found.get("Gadget/g"), { spec: { colour: "blue-g" } });
  }),
);

tests("an admission policy is restored if an installation fails, and the next one can finish", () =>
  inWorld(async (world) => {
    const { client } = world.server;
    const first = await cluster(world, install(world));
    assert.is(first.exitCode, 0, first.stderr);
    const [, binding] = world.after.policies as [ObjectRef, ObjectRef];
    await eventually(async () => {
      const { code } = await client.apply(refOf(gadgetsOf(world.before)), { dryRun: true });
      if (code !== 422) throw new Error("the policy is not enforced yet");
    });
    const body = JSON.stringify({ message: "x".repeat(100_000) });
    const failing = await through(world, older(world), {
      before: ({ path, write }) =>
        write > 0 && path.includes("customresourcedefinitions/widgets") && !path.includes("/status")
          ? { code: 422, body }
          : undefined,
    });
    assert.is(failing.exitCode, 1);
    assert.ok(failing.stderr.length < 10_000);
    assert.ok(failing.seen.some(({ method, path }) => method === "DELETE" && path.includes("bindings/safe.")));
    expectSuccess(await client.get(binding), "the binding is back");
    const again = await cluster(world, older(world));
    assert.is(again.exitCode, 0, again.stderr);
    const found = await objectsOf(world, "v1alpha2");
    assert.equal(found.get("Widget/a"), { spec: oldWidget(world, "a", 1).spec, status: { count: 1 } });
    assert.equal(found.get("Gadget/g"), { spec: { colour: "blue-g" } });
  }),
);

tests("CRDs that an admission policy denies at the same time are all applied", () =>
  inWorld(async (world) => {
    const first = await cluster(world, install(world));
    assert.is(first.exitCode, 0, first.stderr);
    const binding = `safe.${world.domain}`;
    const message = `ValidatingAdmissionPolicy '${binding}' with binding '${binding}' denied request: too old`;
    const denial = { code: 422, body: JSON.stringify({ kind: "Status", reason: "Invalid", message }) };
    const writes: string[] = [];
    const waiting = new Map<string, (fault: Fault) => void>();
    const run = await through(world, older(world), {
      before: ({ path, write }) => {
        const crd = /customresourcedefinitions\/(\w+)[^/]*$/.exec(path)?.[1];
        if (write === 0 || crd === undefined) return undefined;
        writes.push(crd);
        // The first request applies the bridge, the second one follows the migration.
        if (writes.filter((each) => each === crd).length !== 2) return undefined;
        return new Promise((resolve) => {
          waiting.set(crd, resolve);
          if (waiting.size === 2) for (const answer of waiting.values()) answer(denial);
        });
      },
    });
    assert.is(waiting.size, 2);
    assert.is(run.exitCode, 0, run.stderr);
    const deletions = run.seen.filter(
      ({ method, path }) => method === "DELETE" && path.includes(`bindings/${binding}`),
    );
    assert.is(deletions.length, 1);
    const found = await objectsOf(world, "v1alpha2");
    assert.equal(found.get("Gadget/g"), { spec: { colour: "blue-g" } });
  }),
);

/** Returns the arguments that install the older release in the place of the newer one. */
function older({ bundle }: World): string[] {
  return ["install", "--bundle", "old", "--conversions", bundle, "--accept", "cluster-downgrade"];
}

tests.run();
