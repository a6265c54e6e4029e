/**
 * Finds reads that a rule does not guard: an optional field or a map key that can be missing. The analysis assumes that
 * one of them is missing at a time. If the rule can then end in an error, it reports the read.
 *
 * The analysis prefers a missed problem to a false one. It knows only numbers that the rule itself counts, assumes that
 * list indexes and computed keys exist, and does not try all cases of a rule that has very many.
 */
import type { SchemaNode } from "../../core/model/api.js";
import { Evaluator, type Fault } from "./evaluate.js";
import type { Expr, Span } from "./syntax/tree.js";
import { worlds } from "./worlds.js";

/** Maximum number of cases to try for one read. */
const MOST_WORLDS = 100;

interface OptionalRead {
  /** Read as it appears in the rule, such as `item.name` or `self["a"]`. */
  readonly text: string;
  /** Expression that tests for it, such as `has(item.name)` or `"a" in self`. */
  readonly guard: string;
  /** The name of the field or key in the rule. */
  readonly span: Span;
}

/** Returns the reads that a rule about `node` does not guard. */
export function unguardedReads(rule: Expr, node: SchemaNode, isRoot: boolean): OptionalRead[] {
  const found = new Map<string, Expr>();
  let together: Expr | undefined; // read that fails only if another value is missing too
  const { reads } = tryWorlds(rule, node, isRoot, undefined);
  const ofFirst = [...reads].filter((name) => !name.includes("[#2]"));
  const ofSecond = [...reads].filter((name) => name.includes("[#2]"));
  for (const name of [...ofFirst, ...ofSecond]) {
    if (ofSecond.includes(name) && !found.has(name.replaceAll("[#2]", "[#1]"))) continue; // all elements behave alike
    const { read, other } = tryWorlds(rule, node, isRoot, name);
    if (read) found.set(name, read);
    together ??= other;
  }
  if (found.size === 0 && together) found.set("", together);
  const texts = new Map([...found.values()].map((read) => [printRead(read), optionalRead(read)]));
  return [...texts.values()];
}

/**
 * Returns the first error that only the missing value causes, or otherwise the first other error, and everything that
 * was read.
 */
function tryWorlds(rule: Expr, node: SchemaNode, isRoot: boolean, absent: string | undefined) {
  const reads = new Set<string>();
  let other: Expr | undefined;
  for (const world of worlds(MOST_WORLDS)) {
    const evaluator = new Evaluator(world, absent);
    const roots = ["self", "oldSelf"].map((name) => [name, { value: { name, node, isRoot } }] as const);
    const result = evaluator.evaluate(rule, new Map(roots));
    for (const name of evaluator.reads) reads.add(name);
    const fault: Fault | undefined = "fault" in result ? result.fault : undefined;
    if (fault?.isOfAbsent) return { reads, read: fault.read };
    other ??= fault?.read;
  }
  return { reads, other };
}

function optionalRead(read: Expr): OptionalRead {
  const text = printRead(read);
  const { at, length } = read.kind === "index" ? read.index : read;
  return {
    text,
    span: { at, length },
    guard: read.kind === "index" ? `${printRead(read.index)} in ${printRead(read.operand)}` : `has(${text})`,
  };
}

/** Prints a read as it would appear in a rule. */
function printRead(expr: Expr): string {
  switch (expr.kind) {
    case "ident":
      return expr.name;
    case "select":
      return `${printRead(expr.operand)}${expr.optional ? ".?" : "."}${expr.field}`;
    case "index":
      return `${printRead(expr.operand)}[${expr.optional ? "?" : ""}${printRead(expr.index)}]`;
    case "literal":
      return expr.value.type === "string"
        ? JSON.stringify(expr.value.value)
        : "value" in expr.value
          ? String(expr.value.value)
          : "null";
    case "call":
      return expr.target ? `${printRead(expr.target)}.${expr.name}(…)` : `${expr.name}(…)`;
    default:
      return "…";
  }
}
