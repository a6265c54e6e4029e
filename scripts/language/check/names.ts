import { diagnose } from "../../core/diagnostics/diagnose.js";
import { type Kind, type KindVersion, listKindOf, pluralOf, singularOf, storageOf } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { crdName, crdNameProblem, kindProblem, labelProblem } from "../../core/model/names.js";
import type { Check } from "./check.js";

/** Checks that the names derived from a kind are valid, and that no two kinds of a group share a name. */
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
 * Checks the names that no tag sets and the name of the CRD. The reader has already checked the kind and the tags, and
 * nothing is derived from an invalid kind.
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

/** Reports shared names. Of two CRDs with a name in common, the API server establishes only the first one. */
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

/** Reports kinds that differ only in case, because the names of files contain the kind in lowercase. */
function kindsAlike(kinds: readonly Kind[]): Diagnostic[] {
  const owners = new Map<string, Kind>();
  return kinds.flatMap((kind) => {
    const name = `${kind.group}/${kind.kind.toLowerCase()}`;
    const owner = owners.get(name);
    if (!owner) owners.set(name, kind);
    return owner
      ? [diagnose("kind-names-alike", { kind: kind.kind, other: owner.kind }, storageOf(kind).location)]
      : [];
  });
}
