/** The files that a build is responsible for, and what stands between them and those that are there. */
import { join, sep } from "node:path";
import { isBundleIndex } from "../core/bundle-index.js";
import { COMMON_FILES, DIST, isGenerated, isOfChannel } from "../core/bundle-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Bundle } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import { pathFrom } from "../core/path-from.js";
import { APIS } from "../core/project-layout.js";
import {
  type Content,
  type Drift,
  driftOf,
  LEFTOVER,
  OutputDirectory,
  type OutputPlace,
} from "../host/output-directory.js";
import { isWithin, type Obstacle, PathBlocked, realPathOf } from "../host/paths.js";
import type { BuildOutput } from "./build.js";

/** What a build writes, as paths from the output directory. The API reports stand beside the bundle. */
export interface Output extends OutputPlace {
  readonly files: readonly OutputFile[];
  /** Which of the files that are there are the build's business. */
  readonly belongs: (path: string) => boolean;
}

/** Where a build goes and how much of it; all of it into `dist` where nothing is said. */
interface OutputChoice {
  /** The whole path of a directory. */
  readonly out?: string | undefined;
  readonly channel?: Channel | undefined;
}

/**
 * The bundle, and the API reports where the project has them. With `out` the reports stay as they are: they are for
 * whoever reviews the project, not for whoever takes a bundle.
 */
export function outputOf(built: BuildOutput, bundle: Bundle, project: string, options: OutputChoice = {}): Output {
  const root = options.out ?? join(project, DIST);
  const anchor = options.out ?? project; // what a person names may be a link, what a checkout holds may not
  const hasReports = bundle.reports !== undefined && options.out === undefined;
  const beside = hasReports ? [pathFrom(root, join(project, bundle.reports ?? ""))] : [];
  const reports = beside.flatMap((directory) =>
    built.reports.map(({ path, text }) => ({ path: `${directory}/${path}`, text })),
  );
  const channels = options.channel === undefined ? CHANNELS : [options.channel];
  const belongs = (path: string) =>
    channels.some((channel) => isOfChannel(path, channel) || isReport(path, channel, beside)) ||
    (options.channel === undefined && COMMON_FILES.includes(path)) ||
    LEFTOVER.test(path);
  return { root, anchor, beside, files: [...built.files, ...reports].filter(({ path }) => belongs(path)), belongs };
}

function isReport(path: string, channel: Channel, beside: readonly string[]): boolean {
  return beside.some((directory) => path === `${directory}/${channel}.md`);
}

/** What stands between a build and what lies there. */
export async function driftFrom(output: Output): Promise<Drift> {
  // It is only read: nobody writes under this name.
  const current = await new OutputDirectory(output, { pid: 0, isRunning: () => false }).read(output.belongs);
  return driftOf(current, output.files);
}

/** What lies in the output directory, and all that keeps a build from being there. */
export interface OutputState {
  readonly current: ReadonlyMap<string, Content>;
  readonly drift: Drift;
  /** Things in the way that a build neither reads nor replaces. */
  readonly blocked: readonly Diagnostic[];
}

/** Looks at the output directory. What is in the way is told once: it is no part of the drift. */
export async function readOutputState(
  output: Output,
  directory: OutputDirectory,
  named: (path: string) => string,
): Promise<OutputState> {
  const current = await directory.read(output.belongs);
  const drift = driftOf(current, output.files);
  const found = [...current.values()].filter((content) => typeof content !== "string");
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

/** A directory where a file belongs is nothing strange, and for the disk to reject; unless an older version left it. */
function isTold({ is, path }: Obstacle): boolean {
  return is === "link" || is === "outside" || isLeftover(path);
}

function isLeftover(path: string): boolean {
  return LEFTOVER.test(path.slice(path.lastIndexOf(sep) + 1));
}

/** What is in the way, in words. `named` is given the whole path. */
function obstacleDiagnostic({ path, is }: Obstacle, named: (path: string) => string): Diagnostic {
  if (is === "outside") return diagnose("output-outside", { path: named(path) });
  if (isLeftover(path)) return diagnose("output-leftover", { path: named(path) });
  return diagnose("output-link", { path: named(path) });
}

/** What the disk does not take is for the user to fix: a file in the way, no permission, no space. */
export function unwritable(error: unknown, root: string, named: (path: string) => string): Diagnostic {
  if (error instanceof PathBlocked && isTold(error.obstacle)) return obstacleDiagnostic(error.obstacle, named);
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return diagnose("output-unwritable", { path: path ?? root, problem: message });
}

/** What speaks against a directory that a person names for the output; `shown` is how they wrote it. */
export async function outProblem(project: string, out: string, shown: string): Promise<Diagnostic | undefined> {
  const [directory, home, apis] = await Promise.all([out, project, join(project, APIS)].map(realPathOf));
  if (directory === undefined || home === undefined || apis === undefined) return undefined;
  const problems: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [directory === home, "is the project itself"],
    [isWithin(directory, home) || isWithin(directory, apis), "contains the project"],
    [directory === apis || isWithin(apis, directory), `is part of ${APIS}/`],
    [directory.split(sep).some((part) => part.toLowerCase() === ".git"), "is part of a git directory"],
  ];
  const problem = problems.find(([isWrong]) => isWrong)?.[1];
  return problem === undefined ? undefined : diagnose("output-place", { path: shown, problem });
}

/**
 * Whether this tool wrote a file: all of them say so in their first words. Only such a file is ever replaced or removed.
 * A merge may have put its marks in front, and then nothing is to be decided: the file is written anew.
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
