/** Validates the objects of one version of a kind, as the API server does. */

import type { JsonObject } from "../../core/model/json.js";
import { isKnownMinor, KNOWN_MINORS, minorOf } from "../../core/model/kubernetes-minor.js";
import { once } from "../../core/once.js";
import { type Admission, admit } from "../../kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../kubernetes/admission/compile-version.js";
import { type FieldError, fieldErrorOf } from "../../kubernetes/admission/field-error.js";
import { ROOT } from "../../kubernetes/validation/place.js";
import { asJsonObject } from "./as-json.js";
import { InvalidObjectError } from "./invalid-object-error.js";
import { notJson } from "./not-json.js";
import { untypedParts } from "./untyped-parts.js";

/** Request in which the API server validates an object. */
export interface ValidationOptions {
  /** Stored object that the request replaces. If omitted, the request creates the object. */
  readonly old?: unknown;
  /** Subresource that the request writes. If omitted, the request writes the main resource. */
  readonly subresource?: "status";
}

/** Functions for the objects of one version of a kind. They do not change the objects, and need no `this`. */
export interface KindValidator {
  /**
   * Returns the decision of the API server about one request: the errors, the unknown fields, and the object as the API
   * server would store it. As in a cluster, a request that creates an object ignores its status. Throws a TypeError if
   * the old object is not an object.
   */
  readonly admit: (value: unknown, options?: ValidationOptions) => Admission;
  /**
   * Returns the errors of an object. Without an old object and a subresource, these are the errors of creating the object
   * and of writing its status, as for an object that was read from a cluster. Throws a TypeError if the old object is not
   * an object.
   */
  readonly validate: (value: unknown, options?: ValidationOptions) => FieldError[];
  /**
   * Throws an `InvalidObjectError` if `validate` returns errors, or if the object does not have the type of its kind: if
   * it lacks a required field that only a default sets, has a null, or a value that JSON cannot express, such as a date.
   */
  readonly assert: (value: unknown) => void;
}

/**
 * Returns the validator of a version of a kind. `load` returns the CRD, which must be one that the API server accepts;
 * the first validation loads and compiles it. `kubernetes` is the minor version of the API server, such as `1.34`.
 * Throws a RangeError if the rules of that version are not known, and in the first validation if the CRD does not have
 * the version of the kind.
 */
export function kindValidator(load: () => JsonObject, version: string, kubernetes: string): KindValidator {
  if (!isKnownMinor(kubernetes)) throw new RangeError(`the version of Kubernetes must be ${KNOWN_MINORS}`);
  const compiled = once(() => compile(load(), version, minorOf(kubernetes)));
  return {
    admit: (value, options) => {
      const object = asJsonObject(value);
      // The objects share defaults with the schema, which the caller must not be able to change.
      return structuredClone(object ? request(compiled(), object, options) : NO_OBJECT);
    },
    validate: (value, options) => {
      const object = asJsonObject(value);
      return object ? errorsOf(compiled(), object, options) : [NOT_AN_OBJECT];
    },
    assert: (value) => {
      const object = asJsonObject(value);
      const errors = object ? errorsOf(compiled(), object) : [NOT_AN_OBJECT];
      const found = object && errors.length === 0 ? typeErrors(compiled(), value, object) : errors;
      if (found.length > 0) throw new InvalidObjectError(compiled().kind, value, found);
    },
  };
}

/** Error of a value that cannot be an object of any kind. */
export const NOT_AN_OBJECT: FieldError = fieldErrorOf({
  type: "FieldValueInvalid",
  place: ROOT,
  problem: "must be an object that JSON can express",
});

const NO_OBJECT: Admission = { object: {}, reviewed: { object: {} }, unknown: [], errors: [NOT_AN_OBJECT] };

function compile(crd: JsonObject, version: string, minor: number): CompiledVersion {
  const compiled = compileVersion(crd, version, minor);
  if (!compiled) throw new RangeError(`the CRD has no version ${version}`);
  return compiled;
}

function request(version: CompiledVersion, object: JsonObject, options: ValidationOptions = {}): Admission {
  const { old, subresource } = options;
  const stored = old === undefined ? undefined : asJsonObject(old);
  if (old !== undefined && !stored) throw new TypeError("the stored object must be an object");
  return admit(version, { object, old: stored, subresource });
}

function errorsOf(version: CompiledVersion, object: JsonObject, options: ValidationOptions = {}): FieldError[] {
  const errors = [...request(version, object, options).errors];
  const isWhole = options.old === undefined && options.subresource === undefined;
  if (!isWhole || !version.hasStatus || object.status === undefined) return errors;
  // Creating an object ignores its status, so writing the status is another request.
  const ofStatus = admit(version, { object, subresource: "status" }).errors;
  const known = new Set(errors.map(inWords));
  return [...errors, ...ofStatus.filter((error) => !known.has(inWords(error)))];
}

function inWords({ field, message }: FieldError): string {
  return `${field}: ${message}`;
}

/** Returns the errors of a value that does not have the type of its kind, although the API server accepts it as JSON. */
function typeErrors({ schema }: CompiledVersion, value: unknown, { metadata: _, ...json }: JsonObject): FieldError[] {
  return [
    ...notJson(value, json, TYPED_BY_CLIENT).map((place) =>
      fieldErrorOf({ type: "FieldValueTypeInvalid", place, problem: "must be a value that JSON can express" }),
    ),
    ...untypedParts(schema, json).map(({ place, problem }) =>
      fieldErrorOf({
        type: problem === undefined ? "FieldValueRequired" : "FieldValueTypeInvalid",
        place,
        problem: problem ?? UNSET,
      }),
    ),
  ];
}

/** The type of the metadata is that of the client, which can contain dates. */
const TYPED_BY_CLIENT = "metadata";

const UNSET = "only the API server sets or drops this value";
