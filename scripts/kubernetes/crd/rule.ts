import { pathInWords } from "../../core/shape.js";
import { alternatives } from "../../core/words/alternatives.js";
import type { Crd, Version } from "./crd.js";
import { type CrdProblem, type Path, problem } from "./problem.js";
import type { SchemaNode } from "./schema/nodes.js";

/** A rule of the API server, or advice, about a CRD. */
export interface Rule {
  /** Returns the problems of a CRD. If it is an update, the old CRD is given too. */
  readonly check: (crd: Crd, old?: Crd) => readonly CrdProblem[];
  /** Set if an update is not checked because the old CRD already breaks the rule, in any place. */
  readonly isRatcheted?: true;
}

/** Returns a rule about each version. */
export function eachVersion(check: (version: Version, old?: Crd) => readonly CrdProblem[]): Rule {
  return { check: ({ versions }, old) => versions.flatMap((version) => check(version, old)) };
}

/** Returns a rule about each schema inside the schemas of all versions. */
export function eachNode(check: (node: SchemaNode) => readonly CrdProblem[]): Rule {
  return eachVersion(({ nodes }) => nodes.flatMap(check));
}

/** Returns the rule with ratcheting. */
export function ratcheted(rule: Rule): Rule {
  return { ...rule, isRatcheted: true };
}

/** Returns a problem if a field is missing. Go cannot tell an empty string from an omitted one. */
export function requiredProblem(value: unknown, path: Path): CrdProblem[] {
  return value === undefined || value === "" ? [problem("crd-field-required", { field: pathInWords(path) }, path)] : [];
}

/** Returns a problem if a field has a value other than the given ones. An omitted field has none. */
export function valueProblem(value: string | undefined, allowed: readonly string[], path: Path): CrdProblem[] {
  if (value === undefined || allowed.includes(value)) return [];
  const expected = `must be ${alternatives(allowed)}`;
  return [problem("crd-field-value", { field: pathInWords(path), value, expected }, path)];
}
