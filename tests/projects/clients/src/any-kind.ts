/** A program that validates objects of any CRD in a cluster. docs/controllers.md contains parts of this program. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { compileBundle, type ValidationOptions } from "crd-bundle/validation";
import type { meta } from "gateway-api-types/standard";

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

// The package with the types declares these types too, because it can be used without crd-bundle.
const options: meta.ValidationOptions & ValidationOptions = {};
const errors: meta.FieldError[] = bundle.validate(grant, options);
const fields = errors.map(({ field }) => field);
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
