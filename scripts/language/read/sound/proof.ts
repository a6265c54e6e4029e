/** The names and the limits of a proof that types have no errors. */

import type { Names } from "../names.js";

/** Limits how deep a proof follows names. A deeper one is most likely a cycle. */
const DEPTH = 30;

/**
 * Limits the steps of a proof for one file, which can visit a type for each of its uses. The compiler visits it once, so it
 * is faster then.
 */
const STEPS = 20_000;

export class Proof {
  readonly names: Names;
  #steps = STEPS;
  #depth = 0;

  constructor(names: Names) {
    this.names = names;
  }

  /** Follows a name. Returns undefined if the proof must end here. */
  follow<T>(inner: () => T): T | undefined {
    if (this.countStep() || this.#depth === DEPTH) return undefined;
    this.#depth++;
    try {
      return inner();
    } finally {
      this.#depth--;
    }
  }

  /** Counts a step. Reports whether there were too many. */
  countStep(): boolean {
    return this.#steps-- <= 0;
  }
}
