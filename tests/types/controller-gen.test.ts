/**
 * Compares types that embed types of Kubernetes with what controller-gen prints for the same Go types. `npm run types`
 * writes the expected CRDs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { NEWEST_MINOR, TYPED_MINORS } from "../../scripts/core/model/kubernetes-minor.js";
import { mapSubschemas, type StructuralSchema, withoutDescriptions } from "../../scripts/core/model/schema.js";
import { ROOT } from "../support/golden.js";
import { builtSamples, printedSample, SAMPLE_KINDS } from "./samples.js";

const types = suite("types of Kubernetes");

function schemaOf(crd: CustomResourceDefinition | undefined): StructuralSchema {
  return structureOf(crd?.spec.versions[0]?.schema.openAPIV3Schema ?? {});
}

/** Returns a schema without descriptions, and with its required fields in order. */
function structureOf(schema: StructuralSchema): StructuralSchema {
  const { required, ...rest } = mapSubschemas(withoutDescriptions(schema), structureOf);
  return { ...rest, ...(required && { required: [...required].sort() }) };
}

for (const minor of [TYPED_MINORS[0], NEWEST_MINOR]) {
  types(`of ${minor} have the structure that controller-gen prints for Go`, async () => {
    const built = await builtSamples(String(minor));
    for (const kind of SAMPLE_KINDS) {
      assert.equal(schemaOf(built.get(kind)), schemaOf(printedSample(kind, String(minor))), kind);
    }
  });
}

types("are those of the oldest minor version that the bundle supports, or the oldest that the tool has", async () => {
  const probe = async (oldest: string) => JSON.stringify(schemaOf((await builtSamples(oldest)).get("Rollout")));
  const schemas = await Promise.all(["1.30", ...TYPED_MINORS].map(probe));
  assert.is(schemas[0], schemas[1]);
  assert.is(new Set(schemas).size, TYPED_MINORS.length);
});

types("are exported for each minor version, and for editors those of the oldest", () => {
  const manifest = readFileSync(join(ROOT, "scripts/package.json"), "utf8");
  const { exports } = JSON.parse(manifest) as { exports: Record<string, Record<string, string>> };
  const targets = TYPED_MINORS.map((minor) => [`kubernetes-${minor}`, `./types/kubernetes-${minor}/core/v1.ts`]);
  assert.equal(Object.entries(exports["./core/v1"] ?? {}), [...targets, ["types", targets[0]?.[1]]]);
});

types.run();
