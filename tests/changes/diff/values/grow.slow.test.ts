/**
 * Pairs of schemas whose relation is known by construction: one is derived from the other by loosening steps, each with
 * a value that it newly accepts, or by rewriting to an equivalent schema. Every definite result must be correct;
 * undecided ones are counted.
 */
import type { GeneratorValue } from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Relation } from "../../../../scripts/changes/diff/values/compare.js";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import fc from "../../../support/drawn.js";
import { compareBothWays, fits } from "./comparison.js";
import { type Grown, grow, oneOf } from "./grow.js";

const grown = suite("values: pairs by construction");

interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly relation: Relation;
}

/** Returns an equivalent schema or the same one. */
function reworded(g: GeneratorValue, { schema, equals }: Grown): JsonObject {
  return oneOf(g, [schema, ...equals]);
}

function samePair(g: GeneratorValue, node: Grown): Pair {
  return { before: reworded(g, node), after: oneOf(g, node.equals), relation: "same" };
}

function widerPair(g: GeneratorValue, node: Grown): Pair {
  const { after, gained } = oneOf(g, node.steps);
  const before = reworded(g, node);
  assert.ok(fits(after, gained) && !fits(before, gained), JSON.stringify([before, after, gained]));
  return { before, after, relation: "wider" };
}

function narrowerPair(g: GeneratorValue, node: Grown): Pair {
  const { before, after } = widerPair(g, node);
  return { before: after, after: before, relation: "narrower" };
}

/** Returns a pair in which one field is loosened and another one tightened. */
function crossingPair(g: GeneratorValue, node: Grown): Pair {
  const first = widerPair(g, node);
  const second = narrowerPair(g, grow(g, 2));
  const join = (left: JsonObject, right: JsonObject) => ({ type: "object", properties: { left, right } });
  return { before: join(first.before, second.before), after: join(first.after, second.after), relation: "crossing" };
}

const MAKERS = { same: samePair, wider: widerPair, narrower: narrowerPair, crossing: crossingPair };
const PAIRS_EACH = 600;

for (const [kind, make] of Object.entries(MAKERS)) {
  grown(`${PAIRS_EACH} pairs: ${kind}`, () => {
    let unknown = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const node = grow(g);
        assert.ok(fits(node.schema, node.sample), JSON.stringify(node));
        const { before, after, relation } = make(g, node);
        const comparison = compareBothWays(before, after);
        if (comparison.relation === "unknown") unknown++;
        else assert.is(comparison.relation, relation, JSON.stringify([before, after, comparison]));
      }),
      { numRuns: PAIRS_EACH, seed: 4 },
    );
    const share = (100 * unknown) / PAIRS_EACH;
    process.stdout.write(
      `\n  ${kind}: ${PAIRS_EACH - unknown} of ${PAIRS_EACH} decided, ${share.toFixed(1)} % unknown `,
    );
    assert.ok(share <= 10, `${share} %`);
  });
}

grown.run();
