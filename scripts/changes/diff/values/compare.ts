/** Compares the values that a node accepts before and after a change, by the values themselves and not by keywords. */
import type { Json } from "../../../core/model/json.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import { Drawer } from "./draw.js";
import { answeredOnce, Effort, orElse } from "./effort.js";
import { Finder } from "./find.js";
import { hashOf, idOf } from "./identity.js";
import { type Node, nodeOf } from "./node.js";
import { Prover } from "./prove.js";
import { Random } from "./random.js";
import { Scalars } from "./scalars.js";
import { hasTooLarge } from "./sizes.js";

/**
 * Relation between the values that match before and after. With `wider`, all earlier values still match, and others do
 * too; `narrower` is the reverse. With `crossing`, some values match only before and some only after. With `unknown`,
 * the comparison is undecided, although one of the two examples may be known.
 */
export type Relation = "same" | "wider" | "narrower" | "crossing" | "unknown";

export interface ValueComparison {
  readonly relation: Relation;
  /** A value that matches before but not after. */
  readonly refused?: Json;
  /** A value that matches after but not before. */
  readonly admitted?: Json;
}

/**
 * Limits for the cases in which values may be too large, for the proof that no value is lost, for the search for a lost
 * value, and for searches among scalars. A step of a proof is one part of a node.
 */
const CASES_EFFORT = 1_000;
const PROOF_EFFORT = 10_000;
const FIND_EFFORT = 20_000;
const SEARCH_EFFORT = 1_000_000;

/**
 * Compares the values that match two OpenAPI v3 schemas of a CRD. Descriptions, defaults, examples and rules are
 * ignored. Unknown fields are ignored too, except under a schema that declares no fields and preserves unknown ones.
 */
export function compareValues(before: StructuralSchema, after: StructuralSchema): ValueComparison {
  const ids = [idOf(before), idOf(after)];
  return ids[0] === ids[1] ? { relation: "same" } : answeredOnce(`values ${ids.join()}`, () => compared(before, after));
}

function compared(before: StructuralSchema, after: StructuralSchema): ValueComparison {
  const lost = lostValues(before, after);
  const gained = lostValues(after, before);
  return {
    relation: relationOf(lost, gained),
    ...(lost.example !== undefined && { refused: lost.example }),
    ...(gained.example !== undefined && { admitted: gained.example }),
  };
}

/** Limits for several proofs. A proof fails once they are exceeded. */
export interface ProofEffort {
  readonly proof: Effort;
  readonly search: Effort;
}

/** Returns the limits for `count` proofs together. */
export function proofEffort(count = 1): ProofEffort {
  return { proof: new Effort(count * PROOF_EFFORT), search: new Effort(SEARCH_EFFORT) };
}

/** Reports whether it is proven that all values of one schema match another. */
export function includesValues(
  schema: StructuralSchema,
  other: StructuralSchema,
  { proof, search }: ProofEffort = proofEffort(),
): boolean {
  if (idOf(schema) === idOf(other)) return true;
  const prover = new Prover(proof, new Scalars(search));
  return orElse(() => prover.includes(nodeOf(schema), nodeOf(other)), false);
}

/** Values of one schema that do not match another: none, some, or undecided. */
interface Loss {
  readonly answer: "none" | "some" | "open";
  readonly example?: Json;
}

function lostValues(schema: StructuralSchema, other: StructuralSchema): Loss {
  const [node, otherNode] = [nodeOf(schema), nodeOf(other)];
  const searches = new Effort(SEARCH_EFFORT);
  const scalars = new Scalars(searches);
  const effort = new Effort(FIND_EFFORT);
  const drawer = new Drawer(new Random(hashOf(schema)), effort, searches);
  // The search for a proof would make a value that is too large, and useless as an example.
  const draw = (each: Node) => drawer.draw(each, "least");
  if (orElse(() => hasTooLarge(node, otherNode, draw, new Effort(CASES_EFFORT)), false)) return { answer: "some" };
  const prover = new Prover(new Effort(PROOF_EFFORT), scalars);
  if (orElse(() => prover.includes(node, otherNode), false)) return { answer: "none" };
  const finder = new Finder(prover, scalars, drawer, effort);
  const example = orElse(() => firstOf(finder.find(node, otherNode)), undefined);
  return example === undefined ? { answer: "open" } : { answer: "some", example };
}

function firstOf(values: Iterable<Json>): Json | undefined {
  for (const value of values) return value;
  return undefined;
}

function relationOf(lost: Loss, gained: Loss): Relation {
  if (lost.answer === "open" || gained.answer === "open") return "unknown";
  if (lost.answer === "none") return gained.answer === "none" ? "same" : "wider";
  return gained.answer === "none" ? "narrower" : "crossing";
}
