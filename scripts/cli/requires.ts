import type { RequirementsRequest } from "../app/check-requirements.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import { printRequirements, requirementAsJson } from "../report/requirements.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, projectOption } from "./command-line.js";
import { printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FORMATS = ["text", "json", "github"] as const;

export interface RequiresOptions extends RequirementsRequest {
  readonly format: (typeof FORMATS)[number];
}

export const define: Define = (command, run) => {
  command
    .argument(
      "[file...]",
      "files with the requirements of a controller, or - for standard input (default: apis/consumers/ of the project)",
    )
    .addOption(projectOption())
    .option(
      "--bundle <state>",
      "Git tag, commit, bundle directory, CRD file, or - for standard input (default: the working tree)",
    )
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((files: readonly string[], options: Omit<RequiresOptions, "files">) =>
      run((terminal) => requiresCommand({ ...options, ...(files.length > 0 && { files }) }, terminal)),
    );
};

/** Runs `crd-bundle requires`. Returns 0 if the bundle fulfills all requirements. Prints the result in any case. */
export async function requiresCommand({ format, ...request }: RequiresOptions, terminal: Terminal): Promise<ExitCode> {
  const { checkRequirements } = await import("../app/check-requirements.js");
  const checked = await checkRequirements(request, terminal);
  const { diagnostics, sources } = checked.ok ? checked.value : checked;
  if (format === "json") {
    const { bundle, requirements } = checked.ok ? checked.value : { bundle: undefined, requirements: [] };
    terminal.out(
      printVersionedJson({
        ...(bundle && { bundle }),
        requirements: requirements.map(requirementAsJson),
        diagnostics: diagnosticsAsJson(diagnostics, sources),
      }),
    );
    return exitCodeFor(diagnostics);
  }
  if (format === "text" && checked.ok) {
    terminal.out(printRequirements(checked.value.bundle, checked.value.requirements));
  }
  return printDiagnostics({ diagnostics, sources }, terminal, format);
}

const EXAMPLES = `
Examples:
  $ crd-bundle requires controller.yaml --bundle standard-install.yaml   check an install manifest
  $ crd-bundle requires controller.yaml --bundle v1.5.0 --project ../widgets
  $ crd-bundle requires controller.yaml --bundle - < crds.yaml           check the CRDs of a cluster
  $ crd-bundle requires                                                  check all known consumers of this bundle`;
