/** A controller that uses kubernetes-fluent-client. It takes a class for each kind. */
import assert from "node:assert/strict";
import type { V1ObjectMeta } from "@kubernetes/client-node";
import { assertHTTPRoute, type HTTPRoute, validateHTTPRoute } from "gateway-api-types/standard";
import { K8s, RegisterKind } from "kubernetes-fluent-client";

class Route {}
interface Route extends HTTPRoute<V1ObjectMeta> {}

RegisterKind(Route, { group: "gateway.networking.k8s.io", version: "v1", kind: "HTTPRoute", plural: "httproutes" });

const namespace = "default";
const name = "fluent-client";
const route: Route = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "HTTPRoute",
  metadata: { name, namespace },
  spec: { parentRefs: [{ name: "gateway" }] },
};

// Create, with the defaults that the API server sets.
assert.deepEqual(validateHTTPRoute(route), []);
const created = await K8s(Route).Create(route);
assert.equal(created.spec.parentRefs?.[0]?.kind, "Gateway");

// Read. The types of this client declare dates, but it does not convert the strings of the API server.
const read: unknown = await K8s(Route).InNamespace(namespace).Get(name);
assertHTTPRoute(read);
const time: string | undefined = read.metadata.creationTimestamp;
assert.equal(typeof time, "string");

// List.
const { items } = await K8s(Route).InNamespace(namespace).Get();
const names: (string | undefined)[] = items.map((item) => item.metadata.name);
assert.ok(names.includes(name));

// Watch.
const { promise: changed, resolve, reject } = withResolvers<Route>();
const watcher = K8s(Route, { namespace, name }).Watch((object) => {
  try {
    assertHTTPRoute<V1ObjectMeta>(object);
    if (object.spec.hostnames) resolve(object);
  } catch (error) {
    reject(error);
  }
});
await watcher.start();

// Patch, as a watch reports it.
const hostnames = ["fluent-client.example.dev"];
const patched = await K8s(Route, { namespace, name }).Patch([{ op: "add", path: "/spec/hostnames", value: hostnames }]);
assert.deepEqual(patched.spec.hostnames, hostnames);
assert.deepEqual((await changed).spec.hostnames, hostnames);
watcher.close();

// Apply takes a part of an object.
const applied = await K8s(Route).Apply({ metadata: { name, namespace }, spec: { hostnames } }, { force: true });
assert.deepEqual(applied.spec.hostnames, hostnames);

await K8s(Route).InNamespace(namespace).Delete(name);
console.log("fluent-client: create, read, list, watch, patch, apply, delete");

/** Promise.withResolvers, which Node 20 does not have. */
function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
}
