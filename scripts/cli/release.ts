import { type ReleaseArguments, readReleaseRequest } from "../app/release/request.js";
import { RESULT_FORMATS, type ResultFormat } from "../report/format.js";
import { printOutcome } from "../report/release-outcome.js";
import { type Define, formatOption, profileOption, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import { printRefusal } from "./judgement.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface ReleaseOptions extends Omit<ReleaseArguments, "to"> {
  readonly format: ResultFormat;
}

export const define: Define = (command, run) => {
  command
    .argument(
      "[version]",
      "patch, minor, major, a version, or auto (patch on a branch release-X.Y; otherwise minor, or major if required)",
    )
    .option("--preid <word>", "create a release candidate with this identifier, such as rc for 1.7.0-rc.1")
    .option(
      "--snapshot",
      "create a snapshot of the experimental channel, named after the date of the last commit, without a branch",
    )
    .option("--dry-run", "print the plan without changing anything")
    .option("--sign", "sign the commit and the tag (default: as configured in git)")
    .option("--no-sign", "sign neither the commit nor the tag")
    .option("--branch <name>", "put the release commit on a new branch for a pull request; after the merge, use --tag")
    .option("--tag", "tag a release after its pull request is merged and create its assets")
    .option("--undo", "undo a release that was not pushed: remove its tag, commit, and assets")
    .option("--push", "push the branch and the tag in one atomic operation")
    .addOption(projectOption())
    .addOption(profileOption())
    .addOption(formatOption("output format", RESULT_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((to: string | undefined, options: ReleaseOptions) =>
      run((terminal) => releaseCommand(to, options, terminal)),
    );
};

/** Runs `crd-bundle release`. Returns 0 if the release was made or can be made, and 1 if something prevents it. */
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
  if (!made.ok) return printRefusal(made, project, terminal, format);
  terminal.out(printOutcome(made.value, format, terminal.cwd, terminal.outStyle));
  return 0;
}

const EXAMPLES = `
Examples:
  $ crd-bundle release auto --dry-run      print the plan of the next release
  $ crd-bundle release minor --preid rc    create a release candidate, 1.7.0-rc.1
  $ crd-bundle release minor --push        create a minor release and push it
  $ crd-bundle release patch               create a patch release on its branch, release-1.7
  $ crd-bundle release minor --branch prepare-1.7.0 --push    prepare a pull request
  $ crd-bundle release --tag --push        tag the release after the merge
  $ crd-bundle release --undo              undo a release that was not pushed
  $ crd-bundle release auto --snapshot     create a snapshot, 1.7.0-snapshot.20261101`;
