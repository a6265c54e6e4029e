/** Prints diagnostics as text, JSON, GitHub workflow commands, JUnit and SARIF. */
import { posix } from "node:path";
import { CATALOG, type Code } from "../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../core/diagnostics/describe.js";
import { Lines } from "../core/lines.js";
import { type Diagnostic, errorsAmong, hasErrors } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { counted } from "../core/words/counted.js";
import type { Format } from "./format.js";
import { printJunit } from "./junit.js";
import { findPlace, type Place, type Texts } from "./place.js";
import { printable, printableLine } from "./printable.js";
import { printSarif } from "./sarif.js";
import { inSentences } from "./sentences.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/**
 * Returns the diagnostics as text that ends in a line break, or an empty string if there are none. JSON, JUnit and
 * SARIF are always complete documents. `base` is the path from the current directory to the project. It precedes every
 * path, so terminals and workflows find the file.
 */
export function report(
  found: readonly Diagnostic[],
  format: Format,
  sources: readonly SourceText[],
  style: Style,
  base = "",
): string {
  const { diagnostics, texts } = placed(found, sources, base);
  switch (format) {
    case "json":
      return printVersionedJson({ diagnostics: diagnosticsAsJson(found, sources, base) });
    case "github":
      return diagnostics.map((diagnostic) => `${style.command(toWorkflowCommand(diagnostic, texts))}\n`).join("");
    case "junit":
      return printJunit(diagnostics, texts);
    case "sarif":
      return printSarif(diagnostics, texts, base);
    case "text":
      return diagnosticsAsText(found, sources, style, base) + summary(diagnostics, style);
  }
}

/** Returns diagnostics as text, without a summary. */
export function diagnosticsAsText(
  found: readonly Diagnostic[],
  sources: readonly SourceText[],
  style: Style,
  base = "",
): string {
  const { diagnostics, texts } = placed(found, sources, base);
  return diagnostics.map((diagnostic) => `${toText(diagnostic, texts, style)}\n`).join("\n");
}

/** Returns diagnostics as JSON, with places relative to the current directory. */
export function diagnosticsAsJson(found: readonly Diagnostic[], sources: readonly SourceText[], base = ""): object[] {
  const { diagnostics, texts } = placed(found, sources, base);
  return diagnostics.map((diagnostic) => toJson(diagnostic, texts));
}

function placed(found: readonly Diagnostic[], sources: readonly SourceText[], base: string) {
  const texts = new Map(sources.map((source) => [posix.join(base, source.path), new Lines(source.text)]));
  return { diagnostics: found.map((diagnostic) => relocate(diagnostic, base)), texts };
}

function relocate(diagnostic: Diagnostic, base: string): Diagnostic {
  const { location } = diagnostic;
  return location ? { ...diagnostic, location: { ...location, file: posix.join(base, location.file) } } : diagnostic;
}

/** Returns 2 if the usage or the configuration is wrong, 1 for other errors, and 0 if there are none. */
export function exitCodeFor(diagnostics: readonly Diagnostic[]): 0 | 1 | 2 {
  if (diagnostics.some(({ code }) => CATALOG[code as Code].usage)) return 2;
  return hasErrors(diagnostics) ? 1 : 0;
}

function summary(diagnostics: readonly Diagnostic[], style: Style): string {
  const errors = errorsAmong(diagnostics);
  const [first = diagnostics[0]] = errors;
  if (!first) return "";
  const warnings = diagnostics.length - errors.length;
  const counts = [
    ...(errors.length > 0 ? [counted(errors.length, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return `\n${style.bold(counts.join(", "))}. For an explanation: crd-bundle explain ${first.code}\n`;
}

function toText(diagnostic: Diagnostic, texts: Texts, style: Style): string {
  const { message, fix } = describeDiagnostic(diagnostic);
  // A name in a foreign file must not imitate a line. Other messages can have several lines.
  const shown = diagnostic.subject === "manifest" ? printableLine : printable;
  const color = diagnostic.level === undefined ? style.red : style.yellow;
  const head = `${color(diagnostic.level ?? "error")} ${shown(message)} ${style.dim(`[${diagnostic.code}]`)}`;
  const place = findPlace(diagnostic, texts);
  const where = place ? `${style.bold(printableLine(`${place.file}:${place.line}:${place.column}`))} ` : "";
  return `${where}${head}\n${place ? excerpt(place, color, style) : ""}  ${style.dim("→")} ${shown(fix)}`;
}

/** Returns the source line with a mark below the place. Tabs stay tabs, so the mark is in the right column. */
function excerpt(place: Place, color: Style["red"], style: Style): string {
  const { before, marked, after } = windowOf(place);
  const number = String(place.line);
  const gutter = style.dim(`${number} |`);
  const empty = style.dim(`${" ".repeat(number.length)} |`);
  const [head, middle, tail] = [before, marked, after].map(printable) as [string, string, string];
  const indent = head.replace(/[^\t]/g, " ");
  const mark = color("^".repeat(Math.max(1, middle.length)));
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

function toJson(diagnostic: Diagnostic, texts: Texts) {
  const { message, fix } = describeDiagnostic(diagnostic);
  const place = findPlace(diagnostic, texts);
  return {
    code: diagnostic.code,
    level: diagnostic.level ?? "error",
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

function toWorkflowCommand(diagnostic: Diagnostic, texts: Texts): string {
  const place = findPlace(diagnostic, texts);
  const properties = {
    ...(place && { file: place.file, line: place.line, col: place.column, endLine: place.endLine }),
    title: diagnostic.code,
  };
  return workflowCommand(diagnostic.level ?? "error", properties, inSentences(diagnostic));
}
