/** Whether a document has the shape of a CRD: what comes from a file, a tag or a cluster is hostile until checked. */
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";

/** A value of the wrong type: where it is in the document, and what it must be. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[];
  readonly problem: string;
}

type Path = ShapeProblem["path"];
type Check = (value: Json | undefined, path: Path) => ShapeProblem[];

/**
 * Every value that keeps a CRD from being compared. As for the API server, null is the same as omitted. Whether the CRD
 * could be installed is another question, which is not asked here.
 */
export function shapeProblems(crd: JsonObject): ShapeProblem[] {
  return CRD(crd, []);
}

/** The names of fields as a path in a message: `spec.versions[0].name`. */
export function pathInWords(path: Path): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");
}

function must(be: string, holds: (value: Json) => boolean): Check {
  return (value, path) =>
    value === undefined || value === null || holds(value) ? [] : [{ path, problem: `must be ${be}` }];
}

function required(check: Check): Check {
  return (value, path) =>
    value === undefined || value === null ? [{ path, problem: "is required" }] : check(value, path);
}

function listOf(check: Check): Check {
  const isList = must("a list", Array.isArray);
  return (value, path) =>
    Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item, index) => required(check)(item, [...path, index]))
      : isList(value, path);
}

function mapOf(check: Check): Check {
  return (value, path) =>
    isJsonObject(value)
      ? Object.entries(value).flatMap(([key, item]) => required(check)(item, [...path, key]))
      : ANY_OBJECT(value, path);
}

function objectWith(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) =>
    isJsonObject(value)
      ? Object.entries(checks).flatMap(([key, check]) => check(value[key], [...path, key]))
      : ANY_OBJECT(value, path);
}

const ANY_OBJECT = must("an object", isJsonObject);
const STRING = must("a string", (value) => typeof value === "string");
const BOOLEAN = must("true or false", (value) => typeof value === "boolean");
const NUMBER = must("a number", (value) => typeof value === "number" && Number.isFinite(value));
const COUNT = must("a whole number, 0 or more", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
const ANY_LIST = must("a list", Array.isArray);

/** Keywords by the type of their value. Source: JSONSchemaProps of apiextensions.k8s.io/v1. */
const SCHEMA_KEYWORDS: readonly (readonly [check: Check, keywords: string])[] = [
  [STRING, "type format pattern title description x-kubernetes-list-type x-kubernetes-map-type"],
  [NUMBER, "minimum maximum multipleOf"],
  [COUNT, "minLength maxLength minItems maxItems minProperties maxProperties"],
  [BOOLEAN, "exclusiveMinimum exclusiveMaximum uniqueItems nullable x-kubernetes-int-or-string"],
  [BOOLEAN, "x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource"],
  [listOf(STRING), "required x-kubernetes-list-map-keys"],
  [ANY_LIST, "enum"],
  [listOf(objectWith({ rule: required(STRING), optionalOldSelf: BOOLEAN })), "x-kubernetes-validations"],
  [mapOf(schema), "properties"],
  [schema, "items not"],
  [(value, path) => (typeof value === "boolean" ? [] : schema(value, path)), "additionalProperties"],
  [listOf(schema), "allOf anyOf oneOf"],
];
const SCHEMA = objectWith(
  Object.fromEntries(SCHEMA_KEYWORDS.flatMap(([check, keywords]) => keywords.split(" ").map((key) => [key, check]))),
);

function schema(value: Json | undefined, path: Path): ShapeProblem[] {
  return SCHEMA(value, path);
}

const VERSION = objectWith({
  name: required(STRING),
  served: required(BOOLEAN),
  storage: required(BOOLEAN),
  deprecated: BOOLEAN,
  deprecationWarning: STRING,
  additionalPrinterColumns: listOf(objectWith({ name: required(STRING) })),
  selectableFields: listOf(ANY_OBJECT),
  subresources: objectWith({ status: ANY_OBJECT, scale: ANY_OBJECT }),
  schema: required(objectWith({ openAPIV3Schema: required(schema) })),
});

const CRD = objectWith({
  metadata: required(objectWith({ name: required(STRING), labels: mapOf(STRING), annotations: mapOf(STRING) })),
  spec: required(
    objectWith({
      group: required(STRING),
      scope: required(STRING),
      names: required(
        objectWith({
          kind: required(STRING),
          plural: required(STRING),
          listKind: STRING,
          singular: STRING,
          shortNames: listOf(STRING),
          categories: listOf(STRING),
        }),
      ),
      conversion: objectWith({ strategy: STRING }),
      versions: required(listOf(VERSION)),
    }),
  ),
  status: objectWith({ storedVersions: listOf(STRING) }),
});
