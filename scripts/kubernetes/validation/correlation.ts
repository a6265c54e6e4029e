/**
 * Values of an update with the old values that correspond to them. The API server does not report errors of values that
 * did not change. Source: k8s.io/apiserver, pkg/cel/common/equality.go.
 */
import { isJsonArray, isJsonObject, type Json, sameJson } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { oldItems } from "./old-items.js";

export class Correlation {
  readonly #children = new Map<string | number, Correlation | undefined>();
  #oldItemOf: ((item: Json) => Json | undefined) | undefined;
  #isUnchanged: boolean | undefined;

  constructor(
    readonly schema: StructuralSchema,
    readonly value: Json,
    readonly old: Json,
  ) {}

  /** Returns the correlation of a field, or undefined if no schema declares it or the old object does not have it. */
  field(name: string): Correlation | undefined {
    return this.#child(name, () => {
      const { schema, value, old } = this;
      if (!isJsonObject(value) || !isJsonObject(old)) return undefined;
      if (!Object.hasOwn(value, name) || !Object.hasOwn(old, name)) return undefined;
      const { properties = {}, additionalProperties } = schema;
      const declared = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return isJsonObject(declared) ? [declared, value[name] as Json, old[name] as Json] : undefined;
    });
  }

  /** Returns the correlation of an item. Only the items of lists of the type `map` have one. */
  item(index: number): Correlation | undefined {
    return this.#child(index, () => {
      const { schema, value, old } = this;
      if (!isJsonArray(value) || !isJsonArray(old) || !schema.items) return undefined;
      this.#oldItemOf ??= oldItems(schema, old);
      const item = value[index] as Json;
      const before = this.#oldItemOf(item);
      return before === undefined || before === null ? undefined : [schema.items, item, before];
    });
  }

  /**
   * Reports whether the value is the same as the old one. An object with a field that no schema declares counts as
   * changed, and so does a list of the type `map` in another order.
   */
  get isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  #child(step: string | number, find: () => [StructuralSchema, Json, Json] | undefined): Correlation | undefined {
    const known = this.#children.get(step);
    if (known !== undefined || this.#children.has(step)) return known;
    const found = find();
    const child = found && new Correlation(...found);
    this.#children.set(step, child);
    return child;
  }

  #compare(): boolean {
    const { schema, value, old } = this;
    if (isJsonArray(value) && isJsonArray(old)) {
      if (value.length !== old.length) return false;
      if (schema["x-kubernetes-list-type"] !== "map") return sameJson(value, old);
      return value.every((_, index) => this.item(index)?.isUnchanged === true);
    }
    if (isJsonObject(value) && isJsonObject(old)) {
      const names = Object.keys(value);
      return names.length === Object.keys(old).length && names.every((name) => this.field(name)?.isUnchanged === true);
    }
    return sameJson(value, old);
  }
}
