/** Options and output that the commands for clusters share. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { CHANNELS } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Result } from "../../core/result.js";
import { diagnosticsAsJson, exitCodeFor } from "../../report/report.js";
import { printVersionedJson } from "../../report/versioned-json.js";
import { nonEmpty, pathsOption, projectOption } from "../command-line.js";
import { printDiagnostics } from "../failure.js";
import { keepMemorySmall } from "../optimization.js";
import type { ExitCode, Terminal } from "../terminal.js";

export const FORMATS = ["text", "json", "github"] as const;

export interface Formatted {
  readonly format: (typeof FORMATS)[number];
}

/** Adds the options of a command that changes CRDs, or plans it. */
export function withInstallation(command: Command): Command {
  return withBundle(command)
    .option("--conversions <path>", "conversions.json of a bundle, or its directory (default: those of the project)")
    .addOption(consumersOption())
    .addOption(
      new Option("--accept <code>", "accept a finding (can be repeated)").argParser(
        (code: string, before: readonly string[] = []) => [...before, code],
      ),
    );
}

/** Adds the options that name a bundle and a cluster. */
export function withBundle(command: Command): Command {
  return command
    .hook("preAction", keepMemorySmall)
    .addOption(projectOption())
    .option("--bundle <bundle>", "Git tag, bundle directory, install manifest, or - (default: dist/ of the project)")
    .addOption(new Option("--channel <channel>", "channel of the bundle (default: standard)").choices(CHANNELS))
    .addOption(
      new Option("--kubeconfig <path>", "kubeconfig of the cluster (default: that of kubectl)").argParser(nonEmpty),
    )
    .option("--context <name>", "context of the kubeconfig (default: the current one)");
}

export function consumersOption(): Option {
  return pathsOption("--consumers", "file with the requirements of a controller").default(undefined, "apis/consumers/");
}

export function limitOption(): Option {
  return new Option(
    "--requests-per-second <number>",
    "largest number of requests per second (default: unlimited)",
  ).argParser(positive);
}

/** Returns a whole number above 0, or throws. */
export function positive(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError("Specify a whole number above 0.");
  return Number(value);
}

interface Output<T> {
  readonly text: (value: T) => string;
  readonly json: (value: T) => object;
}

/** Prints the value of a result, and the diagnostics of both. */
export function printResult<T extends { readonly diagnostics: readonly Diagnostic[] }>(
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

/** Returns a whole number, or throws. */
export function index(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Specify a whole number.");
  return Number(value);
}
