/** Prints diagnostics as text, JSON and GitHub workflow commands. */
import { posix } from "node:path";
import { CATALOG, type Code } from "../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { positionOf, type SourceText } from "../core/model/location.js";
import { printable } from "./printable.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";

export const FORMATS = ["text", "json", "github"] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Returns the diagnostics as text that ends in a line break, or an empty string if there are none. JSON is always an
 * object. `base` is the path from the current directory to the project. It precedes every path, so terminals and
 * workflows find the file.
 */
export function report(
  found: readonly Diagnostic[],
  format: Format,
  sources: readonly SourceText[],
  style: Style,
  base = "",
): string {
  const texts = new Map(sources.map((source) => [posix.join(base, source.path), source.text]));
  const diagnostics = found.map((diagnostic) => relocate(diagnostic, base));
  switch (format) {
    case "json":
      return printVersionedJson({ diagnostics: diagnostics.map((diagnostic) => toJson(diagnostic, texts)) });
    case "github":
      return diagnostics.map((diagnostic) => `${style.command(toWorkflowCommand(diagnostic, texts))}\n`).join("");
    case "text":
      return (
        diagnostics.map((diagnostic) => `${toText(diagnostic, texts, style)}\n`).join("\n") +
        summary(diagnostics, style)
      );
  }
}

function relocate(diagnostic: Diagnostic, base: string): Diagnostic {
  const { location } = diagnostic;
  return location ? { ...diagnostic, location: { ...location, file: posix.join(base, location.file) } } : diagnostic;
}

/** Returns 2 if the usage or the configuration is wrong, 1 for other diagnostics, and 0 for none. */
export function exitCodeFor(diagnostics: readonly Diagnostic[]): 0 | 1 | 2 {
  if (diagnostics.some(({ code }) => CATALOG[code as Code].usage)) return 2;
  return diagnostics.length > 0 ? 1 : 0;
}

function summary(diagnostics: readonly Diagnostic[], style: Style): string {
  const [first] = diagnostics;
  if (!first) return "";
  const count = diagnostics.length === 1 ? "1 problem" : `${diagnostics.length} problems`;
  return `\n${style.bold(count)}. To explain a code: crd-bundle explain ${first.code}\n`;
}

function toText(diagnostic: Diagnostic, texts: ReadonlyMap<string, string>, style: Style): string {
  const { message, fix } = describeDiagnostic(diagnostic);
  const head = `${style.red("error")} ${printable(message)} ${style.dim(`[${diagnostic.code}]`)}`;
  const place = findPlace(diagnostic, texts);
  const where = place ? `${style.bold(printable(`${place.file}:${place.line}:${place.column}`))} ` : "";
  return `${where}${head}\n${place ? excerpt(place, style) : ""}  ${style.dim("→")} ${printable(fix)}`;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The source line, and the length of the marked part. */
  readonly source: string;
  readonly length: number;
}

function findPlace({ location }: Diagnostic, texts: ReadonlyMap<string, string>): Place | undefined {
  if (!location) return undefined;
  const text = texts.get(location.file) ?? "";
  const { line, column } = positionOf(text, location.start);
  const end = positionOf(text, location.end);
  const lineStart = location.start - (column - 1);
  const source = text.slice(lineStart).split(/\r?\n/, 1)[0] ?? "";
  const length = Math.max(1, Math.min(location.end, lineStart + source.length) - location.start);
  return { file: location.file, line, column, endLine: end.line, endColumn: end.column, source, length };
}

/** Returns the source line with a mark below the place. Tabs stay tabs, so the mark is in the right column. */
function excerpt(place: Place, style: Style): string {
  const { before, marked, after } = windowOf(place);
  const number = String(place.line);
  const gutter = style.dim(`${number} |`);
  const empty = style.dim(`${" ".repeat(number.length)} |`);
  const [head, middle, tail] = [before, marked, after].map(printable) as [string, string, string];
  const indent = head.replace(/[^\t]/g, " ");
  const mark = style.red("^".repeat(Math.max(1, middle.length)));
  return `  ${gutter} ${head}${middle}${tail}\n  ${empty} ${indent}${mark}\n`;
}

/** Numbers of characters of a long line that are printed before, in and after the place. */
const WINDOW = { before: 100, marked: 100, after: 100 };

function windowOf({ column, source, length }: Place) {
  const at = column - 1;
  const before = source.slice(0, at);
  const marked = source.slice(at, at + length);
  const after = source.slice(at + length);
  return {
    before: before.length > WINDOW.before ? `…${before.slice(-WINDOW.before)}` : before,
    marked: marked.length > WINDOW.marked ? `${marked.slice(0, WINDOW.marked)}…` : marked,
    after: after.length > WINDOW.after ? `${after.slice(0, WINDOW.after)}…` : after,
  };
}

function toJson(diagnostic: Diagnostic, texts: ReadonlyMap<string, string>) {
  const { message, fix } = describeDiagnostic(diagnostic);
  const place = findPlace(diagnostic, texts);
  return {
    code: diagnostic.code,
    message,
    fix,
    ...(place && {
      file: place.file,
      line: place.line,
      column: place.column,
      endLine: place.endLine,
      endColumn: place.endColumn,
    }),
    args: diagnostic.args,
  };
}

/** Returns a workflow command. Escapes percent signs and line breaks, and in properties also colons and commas. */
function toWorkflowCommand(diagnostic: Diagnostic, texts: ReadonlyMap<string, string>): string {
  const { message, fix } = describeDiagnostic(diagnostic);
  const place = findPlace(diagnostic, texts);
  const properties = {
    ...(place && { file: place.file, line: place.line, col: place.column, endLine: place.endLine }),
    title: diagnostic.code,
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const stop = /[.?!]$/.test(message) ? "" : ".";
  return `::error ${written.join(",")}::${escapeData(`${message}${stop} ${fix}`)}`;
}

export function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

export function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
