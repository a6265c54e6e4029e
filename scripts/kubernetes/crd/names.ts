import { groupProblem, kindProblem, labelProblem } from "../../core/model/names.js";
import type { Names } from "./crd.js";
import { type CrdProblem, type Path, problem } from "./problem.js";
import { type Rule, requiredProblem, valueProblem } from "./rule.js";

/**
 * Checks the group, the scope and the names of the resource.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateCustomResourceDefinitionSpec and
 * ValidateCustomResourceDefinitionNames).
 */
export const namesRule: Rule = {
  check: ({ group, scope, names }) => [
    ...requiredProblem(group, ["spec", "group"]),
    ...groupProblems(group),
    ...requiredProblem(scope, ["spec", "scope"]),
    ...valueProblem(scope, ["Cluster", "Namespaced"], ["spec", "scope"]),
    ...requiredProblem(names.plural, ["spec", "names", "plural"]),
    ...requiredProblem(names.kind, ["spec", "names", "kind"]),
    ...ownNames(names).flatMap(({ field, what, problemOf }) =>
      nameProblem(what, field, names[field], problemOf, ["spec", "names", field]),
    ),
    ...LIST_FIELDS.flatMap(({ field, what, tag }) =>
      (names[field] ?? []).flatMap((name, index) =>
        nameProblem(what, tag, name, labelProblem, ["spec", "names", field, index]),
      ),
    ),
    ...(names.kind !== undefined && names.kind === names.listKind ? [sameKinds(names.kind)] : []),
  ],
};

const NAME_FIELDS = [
  { field: "plural", what: "plural", problemOf: labelProblem },
  { field: "kind", what: "kind", problemOf: kindProblem },
  { field: "singular", what: "singular", problemOf: labelProblem },
  { field: "listKind", what: "list kind", problemOf: kindProblem },
] as const;

const LIST_FIELDS = [
  { field: "shortNames", what: "short name", tag: "shortName" },
  { field: "categories", what: "category", tag: "category" },
] as const;

/** Returns the names to check. If the kind is invalid, names that are derived from it are not reported again. */
function ownNames({ kind, singular, listKind }: Names) {
  if (kind === undefined || kindProblem(kind) === undefined) return NAME_FIELDS;
  const derived = { singular: singular === kind.toLowerCase(), listKind: listKind === `${kind}List` };
  return NAME_FIELDS.filter(({ field }) => field === "plural" || field === "kind" || !derived[field]);
}

function groupProblems(group: string): CrdProblem[] {
  const cause = group === "" ? undefined : groupProblem(group);
  return cause === undefined ? [] : [problem("crd-group", { group, problem: cause }, ["spec", "group"])];
}

function nameProblem(
  what: string,
  tag: string,
  name: string | undefined,
  problemOf: (name: string) => string | undefined,
  path: Path,
): CrdProblem[] {
  const cause = name === undefined ? undefined : problemOf(name);
  if (name === undefined || cause === undefined) return [];
  return [problem("kind-name", { what, name, problem: cause, ...(tag !== "kind" && { tag }) }, path)];
}

function sameKinds(name: string): CrdProblem {
  const args = { what: "list kind", name, problem: "must differ from the kind", tag: "listKind" };
  return problem("kind-name", args, ["spec", "names", "listKind"]);
}
