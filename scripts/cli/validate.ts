import { Option } from "commander";
import type { ValidateRequest } from "../app/validate/validate-objects.js";
import { CHANNELS } from "../core/model/channel.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import { printDefaulted, printValidatedObjects } from "../report/validated-objects.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, kubernetesOption, pathsOption, projectOption } from "./command-line.js";
import { basePath, printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FORMATS = ["text", "json", "github"] as const;

export interface ValidateOptions extends ValidateRequest {
  readonly format: (typeof FORMATS)[number];
}

export const define: Define = (command, run) => {
  command
    .argument("<path...>", "files or directories with objects, or - for standard input")
    .addOption(projectOption())
    .addOption(
      new Option("--channel <channel>", "channel whose CRDs the project builds (default: standard)").choices(CHANNELS),
    )
    .addOption(
      pathsOption("--crds", "use the CRDs in this file or directory, not those of the project").conflicts("channel"),
    )
    .addOption(pathsOption("--policies", "also apply the ValidatingAdmissionPolicies in this file or directory"))
    .addOption(pathsOption("--old", "file or directory with stored objects, to validate objects as their updates"))
    .addOption(new Option("--subresource <name>", "validate updates of the status").choices(["status"]))
    .addOption(kubernetesOption("the newest known"))
    .option("--strict", "report fields that the schema does not declare as errors")
    .option("--defaulted", "print accepted objects with their defaults, as the API server would return them")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((files: readonly string[], options: Omit<ValidateOptions, "files">) =>
      run((terminal) => validateCommand({ ...options, files }, terminal)),
    );
};

/** Runs `crd-bundle validate`. Returns 0 if there are no errors. Prints the result in any case. */
export async function validateCommand({ format, ...request }: ValidateOptions, terminal: Terminal): Promise<ExitCode> {
  const { validateObjects } = await import("../app/validate/validate-objects.js");
  const validated = await validateObjects(request, terminal);
  const base = validated.ok || request.crds ? "" : basePath(request.project, terminal);
  const { objects, diagnostics, sources, skipped } = validated.ok
    ? validated.value
    : { ...validated, objects: [], skipped: undefined };
  if (format === "json") {
    const found = diagnosticsAsJson(diagnostics, sources, base);
    terminal.out(printVersionedJson({ objects, ...(skipped && { skipped }), diagnostics: found }));
    return exitCodeFor(diagnostics);
  }
  if (format === "text") terminal.out(request.defaulted ? printDefaulted(objects) : printValidatedObjects(objects));
  return printDiagnostics({ diagnostics, sources }, terminal, format, base);
}

const EXAMPLES = `
Examples:
  $ crd-bundle validate manifests/                        validate against the CRDs that the project builds
  $ crd-bundle validate --crds config/crd manifests/      validate against the CRDs in a directory
  $ crd-bundle validate --strict --crds crds.yaml a.yaml  also reject unknown fields
  $ crd-bundle validate --old stored.yaml new.yaml        validate updates
  $ crd-bundle validate --policies policies/ a.yaml       also apply admission policies
  $ crd-bundle validate --defaulted a.yaml                print the objects with their defaults
  $ crd-bundle validate --crds crds.yaml - < objects.yaml validate objects from standard input`;
