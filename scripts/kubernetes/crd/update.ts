import { pathInWords } from "../../core/shape.js";
import type { Crd } from "./crd.js";
import { type CrdProblem, type Path, problem } from "./problem.js";
import type { Rule } from "./rule.js";

/**
 * Checks that an update keeps the names that stored objects depend on.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateCustomResourceDefinitionSpecUpdate).
 */
export const immutableRule: Rule = { check: (crd, old) => (old ? immutableProblems(crd, old) : []) };

function immutableProblems(crd: Crd, old: Crd): CrdProblem[] {
  return IMMUTABLE.flatMap(({ path, of, sinceEstablished }) => {
    const [from, to] = [of(old), of(crd)];
    if (from === to || (sinceEstablished && !old.isEstablished)) return [];
    return [problem("crd-immutable", { field: pathInWords(path), from, to }, path)];
  });
}

interface Immutable {
  readonly path: Path;
  readonly of: (crd: Crd) => string;
  /** Set if the field can change until the API server serves the resource. */
  readonly sinceEstablished?: true;
}

const IMMUTABLE: readonly Immutable[] = [
  { path: ["metadata", "name"], of: ({ metadata: { name = "" } }) => name },
  { path: ["spec", "group"], of: ({ group }) => group },
  { path: ["spec", "names", "plural"], of: ({ names: { plural = "" } }) => plural },
  { path: ["spec", "names", "kind"], of: ({ names: { kind = "" } }) => kind, sinceEstablished: true },
  { path: ["spec", "scope"], of: ({ scope = "" }) => scope, sinceEstablished: true },
];

/**
 * Checks that an update declares every version in which objects may still be stored.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceDefinitionStoredVersions).
 */
export const storedVersionsRule: Rule = { check: (crd, old) => (old ? storedVersionProblems(crd, old) : []) };

function storedVersionProblems({ versions }: Crd, old: Crd): CrdProblem[] {
  const names = new Set(versions.map(({ name }) => name));
  return [...new Set(old.storedVersions)]
    .filter((version) => !names.has(version))
    .map((version) => problem("crd-stored-version", { version }, ["spec", "versions"]));
}
