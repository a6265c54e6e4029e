/** CRDs with embedded types of Kubernetes: as controller-gen prints them, and as the same types build to them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { readImports } from "../../scripts/app/read-imports.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { ROOT } from "../support/golden.js";
import { bundleOf, SETTINGS_TEXT, TEMPLATES } from "../support/project.js";

const SAMPLES = join(ROOT, "tests/types/controller-gen");
const SOURCE = { path: "apis/example.dev/v1/types.ts", text: readFileSync(join(SAMPLES, "types.ts"), "utf8") };

/** The kinds of the samples. */
export const SAMPLE_KINDS = ["Issuer", "Rollout"];

/** Returns the CRDs, by kind, that a build for clusters from a minor version on prints. */
export async function builtSamples(oldest: string): Promise<ReadonlyMap<string, CustomResourceDefinition>> {
  const settings = SETTINGS_TEXT.replace('oldest: "1.33"', `oldest: "${oldest}"`);
  const bundle = bundleOf(`${settings}preserveUnknownFields: none\n`);
  const { sources, imports } = await readImports(ROOT, [SOURCE], bundle.kubernetes);
  const built = build({ sources: [SOURCE, ...sources], imports, bundle, templates: TEMPLATES });
  assert.equal(built.diagnostics, []);
  const { crds = [] } = built.crds.find(({ channel }) => channel === "standard") ?? {};
  return new Map(crds.map((crd) => [crd.spec.names.kind, crd]));
}

/** Returns the CRD of a kind that controller-gen prints with the types of a minor version. */
export function printedSample(kind: string, minor: string): CustomResourceDefinition {
  const loaded = loadYaml(readFileSync(join(SAMPLES, `${kind.toLowerCase()}-${minor}.yaml`), "utf8"));
  if (!("value" in loaded)) throw new Error(kind);
  return loaded.value as unknown as CustomResourceDefinition;
}
