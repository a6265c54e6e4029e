/**
 * The JSON that Go decodes into the types of a CustomResourceDefinition.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/v1 (types.go, types_jsonschema.go, marshal.go), and
 * apimachinery pkg/apis/meta/v1.
 */
import { isBase64 } from "../../core/model/base64.js";
import { isJsonObject, type Json } from "../../core/model/json.js";

export type GoType =
  | Scalar
  /** Object with known fields. */
  | { readonly kind: "struct"; readonly fields: () => Readonly<Record<string, GoType>> }
  | { readonly kind: "list"; readonly of: GoType }
  | { readonly kind: "map"; readonly of: GoType }
  /** Two forms, told apart by the value. */
  | { readonly kind: "either"; readonly choose: (value: Json) => GoType };

export interface Scalar {
  readonly kind: "scalar";
  /** The value that is required, in words. */
  readonly expected: string;
  readonly accepts: (value: Json) => boolean;
  /** The value that Go cannot tell from an omitted field. Unset for pointers. */
  readonly zero?: Json;
  /** Set if Go ignores other values instead of rejecting them. */
  readonly isLenient?: true;
}

function scalar(expected: string, accepts: (value: Json) => boolean, zero?: Json): Scalar {
  return { kind: "scalar", expected, accepts, ...(zero !== undefined && { zero }) };
}

function struct(fields: () => Readonly<Record<string, GoType>>): GoType {
  return { kind: "struct", fields };
}

const list = (of: GoType): GoType => ({ kind: "list", of });
const map = (of: GoType): GoType => ({ kind: "map", of });

const isText = (value: Json) => typeof value === "string";
const isTruth = (value: Json) => typeof value === "boolean";

/** Go decodes integers from numbers without a fraction. */
function isInteger(limit: number): (value: Json) => boolean {
  return (value) => Number.isInteger(value) && Number(value) >= -limit && Number(value) < limit;
}

/** RFC 3339, as Go's package time reads it. */
const TIME_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$/;

const STRING = scalar("a string", isText, "");
const STRING_POINTER = scalar("a string", isText);
const BOOLEAN = scalar("true or false", isTruth, false);
const BOOLEAN_POINTER = scalar("true or false", isTruth);
const INT32 = scalar("a 32-bit integer", isInteger(2 ** 31), 0);
const INT32_POINTER = scalar("a 32-bit integer", isInteger(2 ** 31));
const INT64 = scalar("a 64-bit integer", isInteger(2 ** 63), 0);
const INT64_POINTER = scalar("a 64-bit integer", isInteger(2 ** 63));
/** A float64. */
export const NUMBER = scalar("a number", (value) => typeof value === "number");
const ANY = scalar("any value", () => true);
const ANY_OBJECT = scalar("an object", isJsonObject);
const TIME = scalar("a time in RFC 3339", (value) => isText(value) && !Number.isNaN(timeOf(String(value))));
const BYTES = scalar("a base64 string", (value) => isText(value) && isBase64(String(value)));

function timeOf(text: string): number {
  return TIME_FORM.test(text) ? Date.parse(text.replace(",", ".")) : Number.NaN;
}

const SCHEMA: GoType = struct(() => SCHEMA_FIELDS);
const SCHEMAS = list(SCHEMA);

/** `additionalProperties`, `additionalItems`: a schema, or true or false. */
const SCHEMA_OR_BOOLEAN: GoType = {
  kind: "either",
  choose: (value) => (isJsonObject(value) ? SCHEMA : scalar("a schema, true or false", isTruth)),
};
/** `items`: Go also decodes a list of schemas, which the validation then rejects. */
const SCHEMA_OR_LIST: GoType = { kind: "either", choose: itemsType };

function itemsType(value: Json): GoType {
  if (Array.isArray(value)) return SCHEMAS;
  return isJsonObject(value) ? SCHEMA : { ...scalar("a schema", () => false), isLenient: true };
}

const SCHEMA_OR_STRINGS: GoType = {
  kind: "either",
  choose: (value) => (Array.isArray(value) ? list(STRING) : SCHEMA),
};

const SCHEMA_FIELDS: Readonly<Record<string, GoType>> = {
  id: STRING,
  $schema: STRING,
  $ref: STRING_POINTER,
  description: STRING,
  type: STRING,
  format: STRING,
  title: STRING,
  default: ANY,
  maximum: NUMBER,
  exclusiveMaximum: BOOLEAN,
  minimum: NUMBER,
  exclusiveMinimum: BOOLEAN,
  maxLength: INT64_POINTER,
  minLength: INT64_POINTER,
  pattern: STRING,
  maxItems: INT64_POINTER,
  minItems: INT64_POINTER,
  uniqueItems: BOOLEAN,
  multipleOf: NUMBER,
  enum: list(ANY),
  maxProperties: INT64_POINTER,
  minProperties: INT64_POINTER,
  required: list(STRING),
  items: SCHEMA_OR_LIST,
  allOf: SCHEMAS,
  oneOf: SCHEMAS,
  anyOf: SCHEMAS,
  not: SCHEMA,
  properties: map(SCHEMA),
  additionalProperties: SCHEMA_OR_BOOLEAN,
  patternProperties: map(SCHEMA),
  dependencies: map(SCHEMA_OR_STRINGS),
  additionalItems: SCHEMA_OR_BOOLEAN,
  definitions: map(SCHEMA),
  externalDocs: struct(() => ({ description: STRING, url: STRING })),
  example: ANY,
  nullable: BOOLEAN,
  "x-kubernetes-preserve-unknown-fields": BOOLEAN_POINTER,
  "x-kubernetes-embedded-resource": BOOLEAN,
  "x-kubernetes-int-or-string": BOOLEAN,
  "x-kubernetes-list-map-keys": list(STRING),
  "x-kubernetes-list-type": STRING_POINTER,
  "x-kubernetes-map-type": STRING_POINTER,
  "x-kubernetes-validations": list(
    struct(() => ({
      rule: STRING,
      message: STRING,
      messageExpression: STRING,
      reason: STRING_POINTER,
      fieldPath: STRING,
      optionalOldSelf: BOOLEAN_POINTER,
    })),
  ),
};

const NAMES = struct(() => ({
  plural: STRING,
  singular: STRING,
  shortNames: list(STRING),
  kind: STRING,
  listKind: STRING,
  categories: list(STRING),
}));

const CONVERSION = struct(() => ({
  strategy: STRING,
  webhook: struct(() => ({
    clientConfig: struct(() => ({
      url: STRING_POINTER,
      service: struct(() => ({ namespace: STRING, name: STRING, path: STRING_POINTER, port: INT32_POINTER })),
      caBundle: BYTES,
    })),
    conversionReviewVersions: list(STRING),
  })),
}));

const VERSION = struct(() => ({
  name: STRING,
  served: BOOLEAN,
  storage: BOOLEAN,
  deprecated: BOOLEAN,
  deprecationWarning: STRING_POINTER,
  schema: struct(() => ({ openAPIV3Schema: SCHEMA })),
  subresources: struct(() => ({
    status: struct(() => ({})),
    scale: struct(() => ({
      specReplicasPath: STRING,
      statusReplicasPath: STRING,
      labelSelectorPath: STRING_POINTER,
    })),
  })),
  additionalPrinterColumns: list(
    struct(() => ({
      name: STRING,
      type: STRING,
      format: STRING,
      description: STRING,
      priority: INT32,
      jsonPath: STRING,
    })),
  ),
  selectableFields: list(struct(() => ({ jsonPath: STRING }))),
}));

/** The type of the metadata of any object. */
export const METADATA_TYPE: GoType = struct(() => ({
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: STRING,
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64_POINTER,
  labels: map(STRING),
  annotations: map(STRING),
  ownerReferences: list(
    struct(() => ({
      apiVersion: STRING,
      kind: STRING,
      name: STRING,
      uid: STRING,
      controller: BOOLEAN_POINTER,
      blockOwnerDeletion: BOOLEAN_POINTER,
    })),
  ),
  finalizers: list(STRING),
  managedFields: list(
    struct(() => ({
      manager: STRING,
      operation: STRING,
      apiVersion: STRING,
      time: TIME,
      fieldsType: STRING,
      fieldsV1: ANY_OBJECT,
      subresource: STRING,
    })),
  ),
}));

const STATUS = struct(() => ({
  conditions: list(
    struct(() => ({
      type: STRING,
      status: STRING,
      lastTransitionTime: TIME,
      reason: STRING,
      message: STRING,
      observedGeneration: INT64,
    })),
  ),
  acceptedNames: NAMES,
  storedVersions: list(STRING),
  observedGeneration: INT64,
}));

/** The type of a whole CRD. */
export const CRD_TYPE: GoType = struct(() => ({
  apiVersion: STRING,
  kind: STRING,
  metadata: METADATA_TYPE,
  spec: struct(() => ({
    group: STRING,
    names: NAMES,
    scope: STRING,
    versions: list(VERSION),
    conversion: CONVERSION,
    preserveUnknownFields: BOOLEAN,
  })),
  status: STATUS,
}));
