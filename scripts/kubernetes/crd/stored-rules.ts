/**
 * Finds the expressions and schemas of the replaced CRD, which an update can keep.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (findPreexistingExpressions,
 * findVersionsWithUnchangedSchemas, suppressExpressionCostForUnchangedSchema).
 */
import { rulesOf, type StructuralSchema } from "../../core/model/schema.js";
import type { Kept } from "../cel/rules/schema-rules.js";
import type { Crd } from "./crd.js";
import { areSame } from "./schema/equality.js";

/** Returns all rules and message expressions of a CRD. */
export function storedExpressions({ versions }: Crd): Kept["expressions"] {
  const rules = versions.flatMap(({ nodes }) => nodes.flatMap(({ schema }) => rulesOf(schema)));
  const textsOf = (part: "rule" | "messageExpression") =>
    new Set(rules.map((rule) => rule[part]).filter((text) => typeof text === "string"));
  return { rule: textsOf("rule"), messageExpression: textsOf("messageExpression") };
}

/**
 * Reports whether a version, given by its index, has the same schema as in the old CRD. If all versions have the same
 * schema, the API server checks it once, under the name of the first version.
 */
export function keepsSchema(crd: Crd, index: number, old: Crd): boolean {
  const version = crd.versions[crd.hasOneSchema ? 0 : index];
  const before = version && oldSchemas(old, version.name);
  return before !== undefined && areSame([version?.schema, ...before]);
}

/** Returns the schema of a version, or none if the version is missing. A schema that all versions share has no name. */
function oldSchemas({ versions, hasOneSchema }: Crd, name: string): (StructuralSchema | undefined)[] | undefined {
  const version = hasOneSchema ? versions[0] : versions.find((each) => each.name === name);
  return version && [version.schema];
}
