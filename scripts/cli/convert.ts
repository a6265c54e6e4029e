import { Option } from "commander";
import type { ConvertedFiles, ConvertRequest } from "../app/convert/convert-manifests.js";
import { CHANNELS } from "../core/model/channel.js";
import { convertedStream, printChangedObjects, printWrittenFiles } from "../report/converted-files.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, projectOption } from "./command-line.js";
import { basePath, printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FORMATS = ["text", "json", "github"] as const;

export interface ConvertOptions extends ConvertRequest {
  /** Prints the objects that would change, and returns 1 if there are any. */
  readonly check?: boolean;
  readonly format: (typeof FORMATS)[number];
}

export const define: Define = (command, run) => {
  command
    .argument("<path...>", "files or directories with objects, or - for standard input")
    .option("--to <release>", "release whose form the objects get (default: that of the bundle)")
    .option("--from <release>", "release of the objects (default: the form of each object shows it)")
    .addOption(new Option("--channel <channel>", "channel of the objects (default: any)").choices(CHANNELS))
    .addOption(
      new Option("--to-channel <channel>", "channel that the objects get, in the form of the bundle").choices(CHANNELS),
    )
    .addOption(projectOption())
    .option("--bundle <path>", "directory of a bundle or its conversions.json, instead of a project")
    .addOption(new Option("--write", "write the converted objects into their files").conflicts("check"))
    .option("--check", "write nothing; exit 1 and list the objects that would change")
    .option("--allow-loss", "accept values that have no place in the new form; an annotation keeps them")
    .addOption(formatOption("output format; json and github print a report, not the objects", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((files: readonly string[], options: Omit<ConvertOptions, "files">) =>
      run((terminal) => convertCommand({ ...options, files }, terminal)),
    );
};

/** Runs `crd-bundle convert`. Returns 0 if there are no errors. Prints what could be converted in any case. */
export async function convertCommand(
  { format, check = false, ...request }: ConvertOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { convertManifests } = await import("../app/convert/convert-manifests.js");
  const converted = await convertManifests(request, terminal);
  const base = converted.ok || request.bundle !== undefined ? "" : basePath(request.project, terminal);
  const found: ConvertedFiles = converted.ok ? converted.value : { ...converted, files: [], objects: [], links: [] };
  const { diagnostics, sources, objects, files, links } = found;
  const isOutdated = check && objects.some(({ isChanged }) => isChanged);
  const withOutdated = (exitCode: ExitCode) => (isOutdated && exitCode === 0 ? 1 : exitCode);
  if (format === "json") {
    const printed = diagnosticsAsJson(diagnostics, sources, base);
    terminal.out(printVersionedJson({ objects, ...(converted.ok && { skipped: { links } }), diagnostics: printed }));
    return withOutdated(exitCodeFor(diagnostics));
  }
  if (format === "github" && check) terminal.err(printChangedObjects(objects));
  if (format !== "text") return withOutdated(printDiagnostics({ diagnostics, sources }, terminal, format, base));
  if (check) terminal.out(printChangedObjects(objects));
  else if (request.write) terminal.out(printWrittenFiles(files, objects));
  else terminal.data(convertedStream(files));
  return withOutdated(printDiagnostics({ diagnostics, sources }, terminal, format, base));
}

const EXAMPLES = `
Examples:
  $ crd-bundle convert manifests/                             print the objects in the form of the bundle
  $ crd-bundle convert --to 1.6.1 --write manifests/          convert files in place
  $ crd-bundle convert --to 1.6.1 --check manifests/          list the objects that would change
  $ crd-bundle convert --to 1.3.0 --allow-loss widgets.yaml   convert back to an earlier release
  $ crd-bundle convert --to-channel standard --check -        list what the standard channel would not accept
  $ crd-bundle convert --bundle dist/ - < objects.yaml        convert standard input with the definitions of a bundle`;
