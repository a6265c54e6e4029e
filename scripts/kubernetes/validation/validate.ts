/**
 * Validates a value against a schema, like the API server before any CEL rule: types, bounds, patterns, formats,
 * required and unknown fields, list types. The value is the stored one: nulls that are not allowed are dropped and
 * defaults are set, except those of map keys, which are looked up here. The schema must be structural.
 *
 * Source: apiextensions-apiserver pkg/apiserver/validation and schema/{listtype,pruning,objectmeta}, and kube-openapi
 * pkg/validation/validate. One of its oddities is not reproduced: for an int-or-string, it accepts a fraction within a
 * billionth of an integer.
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import {
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { isOfFormat, textFormatOf } from "../formats/formats.js";
import { isInt64 } from "../int64.js";
import { matchesPattern } from "../re2/pattern.js";
import type { Correlation } from "./correlation.js";
import { embeddedProblems, isImplied } from "./embedded.js";
import { enumProblem, isMember } from "./enums.js";
import { listTypeProblem } from "./list-types.js";
import { numberProblems } from "./numbers.js";
import { fieldAt, itemAt, type Place, pathInWords, ROOT } from "./place.js";
import type { Violation } from "./violation.js";

/**
 * Error in a value. `path` is relative to the root of the value, such as `.spec.ports[0]`; it is empty for the root
 * itself.
 */
interface ValidationError {
  readonly path: string;
  readonly problem: string;
}

/** Returns all errors in a value. Unknown fields are always errors here, even if the schema preserves them. */
export function validationErrors(schema: StructuralSchema, value: Json): ValidationError[] {
  return errorsOf(new Validation({ declares: true, embeds: true }).of(schema, value));
}

/**
 * Returns all errors in a custom resource under the schema of its version. It has apiVersion, kind and metadata even if
 * they are not declared. Only the constraints of the schema apply to the metadata.
 */
export function resourceErrors(schema: StructuralSchema, resource: JsonObject): ValidationError[] {
  return validationErrors({ ...schema, "x-kubernetes-embedded-resource": true }, resource);
}

/**
 * Reports whether a value matches a branch of `allOf`, `anyOf` or `oneOf`, or `not`. A branch only constrains values
 * and does not declare fields.
 */
export function isValidInBranch(branch: StructuralSchema, value: Json): boolean {
  return keywordErrors(branch, value).length === 0;
}

/**
 * Returns the errors in a value that is not stored yet, such as a default: neither its unknown fields nor the items that
 * its list types exclude.
 */
export function keywordErrors(schema: StructuralSchema, value: Json): ValidationError[] {
  return errorsOf(new Validation({ declares: false, embeds: true }).of(schema, value));
}

/**
 * Returns the violations of the keywords of a schema, in the order of the fields of the value. With `correlation`, those
 * in values that an update does not change are omitted.
 */
export function keywordViolations(
  schema: StructuralSchema,
  value: Json,
  correlation?: Correlation,
  place?: Place,
): readonly Violation[] {
  return new Validation({ declares: false, embeds: false }).of(schema, value, correlation, place);
}

function errorsOf(violations: readonly Violation[]): ValidationError[] {
  return violations.map(({ type, place, problem }) =>
    type === "FieldValueRequired"
      ? { path: pathInWords(place?.parent), problem: `"${place?.step}" is required` }
      : { path: pathInWords(place), problem },
  );
}

/** Reports whether a schema accepts any object: it declares no fields and preserves undeclared ones. */
export function isFreeForm(schema: StructuralSchema): boolean {
  const { properties, additionalProperties } = schema;
  const hasShape = properties !== undefined || additionalProperties !== undefined;
  return keepsUnknownFields(schema) && !hasShape;
}

interface Checks {
  /** Reports unknown fields and items that a list type excludes. */
  readonly declares: boolean;
  /** Reports embedded resources that are incomplete. */
  readonly embeds: boolean;
}

/** Checks of a branch of allOf, anyOf or oneOf, or of not. */
const IN_BRANCH: Checks = { declares: false, embeds: false };

class Validation {
  readonly #violations: Violation[] = [];
  #root: Place | undefined = ROOT;

  constructor(readonly checks: Checks) {}

  of(schema: StructuralSchema, value: Json, correlation?: Correlation, place?: Place): readonly Violation[] {
    this.#root = place;
    this.#check(schema, value, place, { declares: this.checks.declares, correlation });
    return this.#violations;
  }

  tried(branch: StructuralSchema, value: Json, place: Place | undefined): Tried {
    const matched = this.#check(branch, value, place, { declares: false, correlation: undefined });
    return { violations: this.#violations, matched };
  }

  /**
   * Checks a value. Returns how many parts of the schema applied to it, by which the API server chooses the branch of
   * anyOf or oneOf whose errors it reports. Source: kube-openapi, pkg/validation/validate/result.go (MatchCount).
   */
  #check(schema: StructuralSchema, value: Json, place: Place | undefined, context: Context): number {
    const found = this.#violations.length;
    const matched = this.#checkOwn(schema, value, place, context);
    if (this.#violations.length > found && context.correlation?.isUnchanged) this.#violations.length = found;
    return matched;
  }

  #checkOwn(schema: StructuralSchema, value: Json, place: Place | undefined, context: Context): number {
    const wrongType = this.#typeProblem(schema, value);
    if (wrongType !== undefined) {
      this.#report({ type: "FieldValueTypeInvalid", place, problem: wrongType, value });
      if (this.#isOwn) return 0;
      // The API server also validates the range of the type, and names no field.
      if (typeof value === "number" && schema.type === "integer") {
        this.#report({ type: "FieldValueInvalid", place, problem: wrongType, value, isOfRoot: true });
      }
    }
    this.#checkEnum(schema, value, place);
    const ofType = wrongType === undefined ? 1 : 0;
    if (value === null) return ofType;
    const isTyped = schema.type !== undefined || isIntOrString(schema) || schema.format !== undefined;
    if (context.declares) this.#checkListType(schema, value, place);
    const content = wrongType === undefined ? this.#checkContent(schema, value, place, context) : 1;
    const branches = this.#checkBranches(schema, value, place);
    // The result itself, the validator of enums, and that of branches.
    return (isTyped ? 1 + ofType : 0) + content + branches + 3;
  }

  /** True for checks of this project. They report a value of the wrong type once. */
  get #isOwn(): boolean {
    return this.checks.declares || this.checks.embeds;
  }

  #typeProblem(schema: StructuralSchema, value: Json): string | undefined {
    if (value === null) return nullProblem(schema);
    return !this.#isOwn && isAcceptedByFormat(schema, value) ? undefined : typeProblem(schema, value);
  }

  #report(violation: Violation): void {
    this.#violations.push(violation);
  }

  #checkEnum({ enum: values }: StructuralSchema, value: Json, place: Place | undefined): void {
    if (!values || values.length === 0 || isMember(values, value)) return;
    this.#report({ type: "FieldValueNotSupported", place, problem: enumProblem(values), value });
  }

  #checkContent(schema: StructuralSchema, value: Json, place: Place | undefined, context: Context): number {
    if (typeof value === "string") return this.#checkText(schema, value, place);
    if (typeof value === "number") {
      for (const found of numberProblems(schema, value)) {
        this.#report({ type: "FieldValueInvalid", place, value, ...found });
      }
      return 2;
    }
    if (isJsonArray(value)) return this.#checkItems(schema, value, place, context);
    return isJsonObject(value) ? this.#checkFields(schema, value, place, context) : 0;
  }

  /** Unlike the API server, reports both a wrong length and a wrong pattern. */
  #checkText(schema: StructuralSchema, text: string, place: Place | undefined): number {
    const { minLength, maxLength, pattern } = schema;
    const length = minLength === undefined && maxLength === undefined ? 0 : lengthOf(text);
    if (minLength !== undefined && length < minLength) {
      this.#report({ type: "FieldValueInvalid", place, problem: `the minimum length is ${minLength}`, value: text });
    }
    if (maxLength !== undefined && length > maxLength) {
      this.#report({ type: "FieldValueTooLong", place, problem: `the maximum length is ${maxLength}`, value: text });
    }
    if (pattern !== undefined && !matchesPattern(pattern, text)) {
      this.#report({ type: "FieldValueInvalid", place, problem: `must match the pattern ${pattern}`, value: text });
    }
    const format = textFormatOf(schema);
    if (format === undefined) return 1;
    if (!isOfFormat(format, text)) {
      const problem = `must have the format ${schema.format}`;
      this.#report({ type: "FieldValueTypeInvalid", place, problem, value: text });
    }
    return 2;
  }

  /**
   * Validates the items of a list. If the schema does not declare items, the API server prunes all their fields, unless
   * it preserves them.
   */
  #checkItems(schema: StructuralSchema, items: readonly Json[], place: Place | undefined, context: Context): number {
    const { minItems, maxItems } = schema;
    const { declares, correlation } = context;
    this.#checkSize(items.length, minItems, maxItems, "items", place);
    const declared = schema.items ?? (declares && !isFreeForm(schema) ? {} : undefined);
    if (declared === undefined) return 2;
    return items.reduce<number>(
      (matched, item, index) =>
        matched +
        this.#check(declared, item, itemAt(place, index), { declares, correlation: correlation?.item(index) }),
      2,
    );
  }

  #checkFields(schema: StructuralSchema, value: JsonObject, place: Place | undefined, context: Context): number {
    const names = Object.keys(value);
    const { minProperties, maxProperties, required = [] } = schema;
    this.#checkSize(names.length, minProperties, maxProperties, "fields", place);
    if (this.checks.embeds && isEmbeddedResource(schema)) {
      for (const problem of embeddedProblems(value)) this.#report({ type: "FieldValueInvalid", place, problem });
    }
    for (const name of required) {
      if (Object.hasOwn(value, name)) continue;
      this.#report({ type: "FieldValueRequired", place: fieldAt(place, name), problem: "", value: null });
    }
    return names.reduce((matched, name) => matched + this.#checkField(schema, name, value, place, context), 1);
  }

  #checkField(
    schema: StructuralSchema,
    name: string,
    object: JsonObject,
    place: Place | undefined,
    { declares, correlation }: Context,
  ): number {
    const value = object[name] as Json;
    const declared = fieldSchema(schema, name);
    const implied = isImplied(schema, name);
    const at = fieldAt(place, name);
    if (isJsonObject(declared)) {
      // The type of an object in a request is always that of its version. The API server takes a status for an object.
      const isType = place === this.#root && (name === "apiVersion" || name === "kind");
      const inner = { declares: declares && !implied, correlation: isType ? undefined : correlation?.field(name) };
      return this.#check(declared, value, at, inner);
    }
    if (!declares || isFreeForm(schema) || implied) return 0;
    // Any value is valid here, but the fields of objects inside it are not declared, so the API server prunes them.
    if (declared === true) return this.#check({}, value, at, { declares, correlation: undefined });
    this.#report({ type: "FieldValueInvalid", place, problem: `"${name}" is not a field of the schema` });
    return 0;
  }

  #checkSize(
    size: number,
    least: number | undefined,
    most: number | undefined,
    what: string,
    place: Place | undefined,
  ): void {
    if (least !== undefined && size < least) {
      const problem = `the minimum number of ${what} is ${least}`;
      this.#report({ type: "FieldValueInvalid", place, problem, value: size });
    }
    if (most !== undefined && size > most) {
      const problem = `the maximum number of ${what} is ${most}`;
      this.#report({ type: "FieldValueTooMany", place, problem, value: size });
    }
  }

  #checkListType(schema: StructuralSchema, value: Json, place: Place | undefined): void {
    for (const problem of listTypeProblem(schema, value)) {
      this.#report({ type: "FieldValueInvalid", place, problem });
    }
  }

  /**
   * Checks the branches of a schema. For allOf, the API server reports the errors of all branches; for anyOf and oneOf,
   * those of the branch of which most parts applied.
   */
  #checkBranches(schema: StructuralSchema, value: Json, place: Place | undefined): number {
    const { allOf = [], anyOf = [], oneOf = [], not } = schema;
    let matched = 1;
    if (anyOf.length > 0) {
      const tried = firstUntilValid(anyOf, value, place);
      const valid = tried.find(isValid);
      if (!valid) this.#reportBranch("must match at least one schema of anyOf", place);
      matched += this.#merge(valid ?? closest(tried));
    }
    if (oneOf.length > 0) {
      const tried = oneOf.map((branch) => inBranch(branch, value, place));
      const valid = tried.filter(isValid);
      if (valid.length !== 1) this.#reportBranch("must match exactly one schema of oneOf", place);
      if (valid.length < 2) matched += this.#merge(valid[0] ?? closest(tried));
    }
    if (allOf.length > 0) {
      const tried = allOf.map((branch) => inBranch(branch, value, place));
      if (!tried.every(isValid)) this.#reportBranch("must match all schemas of allOf", place);
      for (const each of tried) matched += this.#merge(each);
    }
    if (not && isValid(inBranch(not, value, place))) {
      this.#reportBranch("must not match the schema under not", place);
    }
    return matched;
  }

  #reportBranch(problem: string, place: Place | undefined): void {
    this.#report({ type: "FieldValueInvalid", place, problem, isOfRoot: true });
  }

  /** Adds the violations in a branch. The errors of the project's own checks name only the keyword with the branches. */
  #merge({ violations, matched }: Tried): number {
    // There can be more violations than a function can have arguments.
    if (!this.#isOwn) for (const violation of violations) this.#violations.push(violation);
    return matched;
  }
}

interface Context {
  /** True if the schema declares the fields of the value. Otherwise, it only constrains them. */
  readonly declares: boolean;
  readonly correlation: Correlation | undefined;
}

/** Result of a branch. */
interface Tried {
  readonly violations: readonly Violation[];
  readonly matched: number;
}

function inBranch(branch: StructuralSchema, value: Json, place: Place | undefined): Tried {
  return new Validation(IN_BRANCH).tried(branch, value, place);
}

/** Tries the branches of anyOf up to the first one that is valid. */
function firstUntilValid(branches: readonly StructuralSchema[], value: Json, place: Place | undefined): Tried[] {
  const tried: Tried[] = [];
  for (const branch of branches) {
    const each = inBranch(branch, value, place);
    tried.push(each);
    if (isValid(each)) break;
  }
  return tried;
}

function isValid({ violations }: Tried): boolean {
  return violations.length === 0;
}

/** Returns the first of the results with the most parts that applied. */
function closest(tried: readonly Tried[]): Tried {
  return tried.reduce((best, each) => (each.matched > best.matched ? each : best));
}

function nullProblem(schema: StructuralSchema): string | undefined {
  const isTyped = schema.type !== undefined || isIntOrString(schema);
  return isTyped && schema.nullable !== true ? "must not be null" : undefined;
}

/** Returns the condition of the type of a schema that a value does not meet, if there is one. */
export function typeProblem(schema: StructuralSchema, value: Json): string | undefined {
  if (isIntOrString(schema)) {
    return isWholeNumber(value) || typeof value === "string" ? undefined : "must be an integer or a string";
  }
  const { type } = schema;
  if (type === undefined) {
    const format = typeof value === "string" || Array.isArray(value) ? undefined : textFormatOf(schema);
    return format === undefined ? undefined : `must be a string of the format ${schema.format}`;
  }
  if (TYPES[type]?.(value) ?? typeof value === type) return undefined;
  return `must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

/**
 * Reports whether a value is accepted because of the format, whatever the type: a list where the schema expects a string
 * with a format. Source: kube-openapi, pkg/validation/validate/type.go.
 */
function isAcceptedByFormat(schema: StructuralSchema, value: Json): boolean {
  const { type } = schema;
  if (typeof value !== "string" && !Array.isArray(value)) return false;
  return type !== "number" && type !== "integer" && !isIntOrString(schema) && textFormatOf(schema) !== undefined;
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  integer: isWholeNumber,
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

function isWholeNumber(value: Json): boolean {
  return typeof value === "number" && isInt64(value);
}

/** Returns the length in code points, as Go counts it. */
function lengthOf(value: string): number {
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Returns the schema of a field: `true` if it accepts any value, undefined if the field is not declared. */
export function fieldSchema(
  { properties, additionalProperties }: StructuralSchema,
  name: string,
): StructuralSchema | boolean | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}
