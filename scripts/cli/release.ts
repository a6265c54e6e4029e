import { type ReleaseArguments, readReleaseRequest } from "../app/release/request.js";
import { printOutcome } from "../report/release-outcome.js";
import { type Define, formatOption, profileOption, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import { judgementInWords } from "./judgement.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface ReleaseOptions extends Omit<ReleaseArguments, "to"> {
  readonly format: "text" | "json";
}

export const define: Define = (command, run) => {
  command
    .argument(
      "[version]",
      "patch, minor, major, a version, or auto: the next patch on release-X.Y, elsewhere a minor, or a major if need be",
    )
    .option("--preid <word>", "make a candidate for that version: rc gives 1.7.0-rc.1, then 1.7.0-rc.2")
    .option("--snapshot", "the experimental channel alone, tagged with the day of the last commit, on no branch")
    .option("--dry-run", "print the plan, and change nothing")
    .option("--sign", "sign the commit and the tag (default: what git is set up to sign)")
    .option("--no-sign", "sign neither the commit nor the tag")
    .option("--branch <name>", "put the commit on a new branch, for a pull request; tag it with --tag")
    .option("--tag", "tag the release that a pull request brought, and make its assets")
    .option("--undo", "take back a release that was not pushed: tag, commit and assets")
    .option("--push", "push the branch and the tag, both or none")
    .addOption(projectOption())
    .addOption(profileOption())
    .addOption(formatOption("how to print the plan", ["text", "json"]))
    .addHelpText("after", EXAMPLES)
    .action((to: string | undefined, options: ReleaseOptions) =>
      run((terminal) => releaseCommand(to, options, terminal)),
    );
};

/** Runs `crd-bundle release`: 0 where the release is made (or could be), 1 where something is in its way. */
export async function releaseCommand(
  to: string | undefined,
  { format, ...options }: ReleaseOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { project } = options;
  const request = readReleaseRequest({ ...options, to });
  if (!request.ok) return printFailure(request, project, terminal, format);
  const { makeRelease } = await import("../app/release/make.js");
  const made = await makeRelease(request.value, terminal);
  if (!made.ok) {
    // The policy's reasons come before the rest.
    if (made.judgement) {
      const words = judgementInWords(made.judgement, { project, format: "text" }, terminal, terminal.errStyle);
      terminal.err(`${words}\n`);
    }
    return printFailure(made, project, terminal, format);
  }
  const { out, err } = printOutcome(made.value, format, terminal.cwd, terminal.outStyle);
  if (out !== "") terminal.out(out);
  if (err !== "") terminal.err(err);
  return 0;
}

const EXAMPLES = `
Examples:
  $ crd-bundle release auto --dry-run      what would the next release be?
  $ crd-bundle release minor --preid rc    a candidate: 1.7.0-rc.1
  $ crd-bundle release minor --push        the release, pushed
  $ crd-bundle release patch               from its branch, release-1.7
  $ crd-bundle release minor --branch prepare-1.7.0 --push    for a pull request
  $ crd-bundle release --tag --push        once it is merged, on the branch that has it
  $ crd-bundle release --undo              take back what was not pushed
  $ crd-bundle release auto --snapshot     1.7.0-snapshot.20261101, for who wants to try it`;
