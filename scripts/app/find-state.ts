/** What a person names on the command line (a tag, a directory, a file) → the state of the bundle that it stands for. */
import { basename, resolve } from "node:path";
import { compare } from "semver";
import { type BundleIndex, readBundleIndex } from "../core/bundle-index.js";
import {
  admissionPolicyPath,
  BUNDLE_INDEX,
  fromDist,
  inDist,
  isApplied,
  isInChannelDirectory,
  kustomizationPath,
} from "../core/bundle-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import { CHANNELS, type Channel, isChannel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { sha256 } from "../core/model/digest.js";
import { isJsonObject, parseJson } from "../core/model/json.js";
import type { SourceText } from "../core/model/location.js";
import { parseVersion, type Version, versionsIn } from "../core/model/release-version.js";
import { failure, type Result, success } from "../core/result.js";
import { entryType, listFiles } from "../host/files.js";
import { type DatedCommit, dayOf, type Repository } from "../host/git.js";
import { GitFailure } from "../host/git-failure.js";
import type { TreeEntry } from "../host/git-tree.js";
import { type Inputs, readManifest, readManifests, UnsoundInput } from "../host/sources.js";
import { readCrds } from "../release/bundle/crds.js";
import { releaseKind } from "../release/version.js";
import type { StringCache } from "./context.js";

/** Where states are looked for. */
export interface StateSources {
  /** The project's directory: tags are those of its repository, and its `dist/` is where a commit has its bundle. */
  readonly project: string;
  readonly cwd: string;
  readonly repository: Repository;
  /** Undefined without a project. */
  readonly channelAnnotation?: string;
  /** Where CRDs that were read once are kept. */
  readonly cache?: StringCache;
  /** What is piped in, for the name `-`. */
  readonly readInput: () => Promise<string>;
}

/**
 * The state that a directory, a CRD file, a tag or a commit stands for. A name that is both is an error, as it is to git: a
 * checkout could bring a directory in the place of a tag. Where the tag of a release is missing, nothing else stands for it.
 */
export async function findState(name: string, places: StateSources): Promise<Result<BundleState>> {
  const part = { name, isPartial: true } as const;
  if (name === "-") return parseState([{ path: "standard input", text: await places.readInput() }], part, places);
  const path = resolve(places.cwd, name);
  const kind = await entryType(path);
  const isRelease = parseVersion(name) !== undefined;
  const commit = isRelease ? await taggedCommit(name, places.repository) : await places.repository.commitOf(name);
  if (kind !== undefined && commit !== undefined) return failure(diagnose("ref-ambiguous", { ref: name }));
  const isOther = isRelease && commit === undefined && (kind ?? (await places.repository.commitOf(name))) !== undefined;
  if (isOther) return failure(diagnose("ref-not-tagged", { ref: name, hint: await shallowHint(places) }));
  if (kind === "directory") return directoryState(name, path, places);
  if (kind === "file") return inputState(await readManifest(path, name), part, places);
  const state = commit === undefined ? undefined : await commitState(commit, name, places);
  if (state) return state;
  const where = (await places.repository.exists()) ? "repository" : "disk";
  return failure(diagnose("ref-unknown", { ref: name, where, hint: await shallowHint(places) }));
}

/** The commit of a tag, and of nothing else that git would find under the name. */
async function taggedCommit(name: string, repository: Repository): Promise<string | undefined> {
  if (!(await repository.exists())) return undefined;
  const tag = (await repository.tagRefs()).find((ref) => ref.name === name);
  return tag && (await repository.commits([tag.hash]))[0]?.hash;
}

async function shallowHint({ repository }: StateSources): Promise<string> {
  const isShallow = (await repository.exists()) && (await repository.isShallow());
  return isShallow ? "; the history of this clone is cut off: git fetch --unshallow --tags brings the rest" : "";
}

/** A bundle, or the directory of one channel, which is a part of one. */
async function directoryState(name: string, path: string, places: StateSources): Promise<Result<BundleState>> {
  const inputs = await filesBelow(path);
  const channel = basename(path);
  const typed = name.replace(/\/+$/, "");
  if (!isChannel(channel)) return inputState(inputs, { name }, places, `${typed}/`);
  const files = inputs.files.map((file) => ({ ...file, path: `${channel}/${file.path}` }));
  const origin = typed.endsWith(channel) ? typed.slice(0, -channel.length) : "";
  return inputState({ ...inputs, files }, { name, isPartial: true }, places, origin);
}

/** The manifests of a bundle's channel directories; of a directory without such, all that it holds. */
async function filesBelow(directory: string): Promise<Inputs> {
  const paths = (await listFiles(directory)).filter(isApplied);
  const inChannels = paths.filter(isInSomeChannel);
  const wanted = inChannels.length > 0 ? inChannels : paths.filter((path) => !path.includes("/"));
  return readManifests(directory, wanted);
}

/** Whether a path of a bundle is in the directory of a channel. */
function isInSomeChannel(path: string): boolean {
  return CHANNELS.some((channel) => isInChannelDirectory(path, channel));
}

function inputState(
  { files, diagnostics }: Inputs,
  about: Omit<BundleState, "channels">,
  places: StateSources,
  origin?: string,
): Result<BundleState> {
  // The place of a mistake cannot be shown: the text is not among the sources of the project.
  if (diagnostics.length > 0) return failure(diagnostics);
  return parseState(files, about, places, origin);
}

/** A commit under the name that a person gave it. */
interface NamedCommit {
  readonly name: string;
  readonly commit: DatedCommit;
}

/** What a commit has in `dist/`: where its CRDs are, by path and blob, and the index. What else is there is not read. */
interface CommittedBundle {
  readonly manifests: ReadonlyMap<string, string>;
  readonly index: BundleIndex | undefined;
  /** A link or submodule in the place of a manifest or of a directory: a checkout has something there that the commit does not. */
  readonly odd: string | undefined;
}

/** The bundle that a commit has in `dist/`, under a name; undefined if there is no such commit. */
export async function commitState(
  commit: string,
  name: string,
  places: StateSources,
): Promise<Result<BundleState> | undefined> {
  const [dated] = await places.repository.commits([commit]);
  return dated && (await commitStates([{ name, commit: dated }], places))[0];
}

/** The states of commits, read together: git is not started once more for each of them. */
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
  const isRegular = ({ mode }: TreeEntry) => mode.startsWith("100");
  const files = listings.map((entries) => entries.filter(isRegular));
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
      const odd = listings[at]?.find((entry) => isOfBundle(entry) && !isRegular(entry))?.path;
      return [commit, { manifests: new Map(manifests), index: read.get(index?.hash ?? ""), odd }];
    }),
  );
}

/** The SHA-256 sums of the CRDs that an index may describe, by blob. Most releases share some. */
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

/** What was read of the releases of one run, by what was asked: some have the same CRDs. */
type KnownChannels = Map<string, BundleState["channels"]>;

/** What the states of one run are made with. */
interface Reader {
  /** The SHA-256 sums of the manifests, by blob. */
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
    return parseState(read([...manifests]), about, places, `${name}:`);
  const question = JSON.stringify([places.channelAnnotation ?? null, all]);
  const readChannels = () => {
    const channels = known.get(question) ?? channelsOnce(question, places, () => read([...manifests]), name);
    known.set(question, channels);
    return channels;
  };
  return success(unread(readChannels, about));
}

const INDEX = inDist(BUNDLE_INDEX);
/** What lies beside the CRDs in the directory of a channel. No index lists it; it is read all the same: a name proves nothing. */
const OTHERS = new Set(CHANNELS.flatMap((channel) => [kustomizationPath(channel), admissionPolicyPath(channel)]));

/** A release whose CRDs are those that its index lists: they are read when something asks for them. */
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

/** Reading the YAML of a release takes longer than all comparisons of it, so what came of it is kept, by its sums. */
function channelsOnce(
  question: string,
  { cache, channelAnnotation }: StateSources,
  files: () => readonly SourceText[],
  name: string,
): BundleState["channels"] {
  const kept = parseJson(cache?.recall(question));
  if (isKeptChannels(kept)) return new Map(kept.map(([channel, crds]) => [channel, new Map(crds)]));
  const { channels, diagnostics } = readCrds(files(), channelAnnotation, `${name}:`);
  const isEmpty = [...channels.values()].every((crds) => crds.size === 0);
  const [problem] = isEmpty ? [...diagnostics, diagnose("bundle-missing", { path: name })] : diagnostics;
  if (problem) throw new UnsoundInput(problem); // an index can be forged: that it lists a file makes no CRD of it
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

/** Channels as JSON, or undefined if JSON does not hold all of it: YAML knows numbers that JSON does not. */
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

/** `origin` is what goes before the paths of the files, for a person to find them. */
function parseState(
  files: readonly SourceText[],
  about: Omit<BundleState, "channels">,
  { channelAnnotation }: StateSources,
  origin = "",
): Result<BundleState> {
  const { channels, diagnostics } = readCrds(files, channelAnnotation, origin);
  if (diagnostics.length > 0) return failure(diagnostics);
  if ([...channels.values()].every((crds) => crds.size === 0))
    return failure(diagnose("bundle-missing", { path: about.name }));
  return success({ ...about, channels });
}

/**
 * The releases in the history of a commit, oldest version first: a state for each of their tags, though a file or directory
 * may have its name. Snapshots and release candidates are no releases. Only versions lower than `below` count, if it is
 * there: the others are passed over, unread.
 */
export function releaseStates(commit: string, places: StateSources, below?: Version): Promise<Result<BundleState>[]> {
  const isBefore = (version: Version) => below === undefined || compare(version, below) < 0;
  return taggedStates(commit, places, (version) => releaseKind(version) === "release" && isBefore(version));
}

/** The snapshots and release candidates in the history of a commit, likewise. */
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
