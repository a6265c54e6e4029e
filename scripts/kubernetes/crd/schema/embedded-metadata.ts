/**
 * The metadata of embedded resources in a default: the API server decodes it, keeps what it knows, and validates it as
 * that of any object.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta (Coerce, Validate), and apimachinery
 * pkg/api/validation/objectmeta.go (ValidateObjectMeta) and pkg/apis/meta/v1/validation (ValidateManagedFields).
 */
import { describeDiagnostic } from "../../../core/diagnostics/describe.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { DNS_1123_LABEL, LABEL_LIMIT } from "../../../core/model/names.js";
import { isEmbeddedResource, type StructuralSchema } from "../../../core/model/schema.js";
import { fieldSchema } from "../../validation/validate.js";
import type { ManagedFields, Metadata } from "../crd.js";
import { decodeMetadata } from "../decode.js";
import { metadataProblem, objectMetaProblems } from "../metadata.js";
import type { CrdProblem } from "../problem.js";
import { requiredProblem, valueProblem } from "../rule.js";

/** A default with the metadata that the API server keeps. */
export interface DefaultWithMetadata {
  readonly value: Json;
  /** The errors in the metadata, each with the path of its resource inside of the default, such as `.pods[0]`. */
  readonly errors: readonly { readonly path: string; readonly problem: string }[];
}

/** Decodes and validates the metadata of all embedded resources in a value. */
export function readMetadata(schema: StructuralSchema, value: Json, path = ""): DefaultWithMetadata {
  if (isJsonArray(value)) {
    const { items } = schema;
    if (!isJsonObject(items)) return { value, errors: [] };
    const read = value.map((item, index) => readMetadata(items, item, `${path}[${index}]`));
    return { value: read.map((each) => each.value), errors: read.flatMap((each) => each.errors) };
  }
  if (!isJsonObject(value)) return { value, errors: [] };
  const own = isEmbeddedResource(schema) ? ownMetadata(value, path) : { value, errors: [] };
  const fields = Object.entries(own.value).map(([name, child]) => {
    const declared = fieldSchema(schema, name);
    const read = isJsonObject(declared)
      ? readMetadata(declared, child, `${path}.${name}`)
      : { value: child, errors: [] };
    return [name, read] as const;
  });
  return {
    value: Object.fromEntries(fields.map(([name, read]) => [name, read.value])),
    errors: [...own.errors, ...fields.flatMap(([, read]) => read.errors)],
  };
}

/** Reads the metadata of one resource. */
function ownMetadata(resource: JsonObject, path: string) {
  if (!Object.hasOwn(resource, "metadata")) return { value: resource, errors: [] };
  const { value: decoded, problems } = decodeMetadata(resource.metadata ?? null);
  const found = problems.length > 0 ? problems : embeddedMetadataProblems(decoded as Metadata);
  return {
    value: { ...resource, metadata: withoutEmpty(decoded) },
    errors: found.map((each) => ({ path, problem: describeDiagnostic(each).message })),
  };
}

/** Removes empty lists and maps of metadata, which Go does not encode. */
export function withoutEmpty(metadata: JsonObject): JsonObject {
  const isEmpty = (value: Json) => typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => !isEmpty(value)));
}

/**
 * Returns the problems of the decoded metadata of an embedded resource. A missing name is none, because the API server
 * sets one here.
 */
export function embeddedMetadataProblems(metadata: Metadata): CrdProblem[] {
  const { generation = 0, managedFields = [] } = metadata;
  return [
    ...nameProblems(metadata),
    ...(generation < 0 ? [metadataProblem("generation", "must not be negative", ["metadata", "generation"])] : []),
    ...objectMetaProblems(metadata),
    ...managedFields.flatMap(managerProblems),
  ];
}

/** Any kind of object can be embedded, so its name need only fit in a URL. */
function nameProblems({ name = "", generateName = "", namespace }: Metadata): CrdProblem[] {
  const isNamespace = namespace === undefined || (DNS_1123_LABEL.test(namespace) && namespace.length <= LABEL_LIMIT);
  const isPath = name === "." || name === "..";
  const named = (field: string, cause: string) => metadataProblem(field, cause, ["metadata", field]);
  return [
    ...(isPath || /[/%]/.test(name) ? [named("name", NAME_RULE)] : []),
    ...(/[/%]/.test(generateName) ? [named("generateName", "must not contain '/' or '%'")] : []),
    ...(isNamespace ? [] : [named("namespace", NAMESPACE_RULE)]),
  ];
}

const NAME_RULE = "must not be '.' or '..', and must not contain '/' or '%'";
const NAMESPACE_RULE = `must consist of lowercase letters, digits, and hyphens, begin and end with a letter or digit, and have at most ${LABEL_LIMIT} characters`;

const MANAGER_LIMIT = 128;
const SUBRESOURCE_LIMIT = 256;
/** Characters that unicode.IsPrint of Go accepts: letters, marks, numbers, punctuation, symbols, and the ASCII space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

function managerProblems({ manager = "", operation, fieldsType, subresource = "" }: ManagedFields, index: number) {
  const path = ["metadata", "managedFields", index];
  const broken = (field: string, cause: string) => metadataProblem(`managedFields[${index}].${field}`, cause, path);
  return [
    ...requiredProblem(operation, [...path, "operation"]),
    ...valueProblem(operation, ["Apply", "Update"], [...path, "operation"]),
    ...valueProblem(fieldsType, ["FieldsV1"], [...path, "fieldsType"]),
    ...(isAtMost(manager, MANAGER_LIMIT) ? [] : [broken("manager", `must have at most ${MANAGER_LIMIT} bytes`)]),
    ...(PRINTABLE.test(manager) ? [] : [broken("manager", "must consist of printable characters")]),
    ...(isAtMost(subresource, SUBRESOURCE_LIMIT)
      ? []
      : [broken("subresource", `must have at most ${SUBRESOURCE_LIMIT} bytes`)]),
  ];
}

function isAtMost(text: string, bytes: number): boolean {
  return Buffer.byteLength(text) <= bytes;
}
