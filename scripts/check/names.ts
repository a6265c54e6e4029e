import { diagnose } from "../diagnostics/diagnose.js";
import { type Kind, type KindVersion, pluralOf, singularOf } from "../model/api.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Check } from "./check.js";

/** No two kinds of a group answer to one name: the API server would establish only one of them. */
export const namesCheck: Check = {
  name: "names",
  run: ({ model }) => {
    const owners = new Map<string, Kind>();
    return model.kinds.flatMap((kind) => {
      const taken: Diagnostic[] = [];
      for (const name of namesOf(kind)) {
        const owner = owners.get(`${kind.group}/${name}`);
        const args = { kind: kind.kind, other: owner?.kind ?? "", name };
        if (owner && owner !== kind) taken.push(diagnose("kind-name-taken", args, storageOf(kind).location));
        owners.set(`${kind.group}/${name}`, kind);
      }
      return taken;
    });
  },
};

function namesOf(kind: Kind): Set<string> {
  const { names } = storageOf(kind);
  return new Set([pluralOf(kind.kind, names), singularOf(kind.kind, names), ...names.shortNames]);
}

function storageOf(kind: Kind): KindVersion {
  return kind.versions.find((version) => version.storage) ?? (kind.versions[0] as KindVersion);
}
