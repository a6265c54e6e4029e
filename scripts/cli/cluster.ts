import { type Command, InvalidArgumentError, Option } from "commander";
import type { InstalledBundle } from "../app/cluster/install.js";
import type { MigratedBundle, MigrateRequest } from "../app/cluster/migrate.js";
import type { InstallRequest, PlannedInstall, PlanRequest } from "../app/cluster/plan.js";
import type { FoundStatus, StatusRequest } from "../app/cluster/status.js";
import { CHANNELS } from "../core/model/channel.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import type { Result } from "../core/result.js";
import { printInstalled, printMigrated, printPlan, printStatus } from "../report/cluster.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import { requirementAsJson } from "../report/requirements.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, nonEmpty, pathsOption, projectOption, type Run } from "./command-line.js";
import { printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FORMATS = ["text", "json", "github"] as const;

interface Formatted {
  readonly format: (typeof FORMATS)[number];
}

export const define: Define = (command, run) => {
  command.addHelpText("after", EXAMPLES);
  defineStatus(command.command("status"), run);
  definePlan(command.command("plan"), run);
  defineInstall(command.command("install"), run);
  defineMigrate(command.command("migrate"), run);
};

function defineStatus(command: Command, run: Run): void {
  withBundle(command.description("show the installed bundles, and what is wrong with them"))
    .addOption(consumersOption())
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", STATUS_EXAMPLES)
    .action((options: StatusRequest & Formatted) => run((terminal) => statusCommand(options, terminal)));
}

function definePlan(command: Command, run: Run): void {
  withInstallation(
    command.description("show what an installation would do, and what stands in its way, without changing anything"),
  )
    .option("--against <path>", "file or directory with CRDs and objects in place of a cluster, or -")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", PLAN_EXAMPLES)
    .action((options: PlanRequest & Formatted) => run((terminal) => planCommand(options, terminal)));
}

function defineInstall(command: Command, run: Run): void {
  withInstallation(command.description("install a bundle as a whole, or nothing"))
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", INSTALL_EXAMPLES)
    .action((options: InstallRequest & Formatted) => run((terminal) => installCommand(options, terminal)));
}

function defineMigrate(command: Command, run: Run): void {
  withBundle(
    command.description("convert stored objects to the form of a bundle, and rewrite them in the storage version"),
  )
    .option("--conversions <path>", "conversions.json of a bundle, or its directory (default: those of the project)")
    .addOption(limitOption())
    .addOption(
      new Option("--concurrency <number>", "number of updates at the same time").default(16).argParser(positive),
    )
    .option("--dry-run", "ask the API server whether it would accept the updates, and store nothing")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", MIGRATE_EXAMPLES)
    .action((options: MigrateRequest & Formatted) => run((terminal) => migrateCommand(options, terminal)));
}

function withInstallation(command: Command): Command {
  return withBundle(command)
    .option("--conversions <path>", "conversions.json of a bundle, or its directory (default: those of the project)")
    .addOption(consumersOption())
    .addOption(
      new Option("--accept <code>", "accept a finding (can be repeated)").argParser(
        (code: string, before: readonly string[] = []) => [...before, code],
      ),
    );
}

function withBundle(command: Command): Command {
  return command
    .addOption(projectOption())
    .option("--bundle <bundle>", "Git tag, bundle directory, install manifest, or - (default: dist/ of the project)")
    .addOption(new Option("--channel <channel>", "channel of the bundle (default: standard)").choices(CHANNELS))
    .addOption(
      new Option("--kubeconfig <path>", "kubeconfig of the cluster (default: that of kubectl)").argParser(nonEmpty),
    )
    .option("--context <name>", "context of the kubeconfig (default: the current one)");
}

function consumersOption(): Option {
  return pathsOption("--consumers", "file with the requirements of a controller").default(undefined, "apis/consumers/");
}

function limitOption(): Option {
  return new Option(
    "--requests-per-second <number>",
    "largest number of requests per second (default: unlimited)",
  ).argParser(positive);
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError("Specify a whole number above 0.");
  return Number(value);
}

/** Runs `crd-bundle cluster status`. Returns 0 if each installed bundle is whole. */
export async function statusCommand(
  { format, ...request }: StatusRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { clusterStatus } = await import("../app/cluster/status.js");
  return printed(
    await clusterStatus(request, terminal),
    { format, terminal },
    {
      text: (status: FoundStatus) => printStatus(status),
      json: ({ bundles, requirements }) => ({ bundles, requirements: requirements.map(requirementAsJson) }),
    },
  );
}

/** Runs `crd-bundle cluster plan`. Returns 0 if nothing stands in the way of the installation. */
export async function planCommand(
  { format, ...request }: PlanRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { planClusterInstall } = await import("../app/cluster/plan.js");
  return printed(
    await planClusterInstall(request, terminal),
    { format, terminal },
    {
      text: ({ plan }: PlannedInstall) => printPlan(plan),
      json: ({ plan }) => ({ plan }),
    },
  );
}

/** Runs `crd-bundle cluster install`. Returns 0 if the whole bundle is installed. */
export async function installCommand(
  { format, ...request }: InstallRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { installOnCluster } = await import("../app/cluster/install.js");
  return printed(
    await installOnCluster(request, terminal),
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

/** Runs `crd-bundle cluster migrate`. Returns 0 if all objects are migrated. */
export async function migrateCommand(
  { format, ...request }: MigrateRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { migrateCluster } = await import("../app/cluster/migrate.js");
  return printed(
    await migrateCluster(request, terminal),
    { format, terminal },
    {
      text: ({ crds }: MigratedBundle) => printMigrated(crds),
      json: ({ crds }) => ({ crds }),
    },
  );
}

interface Output<T> {
  readonly text: (value: T) => string;
  readonly json: (value: T) => object;
}

function printed<T extends { readonly diagnostics: readonly Diagnostic[] }>(
  result: Result<T>,
  { format, terminal }: Formatted & { readonly terminal: Terminal },
  { text, json }: Output<T>,
): ExitCode {
  const sources = result.ok ? [] : result.sources;
  const { diagnostics } = result.ok ? result.value : result;
  if (format === "json") {
    terminal.out(
      printVersionedJson({
        ...(result.ok && json(result.value)),
        diagnostics: diagnosticsAsJson(diagnostics, sources),
      }),
    );
    return exitCodeFor(diagnostics);
  }
  if (format === "text" && result.ok) terminal.out(text(result.value));
  return printDiagnostics({ diagnostics, sources }, terminal, format);
}

const EXAMPLES = `
Examples:
  $ crd-bundle cluster status                      show what is installed
  $ crd-bundle cluster plan --bundle v1.6.1        show what an installation would do
  $ crd-bundle cluster install --bundle v1.6.1     install the standard channel of a release
  $ crd-bundle cluster migrate --bundle v1.6.1     rewrite the stored objects`;

const STATUS_EXAMPLES = `
Examples:
  $ crd-bundle cluster status
  $ crd-bundle cluster status --context production --format json
  $ crd-bundle cluster status --bundle standard-install.yaml   compare with a release`;

const PLAN_EXAMPLES = `
Examples:
  $ crd-bundle cluster plan --bundle standard-install.yaml
  $ crd-bundle cluster plan --bundle v1.6.1 --channel experimental
  $ kubectl get crd -o json > crds.json
  $ crd-bundle cluster plan --bundle v1.6.1 --against crds.json   without a cluster`;

const INSTALL_EXAMPLES = `
Examples:
  $ crd-bundle cluster install --bundle standard-install.yaml
  $ crd-bundle cluster install --bundle v1.6.1 --context production
  $ crd-bundle cluster install --bundle v1.5.0 --accept cluster-downgrade   go back to an earlier release`;

const MIGRATE_EXAMPLES = `
Examples:
  $ crd-bundle cluster migrate --bundle v1.6.1 --dry-run
  $ crd-bundle cluster migrate --bundle v1.6.1 --requests-per-second 50`;
