/**
 * What a rule reads without asking whether it is there: an optional field, or a key of a map. One such thing at a time
 * is taken to be absent; where the rule can then end in an error, whatever else is true, the read is reported.
 *
 * It rather says too little than too much. Of numbers it knows only those that the rule counts itself, indexes of lists
 * and keys that are computed are taken to be there, and of a rule with very many cases not all are tried.
 */
import type { SchemaNode } from "../../core/model/api.js";
import { Evaluator, type Fault } from "./evaluate.js";
import type { Expr } from "./syntax.js";
import { worlds } from "./worlds.js";

/** So many cases of a rule are tried for one read. */
const MOST_WORLDS = 100;

interface OptionalRead {
  /** As the rule has it: `item.name`, `self["a"]`. */
  readonly text: string;
  /** What asks for it: `has(item.name)`, `"a" in self`. */
  readonly guard: string;
}

/** The reads that a rule about `node` does not guard. */
export function unguardedReads(rule: Expr, node: SchemaNode, isRoot: boolean): OptionalRead[] {
  const found = new Map<string, Expr>();
  let together: Expr | undefined; // a read that fails only where something else is absent too
  const { reads } = tryWorlds(rule, node, isRoot, undefined);
  const ofFirst = [...reads].filter((name) => !name.includes("[#2]"));
  const ofSecond = [...reads].filter((name) => name.includes("[#2]"));
  for (const name of [...ofFirst, ...ofSecond]) {
    if (ofSecond.includes(name) && !found.has(name.replaceAll("[#2]", "[#1]"))) continue; // elements are all alike
    const { read, other } = tryWorlds(rule, node, isRoot, name);
    if (read) found.set(name, read);
    together ??= other;
  }
  if (found.size === 0 && together) found.set("", together);
  const texts = new Map([...found.values()].map((read) => [printRead(read), optionalRead(read)]));
  return [...texts.values()];
}

/** The first error that stems from the absent thing alone, else any other, and all that was read on the way. */
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
  return {
    text,
    guard: read.kind === "index" ? `${printRead(read.index)} in ${printRead(read.operand)}` : `has(${text})`,
  };
}

/** A read as one would write it. */
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
