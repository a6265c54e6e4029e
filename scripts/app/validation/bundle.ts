/** Validates objects of all kinds of a bundle. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { NEWEST_MINOR } from "../../core/model/kubernetes-minor.js";
import { type FieldError, fieldErrorOf } from "../../kubernetes/admission/field-error.js";
import { fieldAt, ROOT } from "../../kubernetes/validation/place.js";
import { asJsonObject } from "./as-json.js";
import { type KindValidator, kindValidator, NOT_AN_OBJECT, type ValidationOptions } from "./kind-validator.js";

/** CRDs for validating many objects. Each version of a kind is compiled when its first object is validated. */
export interface CompiledBundle {
  /** Returns the validator of a served version of a kind, or undefined if the bundle does not serve it. */
  readonly kind: (apiVersion: string, kind: string) => KindValidator | undefined;
  /**
   * Returns the errors of an object, like the function of its kind. An object whose kind the bundle does not serve in
   * its version has an error.
   */
  readonly validate: (value: unknown, options?: ValidationOptions) => FieldError[];
}

/**
 * Compiles the CRDs of a bundle, which must be CRDs that the API server accepts. `kubernetes` is the minor version of the
 * API server, such as `1.34`. Throws a RangeError if the rules of that version are not known.
 */
export function compileBundle(crds: readonly JsonObject[], kubernetes: string = NEWEST_MINOR): CompiledBundle {
  // If several CRDs define a kind, the first one is used, as by the command.
  const validators = new Map(crds.flatMap((crd) => validatorsOf(crd, kubernetes)).reverse());
  const find = (apiVersion: unknown, kind: unknown) => validators.get(keyOf(apiVersion, kind));
  return {
    kind: find,
    validate: (value, options) => {
      const object = asJsonObject(value);
      if (!object) return [NOT_AN_OBJECT];
      const { apiVersion = null, kind = null } = object;
      return find(apiVersion, kind)?.validate(value, options) ?? [unknownKind(apiVersion, kind)];
    },
  };
}

function validatorsOf(crd: JsonObject, kubernetes: string): [key: string, validator: KindValidator][] {
  const { group = "", names, versions } = isJsonObject(crd.spec) ? crd.spec : {};
  const { kind = "" } = isJsonObject(names) ? names : {};
  const served = isJsonArray(versions)
    ? versions.filter(isJsonObject).filter((version) => version.served === true)
    : [];
  return served.map(({ name = "" }) => {
    const validator = kindValidator(() => crd, String(name), kubernetes);
    return [keyOf(`${group}/${name}`, kind), validator];
  });
}

/** Returns the key of a kind in a version. Unlike a concatenation, it is unique for any value. */
function keyOf(apiVersion: unknown, kind: unknown): string {
  return JSON.stringify([apiVersion, kind]);
}

function unknownKind(apiVersion: Json, kind: Json): FieldError {
  const isNamed = typeof apiVersion === "string" && typeof kind === "string";
  if (!isNamed)
    return fieldErrorOf({ type: "FieldValueRequired", place: ROOT, problem: "apiVersion and kind must be set" });
  const problem = `the bundle does not serve this kind in ${apiVersion}`;
  return fieldErrorOf({ type: "FieldValueNotSupported", place: fieldAt(ROOT, "kind"), value: kind, problem });
}
