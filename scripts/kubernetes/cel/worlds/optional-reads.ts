/**
 * Finds reads that a rule does not guard: an optional field or a map key that can be missing. The analysis assumes that
 * one of them is missing at a time. If the rule can then end in an error, it reports the read.
 *
 * The analysis prefers a missed problem to a false one. It assumes that list indexes and computed keys exist, and does
 * not try all cases of a rule that has very many.
 */
import type { Core } from "../syntax/core.js";
import type { Span } from "../syntax/tree.js";
import { Effort, Exhausted } from "./effort.js";
import { Evaluator } from "./evaluator.js";
import { isGuarded, type RuleOfValue } from "./guards.js";
import { Reads } from "./reads.js";
import { Scope } from "./scope.js";
import { Fault, optionally, type Value } from "./value.js";
import { type World, worlds } from "./world.js";

/** Maximum number of cases to try for one read. */
const MOST_WORLDS = 100;
/** Maximum number of parts of a rule that are evaluated, in all cases together. */
const MOST_STEPS = 1_000_000;

interface OptionalRead {
  /** Read as it appears in the rule, such as `item.name` or `self["a"]`. */
  readonly text: string;
  /** Expression that tests for it, such as `has(item.name)` or `"a" in self`. */
  readonly guard: string;
  /** The name of the field or key in the rule. */
  readonly span: Span;
}

/** Returns the reads that a rule does not guard. `minor` is the version whose fields exist. */
export function unguardedReads(rule: RuleOfValue, minor: number): OptionalRead[] {
  if (isGuarded(rule, minor)) return [];
  const search = new Search(rule, minor);
  const texts = new Map([...search.run()].map((read) => [printRead(read), optionalRead(read)]));
  return [...texts.values()];
}

/** Results of a rule if one part is missing. */
interface Tried {
  /** Optional parts that were read, with the name of the same part of the first element. */
  readonly reads: ReadonlyMap<string, string>;
  /** First read that fails only because the part is missing. */
  readonly read?: Core | undefined;
  /** First other read that fails. */
  readonly other?: Core | undefined;
  /** Set if all worlds were tried, and no read failed in any of them. */
  readonly neverFails?: true;
}

class Search {
  readonly #effort: Effort;

  constructor(
    readonly rule: RuleOfValue,
    readonly minor: number,
  ) {
    this.#effort = new Effort(rule.checked, minor, MOST_STEPS);
  }

  run(): Iterable<Core> {
    const found = new Map<string, Core>();
    let together: Core | undefined; // read that fails only if another value is missing too
    const { reads, neverFails } = this.#try(undefined);
    if (neverFails) return []; // nor in the worlds in which one of the parts is missing, which are among these
    const ofFirst = [...reads].filter(([name, first]) => name === first);
    const ofSecond = [...reads].filter(([name, first]) => name !== first);
    for (const [name, first] of [...ofFirst, ...ofSecond]) {
      if (name !== first && !found.has(first)) continue; // all elements behave alike
      const { read, other } = this.#try(name);
      if (read) found.set(name, read);
      together ??= other;
    }
    if (found.size === 0 && together) found.set("", together);
    return found.values();
  }

  /** Tries worlds in which a part is missing until a read of it fails, or until the effort is too high. */
  #try(absent: string | undefined): Tried {
    const reads = new Map<string, string>();
    let other: Core | undefined;
    let [count, isSafe] = [0, true];
    try {
      for (const world of worlds(MOST_WORLDS)) {
        const assumed = new Reads(this.minor, absent);
        const outcome = new Evaluator(this.#effort, world, assumed).truth(
          this.rule.checked.root,
          this.#variables(world),
        );
        for (const [name, first] of assumed.found) reads.set(name, first);
        count++;
        if (!(outcome instanceof Fault)) continue;
        isSafe = false;
        if (outcome.isOfAbsent) return { reads, read: outcome.read };
        other ??= outcome.read;
      }
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      return { reads, other };
    }
    return { reads, other, ...(isSafe && count < MOST_WORLDS && { neverFails: true }) };
  }

  #variables(world: World): Scope {
    const { self, optionalOldSelf } = this.rule;
    const value = (name: string): Value => ({ name, kind: self.type.kind, decl: self });
    const old = value("oldSelf");
    const isOld = optionalOldSelf ? optionally(old, world.decide("oldSelf is set")) : old;
    return new Scope("oldSelf", isOld).with("self", value("self"));
  }
}

function optionalRead(read: Core): OptionalRead {
  const text = printRead(read);
  const [operand, key] = read.kind === "call" ? read.args : [];
  const { at, length } = key ?? read;
  const guard = operand && key ? `${printRead(key)} in ${printRead(operand)}` : `has(${text})`;
  return { text, guard, span: { at, length } };
}

/** Prints a read as it would appear in a rule. */
function printRead(core: Core): string {
  switch (core.kind) {
    case "ident":
      return core.name;
    case "select":
      return `${printRead(core.operand)}.${core.field}`;
    case "literal":
      if (core.value.type === "string") return JSON.stringify(core.value.value);
      return "value" in core.value ? String(core.value.value) : "null";
    case "call":
      return printCall(core);
    default:
      return "…";
  }
}

function printCall({ name, target, args }: Extract<Core, { kind: "call" }>): string {
  const [first, second] = args;
  if (first && second) {
    if (name === "_[_]") return `${printRead(first)}[${printRead(second)}]`;
    if (name === "_[?_]") return `${printRead(first)}[?${printRead(second)}]`;
    if (name === "_?._" && second.kind === "literal" && second.value.type === "string") {
      return `${printRead(first)}.?${second.value.value}`;
    }
  }
  return target ? `${printRead(target)}.${name}(…)` : `${name}(…)`;
}
