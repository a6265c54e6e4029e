import { CHANGE_RULES } from "../core/diagnostics/catalog/changes.js";
import { CODES } from "../core/diagnostics/catalog/index.js";
import { nearest } from "../core/diagnostics/nearest.js";
import type { Define } from "./command-line.js";
import type { ExitCode, Terminal } from "./terminal.js";

export const define: Define = (command, run) => {
  command
    .argument("[code]", "code in brackets after the message of a diagnostic or a finding (default: list all codes)")
    .addHelpText("after", EXAMPLES)
    .action((code: string | undefined) => run((terminal) => explainCommand(code, terminal)));
};

/** Runs `crd-bundle explain`. Explains a diagnostic or a policy rule, or lists all codes if none is given. */
export async function explainCommand(code: string | undefined, terminal: Terminal): Promise<ExitCode> {
  if (code === undefined) {
    terminal.out(`${[...CODES, ...CHANGE_RULES].sort().join("\n")}\n`);
    return 0;
  }
  const { explanationFor, printExplanation } = await import("../report/explanation.js");
  const explanation = explanationFor(code);
  if (explanation) {
    terminal.out(printExplanation(code, explanation, terminal.outStyle));
    return 0;
  }
  const near = nearest(code, [...CODES, ...CHANGE_RULES]);
  const hint = near === undefined ? "To list all codes, run crd-bundle explain." : `Did you mean ${near}?`;
  terminal.err(`"${code}" is not a known code. ${hint}\n`);
  return 2;
}

const EXAMPLES = `
Examples:
  $ crd-bundle explain tag-unknown
  $ crd-bundle explain`;
