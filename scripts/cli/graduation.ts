import type { GraduationRequest } from "../app/graduation.js";
import { TABLE_FORMATS, type TableFormat } from "../report/format.js";
import { printGraduation } from "../report/graduation.js";
import { type Define, formatOption, profileOption, projectOption } from "./command-line.js";
import { diagnosticFormat, printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface GraduationOptions extends GraduationRequest {
  readonly format: TableFormat;
}

export const define: Define = (command, run) => {
  command
    .addOption(projectOption())
    .addOption(profileOption())
    .addOption(formatOption("output format", TABLE_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: GraduationOptions) => run((terminal) => graduationCommand(options, terminal)));
};

/** Runs `crd-bundle graduation`. Returns 0 even if criteria are not met, because that is not an error. */
export async function graduationCommand(
  { format, ...request }: GraduationOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { listGraduations } = await import("../app/graduation.js");
  const listed = await listGraduations(request, terminal);
  if (!listed.ok) return printFailure(listed, request.project, terminal, diagnosticFormat(format));
  terminal.out(printGraduation(listed.value, format, terminal.outStyle));
  return 0;
}

const EXAMPLES = `
Examples:
  $ crd-bundle graduation
  $ crd-bundle graduation --format markdown > docs/graduation.md`;
