/**
 * Proves that a rule tests for every optional field and key before it reads it, in one pass and without worlds (see
 * `optional-reads.ts`). Most rules have such a proof. For the others, only the worlds can decide.
 */
import type { Checked } from "../check/checked.js";
import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import { type DeclType, declOf } from "../types/decl-type.js";
import { canLack } from "./reads.js";

/** A rule, with the type of the value that it is about. */
export interface RuleOfValue {
  readonly checked: Checked;
  readonly self: DeclType;
  /** True if `oldSelf` is optional. */
  readonly optionalOldSelf: boolean;
}

/** A part that is set: an optional field or a key. If another part is given, only if that one is set. */
interface Fact {
  readonly part: string;
  readonly given?: string;
}

/** Facts that follow from each result of an expression that cannot fail. */
interface Proof {
  readonly whenTrue: readonly Fact[];
  readonly whenFalse: readonly Fact[];
}

/** The names of variables, by their names in the rule, of which several macros can have the same. */
type Names = ReadonlyMap<string, string>;

type Call = Extract<Core, { kind: "call" }>;

const NOTHING: Proof = { whenTrue: [], whenFalse: [] };

/** Maximum number of parts of a rule that are examined. Parts of macros can be shared, and count each time. */
const MOST_PARTS = 10_000;
/** Maximum number of facts that are kept. */
const MOST_FACTS = 50;

/** Reports whether no read of a rule can fail. False if there is no proof. `minor` is the version whose fields exist. */
export function isGuarded(rule: RuleOfValue, minor: number): boolean {
  return new Prover(rule, minor).prove(rule.checked.root, [], new Map()) !== undefined;
}

class Prover {
  #left = MOST_PARTS;

  constructor(
    readonly rule: RuleOfValue,
    readonly minor: number,
  ) {}

  /** Returns a proof that an expression cannot fail, given the facts, or undefined if there is none. */
  prove(core: Core, facts: readonly Fact[], names: Names): Proof | undefined {
    if (--this.#left < 0) return undefined;
    switch (core.kind) {
      case "select":
        return this.#select(core, facts, names);
      case "call":
        return this.#call(core, facts, names);
      case "comprehension":
        return this.#comprehension(core, facts, names);
      default:
        return this.#all(partsOf(core), facts, names);
    }
  }

  #all(parts: readonly Core[], facts: readonly Fact[], names: Names): Proof | undefined {
    return parts.every((part) => this.prove(part, facts, names)) ? NOTHING : undefined;
  }

  #select(core: Extract<Core, { kind: "select" }>, facts: readonly Fact[], names: Names): Proof | undefined {
    const { checked, self } = this.rule;
    if (checked.names.has(core)) return NOTHING;
    if (!this.prove(core.operand, facts, names)) return undefined;
    if (core.isTest) return factOf(partOf(core, names));
    const type = checked.typeOf(core.operand);
    const decl = type.kind === "object" ? declOf(type, self) : undefined;
    const isOptional = !decl || canLack(decl, core.field, this.minor);
    return !isOptional || isSet(partOf(core, names), facts) ? NOTHING : undefined;
  }

  #call(core: Call, facts: readonly Fact[], names: Names): Proof | undefined {
    const [first, second, third] = core.args as [Core, Core, Core];
    switch (core.name) {
      case "!_":
        return inverse(this.prove(first, facts, names));
      case "_&&_":
        return this.#both(first, second, facts, names);
      case "_||_": {
        const left = this.prove(first, facts, names);
        const right = left && this.prove(second, join(facts, left.whenFalse), names);
        return right && { whenTrue: [], whenFalse: join(left.whenFalse, right.whenFalse) };
      }
      case "_?_:_": {
        const test = this.prove(first, facts, names);
        const isSafe =
          test &&
          this.prove(second, join(facts, test.whenTrue), names) &&
          this.prove(third, join(facts, test.whenFalse), names);
        return isSafe && NOTHING;
      }
      case "value": // of an optional value, which can have none
        return undefined;
    }
    const proof = this.#all(partsOf(core), facts, names);
    if (!proof) return undefined;
    switch (core.name) {
      case "_==_":
        return sameTests(first, second, names);
      case "_!=_":
        return inverse(sameTests(first, second, names));
      case "@in":
        return factOf(keyOf(second, first, names));
      case "_[_]": {
        const isList = this.rule.checked.typeOf(first).kind === "list";
        return isList || isSet(partOf(core, names), facts) ? NOTHING : undefined;
      }
      default:
        return NOTHING;
    }
  }

  #both(left: Core, right: Core, facts: readonly Fact[], names: Names): Proof | undefined {
    const a = this.prove(left, facts, names);
    const b = a && this.prove(right, join(facts, a.whenTrue), names);
    return b && { whenTrue: join(a.whenTrue, b.whenTrue), whenFalse: [] };
  }

  #comprehension(core: Comprehension, facts: readonly Fact[], names: Names): Proof | undefined {
    const { range, init, condition, step, result, accumulator, variables } = core;
    if (!this.#all([range, init], facts, names)) return undefined;
    // The number of parts that are left is unique.
    const inside = [accumulator, ...variables].map((name) => [name, `${name} ${this.#left}`] as const);
    const outside = inside.slice(0, 1);
    const isSafe =
      this.#all([condition, step], facts, new Map([...names, ...inside])) &&
      this.prove(result, facts, new Map([...names, ...outside]));
    return isSafe && NOTHING;
  }
}

/** Returns the name of a part, the same for each read and test of it, or undefined if it has none. */
function partOf(core: Core, names: Names): string | undefined {
  if (core.kind === "ident") return names.get(core.name) ?? core.name;
  if (core.kind === "call") return core.name === "_[_]" ? keyOf(core.args[0], core.args[1], names) : undefined;
  return core.kind === "select" ? fieldOf(partOf(core.operand, names), core.field) : undefined;
}

/** Returns the name of the part that a value has at a key, which must be a literal. */
function keyOf(holder: Core | undefined, key: Core | undefined, names: Names): string | undefined {
  const isNamed = holder && key?.kind === "literal" && key.value.type === "string";
  return isNamed ? fieldOf(partOf(holder, names), key.value.value) : undefined;
}

function fieldOf(holder: string | undefined, name: string): string | undefined {
  return holder === undefined ? undefined : `${holder}[${JSON.stringify(name)}]`;
}

function factOf(part: string | undefined): Proof {
  return part === undefined ? NOTHING : { whenTrue: [{ part }], whenFalse: [] };
}

function inverse(proof: Proof | undefined): Proof | undefined {
  return proof && { whenTrue: proof.whenFalse, whenFalse: proof.whenTrue };
}

/** Returns the facts that follow if two expressions are equal. If both test for a part, both parts are set, or neither. */
function sameTests(a: Core, b: Core, names: Names): Proof {
  const [first, second] = [a, b].map((core) =>
    core.kind === "select" && core.isTest ? partOf(core, names) : undefined,
  );
  if (first === undefined || second === undefined) return NOTHING;
  const whenTrue = [
    { part: first, given: second },
    { part: second, given: first },
  ];
  return { whenTrue, whenFalse: [] };
}

/** Keeps the newest facts: with fewer of them, less can be proven. */
function join(facts: readonly Fact[], more: readonly Fact[]): readonly Fact[] {
  return [...facts, ...more].slice(-MOST_FACTS);
}

function isSet(wanted: string | undefined, facts: readonly Fact[]): boolean {
  const set = new Set<string | undefined>([undefined]);
  for (let size = 0; size < set.size; ) {
    size = set.size;
    for (const { part, given } of facts) if (set.has(given)) set.add(part);
  }
  return wanted !== undefined && set.has(wanted);
}
