/** Budgets of comparisons. They count steps instead of time, so results are the same on every machine. */

/** Part of each budget that a question does not share with others, so simple questions are always answered. */
const OWN_PART = 1 / 500;
/** Number of whole budgets that a comparison may use for verdicts, apart from their own parts, and for examples. */
const SHARED_BUDGETS = { verdict: 5, example: 5 };

/** Purpose of a question. Examples have their own budget, so verdicts do not depend on the number of examples. */
type Purpose = keyof typeof SHARED_BUDGETS;

/** Data that the questions of a comparison share. */
interface Shared {
  /** The rest of the shared budgets, in whole budgets. */
  readonly left: Record<Purpose, number>;
  /** Answers by question. */
  readonly answers: Map<string, unknown>;
}

let shared: Shared | undefined;

/** Lets all questions within a comparison share one budget. A comparison within another one is a part of it. */
export function sharingEffort<Result>(compare: () => Result): Result {
  if (shared) return compare();
  shared = { left: { ...SHARED_BUDGETS }, answers: new Map() };
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
  readonly #purpose: Purpose;
  readonly #shared = shared?.left;
  #left: number;
  /** The rest of the part that is not shared. An example has no such part, because verdicts do not need it. */
  #own: number;

  constructor(steps: number, purpose: Purpose = "verdict") {
    this.#steps = steps;
    this.#purpose = purpose;
    this.#left = steps;
    this.#own = purpose === "verdict" ? Math.ceil(steps * OWN_PART) : 0;
  }

  /** The number of steps that are left. */
  get left(): number {
    const others = this.#shared ? this.#shared[this.#purpose] * this.#steps : this.#left;
    return Math.max(Math.min(this.#left, this.#own + Math.floor(Math.max(others, 0))), 0);
  }

  spend(steps = 1): void {
    const fromShared = Math.max(steps - this.#own, 0);
    this.#left -= steps;
    this.#own -= steps - fromShared;
    if (this.#left < 0 || (fromShared > 0 && !this.#take(fromShared))) throw EXHAUSTED;
  }

  /** Takes steps from the shared budget. Returns false if it is used up. */
  #take(steps: number): boolean {
    if (!this.#shared) return true;
    this.#shared[this.#purpose] -= steps / this.#steps;
    return this.#shared[this.#purpose] >= 0;
  }
}

/** Error that a question throws when it exceeds its budget. The question then stays open. */
class Exhausted extends Error {}

/** There is only one, because a stack trace takes longer than most steps. */
const EXHAUSTED = new Exhausted();

/** Returns the answer to a question, or `open` if the question exceeds its budget. */
export function orElse<Answer>(question: () => Answer, open: Answer): Answer {
  try {
    return question();
  } catch (error) {
    if (error instanceof Exhausted) return open;
    throw error;
  }
}
