/** CRDs of the history. Their rules are only digests, which the API server does not compile. */
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { mapSubschemas, type StructuralSchema } from "../../scripts/core/model/schema.js";

/** Returns a CRD without its rules. */
export function withoutRules(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema: withoutRulesIn(version.schema.openAPIV3Schema) },
  }));
  return { ...crd, spec: { ...crd.spec, versions } } as unknown as CustomResourceDefinition;
}

function withoutRulesIn(schema: StructuralSchema): StructuralSchema {
  const { "x-kubernetes-validations": _, ...rest } = mapSubschemas(schema, withoutRulesIn);
  return rest;
}
