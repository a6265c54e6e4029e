/** Budgets of comparisons. They count steps instead of time, so results are the same on every machine. */

/** Part of each budget that a question does not share with others, so simple questions are always answered. */
const OWN_PART = 1 / 500;
/** Number of whole budgets that all questions of a comparison may use together, apart from their own parts. */
const SHARED_BUDGETS = 40;

/** Data that the questions of a comparison share. */
interface Shared {
  /** The rest of the shared budget, in whole budgets. */
  left: number;
  /** Answers by question. */
  readonly answers: Map<string, unknown>;
}

let shared: Shared | undefined;

/** Lets all questions within a comparison share one budget. A comparison within another one is a part of it. */
export function sharingEffort<Result>(compare: () => Result): Result {
  if (shared) return compare();
  shared = { left: SHARED_BUDGETS, answers: new Map() };
  try {
    return compare();
  } finally {
    shared = undefined;
  }
}

/** Answers a question, or repeats the answer if the question occurred before in the same comparison. */
export function answeredOnce<Answer>(question: string, answer: () => Answer): Answer {
  if (!shared) return answer();
  const { answers } = shared;
  if (!answers.has(question)) answers.set(question, answer());
  return answers.get(question) as Answer;
}

/** Budget of a question, or of several questions about the same values. */
export class Effort {
  readonly #steps: number;
  readonly #shared = shared;
  #left: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** The number of steps that are left. */
  get left(): number {
    const others = this.#shared ? Math.max(this.#shared.left, 0) * this.#steps : this.#left;
    return Math.max(Math.min(this.#left, this.#own + Math.floor(others)), 0);
  }

  spend(steps = 1): void {
    const fromShared = Math.max(steps - this.#own, 0);
    this.#left -= steps;
    if (this.#shared) this.#shared.left -= fromShared / this.#steps;
    const isUsedUp = fromShared > 0 && this.#shared !== undefined && this.#shared.left < 0;
    if (this.#left < 0 || isUsedUp) throw new Exhausted();
  }

  /** The number of steps that are left in the part that is not shared. */
  get #own(): number {
    return Math.max(this.#left - Math.floor(this.#steps * (1 - OWN_PART)), 0);
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
