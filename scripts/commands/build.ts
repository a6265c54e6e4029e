/** Reads a project, builds its bundle in memory, and writes it or compares it with what is there. */
import { join, relative, resolve, sep } from "node:path";
import { floorProblem, readSettings, readVersion } from "../config/settings.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Templates } from "../emit/files.js";
import { readSource, readSources, readText } from "../host/files.js";
import { type Drift, driftOf, OutputFolder } from "../host/output-folder.js";
import type { Bundle } from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { OutputFile } from "../model/output.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import { buildSummary } from "./build-summary.js";
import type { ExitCode, Terminal } from "./command.js";

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

const BUNDLE_FILE = "apis/bundle.yaml";
const INDEX_FILE = "bundle.json";

/** Runs `crd-bundle build`. `templates` is the folder of the tool's own templates. */
export async function buildCommand(options: BuildOptions, templates: string, terminal: Terminal): Promise<ExitCode> {
  const project = resolve(terminal.cwd, options.project);
  const { bundle, diagnostics, sources } = await readProject(project, options.bundleVersion);
  if (!bundle) return finish(diagnostics, sources, options, terminal);
  const { build } = await import("../pipeline.js");
  const { progress } = terminal;
  const built = build({ sources, bundle, templates: await readTemplates(templates), progress });
  if (built.diagnostics.length > 0) return finish(built.diagnostics, sources, options, terminal);
  const out = resolve(terminal.cwd, options.out ?? join(project, "dist"));
  const chosen = built.crds.filter(({ channel }) => options.channel === undefined || channel === options.channel);
  const folder = new OutputFolder(out, terminal.self);
  const findings = await syncOutput(folder, filesFor(built.files, options.channel), options);
  if (findings.length === 0 && !options.check && options.format === "text") terminal.out(buildSummary(chosen));
  return finish(
    findings.map((finding) => nameFile(finding, out, terminal.cwd)),
    sources,
    options,
    terminal,
  );
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

interface Project {
  /** Absent where the configuration is wrong. */
  readonly bundle?: Bundle;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

async function readProject(project: string, bundleVersion: string | undefined): Promise<Project> {
  const [file, packageJson, apis] = await Promise.all([
    readSource(project, BUNDLE_FILE),
    readSource(project, "package.json"),
    readSources(project, "apis"),
  ]);
  const purpose = "it says what belongs to the bundle and to no type";
  if (!file) return { diagnostics: [diagnose("file-missing", { path: BUNDLE_FILE, purpose })], sources: [] };
  const version = readVersion(bundleVersion, packageJson);
  const { settings, diagnostics } = readSettings(file);
  const wrongVersion = typeof version === "string" ? [] : [version];
  if (!settings || typeof version !== "string") {
    return { diagnostics: [...diagnostics, ...wrongVersion], sources: [file, ...apis] };
  }
  const floor = floorProblem(settings, version);
  if (floor) return { diagnostics: [floor], sources: [file, ...apis] };
  return { bundle: { ...settings, version }, diagnostics: [], sources: apis };
}

/** Reads the tool's own templates. */
export async function readTemplates(folder: string): Promise<Templates> {
  const read = async (name: string) => (await readText(join(folder, `${name}.yaml`))) ?? "";
  const [crd, install, kustomization, admissionPolicy] = await Promise.all(
    ["crd", "install", "kustomization", "admission-policy"].map(read),
  );
  return { crd, install, kustomization, admissionPolicy } as Templates;
}

/** All files, or those of one channel. The index describes both channels, so it goes with both alone. */
function filesFor(files: readonly OutputFile[], channel: Channel | undefined): readonly OutputFile[] {
  return channel === undefined ? files : files.filter(({ path }) => isOfChannel(path, channel));
}

function isOfChannel(path: string, channel: Channel): boolean {
  return path.startsWith(`${channel}/`) || path === `${channel}-install.yaml`;
}

async function syncOutput(
  folder: OutputFolder,
  files: readonly OutputFile[],
  { channel, check }: BuildOptions,
): Promise<Diagnostic[]> {
  const channels = channel === undefined ? CHANNELS : [channel];
  const belongs = (path: string) =>
    channels.some((candidate) => isOfChannel(path, candidate)) || (channel === undefined && path === INDEX_FILE);
  if (check) return driftDiagnostics(driftOf(await folder.read(belongs), files));
  return folder.exclusively(async () => {
    const current = await folder.read(belongs);
    const drift = driftOf(current, files);
    const foreign = [...drift.surplus, ...drift.differing].filter((path) => !isOurs(path, current.get(path) ?? ""));
    if (foreign.length === 0) await folder.apply(files, drift);
    return foreign.map((path) => diagnose("output-foreign", { path }));
  });
}

/** Whether this tool wrote a file. Only such a file is ever replaced or removed. */
function isOurs(path: string, text: string): boolean {
  return text.startsWith("# Generated by crd-bundle") || (path === INDEX_FILE && text.includes('"channels"'));
}

function driftDiagnostics({ missing, differing, surplus }: Drift): Diagnostic[] {
  return [
    ...differing.map((path) => diagnose("output-differs", { path })),
    ...missing.map((path) => diagnose("output-missing", { path })),
    ...surplus.map((path) => diagnose("output-stale", { path })),
  ];
}

/** A path as one would type it where the command runs, with forward slashes. */
function pathFrom(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/");
}

/** Paths in the output folder, as one would type them where the command runs. */
function nameFile(diagnostic: Diagnostic, out: string, cwd: string): Diagnostic {
  const path = pathFrom(cwd, join(out, String(diagnostic.args.path)));
  return { ...diagnostic, args: { ...diagnostic.args, path } };
}
