import type { VerifyRequest } from "../app/verify/verify-release.js";
import { FORMATS, type Format } from "../report/report.js";
import { verifiedInWords } from "../report/verified.js";
import { type Define, formatOption, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface VerifyOptions extends Omit<VerifyRequest, "release"> {
  readonly format: Format;
}

export const define: Define = (command, run) => {
  command
    .argument("<release>", "a tag, or a directory with all assets of a release")
    .option("--write", "put the assets into release/<version>/ if they are not there")
    .option(
      "--expect <version>",
      "fail if it is another release (default for a directory: its name, if that is a version)",
    )
    .addOption(projectOption())
    .addOption(formatOption("how to print what is wrong", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((release: string, options: VerifyOptions) => run((terminal) => verifyCommand(release, options, terminal)));
};

/** Runs `crd-bundle verify`: 0 where everything is as its sources make it. */
export async function verifyCommand(
  release: string,
  { format, ...request }: VerifyOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { verifyRelease } = await import("../app/verify/verify-release.js");
  const verified = await verifyRelease({ ...request, release }, terminal);
  if (verified.ok) {
    if (format === "text") terminal.out(verifiedInWords(verified.value, terminal.cwd));
    return printFailure({ diagnostics: [], sources: [] }, request.project, terminal, format);
  }
  const exit = printFailure(verified, request.project, terminal, format);
  const { compared } = verified;
  if (format === "text" && compared) {
    terminal.err(`Compared with ${compared.tag}, commit ${compared.commit.slice(0, 12)}.\n`);
  }
  return exit;
}

const EXAMPLES = `
Examples:
  $ crd-bundle verify v1.7.0
  $ crd-bundle verify v1.7.0 --write       and put its assets into release/1.7.0/
  $ crd-bundle verify ~/Downloads/1.7.0    are these the assets of the release?
  $ crd-bundle verify assets/ --expect v1.7.0`;
