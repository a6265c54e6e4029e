/** What a comparison may cost. It is counted in steps and not in time, so that the answer is the same everywhere. */
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

/** Thrown when a question has cost all that it may. It is then left open. */
class Exhausted extends Error {}

/** What a question yields, or what stands for an open one where it costs too much. */
export function orElse<Answer>(question: () => Answer, open: Answer): Answer {
  try {
    return question();
  } catch (error) {
    if (error instanceof Exhausted) return open;
    throw error;
  }
}
