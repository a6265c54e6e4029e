/** The file of the types of Kubernetes that comparisons recognize. `npm test -- --update kubernetes-types` writes it. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLibrary } from "../../scripts/app/import/build-back.js";
import { type KubernetesType, type PackedTypes, unpackTypes } from "../../scripts/changes/origins/kubernetes-types.js";
import { NEWEST_MINOR, TYPED_MINORS } from "../../scripts/core/model/kubernetes-minor.js";
import { mapSubschemas, type StructuralSchema, withoutDescriptions } from "../../scripts/core/model/schema.js";
import { matchesGolden, ROOT } from "../support/golden.js";

const types = suite("types of Kubernetes for comparisons");

/** Returns the schemas of each type in all minor versions. */
async function allTypes(): Promise<KubernetesType[]> {
  const schemas = new Map<string, StructuralSchema[]>();
  for (const oldest of TYPED_MINORS) {
    const { coreSchemas } = await readLibrary({ oldest, newest: NEWEST_MINOR });
    const labels = coreSchemas.get("TopologySpreadConstraint")?.properties?.labelSelector ?? {};
    for (const [name, schema] of [...coreSchemas, ["LabelSelector", labels] as const]) {
      if (schema.properties) schemas.set(name, [...(schemas.get(name) ?? []), withoutDescriptions(schema)]);
    }
  }
  return [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, forms]) => ({ name, schemas: forms }));
}

/** Returns the content of the file. */
function packed(all: readonly KubernetesType[]): PackedTypes {
  const numbers = new Map<string, number>();
  const parts: StructuralSchema[] = [];
  const numberOf = (schema: StructuralSchema): number => {
    const part = mapSubschemas(schema, pack);
    const key = JSON.stringify(part);
    const number = numbers.get(key) ?? parts.push(part) - 1;
    numbers.set(key, number);
    return number;
  };
  const pack = (schema: StructuralSchema): StructuralSchema =>
    schema.properties ? { $ref: numberOf(schema) } : mapSubschemas(schema, pack);
  const forms = all.map(({ name, schemas }) => [name, [...new Set(schemas.map(numberOf))]] as const);
  return { parts, types: Object.fromEntries(forms) };
}

types("are in the file with every form that they have", async () => {
  const all = await allTypes();
  const file = packed(all);
  const lines = file.parts.map((part) => `    ${JSON.stringify(part)}`).join(",\n");
  const text = `{\n  "parts": [\n${lines}\n  ],\n  "types": ${JSON.stringify(file.types)}\n}\n`;
  matchesGolden(text, join(ROOT, "templates/kubernetes-types.json"));
  const unpacked = unpackTypes(JSON.parse(text) as PackedTypes);
  for (const { name, schemas } of all) {
    const forms = unpacked.find((type) => type.name === name)?.schemas ?? [];
    for (const schema of schemas)
      assert.ok(
        forms.some((form) => JSON.stringify(form) === JSON.stringify(schema)),
        name,
      );
  }
});

types.run();
