/** Prints new parts of a document in its style. A value that was elsewhere keeps its text and its comments. */
import { isJsonArray, type Json, parseJson } from "../../model/json.js";
import { lineStart } from "../lines.js";
import { printYaml } from "../print.js";
import { printStyledYaml, type YamlStyle } from "../yaml.js";
import type { SourceNode, SourcePart } from "./source-node.js";

/** Entry with a key, or item without one. */
export interface NewPart {
  readonly key?: string | undefined;
  readonly value: Json;
}

/** Each function returns a string without indentation of its first line. Its other lines are indented by the column. */
export interface PartPrinter {
  /** Prints an entry or an item. It keeps the comment on the first line of the part that it replaces. */
  readonly part: (part: NewPart, column: number, replaced?: SourcePart) => string;
  /** Prints the content of a document. */
  readonly value: (value: Json, column: number) => string;
  /** Prints a scalar or an empty collection. */
  readonly inline: (value: Json) => string;
  /** Prints a value in the place of a flow collection. */
  readonly flow: (value: Json, replaced: string, column: number) => string;
}

/** Returns the printer for a document. It can use the text of the removed parts, each of them once. */
export function partPrinter(text: string, root: SourceNode, removed: readonly SourcePart[]): PartPrinter {
  const style = styleOf(root);
  const texts = new RemovedTexts(text, removed);

  const part = ({ key, value }: NewPart, column: number, replaced?: SourcePart): string => {
    const head = key === undefined ? "-" : `${inline(key)}:`;
    const source = texts.take(value, key);
    const comment = replaced ? texts.commentOf(replaced, column + offsetIn(head, value)) : "";
    if (source) return texts.moved(source, { head, comment, column, inner: column + offsetIn(head, value) });
    if (isPrintedInline(value)) return `${head} ${inline(value)}${comment}`;
    if (texts.isEmpty) return withComment(indented(fresh({ key, value }), column), comment);
    const inner = column + offsetIn(head, value);
    const separator =
      key === undefined && comment === "" ? " ".repeat(inner - column - 1) : `${comment}\n${" ".repeat(inner)}`;
    return `${head}${separator}${parts(value, inner)}`;
  };
  const parts = (value: Json, column: number): string => {
    const entries: NewPart[] = isJsonArray(value) ? value.map((item) => ({ value: item })) : entriesOf(value);
    return entries.map((entry) => part(entry, column)).join(`\n${" ".repeat(column)}`);
  };
  const offsetIn = (head: string, value: Json): number =>
    head === "-" ? 2 : isJsonArray(value) && style.seqNoIndent ? 0 : style.indent;
  const fresh = ({ key, value }: NewPart): string =>
    printStyledYaml(key === undefined ? [value] : { [key]: value }, style).trimEnd();

  return {
    part,
    inline,
    flow,
    value: (value, column) => (isPrintedInline(value) ? inline(value) : parts(value, column)),
  };
}

/** Reports whether a value is printed on the line of its key, as a scalar or an empty collection. */
export function isPrintedInline(value: Json): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

function inline(value: Json): string {
  const printed = printYaml(value).trimEnd();
  return printed.includes("\n") ? escapeBreaks(JSON.stringify(value)) : printed;
}

/** Prints JSON in the place of JSON, with its indentation, and otherwise YAML. */
function flow(value: Json, replaced: string, column: number): string {
  const isJson = replaced.includes('"') && parseJson(replaced) !== undefined;
  const isOneLine = !replaced.includes("\n");
  if (!isJson && isOneLine) return printStyledYaml(value, { isFlow: true }).trimEnd();
  const [, indent = "  "] = replaced.match(/^[[{]\s*?\n([ \t]+)/) ?? [];
  const own = indent.length > column ? indent.slice(column) : "  ";
  return escapeBreaks(indented(JSON.stringify(value, null, isOneLine ? undefined : own), column));
}

/** Escapes the characters that end a line in YAML 1.1 but not in JSON. */
function escapeBreaks(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function entriesOf(value: Json): NewPart[] {
  return Object.entries(value ?? {}).map(([key, entry]) => ({ key, value: entry as Json }));
}

function withComment(printed: string, comment: string): string {
  const end = printed.indexOf("\n");
  return end < 0 ? printed + comment : printed.slice(0, end) + comment + printed.slice(end);
}

/** Returns a text with more or less indentation in all lines but the first. */
function indented(text: string, columns: number): string {
  if (columns === 0) return text;
  if (columns > 0) return text.replace(/\n(?=[^\r\n])/g, `\n${" ".repeat(columns)}`);
  return text.replace(new RegExp(`\n {1,${-columns}}`, "g"), "\n");
}

/** Returns the indentation of the first list and of the first mapping in a mapping. */
function styleOf(root: SourceNode): Required<Pick<YamlStyle, "indent" | "seqNoIndent">> {
  const offsetOf = (kind: SourceNode["style"], node: SourceNode): number | undefined => {
    for (const part of node.parts) {
      const isFound = node.style === "mapping" && part.node.style === kind;
      const offset = isFound ? part.node.column - node.column : offsetOf(kind, part.node);
      if (offset !== undefined) return offset;
    }
    return undefined;
  };
  return { indent: offsetOf("mapping", root) ?? 2, seqNoIndent: (offsetOf("sequence", root) ?? 0) === 0 };
}

/** Place to which a value moves: its key or dash with the comment after it, their column, and that of the value. */
interface Head {
  readonly head: string;
  readonly comment: string;
  readonly column: number;
  readonly inner: number;
}

/** The removed parts, by their value. */
class RemovedTexts {
  readonly #text: string;
  readonly #parts = new Map<string, SourcePart[]>();

  constructor(text: string, removed: readonly SourcePart[]) {
    this.#text = text;
    for (const part of removed) this.#add(part);
  }

  get isEmpty(): boolean {
    return this.#parts.size === 0;
  }

  /** Returns a part with a value. That of a scalar must also have the same key: many fields have the value `true`. */
  take(value: Json, key: string | undefined): SourcePart | undefined {
    const parts = this.#parts.get(JSON.stringify(value));
    const index = parts?.findIndex((part) => part.key === key) ?? -1;
    if (parts && index >= 0) return parts.splice(index, 1)[0];
    return isPrintedInline(value) ? undefined : parts?.pop();
  }

  /** Returns a part with its comments at another place. */
  moved({ head, headEnd, lead, node }: SourcePart, to: Head): string {
    const { column, inner } = to;
    const comments = this.#text.slice(lead, head).match(/#[^\r\n]*/g) ?? [];
    const above = comments.map((comment) => `${comment}\n${" ".repeat(column)}`).join("");
    const end = this.#text.slice(node.end, node.tail).trimEnd();
    const isBlock = node.style === "mapping" || node.style === "sequence";
    if (!isBlock) {
      const change = column - (head - lineStart(this.#text, head));
      return `${above}${to.head} ${indented(this.#text.slice(node.start, node.end).trimEnd(), change)}${end || to.comment}`;
    }
    const body = indented(this.#text.slice(node.start, node.end).trimEnd(), inner - node.column) + end;
    const gap = this.#text.slice(headEnd, node.start).match(/#[^\r\n]*/g) ?? [];
    const opening = to.comment === "" ? " " : `${to.comment}\n${" ".repeat(inner)}`;
    const first = gap.length > 0 ? `${opening}${gap.join(`\n${" ".repeat(inner)}`)}` : to.comment;
    const isSameLine = to.head === "-" && first === "";
    return `${above}${to.head}${isSameLine ? " " : `${first}\n${" ".repeat(inner)}`}${body}`;
  }

  /**
   * Returns the comment on the first line of a part, with the space before it, and those below. Comments directly above
   * its first entry belong to this entry.
   */
  commentOf({ headEnd, node }: SourcePart, column: number): string {
    const isBlock = node.style === "mapping" || node.style === "sequence";
    if (!isBlock) return this.#text[node.end - 1] === "\n" ? "" : this.#commentAt(node.end);
    const first = this.#commentAt(headEnd);
    const end = node.parts[0]?.lead ?? node.start;
    const others = this.#text.slice(headEnd + first.length, end).match(/#[^\r\n]*/g) ?? [];
    return `${first}${others.map((comment) => `\n${" ".repeat(column)}${comment}`).join("")}`;
  }

  #commentAt(offset: number): string {
    return this.#text.slice(offset).match(/^[ \t]+#[^\r\n]*/)?.[0] ?? "";
  }

  #add(part: SourcePart): void {
    if (part.node.style === "opaque") return;
    const text = JSON.stringify(part.node.value);
    const known = this.#parts.get(text);
    if (known) known.push(part);
    else this.#parts.set(text, [part]);
    for (const inner of part.node.parts) this.#add(inner);
  }
}
