import { Option } from "commander";
import { buildBundle } from "../app/build-bundle.js"; // small: the rest is loaded if something changed
import type { WatchRequest } from "../app/watch-bundle.js";
import { CHANNELS } from "../core/model/channel.js";
import { buildSummary } from "../report/build-summary.js";
import { FORMATS, type Format } from "../report/format.js";
import { type Define, formatOption, nonEmpty, projectOption } from "./command-line.js";
import { printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { watchCommand } from "./watch.js";

export interface BuildOptions extends WatchRequest {
  readonly format: Format;
  readonly watch?: boolean;
}

export const define: Define = (command, run) => {
  command
    .addOption(projectOption())
    .option("--out <dir>", "output directory (default: dist/ in the project)", nonEmpty)
    .addOption(new Option("--channel <channel>", "write only the files of this channel").choices(CHANNELS))
    .option("--bundle-version <version>", "version of the bundle (default: the version in package.json)")
    .option("--check", "write nothing; exit 1 and list every file that is out of date")
    .option("--strict", "report warnings as errors: exit 1 and write nothing if there are any")
    .addOption(
      new Option("--watch", "build again after each change, and print which diagnostics came and went").conflicts([
        "check",
        "format",
      ]),
    )
    .addOption(
      new Option("--with-check", "like --watch, and run `crd-bundle check` after each build")
        .implies({ watch: true })
        .conflicts(["check", "format"]),
    )
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: BuildOptions) => run((terminal) => buildCommand(options, terminal)));
};

/** Runs `crd-bundle build`. Without errors, prints a summary as text, and the warnings in the chosen format. */
export async function buildCommand({ format, watch, ...request }: BuildOptions, terminal: Terminal): Promise<ExitCode> {
  if (watch) return watchCommand(request, terminal);
  const built = await buildBundle(request, terminal);
  if (!built.ok) return printFailure(built, request.project, terminal, format);
  const { channels, warnings, sources } = built.value;
  if (format === "text" && !request.check) terminal.out(buildSummary(channels));
  return printFailure({ diagnostics: warnings, sources }, request.project, terminal, format);
}

const EXAMPLES = `
Examples:
  $ crd-bundle build                                       build the CRDs of both channels
  $ crd-bundle build --check                               fail if dist/ is out of date
  $ crd-bundle build --watch                               build again after each change
  $ crd-bundle build --project ../widgets --out ../crds     use another project and output directory
  $ crd-bundle build --channel experimental --bundle-version 1.7.0-rc.1
  $ crd-bundle build --check --strict --format github      print annotations in a workflow`;
