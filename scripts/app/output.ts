/** The files of a build, and how they differ from the files on disk. */
import { join, sep } from "node:path";
import { isBundleIndex } from "../core/bundle-index.js";
import { COMMON_FILES, DIST, isGenerated, isOfChannel } from "../core/bundle-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { lateFile } from "../core/file-printer.js";
import type { Bundle } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import { pathFrom } from "../core/path-from.js";
import { APIS } from "../core/project-layout.js";
import { diskError } from "../host/files.js";
import {
  type Compared,
  type Drift,
  driftOf,
  type EarlyPaths,
  hasPendingFiles,
  LEFTOVER,
  OutputDirectory,
  type OutputPlace,
  WriterReplaced,
} from "../host/output-directory.js";
import { isWithin, type Obstacle, PathBlocked, realPathOf } from "../host/paths.js";

/**
 * The files that a build writes, with paths relative to the output directory. The API reports are outside of that
 * directory.
 */
export interface Output extends OutputPlace {
  readonly files: readonly OutputFile[];
  /** Reports whether a file on disk belongs to the build. */
  readonly belongs: (path: string) => boolean;
}

/** The directory and the channel to write; `dist` and all files if unset. */
export interface OutputChoice {
  /** The absolute path of a directory. */
  readonly out?: string | undefined;
  readonly channel?: Channel | undefined;
}

/**
 * Returns the files of the bundle, and the API reports if the project has them. With `out`, the reports are unchanged,
 * because they are for reviewers of the project and not for users of the bundle.
 */
export function outputOf(
  built: { readonly files: readonly OutputFile[]; readonly reports: readonly OutputFile[] },
  bundle: Pick<Bundle, "reports">,
  project: string,
  options: OutputChoice = {},
): Output {
  const { root, anchor, beside } = outputPlace(bundle, project, options);
  const reports = beside.flatMap((directory) =>
    built.reports.map((report) => lateFile(`${directory}/${report.path}`, () => report.text)),
  );
  const channels = options.channel === undefined ? CHANNELS : [options.channel];
  const belongs = (path: string) =>
    channels.some((channel) => isOfChannel(path, channel) || isReport(path, channel, beside)) ||
    (options.channel === undefined && COMMON_FILES.includes(path)) ||
    LEFTOVER.test(path);
  return { root, anchor, beside, files: [...built.files, ...reports].filter(({ path }) => belongs(path)), belongs };
}

/** Returns the directories that a build writes. */
export function outputPlace(bundle: Pick<Bundle, "reports">, project: string, { out }: OutputChoice): OutputPlace {
  const root = out ?? join(project, DIST);
  const anchor = out ?? project; // users may name a link, but a checkout must not contain one
  const hasReports = bundle.reports !== undefined && out === undefined;
  return { root, anchor, beside: hasReports ? [pathFrom(root, join(project, bundle.reports ?? ""))] : [] };
}

function isReport(path: string, channel: Channel, beside: readonly string[]): boolean {
  return beside.some((directory) => path === `${directory}/${channel}.md`);
}

/** Returns the differences between a build and the files on disk. */
export async function driftFrom(output: Output): Promise<Drift> {
  // This only reads, so no process writes under this number.
  const directory = new OutputDirectory(output, { pid: 0, isRunning: () => false });
  const current = await directory.compare(output, isOurs);
  return driftOf(current, output.files);
}

/** The files in the output directory, their differences from the build, and everything that blocks the build. */
export interface OutputState {
  readonly current: ReadonlyMap<string, Compared>;
  readonly drift: Drift;
  /** Obstacles that a build neither reads nor replaces. */
  readonly blocked: readonly Diagnostic[];
}

/**
 * Compares the output directory with a build. Reports an obstacle only once: files at or below it are not part of the
 * drift. With `stage`, also stages the files that must be written.
 */
export async function readOutputState(
  output: Output,
  directory: OutputDirectory,
  named: (path: string) => string,
  stage?: EarlyPaths,
): Promise<OutputState> {
  const current = await directory.compare(output, isOurs, stage);
  const drift = driftOf(current, output.files);
  const found = [...current.values()].filter((each) => "path" in each);
  const all = [...(await directory.obstacles(output.files.map(({ path }) => path))), ...found];
  const inTheWay = new Map(all.flatMap((obstacle) => (isTold(obstacle) ? [[obstacle.path, obstacle] as const] : [])));
  const isClear = (path: string) => {
    const whole = join(output.root, path);
    return ![...inTheWay.keys()].some((at) => at === whole || isWithin(at, whole));
  };
  const [missing, differing, surplus] = [drift.missing, drift.differing, drift.surplus].map((paths) =>
    inTheWay.size === 0 ? paths : paths.filter(isClear),
  );
  return {
    current,
    drift: { missing: missing ?? [], differing: differing ?? [], surplus: surplus ?? [] },
    blocked: [...inTheWay.values()].map((obstacle) => obstacleDiagnostic(obstacle, named)),
  };
}

/**
 * Reports whether an obstacle has its own diagnostic. A directory in the place of a file has none, because the disk
 * reports it when the file is written, unless an older version of the tool left the directory.
 */
function isTold({ is, path }: Obstacle): boolean {
  return is === "link" || is === "outside" || isLeftover(path);
}

function isLeftover(path: string): boolean {
  return LEFTOVER.test(path.slice(path.lastIndexOf(sep) + 1));
}

/** Returns the diagnostic for an obstacle. `named` receives the absolute path. */
function obstacleDiagnostic({ path, is }: Obstacle, named: (path: string) => string): Diagnostic {
  if (is === "outside") return diagnose("output-outside", { path: named(path) });
  if (isLeftover(path)) return diagnose("output-leftover", { path: named(path) });
  return diagnose("output-link", { path: named(path) });
}

/**
 * Returns the diagnostic for a disk error that users can fix: a file in the way, missing permissions, a full disk.
 * Rethrows any other error, which is a bug.
 */
export function unwritable(error: unknown, root: string, named: (path: string) => string): Diagnostic {
  if (error instanceof PathBlocked && isTold(error.obstacle)) return obstacleDiagnostic(error.obstacle, named);
  if (error instanceof WriterReplaced) return diagnose("output-unwritable", { path: root, problem: error.message });
  const { message, path, dest = path } = diskError(error) as NodeJS.ErrnoException & { readonly dest?: string };
  return diagnose("output-unwritable", { path: dest ?? root, problem: message });
}

/** Reports a build that is moving its files to their places, or was interrupted while it did. */
export async function interruptedProblems(place: OutputPlace, named: (path: string) => string): Promise<Diagnostic[]> {
  return (await hasPendingFiles(place)) ? [diagnose("output-interrupted", { path: named(place.root) })] : [];
}

/** Returns a diagnostic if a directory cannot be used for the output. `shown` is the path as the user wrote it. */
export async function outProblem(project: string, out: string, shown: string): Promise<Diagnostic | undefined> {
  const [directory, home, apis] = await Promise.all([out, project, join(project, APIS)].map(realPathOf));
  if (directory === undefined || home === undefined || apis === undefined) return undefined;
  const problems: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [directory === home, "is the project itself"],
    [isWithin(directory, home) || isWithin(directory, apis), "contains the project"],
    [directory === apis || isWithin(apis, directory), `is inside ${APIS}/`],
    [directory.split(sep).some((part) => part.toLowerCase() === ".git"), "is inside a .git directory"],
  ];
  const problem = problems.find(([isWrong]) => isWrong)?.[1];
  return problem === undefined ? undefined : diagnose("output-place", { path: shown, problem });
}

/**
 * Reports whether this tool wrote a file, which every generated file states at its beginning. Only such files are
 * replaced or removed. A conflict marker of a merge may precede that statement. The file is then written again, so
 * users need not resolve the conflict.
 */
export function isOurs(path: string, text: string): boolean {
  const own = text.replace(/^([{\s]*)<<<<<<< .*\n/, "$1");
  return isGenerated(own) || isBundleIndex(path, text);
}

export function driftDiagnostics(
  { missing, differing, surplus }: Drift,
  named: (path: string) => string,
): Diagnostic[] {
  return [
    ...differing.map((path) => diagnose("output-differs", { path: named(path) })),
    ...missing.map((path) => diagnose("output-missing", { path: named(path) })),
    ...surplus.map((path) => diagnose("output-stale", { path: named(path) })),
  ];
}
