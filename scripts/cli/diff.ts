/** Says what changed between two states of a bundle. */

import { resolve } from "node:path";
import { pathFrom } from "../app/project.js";
import { releasesBefore } from "../app/releases-before.js";
import {
  isTrouble,
  NO_RELEASE,
  namedState,
  openStates,
  openWorkspace,
  type StateContext,
  type Trouble,
  treeState,
} from "../app/states.js";
import type { DiffOptions } from "../changes/diff/diff-options.js";
import { comparedChannels, diffReleases } from "../changes/diff/releases.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { ChangeFormat } from "../core/model/change.js";
import { CHANNELS } from "../core/model/channel.js";
import { inSourceOrder } from "../core/model/diagnostic.js";
import type { Release } from "../core/model/release.js";
import { dayOf } from "../host/git.js";
import { printChanges } from "../report/changes.js";
import { exitCodeFor, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface DiffCommandOptions {
  readonly project: string;
  readonly wording?: boolean;
  readonly format: ChangeFormat;
}

/** Runs `crd-bundle diff`. Differences are what was asked for, not findings: it ends with 0. */
export async function diffCommand(
  from: string | undefined,
  to: string | undefined,
  options: DiffCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const states = await statesOf(from, to, options.project, templates, terminal);
  if (states === undefined) {
    terminal.err(NO_RELEASE);
    return 0;
  }
  if ("diagnostics" in states) return complain(states, options.project, terminal);
  const { before, after, diffOptions, lineage } = states;
  const apart = sayUncompared(before, after, terminal);
  if (apart) return complain(apart, options.project, terminal);
  const changes = diffReleases(before, after, diffOptions, lineage);
  const shown = { from: before.name, to: after.name, changes, wording: options.wording === true };
  terminal.out(printChanges(shown, options.format, terminal.outStyle));
  return 0;
}

interface States {
  readonly before: Release;
  readonly after: Release;
  readonly diffOptions: DiffOptions;
  /** The releases up to `before`, oldest first, where it is the last one. Of states that were named, only itself. */
  readonly lineage: readonly Release[];
}

/** The two states; undefined where there is no release to begin with. */
async function statesOf(
  from: string | undefined,
  to: string | undefined,
  project: string,
  templates: string,
  terminal: Terminal,
): Promise<States | Trouble | undefined> {
  if (from !== undefined && to !== undefined) {
    const context = await openStates(project, terminal);
    return isTrouble(context)
      ? context
      : joined(alone(await namedState(from, context)), await namedState(to, context), context);
  }
  const workspace = await openWorkspace(project, templates, terminal);
  if (isTrouble(workspace)) return workspace;
  const after = await treeState(workspace, dayOf(terminal.now));
  if ("diagnostics" in after) return after;
  const lineage =
    from === undefined ? await releasesBefore(workspace, terminal) : alone(await namedState(from, workspace));
  return joined(lineage, after, workspace);
}

function alone(state: Release | Trouble): readonly Release[] | Trouble {
  return "diagnostics" in state ? state : [state];
}

function joined(
  lineage: readonly Release[] | Trouble,
  after: Release | Trouble,
  { sources, diffOptions }: StateContext,
): States | Trouble | undefined {
  const diagnostics = [lineage, after].flatMap((part) => ("diagnostics" in part ? part.diagnostics : []));
  if ("diagnostics" in lineage || "diagnostics" in after) return { diagnostics: inSourceOrder(diagnostics), sources };
  const before = lineage.at(-1);
  return before && { before, after, diffOptions, lineage };
}

/** Says which channels two states cannot be compared in; trouble if these are all that they have. */
export function sayUncompared(before: Release, after: Release, terminal: Terminal): Trouble | undefined {
  const compared = comparedChannels(before, after);
  if (compared.length === 0) {
    return { diagnostics: [diagnose("channels-disjoint", { from: before.name, to: after.name })], sources: [] };
  }
  for (const channel of CHANNELS.filter((name) => !compared.includes(name))) {
    const owner = [before, after].find(({ channels }) => channels.has(channel));
    if (owner) terminal.err(`Only ${owner.name} has the ${channel} channel, so it is not compared.\n`);
  }
  return undefined;
}

/** Prints what is wrong with the project or with the names that were given. */
export function complain({ diagnostics, sources }: Trouble, project: string, terminal: Terminal): ExitCode {
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, project));
  terminal.err(report(diagnostics, "text", sources, terminal.errStyle, base));
  return exitCodeFor(diagnostics);
}
