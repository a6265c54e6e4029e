import { type Command, InvalidArgumentError, Option } from "commander";
import type { EmitRequest, EmittedJob } from "../app/cluster/emit-job.js";
import type { InstalledBundle } from "../app/cluster/install.js";
import type { MigratedBundle, MigrateRequest } from "../app/cluster/migrate.js";
import type { ShardRequest } from "../app/cluster/migrate-shard.js";
import type { InstallRequest, PlannedInstall, PlanRequest } from "../app/cluster/plan.js";
import type { FoundStatus, StatusRequest } from "../app/cluster/status.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS } from "../core/model/channel.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import { failure, type Result } from "../core/result.js";
import { printInstalled, printManifests, printMigrated, printPlan, printStatus } from "../report/cluster.js";
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
    .addOption(
      new Option("--emit <what>", "print an Indexed Job that migrates the objects, and change nothing").choices([
        "job",
      ]),
    )
    .addOption(new Option("--image <image>", "image of the job, which contains Node and crd-bundle"))
    .addOption(new Option("--namespace <name>", "namespace of the job (default: crd-bundle-system)"))
    .addOption(
      new Option("--shards <number>", "number of pods of the job that rewrite objects (default: 8)").argParser(
        positive,
      ),
    )
    .addOption(new Option("--job <dir>", "files of the job, in its pods").hideHelp())
    .addOption(new Option("--shard <index>", "index of a pod of the job").argParser(index).hideHelp())
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", MIGRATE_EXAMPLES)
    .action((options: MigrateOptions) => run((terminal) => migrateCommand(options, terminal)));
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

function index(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Specify a whole number.");
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

export interface MigrateOptions extends MigrateRequest, Formatted, Partial<EmitOptions & ShardOptions> {}

interface EmitOptions extends Pick<EmitRequest, "image" | "namespace" | "shards"> {
  readonly emit: "job";
}

type ShardOptions = Pick<ShardRequest, "job" | "shard">;

/**
 * Runs `crd-bundle cluster migrate`, which migrates objects, prints a job that does so, or is run by a pod of the job.
 * Returns 0 if all objects are migrated or the job is printed.
 */
export async function migrateCommand(options: MigrateOptions, terminal: Terminal): Promise<ExitCode> {
  const problem = combinationProblem(options);
  if (problem !== undefined) {
    return printDiagnostics(failure(diagnose("usage-invalid", { problem })), terminal, options.format);
  }
  const { format, emit, image, namespace, shards, job, shard, ...request } = options;
  if (image !== undefined) {
    const emitted = { ...request, image, ...(namespace && { namespace }), ...(shards && { shards }) };
    return emitCommand({ ...emitted, format }, terminal);
  }
  const output = {
    text: ({ crds }: MigratedBundle) => printMigrated(crds),
    json: ({ crds }: MigratedBundle) => ({ crds }),
  };
  if (job !== undefined && shard !== undefined) {
    const { migrateShard } = await import("../app/cluster/migrate-shard.js");
    return printed(await migrateShard({ ...request, job, shard }, terminal), { format, terminal }, output);
  }
  const { migrateCluster } = await import("../app/cluster/migrate.js");
  return printed(await migrateCluster(request, terminal), { format, terminal }, output);
}

async function emitCommand({ format, ...request }: EmitRequest & Formatted, terminal: Terminal): Promise<ExitCode> {
  const { emitMigrationJob } = await import("../app/cluster/emit-job.js");
  const data = { ...terminal, out: terminal.data };
  return printed(
    await emitMigrationJob(request, terminal),
    { format, terminal: data },
    {
      text: ({ objects }: EmittedJob) => printManifests(objects),
      json: ({ objects }) => ({ objects }),
    },
  );
}

const OF_EMIT = ["image", "namespace", "shards"] as const;
const OF_POD = ["job", "shard"] as const;

/** Returns how the options of the three forms of the command contradict each other. */
function combinationProblem(options: MigrateOptions): string | undefined {
  const given = (names: readonly (keyof MigrateOptions)[]) => names.find((name) => options[name] !== undefined);
  const isPod = given(OF_POD) !== undefined;
  if (options.emit === undefined) {
    const lone = given(OF_EMIT);
    if (lone !== undefined) return `${flagOf(lone)} requires --emit job`;
    const missing = OF_POD.find((name) => options[name] === undefined);
    if (isPod && missing !== undefined) return `${OF_POD.map(flagOf).join(" and ")} require each other`;
    const other = isPod ? given(["bundle", "channel", "conversions", "dryRun"]) : undefined;
    return other && `${flagOf(other)} cannot be used with --job`;
  }
  const other = given(["dryRun", ...OF_POD]);
  if (other !== undefined) return `${flagOf(other)} cannot be used with --emit`;
  if (options.format === "github") return "--format github cannot be used with --emit, which prints manifests";
  return options.image === undefined ? "--emit job requires --image, an image that contains crd-bundle" : undefined;
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
  $ crd-bundle cluster migrate --bundle v1.6.1 --requests-per-second 50
  $ crd-bundle cluster migrate --bundle v1.6.1 --emit job --image registry.example.com/crd-bundle:0.1.0 |
      kubectl apply -f -   migrate inside of the cluster`;
