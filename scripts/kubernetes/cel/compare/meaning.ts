/**
 * Compares rules by meaning, whatever their layout: `a && b` requires the same as `b && a`, as `(a) && b`, and as two
 * rules with one condition each. The names of a macro's variables do not matter either.
 *
 * In CEL, the order of the operands of && and || does not matter, even if one is an error: false && error is false in
 * either order. De Morgan's laws therefore hold as well. Only laws that do not depend on values are used here.
 */
import { allParts, type Comprehension, type Core } from "../syntax/core.js";

type Call = Extract<Core, { kind: "call" }>;

/** Expression, or its negation. */
interface Signed {
  readonly core: Core;
  readonly isNegated: boolean;
}

/** Returns the conditions that must all be true for a rule to be true: the operands of its outermost &&. */
export function conjunctsOf(rule: Core): Core[] {
  return operandsOf("_&&_", plain(rule)).map(({ core, isNegated }) => (isNegated ? negated(core) : core));
}

/**
 * Returns a string that is equal for expressions that differ only in layout, in the names of variables, or in the order
 * of the operands of && and ||.
 */
export function meaningOf(core: Core): string {
  return meaning(plain(core), []);
}

/** Reports whether an expression reads a variable of this name anywhere. */
export function mentions(expression: Core, name: string): boolean {
  return [...allParts(expression)].some((core) => core.kind === "ident" && core.name.replace(/^\./, "") === name);
}

/** Returns the operands that one operator joins, whatever their nesting. A negation is moved inside. */
function operandsOf(operator: "_&&_" | "_||_", signed: Signed): Signed[] {
  const { core, isNegated } = signed;
  if (core.kind !== "call") return [signed];
  const [first] = core.args;
  if (core.name === "!_" && first) return operandsOf(operator, { core: first, isNegated: !isNegated });
  if (operatorOf(core, isNegated) !== operator) return [signed];
  return core.args.flatMap((arg) => operandsOf(operator, { core: arg, isNegated }));
}

/** Returns the operator of a call, or of its negation with each operand negated. */
function operatorOf({ name }: Call, isNegated: boolean): "_&&_" | "_||_" | undefined {
  if (name !== "_&&_" && name !== "_||_") return undefined;
  return (name === "_&&_") === isNegated ? "_||_" : "_&&_";
}

/** `bound` contains the variables of the macros around an expression, innermost last. */
function meaning({ core, isNegated }: Signed, bound: readonly string[]): string {
  if (core.kind === "call") {
    const [first] = core.args;
    if (core.name === "!_" && first) return meaning({ core: first, isNegated: !isNegated }, bound);
    const operator = operatorOf(core, isNegated);
    if (operator) {
      const operands = operandsOf(operator, { core, isNegated }).map((operand) => meaning(operand, bound));
      return written(operator, [...new Set(operands)].sort());
    }
  }
  const own = ownMeaning(core, bound);
  return isNegated ? written("!_", [own]) : own;
}

function ownMeaning(core: Core, bound: readonly string[]): string {
  const of = (part: Core) => meaning(plain(part), bound);
  switch (core.kind) {
    case "literal":
      return JSON.stringify([core.value.type, "value" in core.value ? String(core.value.value) : ""]);
    case "ident":
      return variableMeaning(core.name, bound);
    case "select":
      return written(core.isTest ? "has" : "select", [of(core.operand), JSON.stringify(core.field)]);
    case "call":
      return written(core.name, [core.target ? of(core.target) : "", ...core.args.map(of)]);
    case "list":
      return written(
        "list",
        core.items.map(({ value, optional }) => `${optional ? "?" : ""}${of(value)}`),
      );
    case "map":
      return written(
        "map",
        core.entries.map(({ key, value, optional }) => `${optional ? "?" : ""}${of(key)}:${of(value)}`),
      );
    case "comprehension":
      return loopMeaning(core, bound);
  }
}

/** Returns the place of a macro's variable, which does not depend on its name, or the name of another variable. */
function variableMeaning(name: string, bound: readonly string[]): string {
  const at = bound.lastIndexOf(name);
  return at < 0 ? `$${name.replace(/^\./, "")}` : `#${at}`;
}

function loopMeaning(core: Comprehension, bound: readonly string[]): string {
  const { range, variables, accumulator, init, condition, step, result } = core;
  const outside = [range, init].map((part) => meaning(plain(part), bound));
  const after = [...bound, accumulator];
  const inside = [condition, step].map((part) => meaning(plain(part), [...after, ...variables]));
  return written("loop", [String(variables.length), ...outside, ...inside, meaning(plain(result), after)]);
}

function plain(core: Core): Signed {
  return { core, isNegated: false };
}

function negated(core: Core): Core {
  return { kind: "call", name: "!_", args: [core], at: core.at, length: core.length };
}

/** Joins strings without escaping them: escapes of escapes double the length with each level. */
function written(name: string, parts: readonly string[]): string {
  return `[${[JSON.stringify(name), ...parts].join()}]`;
}
