import { isJsonObject, type Json } from "../../../core/model/json.js";
import { mapSubschemas, type StructuralSchema } from "../../../core/model/schema.js";
import { embeddedProblems } from "../../validation/embedded.js";
import { prune } from "../../validation/prune.js";
import { keywordErrors } from "../../validation/validate.js";
import { accepted, type CrdProblem, problem } from "../problem.js";
import { eachNode, type Rule, ratcheted } from "../rule.js";
import { readMetadata } from "./embedded-metadata.js";
import type { SchemaNode } from "./nodes.js";

/** Returns the problems that the validation rules of a schema find in its default. */
export type DefaultRulesCheck = (
  schema: StructuralSchema,
  value: Json,
  path: SchemaNode["path"],
) => readonly CrdProblem[];

/**
 * Checks that no field has a default that the API server would have to set in the metadata of an object.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (specStandardValidatorV3.validate).
 */
export const forbiddenDefaultsRule = eachNode(({ schema, path, noDefault }) =>
  schema.default === undefined || noDefault === undefined
    ? []
    : [problem("crd-default-forbidden", { place: noDefault }, [...path, "default"])],
);

/**
 * Returns the rule that a default matches its own schema. Its defaults are not set first, and its nulls are not
 * dropped. Defaults inside maps are not checked.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go.
 */
export function defaultsRule(checkRules: DefaultRulesCheck): Rule {
  return eachNode((node) => {
    const { schema, path } = node;
    const { default: value } = schema;
    if (value === undefined || !isChecked(node)) return [];
    const place = [...path, "default"];
    const resource = asResource(node);
    const read = node.resourcePath ? { value, errors: metaErrors(node, value) } : readMetadata(resource, value);
    const errors = [...read.errors, ...keywordErrors(resource, read.value)];
    if (errors.length === 0) return checkRules(resource, read.value, place);
    const isAccepted = read.errors.length === 0 && isOfUncheckedType(resource, read.value);
    return errors.map(({ path: at, problem: cause }) => {
      const args = { tag: "default", problem: cause, path: at === "" ? "" : `${at}: ` };
      const found = problem("default-unfit", args, place);
      return isAccepted ? accepted(found) : found;
    });
  });
}

/**
 * Reports whether a default is invalid only because it is neither an integer nor a string. The API server does not
 * check that of a default, and then rejects every object that it sets it in.
 */
function isOfUncheckedType(schema: StructuralSchema, value: Json): boolean {
  return keywordErrors(withoutIntOrString(schema), value).length === 0;
}

function withoutIntOrString({ "x-kubernetes-int-or-string": _, ...schema }: StructuralSchema): StructuralSchema {
  return mapSubschemas(schema, withoutIntOrString);
}

/** Checks that the schema declares, or preserves, every field of a default. */
export const prunedDefaultsRule = ratcheted(
  eachNode((node) => {
    const { schema, path, resourcePath } = node;
    if (schema.default === undefined || !isChecked(node) || resourcePath) return [];
    const place = [...path, "default"];
    return prune(asResource(node), schema.default).removed.map((field) =>
      problem("crd-default-pruned", { field }, place),
    );
  }),
);

function isChecked({ position, isInValues, noDefault }: SchemaNode): boolean {
  return position !== "branch" && !isInValues && noDefault === undefined;
}

function asResource({ schema, position }: SchemaNode): StructuralSchema {
  return position === "root" ? { ...schema, "x-kubernetes-embedded-resource": true } : schema;
}

const COMPLETE = { apiVersion: "validation/v1", kind: "Validation" };

/** Checks that a resource with the default of one of its own fields, or of a part of its metadata, is valid. */
function metaErrors({ path, resourcePath }: SchemaNode, value: Json): { path: string; problem: string }[] {
  if (!resourcePath) return [];
  const surroundings = surrounded(value, path.slice(resourcePath.length));
  const resource = { ...COMPLETE, ...(isJsonObject(surroundings) && surroundings) };
  const read = readMetadata({ "x-kubernetes-embedded-resource": true }, resource);
  const own = isJsonObject(read.value) ? embeddedProblems(read.value) : [];
  return [...own.map((cause) => ({ path: "", problem: cause })), ...read.errors];
}

/** Returns a value that contains only another value, at the place to which steps through its schema lead. */
function surrounded(value: Json, [step, ...rest]: SchemaNode["path"]): Json {
  if (step === undefined) return value;
  const [name, ...inner] = rest;
  return step === "properties" ? { [String(name)]: surrounded(value, inner) } : [surrounded(value, rest)];
}
