/** A program that validates objects of any CRD in a cluster. docs/controllers.md contains parts of this program. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { compileBundle } from "crd-bundle/validation";

// kubectl get crds -o json > crds.json
const { items } = JSON.parse(await readFile("crds.json", "utf8"));
const bundle = compileBundle(items, "1.37");

const grant: unknown = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "ReferenceGrant",
  metadata: { name: "backends" },
  spec: { from: [] },
};
for (const { field, message } of bundle.validate(grant)) console.log(`${field}: ${message}`);

const fields = bundle.validate(grant).map(({ field }) => field);
assert.ok(fields.includes("spec.to"));
assert.ok(fields.includes("spec.from"));
const [unknown] = bundle.validate({ apiVersion: "v1", kind: "Pod" });
assert.equal(unknown?.type, "FieldValueNotSupported");
const admitted = bundle.kind("gateway.networking.k8s.io/v1", "GatewayClass")?.admit({
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "GatewayClass",
  metadata: { name: "example" },
  spec: { controllerName: "example.dev/gateways" },
});
assert.deepEqual(admitted?.errors, []);
