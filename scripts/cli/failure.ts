import { resolve } from "node:path";
import { pathFrom } from "../core/path-from.js";
import type { Failure } from "../core/result.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Returns the format of diagnostics in a command with another result. People who read Markdown get text. */
export function diagnosticFormat(format: "text" | "markdown" | "json" | "github"): Format {
  return format === "markdown" ? "text" : format;
}

/** Prints diagnostics, as text on standard error and otherwise on standard output. Returns the exit code. */
export function printFailure(
  { diagnostics, sources }: Pick<Failure, "diagnostics" | "sources">,
  project: string,
  terminal: Terminal,
  format: Format = "text",
): ExitCode {
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, project));
  if (format === "text") terminal.err(report(diagnostics, "text", sources, terminal.errStyle, base));
  else terminal.out(report(diagnostics, format, sources, terminal.outStyle, base));
  return exitCodeFor(diagnostics);
}
