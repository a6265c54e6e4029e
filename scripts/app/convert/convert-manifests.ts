/** Converts the objects in files to the form of a release, and writes the files again. */
import { join, resolve } from "node:path";
import gt from "semver/functions/gt.js";
import { diagnose, inManifest, warning } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import type { ConvertedFile, ConvertedManifest } from "../../core/model/converted-manifest.js";
import { type Diagnostic, hasErrors, inSourceOrder } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { parseVersion, type Version } from "../../core/model/release-version.js";
import { combinedFailure, failure, type Result, success } from "../../core/result.js";
import { replaceText } from "../../host/files.js";
import { ServedKinds } from "../../kubernetes/channel-switch/served-kinds.js";
import type { ConversionRequest } from "../../kubernetes/conversion/convert.js";
import type { Context } from "../context.js";
import { isCrd, readManifestFiles, readNamedFiles, repeatedInput } from "../manifests.js";
import { fulfill } from "../request.js";
import { convertStream } from "./convert-stream.js";
import { bundleDefinitions, type Definitions, projectDefinitions } from "./definitions.js";
import { type NewChannel, ObjectConverter } from "./object-converter.js";

export interface ConvertRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** Files or directories with objects, or `-` for standard input. */
  readonly files: readonly string[];
  /** The release whose form the objects get, such as `1.6.1`. If unset, that of the bundle. */
  readonly to?: string;
  /** The release of the objects. If unset, each object shows its form by its fields. */
  readonly from?: string;
  /** The channel of the objects. If unset, the definitions of both channels apply. */
  readonly channel?: Channel;
  /**
   * The channel that objects get, in the form of the release of the bundle. Reports what they use that the channel lacks.
   */
  readonly toChannel?: Channel;
  /** `conversions.json` of a bundle, or the directory that contains it. If unset, the definitions of the project. */
  readonly bundle?: string;
  /** Accepts that parts of objects have no place in the form of the release: they are warnings, not errors. */
  readonly allowLoss?: boolean;
  /** Writes the files that change and have no errors. */
  readonly write?: boolean;
}

/** The files with their converted objects. */
export interface ConvertedFiles {
  /** The files in their order, without those that cannot be read. */
  readonly files: readonly ConvertedFile[];
  readonly objects: readonly ConvertedManifest[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files to which the diagnostics refer. */
  readonly sources: readonly SourceText[];
  /** Links below a directory that were not followed. */
  readonly links: readonly string[];
}

/**
 * Converts objects. The value contains errors if a file cannot be read, or if an object cannot be converted as a whole.
 * Fails if the definitions cannot be read.
 */
export function convertManifests(request: ConvertRequest, context: Context): Promise<Result<ConvertedFiles>> {
  return fulfill(request, context, async () => {
    const problem = repeatedInput(request.files) ?? writeProblem(request);
    if (problem) return failure(problem);
    const { project, bundle } = request;
    const root = resolve(context.cwd, project);
    const definitions =
      bundle === undefined ? await projectDefinitions(root, project) : await bundleDefinitions(bundle, context);
    if (!definitions.ok) return definitions;
    const wanted = conversionRequest(request, definitions.value);
    if (!wanted.ok) return wanted;
    const channels = await newChannel(request, definitions.value, context);
    if (!channels.ok) return channels;
    const read = await readNamedFiles(request.files, context);
    if (read.files.length === 0 && read.diagnostics.length === 0) return failure(nothingIn(request.files));
    if (read.links.length > 0) context.remark({ about: "skipped-links", links: read.links });
    const converter = new ObjectConverter(definitions.value, wanted.value, channels.value);
    const files: ConvertedFile[] = [];
    const objects: ConvertedManifest[] = [];
    const diagnostics: Diagnostic[] = [...read.diagnostics];
    for (const file of read.readable) {
      context.progress(`converting ${file.path}`);
      const converted = convertFile(file, converter, request);
      diagnostics.push(...converted.diagnostics);
      objects.push(...converted.objects);
      if (converted.file) files.push(await written(converted.file, hasErrors(converted.diagnostics), request, context));
    }
    return success({ files, objects, diagnostics: inSourceOrder(diagnostics), sources: read.files, links: read.links });
  });
}

function writeProblem({ files, write }: ConvertRequest): Diagnostic | undefined {
  if (!write || !files.includes("-")) return undefined;
  return diagnose("usage-invalid", { problem: "standard input (-) cannot be written" });
}

function nothingIn(files: readonly string[]): Diagnostic {
  return inManifest(diagnose("objects-missing", { path: files.join(", ") }));
}

/** Returns the releases of a request. The forms of releases after the bundle are unknown. */
function conversionRequest(
  { to, from, channel, toChannel }: ConvertRequest,
  { version }: Definitions,
): Result<ConversionRequest> {
  const target = to === undefined ? version : parseVersion(to);
  const source = from === undefined ? undefined : parseVersion(from);
  const problems = [
    ...(to === undefined && !version
      ? [toChannel ? "bundle.json is missing, which contains the version of the bundle" : UNKNOWN_VERSION]
      : []),
    ...(to !== undefined && !target ? [`the release in --to is not a version, such as 1.6.1: ${to}`] : []),
    ...(from !== undefined && !source ? [`the release in --from is not a version, such as 1.6.1: ${from}`] : []),
    ...(toChannel && (to ?? from ?? channel) !== undefined
      ? ["--to-channel converts to the release of the bundle, so --to, --from, and --channel cannot be used with it"]
      : []),
    ...[target, source].flatMap((each) => (each && version && gt(each, version) ? [newerThan(version, each)] : [])),
  ];
  if (!target || problems.length > 0) return failure(problems.map((problem) => diagnose("usage-invalid", { problem })));
  return success({ to: target, from: source, channel });
}

const UNKNOWN_VERSION = "specify the release with --to: the version of the bundle is unknown";

function newerThan(version: Version, release: Version): string {
  return `${release} is newer than the bundle, which is ${version}; specify a newer bundle with --bundle`;
}

/** Returns the kinds of both channels if the request changes the channel. */
async function newChannel(
  { toChannel: channel }: ConvertRequest,
  { directory }: Definitions,
  context: Context,
): Promise<Result<NewChannel | undefined>> {
  if (channel === undefined) return success(undefined);
  const other = channel === "standard" ? "experimental" : "standard";
  const from = await kindsIn(join(directory, other), context);
  const to = await kindsIn(join(directory, channel), context);
  return from.ok && to.ok ? success({ channel, from: from.value, to: to.value }) : combinedFailure([from, to]);
}

async function kindsIn(path: string, context: Context): Promise<Result<ServedKinds>> {
  const { manifests, diagnostics, sources } = await readManifestFiles([path], context);
  const crds = manifests.filter(isCrd).map(({ value }) => value);
  if (diagnostics.length > 0) return failure(diagnostics, sources);
  return crds.length > 0 ? success(new ServedKinds(crds)) : failure(inManifest(diagnose("bundle-missing", { path })));
}

function convertFile(file: SourceText, converter: ObjectConverter, { allowLoss }: ConvertRequest) {
  const { text, diagnostics: own } = convertStream(file, converter);
  const { objects, diagnostics: others } = converter.take();
  const found = text === undefined ? own : [...own, ...others];
  const diagnostics = allowLoss ? found.map(accepted) : found;
  return {
    diagnostics,
    objects: text === undefined ? [] : objects,
    file: text === undefined ? undefined : { path: file.path, text, isChanged: text !== file.text },
  };
}

/** The diagnostics about what is lost, which users can accept. */
const LOSSES: readonly string[] = ["channel-field", "conversion-lost", "conversion-outdated", "conversion-comments"];

function accepted(diagnostic: Diagnostic): Diagnostic {
  return LOSSES.includes(diagnostic.code) ? warning(diagnostic) : diagnostic;
}

/** Writes a file that has changed and has no errors, if the request asks for it. */
async function written(
  file: Omit<ConvertedFile, "isWritten">,
  hasProblems: boolean,
  { write = false }: ConvertRequest,
  { cwd }: Context,
): Promise<ConvertedFile> {
  const isWritten = write && file.isChanged && !hasProblems;
  if (isWritten) await replaceText(resolve(cwd, file.path), file.text);
  return { ...file, isWritten };
}
