/** Properties that every comparison must have, regardless of its result. */
import * as assert from "uvu/assert";
import { compareValues, type Relation, type ValueComparison } from "../../../../scripts/changes/diff/values/compare.js";
import { LARGEST_EXAMPLE } from "../../../../scripts/changes/diff/values/sizes.js";
import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import { validationErrors } from "../../../../scripts/kubernetes/validation/validate.js";

const MIRRORED: Readonly<Record<Relation, Relation>> = {
  same: "same",
  wider: "narrower",
  narrower: "wider",
  crossing: "crossing",
  unknown: "unknown",
};

export function fits(schema: JsonObject, value: Json): boolean {
  return validationErrors(schema, value).length === 0;
}

/** Reports whether a schema has a size for which no example is drawn. */
function isLarge(schema: JsonObject): boolean {
  const sizes = ["maxLength", "maxItems", "maxProperties"].map((keyword) => schema[keyword]);
  return sizes.some((size) => typeof size === "number" && size > LARGEST_EXAMPLE);
}

/**
 * Compares in both directions and checks that the examples are correct, that they agree with the relation, and that one
 * direction mirrors the other.
 */
export function compareBothWays(before: JsonObject, after: JsonObject): ValueComparison {
  const comparison = compareValues(before, after);
  const { relation, refused, admitted } = comparison;
  const pair = () => `${JSON.stringify(before)}\n${JSON.stringify(after)}\n${JSON.stringify(comparison)}`;
  if (refused !== undefined) assert.ok(fits(before, refused) && !fits(after, refused), pair());
  if (admitted !== undefined) assert.ok(fits(after, admitted) && !fits(before, admitted), pair());
  const isShown = (example: Json | undefined, relations: readonly Relation[]) =>
    relation === "unknown" ||
    (example !== undefined) === relations.includes(relation) ||
    (relations.includes(relation) && [before, after].some(isLarge));
  assert.ok(isShown(refused, ["narrower", "crossing"]) && isShown(admitted, ["wider", "crossing"]), pair());
  const { relation: mirrored, ...examples } = compareValues(after, before);
  assert.is(mirrored, MIRRORED[relation], pair());
  assert.equal(examples, {
    ...(admitted !== undefined && { refused: admitted }),
    ...(refused !== undefined && { admitted: refused }),
  });
  return comparison;
}
