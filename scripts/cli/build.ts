/** Reads a project, builds its bundle in memory, and writes it or compares it with what is there. */
import { join, resolve } from "node:path";
import { buildSummary } from "../app/build-summary.js";
import { driftDiagnostics, isOurs, type Output, outProblem, outputOf, stateOf, unwritable } from "../app/output.js";
import { pathFrom, readProject, readTemplates } from "../app/project.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { OutputFolder } from "../host/output-folder.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./terminal.js";

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

/** Runs `crd-bundle build`. `templates` is the folder of the tool's own templates. */
export async function buildCommand(options: BuildOptions, templates: string, terminal: Terminal): Promise<ExitCode> {
  const project = resolve(terminal.cwd, options.project);
  const out = options.out === undefined ? undefined : resolve(terminal.cwd, options.out);
  const wrongPlace = out === undefined ? undefined : await outProblem(project, out, options.out ?? out);
  if (wrongPlace) return finish([wrongPlace], [], options, terminal);
  const { bundle, diagnostics, sources } = await readProject(project, options.bundleVersion);
  if (!bundle) return finish(diagnostics, sources, options, terminal);
  const { build } = await import("../app/build.js");
  const { progress } = terminal;
  const built = build({ sources, bundle, templates: await readTemplates(templates), progress });
  if (built.diagnostics.length > 0) return finish(built.diagnostics, sources, options, terminal);
  const output = outputOf(built, bundle, project, { out, channel: options.channel });
  const findings = await sync(output, options.check === true, terminal);
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

/** Compares what is there with what shall be, and writes where that is asked for and nothing foreign is in the way. */
async function sync(output: Output, check: boolean, { cwd, self }: Terminal): Promise<Diagnostic[]> {
  const { root, files } = output;
  const folder = new OutputFolder(output, self);
  const shown = (path: string) => pathFrom(cwd, path);
  const named = (path: string) => shown(join(root, path));
  try {
    if (check) {
      const { drift, blocked } = await stateOf(output, folder, shown);
      return [...blocked, ...driftDiagnostics(drift, named)];
    }
    return await folder.exclusively(async () => {
      const { current, drift, blocked } = await stateOf(output, folder, shown);
      const isForeign = (path: string) => {
        const content = current.get(path);
        return typeof content !== "string" || !isOurs(path, content);
      };
      const foreign = [...drift.surplus, ...drift.differing].filter(isForeign);
      if (foreign.length === 0 && blocked.length === 0) await folder.apply(files, drift);
      return [...blocked, ...foreign.map((path) => diagnose("output-foreign", { path: named(path) }))];
    });
  } catch (error) {
    return [unwritable(error, root, shown)];
  }
}
