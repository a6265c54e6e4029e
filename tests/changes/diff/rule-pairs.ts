/** Compares verdicts on pairs of rules with the objects that are valid before and after. */
import * as assert from "uvu/assert";
import { diffSchemas } from "../../../scripts/changes/diff/schema.js";
import type { SchemaChange } from "../../../scripts/core/model/change.js";
import { ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { admits } from "../../../scripts/kubernetes/validation/admits.js";

export interface RulePair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Objects, of which not all are valid. */
  readonly objects: readonly Json[];
  /** Set if the proofs are too weak for some of these pairs: a tightening that no object shows is unknown. */
  readonly isHard?: true;
}

/** Effect that the changes of rules report: a larger, a smaller or the same set of valid objects. */
export type Verdict = "same" | "looser" | "tighter" | "unknown";

/** Returns the verdict on a pair. Fails if one of the objects, given as valid or not before and after, contradicts it. */
export function judgePair(pair: RulePair, [before = [], after = []]: readonly (readonly boolean[])[]): Verdict {
  const changes = diffSchemas(pair.before, pair.after, ROOT_PATH, new Map());
  const verdict = verdictOf(changes);
  const isLost = before.some((isValid, at) => isValid && !after[at]);
  const isGained = after.some((isValid, at) => isValid && !before[at]);
  const isShown = changes.some(({ example }) => example !== undefined && isRejected(example, pair));
  const words = `${verdict}: ${JSON.stringify(pair.before)} → ${JSON.stringify(pair.after)}`;
  if (verdict === "same" || verdict === "looser") assert.not.ok(isLost, words);
  if (verdict === "same") assert.not.ok(isGained, words);
  if (verdict !== "tighter" || isLost || isShown) return verdict;
  assert.ok(pair.isHard, words);
  return "unknown";
}

function verdictOf(changes: readonly SchemaChange[]): Verdict {
  const classes = new Set(changes.filter(({ subject }) => subject === "rule").map((change) => change.class));
  if (classes.has("tightening")) return "tighter";
  if (classes.has("unknown")) return "unknown";
  return classes.has("loosening") ? "looser" : "same";
}

function isRejected(value: Json, { before, after }: RulePair): boolean {
  return admits(before, value) === true && admits(after, value) === false;
}

/** Judges pairs by the own evaluation of rules, and returns the verdicts. */
export function judgePairs(pairs: readonly RulePair[]): Verdict[] {
  return pairs.map((pair) =>
    judgePair(
      pair,
      [pair.before, pair.after].map((schema) => pair.objects.map((each) => admits(schema, each) === true)),
    ),
  );
}
