/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { join, resolve } from "node:path";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { asErrors } from "../core/diagnostics/levels.js";
import { printAhead } from "../core/file-printer.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import type { ChannelCrds } from "../emit/printed-channel.js";
import type { Templates } from "../emit/templates.js";
import { OutputDirectory } from "../host/output-directory.js";
import { stagingOf } from "../host/staging.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import { forgetSources } from "../language/read/index.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import { beginAnalysis } from "./analyse-project.js";
import { type BuildOutput, print, printKinds, readAndCheckChanges, withErrorsOfTypes } from "./build.js";
import type { BuildRequest, BuiltBundle } from "./build-request.js";
import type { Context } from "./context.js";
import type { EarlierRun } from "./earlier-run.js";
import { keepRun, recallRun } from "./kept-run.js";
import { BuildToKeep } from "./last-build.js";
import { missingChannel } from "./missing-channel.js";
import {
  driftDiagnostics,
  interruptedProblems,
  type Output,
  outProblem,
  outputOf,
  readOutputState,
  unwritable,
} from "./output.js";
import { type Project, placeOfSources, readProject } from "./project.js";
import { fulfill } from "./request.js";
import { readTemplates } from "./templates.js";

/**
 * Builds a bundle like `buildBundle`, without looking for an earlier build. `parsed` contains the parsed sources of
 * earlier builds, and gets those of this one. If unset, this is the only build.
 */
export function buildProject(
  request: BuildRequest,
  context: Context,
  parsed?: ParsedSources,
): Promise<Result<BuiltBundle>> {
  return fulfill(request, context, async () => {
    const toKeep = new BuildToKeep(request, context);
    const project = resolve(context.cwd, request.project);
    const out = request.out === undefined ? undefined : resolve(context.cwd, request.out);
    const wrongPlace = out === undefined ? undefined : await outProblem(project, out, request.out ?? out);
    if (wrongPlace) return failure(wrongPlace);
    const sources: ParsedSources = parsed ?? new Map();
    const earlier = parsed ? undefined : recallRun(project, context);
    const read = await readProject(project, { ...request, named: request.project, parsed: sources, earlier });
    if (!read.ok) return read;
    const missing = missingChannel(request.channel, read.value.bundle);
    if (missing) return failure(missing);
    return buildRead(read.value, { project, out, request, parsed: sources, earlier, isOnly: !parsed, toKeep }, context);
  });
}

/** A request with the absolute paths of its directories. */
interface PlacedRequest {
  readonly project: string;
  readonly out: string | undefined;
  readonly request: BuildRequest;
  readonly parsed: ParsedSources;
  readonly earlier: EarlierRun | undefined;
  readonly isOnly: boolean;
  readonly toKeep: BuildToKeep;
}

async function buildRead(read: Project, placed: PlacedRequest, context: Context): Promise<Result<BuiltBundle>> {
  const { bundle, files, sources } = read;
  const { project, out, request, toKeep } = placed;
  const { channel, check = false, strict = false } = request;
  const built = await buildInMemory(read, placed, context);
  const warnings = strict ? asErrors(built.diagnostics) : built.diagnostics;
  if (hasErrors(warnings)) return failure(warnings, files);
  const output = outputOf(built, bundle, project, { out, channel });
  const since = Date.now();
  const problems = await sync(output, check, context);
  if (hasErrors(problems)) return failure([...problems, ...warnings], files);
  const crds = built.crds.filter((each) => channel === undefined || each.channel === channel);
  const named = new Set(warnings.map(({ location }) => location?.file));
  const kept = {
    channels: crds.map(summarizeChannel),
    warnings,
    sources: files.filter(({ path }) => named.has(path)),
  };
  const modules = sources.map(({ path }) => path);
  if (context.cache) {
    const written = new Map(output.files.map((file) => [join(output.root, file.path), file]));
    if (placed.isOnly) keepRun(project, read, { ...built, files: output.files, channel }, placed.earlier, context);
    toKeep.keep(kept, modules, { places: await placesOf(output, project), files: written, since });
  }
  return success({ ...kept, sources: files });
}

/** Returns the places that a build writes, and those that it uses for writing. */
async function placesOf(output: Output, project: string) {
  const { root, beside } = output;
  const staging = await Promise.all(
    [output, placeOfSources(project)].map((place) => stagingOf(place.root, place.anchor)),
  );
  return {
    trees: [root, ...beside.map((directory) => join(root, directory))],
    paths: staging.map(({ above, path }) => join(above, path)),
  };
}

async function buildInMemory(read: Project, placed: PlacedRequest, context: Context): Promise<BuildOutput> {
  const templates = await readTemplates(context.templates);
  return buildChanges(read, placed, templates, context) ?? buildAll(read, placed, templates, context);
}

/** Builds a bundle from what changed since an earlier run. Returns undefined if there is none, or if there are errors. */
function buildChanges(
  { sources, imports, bundle }: Project,
  { parsed, earlier }: PlacedRequest,
  templates: Templates,
  { progress }: Context,
): BuildOutput | undefined {
  const analysis = earlier && readAndCheckChanges({ sources, imports, bundle, parsed, progress }, earlier.reading);
  if (!analysis) return undefined;
  forgetSources(parsed);
  const built = printKinds(analysis, bundle, templates, progress);
  return hasErrors(built.diagnostics) ? undefined : built;
}

async function buildAll(
  read: Project,
  { project, parsed, isOnly }: PlacedRequest,
  templates: Templates,
  context: Context,
): Promise<BuildOutput> {
  const free = () => {
    forgetSources(parsed);
    context.typeChecker?.close();
  };
  const { analysis, errors } = beginAnalysis(project, read, context, parsed, isOnly ? free : undefined);
  const printed = attempted(() => printKinds(analysis, read.bundle, templates, context.progress));
  if (!errors) return printed();
  // The compiler rarely finds errors that reading did not find, so the files are printed before it answers.
  attempted(() => printAhead(printed().files));
  const found = await errors;
  return found.length > 0 ? print(withErrorsOfTypes(analysis, found), read.bundle, templates) : printed();
}

/** Calls a function now. Returns a function that returns its result, or throws its error. */
function attempted<T>(action: () => T): () => T {
  try {
    const result = action();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
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
  const compare = async (stage: boolean) => {
    const { current, drift, blocked } = await readOutputState(output, directory, shown, stage);
    const foreign = new Set([...drift.surplus, ...drift.differing].filter((path) => current.get(path)?.is !== "own"));
    const problems = [...blocked, ...[...foreign].map((path) => diagnose("output-foreign", { path: named(path) }))];
    return { drift, foreign, problems };
  };
  try {
    if (check) {
      const { drift, foreign, problems } = await compare(false);
      const own = (paths: readonly string[]) => paths.filter((path) => !foreign.has(path));
      const differences = { ...drift, differing: own(drift.differing), surplus: own(drift.surplus) };
      return [...problems, ...(await interruptedProblems(output, shown)), ...driftDiagnostics(differences, named)];
    }
    return await directory.exclusively(async () => {
      const { drift, problems } = await compare(true);
      if (problems.length === 0) await directory.apply(files, drift);
      return problems;
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
