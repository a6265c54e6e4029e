/** Finds the part of a CRD that a change concerns. */
import type { Change } from "../../core/model/change.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { type FieldPath, pathsAround, type Step } from "../../core/model/field-path.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { stepsTo } from "./schema-at.js";

/**
 * Returns the keys and indexes that lead to the field or API version of a change. If the CRD no longer has it, they lead
 * to the part around it. They are empty for a change of the whole CRD.
 */
export function placeInCrd(
  { spec }: CustomResourceDefinition,
  { versions, path }: Pick<Change, "versions" | "path">,
): readonly (string | number)[] {
  if (versions.length === 0) return [];
  const index = spec.versions.findIndex(({ name }) => versions.includes(name));
  const version = spec.versions[index];
  if (!version) return ["spec", "versions"];
  const schema = version.schema?.openAPIV3Schema;
  const steps = schema && path !== undefined ? closestSteps(schema, path) : undefined;
  return ["spec", "versions", index, ...(steps ? ["schema", "openAPIV3Schema", ...steps.flatMap(keysOf)] : [])];
}

/** Returns the steps to a field or, if there is none, to the closest field around it. */
function closestSteps(schema: StructuralSchema, path: FieldPath): readonly Step[] {
  for (const each of [path, ...pathsAround(path).reverse()]) {
    const steps = stepsTo(schema, each);
    if (steps) return steps;
  }
  return [];
}

function keysOf(step: Step): string[] {
  if (step.kind === "field") return ["properties", step.name];
  return step.kind === "items" ? ["items"] : ["additionalProperties"];
}
