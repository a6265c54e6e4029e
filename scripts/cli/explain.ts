import { CHANGE_RULES } from "../core/diagnostics/catalog/changes.js";
import { CODES } from "../core/diagnostics/catalog/index.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { nearest } from "../core/nearest.js";
import { failure } from "../core/result.js";
import { RESULT_FORMATS, type ResultFormat } from "../report/format.js";
import { type Define, formatOption } from "./command-line.js";
import { printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface ExplainOptions {
  readonly format: ResultFormat;
}

export const define: Define = (command, run) => {
  command
    .argument("[code]", "code in brackets after the message of a diagnostic or a finding (default: list all codes)")
    .addOption(formatOption("output format", RESULT_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((code: string | undefined, options: ExplainOptions) =>
      run((terminal) => explainCommand(code, options, terminal)),
    );
};

/** Runs `crd-bundle explain`. Explains a diagnostic or a policy rule, or lists all codes if none is given. */
export async function explainCommand(
  code: string | undefined,
  { format }: ExplainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { explanationFor, printCodes, printExplanation } = await import("../report/explanation.js");
  if (code === undefined) {
    terminal.out(printCodes([...CODES, ...CHANGE_RULES].sort(), format, terminal.outStyle));
    return 0;
  }
  const explanation = explanationFor(code);
  if (explanation) {
    terminal.out(printExplanation(code, explanation, format, terminal.outStyle));
    return 0;
  }
  const unknown = diagnose("code-unknown", { code, nearest: nearest(code, [...CODES, ...CHANGE_RULES]) });
  return printDiagnostics(failure(unknown), terminal, format);
}

const EXAMPLES = `
Examples:
  $ crd-bundle explain tag-unknown
  $ crd-bundle explain`;
