import type { ImportRequest } from "../app/import/import-crds.js";
import { isFaithful } from "../core/model/imported-crd.js";
import { printCreated } from "../report/created-project.js";
import { printImportedCrds, printMerged } from "../report/imported-crds.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, nonEmpty, pathsOption } from "./command-line.js";
import { printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FORMATS = ["text", "json", "github"] as const;

export interface ImportOptions extends ImportRequest {
  readonly format: (typeof FORMATS)[number];
}

export const define: Define = (command, run) => {
  command
    .argument("[path...]", "files or directories with CRDs, or - for standard input")
    .addOption(pathsOption("--standard", "file or directory with the CRDs of the standard channel"))
    .addOption(pathsOption("--experimental", "file or directory with the CRDs of the experimental channel"))
    .option("--out <dir>", "directory of the project", nonEmpty, ".")
    .option("--name <name>", "name of the bundle (default: the name of the directory)")
    .option("--merge", "update the types of an existing project to newer CRDs")
    .option("--base <path...>", "with --merge, the CRDs that were imported before")
    .option("--check", "write nothing; only compare the CRDs with those to which their types would build")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action(
      (files: readonly string[], { out, ...options }: Omit<ImportOptions, "files" | "project"> & { out: string }) =>
        run((terminal) => importCommand({ ...options, project: out, files }, terminal)),
    );
};

/** Runs `crd-bundle import`. Returns 0 if the types of every CRD build to a CRD with the same meaning. */
export async function importCommand({ format, ...request }: ImportOptions, terminal: Terminal): Promise<ExitCode> {
  const { importCrds } = await import("../app/import/import-crds.js");
  const imported = await importCrds(request, terminal);
  if (!imported.ok) return printDiagnostics(imported, terminal, format);
  const { crds, advice, project, merged } = imported.value;
  if (format === "json") {
    const written = { ...(project && { project }), ...(merged && { merged }) };
    terminal.out(printVersionedJson({ crds, levelsOff: advice, ...written, diagnostics: [] }));
  } else {
    terminal.out(printImportedCrds(crds, advice, terminal.outStyle));
    if (project) terminal.out(printCreated(project));
    if (merged) terminal.out(printMerged(merged));
  }
  return crds.every(isFaithful) ? 0 : 1;
}

const EXAMPLES = `
Examples:
  $ crd-bundle import config/crd/bases --out widgets     import the CRDs that controller-gen wrote
  $ crd-bundle import charts/widgets --out widgets       import the CRDs of a Helm chart
  $ crd-bundle import - --out widgets < crds.yaml        import the output of kubectl get crds -o yaml
  $ crd-bundle import --standard std --experimental exp  import the CRDs of two channels as one API
  $ crd-bundle import config/crd/bases --merge           update the project in this directory to newer CRDs
  $ crd-bundle import --standard std --experimental exp --merge
  $ crd-bundle import config/crd/bases --check           report what the types could not express`;
