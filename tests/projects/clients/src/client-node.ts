/** A controller that uses @kubernetes/client-node. Its metadata contains dates. */
import assert from "node:assert/strict";
import { KubeConfig, KubernetesObjectApi, PatchStrategy, type V1ObjectMeta, Watch } from "@kubernetes/client-node";
import { InvalidObjectError } from "crd-bundle/validation";
import { assertHTTPRoute, type HTTPRoute, validateHTTPRoute } from "gateway-api-types/standard";

type Route = HTTPRoute<V1ObjectMeta>;

const config = new KubeConfig();
config.loadFromDefault();
const client = KubernetesObjectApi.makeApiClient(config);

const route: Route = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "HTTPRoute",
  metadata: { name: "client-node", namespace: "default" },
  spec: {
    parentRefs: [{ name: "gateway" }],
    rules: [{ backendRefs: [{ name: "backend", port: 8080 }] }],
  },
};
const { apiVersion, kind } = route;

// Create, with the defaults that the API server sets.
assert.deepEqual(validateHTTPRoute(route), []);
const created = await client.create(route);
assert.ok(created.metadata.creationTimestamp instanceof Date);
assert.equal(created.spec.parentRefs?.[0]?.kind, "Gateway");

// Read: the asserted object has the metadata of this client.
const read: unknown = await client.read<Route>({ apiVersion, kind, metadata: { name: "client-node", namespace: "default" } });
assertHTTPRoute<V1ObjectMeta>(read);
const time: Date | undefined = read.metadata.creationTimestamp;
assert.ok(time instanceof Date);

// List.
const { items, metadata } = await client.list<Route>(apiVersion, kind, "default");
const names: (string | undefined)[] = items.map((item) => item.metadata.name);
assert.ok(names.includes("client-node"));

// Watch: objects are JSON, so their times are strings.
const changed = new Promise<HTTPRoute>((resolve, reject) => {
  const path = "/apis/gateway.networking.k8s.io/v1/namespaces/default/httproutes";
  const parameters = { resourceVersion: metadata?.resourceVersion, fieldSelector: "metadata.name=client-node" };
  const watch = new Watch(config).watch(
    path,
    parameters,
    (phase: string, object: unknown) => {
      assertHTTPRoute(object);
      assert.equal(phase, "MODIFIED");
      resolve(object);
      watch.then((controller) => controller.abort(), reject);
    },
    (error: unknown) => reject(error ?? new Error("the watch has ended")),
  );
});

// Patch, as a watch reports it.
const hostnames = ["client-node.example.dev"];
const patch: Route = { ...route, spec: { ...route.spec, hostnames } };
const patched = await client.patch(patch, undefined, undefined, undefined, undefined, PatchStrategy.MergePatch);
assert.deepEqual(patched.spec.hostnames, hostnames);
const seen = await changed;
assert.deepEqual(seen.spec.hostnames, hostnames);
assert.equal(typeof seen.metadata.creationTimestamp, "string");

// The API server and the functions reject the same object.
const wrong: Route = { ...patched, spec: { hostnames: ["no hostname"] } };
assert.throws(() => assertHTTPRoute(wrong), InvalidObjectError);
assert.deepEqual(
  validateHTTPRoute(wrong, { old: patched }).map(({ field }) => field),
  ["spec.hostnames[0]"],
);
await assert.rejects(client.replace(wrong), /spec\.hostnames\[0\]/);

await client.delete(route);
console.log("client-node: create, read, list, watch, patch, reject, delete");
