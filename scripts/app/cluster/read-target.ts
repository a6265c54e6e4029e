/** Reads the bundle that is installed: of a project, a directory, an install manifest, a Git tag or standard input. */
import { basename, resolve } from "node:path";
import { type TargetBundle, targetBundle } from "../../cluster/target-bundle.js";
import { DIST, inDist, isApplied, isInChannelDirectory, isManifest } from "../../core/bundle-layout.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel, isChannel } from "../../core/model/channel.js";
import type { JsonObject } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { combinedFailure, failure, type Result, success } from "../../core/result.js";
import { STANDARD_INPUT } from "../../core/standard-input.js";
import { loadManifests } from "../../core/yaml/yaml.js";
import { entryType, listFiles } from "../../host/files.js";
import { Repository } from "../../host/git.js";
import { type Inputs, readManifest, readManifests } from "../../host/sources.js";
import { keepInInt64 } from "../../kubernetes/crd/int64.js";
import { documentsIn } from "../../release/bundle/documents.js";
import type { Context } from "../context.js";
import { missingProject } from "../missing-project.js";
import { unreadableManifest } from "../unreadable-manifest.js";

export interface TargetRequest {
  readonly project: string;
  /** Git tag, commit, directory, install manifest, or `-`. If unset, `dist/` of the project. */
  readonly bundle?: string;
  /** Channel to install. If unset, the standard channel or, for a manifest, the channel that it contains. */
  readonly channel?: Channel;
}

/** Reads a bundle and checks that it is one version of one channel. */
export async function readTarget(request: TargetRequest, context: Context): Promise<Result<TargetBundle>> {
  const { project, bundle, channel } = request;
  const name = bundle ?? (project === "." ? DIST : `${project.replace(/\/+$/, "")}/${DIST}`);
  const inputs = await readFiles(name, request, context);
  if (!inputs.ok) return inputs;
  const { files, diagnostics } = inputs.value;
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const parsed = files.map(manifestsIn);
  const problems = parsed.filter((each) => !each.ok);
  if (problems.length > 0) return combinedFailure(problems);
  const manifests = parsed.flatMap((each) => (each.ok ? each.value : []));
  const target = targetBundle(name === "-" ? STANDARD_INPUT : name, manifests);
  const unusable = (problem: string) => failure(inManifest(diagnose("bundle-unstamped", { path: name, problem })));
  if ("problem" in target) return unusable(target.problem);
  if (channel !== undefined && target.value.channel !== channel) {
    return unusable(`it contains the ${target.value.channel} channel, not the ${channel} channel`);
  }
  return success(target.value);
}

async function readFiles(name: string, request: TargetRequest, context: Context): Promise<Result<Inputs>> {
  if (name === "-") return success({ files: [{ path: name, text: await context.readInput() }], diagnostics: [] });
  const path = resolve(context.cwd, name);
  const type = await entryType(path);
  if (request.bundle !== undefined) {
    const repository = new Repository(resolve(context.cwd, request.project));
    const commit = (await repository.exists()) ? await repository.commitOf(name) : undefined;
    if (commit !== undefined && type !== undefined) return failure(diagnose("ref-ambiguous", { ref: name }));
    if (commit !== undefined) return success(await committedFiles(repository, commit, request.channel ?? "standard"));
  }
  if (type === "file") return success(await readManifest(path, name));
  if (type === "directory") return success(await filesIn(path, name, request.channel));
  const missing =
    request.bundle === undefined
      ? await missingProject(resolve(context.cwd, request.project), request.project)
      : undefined;
  return failure(missing ?? diagnose("crds-missing", { path: name }));
}

async function committedFiles(repository: Repository, commit: string, channel: Channel): Promise<Inputs> {
  const files = await repository.filesOf(commit, inDist(channel));
  const applied = files.filter(({ path }) => isManifest(path.slice(DIST.length + 1), channel));
  return { files: applied.map(({ path, bytes }) => ({ path, text: bytes.toString("utf8") })), diagnostics: [] };
}

/** Reads the manifests of one channel of a bundle, or all manifests in a directory without channels. */
async function filesIn(path: string, name: string, asked: Channel | undefined): Promise<Inputs> {
  const paths = await listFiles(path);
  const channel = asked ?? "standard";
  const hasChannels = paths.some((each) => CHANNELS.some((known) => isInChannelDirectory(each, known)));
  const own = basename(path);
  const wanted = paths.filter((each) => {
    if (hasChannels) return isManifest(each, channel);
    return !each.includes("/") && isApplied(each) && (!isChannel(own) || isManifest(`${own}/${each}`, own));
  });
  const { files, diagnostics } = await readManifests(path, wanted);
  const prefix = name.replace(/\/+$/, "");
  return { files: files.map((file) => ({ ...file, path: `${prefix}/${file.path}` })), diagnostics };
}

function manifestsIn(file: SourceText): Result<readonly JsonObject[]> {
  const loaded = loadManifests(file.text);
  if ("problem" in loaded) {
    const { problem, offset } = loaded;
    return failure(unreadableManifest(problem, { file: file.path, start: offset, end: offset + 1 }), [file]);
  }
  keepInInt64(loaded.value);
  return success(documentsIn(loaded.value.documents).map(({ value }) => value));
}
