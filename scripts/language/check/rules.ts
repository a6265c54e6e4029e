import { codeRange, type PlaceInTag } from "../../core/code-place.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { nearest } from "../../core/diagnostics/nearest.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { rulesOf } from "../../core/model/schema.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import { isBlank } from "../../core/white-space.js";
import { type FieldRead, fieldReads } from "../../kubernetes/cel/fields.js";
import { readExpression } from "../../kubernetes/cel/syntax/read.js";
import type { Span } from "../../kubernetes/cel/syntax/tree.js";
import { celName } from "../../kubernetes/cel/types/names.js";
import type { Check } from "./check.js";

/** Checks that rules are valid CEL and read only fields that exist in every channel of the rule. */
export const rulesCheck: Check = {
  name: "rules",
  run: ({ model, placeInTag }) => [...walkModel(model)].flatMap((step) => stepProblems(step, placeInTag)),
};

const PARTS = ["rule", "messageExpression"] as const;

function stepProblems(step: VisitedNode, placeInTag: PlaceInTag): Diagnostic[] {
  return step.node.constraints
    .filter((constraint) => constraint.keyword === "x-kubernetes-validations")
    .flatMap(({ keyword, value, channel, location }) => {
      const isStandard = step.channel !== "experimental" && channel !== "experimental";
      return rulesOf({ [keyword]: value }).flatMap((rule) =>
        PARTS.flatMap((part) => {
          const source = rule[part];
          if (typeof source !== "string") return [];
          const name = part === "rule" ? {} : { name: part }; // the rule has no name, and is first
          const placeOf = ({ at, length }: Span) => placeInTag(location, { ...codeRange(source, at, length), ...name });
          return expressionProblems({ part, source, step, isStandard, placeOf });
        }),
      );
    });
}

interface RuleExpression {
  readonly part: (typeof PARTS)[number];
  readonly source: string;
  readonly step: VisitedNode;
  /** True if the rule applies in the standard channel. */
  readonly isStandard: boolean;
  readonly placeOf: (span: Span) => Location;
}

function expressionProblems({ part, source, step, isStandard, placeOf }: RuleExpression): Diagnostic[] {
  if (isBlank(source)) return [blankProblem(part, placeOf({ at: 0, length: 0 }))];
  const { expr, problem } = readExpression(source);
  if (problem) {
    const { message, offset, length } = problem;
    return [diagnose("rule-syntax", { part, problem: message }, placeOf({ at: offset, length }))];
  }
  const reads = fieldReads(expr, step.node, step.node === step.version.root);
  return reads.flatMap((read) => readProblem(read, isStandard, placeOf));
}

function blankProblem(part: RuleExpression["part"], location: Location): Diagnostic {
  return part === "rule"
    ? diagnose("rule-missing", {}, location)
    : diagnose("rule-message", { part, problem: "it must not be blank" }, location);
}

function readProblem(read: FieldRead, isStandard: boolean, placeOf: RuleExpression["placeOf"]): Diagnostic[] {
  const { name, field, isTyped, span } = read;
  if (!field) return [diagnose("rule-field-unknown", { field: name, nearest: nearestField(read) }, placeOf(span))];
  if (!isTyped) return [diagnose("rule-field-free-form", { field: field.name }, placeOf(span))];
  if (field.channel !== "experimental" || !isStandard) return [];
  return [diagnose("rule-field-experimental", { field: field.name }, placeOf(span))];
}

/** Returns the CEL name of the intended field: the escaped form of the same name, or a similar name. */
function nearestField({ name, object }: FieldRead): string | undefined {
  const names = object.fields.flatMap((field) => celName(field.name) ?? []);
  return object.fields.some((field) => field.name === name) ? celName(name) : nearest(name, names);
}
