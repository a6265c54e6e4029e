/** Lowest and highest value of an integer. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** Reports whether something holds for an element of a list or map, in a world that is about this element. */
export type ElementFact = (world: World) => boolean;

/** Facts about the elements of a list or map, by the macro that they follow from. */
interface Elements {
  /** Facts that hold for every element. */
  readonly all: Map<string, ElementFact>;
  /** Facts, each of which holds for at least one element. */
  readonly some: Map<string, ElementFact>;
}

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

  /** Bounds of integers that follow from the answers. */
  readonly #ranges = new Map<string, Range>();

  /** Facts that follow from the answers about macros. */
  readonly #elements = new Map<string, Elements>();

  /** Knows the answers of an outer world, if any, without changing them. */
  constructor(
    readonly script: readonly boolean[],
    outer?: World,
  ) {
    if (!outer) return;
    this.#answers = new Map(outer.#answers);
    for (const [value, known] of outer.#texts) this.#texts.set(value, { ...known, isNot: new Set(known.isNot) });
    this.#ranges = new Map(outer.#ranges);
    for (const [name, { all, some }] of outer.#elements)
      this.#elements.set(name, { all: new Map(all), some: new Map(some) });
  }

  /** Returns the facts about any element of a list or map, given by the name of the element. Facts can be added. */
  elementsOf(element: string): Elements {
    const elements = this.#elements.get(element) ?? { all: new Map(), some: new Map() };
    this.#elements.set(element, elements);
    return elements;
  }

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

  /** Reports whether an integer is less than a limit. `range` contains all integers that it can be. */
  isBelow(value: string, limit: bigint, range: Range): boolean {
    const known = this.#ranges.get(value) ?? range;
    if (known.max < limit) return true;
    if (known.min >= limit) return false;
    const answer = this.decide(`${value} < ${limit}`);
    this.#ranges.set(value, answer ? { ...known, max: limit - 1n } : { ...known, min: limit });
    return answer;
  }

  /** Reports whether an integer equals another. `range` contains all integers that it can be. */
  isInteger(value: string, integer: bigint, range: Range): boolean {
    const known = this.#ranges.get(value) ?? range;
    if (known.max < integer || known.min > integer) return false;
    if (known.min === known.max) return true;
    const answer = this.decide(`${value} == ${integer}`);
    if (answer) this.#ranges.set(value, { min: integer, max: integer });
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

/** Generates all worlds inside an outer world, if any, but at most `limit`. */
export function* worlds(limit: number, outer?: World): Generator<World> {
  let script: boolean[] | undefined = [];
  for (let count = 0; script && count < limit; count++) {
    const world: World = new World(script, outer);
    yield world;
    script = world.next();
  }
}
