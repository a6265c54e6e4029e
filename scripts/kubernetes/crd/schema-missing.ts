import type { Crd } from "./crd.js";
import { type CrdProblem, problem } from "./problem.js";
import type { Rule } from "./rule.js";

/**
 * Checks that every version has a schema. An old CRD that lacks one needs it only for the versions that are served, and
 * only if unknown fields are pruned.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateCustomResourceDefinitionSpec).
 */
export const schemaMissingRule: Rule = { check: missingSchemaProblems };

function missingSchemaProblems({ versions, preserveUnknownFields }: Crd, old?: Crd): CrdProblem[] {
  const isOldComplete = old?.versions.every(({ schema }) => schema) ?? true;
  return versions
    .filter(({ schema, isServed }) => !schema && (isOldComplete || (isServed && !preserveUnknownFields)))
    .map(({ name, schemaPath }) => problem("crd-schema-missing", { version: name }, schemaPath));
}
