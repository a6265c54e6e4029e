/** Reads the manifests of a state that a user names: a file, a directory, or a path in a commit. */
import { basename, posix, resolve } from "node:path";
import { isApplied } from "../core/bundle-layout.js";
import { CHART_CRDS, isPackedChart } from "../core/chart-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { compareStrings, type Diagnostic } from "../core/model/diagnostic.js";
import { entryType } from "../host/files.js";
import type { CommittedEntry, Repository } from "../host/git.js";
import { isRegularFile } from "../host/git-tree.js";
import { isSearched, limitProblem } from "../host/manifest-search.js";
import { decodeManifest, type Inputs, MANIFEST_LIMIT, readManifest, tooLarge } from "../host/sources.js";
import { type CrdDirectory, readCrdDirectory, withCrdsOfChart, withLinkedCrds } from "./crd-directory.js";
import { type CrdFiles, crdFiles, stateFiles, type Tree } from "./crd-files.js";
import { relocated } from "./relocated.js";

export interface StateManifests extends Inputs {
  /** The directory to which the paths of the files are relative. Unset for a single file. */
  readonly directory?: Pick<CrdDirectory, "form"> & {
    /** The directory as users know it, with a slash at the end. */
    readonly shown: string;
    readonly name: string;
  };
  /** Files of Helm charts that are not read, although they probably contain CRDs. */
  readonly unread?: readonly string[];
}

/** Reads a file, or the manifests below a directory. `name` is as the user typed it. */
export async function manifestsOnDisk(name: string, cwd: string): Promise<StateManifests> {
  const typed = name.replace(/(?<=.)\/+$/, "");
  const path = resolve(cwd, typed);
  const type = await entryType(path);
  if (type === undefined) return { files: [], diagnostics: [diagnose("crds-missing", { path: typed })] };
  if (type === "file") return readManifest(path, name);
  const read = await readCrdDirectory(path, typed, stateFiles);
  return stateOf(read, (inside) => `${typed}/${inside}`, basename(path));
}

/** Returns the content of a directory as that of a state. Links that lead out of the directory are problems. */
function stateOf(
  { form, files, unread, problems, links, diagnostics }: CrdDirectory,
  named: (inside: string) => string,
  name: string,
): StateManifests {
  return {
    directory: { form, shown: named(""), name },
    files,
    unread: unread.map(named),
    diagnostics: [
      ...problems,
      ...links.map((link) => leadsOut(named(link))),
      ...diagnostics.map((each) => (each.location ? each : relocated(each, named))),
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
  const found = await followed(commit, path, repository);
  const own = found.entries.find((entry) => isWithin(found.path, entry.path));
  // Such a link or submodule has its content elsewhere.
  if (own && !isRegularFile(own)) return { files: [], diagnostics: [irregular(own, `${revision}:${own.path}`)] };
  if (own) return readBlobs([own], () => `${revision}:${path}`, repository);
  if (found.entries.length === 0) {
    return { files: [], diagnostics: [diagnose("ref-path-missing", { revision, path })] };
  }
  const shown = `${revision}:${path}`;
  const read = await readTree({ ...found, commit, shown }, repository, stateFiles);
  return stateOf(read, (inside) => (path === "" ? `${shown}${inside}` : `${shown}/${inside}`), posix.basename(path));
}

/** The entries at or below a path of a commit. The path was reached through links. */
interface Followed {
  readonly path: string;
  readonly entries: readonly CommittedEntry[];
}

/** The entries of a directory of a commit. */
interface CommittedTree extends Followed {
  readonly commit: string;
  /** The directory as users know it. */
  readonly shown: string;
}

/** Reads the CRDs below a directory of a commit, like those below a directory on the disk. */
async function readTree(
  { commit, path, shown, entries }: CommittedTree,
  repository: Repository,
  select: (tree: Tree) => Promise<CrdFiles> = crdFiles,
): Promise<CrdDirectory> {
  const inside = (entry: string) => posix.relative(`/${path}`, `/${entry}`);
  const searched = new Map(
    entries.map((entry) => [inside(entry.path), entry] as const).filter(([at]) => isSearched(at)),
  );
  const names = [...searched.keys()];
  const isFile = (at: string) => isRegularFile(searched.get(at) ?? { mode: "" });
  const entriesAt = (paths: readonly string[]) => paths.flatMap((at) => searched.get(at) ?? []);
  const paths = names.filter((at) => isFile(at) && isApplied(at));
  const size = entriesAt(paths).reduce((sum, entry) => sum + entry.size, 0);
  const problem = limitProblem(paths.length, size);
  if (problem !== undefined) {
    const problems = [diagnose("crds-too-many", { path: shown, problem })];
    return { form: "directory", files: [], diagnostics: [], problems, links: [], unread: [] };
  }
  const packedCharts = names.filter((at) => isFile(at) && isPackedChart(at));
  const read = (wanted: readonly string[]) => readBlobs(entriesAt(wanted), inside, repository);
  const { form, isWanted, unread } = await select({ paths, packedCharts, read });
  const others = entriesAt(names.filter((at) => !isFile(at) && isWanted(at)));
  const [modules, links] = [others.filter((entry) => !isLink(entry)), others.filter(isLink)];
  const found = {
    ...(await read(paths.filter(isWanted))),
    form,
    unread,
    problems: modules.map((entry) => irregular(entry, posix.join(shown, inside(entry.path)))),
    links: (await linksOut(links, { commit, path }, repository)).map((entry) => inside(entry.path)),
  };
  if (form !== "chart") return found;
  const crds = searched.get(CHART_CRDS);
  const linked = crds && isLink(crds) ? await followed(commit, crds.path, repository) : undefined;
  const isDirectory = linked?.entries.every((entry) => !isWithin(linked.path, entry.path));
  if (!linked || !isDirectory) return withCrdsOfChart(found, shown);
  const crdsOfLink = await readTree({ ...linked, commit, shown: `${shown}/${CHART_CRDS}` }, repository);
  return withCrdsOfChart(withLinkedCrds(found, crdsOfLink), shown);
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

/** The links that are followed on the way to a path, as on Linux. */
const MOST_LINKS = 40;

/**
 * Returns the entries at or below a path of a commit, like a checkout: links on the way to it are followed if they stay
 * in the repository. Otherwise, returns the link.
 */
async function followed(commit: string, path: string, repository: Repository, links = MOST_LINKS): Promise<Followed> {
  const entries = await repository.entriesFromRoot(commit, path);
  const link = entries.find((entry) => isWithin(path, entry.path) && isLink(entry));
  if (!link || links === 0) return { path, entries };
  const target = await targetOf(link, repository);
  if (target === undefined) return { path, entries };
  const rest = posix.relative(`/${link.path}`, `/${path}`);
  const found = await followed(commit, posix.join(target, rest).replace(/^\.$|\/+$/, ""), repository, links - 1);
  const isFound =
    found.entries.length > 0 && !found.entries.some((entry) => isWithin(found.path, entry.path) && isLink(entry));
  return isFound ? found : { path, entries };
}

/** Returns the path to which a link leads, or undefined if it leads out of the repository. */
async function targetOf({ path, hash }: CommittedEntry, repository: Repository): Promise<string | undefined> {
  const text = (await repository.blob(hash)).toString("utf8");
  const target = posix.join(posix.dirname(path), text);
  return posix.isAbsolute(text) || target === ".." || target.startsWith("../") ? undefined : target;
}

/**
 * Returns the links below a directory of a commit that lead out of it to a manifest or a directory. Without their
 * content, CRDs would count as removed. Other links lead to files that are found themselves.
 */
async function linksOut(
  links: readonly CommittedEntry[],
  { commit, path }: Pick<CommittedTree, "commit" | "path">,
  repository: Repository,
): Promise<CommittedEntry[]> {
  const found: CommittedEntry[] = [];
  for (const link of [...links].sort((a, b) => compareStrings(a.path, b.path))) {
    const text = (await repository.blob(link.hash)).toString("utf8");
    const target = posix.resolve(`/${posix.dirname(link.path)}`, text);
    const isInside = path === "" || isWithin(target, `/${path}`);
    if (!isInside && (isApplied(link.path) || (await isDirectory(target.slice(1), commit, repository))))
      found.push(link);
  }
  return found;
}

async function isDirectory(path: string, commit: string, repository: Repository): Promise<boolean> {
  return (await repository.entriesFromRoot(commit, path)).some((entry) => entry.path !== path);
}

/** Reports whether a path is another one or in it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

function isLink({ mode }: CommittedEntry): boolean {
  return mode === "120000";
}

function leadsOut(path: string): Diagnostic {
  return diagnose("input-link", { path, problem: "points outside the directory" });
}

function irregular(entry: CommittedEntry, place: string): Diagnostic {
  const problem = isLink(entry)
    ? "it is a symbolic link that leads to nothing in the commit"
    : "it is a submodule, whose files are not in the commit";
  return diagnose("crd-invalid", { place, problem });
}
