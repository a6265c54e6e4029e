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
import { counted } from "../core/words/counted.js";
import type { ChannelCrds } from "../emit/printed-channel.js";
import type { Templates } from "../emit/templates.js";
import { OutputDirectory } from "../host/output-directory.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import type { ParsedSources } from "../language/read/index.js";
import type { Context, StringCache } from "./context.js";
import { isOnDisk, LastBuild } from "./kept-build.js";
import { KeptImports } from "./kept-imports.js";
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

/**
 * Builds a bundle and writes it. If that fails, the output is unchanged. `parsed` contains the parsed sources of earlier
 * builds, and gets those of this one.
 */
export function buildBundle(
  request: BuildRequest,
  context: Context,
  parsed: ParsedSources = new Map(),
): Promise<Result<BuiltBundle>> {
  return fulfill(request, context, async () => {
    const project = resolve(context.cwd, request.project);
    const out = request.out === undefined ? undefined : resolve(context.cwd, request.out);
    const wrongPlace = out === undefined ? undefined : await outProblem(project, out, request.out ?? out);
    if (wrongPlace) return failure(wrongPlace);
    const cache = context.cache?.outside(project);
    const imports = cache && new KeptImports(project, cache);
    const read = await readProject(project, { ...request, named: request.project, importsOf: imports?.importsOf });
    imports?.keep();
    const missing = read.ok && missingChannel(request.channel, read.value.bundle);
    if (missing) return failure(missing);
    return read.ok ? buildProject(read.value, { project, out, request, cache, parsed }, context) : read;
  });
}

/** A request with the absolute paths of its directories. */
interface PlacedRequest {
  readonly project: string;
  readonly out: string | undefined;
  readonly request: BuildRequest;
  readonly cache: StringCache | undefined;
  readonly parsed: ParsedSources;
}

async function buildProject(read: Project, placed: PlacedRequest, context: Context): Promise<Result<BuiltBundle>> {
  const { bundle, files } = read;
  const { project, out, cache, parsed, request } = placed;
  const { channel, check = false, strict = false } = request;
  const choice = { out, channel };
  const templates = await readTemplates(context.templates);
  const last = cache && new LastBuild(project, read, templates, cache);
  const kept = last?.recall();
  const isCurrent = kept && (await isOnDisk(kept, { bundle, project, choice, self: context.self }));
  const levelled = strict ? asErrors : (found: readonly Diagnostic[]) => found;
  if (isCurrent) return outcomeOf(kept, levelled(kept.warnings), read, channel);
  const built = await buildAnew(read, { project, templates, parsed }, context);
  if (!hasErrors(built.warnings)) last?.keep(built);
  const warnings = levelled(built.warnings);
  if (hasErrors(warnings)) return failure(warnings, files);
  const problems = await sync(outputOf(built, bundle, project, choice), check, context);
  return outcomeOf(built, [...problems, ...warnings], read, channel);
}

/** Returns the result of a build, which is a failure if there are errors. */
function outcomeOf(
  built: { readonly channels: readonly ChannelSummary[] },
  diagnostics: readonly Diagnostic[],
  { files }: Project,
  channel: Channel | undefined,
): Result<BuiltBundle> {
  if (hasErrors(diagnostics)) return failure(diagnostics, files);
  const channels = built.channels.filter((each) => channel === undefined || each.channel === channel);
  return success({ channels, warnings: diagnostics, sources: files });
}

async function buildAnew(
  read: Project,
  { project, templates, parsed }: Pick<PlacedRequest, "project" | "parsed"> & { readonly templates: Templates },
  context: Context,
) {
  // Loaded only here: a run in which nothing changed does not need the compiler.
  const [{ print }, { analyseProject }] = await Promise.all([import("./build.js"), import("./analyse-project.js")]);
  const analysis = await analyseProject(project, read, context, parsed);
  context.progress(`printing ${counted(analysis.model.kinds.length, "kind")}`);
  const built = print(analysis, read.bundle, templates);
  return { ...built, warnings: built.diagnostics, channels: built.crds.map(summarizeChannel) };
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
