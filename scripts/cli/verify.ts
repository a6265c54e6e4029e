import type { VerifyRequest } from "../app/verify/verify-release.js";
import { FORMATS, type Format } from "../report/format.js";
import { verifiedInWords } from "../report/verified.js";
import { type Define, formatOption, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface VerifyOptions extends Omit<VerifyRequest, "release"> {
  readonly format: Format;
}

export const define: Define = (command, run) => {
  command
    .argument("<release>", "Git tag, or directory with all assets of a release")
    .option("--write", "write the assets to release/<version>/ if they are missing")
    .option(
      "--expect <version>",
      "fail if the release has a different version (default for a directory: its name if the name is a version)",
    )
    .addOption(projectOption())
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((release: string, options: VerifyOptions) => run((terminal) => verifyCommand(release, options, terminal)));
};

/** Runs `crd-bundle verify`. Returns 0 if all files are the same as those built from the sources. */
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
  $ crd-bundle verify v1.7.0 --write       verify the release and write its assets to release/1.7.0/
  $ crd-bundle verify ~/Downloads/1.7.0    verify downloaded assets
  $ crd-bundle verify assets/ --expect v1.7.0`;
