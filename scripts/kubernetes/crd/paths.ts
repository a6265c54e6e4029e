/** The uses of paths to fields of a version: selectable fields and the scale subresource. */

import { type Json, sameJson } from "../../core/model/json.js";
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { alternatives } from "../../core/words/alternatives.js";
import { follow } from "../jsonpath/follow.js";
import type { JsonPath } from "../jsonpath/parse.js";
import type { Crd, Version } from "./crd.js";
import { type FieldStep, findField } from "./field-path.js";
import { SELECTABLE_LIMIT, SELECTABLE_TYPES } from "./field-uses.js";
import { accepted, type CrdProblem, type Path, problem } from "./problem.js";
import { eachVersion, type Rule, requiredProblem } from "./rule.js";

/**
 * Checks that selectable fields are different fields with a type that can be compared.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceSelectableFields).
 */
export const selectableFieldsRule: Rule = eachVersion((version) => {
  const seen = new Set<string>();
  return version.selectableFields.flatMap(({ jsonPath }, index) => {
    const path = [...version.path, "selectableFields", index, "jsonPath"];
    return jsonPath === undefined
      ? requiredProblem(jsonPath, path)
      : selectableProblem({ jsonPath, path, version, seen });
  });
});

interface SelectableField {
  readonly jsonPath: string;
  readonly path: Path;
  readonly version: Version;
  /** The fields before it. The field is added. */
  readonly seen: Set<string>;
}

function selectableProblem({ jsonPath, path, version, seen }: SelectableField): CrdProblem[] {
  const { schema, name } = version;
  if (!schema) return [];
  const found = findField(schema, jsonPath, { brackets: false });
  if ("problem" in found) {
    return [problem("path-unknown", { path: jsonPath, version: name, problem: found.problem }, path)];
  }
  const isTwin = seen.size === seen.add(JSON.stringify(found.steps)).size;
  const cause = isTwin ? "the path is listed more than once" : selectableTypeProblem(found.schema, found.steps);
  return cause === undefined ? [] : [unfit({ path: jsonPath, use: "a selectable field", version: name, cause }, path)];
}

function selectableTypeProblem(
  schema: StructuralSchema | undefined,
  [first]: readonly FieldStep[],
): string | undefined {
  if (first?.name === "metadata") return "clients can already select objects by metadata.name and metadata.namespace";
  if (schema?.type === undefined) return "the field has no type";
  return (SELECTABLE_TYPES as readonly string[]).includes(schema.type)
    ? undefined
    : wrongType(schema.type, SELECTABLE_TYPES);
}

/** Checks the number of selectable fields of each version. A version that already had too many can keep them. */
export const selectableCountRule: Rule = eachVersion(({ name, selectableFields, path }, old) => {
  const before = old?.versions.find((version) => version.name === name)?.selectableFields;
  const { size: count } = new Set(selectableFields.map(({ jsonPath }) => jsonPath));
  if (count <= SELECTABLE_LIMIT || (before && sameJson(before as Json, selectableFields as Json))) return [];
  return [problem("crd-selectable-limit", { count, limit: SELECTABLE_LIMIT }, [...path, "selectableFields"])];
});

/**
 * Checks that the versions share either both their schema and their selectable fields, or neither. The API server moves
 * what all versions share to the CRD, where it needs both.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/v1/conversion.go.
 */
export const selectableVersionsRule: Rule = {
  check: ({ versions, hasOneSchema, hasSameSelectableFields }: Crd) => {
    if (hasOneSchema === hasSameSelectableFields) return [];
    const cause = hasOneSchema
      ? "all versions have the same schema, but their selectable fields differ"
      : "all versions have the same selectable fields, but their schemas differ";
    return versions
      .filter(({ selectableFields }) => selectableFields.length > 0)
      .map(({ name, path }) =>
        problem("crd-selectable-versions", { version: name, problem: cause }, [...path, "selectableFields"]),
      );
  },
};

const SCALE_PATHS = [
  { field: "specReplicasPath", below: ["spec"], types: ["integer"] },
  { field: "statusReplicasPath", below: ["status"], types: ["integer"] },
  { field: "labelSelectorPath", below: ["spec", "status"], types: ["string"] },
] as const;

/**
 * Checks the paths of the scale subresource. The API server checks only how they start, but with a path to no field, or
 * to one of another type, the subresource does not work.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceDefinitionSubresources).
 */
export const scaleRule: Rule = eachVersion((version) =>
  SCALE_PATHS.flatMap(({ field, below, types }) => {
    const { scale } = version;
    const path = [...version.path, "subresources", "scale", field];
    const given = scale?.[field];
    if (!scale || (!given && field === "labelSelectorPath")) return [];
    return given ? scaleProblem({ given, field, below, types, version }, path) : requiredProblem(given, path);
  }),
);

interface ScalePath {
  readonly given: string;
  readonly field: string;
  readonly below: readonly string[];
  readonly types: readonly string[];
  readonly version: Version;
}

function scaleProblem({ given, field, below, types, version: { name, schema } }: ScalePath, path: Path): CrdProblem[] {
  const place = { path: given, use: `the ${field}`, version: name };
  if (!below.some((parent) => given.startsWith(`.${parent}.`))) {
    const parents = alternatives(below.map((parent) => `.${parent}`));
    return [unfit({ ...place, cause: `the path must be below ${parents}` }, path)];
  }
  const steps: JsonPath = given
    .slice(1)
    .split(".")
    .map((step) => ({ kind: "field", name: step }));
  const found = schema ? follow(schema, steps) : undefined;
  if (found?.kind === "nowhere") {
    return [accepted(problem("path-unknown", { path: given, version: name, problem: found.problem }, path))];
  }
  const cause = found?.kind === "schemas" ? scaleTypeProblem(found.schemas, types) : undefined;
  return cause === undefined ? [] : [accepted(unfit({ ...place, cause }, path))];
}

/** Returns the problem with the type of a field. A field without a type can have values of the right type. */
function scaleTypeProblem(schemas: readonly StructuralSchema[], types: readonly string[]): string | undefined {
  const found = schemas.map(typeOf);
  const [first] = found;
  const isFit = found.some((type) => type === undefined || types.includes(type));
  return isFit || first === undefined ? undefined : wrongType(first, types);
}

function typeOf(schema: StructuralSchema): string | undefined {
  return isIntOrString(schema) ? "int-or-string" : schema.type;
}

function wrongType(type: string, types: readonly string[]): string {
  return `its type is ${type}, but must be ${alternatives(types)}`;
}

function unfit(
  { path: given, use, version, cause }: { path: string; use: string; version: string; cause: string },
  path: Path,
): CrdProblem {
  return problem("path-unfit", { path: given, use, version, problem: cause }, path);
}
