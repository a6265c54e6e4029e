/**
 * Searches for strings of a language, shortest first, in all its patterns at once. A layer contains every state that
 * strings of one length reach. Length constraints change only at a few lengths; layers that repeat in between are
 * skipped.
 */
import { alphabetOf, type Letter } from "./alphabet.js";
import { type Automaton, automatonOf, type State } from "./automaton.js";
import { atomsOf, evaluate, type Language } from "./language.js";

/** Membership in the language of a string that reaches a state; "maybe" if it depends on a format. */
type Membership = "yes" | "no" | "maybe";

/** State at which strings end that are, or may be, in the language. */
export interface Ending {
  readonly verdict: Membership;
  readonly length: number;
  /** Returns a string that ends here: the simplest one for 0, others for other numbers. */
  readonly text: (variant: number) => string;
}

export interface Endings {
  readonly endings: readonly Ending[];
  /** True if all endings were found, false if the search stopped early. */
  readonly isComplete: boolean;
  readonly cost: number;
}

/** Combined state of all automata. */
interface Joint {
  readonly states: readonly State[];
  /** States that follow, and the characters that lead to them. Computed on demand. */
  next?: ReadonlyMap<Joint, readonly string[]>;
  /** True if a string of the language may still be reached from here. */
  isAlive: boolean;
}

interface Layer {
  readonly length: number;
  /** Joints of this layer, and the joints from which each is reached. */
  readonly origins: ReadonlyMap<Joint, readonly Joint[]>;
  /** Number of repetitions of the step to this layer since the layer before. */
  readonly repeats: number;
}

const KEPT_ORIGINS = 4;
const KEPT_SIGNS = 12;
/** With more formats, there are too many combinations of formats that hold or not. */
const FORMAT_LIMIT = 8;

/**
 * Returns the endings of strings of a language. `take` decides whether to continue after an ending. The search always
 * covers the given lengths.
 */
export function endingsOf(
  language: Language,
  limit: number,
  take: (ending: Ending) => boolean,
  lengths: readonly number[] = [],
): Endings {
  const automata = new Map<string, Automaton>();
  for (const { pattern } of atomsOf(language, "pattern")) {
    const automaton = automatonOf(pattern);
    if (automaton === undefined) return { endings: [], isComplete: false, cost: 1 };
    automata.set(pattern, automaton);
  }
  const formats = [...new Set(atomsOf(language, "format").map(({ name }) => name))];
  if (formats.length > FORMAT_LIMIT) return { endings: [], isComplete: false, cost: 1 };
  return new TextSearch(language, automata, formats, limit, lengths).run(take);
}

class TextSearch {
  readonly #language: Language;
  readonly #patterns: readonly string[];
  readonly #automata: readonly Automaton[];
  readonly #formats: readonly string[];
  readonly #alphabet: readonly Letter[];
  readonly #borders: readonly number[];
  readonly #joints = new Map<string, Joint>();
  readonly #numbers = new Map<State, number>();
  readonly #layers: Layer[] = [];
  readonly #limit: number;
  #cost = 0;

  constructor(
    language: Language,
    automata: ReadonlyMap<string, Automaton>,
    formats: readonly string[],
    limit: number,
    lengths: readonly number[],
  ) {
    this.#language = language;
    this.#patterns = [...automata.keys()];
    this.#automata = [...automata.values()];
    this.#formats = formats;
    this.#alphabet = alphabetOf(this.#automata);
    this.#borders = bordersOf(language, lengths);
    this.#limit = limit;
  }

  run(take: (ending: Ending) => boolean): Endings {
    const start = this.#joint(this.#automata.map((automaton) => automaton.start));
    this.#markAlive(start);
    const endings: Ending[] = [];
    const isComplete = this.#walk(start, (ending) => {
      endings.push(ending);
      return take(ending);
    });
    return { endings, isComplete, cost: this.#cost };
  }

  /**
   * Follows all ways from the start and marks the joints that lead nowhere. If that costs too much, all joints count as
   * alive.
   */
  #markAlive(start: Joint): void {
    const from = new Map<Joint, Joint[]>([[start, []]]);
    for (const joint of from.keys()) {
      if (this.#cost > this.#limit) return;
      for (const next of this.#next(joint).keys()) {
        const before = from.get(next) ?? [];
        before.push(joint);
        from.set(next, before);
      }
    }
    const alive = new Set([...from.keys()].filter((joint) => this.#mayEnd(joint)));
    for (const joint of alive) for (const before of from.get(joint) ?? []) alive.add(before);
    for (const joint of from.keys()) joint.isAlive = alive.has(joint);
  }

  /** Reports whether a string that reaches a joint is, or may be, in the language if it has the right length. */
  #mayEnd(joint: Joint): boolean {
    return [0, ...this.#borders, Number.MAX_SAFE_INTEGER].some((length) => this.#verdict(joint, length) !== "no");
  }

  /** Walks through the layers. Returns true if the walk is complete. */
  #walk(start: Joint, take: (ending: Ending) => boolean): boolean {
    const limit = this.#cost + this.#limit;
    let layer: Layer = { length: 0, origins: new Map(start.isAlive ? [[start, []]] : []), repeats: 1 };
    let fresh = new Set(layer.origins.keys());
    const seen = new Set<Joint>();
    while (fresh.size > 0) {
      this.#layers.push(layer);
      for (const ending of this.#endings(layer, fresh)) if (!take(ending)) return false;
      if (this.#cost > limit) return false;
      layer = this.#layerAfter(layer);
      const isLast = layer.length > (this.#borders.at(-1) ?? 0);
      fresh = new Set([...layer.origins.keys()].filter((joint) => !isLast || !seen.has(joint)));
      if (isLast) for (const joint of fresh) seen.add(joint);
    }
    return true;
  }

  *#endings(layer: Layer, joints: ReadonlySet<Joint>): Generator<Ending> {
    const index = this.#layers.length - 1;
    for (const joint of joints) {
      const verdict = this.#verdict(joint, layer.length);
      const text = (variant: number) => this.#text(index, joint, variant);
      if (verdict !== "no") yield { verdict, length: layer.length, text };
    }
  }

  /** Returns the next layer, or the last one of a series of equal layers. */
  #layerAfter(layer: Layer): Layer {
    const origins = new Map<Joint, Joint[]>();
    for (const from of layer.origins.keys()) {
      for (const to of this.#next(from).keys()) {
        this.#cost++;
        const known = origins.get(to);
        if (known === undefined && to.isAlive) origins.set(to, [from]);
        else if (known && known.length < KEPT_ORIGINS) known.push(from);
      }
    }
    const isSame =
      origins.size === layer.origins.size && [...origins.keys()].every((joint) => layer.origins.has(joint));
    const border = this.#borders.find((length) => length > layer.length);
    const length = isSame && border !== undefined ? border : layer.length + 1;
    return { length, origins, repeats: length - layer.length };
  }

  #next(from: Joint): ReadonlyMap<Joint, readonly string[]> {
    from.next ??= this.#follow(from);
    return from.next;
  }

  #follow(from: Joint): Map<Joint, string[]> {
    const next = new Map<Joint, string[]>();
    for (const letter of this.#alphabet) {
      const code = letter[0]?.codePointAt(0) ?? 0;
      const moves = this.#automata.map((automaton, index) => automaton.move(from.states[index] as State, code));
      this.#cost += moves.reduce((sum, { cost }) => sum + cost, 1);
      const to = this.#joint(moves.map((move) => move.to));
      next.set(to, [...(next.get(to) ?? []), ...letter].slice(0, KEPT_SIGNS));
    }
    return next;
  }

  #joint(states: readonly State[]): Joint {
    const key = states.map((state) => this.#number(state)).join();
    const joint = this.#joints.get(key) ?? { states, isAlive: true };
    this.#joints.set(key, joint);
    return joint;
  }

  #number(state: State): number {
    const number = this.#numbers.get(state) ?? this.#numbers.size;
    this.#numbers.set(state, number);
    return number;
  }

  /** Returns the membership at a joint. It is "maybe" only if it depends on whether a format holds. */
  #verdict(joint: Joint, length: number): Membership {
    this.#cost++;
    const verdicts = new Set<boolean>();
    for (let formats = 0; formats < 2 ** this.#formats.length && verdicts.size < 2; formats++) {
      verdicts.add(evaluate(this.#language, (atom) => this.#isTrue(atom, joint, length, formats)));
    }
    return verdicts.size === 2 ? "maybe" : verdicts.has(true) ? "yes" : "no";
  }

  #isTrue(atom: Language, joint: Joint, length: number, formats: number): boolean {
    if (atom.kind === "length") return length >= atom.min && length <= atom.max;
    if (atom.kind === "pattern") return joint.states[this.#patterns.indexOf(atom.pattern)]?.accepts === true;
    return atom.kind === "format" && (formats & (1 << this.#formats.indexOf(atom.name))) !== 0;
  }

  /**
   * Goes back from a joint to the start and returns the string. Each digit of the variant chooses a way or a character.
   */
  #text(index: number, end: Joint, variant: number): string {
    const signs: string[] = [];
    let [joint, rest] = [end, variant];
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[rest % items.length] as Item;
      rest = Math.floor(rest / items.length);
      return item;
    };
    for (let at = index; at > 0; at--) {
      const { origins, repeats } = this.#layers[at] as Layer;
      for (let times = 0; times < repeats; times++) {
        const from = pick(origins.get(joint) as readonly Joint[]);
        signs.push(pick(this.#next(from).get(joint) as readonly string[]));
        joint = from;
      }
    }
    return signs.reverse().join("");
  }
}

/** Returns the lengths at which length constraints may change, and the lengths right before them. */
function bordersOf(language: Language, further: readonly number[]): number[] {
  const lengths = atomsOf(language, "length").flatMap(({ min, max }) => [min - 1, min, max, max + 1]);
  const borders = new Set([...lengths, ...further].filter((length) => length > 0 && Number.isFinite(length)));
  return [...borders].sort((a, b) => a - b);
}
