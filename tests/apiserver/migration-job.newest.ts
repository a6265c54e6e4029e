/**
 * Tests the Job of `crd-bundle cluster migrate --emit job` on a server that authorizes with RBAC. The command lines of its
 * pods run as processes here, with the token of its service account, and the test is the Job controller.
 */
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { isJsonObject, type JsonObject, objectIn } from "../../scripts/core/model/json.js";
import { printYaml } from "../../scripts/core/yaml/print.js";
import { bundleCrds, CONVERSIONS, GADGETS, GROUP, gadget, WIDGETS, widget } from "../cluster/widgets.js";
import { crdBundle, inDirectory, type Run } from "../support/command-line.js";
import { store } from "./ask.js";
import { installCrds, parseManifest } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import type { ApiServer } from "./server.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("migration-job");

const NAMESPACE = "crd-bundle-system";
const SHARDS = 3;
const ACCOUNT = "migrate-example-dev-1-1-0-standard";
const NAMESPACES = Array.from({ length: 12 }, (_, index) => `team-${index}`);
const WIDGET_COUNT = 3 * NAMESPACES.length;

/** A server with objects in the former storage version, and the manifests of the Job. */
interface Prepared {
  readonly server: ApiServer;
  readonly client: ApiClient;
  readonly directory: string;
  readonly printed: string;
  readonly objects: readonly ObjectRef[];
}

/** Prepares a server, prints the Job, and applies it with kubectl. */
function withJob(test: (prepared: Prepared) => Promise<void>, others: readonly JsonObject[] = []): Promise<void> {
  return withServer(
    (server) =>
      inDirectory(async (directory) => {
        const { client } = server;
        await installCrds(client, asCrds(bundleCrds("v1alpha1")));
        const objects = NAMESPACES.flatMap((name) => [widget(name, "a"), widget(name, "b"), widget(name, "c")]);
        for (const object of [...objects, gadget("a"), gadget("b"), ...others]) {
          await store(client, object as ObjectRef);
        }
        await installCrds(client, asCrds(bundleCrds("v1")));
        const crds = bundleCrds().map((crd) => printYaml(crd));
        await writeFile(join(directory, "crds.yaml"), crds.join("---\n"));
        await writeFile(join(directory, "conversions.json"), JSON.stringify(CONVERSIONS));
        const { printed } = await emitted(server, directory);
        await writeFile(join(directory, "job.yaml"), printed);
        // In a namespace that others have created with this label, too.
        const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
        const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE, labels } };
        expectSuccess(await client.create(namespace), "namespace");
        const { exitCode, output } = await server.kubectl("apply", "-f", join(directory, "job.yaml"));
        assert.is(exitCode, 0, output);
        await test({ server, client, directory, printed, objects: parseManifest(printed, "job.yaml") });
      }),
    { authorization: "RBAC" },
  );
}

function asCrds(crds: readonly JsonObject[]): CustomResourceDefinition[] {
  return crds as unknown as CustomResourceDefinition[];
}

async function emitted(server: ApiServer, directory: string, ...more: string[]) {
  const args = ["--bundle", join(directory, "crds.yaml"), "--conversions", join(directory, "conversions.json")];
  const job = ["--emit", "job", "--image", "registry.example/crd-bundle:1", "--shards", String(SHARDS)];
  const run = await migrate([...args, ...job, ...more], server.kubeconfigFor(server.client.token));
  assert.is(run.exitCode, 0, run.stderr);
  return { printed: run.stdout };
}

function migrate(args: readonly string[], kubeconfig: string, env: Record<string, string> = {}): Promise<Run> {
  return crdBundle(["cluster", "migrate", ...args], { env: { ...env, KUBECONFIG: kubeconfig } });
}

/** Returns the token of a service account, as the kubelet requests it for a pod. */
async function tokenOf(client: ApiClient, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${account}/token`;
  const value = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = expectSuccess(await client.request("POST", path, { type: "application/json", value }), account);
  return String(isJsonObject(status) && status.token);
}

function objectOf(objects: readonly ObjectRef[], kind: string): ObjectRef {
  const found = objects.find((object) => object.kind === kind);
  assert.ok(found, kind);
  return found as ObjectRef;
}

function podSpecOf(objects: readonly ObjectRef[]): JsonObject {
  const { template } = objectIn(objectOf(objects, "Job"), "spec");
  return objectIn(template as JsonObject, "spec");
}

/** Runs the command line of a pod, as the kubelet does, with the files of the ConfigMap. */
async function runPod(
  { server, client, directory, objects }: Prepared,
  shard: number,
  account = ACCOUNT,
): Promise<Run> {
  const [container] = podSpecOf(objects).containers as unknown as [
    { command: string[]; env: { name: string; value: string }[]; volumeMounts: { mountPath: string }[] },
  ];
  const mounted = await mountConfigMap(objectOf(objects, "ConfigMap"), directory);
  const [program, command, subcommand, ...args] = container.command.map((word) =>
    word
      .replace("$(JOB_COMPLETION_INDEX)", String(shard))
      .replace(container.volumeMounts[0]?.mountPath ?? "?", mounted),
  );
  assert.equal([program, command, subcommand], ["crd-bundle", "cluster", "migrate"]);
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return migrate(args, server.kubeconfigFor(await tokenOf(client, account)), env);
}

/**
 * Writes the files of a ConfigMap as the kubelet does, behind symbolic links. Source: kubernetes/kubernetes
 * pkg/volume/util/atomic_writer.go.
 */
async function mountConfigMap(configMap: ObjectRef, directory: string): Promise<string> {
  const mounted = await mkdtemp(join(directory, "mounted-"));
  await mkdir(join(mounted, "..2026_01_01"));
  await symlink("..2026_01_01", join(mounted, "..data"));
  for (const [name, text] of Object.entries(objectIn(configMap, "data"))) {
    await writeFile(join(mounted, "..data", name), String(text));
    await symlink(`..data/${name}`, join(mounted, name));
  }
  return mounted;
}

/** Writes the status of the Job as its controller does. */
async function setStatus({ server }: Prepared, status: JsonObject): Promise<void> {
  const patch = JSON.stringify({ status: { startTime: "2026-01-01T00:00:00Z", ...status } });
  const args = ["patch", "job", ACCOUNT, "-n", NAMESPACE, "--subresource=status", "--type=merge", "-p", patch];
  const { exitCode, output } = await server.kubectl(...args);
  assert.is(exitCode, 0, output);
}

async function storedVersions(client: ApiClient, name: string): Promise<unknown> {
  const crd = expectSuccess(await client.request("GET", crdPath(name)), name);
  return objectIn(crd, "status").storedVersions;
}

function crdPath(name: string): string {
  return `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
}

/** Counts the Widgets by the names of the fields that they have in their spec and status. */
async function fieldsOf(client: ApiClient): Promise<Record<string, number>> {
  // For a short time after a change of a CRD, the API server rejects requests.
  const list = async () => expectSuccess(await client.list(`${GROUP}/v1`, "Widget"), "widgets");
  const { items } = await eventually(list);
  const counts: Record<string, number> = {};
  for (const { spec, status } of items as unknown as Record<"spec" | "status", JsonObject>[]) {
    const key = [...Object.keys(spec), ...Object.keys(status)].sort().join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

tests("migrates everything with its own role, and removes the former stored versions last", () =>
  withJob(async (prepared) => {
    const { server, client, directory, printed } = prepared;
    const again = await emitted(server, directory);
    assert.is(again.printed, printed, "the same manifests again");
    assert.equal(await storedVersions(client, WIDGETS), ["v1alpha1", "v1"], "printing changes nothing");

    const waiting = runPod(prepared, SHARDS);
    const seen: number[] = [];
    for (let shard = 0; shard < SHARDS; shard++) {
      const { exitCode, stdout, stderr } = await runPod(prepared, shard);
      assert.is(exitCode, 0, stderr);
      seen.push(Number(/^widgets\.example\.dev: (\d+) objects; \1 written; \1 converted$/m.exec(stdout)?.[1]));
      assert.is(/^gadgets/m.test(stdout), shard === 0, "objects without a namespace belong to shard 0");
    }
    assert.is(
      seen.reduce((sum, count) => sum + count),
      WIDGET_COUNT,
    );
    assert.ok(
      seen.every((count) => count > 0),
      seen.join(),
    );
    assert.equal(await fieldsOf(client), { "color phase": WIDGET_COUNT });
    await setStatus(prepared, { completedIndexes: "0,1", succeeded: 2 });
    assert.equal(await storedVersions(client, WIDGETS), ["v1alpha1", "v1"], "shards leave the stored versions");

    await setStatus(prepared, { completedIndexes: "0-2", succeeded: 3 });
    const { exitCode, stdout, stderr } = await waiting;
    assert.is(exitCode, 0, stderr);
    assert.match(stdout, "widgets.example.dev: 0 objects; 0 written; no longer stored: v1alpha1");
    assert.equal(await storedVersions(client, WIDGETS), ["v1"]);
    assert.equal(await storedVersions(client, GADGETS), ["v1"]);
  }),
);

tests("an object that cannot be converted fails its shard and the last pod, and the stored versions stay", () =>
  withJob(
    async (prepared) => {
      const { client } = prepared;
      const runs = [];
      for (let shard = 0; shard < SHARDS; shard++) runs.push(await runPod(prepared, shard));
      const failed = runs.findIndex(({ exitCode }) => exitCode === 1);
      assert.equal(runs.map(({ exitCode }) => exitCode).sort(), [0, 0, 1]);
      assert.match(runs[failed]?.stderr ?? "", "Widget team-1/both cannot be rewritten");
      assert.equal(await fieldsOf(client), { "color phase": WIDGET_COUNT, "color colour state": 1 });
      const completed = [0, 1, 2].filter((index) => index !== failed).join(",");
      await setStatus(prepared, { completedIndexes: completed, succeeded: 2, failedIndexes: String(failed) });
      const { exitCode, stderr } = await runPod(prepared, SHARDS);
      assert.is(exitCode, 1);
      assert.match(stderr, `failed: ${failed}`);
      assert.equal(await storedVersions(client, WIDGETS), ["v1alpha1", "v1"]);
    },
    [widget("team-1", "both", { colour: "red", color: "blue" })],
  ),
);

tests("a pod with another role, and one for CRDs that have changed, change nothing", () =>
  withJob(async (prepared) => {
    const { server, client } = prepared;
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "other", namespace: NAMESPACE } };
    expectSuccess(await client.create(account), "account");
    const refused = await runPod(prepared, 0, "other");
    assert.is(refused.exitCode, 1, refused.stdout);
    assert.match(refused.stderr, /cluster-forbidden/);

    const crd = await server.kubectl("get", "crd", WIDGETS, "-o", "jsonpath={.metadata.generation}");
    const patch = JSON.stringify([{ op: "add", path: "/spec/names/shortNames", value: ["w"] }]);
    const changed = await server.kubectl("patch", "crd", WIDGETS, "--type=json", "-p", patch);
    assert.is(changed.exitCode, 0, changed.output);
    await eventually(async () => {
      const now = await server.kubectl("get", "crd", WIDGETS, "-o", "jsonpath={.metadata.generation}");
      assert.is.not(now.output, crd.output);
    });
    for (const shard of [0, SHARDS]) {
      const { exitCode, stderr } = await runPod(prepared, shard);
      assert.is(exitCode, 1, stderr);
      assert.match(stderr, "widgets.example.dev is not the CRD for which the Job was printed");
      assert.not.match(stderr, "gadgets.example.dev is not");
    }
    assert.equal(await fieldsOf(client), { "colour state": WIDGET_COUNT });
    assert.equal(await storedVersions(client, WIDGETS), ["v1alpha1", "v1"]);
  }),
);

tests("the pod is a restricted one, and its service account may do nothing else", () =>
  withJob(async (prepared) => {
    await expectRestricted(prepared);
    const may = async (...args: string[]) => {
      const user = `--as=system:serviceaccount:${NAMESPACE}:${ACCOUNT}`;
      const { output } = await prepared.server.kubectl("auth", "can-i", ...args, user);
      return output.trim().split("\n").at(-1);
    };
    const crd = "customresourcedefinitions.apiextensions.k8s.io";
    for (const args of [
      ["get", `${crd}/${WIDGETS}`],
      ["patch", `${crd}/${WIDGETS}`, "--subresource=status"],
      ["list", WIDGETS, "-A"],
      ["update", WIDGETS, "-n", "team-1", "--subresource=status"],
      ["get", `jobs.batch/${ACCOUNT}`, "-n", NAMESPACE],
    ]) {
      assert.is(await may(...args), "yes", args.join(" "));
    }
    for (const args of [
      ["list", crd],
      ["patch", `${crd}/${WIDGETS}`],
      ["get", `${crd}/others.example.dev`],
      ["patch", `${crd}/others.example.dev`, "--subresource=status"],
      ["delete", WIDGETS, "-A"],
      ["create", WIDGETS, "-A"],
      ["patch", WIDGETS, "-A"],
      ["update", GADGETS, "--subresource=status"],
      ["get", "secrets", "-A"],
      ["list", "namespaces"],
      ["get", "jobs.batch/other", "-n", NAMESPACE],
      ["get", `jobs.batch/${ACCOUNT}`, "-n", "default"],
    ]) {
      assert.is(await may(...args), "no", args.join(" "));
    }
  }),
);

/** Checks that the API server accepts the pod in a namespace with the Pod Security Standard "restricted". */
async function expectRestricted({ client, objects }: Prepared): Promise<void> {
  const spec = podSpecOf(objects);
  const metadata = { name: "a", namespace: NAMESPACE };
  const pod = (own: JsonObject) => ({ apiVersion: "v1", kind: "Pod", metadata, spec: own });
  const accepted = await client.create(pod(spec), { dryRun: true, fieldValidation: "Strict" });
  assert.is(accepted.code, 201, JSON.stringify(accepted.body));
  assert.equal(accepted.warnings, []);
  // The server does check it: without its security context, the pod is rejected.
  const { securityContext: _, ...bare } = spec;
  assert.is((await client.create(pod(bare), { dryRun: true })).code, 403);
}

tests.run();
