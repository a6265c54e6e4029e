/** Says what changed between two states of a bundle. */

import { resolve } from "node:path";
import { diffReleases } from "../diff/releases.js";
import { dayOf } from "../host/git.js";
import type { ChangeFormat } from "../model/change.js";
import type { Release } from "../model/release.js";
import { printChanges } from "../report/changes.js";
import { exitCodeFor, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./command.js";
import { pathFrom } from "./project.js";
import { isTrouble, lineageOf, namedState, openWorkspace, type Trouble, treeState, type Workspace } from "./states.js";

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
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const after = to === undefined ? await treeState(workspace, dayOf(terminal.now)) : await namedState(to, workspace);
  if ("diagnostics" in after) return complain(after, options.project, terminal);
  const before = from === undefined ? await lastRelease(workspace) : await namedState(from, workspace);
  if (before === undefined) {
    terminal.err("There is no release yet, so there is nothing to compare with.\n");
    return 0;
  }
  if ("diagnostics" in before) return complain(before, options.project, terminal);
  const changes = diffReleases(before, after, workspace.diffOptions);
  terminal.out(printChanges(changes, options.format, options.wording === true, terminal.outStyle));
  return 0;
}

async function lastRelease(workspace: Workspace): Promise<Release | Trouble | undefined> {
  const lineage = await lineageOf(workspace);
  return "diagnostics" in lineage ? lineage : lineage.at(-1);
}

/** Prints what is wrong with the project or with the names that were given. */
export function complain({ diagnostics, sources }: Trouble, project: string, terminal: Terminal): ExitCode {
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, project));
  terminal.err(report(diagnostics, "text", sources, terminal.errStyle, base));
  return exitCodeFor(diagnostics);
}
