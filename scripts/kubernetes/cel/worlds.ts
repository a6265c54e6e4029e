/**
 * One possible combination of answers. To evaluate an expression without values, the evaluator asks the world for each
 * truth that the result depends on. A world always gives the same answer to the same question, and no two worlds give
 * all the same answers.
 */
export class World {
  readonly #answers = new Map<string, boolean>();
  readonly #texts = new Map<string, { is?: string; readonly isNot: Set<string> }>();
  /** Answers that could be either, in the order of the questions, each with the answer that is tried first. */
  readonly #asked: { answer: boolean; readonly first: boolean }[] = [];

  constructor(readonly script: readonly boolean[]) {}

  /** Returns the answer to a question. Both answers are tried, in different worlds. */
  decide(question: string, first = true): boolean {
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const answer = this.script[this.#asked.length] ?? first;
    this.#asked.push({ answer, first });
    this.#answers.set(question, answer);
    return answer;
  }

  /**
   * Reports whether a value equals a literal. A value equals at most one literal. If `all` is given, it equals one of
   * these.
   */
  isLiteral(value: string, literal: string, all: readonly string[] | undefined): boolean {
    const known = this.#texts.get(value) ?? { isNot: new Set() };
    this.#texts.set(value, known);
    if (known.is !== undefined) return known.is === literal;
    if (known.isNot.has(literal) || all?.includes(literal) === false) return false;
    const isLastLeft = all?.every((other) => other === literal || known.isNot.has(other)) === true;
    const answer = isLastLeft || this.decide(`${value} == ${literal}`);
    if (answer) known.is = literal;
    else known.isNot.add(literal);
    return answer;
  }

  /**
   * Returns the answers of the next world, or undefined after the last one. Inverts the last answer whose opposite was
   * not tried yet.
   */
  next(): boolean[] | undefined {
    const turned = this.#asked.findLastIndex(({ answer, first }) => answer === first);
    if (turned < 0) return undefined;
    return this.#asked.slice(0, turned + 1).map(({ answer }, index) => (index === turned ? !answer : answer));
  }
}

/** Generates all worlds, but at most `limit`. */
export function* worlds(limit: number): Generator<World> {
  let script: boolean[] | undefined = [];
  for (let count = 0; script && count < limit; count++) {
    const world: World = new World(script);
    yield world;
    script = world.next();
  }
}
