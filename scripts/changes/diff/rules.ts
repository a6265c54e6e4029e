/** Compares the CEL rules of one node. */
import type { RejectedUpdates, RulesRelation, SchemaChange } from "../../core/model/change.js";
import { type FieldPath, lastField } from "../../core/model/field-path.js";
import type { StructuralSchema, ValidationRule } from "../../core/model/schema.js";
import { asRead, defaultsOfNewFields, hasNewDefaults, hasNews, withChangedDefaults } from "./as-read.js";
import { digestOfSchema, digestOfSet } from "./digests.js";
import { mayConcern, mayRead, readsAsDyn } from "./rules/concern.js";
import {
  type Condition,
  conditionsOf,
  isReworded,
  ruleEffort,
  textOf,
  textsOf,
  Values,
  withConditions,
} from "./rules/conditions.js";
import { findLost, type Lost } from "./rules/lost.js";
import { rejectedUpdates } from "./rules/updates.js";
import type { ChangeMaker } from "./schema-change.js";

/** The value that is compared: its path, and the changes in its schema and its children. */
interface Compared {
  readonly path: FieldPath;
  readonly changes: readonly SchemaChange[];
}

/**
 * Returns the changes in the rules of a node. If the compared value has additions or loosenings, a new rule may only
 * constrain these.
 */
export function diffRules(
  before: StructuralSchema,
  after: StructuralSchema,
  compared: Compared,
  change: ChangeMaker,
): SchemaChange[] {
  const [old, now] = [conditionsOf(before), conditionsOf(after)];
  const reworded = [...now].filter(([key, condition]) => isReworded(old.get(key), condition)).map(([, it]) => it);
  const notes = textsOf(reworded).map((rule) => change("wording", { subject: "rule", effect: "reworded", rule }));
  const [gone, fresh] = [differenceOf(old, now), differenceOf(now, old)];
  const kept = intersectionOf(now, old);
  const affected = kept.length > 0 && hasNewDefaults(before, after) ? kept.filter(readsAsDyn) : [];
  if (gone.length === 0 && fresh.length === 0 && affected.length === 0) return notes;
  const rules = new RulesBetween({ schema: before, conditions: old }, { schema: after, conditions: now }, affected);
  return [
    ...notes,
    ...rulesWithoutEffect(rules, change),
    ...rulesWithEffect(rules, compared, change),
    ...textsOf(rules.unsettled).map((rule) => unsettledRule(rule, rules, change)),
  ];
}

/** A schema, and its conditions by key. */
interface Ruled {
  readonly schema: StructuralSchema;
  readonly conditions: ReadonlyMap<string, Condition>;
}

/** Conditions that differ between two nodes, grouped by the effect on older objects. */
class RulesBetween {
  /** Conditions that only objects with new fields can break. */
  readonly ofNewFields: readonly Condition[];
  /** New conditions that are true for all older objects. */
  readonly followed: readonly Condition[];
  /** Removed conditions that are still true for all objects, whatever was added. */
  readonly implied: readonly Condition[];
  readonly removed: readonly Condition[];
  /** All other new conditions. */
  readonly added: readonly Condition[];
  /** Kept conditions that older objects may no longer meet, because of new defaults. */
  readonly unsettled: readonly Condition[];
  readonly #isStricter: boolean;
  readonly #effort = ruleEffort();
  #lost: ReadonlyMap<ValidationRule, Lost> | undefined;

  constructor(
    readonly before: Ruled,
    readonly after: Ruled,
    affected: readonly Condition[],
  ) {
    const [old, now] = [before.conditions, after.conditions];
    const keptAfter = new Values(after.schema, intersectionOf(now, old), this.#effort);
    const gone = differenceOf(old, now);
    this.implied = gone.filter((condition) => keptAfter.meet(condition));
    this.removed = without(gone, this.implied);
    const fresh = differenceOf(now, old);
    const { schema: stored, names } = withChangedDefaults(
      asRead(before.schema, after.schema),
      before.schema,
      after.schema,
    );
    // The API server evaluated the older conditions without the new defaults.
    const isAsBefore = !hasNews(before.schema, after.schema) && names.length === 0;
    const stillTrue = (conditions: readonly Condition[]) =>
      isAsBefore ? conditions : conditions.filter((condition) => !mayRead(condition, names));
    const plain = new Values(stored, [], this.#effort);
    this.ofNewFields = fresh.filter((condition) => plain.lackPartsOf(condition) && plain.meet(condition));
    const others = without(fresh, this.ofNewFields);
    const older = new Values(stored, stillTrue([...old.values()]), this.#effort);
    const met = others.filter((condition) => older.meet(condition));
    this.#isStricter = met.length < others.length;
    const kept = new Values(stored, stillTrue(intersectionOf(old, now)), this.#effort);
    this.followed =
      this.#isStricter || this.removed.length === 0 ? met : met.filter((condition) => kept.meet(condition));
    this.added = without(others, this.followed);
    this.unsettled = affected.filter((condition) => !older.meet(condition));
  }

  /** Returns the relation of the objects that the rules allow to those that they allowed before. */
  relation(): Exclude<RulesRelation, "narrower"> {
    if (this.#isStricter) return "unknown";
    const { schema, conditions } = this.after;
    const all = new Values(schema, [...conditions.values()], this.#effort);
    return this.removed.every((condition) => all.meet(condition)) ? "same" : "wider";
  }

  /** Returns an older object that breaks one of the given rules, if one is found. */
  lostBy(texts: readonly string[]): Lost | undefined {
    this.#lost ??= this.#findLost();
    return [...this.#lost].find(([rule]) => texts.includes(textOf(rule)))?.[1];
  }

  #findLost(): ReadonlyMap<ValidationRule, Lost> {
    const { before, after } = this;
    const open = [...this.added, ...this.unsettled];
    const rules = [...new Set(open.map(({ rule }) => rule))];
    const read = [...open, ...before.conditions.values()].flatMap(({ expr }) => (expr ? [expr] : []));
    return findLost(before.schema, after.schema, { rules, expressions: read });
  }
}

function differenceOf(conditions: Ruled["conditions"], others: Ruled["conditions"]): Condition[] {
  return [...conditions].filter(([key]) => !others.has(key)).map(([, condition]) => condition);
}

function intersectionOf(conditions: Ruled["conditions"], others: Ruled["conditions"]): Condition[] {
  return [...conditions].filter(([key]) => others.has(key)).map(([, condition]) => condition);
}

function without(conditions: readonly Condition[], others: readonly Condition[]): Condition[] {
  const known = new Set(others);
  return conditions.filter((condition) => !known.has(condition));
}

/**
 * Returns notes on the rules that change nothing for older objects. A rule is omitted if another of its conditions
 * changes something.
 */
function rulesWithoutEffect(
  { ofNewFields, followed, implied, added, removed }: RulesBetween,
  change: ChangeMaker,
): SchemaChange[] {
  const others = new Set(textsOf([...added, ...removed]));
  const only = (conditions: readonly Condition[]) => textsOf(conditions).filter((text) => !others.has(text));
  const follow = only(followed);
  return [
    ...only(ofNewFields)
      .filter((text) => !follow.includes(text))
      .map((after) => change("wording", { subject: "rule", effect: "of-new-fields", after })),
    ...follow.map((after) => change("wording", { subject: "rule", effect: "followed", after })),
    ...only(implied).map((before) => change("wording", { subject: "rule", effect: "implied", before })),
  ];
}

function rulesWithEffect(rules: RulesBetween, compared: Compared, change: ChangeMaker): SchemaChange[] {
  const [before, after] = [textsOf(rules.removed), textsOf(rules.added)];
  if (after.length === 0) {
    return before.map((rule) => change("loosening", { subject: "rule", effect: "removed", before: rule }));
  }
  if (before.length === 0) return after.map((rule) => addedRule(rule, rules, compared, change));
  const replaced = { subject: "rule", effect: "replaced", before, after } as const;
  const relation = rules.relation();
  if (relation === "same") return [change("wording", { ...replaced, relation })];
  if (relation === "wider") return [change("loosening", { ...replaced, relation })];
  const lost = rules.lostBy(after);
  const digest = digestOfDefaults(rules.added, rules);
  if (lost?.isOfUpdate) {
    const updates = updatesRejectedBy(rules.added);
    return [{ ...change("tightening", { ...replaced, relation: "narrower", ...updates }), ...digest }];
  }
  return [{ ...change("unknown", { ...replaced, relation }, lost?.example), ...digest }];
}

/**
 * Returns the change for a rule that an older object may break. If something else is new, the change is unknown until
 * its example is verified.
 */
function addedRule(rule: string, rules: RulesBetween, { path, changes }: Compared, change: ChangeMaker): SchemaChange {
  const conditions = rules.added.filter(({ text }) => text === rule);
  const lost = rules.lostBy([rule]);
  const mayFence = changes.some(
    (other) =>
      (other.class === "loosening" || other.class === "addition") &&
      conditions.some((condition) => mayConcern(condition, other, path)),
  );
  const added =
    mayFence && !lost?.isOfUpdate
      ? change("unknown", { subject: "rule", effect: "added-beside", after: rule }, lost?.example)
      : change(
          "tightening",
          { subject: "rule", effect: "added", after: rule, ...updatesRejectedBy(conditions) },
          lost?.example,
        );
  return { ...added, ...digestOfDefaults(conditions, rules) };
}

/**
 * Returns the digest of the new defaults that conditions may read, if there are any. The result for older objects
 * depends on them, but the rule does not show them.
 */
function digestOfDefaults(
  conditions: readonly Condition[],
  { before, after }: RulesBetween,
): { readonly digest?: string } {
  const read = [...defaultsOfNewFields(before.schema, after.schema)].filter(([path]) => {
    const { name = "" } = lastField(path);
    return conditions.some((condition) => mayRead(condition, [name]));
  });
  return read.length > 0 ? { digest: digestOfSet(read) } : {};
}

function updatesRejectedBy(conditions: readonly Condition[]): { readonly updates?: readonly RejectedUpdates[] } {
  const updates = rejectedUpdates(conditions);
  return updates ? { updates } : {};
}

/**
 * Returns the change for a kept rule that an older object may break, because it gets new defaults when it is read. The
 * rule does not show these, so the digest makes them part of the change.
 */
function unsettledRule(rule: string, rules: RulesBetween, change: ChangeMaker): SchemaChange {
  const lost = rules.lostBy([rule]);
  const fact = { subject: "rule", effect: "of-new-defaults", after: rule } as const;
  const digest = digestOfSchema(rules.after.schema);
  return { ...change(lost?.isOfUpdate ? "tightening" : "unknown", fact, lost?.example), digest };
}

/**
 * Reports whether a rule may be false for an object only because a field is missing. Returns true unless it is proven
 * that the rules that may read the field are true without it.
 */
export function rulesMayNeed(schema: StructuralSchema, name: string): boolean {
  const fields = Object.entries(schema.properties ?? {}).filter(([other]) => other !== name);
  const without = new Values({ ...schema, properties: Object.fromEntries(fields) }, [], ruleEffort());
  return [...conditionsOf(schema).values()].some(
    (condition) => mayRead(condition, [name]) && !(without.lackPartsOf(condition) && without.meet(condition)),
  );
}

/** Adds the conditions of a node's rules to a schema, as far as a schema can express them. */
export function withRulesOf(node: StructuralSchema, schema: StructuralSchema): StructuralSchema {
  return withConditions(schema, [...conditionsOf(node).values()]);
}

/** Adds only those conditions of the older node's rules that the newer node still has. */
export function withKeptRules(
  schema: StructuralSchema,
  before: StructuralSchema,
  after: StructuralSchema,
): StructuralSchema {
  return withConditions(schema, intersectionOf(conditionsOf(before), conditionsOf(after)));
}
