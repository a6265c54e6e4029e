import { type CodeRange, type PlaceInTag, rangesIn } from "../../core/code-place.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiModel } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { walkModel } from "../../core/model/walk.js";
import { Remembered } from "../../core/remembered.js";
import { isBlank } from "../../core/white-space.js";
import type { CheckResult } from "../../kubernetes/cel/check/check.js";
import { hiddenFields } from "../../kubernetes/cel/check/hidden-fields.js";
import { anyEnvironment } from "../../kubernetes/cel/environment/environment.js";
import { nearestField, untypedField } from "../../kubernetes/cel/rules/field.js";
import type { ExpressionProblem } from "../../kubernetes/cel/syntax/problem.js";
import { readExpression } from "../../kubernetes/cel/syntax/read.js";
import type { DeclType } from "../../kubernetes/cel/types/decl-type.js";
import { fieldName } from "../../kubernetes/cel/types/names.js";
import type { ChannelView, Check } from "./check.js";
import { findInRules, PARTS, type Part, type RulesOfNode, type TypedRule, typedRules, typesIn } from "./typed-rules.js";

/**
 * Checks that rules are valid CEL and read only fields that exist in every channel of the rule. The check of CRDs
 * reports wrong types, because they depend on the version of Kubernetes.
 */
export const rulesCheck: Check = {
  name: "rules",
  run: ({ model, views, schemaOf, placeInTag }) => {
    const nodes = typedRules(model, schemaOf);
    const rules = nodes.flatMap((node) => node.rules);
    const found = findInRules(nodes, "none", FOUND, problemsOf);
    const known = new Set(found.map(keyOf));
    const inStandard = views
      .filter(({ channel }) => channel === "standard")
      .flatMap((view) => findInRules(rulesOnlyIn(view, views), view.preserve, FOUND, problemsOf))
      .filter((problem) => !known.has(keyOf(problem)));
    const isRead = !hasUnread(model);
    return [
      ...rules.flatMap((rule) => blankProblems(rule, placeInTag)),
      ...rules.flatMap(messageAdvice),
      ...found.flatMap((problem) => diagnosticOf(problem, placeInTag, isRead)),
      ...inStandard.flatMap((problem) => experimentalRead(problem, placeInTag)),
    ];
  },
};

const FOUND = new Remembered<readonly PartProblem[]>();

/** Returns the rules of a channel. Those of nodes that another channel shares read the same fields in both. */
function rulesOnlyIn(view: ChannelView, views: readonly ChannelView[]): RulesOfNode[] {
  const others = views.filter((other) => other !== view);
  const shared = new Set(others.flatMap(({ model, schemaOf }) => typedRules(model, schemaOf).map(({ node }) => node)));
  return typedRules(view.model, view.schemaOf).filter(({ node }) => !shared.has(node));
}

/** Problem in an expression of a rule. */
interface PartProblem {
  readonly part: Part;
  readonly problem: ExpressionProblem;
  /** Finds parts of the expression. */
  readonly rangeOf: ReturnType<typeof rangesIn>;
  readonly self: DeclType | undefined;
  /** Location of the tag. */
  readonly location: Location;
}

/** Returns the problems of the syntax, and the reads of fields that do not exist. */
function problemsOf(typed: TypedRule): PartProblem[] {
  const { rule, self, location } = typed;
  return PARTS.flatMap((part) => {
    const source = rule[part];
    if (typeof source !== "string" || isBlank(source)) return [];
    const types = typesIn(typed, part);
    const problems = types ? readsIn(types) : syntaxOf(source);
    const ours = problems.filter(({ kind, field }) => kind === "syntax" || field);
    const rangeOf = rangesIn(source);
    return ours.map((problem) => ({ part, problem, rangeOf, self, location }));
  });
}

function blankProblems({ rule, location }: TypedRule, placeInTag: PlaceInTag): Diagnostic[] {
  return PARTS.flatMap((part) => {
    const source = rule[part];
    if (typeof source !== "string" || !isBlank(source)) return [];
    const place = placeInTag(location, inTag(part, rangesIn(source)(0, 0)));
    return part === "rule"
      ? [diagnose("rule-missing", {}, place)]
      : [diagnose("rule-message", { part, problem: "it must not be blank" }, place)];
  });
}

/** Reports a rule without a message, of which the API server prints the expression. */
function messageAdvice({ rule: { message, messageExpression }, location }: TypedRule): Diagnostic[] {
  return message || messageExpression ? [] : [diagnose("rule-no-message", {}, location)];
}

/** Returns the problems with the types of an expression, and the reads that `dyn()` hides from the type check. */
function readsIn({ checked, problems }: CheckResult): readonly ExpressionProblem[] {
  return checked ? hiddenFields(checked, anyEnvironment().minor) : problems;
}

/** Checks the syntax of an expression about values that have no type. */
function syntaxOf(source: string): readonly ExpressionProblem[] {
  const { problem } = readExpression(source, anyEnvironment());
  return problem ? [problem] : [];
}

function keyOf({ part, problem: { offset }, location: { file, start } }: PartProblem): string {
  return JSON.stringify([file, start, part, offset]);
}

function diagnosticOf(found: PartProblem, placeInTag: PlaceInTag, isRead: boolean): Diagnostic[] {
  const { part, problem, self } = found;
  const { field, message } = problem;
  const place = placeOf(found, placeInTag);
  if (!field || !self) return [diagnose("rule-syntax", { part, problem: message }, place)];
  const untyped = untypedField(field, self);
  if (untyped !== undefined) return isRead ? [diagnose("rule-field-free-form", { field: untyped }, place)] : [];
  return [diagnose("rule-field-unknown", { field: field.name, nearest: nearestField(field) }, place)];
}

/** Returns the diagnostic for a read of a field that only the standard channel lacks. */
function experimentalRead(found: PartProblem, placeInTag: PlaceInTag): Diagnostic[] {
  const { field } = found.problem;
  if (!field) return [];
  return [diagnose("rule-field-experimental", { field: fieldName(field.name) }, placeOf(found, placeInTag))];
}

function placeOf({ part, problem, rangeOf, location }: PartProblem, placeInTag: PlaceInTag): Location {
  return placeInTag(location, inTag(part, rangeOf(problem.offset, problem.length)));
}

/** Returns a part of an expression in a tag. The rule has no name there, and is first. */
function inTag(part: Part, range: CodeRange): CodeRange {
  return part === "rule" ? range : { ...range, name: part };
}

/** Reports whether a type could not be read. Its schema is free-form, which is not a mistake of the rules. */
export function hasUnread(model: ApiModel): boolean {
  return walkModel(model).some(({ node }) => node.form === "raw" && node.isUnread === true);
}
