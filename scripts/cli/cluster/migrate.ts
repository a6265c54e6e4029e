import { Option } from "commander";
import type { EmitRequest, EmittedJob } from "../../app/cluster/emit-job.js";
import type { MigratedBundle, MigrateRequest } from "../../app/cluster/migrate.js";
import type { ShardRequest } from "../../app/cluster/migrate-shard.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CONCURRENCY } from "../../core/model/migration.js";
import { failure } from "../../core/result.js";
import { printManifests, printMigrated } from "../../report/cluster.js";
import { type Define, formatOption } from "../command-line.js";
import { printDiagnostics } from "../failure.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { FORMATS, type Formatted, index, limitOption, positive, printResult, withBundle } from "./options.js";

export const define: Define = (command, run) => {
  withBundle(command)
    .option("--conversions <path>", "conversions.json of a bundle, or its directory (default: those of the project)")
    .addOption(limitOption())
    .addOption(
      new Option("--concurrency <number>", "number of updates at the same time")
        .default(CONCURRENCY)
        .argParser(positive),
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
    .addHelpText("after", EXAMPLES)
    .action((options: MigrateOptions) => run((terminal) => migrateCommand(options, terminal)));
};

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
    const { migrateShard } = await import("../../app/cluster/migrate-shard.js");
    return printResult(await migrateShard({ ...request, job, shard }, terminal), { format, terminal }, output);
  }
  const { migrateCluster } = await import("../../app/cluster/migrate.js");
  return printResult(await migrateCluster(request, terminal), { format, terminal }, output);
}

async function emitCommand({ format, ...request }: EmitRequest & Formatted, terminal: Terminal): Promise<ExitCode> {
  const { emitMigrationJob } = await import("../../app/cluster/emit-job.js");
  const data = { ...terminal, out: terminal.data };
  return printResult(
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

const EXAMPLES = `
Examples:
  $ crd-bundle cluster migrate --bundle v1.6.1 --dry-run
  $ crd-bundle cluster migrate --bundle v1.6.1 --requests-per-second 50
  $ crd-bundle cluster migrate --bundle v1.6.1 --emit job --image registry.example.com/crd-bundle:0.1.0 |
      kubectl apply -f -   migrate inside of the cluster`;
