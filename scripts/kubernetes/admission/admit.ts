/**
 * Decides whether the API server accepts an object, without a cluster. Source: apiextensions-apiserver,
 * pkg/registry/customresource (strategy.go, status_strategy.go, validator.go), and k8s.io/apiserver, pkg/registry/rest.
 */
import { isTooDeep, MAX_DEPTH } from "../../core/model/depth.js";
import { isJsonObject, type Json, type JsonObject, objectIn } from "../../core/model/json.js";
import { newDefaultBudget, withDefaults } from "../validation/as-stored.js";
import { Correlation } from "../validation/correlation.js";
import { listTypeViolations } from "../validation/list-types.js";
import { fieldAt, type Place, ROOT, type ValuePath } from "../validation/place.js";
import { ETCD_LIMIT, isLargerThan } from "../validation/sizes.js";
import { keywordViolations } from "../validation/validate.js";
import type { ErrorType, Violation } from "../validation/violation.js";
import type { CompiledVersion } from "./compile-version.js";
import { embeddedResourceErrors } from "./embedded-resources.js";
import { type FieldError, fieldErrorOf } from "./field-error.js";
import { createErrors, generatedName, type ObjectMeta, updateErrors } from "./object-meta.js";
import { ruleErrors } from "./rule-errors.js";
import { scaleErrors } from "./scale.js";
import { createdObject, updatedObject } from "./server-metadata.js";
import { prunedObject, type ReadObject, readObject } from "./stored-object.js";

/** Request for a new object or, with `old`, for the update of an object. */
export interface AdmissionRequest {
  readonly object: JsonObject;
  /** The stored object that an update replaces, in any version of the same resource. */
  readonly old?: JsonObject | undefined;
  /** Set for an update of the status. If there is no old object, it is the object without its status. */
  readonly subresource?: "status" | undefined;
}

export interface Reviewed {
  readonly object: JsonObject;
  readonly oldObject?: JsonObject;
}

export interface Admission {
  /** The object as the API server would return it: with defaults, without unknown fields that are not preserved. */
  readonly object: JsonObject;
  /** The object before it is stored, and the stored one in an update, as admission policies see them. */
  readonly reviewed: Reviewed;
  /** The fields that the schema does not declare, whether they are preserved or not. */
  readonly unknown: readonly ValuePath[];
  /** The errors for which the API server rejects the request. Empty if it accepts the request. */
  readonly errors: readonly FieldError[];
}

const METADATA: Place = fieldAt(ROOT, "metadata");
const STATUS: Place = fieldAt(ROOT, "status");

/**
 * Returns the decision about a request, with all errors that the API server would return. Changes none of its objects. If
 * the old object is of another version, only its apiVersion is converted, as without a webhook.
 */
export function admit(version: CompiledVersion, { object, old, subresource }: AdmissionRequest): Admission {
  const problem = sizeError(object) ?? (old && isTooDeep(old) ? TOO_DEEP : undefined);
  const typeErrors = problem ? [problem] : typeErrorsOf(version, object);
  if (typeErrors.length > 0) return rejected(object, [], typeErrors);
  const sent = readObject(version.schema, object);
  if (sent.errors.length > 0) return rejected(sent.object, sent.unknown, sent.errors);
  if (old === undefined && !subresource) return admitCreate(version, sent);
  const before = old ? { ...old, apiVersion: `${version.group}/${version.version}` } : without(object, "status");
  const stored = readObject(version.schema, before);
  return subresource ? admitStatus(version, sent, stored) : admitUpdate(version, sent, stored);
}

/** Decision about a request that is rejected before the object is validated. */
function rejected(object: JsonObject, unknown: readonly ValuePath[], errors: readonly FieldError[]): Admission {
  return { object, reviewed: { object }, unknown, errors };
}

const TOO_DEEP: FieldError = fieldErrorOf({
  type: "FieldValueInvalid",
  place: ROOT,
  problem: `must not be nested more than ${MAX_DEPTH} levels deep`,
});

/** Most bytes of a request. Source: k8s.io/apiserver, pkg/server/config.go (MaxRequestBodyBytes). */
const MOST_BYTES = 3 * 1024 * 1024;

const TOO_LARGE: FieldError = fieldErrorOf({
  type: "FieldValueTooLong",
  place: ROOT,
  problem: `must have at most ${MOST_BYTES} bytes as JSON`,
});

const TOO_LARGE_TO_STORE: FieldError = fieldErrorOf({
  type: "FieldValueTooLong",
  place: ROOT,
  problem: `must have at most ${ETCD_LIMIT} bytes as JSON with its defaults, the limit of etcd`,
});

function sizeError(object: JsonObject): FieldError | undefined {
  if (isTooDeep(object)) return TOO_DEEP;
  return isLargerThan(MOST_BYTES, object) ? TOO_LARGE : undefined;
}

function typeErrorsOf({ group, version, kind }: CompiledVersion, object: JsonObject): FieldError[] {
  const expected = { kind, apiVersion: `${group}/${version}` };
  return Object.entries(expected).flatMap(([field, wanted]) => {
    const { [field]: value = null } = object;
    if (value === wanted) return [];
    return [
      fieldErrorOf({ type: "FieldValueInvalid", place: fieldAt(ROOT, field), value, problem: `must be ${wanted}` }),
    ];
  });
}

function admitCreate(version: CompiledVersion, sent: ReadObject): Admission {
  const object = version.hasStatus ? without(sent.object, "status") : sent.object;
  const given = createdObject(withScopedMetadata(version, object));
  const named = withGeneratedName(given);
  const errors = validated(version, {
    object: named,
    errors: [
      ...createErrors(metadataOf(given), METADATA),
      ...keywordViolations(version.schema, named).map((violation) => fieldErrorOf(violation)),
      ...scaleErrors(version.scale, given),
    ],
    repeated: listTypeViolations(version.schema, given),
  });
  return { object: served(version, given), reviewed: { object: given }, unknown: sent.unknown, errors };
}

/**
 * Returns an object as the API server returns it after it has stored it: it sets defaults again, such as those of a new
 * status. If another version is stored, the object has only the fields of both versions, and the defaults of the stored one.
 */
function served({ schema, storedSchema }: CompiledVersion, object: JsonObject): JsonObject {
  if (storedSchema) return prunedObject(schema, readObject(storedSchema, object).object);
  const found = withDefaults(schema, object, newDefaultBudget());
  return isJsonObject(found) ? found : object;
}

function admitUpdate(version: CompiledVersion, sent: ReadObject, stored: ReadObject): Admission {
  const { schema, hasStatus, scale } = version;
  const kept = hasStatus ? withField(sent.object, "status", stored.object.status) : sent.object;
  const old = withScopedMetadata(version, stored.object);
  const object = updatedObject(withScopedMetadata(version, kept), old);
  const correlation = new Correlation(schema, object, old);
  const errors = validated(version, {
    object,
    old,
    correlation,
    errors: [
      ...updateErrors(metadataOf(object), metadataOf(old), METADATA),
      ...keywordViolations(schema, object, correlation).map((violation) => fieldErrorOf(violation)),
      ...scaleErrors(scale, object),
    ],
    repeated: listTypeViolations(schema, old).length > 0 ? [] : listTypeViolations(schema, object),
  });
  return { object: served(version, object), reviewed: { object, oldObject: old }, unknown: sent.unknown, errors };
}

/** An update of the status replaces nothing else. */
function admitStatus(version: CompiledVersion, sent: ReadObject, stored: ReadObject): Admission {
  const { schema, hasStatus, scale } = version;
  if (!hasStatus) return rejected(stored.object, sent.unknown, [NO_STATUS]);
  const old = withScopedMetadata(version, stored.object);
  const object = withField(old, "status", sent.object.status);
  const correlation = new Correlation(schema, object, old);
  const declared = schema.properties?.status;
  const ofStatus =
    declared && object.status !== undefined
      ? keywordViolations(declared, object.status, correlation.field("status"), STATUS)
      : [];
  const errors = validated(version, {
    object,
    old,
    correlation,
    isStatus: true,
    errors: [
      ...updateErrors(metadataOf(old), metadataOf(old), METADATA),
      ...ofStatus.map((violation) => fieldErrorOf(violation, STATUS)),
      ...scaleErrors(scale, object, "status"),
    ],
    repeated: listTypeViolations(schema, old).length > 0 ? [] : listTypeViolations(schema, object),
  });
  const unknown = sent.unknown.filter(([first]) => first === "status");
  return { object, reviewed: { object, oldObject: old }, unknown, errors };
}

const NO_STATUS: FieldError = fieldErrorOf({
  type: "FieldValueForbidden",
  place: STATUS,
  problem: "the version has no status subresource",
});

interface Validated {
  readonly object: JsonObject;
  readonly old?: JsonObject;
  readonly correlation?: Correlation;
  readonly isStatus?: true;
  /** The errors in the metadata, in the schema and in the scale. */
  readonly errors: readonly FieldError[];
  /** The repeated items of lists. */
  readonly repeated: readonly Violation[];
}

/**
 * Adds the errors of embedded resources and of rules. The API server evaluates no rules for an object of wrong types. An
 * object without errors can be too large to be stored.
 */
function validated(version: CompiledVersion, { object, old, correlation, isStatus, errors, repeated }: Validated) {
  const embedded = isStatus ? [] : embeddedResourceErrors(version.schema, object);
  const before = [...errors, ...embedded, ...repeated.map((violation) => fieldErrorOf(violation))];
  if (before.some(({ type }) => BLOCKING.has(type))) return version.rules ? [...before, UNCHECKED_RULES] : before;
  const ofRules = version.rules ? ruleErrors(version.rules, { value: object, old, correlation }) : [];
  const all = [...before, ...ofRules];
  return all.length === 0 && isLargerThan(ETCD_LIMIT, object) ? [TOO_LARGE_TO_STORE] : all;
}

const BLOCKING: ReadonlySet<ErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

/** Error that accompanies others, because of which the rules were not evaluated. */
export const UNCHECKED_RULES: FieldError = fieldErrorOf({
  type: "FieldValueInvalid",
  place: ROOT,
  value: null,
  problem: "the validation rules are evaluated only after the other errors are corrected",
});

/** Removes the namespace of an object that cannot have one, as the API server does. */
function withScopedMetadata({ isNamespaced }: CompiledVersion, object: JsonObject): JsonObject {
  const { metadata } = object;
  if (isNamespaced || !isJsonObject(metadata) || metadata.namespace === undefined) return object;
  return { ...object, metadata: without(metadata, "namespace") };
}

/** Returns the metadata of an object that was read. */
function metadataOf(object: JsonObject): ObjectMeta {
  return objectIn(object, "metadata");
}

/** Adds the name that the API server generates, because rules can read it. */
function withGeneratedName(object: JsonObject): JsonObject {
  const { name, generateName } = metadataOf(object);
  const generated = generatedName(generateName);
  if (name !== undefined || generated === undefined) return object;
  return { ...object, metadata: { ...objectIn(object, "metadata"), name: generated } };
}

function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  return value === undefined ? without(object, name) : { ...object, [name]: value };
}

function without(object: JsonObject, name: string): JsonObject {
  if (object[name] === undefined) return object;
  const { [name]: _, ...rest } = object;
  return rest;
}
