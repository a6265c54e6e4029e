/**
 * Validates the metadata of objects. Source: apimachinery, pkg/api/validation/objectmeta.go, and k8s.io/apiserver,
 * pkg/registry/rest.
 */
import type { JsonObject } from "../../core/model/json.js";
import { DNS_1123_LABEL, LABEL_LIMIT, subdomainProblem } from "../../core/model/names.js";
import type { Metadata } from "../crd/crd.js";
import { newFinalizerProblems, objectMetaProblems } from "../crd/metadata.js";
import type { CrdProblem } from "../crd/problem.js";
import { embeddedMetadataProblems } from "../crd/schema/embedded-metadata.js";
import { fieldAt, itemAt, keyAt, type Place, stepsTo } from "../validation/place.js";
import type { ErrorType, Violation } from "../validation/violation.js";
import type { FieldError } from "./field-error.js";
import { fieldErrorOf } from "./field-error.js";

/** Metadata with the fields that every object has, decoded. */
export type ObjectMeta = Metadata & {
  readonly uid?: string;
  readonly creationTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
};

/** Returns the errors in the metadata of a new object. A missing namespace is that of the request. */
export function createErrors(meta: ObjectMeta, place: Place): FieldError[] {
  const { name, generateName } = meta;
  const errors: Violation[] = [];
  const report = (field: string, value: string | undefined, problem: string, type: ErrorType = "FieldValueInvalid") =>
    errors.push({ type, place: fieldAt(place, field), problem, ...(value !== undefined && { value }) });
  if (generateName !== undefined) {
    const problem = subdomainProblem(withoutLastHyphen(generateName));
    if (problem !== undefined) report("generateName", generateName, problem);
  }
  const named = name ?? generatedName(generateName);
  if (named === undefined) {
    report("name", undefined, "name or generateName is required", "FieldValueRequired");
  } else {
    const problem = subdomainProblem(named);
    if (problem !== undefined) report("name", named, problem);
  }
  return [...errors.map((error) => fieldErrorOf(error)), ...namespaceErrors(meta, place), ...commonErrors(meta, place)];
}

/** Returns the errors in the metadata of an update. Names that one of the objects lacks are those of the other one. */
export function updateErrors(meta: ObjectMeta, old: ObjectMeta, place: Place): FieldError[] {
  const names = (["name", "namespace", "uid"] as const).filter(
    (field) => meta[field] !== undefined && old[field] !== undefined && meta[field] !== old[field],
  );
  // Only a deletion sets these fields.
  const ofDeletion = (["deletionTimestamp", "deletionGracePeriodSeconds"] as const).filter(
    (field) => meta[field] !== old[field],
  );
  return [
    ...[...names, ...ofDeletion].map((field) => {
      const value = meta[field] ?? "";
      return fieldErrorOf({ type: "FieldValueInvalid", place: fieldAt(place, field), value, problem: IMMUTABLE });
    }),
    ...commonErrors(meta, place),
    ...newFinalizerErrors(meta, old, place),
  ];
}

/** Random characters that the API server appends to a prefix. */
const SUFFIX = "bcdfg";
/** Source: k8s.io/apiserver, pkg/storage/names/generate.go (MaxGeneratedNameLength). */
const LONGEST_PREFIX = 58;

/** Returns a name that the API server could generate, which it does before it validates the object. */
export function generatedName(prefix: string | undefined): string | undefined {
  return prefix === undefined ? undefined : `${prefix.slice(0, LONGEST_PREFIX)}${SUFFIX}`;
}

const IMMUTABLE = "must not change";

/** Returns the errors in the metadata of an embedded resource. */
export function embeddedErrors(meta: ObjectMeta, place: Place): FieldError[] {
  return embeddedMetadataProblems(meta).map((problem) => errorOf(problem, meta, place));
}

function namespaceErrors({ namespace }: ObjectMeta, place: Place): FieldError[] {
  if (namespace === undefined) return [];
  if (DNS_1123_LABEL.test(namespace) && namespace.length <= LABEL_LIMIT) return [];
  const problem = `must be a DNS label in lowercase, of at most ${LABEL_LIMIT} characters`;
  const at = fieldAt(place, "namespace");
  return [fieldErrorOf({ type: "FieldValueInvalid", place: at, value: namespace, problem })];
}

/** Labels, annotations, owners and finalizers. */
function commonErrors(meta: ObjectMeta, place: Place): FieldError[] {
  return objectMetaProblems(meta).map((problem) => errorOf(problem, meta, place));
}

/** Finalizers that an update adds to an object that is being deleted. */
function newFinalizerErrors(meta: ObjectMeta, old: ObjectMeta, place: Place): FieldError[] {
  const problems = newFinalizerProblems(meta, old);
  return problems.map((problem) => ({ ...errorOf(problem, meta, place), type: "FieldValueForbidden" }));
}

/** The maps whose errors the API server reports for the whole map, and lists whose items it does not name. */
const REPORTED_WHOLE: ReadonlySet<string | number | undefined> = new Set(["labels", "annotations", "finalizers"]);

/** Returns the error of a problem whose path starts with `metadata`. */
function errorOf({ code, args, path }: CrdProblem, meta: ObjectMeta, metadata: Place): FieldError {
  const [, field, ...rest] = path;
  const isWhole = REPORTED_WHOLE.has(field);
  const top = fieldAt(metadata, String(field));
  const exact = rest.reduce<Place>((place, step) => stepFrom(place, step, isWhole), top);
  const type = typeOf(code, field, rest);
  const value = (meta as JsonObject)[String(field)];
  const isLarge = type === "FieldValueTooLong" || type === "FieldValueRequired";
  const problem = typeof args.problem === "string" ? args.problem : "";
  const error = fieldErrorOf({ type, place: isWhole ? top : exact, problem, ...(!isLarge && value && { value }) });
  return { ...error, path: stepsTo(exact) };
}

function stepFrom(place: Place, step: string | number, isKey: boolean): Place {
  if (typeof step === "number") return itemAt(place, step);
  return isKey ? keyAt(place, step) : fieldAt(place, step);
}

function typeOf(code: string, field: string | number | undefined, rest: CrdProblem["path"]): ErrorType {
  if (code === "crd-field-required") return "FieldValueRequired";
  if (field === "managedFields" && rest.at(-1) === "operation") return "FieldValueNotSupported";
  return field === "annotations" && rest.length === 0 ? "FieldValueTooLong" : "FieldValueInvalid";
}

/** Returns a prefix as if it were a name. Source: apimachinery, pkg/api/validation/generic.go (maskTrailingDash). */
function withoutLastHyphen(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}
