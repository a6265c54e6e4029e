import type { InstalledBundle } from "../../app/cluster/install.js";
import type { InstallRequest } from "../../app/cluster/plan.js";
import { hasErrors } from "../../core/model/diagnostic.js";
import { printInstalled, printMigrated } from "../../report/cluster.js";
import { type Define, formatOption } from "../command-line.js";
import { withLastWords } from "../interruption.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { FORMATS, type Formatted, printResult, withInstallation } from "./options.js";

export const define: Define = (command, run) => {
  withInstallation(command)
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: InstallRequest & Formatted) => run((terminal) => installCommand(options, terminal)));
};

/** Runs `crd-bundle cluster install`. Returns 0 if the whole bundle is installed. */
export async function installCommand(
  { format, ...request }: InstallRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { installOnCluster } = await import("../../app/cluster/install.js");
  return printResult(
    await withLastWords(INTERRUPTED, terminal, () => installOnCluster(request, terminal)),
    { format, terminal },
    {
      text: (installed: InstalledBundle) =>
        hasErrors(installed.diagnostics)
          ? printMigrated(installed.migrated)
          : `${printMigrated(installed.migrated)}${printInstalled(installed, installed.plan)}`,
      json: ({ plan, applied, migrated, lifted }) => ({ plan, applied, migrated, lifted }),
    },
  );
}

const INTERRUPTED =
  "Interrupted: the bundle can be installed in part. The same command finishes the installation, and crd-bundle " +
  "cluster status shows what is installed.";

const EXAMPLES = `
Examples:
  $ crd-bundle cluster install --bundle standard-install.yaml
  $ crd-bundle cluster install --bundle v1.6.1 --context production
  $ crd-bundle cluster install --bundle v1.5.0 --accept cluster-downgrade   go back to an earlier release`;
