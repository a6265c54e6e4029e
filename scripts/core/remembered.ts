/**
 * Results of a function by the object that they are about. Most objects stay the same from one build to the next, while a
 * bundle is watched and, for functions with a name, also in another process. A result is kept as long as its object, so
 * it should not be larger than what the object is part of.
 */
export class Remembered<T> {
  readonly #results = new WeakMap<object, Entry<T>>();

  /** With a name, which must be unique, results are also kept between runs. They must be plain data then. */
  constructor(name?: string) {
    if (name === undefined) return;
    if (NAMED.has(name)) throw new Error(`Two functions have the name ${name}.`);
    NAMED.set(name, this.#results);
  }

  /** Returns the last result for an object if the other inputs, which are compared by identity, are the same. */
  of(object: object, inputs: readonly unknown[], compute: () => T): T {
    const known = this.known(object, inputs);
    if (known) return known.result;
    const result = compute();
    this.#results.set(object, { inputs, result });
    return result;
  }

  /** Returns the last result for an object, or undefined if there is none with these inputs. */
  known(object: object, inputs: readonly unknown[]): { readonly result: T } | undefined {
    const last = this.#results.get(object);
    const isSame =
      last?.inputs.length === inputs.length && inputs.every((input, index) => input === last.inputs[index]);
    return isSame ? last : undefined;
  }
}

interface Entry<T> {
  readonly inputs: readonly unknown[];
  readonly result: T;
}

/** The results of each function with a name. */
const NAMED = new Map<string, WeakMap<object, Entry<unknown>>>();

/** A result with the name of its function and the object that it is about. */
export type KeptResult = readonly [name: string, object: object, entry: Entry<unknown>];

/** Returns the results about objects that are kept between runs. */
export function resultsAbout(objects: Iterable<object>): KeptResult[] {
  return [...objects].flatMap((object) =>
    [...NAMED].flatMap(([name, results]): KeptResult[] => {
      const entry = results.get(object);
      return entry ? [[name, object, entry]] : [];
    }),
  );
}

/** Adds the results of an earlier run, about objects that were kept with them. */
export function addResults(results: readonly KeptResult[]): void {
  for (const [name, object, entry] of results) NAMED.get(name)?.set(object, entry);
}
