/** Compares the CEL rules of one node. */
import type { SchemaChange } from "../../core/model/change.js";
import { sameJson } from "../../core/model/json.js";
import { rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { schemaOfRule } from "../../kubernetes/cel/compare/as-schema.js";
import { conjunctsOf, meaningOf, mentions } from "../../kubernetes/cel/compare/meaning.js";
import { holdsForOldObjects } from "../../kubernetes/cel/compare/old-objects.js";
import { readRule } from "../../kubernetes/cel/compare/read.js";
import { withoutNew } from "../../kubernetes/cel/compare/without-new.js";
import type { Core } from "../../kubernetes/cel/syntax/core.js";
import { asRead } from "./as-read.js";
import type { ChangeMaker } from "./schema-change.js";
import { includesValues } from "./values/compare.js";

/**
 * One of the conditions that a rule consists of. A rule that is not valid CEL, or too large, is a single condition that
 * cannot be analyzed.
 */
interface Condition {
  readonly expr?: Core;
  readonly rule: ValidationRule;
  /** The rule as it is printed. */
  readonly text: string;
  /** True if the condition is evaluated only on updates, because its rule reads `oldSelf`. */
  readonly isOfUpdates: boolean;
}

/**
 * Returns the changes in the rules of a node. `below` lists the changes in its values and children. If they add or
 * loosen something, a new rule may only constrain that addition; whether it does more is for a person to decide.
 */
export function diffRules(
  before: StructuralSchema,
  after: StructuralSchema,
  below: readonly SchemaChange[],
  change: ChangeMaker,
): SchemaChange[] {
  const rules = rulesBetween(before, after);
  const { added, removed } = rules;
  const notes = rulesWithoutEffect(rules, change);
  if (removed.length > 0 && added.length > 0) {
    return [...notes, change("unknown", { subject: "rule", effect: "replaced", before: removed, after: added })];
  }
  const mayFence = below.some((other) => other.class === "loosening" || other.class === "addition");
  return [
    ...notes,
    ...removed.map((rule) => change("loosening", { subject: "rule", effect: "removed", before: rule })),
    ...added.map((rule) =>
      mayFence
        ? change("unknown", { subject: "rule", effect: "added-beside", after: rule })
        : change("tightening", { subject: "rule", effect: "added", after: rule }),
    ),
  ];
}

/** Rules that differ between two nodes, grouped by the effect on older objects. */
interface RulesBetween {
  readonly reworded: readonly string[];
  readonly ofNewFields: readonly string[];
  readonly followed: readonly string[];
  readonly implied: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function rulesBetween(before: StructuralSchema, after: StructuralSchema): RulesBetween {
  const [old, now] = [conditionsOf(before), conditionsOf(after)];
  const gone = [...old].filter(([meaning]) => !now.has(meaning)).map(([, condition]) => condition);
  const added = [...now].filter(([meaning]) => !old.has(meaning)).map(([, condition]) => condition);
  const reworded = [...now].filter(([meaning, entry]) => isReworded(old.get(meaning), entry)).map(([, it]) => it);
  const kept = [...now].filter(([meaning]) => old.has(meaning)).map(([, condition]) => condition);
  const stored = asRead(before, after);
  const [ruled, schema] = [withRules(stored, [...old.values()], before), withRules(after, kept, after)];
  const ofNewFields = added.filter((condition) => concernsOnlyNew(condition, stored));
  const others = added.filter((condition) => !ofNewFields.includes(condition));
  const followed = others.filter(
    (condition) => isImplied(condition, ruled, stored) || isAskedBefore(condition, old, stored),
  );
  const implied = gone.filter((condition) => isImplied(condition, schema, after));
  return {
    reworded: textsOf(reworded),
    ofNewFields: textsOf(ofNewFields),
    followed: textsOf(followed),
    implied: textsOf(implied),
    added: textsOf(others.filter((condition) => !followed.includes(condition))),
    removed: textsOf(gone.filter((condition) => !implied.includes(condition))),
  };
}

/**
 * Returns notes on the rules that change nothing for older objects. A rule is omitted if another of its conditions
 * changes something.
 */
function rulesWithoutEffect(
  { reworded, ofNewFields, followed, implied, added, removed }: RulesBetween,
  change: ChangeMaker,
): SchemaChange[] {
  const only = (texts: readonly string[]) => texts.filter((text) => !added.includes(text) && !removed.includes(text));
  return [
    ...reworded.map((rule) => change("wording", { subject: "rule", effect: "reworded", rule })),
    ...only(ofNewFields.filter((text) => !followed.includes(text))).map((after) =>
      change("wording", { subject: "rule", effect: "of-new-fields", after }),
    ),
    ...only(followed).map((after) => change("wording", { subject: "rule", effect: "followed", after })),
    ...only(implied).map((before) => change("wording", { subject: "rule", effect: "implied", before })),
  ];
}

/** Adds the conditions of the older node's rules to a schema, as far as a schema can express them. */
export function withOldRules(schema: StructuralSchema, before: StructuralSchema): StructuralSchema {
  return withRules(schema, [...conditionsOf(before).values()], before);
}

/** Adds only those conditions of the older node's rules that the newer node still has. */
export function withKeptRules(
  schema: StructuralSchema,
  before: StructuralSchema,
  after: StructuralSchema,
): StructuralSchema {
  const now = conditionsOf(after);
  const kept = [...conditionsOf(before)].filter(([meaning]) => now.has(meaning)).map(([, condition]) => condition);
  return withRules(schema, kept, before);
}

function withRules(
  schema: StructuralSchema,
  conditions: readonly Condition[],
  typed: StructuralSchema,
): StructuralSchema {
  const asked = conditions.map((condition) => askedBy(condition, typed)).filter((schema) => schema !== undefined);
  return asked.length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), ...asked] };
}

/** Returns the requirement of a condition on every object as a schema, or undefined if a schema cannot express it. */
function askedBy({ expr, isOfUpdates }: Condition, typed: StructuralSchema): StructuralSchema | undefined {
  return expr === undefined || isOfUpdates ? undefined : schemaOfRule(expr, typed);
}

/**
 * Returns the conditions of a node by key. A key depends on the meaning of a condition and on when it is evaluated, not
 * on its layout.
 */
function conditionsOf(schema: StructuralSchema): Map<string, Condition> {
  return new Map(rulesOf(schema).flatMap(conditionsOfRule));
}

function conditionsOfRule(rule: ValidationRule): [string, Condition][] {
  const asksNew = rule.optionalOldSelf === true;
  const text = `${rule.rule.replace(/\s+/g, " ")}${asksNew ? " (optionalOldSelf)" : ""}`;
  const read = readRule(rule.rule);
  if (read === undefined) {
    return [[JSON.stringify([rule.rule, asksNew]), { rule, text, isOfUpdates: false }]];
  }
  const isOfUpdates = mentions(read, "oldSelf");
  return conjunctsOf(read).map((expr) => {
    const condition = { expr, rule, text, isOfUpdates };
    return [keyOf(expr, condition), condition];
  });
}

/** Returns a key that is the same for conditions that have the same meaning and are evaluated in the same cases. */
function keyOf(expr: Core, { rule, isOfUpdates }: Condition): string {
  return JSON.stringify([meaningOf(expr), isOfUpdates, rule.optionalOldSelf === true]);
}

function isReworded(old: Condition | undefined, { rule }: Condition): boolean {
  return old !== undefined && !sameJson(old.rule, rule);
}

/** Returns the rules of conditions, each once. */
function textsOf(conditions: readonly Condition[]): string[] {
  return [...new Set(conditions.map(({ text }) => text))];
}

/**
 * Reports whether a rule holds for every object that uses nothing new. Returns false if the rule is not valid CEL,
 * because nothing is known about it.
 */
function concernsOnlyNew({ expr }: Condition, stored: StructuralSchema): boolean {
  return expr !== undefined && holdsForOldObjects(expr, stored);
}

/**
 * Reports whether older rules already require everything that a rule requires of older objects, which use nothing new.
 */
function isAskedBefore(condition: Condition, old: ReadonlyMap<string, Condition>, stored: StructuralSchema): boolean {
  const { expr } = condition;
  return expr !== undefined && conjunctsOf(withoutNew(expr, stored)).every((part) => old.has(keyOf(part, condition)));
}

/** Reports whether all values of a node satisfy a condition anyway. */
function isImplied(condition: Condition, schema: StructuralSchema, typed: StructuralSchema): boolean {
  const asked = askedBy(condition, typed);
  return asked !== undefined && includesValues(schema, { ...schema, allOf: [...(schema.allOf ?? []), asked] });
}
