/**
 * Ways the world may be. Whoever evaluates an expression without values asks for each truth it depends on; the same
 * question has the same answer throughout one world, and each world is tried once.
 */
export class World {
  readonly #answers = new Map<string, boolean>();
  readonly #texts = new Map<string, { is?: string; readonly isNot: Set<string> }>();
  /** The answers that were free, in the order they were asked for, each with the one that is tried first. */
  readonly #asked: { answer: boolean; readonly first: boolean }[] = [];

  constructor(readonly script: readonly boolean[]) {}

  /** Whether it is so, tried both ways. */
  decide(question: string, first = true): boolean {
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const answer = this.script[this.#asked.length] ?? first;
    this.#asked.push({ answer, first });
    this.#answers.set(question, answer);
    return answer;
  }

  /** Whether a value is a literal: it can be one alone, and one of `all` where they are given. */
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

  /** The answers of the next world: the last that was tried one way only is turned. Nothing after the last world. */
  next(): boolean[] | undefined {
    const turned = this.#asked.findLastIndex(({ answer, first }) => answer === first);
    if (turned < 0) return undefined;
    return this.#asked.slice(0, turned + 1).map(({ answer }, index) => (index === turned ? !answer : answer));
  }
}

/** All worlds, at most `limit` of them. */
export function* worlds(limit: number): Generator<World> {
  let script: boolean[] | undefined = [];
  for (let count = 0; script && count < limit; count++) {
    const world: World = new World(script);
    yield world;
    script = world.next();
  }
}
