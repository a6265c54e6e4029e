import { diagnose } from "../../core/diagnostics/diagnose.js";
import { type Kind, type KindVersion, listKindOf, pluralOf, singularOf, storageOf } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { crdName, crdNameProblem, kindProblem, labelProblem } from "../../core/model/names.js";
import type { Check } from "./check.js";

/** The names that follow from a kind are valid, and no two kinds of a group have the same name. */
export const namesCheck: Check = {
  name: "names",
  run: ({ model }) => [
    ...model.kinds.flatMap(derivedProblems),
    ...sharedNames(model.kinds, resourceNames),
    ...sharedNames(model.kinds, ({ kind, names }) => [kind, listKindOf(kind, names)]),
    ...kindsAlike(model.kinds),
  ],
};

/**
 * What follows from a kind and its tags: the names that no tag states, and what is made of several. Tagged names were
 * checked when they were read, and so was the kind: nothing is derived from one that is wrong.
 */
function derivedProblems(kind: Kind): Diagnostic[] {
  const { names, location } = storageOf(kind);
  if (kindProblem(kind.kind) !== undefined) return [];
  const plural = pluralOf(kind.kind, names);
  const singular = singularOf(kind.kind, names);
  const listKind = listKindOf(kind.kind, names);
  const same = listKind === kind.kind ? "must differ from the kind" : undefined;
  const all = [
    { what: "plural", tag: "plural", name: plural, problem: labelProblem(plural) },
    { what: "singular", tag: "singular", name: singular, problem: labelProblem(singular) },
    { what: "list kind", tag: "listKind", name: listKind, problem: kindProblem(listKind) ?? same },
    {
      what: "name of the CRD",
      tag: "plural",
      name: crdName(plural, kind.group),
      problem: crdNameProblem(plural, kind.group),
    },
  ];
  return all.flatMap(({ what, tag, name, problem }) =>
    problem === undefined ? [] : [diagnose("kind-name", { what, name, problem, tag }, location)],
  );
}

/** The API server establishes only the first of two CRDs that have a name in common. */
function sharedNames(kinds: readonly Kind[], namesOf: (storage: KindVersion) => readonly string[]): Diagnostic[] {
  const owners = new Map<string, Kind>();
  return kinds.flatMap((kind) => {
    const storage = storageOf(kind);
    return [...new Set(namesOf(storage))].flatMap((name) => {
      const owner = owners.get(`${kind.group}/${name}`);
      owners.set(`${kind.group}/${name}`, kind);
      if (!owner || owner === kind) return [];
      return [diagnose("kind-name-taken", { kind: kind.kind, other: owner.kind, name }, storage.location)];
    });
  });
}

function resourceNames({ kind, names }: KindVersion): string[] {
  return [pluralOf(kind, names), singularOf(kind, names), ...names.shortNames];
}

/** Files are named after kinds in lowercase. */
function kindsAlike(kinds: readonly Kind[]): Diagnostic[] {
  return kinds.flatMap((kind, index) => {
    const other = kinds
      .slice(0, index)
      .find(({ group, kind: name }) => group === kind.group && name.toLowerCase() === kind.kind.toLowerCase());
    return other
      ? [diagnose("kind-names-alike", { kind: kind.kind, other: other.kind }, storageOf(kind).location)]
      : [];
  });
}
