/**
 * Compares types that embed types of Kubernetes with what controller-gen prints for the same Go types. `npm run types`
 * writes the expected CRDs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { readImports } from "../../scripts/app/read-imports.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { NEWEST_MINOR, TYPED_MINORS } from "../../scripts/core/model/kubernetes-minor.js";
import { mapSubschemas, type StructuralSchema, withoutDescriptions } from "../../scripts/core/model/schema.js";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { ROOT } from "../support/golden.js";
import { bundleOf, SETTINGS_TEXT, TEMPLATES } from "../support/project.js";

const types = suite("types of Kubernetes");

const SAMPLES = join(ROOT, "tests/types/controller-gen");
const SOURCE = { path: "apis/example.dev/v1/types.ts", text: readFileSync(join(SAMPLES, "types.ts"), "utf8") };

/** Returns the schemas of the kinds that a build for clusters from a minor version on prints. */
async function builtSchemas(oldest: string): Promise<Map<string, StructuralSchema>> {
  const settings = SETTINGS_TEXT.replace('oldest: "1.33"', `oldest: "${oldest}"`);
  const bundle = bundleOf(`${settings}preserveUnknownFields: none\n`);
  const { sources, imports } = await readImports(ROOT, [SOURCE], bundle.kubernetes);
  const built = build({ sources: [SOURCE, ...sources], imports, bundle, templates: TEMPLATES });
  assert.equal(built.diagnostics, []);
  const { crds = [] } = built.crds.find(({ channel }) => channel === "standard") ?? {};
  return new Map(crds.map((crd) => [crd.spec.names.kind, schemaOf(crd)]));
}

function schemaOf({ spec: { versions } }: CustomResourceDefinition): StructuralSchema {
  return structureOf(versions[0]?.schema.openAPIV3Schema ?? {});
}

/** Returns a schema without descriptions, and with its required fields in order. */
function structureOf(schema: StructuralSchema): StructuralSchema {
  const { required, ...rest } = mapSubschemas(withoutDescriptions(schema), structureOf);
  return { ...rest, ...(required && { required: [...required].sort() }) };
}

for (const minor of [TYPED_MINORS[0], NEWEST_MINOR]) {
  types(`of ${minor} have the structure that controller-gen prints for Go`, async () => {
    const built = await builtSchemas(String(minor));
    for (const kind of ["Issuer", "Rollout"]) {
      const loaded = loadYaml(readFileSync(join(SAMPLES, `${kind.toLowerCase()}-${minor}.yaml`), "utf8"));
      if (!("value" in loaded)) throw new Error(kind);
      assert.equal(built.get(kind), schemaOf(loaded.value as unknown as CustomResourceDefinition), kind);
    }
  });
}

types("are those of the oldest minor version that the bundle supports, or the oldest that the tool has", async () => {
  const probe = async (oldest: string) => JSON.stringify((await builtSchemas(oldest)).get("Rollout"));
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
