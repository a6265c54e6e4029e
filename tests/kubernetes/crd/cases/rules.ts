import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { object, STRING, withField } from "../documents.js";
import type { NewCase } from "./case.js";

/** Returns an object with a validation rule. */
export function rule(more: JsonObject): JsonObject {
  return object({ b: STRING }, { "x-kubernetes-validations": [{ rule: "true", ...more }] });
}

export const CASES: readonly NewCase[] = [
  ["a rule", withField(rule({ message: "must hold", reason: "FieldValueInvalid", fieldPath: ".b" }))],
  ["a rule that is empty", withField(rule({ rule: "" })), "rule-missing"],
  ["a rule that is blank", withField(rule({ rule: " \n" })), "rule-missing"],
  ["a message that is blank", withField(rule({ message: " " })), "rule-message"],
  ["a message of two lines", withField(rule({ message: "a\nb" })), "rule-message"],
  ["a message with a line break at its end", withField(rule({ message: "a\n" }))],
  ["a rule of two lines without a message", withField(rule({ rule: "true\n&& true" })), "rule-message"],
  ["a rule of two lines with a message", withField(rule({ rule: "true\n&& true", message: "a" }))],
  ["a messageExpression that is blank", withField(rule({ messageExpression: " " })), "rule-message"],
  ["another reason", withField(rule({ reason: "Wrong" })), "rule-reason"],
  ["a fieldPath that is blank", withField(rule({ fieldPath: " " })), "rule-field-path"],
  ["a fieldPath of two lines", withField(rule({ fieldPath: ".b\n" })), "rule-field-path"],
  ["a fieldPath to no field", withField(rule({ fieldPath: ".c" })), "rule-field-path"],
  ["a fieldPath without a dot", withField(rule({ fieldPath: "b" })), "rule-field-path"],
  ["a fieldPath in brackets", withField(rule({ fieldPath: "['b']" }))],
  ["a fieldPath in open brackets", withField(rule({ fieldPath: "['b'" })), "rule-field-path"],
  ["a fieldPath with an index", withField(rule({ fieldPath: "[0]" })), "rule-field-path"],
  ["a fieldPath with a wrong escape", withField(rule({ fieldPath: "['\\x']" })), "rule-field-path"],
];
