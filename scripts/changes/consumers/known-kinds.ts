import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { nearest } from "../../core/nearest.js";

/** CRDs of a channel, by group and kind. */
export class KnownKinds {
  readonly #groups = new Map<string, Map<string, CustomResourceDefinition>>();

  constructor(crds: Iterable<CustomResourceDefinition>) {
    for (const crd of crds) {
      const { group, names } = crd.spec;
      const kinds = this.#groups.get(group) ?? new Map<string, CustomResourceDefinition>();
      this.#groups.set(group, kinds.set(names.kind, crd));
    }
  }

  find({ group, kind }: { readonly group: string; readonly kind: string }): CustomResourceDefinition | undefined {
    return this.#groups.get(group)?.get(kind);
  }

  /** Returns the most similar kind of a group. */
  nearest(group: string, kind: string): string | undefined {
    return nearest(kind, this.#groups.get(group)?.keys() ?? []);
  }

  /** Returns a kind with its group, as in `Widget in the group example.dev`, or undefined if no group has it. */
  withGroup(kind: string): string | undefined {
    const group = [...this.#groups].find(([, kinds]) => kinds.has(kind))?.[0];
    return group === undefined ? undefined : `${kind} in the group ${group}`;
  }
}
