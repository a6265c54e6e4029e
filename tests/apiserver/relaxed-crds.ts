/** Stores objects that are not valid: under CRDs without rules, bounds and required fields, which are replaced then. */
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { mapSubschemas, type StructuralSchema } from "../../scripts/core/model/schema.js";
import { installCrds, refOf, waitForCrds } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";

/** Installs relaxed CRDs, stores objects, and installs the CRDs. Returns the result of storing the objects. */
export async function storeRelaxed<Result>(
  client: ApiClient,
  crds: readonly CustomResourceDefinition[],
  store: () => Promise<Result>,
): Promise<Result> {
  await installCrds(client, crds.map(relaxed));
  const result = await store();
  const marked = crds.map((crd) => withSchemas(crd, mark));
  await Promise.all(marked.map(async (crd) => expectSuccess(await client.apply(refOf(crd)), crd.metadata.name)));
  await waitForCrds(client, marked);
  await Promise.all(marked.map((crd) => waitForMark(client, crd)));
  return result;
}

/** Field whose errors show that the server applies the CRD that replaced the relaxed one. */
const MARK = "crdBundleTest";

function mark(schema: StructuralSchema): StructuralSchema {
  return { ...schema, properties: { ...schema.properties, [MARK]: { type: "string", enum: ["a"] } } };
}

async function waitForMark(client: ApiClient, { spec }: CustomResourceDefinition): Promise<void> {
  for (const { name } of spec.versions.filter(({ served }) => served)) {
    const object = { apiVersion: `${spec.group}/${name}`, kind: spec.names.kind, metadata: { name: "a" }, [MARK]: "b" };
    await eventually(async () => {
      const { body } = await client.create(object as unknown as ObjectRef, { dryRun: true });
      if (!JSON.stringify(body.details ?? null).includes(MARK)) throw new Error(`${name}: the CRD is still relaxed`);
    });
  }
}

function relaxed(crd: CustomResourceDefinition): CustomResourceDefinition {
  return withSchemas(crd, relax);
}

function withSchemas(
  crd: CustomResourceDefinition,
  change: (schema: StructuralSchema) => StructuralSchema,
): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema: change(version.schema.openAPIV3Schema) },
  }));
  return { ...crd, spec: { ...crd.spec, versions } } as unknown as CustomResourceDefinition;
}

const KEPT = ["type", "format", "nullable", "items", "properties", "additionalProperties", "description", "default"];

function relax(schema: StructuralSchema): StructuralSchema {
  const kept = Object.entries(mapSubschemas(schema, relax)).filter(
    ([keyword]) =>
      (KEPT.includes(keyword) || keyword.startsWith("x-kubernetes-")) && keyword !== "x-kubernetes-validations",
  );
  const result: StructuralSchema = Object.fromEntries(kept);
  // The keys of a list must be required or have a default.
  const keys = (schema.items?.required ?? []).filter((key) => schema["x-kubernetes-list-map-keys"]?.includes(key));
  return result.items && keys.length > 0 ? { ...result, items: { ...result.items, required: keys } } : result;
}

/** Metadata that only the server sets, or that the caller has chosen. */
const OF_SERVER = [
  ..."creationTimestamp deletionGracePeriodSeconds deletionTimestamp generation managedFields".split(" "),
  ..."name namespace resourceVersion uid".split(" "),
];

/** Returns an object without the metadata that differs for each server. */
export function comparable(object: JsonObject): JsonObject {
  const metadata = Object.entries((object.metadata ?? {}) as JsonObject);
  return { ...object, metadata: Object.fromEntries(metadata.filter(([name]) => !OF_SERVER.includes(name))) };
}
