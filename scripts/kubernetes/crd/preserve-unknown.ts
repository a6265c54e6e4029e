import { isEmbeddedResource, isIntOrString, rulesOf, type StructuralSchema } from "../../core/model/schema.js";
import type { Crd } from "./crd.js";
import { type CrdProblem, isRejection, problem } from "./problem.js";
import type { Rule } from "./rule.js";

/**
 * Checks that a CRD does not turn pruning off. Only old CRDs can keep it off, and only without defaults.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validatePreserveUnknownFields,
 * validateCustomResourceDefinitionSpec).
 */
export const preserveUnknownRule: Rule = { check: preserveProblems };

function preserveProblems(crd: Crd, old?: Crd): CrdProblem[] {
  if (!crd.preserveUnknownFields) return [];
  const isKept = old?.preserveUnknownFields === true && !hasSchema(crd, ({ default: value }) => value !== undefined);
  return isKept ? [] : [problem("crd-preserve-unknown-fields", {}, ["spec", "preserveUnknownFields"])];
}

/**
 * Reports whether the schemas must be structural. An old CRD without pruning can keep schemas that are not.
 */
export function needsStructure(crd: Crd, old: Crd | undefined, structure: readonly Rule[]): boolean {
  if (!old || !crd.preserveUnknownFields || hasSchema(crd, isExtended)) return true;
  return !structure.some(({ check }) => check(old).some(isRejection));
}

function hasSchema({ versions }: Crd, test: (schema: StructuralSchema) => boolean): boolean {
  return versions.some(({ nodes }) => nodes.some(({ schema }) => test(schema)));
}

function isExtended(schema: StructuralSchema): boolean {
  const { default: value, "x-kubernetes-list-map-keys": keys = [] } = schema;
  const isSet =
    schema["x-kubernetes-preserve-unknown-fields"] !== undefined || schema["x-kubernetes-list-type"] !== undefined;
  const isTyped = isEmbeddedResource(schema) || isIntOrString(schema);
  return value !== undefined || isSet || isTyped || keys.length > 0 || rulesOf(schema).length > 0;
}
