import { diagnose } from "../../core/diagnostics/diagnose.js";
import { nearest } from "../../core/diagnostics/nearest.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { rulesOf, type ValidationRule } from "../../core/model/schema.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import { type FieldRead, fieldReads } from "../../kubernetes/cel/fields.js";
import { parseCel } from "../../kubernetes/cel/parse.js";
import { celName } from "../../kubernetes/cel/schema.js";
import { CelSyntaxError } from "../../kubernetes/cel/syntax.js";
import type { Check } from "./check.js";

/** Checks that rules are valid CEL and read only fields that exist in every channel of the rule. */
export const rulesCheck: Check = {
  name: "rules",
  run: ({ model }) => [...walkModel(model)].flatMap(stepProblems),
};

function stepProblems(step: VisitedNode): Diagnostic[] {
  return step.node.constraints
    .filter((constraint) => constraint.keyword === "x-kubernetes-validations")
    .flatMap(({ keyword, value, channel, location }) => {
      const isStandard = step.channel !== "experimental" && channel !== "experimental";
      return rulesOf({ [keyword]: value }).flatMap((rule) => [
        ...expressionProblems("rule", rule, step, isStandard, location),
        ...expressionProblems("messageExpression", rule, step, isStandard, location),
      ]);
    });
}

function expressionProblems(
  part: "rule" | "messageExpression",
  rule: ValidationRule,
  step: VisitedNode,
  isStandard: boolean,
  location: Location,
): Diagnostic[] {
  const source = rule[part];
  if (typeof source !== "string") return [];
  const isRoot = step.node === step.version.root;
  try {
    return fieldReads(parseCel(source), step.node, isRoot).flatMap((read) => readProblem(read, isStandard, location));
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    const near = source.slice(error.at, error.at + 20).replace(/\s+/g, " ");
    const problem = `${error.message}${near === "" ? "" : ` (at \`${near}\`)`}`;
    return [diagnose("rule-syntax", { part, problem }, location)];
  }
}

function readProblem(read: FieldRead, isStandard: boolean, location: Location): Diagnostic[] {
  const { name, field, isTyped } = read;
  if (!field) return [diagnose("rule-field-unknown", { field: name, nearest: nearestField(read) }, location)];
  if (!isTyped) return [diagnose("rule-field-free-form", { field: field.name }, location)];
  if (field.channel !== "experimental" || !isStandard) return [];
  return [diagnose("rule-field-experimental", { field: field.name }, location)];
}

/** Returns the CEL name of the intended field: the escaped form of the same name, or a similar name. */
function nearestField({ name, object }: FieldRead): string | undefined {
  const names = object.fields.flatMap((field) => celName(field.name) ?? []);
  return object.fields.some((field) => field.name === name) ? celName(name) : nearest(name, names);
}
