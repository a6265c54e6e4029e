/** Finds the stored object that an object replaces. */
import { type JsonObject, sameJson } from "../../core/model/json.js";
import { DEFAULT_NAMESPACE } from "../../core/model/names.js";
import { groupVersionKind, namesOf } from "../object-names.js";

/** Scope of a kind. */
interface Scope {
  readonly isNamespaced: boolean;
}

export class StoredObjects {
  /** True if an object was found. */
  isUsed = false;
  /** The kinds and names of objects that are given several times. The first one is used. */
  readonly repeated: readonly string[];
  readonly #objects = new Map<string, JsonObject>();

  constructor(objects: readonly JsonObject[]) {
    const repeated = new Set<string>();
    for (const object of objects) {
      const known = this.#objects.get(identityOf(object, { isNamespaced: true }));
      if (known && !sameJson(known, object)) repeated.add(`${groupVersionKind(object).kind} ${namesOf(object).name}`);
      // Only the kind of a new object tells whether its namespace matters.
      for (const isNamespaced of [true, false]) {
        const identity = identityOf(object, { isNamespaced });
        if (!this.#objects.has(identity)) this.#objects.set(identity, object);
      }
    }
    this.repeated = [...repeated];
  }

  /** Returns the stored object with the kind, the namespace and the name of an object, in any version of the kind. */
  of(object: JsonObject, scope: Scope): JsonObject | undefined {
    if (namesOf(object).isGenerated) return undefined;
    const found = this.#objects.get(identityOf(object, scope));
    this.isUsed ||= found !== undefined;
    return found;
  }
}

function identityOf(object: JsonObject, { isNamespaced }: Scope): string {
  const { group, kind } = groupVersionKind(object);
  const { name, namespace = DEFAULT_NAMESPACE } = namesOf(object);
  return JSON.stringify([group, kind, isNamespaced ? namespace : null, name]);
}
