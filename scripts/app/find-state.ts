/** Finds the bundle state for a name on the command line: a Git tag, a commit, a path in one, a directory or a file. */
import { isAbsolute, join, posix, resolve } from "node:path";
import { compare } from "semver";
import { type BundleIndex, readBundleIndex } from "../core/bundle-index.js";
import {
  admissionPolicyPath,
  BUNDLE_INDEX,
  fromDist,
  inDist,
  isApplied,
  kustomizationPath,
} from "../core/bundle-layout.js";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import { CHANNELS, type Channel, isChannel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { sha256 } from "../core/model/digest.js";
import { isJsonObject, parseJson } from "../core/model/json.js";
import type { SourceText } from "../core/model/location.js";
import { parseVersion, type Version, versionsIn } from "../core/model/release-version.js";
import { failure, type Result, success } from "../core/result.js";
import { STANDARD_INPUT } from "../core/standard-input.js";
import { entryType } from "../host/files.js";
import { type DatedCommit, dayOf, Repository } from "../host/git.js";
import { GitFailure } from "../host/git-failure.js";
import { isRegularFile, type TreeEntry } from "../host/git-tree.js";
import { type Inputs, UnsoundInput } from "../host/sources.js";
import { readCrds } from "../release/bundle/crds.js";
import { releaseKind } from "../release/version.js";
import type { Context, RunCache } from "./context.js";
import { isInSomeChannel } from "./crd-files.js";
import { type CommitPath, manifestsInCommit, manifestsOnDisk, type StateManifests } from "./state-manifests.js";

/** The places from which states are read. */
export interface StateSources {
  /**
   * The directory of the project. The Git tags are those of its repository, and commits contain their bundle in its
   * `dist/`.
   */
  readonly project: string;
  readonly cwd: string;
  readonly repository: Repository;
  /** Undefined if there is no project. */
  readonly channelAnnotation?: string;
  /** The cache for parsed CRDs. */
  readonly cache?: RunCache;
  /** Returns standard input, for the name `-`. */
  readonly readInput: () => Promise<string>;
  readonly remark: Context["remark"];
}

/**
 * Returns the state for the name of a directory, a CRD file, a Git tag, a commit, or a path in a commit, as in
 * `v1.6.0:config/crd`. A name with two meanings is an error, as it is in git, because a checkout could contain a
 * directory with the name of a tag. A release version refers only to a tag: if the tag is missing, nothing else with
 * that name is used.
 */
export async function findState(name: string, places: StateSources): Promise<Result<BundleState>> {
  if (name === "") return failure(inManifest(diagnose("crds-missing", { path: name })));
  if (name === "-") {
    const about = { name: STANDARD_INPUT, isPartial: true, isFromInput: true } as const;
    return parseState([{ path: STANDARD_INPUT, text: await pipedText(places) }], about, places);
  }
  // Not normalized, because `v1.6.0:../..` would be the working directory then.
  const isOnDisk = (await entryType(isAbsolute(name) ? name : `${places.cwd}/${name}`)) !== undefined;
  const commit = await commitNamed(name, places);
  const inCommit = commit === undefined ? await pathInCommit(name, places) : undefined;
  if (isOnDisk && (commit ?? inCommit) !== undefined) return failure(diagnose("ref-ambiguous", { ref: name }));
  if (inCommit) return pathState(inCommit, name, places);
  const state = commit === undefined ? undefined : await commitState(commit, name, places);
  if (state) return state;
  const untagged = await untaggedRelease(name, isOnDisk, places);
  if (untagged) return failure(untagged);
  if (isOnDisk) return stateOnDisk(name, places);
  return failure(await unknownName(name, places));
}

/** Returns the problem of a name that refers to nothing, which is the part before the colon if there is one. */
async function unknownName(name: string, places: StateSources): Promise<Diagnostic> {
  const { repository, cwd } = places;
  if (!(await repository.exists())) return diagnose("ref-unknown", { ref: name, where: "disk", hint: "" });
  const { revision, path } = splitAtColon(name);
  const nearest = await tagOfVersion(revision, repository);
  const words = { nearest, hint: nearest === undefined ? await shallowHint(places) : "" };
  if (path !== undefined) return diagnose("revision-unknown", { revision, ...words });
  const isVersion = nearest === undefined && parseVersion(name) !== undefined;
  const isInProject = places.project !== cwd && (await entryType(resolve(places.project, name))) !== undefined;
  const place = isInProject ? "project" : (await isPathLike(name, cwd)) ? "path" : "repository";
  return diagnose("ref-unknown", { ref: name, where: isVersion ? "version" : place, ...words });
}

/** Reports whether a name has several parts, of which the first one is a directory. */
async function isPathLike(name: string, cwd: string): Promise<boolean> {
  const [top = "", ...inside] = name.split("/");
  return inside.length > 0 && (await entryType(resolve(cwd, top))) === "directory";
}

/** Returns the Git tag for a version that was written with a superfluous `v`, or without the `v` of the tag. */
async function tagOfVersion(name: string, repository: Repository): Promise<string | undefined> {
  if (parseVersion(name) === undefined) return undefined;
  const other = name.startsWith("v") ? name.slice(1) : `v${name}`;
  return (await repository.tagRefs()).some((tag) => tag.name === other) ? other : undefined;
}

/** Returns the commit and the path of a name such as `v1.6.0:config/crd`, or undefined if there is no such commit. */
async function pathInCommit(name: string, places: StateSources): Promise<CommitPath | undefined> {
  const { revision, path } = splitAtColon(name);
  const commit = path === undefined ? undefined : await commitNamed(revision, places);
  return path === undefined || commit === undefined ? undefined : { revision, commit, path };
}

/** Splits a name at the first colon that is not in braces, as git does. */
function splitAtColon(name: string): { readonly revision: string; readonly path?: string } {
  const [, revision = name, path] = /^((?:[^:{]|\{[^}]*\})+):(.*)$/s.exec(name) ?? [];
  return { revision, ...(path !== undefined && { path }) };
}

/** Returns the commit of a Git tag, branch or hash. The version of a release refers only to its tag. */
function commitNamed(name: string, { repository }: StateSources): Promise<string | undefined> {
  return parseVersion(name) === undefined ? repository.commitOf(name) : taggedCommit(name, repository);
}

/** Returns the problem of the name of a release that is not a tag if something else has this name. */
async function untaggedRelease(name: string, isOnDisk: boolean, places: StateSources): Promise<Diagnostic | undefined> {
  const { revision } = splitAtColon(name);
  if (parseVersion(revision) === undefined) return undefined;
  const isOther = (isOnDisk && revision === name) || (await places.repository.commitOf(revision)) !== undefined;
  return isOther ? diagnose("ref-not-tagged", { ref: revision, hint: await shallowHint(places) }) : undefined;
}

async function pipedText({ readInput }: StateSources): Promise<string> {
  try {
    return await readInput();
  } catch (error) {
    throw error instanceof UnsoundInput ? new UnsoundInput(withoutLocation(error.diagnostic)) : error;
  }
}

/** Returns the commit of a Git tag. Ignores branches and other objects with the same name. */
async function taggedCommit(name: string, repository: Repository): Promise<string | undefined> {
  if (!(await repository.exists())) return undefined;
  const tag = (await repository.tagRefs()).find((ref) => ref.name === name);
  return tag && (await repository.commits([tag.hash]))[0]?.hash;
}

async function shallowHint({ repository }: StateSources): Promise<string> {
  const isShallow = (await repository.exists()) && (await repository.isShallow());
  return isShallow ? "; this clone is shallow, and git fetch --unshallow --tags may bring it" : "";
}

/** Reads the CRDs at a path of a commit. If the revision is a release, so is the state. */
async function pathState(
  { revision, commit, path }: CommitPath,
  name: string,
  places: StateSources,
): Promise<Result<BundleState>> {
  const [dated] = await places.repository.commits([commit]);
  const rooted = await pathFromRoot(path, places.cwd);
  if (rooted === undefined) return failure(diagnose("ref-path-missing", { revision, path }));
  const version = parseVersion(revision);
  const about = {
    name,
    path: rooted,
    ...(dated?.time !== undefined && { date: dayOf(dated.time) }),
    ...(version !== undefined && { version }),
  };
  const root = resolve(places.project, posix.relative(`/${await places.repository.prefix()}`, "/"));
  const fileAt = (place: string) => join(root, place.slice(`${revision}:`.length));
  const manifests = await manifestsInCommit({ revision, commit, path: rooted }, places.repository);
  return manifestState(manifests, { ...about, fileAt }, places);
}

/**
 * Returns a path from the root of the repository, or undefined if it leads out of the repository. As in git, only a path
 * that starts with `./` or `../` is relative to the working directory.
 */
async function pathFromRoot(path: string, cwd: string): Promise<string | undefined> {
  const isRelative = /^\.{1,2}(\/|$)/.test(path);
  const rooted = posix.join(isRelative ? await new Repository(cwd).prefix() : "", path).replace(/\/+$/, "");
  if (rooted === ".." || rooted.startsWith("../")) return undefined;
  return rooted === "." ? "" : rooted;
}

/** Everything about a state except its CRDs. */
interface AboutState extends Omit<BundleState, "channels"> {
  /** Returns the file of a place. Set if users can open the files, so the state has the places of its CRDs. */
  readonly fileAt?: (place: string) => string;
  /** Set for a commit: the directory in which its bundle is. */
  readonly inside?: "dist/";
}

/** Reads CRDs on the disk. */
async function stateOnDisk(name: string, places: StateSources): Promise<Result<BundleState>> {
  return manifestState(await manifestsOnDisk(name, places.cwd), { name, fileAt: (place) => place }, places);
}

/** Reads the directory of a bundle, the directory of one channel, which is only part of a bundle, or a file. */
function manifestState(
  { directory, unread = [], ...read }: StateManifests,
  about: AboutState,
  places: StateSources,
): Result<BundleState> {
  if (unread.length > 0) places.remark({ about: "unread-in-charts", files: unread });
  if (!directory) return inputState(read, { ...about, isPartial: true }, places);
  const { form, shown, name } = directory;
  if (form === "bundle") return inputState(read, { ...about, isBuilt: true }, places, shown);
  if (form === "chart" || !isChannel(name)) return inputState(read, about, places, shown);
  const files = read.files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
  const origin = shown.endsWith(`${name}/`) ? shown.slice(0, -name.length - 1) : "";
  return inputState({ ...read, files }, { ...about, isPartial: true }, places, origin);
}

/** Parses manifests as a state, or returns the problems of all of them. */
function inputState(
  { files, diagnostics }: Inputs,
  about: AboutState,
  places: StateSources,
  origin = "",
): Result<BundleState> {
  if (diagnostics.length === 0) return parseState(files, about, places, origin);
  const unreadable = new Set(diagnostics.map(({ location }) => location?.file));
  const readable = files.filter(({ path }) => !unreadable.has(path));
  const { diagnostics: others } = readCrds(readable, { ...places, origin });
  return failure([...diagnostics.map((each) => withoutLocation(each, origin)), ...others]);
}

/** The location of a mistake cannot be shown, because the manifest is not among the sources of the project. */
function withoutLocation(diagnostic: Diagnostic, origin = ""): Diagnostic {
  const { code, location } = diagnostic;
  if (code !== "input-encoding" || !location) return diagnostic;
  return diagnose("crd-invalid", { place: `${origin}${location.file}`, problem: "it is not encoded in UTF-8" });
}

/** A commit with the name that the user entered. */
interface NamedCommit {
  readonly name: string;
  readonly commit: DatedCommit;
}

/** The bundle in `dist/` of a commit: the paths and blobs of its CRDs, and its index. Other files are not read. */
interface CommittedBundle {
  readonly manifests: ReadonlyMap<string, string>;
  readonly index: BundleIndex | undefined;
  /**
   * The path of a link or submodule in the place of a manifest or a directory. A checkout has content there that is not
   * in the commit.
   */
  readonly odd: string | undefined;
}

/** Returns the bundle in `dist/` of a commit, under the given name, or undefined if there is no such commit. */
export async function commitState(
  commit: string,
  name: string,
  places: StateSources,
): Promise<Result<BundleState> | undefined> {
  const [dated] = await places.repository.commits([commit]);
  return dated && (await commitStates([{ name, commit: dated }], places))[0];
}

/**
 * Returns the states of several commits. Reads them together, so the number of git processes does not grow with them.
 */
async function commitStates(named: readonly NamedCommit[], places: StateSources): Promise<Result<BundleState>[]> {
  const bundles = await bundlesOf([...new Set(named.map(({ commit }) => commit.hash))], places.repository);
  const sums = await sumsOf([...bundles.values()], places.repository);
  const states: Result<BundleState>[] = [];
  const known: KnownChannels = new Map();
  for (const { name, commit } of named) {
    const bundle = bundles.get(commit.hash);
    if (bundle) states.push(stateIn(bundle, { name, commit }, { sums, known, places }));
  }
  return states;
}

async function bundlesOf(
  commits: readonly string[],
  repository: Repository,
): Promise<ReadonlyMap<string, CommittedBundle>> {
  const listings = await repository.entriesOfAll(commits, [...CHANNELS.map(inDist), INDEX]);
  const files = listings.map((entries) => entries.filter(isRegularFile));
  const indexes = files.flatMap((entries) => entries.filter(({ path }) => path === INDEX).map(({ hash }) => hash));
  const read = new Map<string, BundleIndex | undefined>();
  const left = [...new Set(indexes)];
  for await (const object of repository.objects([...left])) {
    const hash = left.shift() ?? "";
    if (!object) throw new GitFailure("cat-file", `${hash} missing`);
    read.set(hash, readBundleIndex(object.bytes.toString("utf8")));
  }
  return new Map(
    commits.map((commit, at) => {
      const entries = files[at] ?? [];
      const isManifest = ({ path }: TreeEntry) => path !== INDEX && isApplied(path);
      const manifests = entries.filter(isManifest).map(({ path, hash }) => [path, hash] as const);
      const index = entries.find(({ path }) => path === INDEX);
      const isOfBundle = (entry: TreeEntry) => isManifest(entry) || !isInSomeChannel(fromDist(entry.path));
      const odd = listings[at]?.find((entry) => isOfBundle(entry) && !isRegularFile(entry))?.path;
      return [commit, { manifests: new Map(manifests), index: read.get(index?.hash ?? ""), odd }];
    }),
  );
}

/** Returns the SHA-256 checksums of the CRDs that an index may list, by blob. Most releases share some blobs. */
async function sumsOf(
  bundles: readonly CommittedBundle[],
  repository: Repository,
): Promise<ReadonlyMap<string, string>> {
  const described = bundles.filter(({ index }) => index !== undefined);
  const blobs = [...new Set(described.flatMap(({ manifests }) => [...manifests.values()]))];
  const sums = new Map<string, string>();
  for await (const object of repository.objects(blobs)) if (object) sums.set(object.hash, sha256(object.bytes));
  return sums;
}

/** The channels that this run has already read, by cache key. Some releases have the same CRDs. */
type KnownChannels = Map<string, BundleState["channels"]>;

/** The data that all states of one run share. */
interface Reader {
  /** The SHA-256 checksums of the manifests, by blob. */
  readonly sums: ReadonlyMap<string, string>;
  readonly known: KnownChannels;
  readonly places: StateSources;
}

function stateIn(
  { manifests, index, odd }: CommittedBundle,
  { name, commit: { time } }: NamedCommit,
  { sums, known, places }: Reader,
): Result<BundleState> {
  if (odd !== undefined)
    return failure(diagnose("crd-invalid", { place: `${name}:${odd}`, problem: "it is not a regular file" }));
  const version = parseVersion(name);
  const about = {
    name,
    isBuilt: true as const,
    ...(time !== undefined && { date: dayOf(time) }),
    ...(version !== undefined && { version }),
    ...(index && { reserved: index.reserved }),
  };
  const all = [...manifests].map(([path, blob]) => ({
    path: fromDist(path),
    sha256: sums.get(blob) ?? "",
  }));
  const listed = all.filter(({ path }) => !OTHERS.has(path));
  const read = (files: readonly (readonly [path: string, blob: string])[]) => {
    const blobs = places.repository.blobsNow(files.map(([, blob]) => blob));
    return files.map(([path], at) => ({ path, text: blobs[at]?.toString("utf8") ?? "" }));
  };
  if (listed.length === 0 || !index?.describes(listed))
    return parseState(read([...manifests]), { ...about, inside: "dist/" }, places, `${name}:`);
  const question = JSON.stringify([places.channelAnnotation ?? null, all]);
  const readChannels = () => {
    const channels = known.get(question) ?? channelsOnce(question, places, () => read([...manifests]), name);
    known.set(question, channels);
    return channels;
  };
  return success(unread(readChannels, about));
}

const INDEX = inDist(BUNDLE_INDEX);
/**
 * Files in the directory of a channel that no index lists. They are read nevertheless, because a file name proves
 * nothing about the content.
 */
const OTHERS = new Set(CHANNELS.flatMap((channel) => [kustomizationPath(channel), admissionPolicyPath(channel)]));

/** Returns a release whose files match its index. Its CRDs are read when they are first used. */
function unread(read: () => BundleState["channels"], about: Omit<BundleState, "channels">): BundleState {
  let channels: BundleState["channels"] | undefined;
  return {
    ...about,
    get channels() {
      channels ??= read();
      return channels;
    },
  };
}

/**
 * Returns the CRDs of a release, from the cache if possible, because parsing their YAML takes longer than all
 * comparisons. The cache key contains the checksums of the files.
 */
function channelsOnce(
  question: string,
  { cache, channelAnnotation }: StateSources,
  files: () => readonly SourceText[],
  name: string,
): BundleState["channels"] {
  const kept = parseJson(cache?.recall(question));
  if (isKeptChannels(kept)) return new Map(kept.map(([channel, crds]) => [channel, new Map(crds)]));
  const { channels, diagnostics } = readCrds(files(), { channelAnnotation, origin: `${name}:`, isBundle: true });
  const isEmpty = [...channels.values()].every((crds) => crds.size === 0);
  const [problem] = isEmpty
    ? [...diagnostics, diagnose("bundle-missing", { path: name, inside: "dist/" })]
    : diagnostics;
  if (problem) throw new UnsoundInput(problem); // an index can be forged, so a listed file need not be a CRD
  const text = serializeChannels(channels);
  if (text !== undefined) cache?.keep(question, text);
  return channels;
}

type KeptChannels = readonly (readonly [Channel, readonly (readonly [string, CustomResourceDefinition])[]])[];

function isKeptChannels(kept: unknown): kept is KeptChannels {
  const isPair = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length === 2;
  const isCrd = (entry: unknown) => isPair(entry) && isJsonObject(entry[1]) && isJsonObject(entry[1].spec);
  return (
    Array.isArray(kept) && kept.every((entry) => isPair(entry) && Array.isArray(entry[1]) && entry[1].every(isCrd))
  );
}

/**
 * Returns channels as JSON, or undefined if JSON cannot represent all of their values, such as infinite numbers in
 * YAML.
 */
function serializeChannels(channels: BundleState["channels"]): string | undefined {
  let isWhole = true;
  const all: KeptChannels = [...channels].map(([channel, crds]) => [channel, [...crds]]);
  const text = JSON.stringify(all, (key, value: unknown) => {
    if (key === "__proto__") isWhole = false;
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) isWhole = false;
    return value;
  });
  return isWhole ? text : undefined;
}

/** Parses manifests as a state. In diagnostics, `origin` precedes the paths so that users can find the files. */
function parseState(
  files: readonly SourceText[],
  { fileAt, inside, ...about }: AboutState,
  { channelAnnotation }: StateSources,
  origin = "",
): Result<BundleState> {
  const read = readCrds(files, { channelAnnotation, origin, isBundle: about.isBuilt });
  const { channels, withoutChannels, placeOf, diagnostics } = read;
  if (diagnostics.length > 0) return failure(diagnostics);
  if ([...channels.values()].every((crds) => crds.size === 0))
    return failure(diagnose("bundle-missing", { path: about.name, inside }));
  const openable: BundleState["placeOf"] = (...at) => {
    const place = placeOf(...at);
    return place && fileAt && { ...place, file: fileAt(place.file) };
  };
  return success({
    ...about,
    channels,
    ...(withoutChannels && { withoutChannels }),
    ...(fileAt && { placeOf: openable }),
  });
}

/**
 * Returns the releases in the history of a commit, lowest version first. Finds them by their Git tags, even if a file
 * or directory has the same name. Does not return snapshots and release candidates. If `below` is set, returns only
 * lower versions and does not read the others.
 */
export function releaseStates(commit: string, places: StateSources, below?: Version): Promise<Result<BundleState>[]> {
  const isBefore = (version: Version) => below === undefined || compare(version, below) < 0;
  return taggedStates(commit, places, (version) => releaseKind(version) === "release" && isBefore(version));
}

/** Returns the snapshots and release candidates in the history of a commit, lowest version first. */
export function preReleaseStates(commit: string, places: StateSources): Promise<Result<BundleState>[]> {
  return taggedStates(commit, places, (version) => releaseKind(version) !== "release");
}

async function taggedStates(
  commit: string,
  places: StateSources,
  isOne: (version: Version) => boolean,
): Promise<Result<BundleState>[]> {
  const tags = (await places.repository.tagsIn(commit)).filter(({ name }) => versionsIn([name]).some(isOne));
  tags.sort((a, b) => compare(a.name, b.name));
  const commits = await places.repository.commits(tags.map(({ hash }) => hash));
  const named = tags.flatMap(({ name }, at) => {
    const found = commits[at];
    return found ? [{ name, commit: found }] : [];
  });
  return commitStates(named, places);
}
