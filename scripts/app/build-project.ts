/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { join, resolve } from "node:path";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { asErrors, isSound } from "../core/diagnostics/levels.js";
import { addChecksum, printAhead } from "../core/file-printer.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import type { ChannelCrds } from "../emit/printed-channel.js";
import type { Templates } from "../emit/templates.js";
import { type EarlyPaths, OutputDirectory } from "../host/output-directory.js";
import { stagingOf } from "../host/staging.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import { forgetSources } from "../language/read/index.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import { beginAnalysis } from "./analyse-project.js";
import {
  type BuildOutput,
  print,
  printKinds,
  type ReadModel,
  readAndCheckChanges,
  withErrorsOfTypes,
} from "./build.js";
import type { BuildRequest, BuiltBundle } from "./build-request.js";
import type { Context } from "./context.js";
import type { EarlierRun } from "./earlier-run.js";
import { EarlyFiles, isLarge } from "./early-files.js";
import { keepRun, recallRun } from "./kept-run.js";
import { BuildToKeep } from "./last-build.js";
import { missingChannel } from "./missing-channel.js";
import {
  driftDiagnostics,
  interruptedProblems,
  type Output,
  outProblem,
  outputOf,
  outputPlace,
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
  /** Set if files are printed while the kinds are checked. */
  readonly early?: EarlyFiles | undefined;
}

async function buildRead(read: Project, placed: PlacedRequest, context: Context): Promise<Result<BuiltBundle>> {
  const written = await writeBuild(read, placed, context);
  if (!written.ok) return written;
  const { built, output, warnings, since } = written.value;
  const { project, request, isOnly, earlier, toKeep } = placed;
  const { channel } = request;
  const crds = built.crds.filter((each) => channel === undefined || each.channel === channel);
  const named = new Set(warnings.map(({ location }) => location?.file));
  const kept = {
    channels: crds.map(summarizeChannel),
    warnings,
    sources: read.files.filter(({ path }) => named.has(path)),
  };
  if (context.cache) {
    const modules = read.sources.map(({ path }) => path);
    const files = new Map(output.files.map((file) => [join(output.root, file.path), file]));
    if (isOnly) keepRun(project, read, { ...built, files: output.files, channel }, earlier, context);
    toKeep.keep(kept, modules, { places: await placesOf(output, project), files, since });
  }
  return success({ ...kept, sources: read.files });
}

/** A build without errors, which is on the disk. */
interface WrittenBuild {
  readonly built: BuildOutput;
  readonly output: Output;
  readonly warnings: readonly Diagnostic[];
  /** A time before the files were compared, in milliseconds since 1970. */
  readonly since: number;
}

/** Builds a bundle, and writes or compares its files. Those of large bundles are printed while their kinds are checked. */
async function writeBuild(read: Project, placed: PlacedRequest, context: Context): Promise<Result<WrittenBuild>> {
  const { project, out } = placed;
  const directory = new OutputDirectory(outputPlace(read.bundle, project, { out }), context.self);
  const early = await earlyFiles(directory, read, placed, context);
  try {
    return await writeInto(directory, read, { ...placed, early }, context);
  } finally {
    await early?.stop();
    if (early) await directory.removeEarly().catch(() => {}); // the next build does it
  }
}

/** Returns what prints files early, unless there are few, or not all of them are written. */
async function earlyFiles(
  directory: OutputDirectory,
  { sources }: Project,
  { request, isOnly }: PlacedRequest,
  { groupPrinter }: Context,
): Promise<EarlyFiles | undefined> {
  const isWhole = isOnly && request.check !== true && request.channel === undefined;
  if (!groupPrinter || !isWhole || !isLarge(sources)) return undefined;
  const { root } = directory.place;
  const created = directory.createEarly();
  // If it cannot be created, nothing can be staged either, which is reported with all errors in the sources.
  return created.then((path) => new EarlyFiles(groupPrinter, { root, directory: path })).catch(() => undefined);
}

async function writeInto(
  directory: OutputDirectory,
  read: Project,
  placed: PlacedRequest,
  context: Context,
): Promise<Result<WrittenBuild>> {
  const { bundle, files } = read;
  const { project, out, request } = placed;
  const { channel, strict = false } = request;
  const built = await buildInMemory(read, placed, context);
  const warnings = strict ? asErrors(built.diagnostics) : built.diagnostics;
  if (hasErrors(warnings)) return failure(warnings, files);
  const output = outputOf(built, bundle, project, { out, channel });
  const since = Date.now();
  const problems = await sync(output, directory, placed, context);
  if (hasErrors(problems)) return failure([...problems, ...warnings], files);
  return success({ built, output, warnings, since });
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
  { project, parsed, isOnly, early }: PlacedRequest,
  templates: Templates,
  context: Context,
): Promise<BuildOutput> {
  const onRead = ({ model, diagnostics }: ReadModel) => {
    forgetSources(parsed);
    context.typeChecker?.close();
    if (isSound(diagnostics)) early?.begin(model, read.bundle, templates);
  };
  const { analysis, errors } = beginAnalysis(project, read, context, parsed, isOnly ? onRead : undefined);
  const printed = attempted(() => printKinds(analysis, read.bundle, templates, context.progress));
  if (!errors) return printed();
  // The compiler rarely finds errors that reading did not find, so files are printed before it answers.
  if (!early?.hasBegun) attempted(() => printAhead(printed().files));
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
async function sync(
  output: Output,
  directory: OutputDirectory,
  { request, early }: PlacedRequest,
  { cwd }: Context,
): Promise<Diagnostic[]> {
  const { root, files } = output;
  const shown = (path: string) => pathFrom(cwd, path);
  const named = (path: string) => shown(join(root, path));
  const compare = async (stage?: EarlyPaths) => {
    const { current, drift, blocked } = await readOutputState(output, directory, shown, stage);
    const foreign = new Set([...drift.surplus, ...drift.differing].filter((path) => current.get(path)?.is !== "own"));
    const problems = [...blocked, ...[...foreign].map((path) => diagnose("output-foreign", { path: named(path) }))];
    return { drift, foreign, problems };
  };
  try {
    if (request.check) {
      const { drift, foreign, problems } = await compare();
      const own = (paths: readonly string[]) => paths.filter((path) => !foreign.has(path));
      const differences = { ...drift, differing: own(drift.differing), surplus: own(drift.surplus) };
      return [...problems, ...(await interruptedProblems(output, shown)), ...driftDiagnostics(differences, named)];
    }
    const paths = await earlyPaths(files, early);
    return await directory.exclusively(async () => {
      const { drift, problems } = await compare(paths);
      if (problems.length === 0) await directory.apply(files, drift);
      return problems;
    });
  } catch (error) {
    return [unwritable(error, root, shown)];
  }
}

/** Finishes the files that are printed early. Returns their paths, and keeps their checksums. */
async function earlyPaths(files: readonly OutputFile[], early: EarlyFiles | undefined): Promise<EarlyPaths> {
  const printed = new Map((await early?.finish())?.map((file) => [file.path, file]));
  const paths: EarlyPaths = new Map();
  for (const file of files) {
    const found = printed.get(file.path);
    if (found) addChecksum(file, found.checksum);
    if (found?.at !== undefined) paths.set(file.path, found.at);
  }
  return paths;
}

function summarizeChannel({ channel, crds }: ChannelCrds): ChannelSummary {
  const sizes = crds.map((crd) => ({ name: crd.metadata.name, size: annotationBytes(crd) }));
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  return { channel, count: crds.length, ...(largest && { largest: { ...largest, limit: ANNOTATIONS_LIMIT } }) };
}
