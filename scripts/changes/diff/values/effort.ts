/** Budget of a comparison. It counts steps instead of time, so the result is the same on every machine. */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Exhausted();
  }
}

/** Error that a question throws when it exceeds its budget. The question then stays open. */
class Exhausted extends Error {}

/** Returns the answer to a question, or `open` if the question exceeds its budget. */
export function orElse<Answer>(question: () => Answer, open: Answer): Answer {
  try {
    return question();
  } catch (error) {
    if (error instanceof Exhausted) return open;
    throw error;
  }
}
