import { labelProblem } from "../../core/model/names.js";
import type { Crd, Version } from "./crd.js";
import { type CrdProblem, problem } from "./problem.js";
import { eachVersion, type Rule } from "./rule.js";

/** Checks that versions have valid and distinct names, and that the API server stores exactly one of them. */
export const versionsRule: Rule = {
  check: (crd) => [...storageProblems(crd), ...twinProblems(crd), ...crd.versions.flatMap(nameProblem)],
};

/** Checks that a warning about a version can be sent to clients in an HTTP header. */
export const deprecationRule: Rule = eachVersion(({ name, path, isDeprecated, deprecationWarning }) => {
  if (deprecationWarning === undefined) return [];
  const causes = isDeprecated ? warningProblems(deprecationWarning) : ["the version is not deprecated"];
  return causes.map((cause) =>
    problem("crd-deprecation-warning", { version: name, problem: cause }, [...path, "deprecationWarning"]),
  );
});

function nameProblem({ name, path }: Version): CrdProblem[] {
  return labelProblem(name) === undefined ? [] : [problem("version-name", { version: name }, [...path, "name"])];
}

function twinProblems({ versions }: Crd): CrdProblem[] {
  const seen = new Set<string>();
  return versions
    .filter(({ name }) => seen.size === seen.add(name).size)
    .map(({ name, path }) => problem("crd-version-twice", { version: name }, [...path, "name"]));
}

function storageProblems({ versions, names: { kind = "the kind" } }: Crd): CrdProblem[] {
  const [first, ...others] = versions.filter(({ isStorage }) => isStorage);
  if (first) {
    return others.map(({ path }) => problem("kind-storage-several", { kind, other: first.name }, [...path, "storage"]));
  }
  const all = versions.map(({ name }) => name).join(", ") || "none";
  return [problem("kind-storage-none", { kind, versions: all }, ["spec", "versions"])];
}

const WARNING_LIMIT = 256;

/**
 * Characters that Go prints: of spaces, only the ASCII one.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateDeprecationWarning), and unicode.IsPrint.
 */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

function warningProblems(warning: string): string[] {
  const size = Buffer.byteLength(warning);
  return [
    ...(size > WARNING_LIMIT ? [`must be at most ${WARNING_LIMIT} bytes, not ${size}`] : []),
    ...(size === 0 ? ["must not be empty"] : []),
    ...(UNPRINTABLE.test(warning) ? ["must contain only printable characters"] : []),
  ];
}
