/** A controller that uses kubernetes-fluent-client. docs/controllers.md contains parts of this program. */
import assert from "node:assert/strict";
import type { V1ObjectMeta } from "@kubernetes/client-node";
import { assertHTTPRoute, type HTTPRoute } from "gateway-api-types/standard";
import { K8s, RegisterKind } from "kubernetes-fluent-client";

class Route {}
interface Route extends HTTPRoute<V1ObjectMeta> {}

RegisterKind(Route, { group: "gateway.networking.k8s.io", version: "v1", kind: "HTTPRoute", plural: "httproutes" });

const created = await K8s(Route).Create({
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "HTTPRoute",
  metadata: { name: "fluent-client", namespace: "default" },
  spec: { parentRefs: [{ name: "gateway" }] },
});
const { items } = await K8s(Route).InNamespace("default").Get();

assert.equal(created.spec.parentRefs?.[0]?.kind, "Gateway", "a default that the API server sets");
const names: (string | undefined)[] = items.map((item) => item.metadata.name);
assert.ok(names.includes("fluent-client"));

const filters = { name: "fluent-client", namespace: "default" };
const read: unknown = await K8s(Route, { ...filters }).Get();
assertHTTPRoute(read);
const time: string | undefined = read.metadata.creationTimestamp;
assert.equal(typeof time, "string");

let finish: (route: Route) => void = () => {};
const changed = new Promise<Route>((resolve) => {
  finish = resolve;
});
const watcher = K8s(Route, { ...filters }).Watch((object) => {
  if (object.spec.hostnames) finish(object);
});
await watcher.start();

const hostnames = ["fluent-client.example.dev"];
const patched = await K8s(Route, { ...filters }).Patch([{ op: "add", path: "/spec/hostnames", value: hostnames }]);
assert.deepEqual(patched.spec.hostnames, hostnames);
const seen: unknown = await changed;
assertHTTPRoute(seen);
assert.deepEqual(seen.spec.hostnames, hostnames);
watcher.close();

const applied = await K8s(Route).Apply({ metadata: { ...filters }, spec: { hostnames } }, { force: true });
assert.deepEqual(applied.spec.hostnames, hostnames);

await K8s(Route, { ...filters }).Delete();
console.log("fluent-client: create, read, list, watch, patch, apply, delete");
