/**
 * The library for programs that validate custom resources, `crd-bundle/validation`. It loads neither the reader of types
 * nor a parser for YAML.
 */

export type { Admission } from "../../kubernetes/admission/admit.js";
export type { FieldError } from "../../kubernetes/admission/field-error.js";
export { type CompiledBundle, compileBundle } from "./bundle.js";
export { InvalidObjectError } from "./invalid-object-error.js";
export { type KindValidator, kindValidator, type ValidationOptions } from "./kind-validator.js";
