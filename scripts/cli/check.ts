import type { CheckRequest } from "../app/check/check-crds.js";
import { printCheckedCrds } from "../report/checked-crds.js";
import { FORMATS, type Format } from "../report/format.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, kubernetesOption, projectOption } from "./command-line.js";
import { basePath, printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface CheckOptions extends CheckRequest {
  readonly format: Format;
  readonly costs?: boolean;
}

export const define: Define = (command, run) => {
  command
    .addOption(projectOption())
    .option(
      "--crds <path...>",
      "check the CRDs in these files or directories, or - for standard input, not the project",
    )
    .option(
      "--old <path...>",
      "files or directories with the installed CRDs, to check CRDs of the same name as updates",
    )
    .addOption(kubernetesOption("the oldest in apis/bundle.yaml; with --crds, the newest known"))
    .option("--costs", "list the estimated cost of each validation rule, and the missing bounds that raise it")
    .option("--strict", "report warnings as errors")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: CheckOptions) => {
      const { costs, format } = options;
      if (costs && format !== "text" && format !== "json") {
        command.error(`error: option '--costs' cannot be used with option '--format ${format}'`);
      }
      return run((terminal) => checkCommand(options, terminal));
    });
};

/** Runs `crd-bundle check`. Returns 0 if there are no errors. Prints the result in any case. */
export async function checkCommand(
  { format, costs = false, ...request }: CheckOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { checkCrds } = await import("../app/check/check-crds.js");
  const checked = await checkCrds(request, terminal);
  const base = request.crds ? "" : basePath(request.project, terminal);
  const { crds, diagnostics, sources, skipped } = checked.ok
    ? checked.value
    : { ...checked, crds: [], skipped: undefined };
  if (format === "json") {
    const found = diagnosticsAsJson(diagnostics, sources, base);
    terminal.out(printVersionedJson({ crds, ...(skipped && { skipped }), diagnostics: found }));
    return exitCodeFor(diagnostics);
  }
  if (format === "text") terminal.out(printCheckedCrds(crds, { costs, style: terminal.outStyle }));
  return printDiagnostics({ diagnostics, sources }, terminal, format, base);
}

const EXAMPLES = `
Examples:
  $ crd-bundle check                           check the CRDs that the project builds
  $ crd-bundle check --costs                   also list the cost of each rule
  $ crd-bundle check --crds config/crd         check the CRDs in a directory
  $ crd-bundle check --crds - < crds.yaml      check the CRDs of a cluster, from \`kubectl get crds -o yaml\`
  $ crd-bundle check --crds new/ --old old/    check an update of installed CRDs`;
