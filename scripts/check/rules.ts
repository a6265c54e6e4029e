import { type FieldRead, fieldReads } from "../accept/cel/fields.js";
import { parseCel } from "../accept/cel/parse.js";
import { CelSyntaxError } from "../accept/cel/syntax.js";
import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { JsonObject } from "../model/json.js";
import type { Location } from "../model/location.js";
import { type Step, walkModel } from "../model/walk.js";
import type { Check } from "./check.js";

/** Rules are CEL, and read fields that are there in every channel that the rule holds in. */
export const rulesCheck: Check = {
  name: "rules",
  run: ({ model }) => [...walkModel(model)].flatMap(stepProblems),
};

function stepProblems(step: Step): Diagnostic[] {
  return step.node.constraints
    .filter((constraint) => constraint.keyword === "x-kubernetes-validations")
    .flatMap(({ value, channel, location }) => {
      const isStandard = step.channel !== "experimental" && channel !== "experimental";
      return (value as readonly JsonObject[]).flatMap((rule) => [
        ...expressionProblems(String(rule.rule), step, isStandard, location),
        ...(rule.messageExpression === undefined
          ? []
          : expressionProblems(String(rule.messageExpression), step, isStandard, location)),
      ]);
    });
}

function expressionProblems(source: string, step: Step, isStandard: boolean, location: Location): Diagnostic[] {
  const isRoot = step.node === step.version.root;
  try {
    return fieldReads(parseCel(source), step.node, isRoot).flatMap((read) => readProblem(read, isStandard, location));
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    const near = source.slice(error.at, error.at + 20);
    const problem = `${error.message}${near === "" ? "" : ` (at \`${near}\`)`}`;
    return [diagnose("rule-syntax", { problem }, location)];
  }
}

function readProblem({ name, object, field }: FieldRead, isStandard: boolean, location: Location): Diagnostic[] {
  if (!field) {
    const known = object.fields.map((candidate) => candidate.name);
    return [diagnose("rule-field-unknown", { field: name, nearest: nearest(name, known) }, location)];
  }
  if (field.channel !== "experimental" || !isStandard) return [];
  return [diagnose("rule-field-experimental", { field: name }, location)];
}
