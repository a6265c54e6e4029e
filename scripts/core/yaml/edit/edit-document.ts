/**
 * Changes a YAML document in its text: what does not change keeps its bytes, and what moves keeps its comments. The
 * documents of the `yaml` package would print the whole document again, with other indentation and spaces.
 */
import type { JsonObject } from "../../model/json.js";
import { isPrintedInline, type PartPrinter, partPrinter } from "./part-printer.js";
import { type Plan, planOf, type Step } from "./plan.js";
import { isInline, type SourceNode, type SourcePart } from "./source-node.js";

/** Replacement of a part of a text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** True if a scalar of one line replaces another one, which cannot change what is around it. */
  readonly isScalar?: true;
}

/**
 * Returns the changes of a text that give a document another value, in the order of the text. The caller must read the
 * result again: it can have another value if the document contains anchors or unusual syntax.
 */
export function documentSplices(text: string, root: SourceNode, after: JsonObject): Splice[] {
  const plan = planOf(root, after);
  const printer = partPrinter(text, root, removedIn(plan));
  const { start, end, column } = root;
  const splices = new Splicer(text, printer).change(root, plan) ?? [{ start, end, text: printer.value(after, column) }];
  return withLineBreaks(text, splices).sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Gives new lines the line breaks of the text. */
function withLineBreaks(text: string, splices: Splice[]): Splice[] {
  if (!text.includes("\r\n")) return splices;
  return splices.map((splice) => ({ ...splice, text: splice.text.replace(/(?<!\r)\n/g, "\r\n") }));
}

/** Returns a text with changes, which must be in order and must not overlap. */
export function withSplices(text: string, splices: readonly Splice[]): string {
  let result = "";
  let offset = 0;
  for (const { start, end, text: replacement } of splices) {
    result += text.slice(offset, start) + replacement;
    offset = end;
  }
  return result + text.slice(offset);
}

/** Returns the parts that have no place in the new value, whose text can be used where their value is added. */
function removedIn(plan: Plan): SourcePart[] {
  if (plan.kind !== "parts") return [];
  return [
    ...plan.removed,
    ...plan.steps.flatMap((step) => (step.kind === "kept" ? removedPart(step.part, step.plan) : [])),
  ];
}

/** The comments of a part that is written anew stay with it, so they do not move with its value. */
function removedPart(part: SourcePart, plan: Plan): SourcePart[] {
  return plan.kind === "new"
    ? [{ ...part, lead: part.head, headEnd: part.node.parts[0]?.lead ?? part.node.start }]
    : removedIn(plan);
}

class Splicer {
  constructor(
    private readonly text: string,
    private readonly printer: PartPrinter,
  ) {}

  /** Returns the changes of a value, or undefined if the part that contains it must be written anew. */
  change(node: SourceNode, plan: Plan): Splice[] | undefined {
    if (plan.kind === "same") return [];
    if (plan.kind === "parts") return this.#changeParts(node, plan.steps, plan.removed);
    const { start, end, style, column } = node;
    const replaced = this.text.slice(start, end);
    if (style === "flow") return [{ start, end, text: this.printer.flow(plan.value, replaced, column) }];
    const isOneLine = style === "scalar" && start < end && !replaced.includes("\n");
    return isOneLine && isPrintedInline(plan.value)
      ? [{ start, end, text: this.printer.inline(plan.value), isScalar: true }]
      : undefined;
  }

  #changeParts(node: SourceNode, steps: readonly Step[], removed: readonly SourcePart[]): Splice[] {
    const splices: Splice[] = [];
    let before: SourcePart | undefined;
    let added: Step[] = [];
    for (const step of steps) {
      if (step.kind === "added") {
        added.push(step);
        continue;
      }
      splices.push(...this.#insert(node, added, before, step.part));
      added = [];
      splices.push(...this.#changePart(node, step));
      before = step.part;
    }
    return [...splices, ...this.#insert(node, added, before, undefined), ...this.#remove(node, removed)];
  }

  #changePart({ column }: SourceNode, { part, key, plan }: Extract<Step, { kind: "kept" }>): Splice[] {
    const renamed = key !== undefined && key !== part.key;
    const splices = this.change(part.node, plan);
    if (!splices) {
      const value = plan.kind === "new" ? plan.value : null;
      const end = this.#contentEnd(part);
      return [{ start: part.head, end, text: this.printer.part({ key, value }, column, part) }];
    }
    if (!renamed) return splices;
    const name = this.text.slice(part.head, part.headEnd);
    const keyEnd = part.head + name.replace(/\s*:$/, "").length;
    return [{ start: part.head, end: keyEnd, text: this.printer.inline(key) }, ...splices];
  }

  /** Returns the end of the last line of a part, without the line break. */
  #contentEnd({ node }: SourcePart): number {
    return this.text[node.tail - 1] === "\n" ? lineBreakBefore(this.text, node.tail) : node.tail;
  }

  /** Adds parts after a part, or before the first one that remains. */
  #insert(
    { column }: SourceNode,
    added: readonly Step[],
    before: SourcePart | undefined,
    next: SourcePart | undefined,
  ) {
    if (added.length === 0) return [];
    const printed = added.map((step) => (step.kind === "added" ? this.printer.part(step, column) : ""));
    const indent = " ".repeat(column);
    if (before) {
      const at = before.node.tail;
      const isOpen = at > 0 && this.text[at - 1] !== "\n";
      const lines = printed.map((part) => (isOpen ? `\n${indent}${part}` : `${indent}${part}\n`));
      return [{ start: at, end: at, text: lines.join("") }];
    }
    const at = next?.head ?? 0;
    if (next && !isInline(this.text, at)) {
      return [{ start: next.lead, end: next.lead, text: printed.map((part) => `${indent}${part}\n`).join("") }];
    }
    return [{ start: at, end: at, text: printed.map((part) => `${part}\n${indent}`).join("") }];
  }

  /** Removes parts with their comments. The first part can be on the line of a dash, which stays. */
  #remove({ parts }: SourceNode, removed: readonly SourcePart[]): Splice[] {
    const gone = new Set(removed);
    const first = parts.findIndex((part) => !gone.has(part));
    return parts.flatMap((part, index) => {
      if (!gone.has(part)) return [];
      if (index > first || !isInline(this.text, Number(parts[0]?.head))) {
        return { start: part.lead, end: part.node.tail, text: "" };
      }
      const next = parts[index + 1];
      return {
        start: part.head,
        end: index + 1 < first ? Number(next?.head) : this.#inlineStart(part, next),
        text: "",
      };
    });
  }

  /** Returns the offset at which the next part, with the comments above it, starts on the line of a dash. */
  #inlineStart(part: SourcePart, next: SourcePart | undefined): number {
    if (!next) return part.node.tail;
    const gap = this.text.slice(part.node.tail, next.head);
    return part.node.tail + gap.search(/\S|$/);
  }
}

function lineBreakBefore(text: string, tail: number): number {
  return text[tail - 2] === "\r" ? tail - 2 : tail - 1;
}
