import { resolve } from "node:path";
import type { ChangeFormat } from "../core/model/change.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { pathFrom } from "../core/path-from.js";
import type { Failure } from "../core/result.js";
import type { Format } from "../report/format.js";
import { exitCodeFor, report } from "../report/report.js";
import type { ExitCode, Output, Terminal } from "./terminal.js";

/** Returns the format of diagnostics in a command with another result. People who read Markdown get text. */
export function diagnosticFormat(format: ChangeFormat): Format {
  return format === "markdown" ? "text" : format;
}

/** Prints the diagnostics of a project, like `printDiagnostics`. */
export function printFailure(
  found: Pick<Failure, "diagnostics" | "sources">,
  project: string,
  terminal: Terminal,
  format: Format = "text",
): ExitCode {
  return printDiagnostics(found, terminal, format, basePath(project, terminal));
}

/** Prints warnings about the baseline as text on standard error, because the output in every format has other content. */
export function printWarnings({ warnings, sources }: Warned, project: string, terminal: Terminal): void {
  if (warnings.length > 0) printFailure({ diagnostics: warnings, sources }, project, terminal);
}

/** A result with warnings, and the files with them. */
interface Warned {
  readonly warnings: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Prints diagnostics, as text on standard error and otherwise on standard output. Returns the exit code. */
export function printDiagnostics(
  { diagnostics, sources }: Pick<Failure, "diagnostics" | "sources">,
  { out, err, outStyle, errStyle }: Output,
  format: Format,
  base = "",
): ExitCode {
  if (format === "text") err(report(diagnostics, "text", sources, errStyle, base));
  else out(report(diagnostics, format, sources, outStyle, base));
  return exitCodeFor(diagnostics);
}

/** Returns the path from the current directory to the project. */
export function basePath(project: string, { cwd }: Pick<Terminal, "cwd">): string {
  return pathFrom(cwd, resolve(cwd, project));
}
