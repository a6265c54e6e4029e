import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { pathInWords } from "../../core/shape.js";
import { alternatives } from "../../core/words/alternatives.js";
import { follow } from "../jsonpath/follow.js";
import { parseJsonPath } from "../jsonpath/parse.js";
import type { Column, Version } from "./crd.js";
import { COLUMN_TYPES } from "./field-uses.js";
import { type CrdProblem, type Path, problem } from "./problem.js";
import { eachVersion, type Rule, requiredProblem, valueProblem } from "./rule.js";

const TYPES = ["integer", "number", "string", "boolean", "date"];
const FORMATS = ["int32", "int64", "float", "double", "byte", "date", "date-time", "password"];

/**
 * Checks the columns that `kubectl get` prints.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceColumnDefinition).
 */
export const columnsRule: Rule = eachColumn(({ name, type, format, jsonPath }, path) => [
  ...requiredProblem(name, [...path, "name"]),
  ...requiredProblem(type, [...path, "type"]),
  ...valueProblem(type, TYPES, [...path, "type"]),
  ...valueProblem(format, FORMATS, [...path, "format"]),
  ...requiredProblem(jsonPath, [...path, "jsonPath"]),
  ...(jsonPath === undefined || jsonPath.startsWith(".")
    ? []
    : [columnProblem(`"${jsonPath}" must start with a dot`, [...path, "jsonPath"])]),
]);

/**
 * Warns about columns that are always empty: the path leads to no field, or to a field whose values the type of the
 * column excludes. Source: apiextensions-apiserver pkg/registry/customresource/tableconvertor.
 */
export const columnAdvice: Rule = eachColumn(({ type, jsonPath }, path, { name: version, schema }) => {
  if (!schema || !jsonPath?.startsWith(".")) return [];
  const place = [...path, "jsonPath"];
  const unknown = (cause: string) => [
    problem("column-path-unknown", { path: jsonPath, version, problem: cause }, place),
  ];
  const read = parseJsonPath(jsonPath);
  if ("problem" in read) return unknown(`it is not valid JSONPath: ${read.problem}`);
  const found = follow(objectSchema(schema), read.value.path);
  if (found.kind === "nowhere") return unknown(found.problem);
  const cause = found.kind === "schemas" ? typeProblem(found.schemas, type) : undefined;
  const use = `${type === "integer" ? "an" : "a"} ${type} column`;
  return cause === undefined
    ? []
    : [problem("column-path-unfit", { path: jsonPath, use, version, problem: cause }, place)];
});

/** Returns the schema of a complete object. The schema of its metadata is that of Kubernetes, not the declared one. */
function objectSchema({
  properties: { metadata: _, ...properties } = {},
  ...schema
}: StructuralSchema): StructuralSchema {
  return { ...schema, properties, "x-kubernetes-embedded-resource": true };
}

function eachColumn(check: (column: Column, path: Path, version: Version) => CrdProblem[]): Rule {
  return eachVersion((version) =>
    version.columns.flatMap((column, index) =>
      check(column, [...version.path, "additionalPrinterColumns", index], version),
    ),
  );
}

function columnProblem(cause: string, path: Path): CrdProblem {
  return problem("crd-column", { field: pathInWords(path), problem: cause }, path);
}

const SHOWN: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(COLUMN_TYPES));

/** Returns the problem with the type of a field. A field without a type can have values of the right type. */
function typeProblem(schemas: readonly StructuralSchema[], column: string | undefined): string | undefined {
  const shown = SHOWN.get(column ?? "");
  const [first, ...others] = schemas.map((schema) => (isIntOrString(schema) ? "int-or-string" : schema.type));
  const isFit = [first, ...others].some((type) => type === undefined || shown?.includes(type));
  return isFit || shown === undefined ? undefined : `its type is ${first}, but must be ${alternatives(shown)}`;
}
