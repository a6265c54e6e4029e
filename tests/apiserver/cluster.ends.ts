/**
 * The history of BackendTLSPolicy in a cluster: objects of v1.0.0, whose version and fields this bundle does not have any
 * longer, through an upgrade and back.
 */
import * as assert from "uvu/assert";
import { type InstalledBundle, installOnCluster } from "../../scripts/app/cluster/install.js";
import { planClusterInstall } from "../../scripts/app/cluster/plan.js";
import { clusterStatus } from "../../scripts/app/cluster/status.js";
import { processContext } from "../../scripts/app/process-context.js";
import { isJsonArray, type JsonObject, objectIn, sortKeys } from "../../scripts/core/model/json.js";
import type { Result } from "../../scripts/core/result.js";
import { Cache } from "../../scripts/host/cache.js";
import { ROOT } from "../support/golden.js";
import { DIST } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { GROUP, KIND, oldPolicy, withOldBundle } from "./old-policies.js";
import type { ApiServer } from "./server.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("cluster");
const CRD = `backendtlspolicies.${GROUP}`;
const POLICIES = 12;

/** Each run starts from what is in the cluster. */
const context = given(processContext({ cwd: ROOT, cache: new Cache(undefined) }));

/** Installs a bundle with everything accepted that the story is about. */
function install({ kubeconfig }: ApiServer, bundle: string, ...accept: readonly string[]) {
  return installOnCluster({ project: ROOT, kubeconfig, bundle, channel: "experimental", accept }, context);
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

function installed(result: Result<InstalledBundle>): InstalledBundle {
  const value = given(result);
  assert.equal(
    value.diagnostics.filter(({ level }) => level === undefined),
    [],
  );
  return value;
}

tests("policies of v1.0.0 are converted without a webhook, and come back as they were", () =>
  withOldBundle((old) =>
    withServer(async (server) => {
      const { client } = server;
      installed(await install(server, old));
      for (let number = 0; number < POLICIES; number++) {
        expectSuccess(await client.create(oldPolicy(number)), `policy ${number}`);
      }
      const before = await policies(client, "v1alpha2");
      const { resourceVersions, stored } = await stateOf(client);
      assert.equal(stored, ["v1alpha2"]);

      // The plan names the part without a place in the new form, so nothing is changed.
      const refused = given(await install(server, DIST));
      assert.equal([...new Set(refused.diagnostics.map(({ code }) => code))], ["cluster-object-lost"]);
      assert.equal(await stateOf(client), { resourceVersions, stored });

      const upgraded = installed(await install(server, DIST, "cluster-object-lost"));
      assert.is(upgraded.migrated.find(({ crd }) => crd === CRD)?.converted, POLICIES);
      assert.equal((await stateOf(client)).stored, ["v1"]);
      const after = await policies(client, "v1");
      assert.is(after.length, POLICIES);
      for (const [index, object] of after.entries()) expectNewForm(object, before[index] as JsonObject);
      await expectVersions(client, ["v1", "v1alpha3"]);
      await expectUpdatable(client, after);
      const found = given(
        await clusterStatus(
          { project: ROOT, kubeconfig: server.kubeconfig, bundle: DIST, channel: "experimental" },
          context,
        ),
      );
      assert.equal(found.diagnostics, []);

      // The admission policy takes effect shortly after it is stored.
      await eventually(async () => {
        const request = { project: ROOT, kubeconfig: server.kubeconfig, bundle: old, channel: "experimental" } as const;
        const { diagnostics } = given(await planClusterInstall(request, context));
        if (!diagnostics.some(({ code }) => code === "cluster-denied")) throw new Error(JSON.stringify(diagnostics));
      });
      installed(await install(server, old, "cluster-downgrade"));
      assert.equal((await stateOf(client)).stored, ["v1alpha2"]);
      await expectVersions(client, ["v1alpha2"]);
      const back = await policies(client, "v1alpha2");
      assert.equal(back.map(lasting), before.map(lasting));
      await expectUpdatable(client, back);
    }),
  ),
);

/** Returns the policies as the API server shows them in a version. */
async function policies(client: ApiClient, version: string): Promise<ObjectRef[]> {
  const path = `/apis/${GROUP}/${version}/backendtlspolicies`;
  // Reads shortly after a change of the CRD can fail with 429.
  const { items } = await eventually(async () => expectSuccess(await client.request("GET", path), version));
  return items as unknown as ObjectRef[];
}

async function stateOf(client: ApiClient) {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${CRD}`;
  const crd = expectSuccess(await client.request("GET", path), CRD);
  const [version] = await servedVersions(client);
  const all = await policies(client, version ?? "");
  return {
    stored: objectIn(crd, "status").storedVersions,
    resourceVersions: all.map(({ metadata }) => metadata.resourceVersion),
  };
}

async function servedVersions(client: ApiClient): Promise<string[]> {
  const crd = expectSuccess(
    await client.request("GET", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${CRD}`),
    CRD,
  );
  const { versions } = objectIn(crd, "spec");
  const all = (isJsonArray(versions) ? versions : []) as readonly JsonObject[];
  return all.filter(({ served }) => served === true).map(({ name }) => String(name));
}

async function expectVersions(client: ApiClient, wanted: readonly string[]): Promise<void> {
  assert.equal((await servedVersions(client)).sort(), wanted);
}

/** Checks that every field of the old form is in the new one. */
function expectNewForm(object: ObjectRef, before: JsonObject): void {
  const { targetRef, tls } = before.spec as { targetRef: JsonObject; tls: JsonObject };
  const { namespace, ...reference } = targetRef;
  const { caCertRefs, wellKnownCACerts, ...validation } = tls;
  assert.equal(object.spec, {
    targetRefs: [reference],
    validation: {
      ...validation,
      ...(caCertRefs !== undefined && { caCertificateRefs: caCertRefs }),
      ...(wellKnownCACerts !== undefined && { wellKnownCACertificates: wellKnownCACerts }),
    },
  });
  const kept = objectIn(object.metadata, "annotations")[`${GROUP}/conversion-data`];
  assert.is(kept !== undefined, namespace !== undefined, "only what has no place is in the annotation");
}

/** Checks that no entry of a removed version blocks an update (kubernetes/kubernetes#111937). */
async function expectUpdatable(client: ApiClient, objects: readonly ObjectRef[]): Promise<void> {
  const served = (await servedVersions(client)).map((name) => `${GROUP}/${name}`);
  const apiVersion = served[0] ?? "";
  for (const object of objects) {
    const entries = object.metadata.managedFields as unknown as readonly { readonly apiVersion: string }[];
    assert.equal(
      entries.filter((entry) => !served.includes(entry.apiVersion)),
      [],
    );
  }
  const [first] = objects;
  assert.ok(first);
  const { name } = first.metadata;
  const labelled = (label: string) => ({ apiVersion, kind: KIND, metadata: { name, labels: { label } } });
  expectSuccess(await client.merge(labelled("merged")), "merge patch");
  expectSuccess(await client.apply({ ...labelled("applied"), spec: first.spec ?? {} }), "apply");
  const current = expectSuccess(await client.get(first), "get") as ObjectRef;
  const labels = objectIn(first.metadata, "labels");
  expectSuccess(await client.replace({ ...current, metadata: { ...current.metadata, labels } }), "update");
}

/** Returns an object without what each update changes. */
function lasting({ metadata, ...object }: ObjectRef): string {
  const { resourceVersion: _, generation: __, managedFields: ___, ...others } = metadata;
  return JSON.stringify(sortKeys({ ...object, metadata: others }));
}

tests.run();
