import { resolve } from "node:path";
import { pathFrom } from "../core/path-from.js";
import type { Failure } from "../core/result.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** The format of diagnostics of a command that prints something else in its own: text where that is for people. */
export function diagnosticFormat(format: "text" | "markdown" | "json" | "github"): Format {
  return format === "markdown" ? "text" : format;
}

/** Prints what is wrong, on standard error where a person reads it. Gives back the exit code. */
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
