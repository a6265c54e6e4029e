/** A controller that uses @kubernetes/client-node. docs/controllers.md contains parts of this program. */
import assert from "node:assert/strict";
import { KubeConfig, KubernetesObjectApi, PatchStrategy, Watch } from "@kubernetes/client-node";
import type { V1ObjectMeta } from "@kubernetes/client-node";
import { InvalidObjectError } from "crd-bundle/validation";
import { assertHTTPRoute, type HTTPRoute, validateHTTPRoute } from "gateway-api-types/standard";

type Route = HTTPRoute<V1ObjectMeta>;

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

const config = new KubeConfig();
config.loadFromDefault();
const client = KubernetesObjectApi.makeApiClient(config);
const created = await client.create(route);
const { items, metadata } = await client.list<Route>(apiVersion, kind, "default");

assert.ok(created.metadata.creationTimestamp instanceof Date);
assert.equal(created.spec.parentRefs?.[0]?.kind, "Gateway", "a default that the API server sets");
const names: (string | undefined)[] = items.map((item) => item.metadata.name);
assert.ok(names.includes("client-node"));

const name = { name: "client-node", namespace: "default" };
const read: unknown = await client.read<Route>({ apiVersion, kind, metadata: name });
assertHTTPRoute<V1ObjectMeta>(read);
const time: Date | undefined = read.metadata.creationTimestamp;
assert.ok(time instanceof Date);

const changed = new Promise<HTTPRoute>((resolve, reject) => {
  const path = "/apis/gateway.networking.k8s.io/v1/namespaces/default/httproutes";
  const parameters = { resourceVersion: metadata?.resourceVersion, fieldSelector: "metadata.name=client-node" };
  const callback = (_phase: string, object: unknown) => {
    assertHTTPRoute(object);
    resolve(object);
    watch.then((controller) => controller.abort(), reject);
  };
  const watch = new Watch(config).watch(path, parameters, callback, reject);
});

const hostnames = ["client-node.example.dev"];
const patch: Route = { ...route, spec: { ...route.spec, hostnames } };
const patched = await client.patch(patch, undefined, undefined, undefined, undefined, PatchStrategy.MergePatch);
assert.deepEqual(patched.spec.hostnames, hostnames);
const seen = await changed;
assert.deepEqual(seen.spec.hostnames, hostnames);
assert.equal(typeof seen.metadata.creationTimestamp, "string");

// The API server and the functions reject the same field.
const wrong: Route = { ...patched, spec: { hostnames: ["no hostname"] } };
assert.throws(() => assertHTTPRoute(wrong), InvalidObjectError);
const errors = validateHTTPRoute(wrong, { old: patched });
assert.deepEqual(
  errors.map(({ field }) => field),
  ["spec.hostnames[0]"],
);
await assert.rejects(client.replace(wrong), /spec\.hostnames\[0\]/);

// A status, which is a request of its own.
const parents = [{ parentRef: { name: "gateway" }, controllerName: "example.dev/routes", conditions: [] }];
const withStatus: Route = { ...patched, status: { parents } };
const statusErrors = validateHTTPRoute(withStatus, { old: patched, subresource: "status" });
assert.deepEqual(
  statusErrors.map(({ field }) => field),
  ["status.parents[0].conditions"],
);

await client.delete(route);
console.log("client-node: create, read, list, watch, patch, reject, delete");
