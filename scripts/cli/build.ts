import { Option } from "commander";
import type { BuildRequest } from "../app/build-bundle.js";
import { CHANNELS } from "../core/model/channel.js";
import { buildSummary } from "../report/build-summary.js";
import { FORMATS, type Format } from "../report/report.js";
import { type Define, formatOption, nonEmpty, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface BuildOptions extends BuildRequest {
  readonly format: Format;
}

export const define: Define = (command, run) => {
  command
    .addOption(projectOption())
    .option("--out <dir>", "where the bundle goes (default: dist in the project)", nonEmpty)
    .addOption(new Option("--channel <channel>", "only the files of one channel").choices(CHANNELS))
    .option("--bundle-version <version>", "the version to stamp (default: that of the project's package.json)")
    .option("--check", "write nothing; exit 1 and name each file that is not what the sources make")
    .option("--strict", "report warnings as errors: a build with warnings writes nothing and exits with 1")
    .addOption(formatOption("how to print what is wrong", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: BuildOptions) => run((terminal) => buildCommand(options, terminal)));
};

/** Runs `crd-bundle build`. A run without errors prints what was built, and the warnings. */
export async function buildCommand({ format, ...request }: BuildOptions, terminal: Terminal): Promise<ExitCode> {
  const { buildBundle } = await import("../app/build-bundle.js");
  const built = await buildBundle(request, terminal);
  if (!built.ok) return printFailure(built, request.project, terminal, format);
  const { channels, warnings, sources } = built.value;
  if (format === "text" && !request.check) terminal.out(buildSummary(channels));
  return printFailure({ diagnostics: warnings, sources }, request.project, terminal, format);
}

const EXAMPLES = `
Examples:
  $ crd-bundle build                                       build apis/ into dist/
  $ crd-bundle build --check                               is dist/ what apis/ makes?
  $ crd-bundle build --project ../widgets --out ../crds     another project, another place
  $ crd-bundle build --channel experimental --bundle-version 1.7.0-rc.1
  $ crd-bundle build --check --strict --format github      annotations in a workflow`;
