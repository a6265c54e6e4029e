/** The names and the limits of a proof that types have no errors. */

import type { Names } from "../names.js";

/**
 * Limits how deep a proof follows names. A deeper one is most likely a cycle, and the compiler has limits of its own, which
 * are larger.
 */
const DEPTH = 30;

/** Limits the steps of a proof: the compiler visits each type once, but a proof can visit it for each of its uses. */
const STEPS_PER_FILE = 20_000;

export class Proof {
  readonly names: Names;
  #steps: number;
  #depth = 0;

  constructor(names: Names, files: number) {
    this.names = names;
    this.#steps = files * STEPS_PER_FILE;
  }

  /** Follows a name. Returns undefined if the proof must end here. */
  follow<T>(inner: () => T): T | undefined {
    if (this.isExhausted() || this.#depth === DEPTH) return undefined;
    this.#depth++;
    try {
      return inner();
    } finally {
      this.#depth--;
    }
  }

  /** Counts a step. Reports whether there were too many. */
  isExhausted(): boolean {
    return this.#steps-- <= 0;
  }
}
