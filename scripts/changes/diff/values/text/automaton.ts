/**
 * A pattern as a machine that reads a text character by character and is in one state at a time. States are made as they
 * are met. A state knows which kind of character came before, where a step of the pattern depends on it (`^`, `$`, `\b`).
 */
import { type CharacterSet, CONDITIONS, type Program, type ProgramStep, programOf } from "./program.js";

/** What stands on one side of a place in a text. */
type Kind = "edge" | "newline" | "word" | "other";

export interface State {
  readonly accepts: boolean;
}

interface Move {
  readonly to: State;
  /** What it took to find out: the same each time, although it is found out once. */
  readonly cost: number;
}

interface OwnState extends State {
  /** Where the pattern may go on, and nothing where it has matched for good. */
  readonly places: readonly number[];
  readonly before: Kind;
  readonly moves: Map<number, Move>;
  readonly reach: Map<Kind, Reach>;
}

/** The steps at hand before a character is read. */
interface Reach {
  readonly steps: readonly ProgramStep[];
  readonly matches: boolean;
  readonly cost: number;
}

export class Automaton {
  /** The first code points of stretches whose characters make no difference, in order. */
  readonly borders: readonly number[];
  readonly start: State;
  readonly #program: Program;
  readonly #looksAround: boolean;
  /** For each stretch the class of its characters: those of one class make no difference either. */
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

  /** Where a state goes with a character. */
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

  /** Whoever has matched stays so: patterns are looked for anywhere in a text. */
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

  /** The pattern may begin at every place anew. */
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

/** Each set once, however often the pattern has it. */
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

/** In a set, firsts and lasts take turns: a code point is in it when the last number that is at most it is a first. */
function holdsCode(set: CharacterSet, code: number): boolean {
  const index = lastAtMost(set, code);
  const border = set[index] ?? MAX_CODE + 1;
  return border === code || (border < code && index % 2 === 0);
}

/** Where in an ordered list the last number stands that is at most a given one. */
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

/** The machine of a pattern, or undefined where none is made of it. All are forgotten when they take too much room. */
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
