/** The CEL rules of one node, before and after. */

import { schemaOfRule } from "../accept/cel/as-schema.js";
import { conjunctsOf, meaningOf, mentions } from "../accept/cel/conjuncts.js";
import { parseCel } from "../accept/cel/parse.js";
import { CelSyntaxError, type Expr } from "../accept/cel/syntax.js";
import { holdsWithoutNew, withoutNew } from "../accept/cel/without-new.js";
import { type JsonObject, sameJson } from "../model/json.js";
import { asRead } from "./as-read.js";
import { rulesOf } from "./keywords.js";
import type { ChangeMaker, SchemaChange } from "./schema-change.js";
import { includesValues } from "./values/compare.js";

/** One of the conditions that a rule asks for. What is no CEL is one condition that nobody can read. */
interface Condition {
  readonly expr?: Expr;
  readonly rule: JsonObject;
  /** The rule as a person reads it. */
  readonly text: string;
  /** Whether it is asked only when an object changes: those of a rule that reads `oldSelf`. */
  readonly isOfUpdates: boolean;
}

/**
 * What the rules of a node come to mean. `below` is what changed in the node's values and children: a rule that comes
 * together with something new or looser may only fence that in, and whether it does more is for a person to say.
 */
export function diffRules(
  before: JsonObject,
  after: JsonObject,
  below: readonly SchemaChange[],
  change: ChangeMaker,
): SchemaChange[] {
  const [old, now] = [conditionsOf(before), conditionsOf(after)];
  const gone = [...old].filter(([meaning]) => !now.has(meaning)).map(([, condition]) => condition);
  const added = [...now].filter(([meaning]) => !old.has(meaning)).map(([, condition]) => condition);
  const wording = textsOf(
    [...now].filter(([meaning, entry]) => isReworded(old.get(meaning), entry)).map(([, it]) => it),
  );
  const stored = asRead(before, after);
  const ruled = withRules(stored, [...old.values()], before);
  const fresh = added.filter((condition) => concernsOnlyNew(condition, stored));
  const implied = added.filter(
    (condition) =>
      !fresh.includes(condition) && (isImplied(condition, ruled, stored) || isAskedBefore(condition, old, stored)),
  );
  const kept = withRules(
    after,
    [...now].filter(([meaning]) => old.has(meaning)).map(([, condition]) => condition),
    after,
  );
  const unneeded = gone.filter((condition) => isImplied(condition, kept, after));
  const telling = textsOf(added.filter((condition) => !fresh.includes(condition) && !implied.includes(condition)));
  const removed = textsOf(gone.filter((condition) => !unneeded.includes(condition)));
  const [freshTexts, impliedTexts] = [textsOf(fresh), textsOf(implied)];
  const only = (texts: readonly string[]) => texts.filter((text) => !telling.includes(text) && !removed.includes(text));
  const note = (says: string) => (rule: string) => change("rule", "wording", `${says}: ${rule}`, undefined, rule);
  const notes = [
    ...wording.map((rule) => change("rule", "wording", `the message of a rule is reworded: ${rule}`)),
    ...only(freshTexts.filter((text) => !impliedTexts.includes(text))).map(note("a rule about what is new")),
    ...only(impliedTexts).map(note("a rule is new that all older objects follow")),
    ...only(textsOf(unneeded)).map((rule) =>
      change("rule", "wording", `a rule is gone that the schema still implies: ${rule}`, rule),
    ),
  ];
  if (removed.length > 0 && telling.length > 0) {
    const says = `rules are replaced, which cannot be decided: ${removed.join(" ; ")} → ${telling.join(" ; ")}`;
    return [...notes, change("rule", "unknown", says, removed, telling)];
  }
  const mayFence = below.some((other) => other.class === "loosening" || other.class === "addition");
  return [
    ...notes,
    ...removed.map((rule) => change("rule", "loosening", `a rule is gone: ${rule}`, rule)),
    ...telling.map((rule) =>
      mayFence
        ? change("rule", "unknown", `a rule is new, beside what is new or looser below it: ${rule}`, undefined, rule)
        : change("rule", "tightening", `a rule is new: ${rule}`, undefined, rule),
    ),
  ];
}

/** The values of an older node with what its rules ask for, as far as a schema can say it. */
export function withOldRules(schema: JsonObject, before: JsonObject): JsonObject {
  return withRules(schema, [...conditionsOf(before).values()], before);
}

/** The same with those of its rules that the newer node still has. */
export function withKeptRules(schema: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const now = conditionsOf(after);
  const kept = [...conditionsOf(before)].filter(([meaning]) => now.has(meaning)).map(([, condition]) => condition);
  return withRules(schema, kept, before);
}

function withRules(schema: JsonObject, conditions: readonly Condition[], typed: JsonObject): JsonObject {
  const asked = conditions.flatMap((condition) => askedBy(condition, typed) ?? []);
  return asked.length === 0 ? schema : { ...schema, allOf: [...((schema.allOf ?? []) as JsonObject[]), ...asked] };
}

/** What a condition asks of every object, as a schema. */
function askedBy({ expr, isOfUpdates }: Condition, typed: JsonObject): JsonObject | undefined {
  return expr === undefined || isOfUpdates ? undefined : schemaOfRule(expr, typed);
}

/** The conditions of a node by what they mean, whatever the layout, and by when they are asked. */
function conditionsOf(schema: JsonObject): Map<string, Condition> {
  return new Map(rulesOf(schema).flatMap(conditionsOfRule));
}

function conditionsOfRule(rule: JsonObject): [string, Condition][] {
  const asksNew = rule.optionalOldSelf === true;
  const text = `${String(rule.rule).replace(/\s+/g, " ")}${asksNew ? " (optionalOldSelf)" : ""}`;
  const parsed = ifCel(() => parseCel(String(rule.rule)));
  if (parsed === undefined) {
    return [[JSON.stringify([String(rule.rule), asksNew]), { rule, text, isOfUpdates: false }]];
  }
  const isOfUpdates = mentions(parsed, "oldSelf");
  return conjunctsOf(parsed).map((expr) => {
    const condition = { expr, rule, text, isOfUpdates };
    return [keyOf(expr, condition), condition];
  });
}

/** The same for what is asked in the same cases. */
function keyOf(expr: Expr, { rule, isOfUpdates }: Condition): string {
  return JSON.stringify([meaningOf(expr), isOfUpdates, rule.optionalOldSelf === true]);
}

function isReworded(old: Condition | undefined, { rule }: Condition): boolean {
  return old !== undefined && !sameJson(old.rule, rule);
}

/** The rules that conditions belong to, each once. */
function textsOf(conditions: readonly Condition[]): string[] {
  return [...new Set(conditions.map(({ text }) => text))];
}

/** Whether a rule holds for every object that has nothing new in it. What is no CEL cannot be told. */
function concernsOnlyNew({ expr }: Condition, stored: JsonObject): boolean {
  return expr !== undefined && holdsWithoutNew(expr, stored);
}

/** Whether a rule asks of older objects, which have nothing new in them, only what older rules ask. */
function isAskedBefore(condition: Condition, old: ReadonlyMap<string, Condition>, stored: JsonObject): boolean {
  const { expr } = condition;
  return expr !== undefined && conjunctsOf(withoutNew(expr, stored)).every((part) => old.has(keyOf(part, condition)));
}

/** Whether all values of a node follow a rule anyway. */
function isImplied(condition: Condition, schema: JsonObject, typed: JsonObject): boolean {
  const asked = askedBy(condition, typed);
  return asked !== undefined && includesValues(schema, { ...schema, allOf: [...branchesOf(schema), asked] });
}

function branchesOf(schema: JsonObject): readonly JsonObject[] {
  return (schema.allOf ?? []) as readonly JsonObject[];
}

/** What is made of a rule, or nothing where it is no CEL. */
function ifCel<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CelSyntaxError) return undefined;
    throw error;
  }
}
