/**
 * A pattern as an automaton that reads a string character by character. States are created on demand. If a step of the
 * pattern depends on the character before it (`^`, `$`, `\b`), a state includes the kind of that character.
 */
import { type CharacterSet, CONDITIONS, type Program, type ProgramStep, programOf } from "./program.js";

/** Kind of character, or the edge of the string, on one side of a position. */
type Kind = "edge" | "newline" | "word" | "other";

export interface State {
  readonly accepts: boolean;
}

interface Move {
  readonly to: State;
  /** Cost of finding the next state. It is the same each time, although the state is found only once. */
  readonly cost: number;
}

interface OwnState extends State {
  /** Steps at which the pattern may continue; empty if it has already matched. */
  readonly places: readonly number[];
  readonly before: Kind;
  readonly moves: Map<number, Move>;
  readonly reach: Map<Kind, Reach>;
}

/** Steps that can be reached before the next character is read. */
interface Reach {
  readonly steps: readonly ProgramStep[];
  readonly matches: boolean;
  readonly cost: number;
}

export class Automaton {
  /** First code points of ranges of characters that are treated alike, in order. */
  readonly borders: readonly number[];
  readonly start: State;
  readonly #program: Program;
  readonly #looksAround: boolean;
  /** Class of the characters in each range. Characters of one class are treated alike. */
  readonly #classes: readonly number[];
  readonly #states = new Map<string, OwnState>();

  constructor(program: Program) {
    this.#program = program;
    this.#looksAround = program.steps.some((step) => step.kind === "condition" && (step.holds & LINES_AND_WORDS) !== 0);
    const sets = setsOf(program, this.#looksAround);
    this.borders = bordersOf(sets);
    this.#classes = classesOf(this.borders, sets);
    this.start = this.#stateOf([], "edge");
  }

  classOf(code: number): number {
    return this.#classes[lastAtMost(this.borders, code)] as number;
  }

  /** Returns the state that follows when a character is read, with the cost of finding it. */
  move(state: State, code: number): Move {
    const from = state as OwnState;
    const kind = this.classOf(code);
    const known = from.moves.get(kind);
    if (known) return known;
    const reach = this.#reach(from, this.#kindOf(code));
    const steps = reach.steps.filter((step) => step.kind === "character" && holdsCode(step.set, code));
    const to = reach.matches
      ? this.#matched
      : this.#stateOf(
          steps.flatMap(({ next }) => next),
          this.#kindOf(code),
        );
    const move = { to, cost: 1 + reach.cost };
    from.moves.set(kind, move);
    return move;
  }

  /** Returns the state after a match, which is final, because a pattern may match anywhere in a string. */
  get #matched(): OwnState {
    return this.#remember("matched", () => ({
      accepts: true,
      places: [],
      before: "other",
      moves: new Map(),
      reach: new Map(
        (["newline", "word", "other"] as const).map((kind) => [kind, { steps: [], matches: true, cost: 1 }]),
      ),
    }));
  }

  /** Returns the state for the next steps. They include the start, because the pattern may begin at any position. */
  #stateOf(next: readonly number[], before: Kind): OwnState {
    const places = [...new Set([...next, this.#program.start])].sort((a, b) => a - b);
    return this.#remember(`${before} ${places.join()}`, () => {
      const accepts = this.#explore(places, before, "edge").matches;
      return { accepts, places, before, moves: new Map(), reach: new Map() };
    });
  }

  #remember(key: string, make: () => OwnState): OwnState {
    const known = this.#states.get(key);
    if (known) return known;
    const state = make();
    this.#states.set(key, state);
    statesKept++;
    return state;
  }

  #reach(state: OwnState, after: Kind): Reach {
    const reach = state.reach.get(after) ?? this.#explore(state.places, state.before, after);
    state.reach.set(after, reach);
    return reach;
  }

  #explore(places: readonly number[], before: Kind, after: Kind): Reach {
    const holding = conditionsBetween(before, after);
    const seen = new Set(places);
    const steps: ProgramStep[] = [];
    for (const place of seen) {
      const step = this.#program.steps[place] as ProgramStep;
      steps.push(step);
      const isPassed = step.kind === "fork" || (step.kind === "condition" && (step.holds & ~holding) === 0);
      if (isPassed) for (const next of step.next) seen.add(next);
    }
    return { steps, matches: steps.some(({ kind }) => kind === "match"), cost: steps.length };
  }

  #kindOf(code: number): Kind {
    if (!this.#looksAround) return "other";
    if (code === NEWLINE) return "newline";
    return holdsCode(WORD_CHARACTERS, code) ? "word" : "other";
  }
}

export const MAX_CODE = 0x10ffff;
const NEWLINE = 0x0a;
const WORD_CHARACTERS = ["09", "AZ", "__", "az"].flatMap((pair) => [...pair].map((sign) => sign.charCodeAt(0)));
const { beginLine, endLine, beginText, endText, wordBoundary, noWordBoundary } = CONDITIONS;
const LINES_AND_WORDS = beginLine | endLine | wordBoundary | noWordBoundary;

function conditionsBetween(before: Kind, after: Kind): number {
  return (
    (before === "edge" ? beginText | beginLine : before === "newline" ? beginLine : 0) |
    (after === "edge" ? endText | endLine : after === "newline" ? endLine : 0) |
    ((before === "word") !== (after === "word") ? wordBoundary : noWordBoundary)
  );
}

/** Returns each character set once, even if the pattern contains it several times. */
function setsOf(program: Program, looksAround: boolean): CharacterSet[] {
  const own = program.steps.flatMap((step) => (step.kind === "character" ? [step.set] : []));
  const around = looksAround ? [WORD_CHARACTERS, [NEWLINE, NEWLINE]] : [];
  return [...new Map([...own, ...around].map((set) => [set.join(), set])).values()];
}

function bordersOf(sets: readonly CharacterSet[]): number[] {
  const borders = new Set([0]);
  for (const set of sets) {
    for (const [index, code] of set.entries()) borders.add(code + (index % 2));
  }
  return [...borders].filter((code) => code <= MAX_CODE).sort((a, b) => a - b);
}

function classesOf(borders: readonly number[], sets: readonly CharacterSet[]): number[] {
  const classes = new Map<string, number>();
  return borders.map((code) => {
    const key = sets.map((set) => (holdsCode(set, code) ? 1 : 0)).join("");
    classes.set(key, classes.get(key) ?? classes.size);
    return classes.get(key) as number;
  });
}

/**
 * Reports whether a set contains a code point. In a set, the first and last code points of ranges alternate, so the
 * last border that is not after the code point must be a first one.
 */
function holdsCode(set: CharacterSet, code: number): boolean {
  const index = lastAtMost(set, code);
  const border = set[index] ?? MAX_CODE + 1;
  return border === code || (border < code && index % 2 === 0);
}

/** Returns the index of the last number in an ordered list that is not greater than a limit. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

const automata = new Map<string, Automaton | undefined>();
const STATES_KEPT_LIMIT = 50_000;
let statesKept = 0;

/**
 * Returns the automaton of a pattern, or undefined if none can be built. The cache is cleared when it becomes too
 * large.
 */
export function automatonOf(pattern: string): Automaton | undefined {
  if (statesKept > STATES_KEPT_LIMIT) {
    automata.clear();
    statesKept = 0;
  }
  if (automata.has(pattern)) return automata.get(pattern);
  const program = programOf(pattern);
  const automaton = program && new Automaton(program);
  automata.set(pattern, automaton);
  return automaton;
}
