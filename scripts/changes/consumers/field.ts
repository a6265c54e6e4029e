/** Finds the fields that a consumer requires in a schema. */
import { stepsOf } from "../../core/model/conversion-paths.js";
import { type FieldPath, fieldIn, pathAfterStep, ROOT_PATH, type Step } from "../../core/model/field-path.js";
import { EMBEDDED_FIELDS, fieldsOf, isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";
import { nearest } from "../../core/nearest.js";
import { isFreeForm } from "../../kubernetes/validation/validate.js";
import { childAt, childrenOf } from "../diff/schema-at.js";

/** Schema of a field, or a value around the field that can contain any field with any value. */
export type FoundField = StructuralSchema | "free-form";

/**
 * Returns the schema of a field, or undefined if the schema does not contain it. An undeclared field next to declared
 * ones does not count, even if the API server preserves it: nothing checks it, and other clients do not know it.
 */
export function findField(root: StructuralSchema, path: FieldPath): FoundField | undefined {
  const { found, left } = follow(root, path);
  return left.length === 0 || found === "free-form" ? found : undefined;
}

/** Returns the path of the closest part of a missing field, with the most similar step that the schema has. */
export function nearestField(root: StructuralSchema, path: FieldPath): FieldPath | undefined {
  const { found, at, left } = follow(root, path);
  const [step] = left;
  if (found === "free-form" || !step) return undefined;
  const meant = step.kind === "field" ? nearest(step.name, fieldsOf(found).keys()) : undefined;
  if (meant !== undefined) return fieldIn(at, meant);
  return childrenOf(found, at).find((child) => child.step.kind !== "field")?.path;
}

interface Followed {
  readonly found: FoundField;
  /** Path of what was found. */
  readonly at: FieldPath;
  /** Steps that the schema does not have. */
  readonly left: readonly Step[];
}

/** Follows a path as far as the schema has it. */
function follow(root: StructuralSchema, path: FieldPath): Followed {
  const steps = stepsOf(path);
  let found: StructuralSchema = root;
  let at = ROOT_PATH;
  for (const [index, step] of steps.entries()) {
    const child = fieldAt(found, step);
    if (child === undefined) return { found, at, left: steps.slice(index) };
    at = pathAfterStep(at, step);
    if (child === "free-form") return { found: child, at, left: steps.slice(index + 1) };
    found = child;
  }
  return { found, at, left: [] };
}

function fieldAt(schema: StructuralSchema, step: Step): FoundField | undefined {
  const declared = childAt(schema, step);
  if (declared) return declared;
  if (step.kind === "values" && schema.additionalProperties === true) return "free-form";
  const isImplied = step.kind === "field" && isEmbeddedResource(schema) && EMBEDDED_FIELDS.includes(step.name);
  return isImplied || (isFreeForm(schema) && canHave(schema, step)) ? "free-form" : undefined;
}

function canHave({ type }: StructuralSchema, step: Step): boolean {
  return type === undefined || type === (step.kind === "items" ? "array" : "object");
}
