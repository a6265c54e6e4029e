/** Errors of validation rules. Source: apiextensions-apiserver, pkg/apiserver/schema/cel/validation.go. */
import type { StructuralSchema, ValidationRule } from "../../core/model/schema.js";
import { findField } from "../crd/field-path.js";
import { fieldAt, keyAt, type Place } from "../validation/place.js";
import { type BrokenRule, brokenRules, type RuleValidator } from "../validation/rules.js";
import type { ErrorType } from "../validation/violation.js";
import { type FieldError, fieldErrorOf } from "./field-error.js";

/** Returns the errors of the rules that an object does not follow. */
export function ruleErrors(rules: RuleValidator, part: Parameters<typeof brokenRules>[1]): FieldError[] {
  return brokenRules(rules, part).map(errorOf);
}

function errorOf({ rule, schema, place, value, failure, message }: BrokenRule): FieldError {
  const name = ruleName(rule);
  if (failure !== undefined) {
    const problem = `${failure} in the rule: ${name}`;
    return fieldErrorOf({ type: "FieldValueInvalid", place, value: String(schema.type ?? ""), problem });
  }
  const isCompound = schema.type === "object" || schema.type === "array";
  const type = REASONS.find((reason) => reason === rule.reason) ?? "FieldValueInvalid";
  const problem = type === "FieldValueDuplicate" ? "" : (message ?? (hasMessage(rule) ? name : `failed rule: ${name}`));
  return fieldErrorOf({ type, place: placeOf(rule, schema, place), problem, ...(!isCompound && { value }) });
}

const REASONS: readonly ErrorType[] = [
  "FieldValueInvalid",
  "FieldValueForbidden",
  "FieldValueRequired",
  "FieldValueDuplicate",
];

function hasMessage({ message }: ValidationRule): boolean {
  return typeof message === "string" && message !== "";
}

/** Returns the message of a rule or, without one, the rule. */
function ruleName(rule: ValidationRule): string {
  return (hasMessage(rule) ? String(rule.message) : rule.rule).trim();
}

/** Returns the place of the field that a rule names. */
function placeOf({ fieldPath }: ValidationRule, schema: StructuralSchema, place: Place | undefined): Place | undefined {
  if (typeof fieldPath !== "string" || fieldPath === "") return place;
  const found = findField(schema, fieldPath, { brackets: true });
  if ("problem" in found) return place;
  return found.steps.reduce<Place | undefined>((at, { name, isKey }) => (isKey ? keyAt : fieldAt)(at, name), place);
}
