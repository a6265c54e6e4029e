/** Reads a project, builds its bundle in memory, and writes it or compares it with what is there. */
import { join, resolve } from "node:path";
import { diagnose } from "../diagnostics/diagnose.js";
import { type Drift, driftOf, OutputFolder } from "../host/output-folder.js";
import type { Bundle } from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { OutputFile } from "../model/output.js";
import type { BuildOutput } from "../pipeline.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import { buildSummary } from "./build-summary.js";
import type { ExitCode, Terminal } from "./command.js";
import { pathFrom, readProject, readTemplates } from "./project.js";

export interface BuildOptions {
  /** The folder that has `apis/`, relative to the working directory. */
  readonly project: string;
  /** Where the bundle goes; `dist` in the project without it. */
  readonly out?: string;
  /** Only what belongs to this channel is written or compared. */
  readonly channel?: Channel;
  readonly bundleVersion?: string;
  readonly check?: boolean;
  readonly format: Format;
}

/** What describes all channels, and so belongs to none. */
const INDEX_FILES = ["bundle.json", "types/package.json"];

/** Runs `crd-bundle build`. `templates` is the folder of the tool's own templates. */
export async function buildCommand(options: BuildOptions, templates: string, terminal: Terminal): Promise<ExitCode> {
  const project = resolve(terminal.cwd, options.project);
  const { bundle, diagnostics, sources } = await readProject(project, options.bundleVersion);
  if (!bundle) return finish(diagnostics, sources, options, terminal);
  const { build } = await import("../pipeline.js");
  const { progress } = terminal;
  const built = build({ sources, bundle, templates: await readTemplates(templates), progress });
  if (built.diagnostics.length > 0) return finish(built.diagnostics, sources, options, terminal);
  const output = outputOf(built, bundle, project, options, terminal.cwd);
  const findings = await reportingFailures(output.root, () => sync(output, options.check === true, terminal));
  const chosen = built.crds.filter(({ channel }) => options.channel === undefined || channel === options.channel);
  if (findings.length === 0 && !options.check && options.format === "text") terminal.out(buildSummary(chosen));
  return finish(findings, sources, options, terminal);
}

/** Prints what was found. A run without findings prints nothing, or an empty list where a script reads it. */
function finish(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceText[],
  options: BuildOptions,
  terminal: Terminal,
): ExitCode {
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, options.project));
  if (options.format === "text") terminal.err(report(diagnostics, "text", sources, terminal.errStyle, base));
  else terminal.out(report(diagnostics, options.format, sources, terminal.outStyle, base));
  return exitCodeFor(diagnostics);
}

/** What a build writes, as paths from the output folder. */
interface Output {
  readonly root: string;
  /** Other folders that belong to the same set: the API reports stand beside the bundle. */
  readonly beside: readonly string[];
  readonly files: readonly OutputFile[];
  /** Which of the files that are there are the build's business. */
  readonly belongs: (path: string) => boolean;
}

/**
 * The bundle, and the API reports where the project has them. With `--out` the reports stay as they are: they are for
 * whoever reviews the project, not for whoever takes a bundle.
 */
function outputOf(built: BuildOutput, bundle: Bundle, project: string, options: BuildOptions, cwd: string): Output {
  const root = options.out === undefined ? join(project, "dist") : resolve(cwd, options.out);
  const hasReports = bundle.reports !== undefined && options.out === undefined;
  const beside = hasReports ? [pathFrom(root, join(project, bundle.reports ?? ""))] : [];
  const reports = beside.flatMap((folder) =>
    built.reports.map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  );
  const channels = options.channel === undefined ? CHANNELS : [options.channel];
  const belongs = (path: string) =>
    channels.some((channel) => isOfChannel(path, channel, beside)) ||
    (options.channel === undefined && INDEX_FILES.includes(path));
  return { root, beside, files: [...built.files, ...reports].filter(({ path }) => belongs(path)), belongs };
}

/** Whether a file is of a channel: in its folder, also below those of the schemas and types, or named after it. */
function isOfChannel(path: string, channel: Channel, beside: readonly string[]): boolean {
  const isReport = beside.some((folder) => path === `${folder}/${channel}.md`);
  return (
    /^(?:schemas\/|types\/)?(?<folder>[^/]+)\//.exec(path)?.groups?.folder === channel ||
    path === `${channel}-install.yaml` ||
    isReport
  );
}

/** What the disk refuses is for the user to mend: a file in the way, no permission, no space. */
async function reportingFailures(root: string, write: () => Promise<Diagnostic[]>): Promise<Diagnostic[]> {
  try {
    return await write();
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    return [diagnose("output-unwritable", { path: path ?? root, problem: message })];
  }
}

/** Compares what is there with what shall be, and writes where that is asked for and nothing foreign is in the way. */
async function sync(output: Output, check: boolean, { cwd, self }: Terminal): Promise<Diagnostic[]> {
  const { root, files } = output;
  const folder = new OutputFolder(root, self);
  const named = (path: string) => pathFrom(cwd, join(root, path));
  const read = () => folder.read(output.belongs, output.beside);
  if (check) return driftDiagnostics(driftOf(await read(), files), named);
  return folder.exclusively(async () => {
    const current = await read();
    const drift = driftOf(current, files);
    const foreign = [...drift.surplus, ...drift.differing].filter((path) => !isOurs(path, current.get(path) ?? ""));
    if (foreign.length === 0) await folder.apply(files, drift);
    return foreign.map((path) => diagnose("output-foreign", { path: named(path) }));
  });
}

/** Whether this tool wrote a file: all of them say so in their first words. Only such a file is ever replaced or removed. */
function isOurs(path: string, text: string): boolean {
  return (
    /^\W*((comment|\$comment)\W+)?Generated by crd-bundle/.test(text) ||
    (path === "bundle.json" && text.includes('"channels"'))
  );
}

function driftDiagnostics({ missing, differing, surplus }: Drift, named: (path: string) => string): Diagnostic[] {
  return [
    ...differing.map((path) => diagnose("output-differs", { path: named(path) })),
    ...missing.map((path) => diagnose("output-missing", { path: named(path) })),
    ...surplus.map((path) => diagnose("output-stale", { path: named(path) })),
  ];
}
