import { Option } from "commander";
import type { MigratedBundle, MigrateRequest } from "../../app/cluster/migrate.js";
import { printMigrated } from "../../report/cluster.js";
import { type Define, formatOption } from "../command-line.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { FORMATS, type Formatted, limitOption, positive, printResult, withBundle } from "./options.js";

export const define: Define = (command, run) => {
  withBundle(command)
    .option("--conversions <path>", "conversions.json of a bundle, or its directory (default: those of the project)")
    .addOption(limitOption())
    .addOption(
      new Option("--concurrency <number>", "number of updates at the same time").default(16).argParser(positive),
    )
    .option("--dry-run", "ask the API server whether it would accept the updates, and store nothing")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: MigrateRequest & Formatted) => run((terminal) => migrateCommand(options, terminal)));
};

/** Runs `crd-bundle cluster migrate`. Returns 0 if all objects are migrated. */
export async function migrateCommand(
  { format, ...request }: MigrateRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { migrateCluster } = await import("../../app/cluster/migrate.js");
  return printResult(
    await migrateCluster(request, terminal),
    { format, terminal },
    {
      text: ({ crds }: MigratedBundle) => printMigrated(crds),
      json: ({ crds }) => ({ crds }),
    },
  );
}

const EXAMPLES = `
Examples:
  $ crd-bundle cluster migrate --bundle v1.6.1 --dry-run
  $ crd-bundle cluster migrate --bundle v1.6.1 --requests-per-second 50`;
