/** The conditions that the rules of a node consist of. */
import { sameJson } from "../../../core/model/json.js";
import { rulesOf, type StructuralSchema, type ValidationRule } from "../../../core/model/schema.js";
import { schemaOfRule } from "../../../kubernetes/cel/compare/as-schema.js";
import {
  follows,
  MOST_STEPS_OF_ALL,
  type OldSelf,
  type Statement,
  statementOf,
} from "../../../kubernetes/cel/compare/implication.js";
import { conjunctsOf, meaningOf, mentions } from "../../../kubernetes/cel/compare/meaning.js";
import { readRule } from "../../../kubernetes/cel/compare/read.js";
import { withoutNew } from "../../../kubernetes/cel/compare/without-new.js";
import type { Core } from "../../../kubernetes/cel/syntax/core.js";
import { includesValues, type ProofEffort, proofEffort } from "../values/compare.js";
import { Effort, orElse } from "../values/effort.js";
import { ruleText } from "./text.js";

/**
 * One of the conditions that a rule consists of. A rule that is not valid CEL, or too large, is a single condition that
 * cannot be analyzed.
 */
export interface Condition {
  readonly expr?: Core;
  readonly oldSelf: OldSelf;
  readonly rule: ValidationRule;
  /** The rule as it is printed. */
  readonly text: string;
  /** Schema of the values with the rule. */
  readonly schema: StructuralSchema;
}

/**
 * Returns the conditions of a node by key. A key depends on the meaning of a condition and on when it is evaluated, not
 * on its layout.
 */
export function conditionsOf(schema: StructuralSchema): Map<string, Condition> {
  return new Map(rulesOf(schema).flatMap((rule) => conditionsOfRule(rule, schema)));
}

function conditionsOfRule(rule: ValidationRule, schema: StructuralSchema): [string, Condition][] {
  const isOptional = rule.optionalOldSelf === true;
  const text = textOf(rule);
  const read = readRule(rule.rule);
  if (read === undefined) {
    return [[JSON.stringify([rule.rule, isOptional]), { rule, text, schema, oldSelf: "unused" }]];
  }
  const usesOldSelf = mentions(read, "oldSelf");
  const oldSelf = !usesOldSelf ? "unused" : isOptional ? "optional" : "required";
  return conjunctsOf(read).map((expr) => {
    const condition: Condition = { expr, oldSelf, rule, text, schema };
    return [keyOf(expr, condition), condition];
  });
}

/** Returns a key that is the same for conditions that have the same meaning and are evaluated in the same cases. */
function keyOf(expr: Core, { oldSelf, rule }: Condition): string {
  return JSON.stringify([meaningOf(expr), oldSelf, rule.optionalOldSelf === true]);
}

/** Returns a rule as it is printed. */
export function textOf({ rule, optionalOldSelf }: ValidationRule): string {
  return `${ruleText(rule)}${optionalOldSelf === true ? " (optionalOldSelf)" : ""}`;
}

export function isReworded(old: Condition | undefined, { rule }: Condition): boolean {
  return old !== undefined && !sameJson(old.rule, rule);
}

/** Returns the rules of conditions, each once. */
export function textsOf(conditions: readonly Condition[]): string[] {
  return [...new Set(conditions.map(({ text }) => text))];
}

/** Adds conditions to a schema, as far as a schema can express them. */
export function withConditions(schema: StructuralSchema, conditions: readonly Condition[]): StructuralSchema {
  const asked = conditions.map(askedBy).filter((each) => each !== undefined);
  return asked.length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), ...asked] };
}

/** Returns the requirement of a condition on every object as a schema, or undefined if a schema cannot express it. */
export function askedBy({ expr, oldSelf, schema }: Condition): StructuralSchema | undefined {
  return expr === undefined || oldSelf === "required" ? undefined : schemaOfRule(expr, schema);
}

/** Limits for all proofs about the rules of one value. A proof fails once they are exceeded. */
export interface RuleEffort {
  readonly implications: Effort;
  readonly inclusions: ProofEffort;
}

/** Inclusions share the limits of this many comparisons of values. */
const MOST_INCLUSIONS = 5;

export function ruleEffort(): RuleEffort {
  return { implications: new Effort(MOST_STEPS_OF_ALL), inclusions: proofEffort(MOST_INCLUSIONS) };
}

/** Values of a schema for which conditions are true. */
export class Values {
  readonly #premises: readonly Statement[];
  readonly #ruled: StructuralSchema;
  readonly #keys: ReadonlySet<string>;

  constructor(
    readonly schema: StructuralSchema,
    readonly conditions: readonly Condition[],
    readonly effort: RuleEffort,
  ) {
    this.#premises = conditions
      .map((each) => statementOfCondition(each))
      .filter((statement) => statement !== undefined);
    this.#ruled = withConditions(schema, conditions);
    this.#keys = new Set(conditions.flatMap((each) => (each.expr ? [keyOf(each.expr, each)] : [])));
  }

  /** Reports whether it is proven that a condition is true for all of the values. */
  meet(condition: Condition): boolean {
    return this.#require(condition) || this.#imply(condition) || this.#include(condition);
  }

  /** Reports whether a condition tests for fields that the values cannot have. */
  lackPartsOf({ expr }: Condition): boolean {
    return expr !== undefined && meaningOf(withoutNew(expr, this.schema)) !== meaningOf(expr);
  }

  /** Reports whether the conditions are the same, apart from fields that the values cannot have. */
  #require(condition: Condition): boolean {
    if (condition.expr === undefined) return false;
    const parts = conjunctsOf(withoutNew(condition.expr, this.schema));
    return parts.every((part) => this.#keys.has(keyOf(part, condition)));
  }

  #imply(condition: Condition): boolean {
    const conclusion = statementOfCondition(condition, this.schema);
    if (conclusion === undefined) return false;
    const { implications } = this.effort;
    const budget = { steps: implications.left };
    const isProven = follows(conclusion, this.#premises, this.schema, budget);
    return orElse(() => {
      implications.spend(implications.left - budget.steps);
      return isProven;
    }, false);
  }

  #include(condition: Condition): boolean {
    const asked = askedBy(condition);
    if (asked === undefined) return false;
    return includesValues(this.#ruled, withConditions(this.#ruled, [condition]), this.effort.inclusions);
  }
}

/** Returns a condition with its types. `values` is the schema of the values for which it is simplified, if any. */
export function statementOfCondition(
  { expr, oldSelf, schema }: Condition,
  values?: StructuralSchema,
): Statement | undefined {
  if (expr === undefined) return undefined;
  return statementOf(values ? withoutNew(expr, values) : expr, oldSelf, schema);
}
