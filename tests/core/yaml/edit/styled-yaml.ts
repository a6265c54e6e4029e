/** Prints a value as YAML as people write it: in varied styles, with comments. */
import { isJsonArray, type Json, type JsonObject } from "../../../../scripts/core/model/json.js";
import { printYaml } from "../../../../scripts/core/yaml/print.js";
import { printStyledYaml } from "../../../../scripts/core/yaml/yaml.js";
import type { Random } from "../../../support/random.js";

/** Text with numbered comments, `# 1`, and the path of the value to which each one belongs. */
export interface StyledYaml {
  readonly text: string;
  readonly comments: ReadonlyMap<number, readonly (string | number)[]>;
}

export function styledYaml(value: JsonObject, random: Random): StyledYaml {
  const printer = new StyledPrinter(random);
  const body = printer.parts(value, 0, []);
  const head = random.once(4) ? "# head\n---\n" : "";
  const end = random.once(5) ? body.trimEnd() : body;
  return { text: `${head}${end}`, comments: printer.comments };
}

type Path = readonly (string | number)[];

class StyledPrinter {
  readonly comments = new Map<number, Path>();
  readonly #step: number;
  readonly #listOffset: number;

  constructor(readonly random: Random) {
    this.#step = random.one([2, 2, 4]);
    this.#listOffset = random.once(2) ? 0 : this.#step;
  }

  /** Prints the parts of a collection, each with its line break. `isInline` omits the indentation of the first one. */
  parts(value: JsonObject | readonly Json[], column: number, path: Path, isInline = false): string {
    const indent = " ".repeat(column);
    const isList = isJsonArray(value);
    const entries = isList ? [...value.entries()] : Object.entries(value);
    return entries
      .map(([key, part], index) => {
        const inner = [...path, key];
        const isFirst = isInline && index === 0;
        const above = !isFirst && this.random.once(5) ? `${indent}${this.#comment(inner)}\n` : "";
        const blank = !isFirst && above === "" && index > 0 && this.random.once(8) ? "\n" : "";
        const head = isList ? "-" : `${this.#scalar(key)}:`;
        return `${blank}${above}${isFirst ? "" : indent}${this.#part(head, part as Json, column, inner)}`;
      })
      .join("");
  }

  #part(head: string, value: Json, column: number, path: Path): string {
    const comment = this.random.once(6) ? ` ${this.#comment(path)}` : "";
    const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
    if (isEmpty) return this.#inline(head, value, column, comment);
    if (this.random.once(8)) return `${head} ${printStyledYaml(value, { isFlow: true }).trimEnd()}${comment}\n`;
    const collection = value as JsonObject | readonly Json[];
    const isItem = head === "-";
    const inner = column + (isItem ? 2 : isJsonArray(value) ? this.#listOffset : this.#step);
    if (isItem && comment === "") return `${head} ${this.parts(collection, inner, path, true)}`;
    return `${head}${comment}\n${this.parts(collection, inner, path)}`;
  }

  #inline(head: string, value: Json, column: number, comment: string): string {
    if (value === null && this.random.once(2)) return `${head}${comment}\n`;
    if (typeof value === "string" && /^\w[^\n]*\n$/.test(value) && this.random.once(2)) {
      return `${head} |${comment}\n${" ".repeat(column + 2)}${value}`;
    }
    return `${head} ${this.#scalar(value)}${comment}\n`;
  }

  #scalar(value: Json): string {
    const plain = printYaml(value).trimEnd();
    if (typeof value !== "string") return plain;
    return plain.includes("\n") || this.random.once(4) ? JSON.stringify(value).replace(/\u2028/g, "\\u2028") : plain;
  }

  #comment(path: Path): string {
    const number = this.comments.size;
    this.comments.set(number, path);
    return `# ${number}.`;
  }
}
