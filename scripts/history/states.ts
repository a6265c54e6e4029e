/** What a person names on the command line (a tag, a folder, a file) → the state of the bundle that it stands for. */
import { resolve } from "node:path";
import { compare, parse, valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { kindOf, listFiles } from "../host/files.js";
import type { Repository } from "../host/git.js";
import { type Inputs, readManifest, readManifests } from "../host/sources.js";
import { CHANNELS } from "../model/channel.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { Release } from "../model/release.js";
import { readBundleIndex } from "./bundle-index.js";
import { readCrds } from "./crds.js";

/** A state, or what is wrong with the name of it or with what it leads to. */
export type Found = { readonly release: Release } | { readonly diagnostics: readonly Diagnostic[] };

/** Where states are looked for. */
export interface Places {
  /** The project's folder: tags are those of its repository, and its `dist/` is where a commit has its bundle. */
  readonly project: string;
  readonly cwd: string;
  readonly repository: Repository;
  readonly channelAnnotation: string;
  /** What is piped in, for the name `-`. */
  readonly readInput: () => Promise<string>;
}

/** The state that a folder, a CRD file, a tag or a commit stands for. What is there on disk goes first. */
export async function findState(name: string, places: Places): Promise<Found> {
  if (name === "-") return stateOf([{ path: "standard input", text: await places.readInput() }], { name }, places);
  const path = resolve(places.cwd, name);
  const kind = await kindOf(path);
  if (kind === "folder") return inputState(await filesBelow(path), name, places);
  if (kind === "file") return inputState(await readManifest(path, name), name, places);
  const commit = await places.repository.commitOf(name);
  if (commit !== undefined) return commitState(name, commit, places);
  const shallow = await places.repository.isShallow();
  const hint = shallow ? "; the history of this clone is cut off: git fetch --unshallow --tags brings the rest" : "";
  return { diagnostics: [diagnose("ref-unknown", { ref: name, hint })] };
}

/** The YAML files of a bundle's channel folders; of a folder without such, all that it holds. */
async function filesBelow(folder: string): Promise<Inputs> {
  const paths = (await listFiles(folder)).filter((path) => /\.ya?ml$/.test(path));
  const inChannels = paths.filter((path) => /^(standard|experimental)\//.test(path));
  const wanted = inChannels.length > 0 ? inChannels : paths.filter((path) => !path.includes("/"));
  return readManifests(folder, wanted);
}

function inputState({ files, diagnostics }: Inputs, name: string, places: Places): Found {
  // The place of a mistake cannot be shown: the text is not among the sources of the project.
  if (diagnostics.length > 0) return { diagnostics };
  return stateOf(files, { name }, places);
}

/** Where a commit has its CRDs and its index. What else lies in dist/ would only take time to read. */
const INDEX = "dist/bundle.json";
const BUNDLE_PATHS = [...CHANNELS.map((channel) => `dist/${channel}`), INDEX];

async function commitState(name: string, commit: string, places: Places): Promise<Found> {
  const committed = await places.repository.filesOf(commit, ...BUNDLE_PATHS);
  const files = committed.map(({ path, bytes }) => ({ path, text: bytes.toString("utf8") }));
  const manifests = files.filter(({ path }) => /(^|\/)(standard|experimental)\/[^/]+\.ya?ml$/.test(path));
  const index = readBundleIndex(files.find(({ path }) => path === INDEX)?.text ?? "");
  const version = valid(name);
  const about = {
    name,
    date: await places.repository.dayOf(commit),
    ...(version !== null && { version }),
    ...(index && { reserved: index.reserved }),
  };
  const crds = manifests.filter(({ path }) => !OTHERS.test(path));
  const listed = crds.map(({ path, text }) => ({ path: path.slice("dist/".length), text }));
  return index?.describes(listed)
    ? { release: unread(crds, { ...about, storage: index.storage }, places) }
    : stateOf(manifests, about, places);
}

/** What lies beside the CRDs in the folder of a channel. */
const OTHERS = /\/(kustomization|admission-policy)\.yaml$/;

/** A release whose CRDs are those that a build wrote: they can be read, so that need not be found out beforehand. */
function unread(files: readonly SourceText[], about: Omit<Release, "channels">, places: Places): Release {
  let channels: Release["channels"] | undefined;
  return {
    ...about,
    get channels() {
      channels ??= readCrds(files, places.channelAnnotation).channels;
      return channels;
    },
  };
}

function stateOf(files: readonly SourceText[], about: Omit<Release, "channels">, places: Places): Found {
  const { channels, diagnostics } = readCrds(files, places.channelAnnotation);
  if (diagnostics.length > 0) return { diagnostics };
  if ([...channels.values()].every((crds) => crds.size === 0))
    return { diagnostics: [diagnose("bundle-missing", { path: about.name })] };
  return { release: { ...about, channels } };
}

/** The state that a tag stands for, though a file or folder may have its name. */
export async function tagState(tag: string, places: Places): Promise<Found> {
  const commit = await places.repository.commitOf(`refs/tags/${tag}`);
  return commit === undefined
    ? { diagnostics: [diagnose("ref-unknown", { ref: tag, hint: "" })] }
    : commitState(tag, commit, places);
}

/** The tags of releases in the history of HEAD, oldest version first; snapshots and release candidates are none. */
export async function releaseTags(repository: Repository): Promise<string[]> {
  const tags = (await repository.reachableTags()).filter((tag) => parse(tag)?.prerelease.length === 0);
  return tags.sort((a, b) => compare(a, b));
}
