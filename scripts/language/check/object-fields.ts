import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Constraint, Field } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject } from "../../core/model/json.js";
import type { Check } from "./check.js";
import { schemaProblems } from "./constraints.js";

/**
 * Checks the tags that constrain apiVersion, kind and metadata of a kind. The API server accepts only schemas for the
 * name and the generateName in the schema of metadata.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema (validateStructuralMetadataInvariants).
 */
export const objectFieldsCheck: Check = {
  name: "object-fields",
  run: ({ model }) =>
    model.kinds.flatMap(({ versions }) =>
      versions.flatMap(({ objectFields }) =>
        objectFields.flatMap((field) => field.node.constraints.flatMap((constraint) => problemsOf(field, constraint))),
      ),
    ),
};

function problemsOf({ name }: Field, constraint: Constraint): Diagnostic[] {
  const { tag, keyword, value, location } = constraint;
  const problem = name === "metadata" ? metadataProblem(constraint) : "Kubernetes determines its values";
  if (problem !== undefined) return [diagnose("object-field-tag", { tag, field: name, problem }, location)];
  return schemaProblems({ [keyword]: value }, tag, location);
}

const RESTRICTABLE = ["name", "generateName"];

function metadataProblem({ tag, keyword, value }: Constraint): string | undefined {
  const properties = tag === "schema" && keyword === "properties" && isJsonObject(value) ? value : undefined;
  const names = Object.keys(properties ?? {});
  if (!properties || names.some((name) => !RESTRICTABLE.includes(name))) {
    return "only @schema can restrict it, with properties for name and generateName";
  }
  const untyped = names.find((name) => {
    const schema = properties[name];
    return !isJsonObject(schema) || schema.type !== "string";
  });
  return untyped === undefined ? undefined : `the schema of ${untyped} must have the type string`;
}
