/** Reads the manifests of a state that a user names: a file, a directory, or a path in a commit. */
import { basename, posix, resolve } from "node:path";
import { isApplied, isInChannelDirectory } from "../core/bundle-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS, isChannel } from "../core/model/channel.js";
import { compareStrings, type Diagnostic } from "../core/model/diagnostic.js";
import { entryType } from "../host/files.js";
import type { CommittedEntry, Repository } from "../host/git.js";
import { isRegularFile } from "../host/git-tree.js";
import { findManifests, isSearched, limitProblem } from "../host/manifest-search.js";
import { decodeManifest, type Inputs, MANIFEST_LIMIT, readManifest, readManifests, tooLarge } from "../host/sources.js";
import { CHART_CRDS, CHART_FILE, pathOfCrds } from "./chart.js";
import { relocated } from "./manifests.js";

export interface StateManifests extends Inputs {
  /** The directory to which the paths of the files are relative. Unset for a single file. */
  readonly directory?: {
    /** The directory as users know it, with a slash at the end. */
    readonly shown: string;
    readonly name: string;
  };
}

/** Reads a file, or the manifests below a directory or in the `crds/` of a Helm chart. `name` is as the user typed it. */
export async function manifestsOnDisk(name: string, cwd: string): Promise<StateManifests> {
  const typed = name.replace(/(?<=.)\/+$/, "");
  const found = await pathOfCrds(typed, cwd);
  const path = resolve(cwd, found);
  const type = await entryType(path);
  if (type === undefined) {
    const isChart = found !== typed;
    const problem = isChart
      ? diagnose("chart-crds-missing", { chart: typed })
      : diagnose("crds-missing", { path: typed });
    return { files: [], diagnostics: [problem] };
  }
  if (type === "file") return readManifest(path, name);
  const { paths, links, diagnostics } = await findManifests(path, found);
  const isWanted = wantedBeside(paths);
  const read = await readManifests(path, paths.filter(isWanted));
  const named = (inside: string) => `${found}/${inside}`;
  return {
    directory: { shown: `${found}/`, name: basename(path) },
    files: read.files,
    diagnostics: [
      ...diagnostics,
      ...links.filter(isWanted).map((link) => leadsOut(named(link))),
      ...read.diagnostics.map((each) => (each.location ? each : relocated(each, named))),
    ],
  };
}

/** A path from the root of a repository, in a commit that the user named. */
export interface CommitPath {
  readonly revision: string;
  readonly commit: string;
  readonly path: string;
}

/** Reads a file of a commit, or the manifests below a directory of it, with the same limits as on disk. */
export async function manifestsInCommit(at: CommitPath, repository: Repository): Promise<StateManifests> {
  const { revision, commit, path } = at;
  const shown = (inside: string) => `${revision}:${inside}`;
  const entries = await repository.entriesFromRoot(commit, path);
  const own = entries.find((entry) => isWithin(path, entry.path));
  // Such a link or submodule has its content elsewhere.
  if (own && !isRegularFile(own)) return { files: [], diagnostics: [irregular(own, shown(own.path))] };
  if (own) return readBlobs([own], shown, repository);
  if (entries.length === 0) return { files: [], diagnostics: [diagnose("ref-path-missing", { revision, path })] };
  const inside = (entry: CommittedEntry) => posix.relative(`/${path}`, `/${entry.path}`);
  const isChart = entries.some((entry) => inside(entry) === CHART_FILE && isRegularFile(entry));
  if (isChart) {
    const crds = posix.join(path, CHART_CRDS);
    if (entries.some((entry) => isWithin(entry.path, crds)))
      return manifestsInCommit({ ...at, path: crds }, repository);
    return { files: [], diagnostics: [diagnose("chart-crds-missing", { chart: shown(path) })] };
  }
  const searched = entries.filter((entry) => isSearched(inside(entry)));
  const found = searched.filter((entry) => isRegularFile(entry) && isApplied(entry.path));
  const isWanted = wantedBeside(found.map(inside));
  const manifests = found.filter((entry) => isWanted(inside(entry)));
  const size = manifests.reduce((sum, entry) => sum + entry.size, 0);
  const problem = limitProblem(manifests.length, size);
  if (problem !== undefined)
    return { files: [], diagnostics: [diagnose("crds-too-many", { path: shown(path), problem })] };
  const { files, diagnostics } = await readBlobs(
    manifests,
    (each) => posix.relative(`/${path}`, `/${each}`),
    repository,
  );
  const others = searched.filter((entry) => !isRegularFile(entry) && isWanted(inside(entry)));
  const odd = await oddEntries(others, at, repository);
  const directory = { shown: shown(path === "" ? "" : `${path}/`), name: posix.basename(path) };
  return { directory, files, diagnostics: [...odd, ...diagnostics] };
}

/**
 * Returns a function that selects what belongs to a state. Of a bundle, which has directories of channels, only these
 * do. Of a Helm chart with CRDs, only its `crds/` does.
 */
function wantedBeside(manifests: readonly string[]): (path: string) => boolean {
  const isInChannel = (path: string) => CHANNELS.some((channel) => isInChannelDirectory(path, channel));
  if (manifests.some(isInChannel)) return (path) => isInChannel(path) || isChannel(path);
  const directories = new Set(manifests.flatMap(directoriesAround));
  const charts = new Set(
    manifests
      .filter((path) => posix.basename(path) === CHART_FILE)
      .map((path) => posix.dirname(path))
      .filter((chart) => directories.has(`${chart}/${CHART_CRDS}`)),
  );
  return (path) => {
    const chart = directoriesAround(path).find((directory) => charts.has(directory));
    return chart === undefined || isWithin(path, `${chart}/${CHART_CRDS}`);
  };
}

/** Returns the directories that contain a path, outermost first. */
function directoriesAround(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

/** Reports whether a path is another one or in it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

function isLink({ mode }: CommittedEntry): boolean {
  return mode === "120000";
}

async function readBlobs(
  entries: readonly CommittedEntry[],
  named: (path: string) => string,
  repository: Repository,
): Promise<Inputs> {
  const large = entries.filter(({ size }) => size > MANIFEST_LIMIT);
  const rest = entries.filter((entry) => !large.includes(entry));
  const read: Inputs[] = [];
  const left = rest.map(({ path }) => named(path));
  for await (const object of repository.objects(rest.map(({ hash }) => hash))) {
    read.push(decodeManifest(left.shift() ?? "", object?.bytes ?? new Uint8Array()));
  }
  return {
    files: read.flatMap(({ files }) => files),
    diagnostics: [
      ...large.map(({ path }) => tooLarge(named(path), MANIFEST_LIMIT)),
      ...read.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

/**
 * Reports the submodules below a directory of a commit, and the links that lead out of it to a manifest or a directory.
 * Without their content, CRDs would count as removed. Other links lead to files that are found themselves.
 */
async function oddEntries(
  entries: readonly CommittedEntry[],
  { revision, commit, path }: CommitPath,
  repository: Repository,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const entry of [...entries].sort((a, b) => compareStrings(a.path, b.path))) {
    const place = `${revision}:${entry.path}`;
    if (isLink(entry)) {
      const target = posix.resolve(
        `/${posix.dirname(entry.path)}`,
        (await repository.blob(entry.hash)).toString("utf8"),
      );
      const isInside = path === "" || target === `/${path}` || target.startsWith(`/${path}/`);
      if (!isInside && (isApplied(entry.path) || (await isDirectory(target.slice(1), commit, repository)))) {
        found.push(leadsOut(place));
      }
    } else found.push(irregular(entry, place));
  }
  return found;
}

async function isDirectory(path: string, commit: string, repository: Repository): Promise<boolean> {
  return (await repository.entriesFromRoot(commit, path)).some((entry) => entry.path !== path);
}

function leadsOut(path: string): Diagnostic {
  return diagnose("input-link", { path, problem: "points outside the directory" });
}

function irregular(entry: CommittedEntry, place: string): Diagnostic {
  const problem = isLink(entry) ? "it is a symbolic link" : "it is a submodule, whose files are not in the commit";
  return diagnose("crd-invalid", { place, problem });
}
