/** The CEL rules of one node, before and after. */

import { lex } from "../accept/cel/lex.js";
import { parseCel } from "../accept/cel/parse.js";
import { CelSyntaxError } from "../accept/cel/syntax.js";
import { holdsWithoutNew } from "../accept/cel/without-new.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../model/json.js";
import type { ChangeMaker, SchemaChange } from "./schema-change.js";

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
  const [old, now] = [rulesOf(before), rulesOf(after)];
  const removed = [...old].filter(([meaning]) => !now.has(meaning)).map(([, entry]) => textOf(entry));
  const added = [...now].filter(([meaning]) => !old.has(meaning)).map(([, entry]) => entry);
  const reworded = [...now].filter(
    ([meaning, entry]) => old.has(meaning) && !sameJson(old.get(meaning) ?? null, entry),
  );
  const wording = reworded.map(([, entry]) =>
    change("rule", "wording", `the message of a rule is reworded: ${textOf(entry)}`),
  );
  const harmless = added.filter((entry) => concernsOnlyNew(entry, before)).map(textOf);
  const telling = added.map(textOf).filter((rule) => !harmless.includes(rule));
  const notes = harmless.map((rule) => change("rule", "wording", `a rule about what is new: ${rule}`, undefined, rule));
  if (removed.length > 0 && telling.length > 0) {
    const says = `rules are replaced, which cannot be decided: ${removed.join(" ; ")} → ${telling.join(" ; ")}`;
    return [...wording, ...notes, change("rule", "unknown", says, removed, telling)];
  }
  const mayFence = below.some((other) => other.class === "loosening" || other.class === "addition");
  return [
    ...wording,
    ...notes,
    ...removed.map((rule) => change("rule", "loosening", `a rule is gone: ${rule}`, rule)),
    ...telling.map((rule) =>
      mayFence
        ? change("rule", "unknown", `a rule is new, beside what is new or looser below it: ${rule}`, undefined, rule)
        : change("rule", "tightening", `a rule is new: ${rule}`, undefined, rule),
    ),
  ];
}

/** The rules of a node by what they mean: their tokens, whatever the layout, and whether they ask new objects too. */
function rulesOf(schema: JsonObject): Map<string, JsonObject> {
  const rules = schema["x-kubernetes-validations"];
  const entries = Array.isArray(rules) ? rules.filter(isJsonObject) : [];
  return new Map(entries.map((entry) => [JSON.stringify([tokensOf(entry), entry.optionalOldSelf === true]), entry]));
}

function tokensOf({ rule }: JsonObject): Json {
  return ifCel(() => lex(String(rule)).map(({ kind, text }) => [kind, text])) ?? String(rule);
}

/** A rule as a person reads it. */
function textOf({ rule, optionalOldSelf }: JsonObject): string {
  return `${String(rule).replace(/\s+/g, " ")}${optionalOldSelf === true ? " (optionalOldSelf)" : ""}`;
}

/** Whether a rule holds for every object that has nothing new in it. What is no CEL cannot be told. */
function concernsOnlyNew({ rule }: JsonObject, before: JsonObject): boolean {
  return ifCel(() => holdsWithoutNew(parseCel(String(rule)), before)) ?? false;
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
