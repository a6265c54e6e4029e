/**
 * Results of a function by the object that they are about. While a bundle is watched, most objects stay the same from
 * one build to the next. A result is kept as long as its object, so it should not be larger than what the object is
 * part of.
 */
export class Remembered<T> {
  readonly #results = new WeakMap<object, { readonly inputs: readonly unknown[]; readonly result: T }>();

  /** Returns the last result for an object if the other inputs, which are compared by identity, are the same. */
  of(object: object, inputs: readonly unknown[], compute: () => T): T {
    const last = this.#results.get(object);
    const isSame =
      last?.inputs.length === inputs.length && inputs.every((input, index) => input === last.inputs[index]);
    if (last && isSame) return last.result;
    const result = compute();
    this.#results.set(object, { inputs, result });
    return result;
  }
}
