/** A value for the owner that was asked for last. It serves work that comes in the order of its owners. */
export class Latest<T> {
  #last: { readonly owner: unknown; readonly value: T } | undefined;

  /** Returns the value for an owner, which is created unless the same owner was the last one. */
  of(owner: unknown, create: () => T): T {
    if (this.#last === undefined || this.#last.owner !== owner) this.#last = { owner, value: create() };
    return this.#last.value;
  }
}
