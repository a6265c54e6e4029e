/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { join, resolve } from "node:path";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { asErrors } from "../core/diagnostics/levels.js";
import type { Channel } from "../core/model/channel.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import type { ChannelCrds } from "../emit/printed-channel.js";
import { OutputDirectory } from "../host/output-directory.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import { build } from "./build.js";
import type { Context } from "./context.js";
import { missingChannel } from "./missing-channel.js";
import { driftDiagnostics, isOurs, type Output, outProblem, outputOf, readOutputState, unwritable } from "./output.js";
import { type Project, readProject } from "./project.js";
import { fulfill } from "./request.js";
import { readTemplates } from "./templates.js";

export interface BuildRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** The output directory, relative to the working directory; `dist` in the project if unset. */
  readonly out?: string;
  /** If set, only the files of this channel are written or compared. */
  readonly channel?: Channel;
  /** The bundle version; the one in the project's package.json if unset. */
  readonly bundleVersion?: string;
  /** Writes nothing, and reports each file that is out of date. */
  readonly check?: boolean;
  /** Reports warnings as errors. A build with warnings then fails and writes nothing. */
  readonly strict?: boolean;
}

/** The result of a build, or of a check that found the output up to date. */
export interface BuiltBundle {
  readonly channels: readonly ChannelSummary[];
  /** The advice that is neither accepted nor off. */
  readonly warnings: readonly Diagnostic[];
  /** The files to which the warnings refer. */
  readonly sources: readonly SourceText[];
}

/** Builds a bundle and writes it. If that fails, the output is unchanged. */
export function buildBundle(request: BuildRequest, context: Context): Promise<Result<BuiltBundle>> {
  return fulfill(request, context, async () => {
    const project = resolve(context.cwd, request.project);
    const out = request.out === undefined ? undefined : resolve(context.cwd, request.out);
    const wrongPlace = out === undefined ? undefined : await outProblem(project, out, request.out ?? out);
    if (wrongPlace) return failure(wrongPlace);
    const read = await readProject(project, { ...request, named: request.project });
    const missing = read.ok && missingChannel(request.channel, read.value.bundle);
    if (missing) return failure(missing);
    return read.ok ? buildProject(read.value, { project, out, request }, context) : read;
  });
}

/** A request with the absolute paths of its directories. */
interface PlacedRequest {
  readonly project: string;
  readonly out: string | undefined;
  readonly request: BuildRequest;
}

async function buildProject(
  { bundle, sources, imports, files }: Project,
  { project, out, request: { channel, check = false, strict = false } }: PlacedRequest,
  context: Context,
): Promise<Result<BuiltBundle>> {
  const { progress } = context;
  const built = build({ sources, imports, bundle, templates: await readTemplates(context.templates), progress });
  const warnings = strict ? asErrors(built.diagnostics) : built.diagnostics;
  if (hasErrors(warnings)) return failure(warnings, files);
  const output = outputOf(built, bundle, project, { out, channel });
  const problems = await sync(output, check, context);
  if (problems.length > 0) return failure([...problems, ...warnings], files);
  const chosen = built.crds.filter((each) => channel === undefined || each.channel === channel);
  return success({ channels: chosen.map(summarizeChannel), warnings, sources: files });
}

/**
 * Compares the output directory with the build. Writes the build unless `check` is set, or something that this tool did
 * not write is in the way.
 */
async function sync(output: Output, check: boolean, { cwd, self }: Context): Promise<Diagnostic[]> {
  const { root, files } = output;
  const directory = new OutputDirectory(output, self);
  const shown = (path: string) => pathFrom(cwd, path);
  const named = (path: string) => shown(join(root, path));
  try {
    if (check) {
      const { drift, blocked } = await readOutputState(output, directory, shown);
      return [...blocked, ...driftDiagnostics(drift, named)];
    }
    return await directory.exclusively(async () => {
      const { current, drift, blocked } = await readOutputState(output, directory, shown);
      const isForeign = (path: string) => {
        const content = current.get(path);
        return typeof content !== "string" || !isOurs(path, content);
      };
      const foreign = [...drift.surplus, ...drift.differing].filter(isForeign);
      if (foreign.length === 0 && blocked.length === 0) await directory.apply(files, drift);
      return [...blocked, ...foreign.map((path) => diagnose("output-foreign", { path: named(path) }))];
    });
  } catch (error) {
    return [unwritable(error, root, shown)];
  }
}

function summarizeChannel({ channel, crds }: ChannelCrds): ChannelSummary {
  const sizes = crds.map((crd) => ({ name: crd.metadata.name, size: annotationBytes(crd) }));
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  return { channel, count: crds.length, ...(largest && { largest: { ...largest, limit: ANNOTATIONS_LIMIT } }) };
}
