import type { EditorDiagnostic } from "../app/editing/words.js";
import type { ts } from "../language/read/ts-morph.js";
import type { TypeScript } from "./typescript.js";

const SOURCE = "crd-bundle";

/** Adds diagnostics to those of TypeScript. Their codes are in the messages, because tsserver only knows numbers. */
export function withDiagnostics(
  found: readonly ts.Diagnostic[],
  own: readonly EditorDiagnostic[],
  file: ts.SourceFile,
  { DiagnosticCategory }: TypeScript,
): ts.Diagnostic[] {
  const added = own.map(({ start, end, level, text }) => ({
    file,
    start: Math.min(start, file.end),
    length: Math.max(0, Math.min(end, file.end) - start),
    messageText: text,
    category: level === "error" ? DiagnosticCategory.Error : DiagnosticCategory.Warning,
    code: 0,
    source: SOURCE,
  }));
  return [...found, ...added];
}
