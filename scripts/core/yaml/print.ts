/** Writes values as YAML. Output has the same meaning to every YAML reader. */
import { DUMP_SCHEMA } from "js-yaml";
import { isJsonArray, type Json } from "../model/json.js";
import { DOUBTFUL, printStyledYaml } from "./yaml.js";

/**
 * Writes one document, with the keys in their given order, in block style, without line folding and aliases. Quotes
 * every string, even as a key, that YAML 1.1 (Go's reader) or YAML 1.2 could read as another type. The result is that of
 * `printStyledYaml`, which takes several times as long. A part that occurs several times with one indentation is printed
 * once, also in several documents with the same `printed`.
 */
export function printYaml(value: Json, printed: PrintedBlocks = new Map()): string {
  if (isInline(value)) return printStyledYaml(value);
  const text = printBlock(value, "", printed);
  // The line breaks that end the last string would otherwise continue in the next document.
  return text.endsWith("\n") ? `${text}\n...\n` : `${text}\n`;
}

/** Reports whether a value is printed on the line of its key. */
function isInline(value: Json): value is Exclude<Json, object> {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** The text of lists and objects, by their indentation. */
export type PrintedBlocks = Map<Block, Map<string, string>>;

type Block = Exclude<Json, string | number | boolean | null>;

/** Returns the parts of a list or an object, one per line. All lines but the first are indented. */
function printBlock(value: Block, indent: string, printed: PrintedBlocks): string {
  const known = printed.get(value)?.get(indent);
  if (known !== undefined) return known;
  const inner = `${indent}  `;
  const parts = isJsonArray(value)
    ? value.map((item) => `- ${isInline(item) ? printInline(item, inner) : printBlock(item, inner, printed)}`)
    : Object.entries(value).map(([key, field]) => printEntry(key, field, { indent, inner }, printed));
  const text = parts.join(`\n${indent}`);
  const texts = printed.get(value) ?? new Map<string, string>();
  printed.set(value, texts.set(indent, text));
  return text;
}

interface Indentation {
  readonly indent: string;
  readonly inner: string;
}

function printEntry(key: string, value: Json, { indent, inner }: Indentation, printed: PrintedBlocks): string {
  const name = printKey(key);
  const isLong = key.includes("\n") || (name.length > LONGEST_KEY && Array.from(name).length > LONGEST_KEY);
  if (isInline(value)) return `${isLong ? `? ${name}\n${indent}` : name}: ${printInline(value, inner)}`;
  const block = printBlock(value, inner, printed);
  return isLong ? `? ${name}\n${indent}: ${block}` : `${name}:\n${inner}${block}`;
}

/** The number of characters of a key that needs no question mark. Source: YAML 1.2.2, 8.2.2. */
const LONGEST_KEY = 1024;

function printKey(key: string): string {
  return key.includes("\n") && !isEscaped(key) ? JSON.stringify(key) : printString(key, "");
}

function printInline(value: Json, indent: string): string {
  if (typeof value === "string") return printString(value, indent);
  if (typeof value !== "number") return JSON.stringify(value);
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : printStyledYaml(value).trimEnd();
}

function printString(text: string, indent: string): string {
  if (isEscaped(text)) return printStyledYaml(text).trimEnd();
  if (text.includes("\n")) return printLiteral(text, indent);
  return isPlain(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Returns a string of several lines, after an indicator of its indentation and one of the line breaks that end it. */
function printLiteral(text: string, indent: string): string {
  const indentation = /^\n* /.test(text) ? "2" : "";
  const end = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const lines = text.endsWith("\n") ? text.slice(0, -1) : text;
  return `|${indentation}${end}\n${lines.replace(/^(?=[^\n])/gm, indent)}`;
}

/** Reports whether a string needs double quotes, because it has invisible characters, or nothing but white space. */
function isEscaped(text: string): boolean {
  return !VISIBLE_ASCII.test(text) && (INVISIBLE.test(text) || /^\s+$/.test(text));
}

/** A string of printable ASCII characters and line breaks that starts with neither a space nor a line break. */
const VISIBLE_ASCII = /^(?:[!-~][\n -~]*)?$/;

const INVISIBLE = /[^\P{Cc}\n]|[\p{Cs}\xa0\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/u;

/** Reports whether every reader reads a line without quotes, and as this string. */
function isPlain(line: string): boolean {
  return (
    !DOUBTFUL.test(line) &&
    !SYNTAX.test(line) &&
    DUMP_SCHEMA.resolveImplicitScalarTag(line).tag === DUMP_SCHEMA.defaultScalarTag &&
    line !== "="
  );
}

/** Lines that start like a part of YAML's syntax, or contain the syntax of a key or a comment. */
const SYNTAX = /^(?:[-?:](?: |$)|[,[\]{}#&*!|>'"%@` ])|:(?: |$)| (?:#|$)/;
