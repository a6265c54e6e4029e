/** Builds a release again from its tag, and compares all of it with what is there. */
import { basename, join, posix, resolve } from "node:path";
import { parse, valid } from "semver";
import { failureOf, sourcesOf } from "../app/failure.js";
import { compareTree } from "../app/judgement.js";
import { type Output, outputOf } from "../app/output.js";
import { pathFrom } from "../app/project.js";
import { assetsOf } from "../app/release-assets.js";
import { attributeProblems } from "../app/release-attributes.js";
import { notesFromManifests } from "../app/release-notes.js";
import { withSettledWaivers } from "../app/settled-waivers.js";
import { isTrouble, lineageOf, openWorkspace, treeState, type Workspace } from "../app/states.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Channel } from "../core/model/channel.js";
import { CHECKSUMS } from "../core/model/checksums.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Asset } from "../core/model/output.js";
import { type AssetsFolder, readAssetsFolder } from "../host/assets-folder.js";
import { inCommitFolder } from "../host/commit-folder.js";
import { kindOf as kindOfPath } from "../host/files.js";
import {
  BATCH_LIMIT,
  type CommittedEntry,
  type CommittedFile,
  dayOf,
  OBJECT_LIMIT,
  REGULAR_FILE,
  Repository,
  SUBMODULE,
} from "../host/git.js";
import { UnsoundTree } from "../host/git-tree.js";
import { entryAt } from "../host/paths.js";
import { IGNORE_ALL, putAssets } from "../host/placed-assets.js";
import { FILE_LIMIT, readSource } from "../host/sources.js";
import { assetProblems } from "../release/assets/asset-problems.js";
import { ASSETS_FOLDER } from "../release/assets/assets.js";
import { checksumProblems } from "../release/assets/checksums.js";
import { versionOfAssets } from "../release/assets/provenance.js";
import { bundleProblems } from "../release/bundle/bundle-problems.js";
import { CHANGELOG, type Changelog, readChangelog, sectionOf } from "../release/changelog/changelog.js";
import { notesOf } from "../release/changelog/notes.js";
import { channelsOf, kindOf, releaseOf } from "../release/version.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface VerifyOptions {
  readonly project: string;
  /** Puts the assets where they belong, if they are not there. */
  readonly write?: boolean;
  /** The version that it must be, with or without a v. */
  readonly expect?: string;
  readonly format: Format;
}

/** What was found, and what a person is told where nothing was. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources?: readonly SourceText[];
  readonly message?: string;
  /** The release that it was compared with. */
  readonly compared?: string;
}

/** Runs `crd-bundle verify`: 0 where everything is as its sources make it. */
export async function verifyCommand(
  what: string,
  options: VerifyOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const { diagnostics, sources = [], message = "", compared } = await findingsOf(what, options, templates, terminal);
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, options.project));
  const { format } = options;
  if (format === "text") terminal.err(report(diagnostics, format, sources, terminal.errStyle, base));
  else terminal.out(report(diagnostics, format, sources, terminal.outStyle, base));
  if (format === "text" && diagnostics.length === 0) terminal.out(message);
  if (format === "text" && diagnostics.length > 0 && compared !== undefined)
    terminal.err(`Compared with ${compared}.\n`);
  return exitCodeFor(diagnostics);
}

async function findingsOf(
  what: string,
  options: VerifyOptions,
  templates: string,
  terminal: Terminal,
): Promise<Findings> {
  try {
    return await verify(what, options, templates, terminal);
  } catch (error) {
    return { diagnostics: [failureOf(error, terminal.cwd)], sources: sourcesOf(error) };
  }
}

async function verify(what: string, options: VerifyOptions, templates: string, terminal: Terminal): Promise<Findings> {
  const { expect } = options;
  if (expect !== undefined && valid(expect) === null)
    return { diagnostics: [diagnose("version-invalid", { version: expect, source: "--expect" })] };
  const folder = resolve(terminal.cwd, what);
  const kind = await kindOfPath(folder);
  const downloaded = kind === "folder" ? await downloadIn(folder) : undefined;
  const version = downloaded ? versionOfAssets(downloaded.assets) : (parse(what)?.version ?? undefined);
  const expected = valid(expect ?? (downloaded && basename(folder))); // downloads are often named after their version
  const isOther = expected !== null && version !== undefined && version !== expected;
  // Genuine assets of an older release, under the name of a newer one, would take back what that one corrected.
  const early = [
    ...(downloaded ? sumProblems(downloaded) : []),
    ...(isOther
      ? [diagnose("release-expected", { what, kind: downloaded ? "directory" : "tag", version, expected })]
      : []),
  ];
  const repository = new Repository(resolve(terminal.cwd, options.project));
  const tag = downloaded ? `v${version}` : what;
  const commit = version === undefined ? undefined : await repository.commitOf(`refs/tags/${tag}`);
  const unreadable = await repository.problem();
  if (unreadable !== undefined)
    return { diagnostics: [...early, diagnose("repository-unreadable", { problem: unreadable })] };
  if (version === undefined || commit === undefined) {
    const unknown = version === undefined && downloaded;
    const meant = (await repository.refOf(`refs/tags/v${tag}`)) === undefined ? undefined : `v${tag}`;
    const problem = unknown
      ? diagnose("assets-unknown", { folder: what })
      : diagnose("release-unknown", {
          tag,
          place: kind === undefined && /[\\/]/.test(what) ? what : undefined,
          nearest: meant,
        });
    return { diagnostics: [...early, problem] };
  }
  const tagged = { tag, commit, version, channels: channelsOf(version) };
  const rebuilt = await rebuild(tagged, repository, templates, terminal);
  const kept = join(repository.folder, ASSETS_FOLDER, version);
  const linked = downloaded ? [] : await linkProblems(repository.folder, kept, options.write === true, terminal.cwd);
  const isKept = linked.length === 0 && (await entryAt(kept)) === "folder";
  const actual = downloaded ?? (isKept ? await downloadIn(kept) : undefined);
  const diagnostics = [
    ...early,
    ...(await tagNameProblems(tag, repository)),
    ...rebuilt.diagnostics,
    ...linked,
    ...(actual && rebuilt.assets ? contentProblems(rebuilt.assets, actual) : []),
  ];
  const compared = `${tag}, commit ${commit.slice(0, 12)}`;
  if (diagnostics.length > 0) return { diagnostics: inSourceOrder(diagnostics), sources: rebuilt.sources, compared };
  const isWritten = !actual && options.write === true;
  if (isWritten) await putAssets(kept, rebuilt.assets ?? []);
  return { diagnostics, message: conclusion(tag, rebuilt, Boolean(actual), isWritten, pathFrom(terminal.cwd, kept)) };
}

/** The assets in a folder, without the file by which git ignores those that were made here. */
async function downloadIn(folder: string): Promise<AssetsFolder> {
  const read = await readAssetsFolder(folder);
  const isOurs = ({ name, bytes }: Asset) =>
    name === ".gitignore" && Buffer.from(bytes).toString("latin1") === IGNORE_ALL;
  return { ...read, assets: read.assets.filter((asset) => !isOurs(asset)) };
}

/** A tag object has the name that it was made under, and a signature covers it: a ref can put it under another name. */
async function tagNameProblems(tag: string, repository: Repository): Promise<Diagnostic[]> {
  const name = await repository.innerNameOf(tag);
  return name === undefined || name === tag ? [] : [diagnose("tag-renamed", { tag, name })];
}

/** A clone can bring links in the place of the folders of the assets. They are neither read nor written through. */
async function linkProblems(project: string, kept: string, isWriting: boolean, cwd: string): Promise<Diagnostic[]> {
  for (const path of [join(project, ASSETS_FOLDER), kept]) {
    if ((await entryAt(path)) === "link") return [diagnose("assets-link", { folder: pathFrom(cwd, path) })];
  }
  const found = await entryAt(kept);
  const isInTheWay = isWriting && found !== undefined && found !== "folder";
  return isInTheWay ? [diagnose("release-assets-there", { folder: pathFrom(cwd, kept) })] : [];
}

/** How files differ from the assets, and which are none. What a link or a pipe holds instead is not of interest. */
function contentProblems(expected: readonly Asset[], { assets, unread, isCut }: AssetsFolder): Diagnostic[] {
  const kinds = new Map(unread.map(({ name, kind }) => [name, kind]));
  const problems = assetProblems(expected, assets).map((problem) => {
    const name = String(problem.args.name);
    const kind = problem.code === "asset-unlike" ? kinds.get(name) : undefined;
    return kind === undefined ? problem : diagnose("asset-not-file", { name, kind });
  });
  return [...problems, ...(isCut ? [diagnose("assets-many", {})] : [])];
}

/** Whether the sums that lie beside the assets are theirs. */
function sumProblems({ assets, unread }: AssetsFolder): Diagnostic[] {
  const sums = assets.find(({ name }) => name === CHECKSUMS);
  if (!sums) return [diagnose("asset-missing", { name: CHECKSUMS })];
  const isUnread = ({ code, args }: Diagnostic) =>
    code === "asset-sum" && unread.some(({ name }) => name === args.name);
  return checksumProblems(Buffer.from(sums.bytes).toString("utf8"), assets).filter((problem) => !isUnread(problem));
}

function conclusion(
  tag: string,
  { files, assets = [] }: Rebuilt,
  isCompared: boolean,
  isWritten: boolean,
  folder: string,
): string {
  const what = `${tag}: ${files} files in dist/${isCompared ? ` and ${assets.length} assets are` : " are"} what the sources make`;
  if (isCompared) return `${what}.\n`;
  return `${what}. ${isWritten ? `The assets are in ${folder} now` : `There are no assets in ${folder} to compare: --write puts them there`}.\n`;
}

interface Rebuilt extends Required<Pick<Findings, "diagnostics" | "sources">> {
  /** Unset if they cannot be made: then nothing is known of assets. */
  readonly assets?: readonly Asset[];
  /** How many files dist/ has. */
  readonly files: number;
}

/** A tag, and what is in it. */
interface Tagged {
  readonly tag: string;
  readonly commit: string;
  /** Without a v. */
  readonly version: string;
  readonly channels: readonly Channel[];
}

/** What a build reads. */
const SOURCES = ["apis", "package.json", CHANGELOG];

/** Builds a tag from its objects, and compares what it makes with what the tag holds. */
async function rebuild(
  tagged: Tagged,
  repository: Repository,
  templates: string,
  terminal: Terminal,
): Promise<Rebuilt> {
  terminal.progress(`reading ${tagged.tag}`);
  const all = await soundEntries(tagged, repository);
  if ("code" in all) return { diagnostics: [all], sources: [], files: 0 };
  const entries = all.filter(isBuiltFrom);
  const odd = entries.filter(({ mode }) => !isRegular(mode));
  const unlike = odd.map(({ path, mode }) => diagnose("tag-unlike", { tag: tagged.tag, path, how: kindOfMode(mode) }));
  const files = await readEntries(
    entries.filter(({ mode }) => isRegular(mode)),
    repository,
  );
  const rebuilt = await inCommitFolder(files, async (folder): Promise<Rebuilt> => {
    const workspace = await openWorkspace(folder, templates, terminal);
    if (isTrouble(workspace)) return notRebuilt(tagged.tag, workspace.diagnostics, workspace.sources);
    return compare(tagged, { ...workspace, places: { ...workspace.places, repository } }, templates);
  });
  return { ...rebuilt, diagnostics: [...unlike, ...rebuilt.diagnostics] };
}

/** Types, settings and what lies beside them: no build reads anything else. */
function isBuiltFrom({ path }: CommittedEntry): boolean {
  return SOURCES.includes(path) || /^apis\/.*\.([cm]?tsx?|yaml)$/is.test(path);
}

/** All that a tag has of a bundle, or why none of it can be read: nothing is, before all of it is known to be sound. */
async function soundEntries({ tag, commit }: Tagged, repository: Repository): Promise<CommittedEntry[] | Diagnostic> {
  const unlike = (path: string, how: string) => diagnose("tag-unlike", { tag, path: path || "its root", how });
  try {
    const entries = await repository.entriesOf(commit, ...SOURCES, DIST);
    const large = entries.find((entry) => isBuiltFrom(entry) && entry.size > FILE_LIMIT);
    if (large) return unlike(large.path, `is larger than ${FILE_LIMIT / 2 ** 20} MiB`);
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    return size <= BATCH_LIMIT ? entries : unlike("its bundle", `is larger than ${BATCH_LIMIT / 2 ** 20} MiB`);
  } catch (error) {
    if (error instanceof UnsoundTree) return unlike(error.path.replace(/\/$/, ""), error.how);
    throw error;
  }
}

/** Assets are not to blame for sources that this version of the tool cannot build. */
function notRebuilt(tag: string, diagnostics: readonly Diagnostic[], sources: readonly SourceText[]): Rebuilt {
  return { diagnostics: [diagnose("tag-not-rebuilt", { tag }), ...diagnostics], sources, files: 0 };
}

async function compare(tagged: Tagged, workspace: Workspace, templates: string): Promise<Rebuilt> {
  const { tag, commit, version, channels } = tagged;
  const { bundle, folder, places, sources } = workspace;
  const current = await workspace.buildTree();
  if (current.diagnostics.length > 0) return notRebuilt(tag, current.diagnostics, sources);
  const output = outputOf(await workspace.printAs(version, channels), bundle, folder);
  const entries = await places.repository.entriesOf(
    commit,
    DIST,
    ...(bundle.reports === undefined ? [] : [bundle.reports]),
  );
  const committed = await readEntries(
    entries.filter(({ mode }) => mode !== SUBMODULE),
    places.repository,
  );
  const files = committed
    .filter(({ path }) => path.startsWith(`${DIST}/`))
    .map(({ path, bytes }) => ({ path: path.slice(DIST.length + 1), text: bytes.toString("utf8") }));
  const notes = await compareNotes(tagged, workspace, templates);
  const release = notes.text === undefined ? undefined : { name: bundle.name, version, notes: notes.text, files };
  return {
    diagnostics: [
      ...(bundle.version === version ? [] : [diagnose("tag-version", { tag, version: bundle.version })]),
      ...treeProblems(tag, entries, committed, output),
      ...(await attributeProblems(tagged, output, places.repository)),
      ...bundleProblems(files, { version, annotations: bundle.annotations, channels }),
      ...notes.diagnostics,
    ],
    sources: [...sources, ...notes.sources],
    ...(release && { assets: await assetsOf(places.repository, commit, release) }),
    files: files.length,
  };
}

const DIST = "dist";

function isRegular(mode: string): boolean {
  return mode === REGULAR_FILE || mode === "100755";
}

function kindOfMode(mode: string): string {
  if (mode === "120000") return "is a symbolic link";
  if (mode === SUBMODULE) return "is a submodule";
  return mode === "100755" ? "is executable" : `has the mode ${mode}`;
}

/** The bytes of entries, as the objects have them. One that is far too large is taken for an empty file. */
async function readEntries(entries: readonly CommittedEntry[], repository: Repository): Promise<CommittedFile[]> {
  const wanted = new Set(entries.filter(({ size }) => size <= OBJECT_LIMIT).map(({ hash }) => hash));
  const bytes = new Map<string, Buffer>();
  for await (const object of repository.objects([...wanted])) if (object) bytes.set(object.hash, object.bytes);
  return entries.map(({ path, hash }) => ({ path, bytes: bytes.get(hash) ?? Buffer.alloc(0) }));
}

/**
 * Compares the tree of a tag with what the sources make, name by name and byte by byte: what the objects hold, and not
 * what a checkout makes of them.
 */
function treeProblems(
  tag: string,
  entries: readonly CommittedEntry[],
  committed: readonly CommittedFile[],
  { files, belongs }: Output,
): Diagnostic[] {
  const unlike = (path: string, how: string) => diagnose("tag-unlike", { tag, path, how });
  const expected = new Map(files.map(({ path, text }) => [posix.join(DIST, path), Buffer.from(text)]));
  const bytes = new Map(committed.map((file) => [file.path, file.bytes]));
  const seen = new Set<string>();
  const problems = entries.flatMap(({ path, mode }) => {
    const isAgain = seen.has(path);
    seen.add(path);
    if (isAgain) return [unlike(path, "is there twice")]; // git makes no such tree, but takes one
    const wanted = expected.get(path);
    if (!wanted) return isOfBundle(path, belongs) ? [unlike(path, "does not belong to the bundle")] : [];
    if (mode !== REGULAR_FILE) return [unlike(path, kindOfMode(mode))];
    return bytes.get(path)?.equals(wanted) ? [] : [unlike(path, "is not what the sources make")];
  });
  const missing = [...expected.keys()].filter((path) => !seen.has(path));
  return [...problems, ...missing.map((path) => unlike(path, "is missing"))];
}

/** All of dist/ is the bundle's; of the folder of the reports, only what a build writes there. */
function isOfBundle(path: string, belongs: Output["belongs"]): boolean {
  return path === DIST || path.startsWith(`${DIST}/`) || belongs(posix.relative(DIST, path));
}

interface ComparedNotes {
  /** Unset if they cannot be made. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** The notes say what changed and what was waived, and not which bump that needed: every profile leads to the same. */
const NOTES_PROFILE = "channels";

/** The release notes, and whether their generated part is what the releases before and the waivers make it. */
async function compareNotes(tagged: Tagged, workspace: Workspace, templates: string): Promise<ComparedNotes> {
  const { tag, commit, version, channels } = tagged;
  const { folder, places } = workspace;
  const before = await withSettledWaivers(workspace, [commit]);
  const earlier = await lineageOf(before, commit, version);
  if ("diagnostics" in earlier) return earlier;
  const file = (await readSource(folder, CHANGELOG)) ?? { path: CHANGELOG, text: "" };
  const changelog = readChangelog(file);
  const day = dayOf(await places.repository.timeOf(commit));
  const tree = await treeState(before, dayOfRelease(changelog, version, day));
  if ("diagnostics" in tree) return tree;
  const comparison = await compareTree(before, earlier, tree, NOTES_PROFILE, templates);
  const generated = notesFromManifests(channels, before, tree, comparison, comparison?.judgeAs(releaseOf(version)));
  const days = { first: earlier.at(-1)?.date ?? "", last: day };
  const problems = kindOf(version) === "release" ? sectionProblems(changelog, tag, version, days, generated) : [];
  return { text: notesOf(changelog, version, generated), diagnostics: problems, sources: [file] };
}

/** A release is judged on the day that its section is dated: a pull request may be merged days later. */
function dayOfRelease(changelog: Changelog, version: string, day: string): string {
  const date = changelog.sections.find((section) => section.version === version)?.date;
  return date !== undefined && date < day ? date : day;
}

function sectionProblems(
  changelog: Changelog,
  tag: string,
  version: string,
  { first, last }: { readonly first: string; readonly last: string },
  generated: string,
): Diagnostic[] {
  const section = changelog.sections.find((candidate) => candidate.version === version);
  if (!section) return [diagnose("tag-changelog", { tag, problem: `has no section for ${version}` })];
  const { heading } = section;
  const location = { file: changelog.file.path, ...heading };
  const dated =
    section.date !== undefined && first <= section.date && section.date <= last
      ? []
      : [diagnose("tag-changelog", { tag, problem: `dates ${version} otherwise than its commit, ${last}` }, location)];
  const text = sectionOf(changelog, version)?.replaceAll("\r\n", "\n") ?? "";
  const isTrue = text.endsWith(generated.trim());
  return [
    ...dated,
    ...(isTrue
      ? []
      : [diagnose("tag-changelog", { tag, problem: `says of ${version} what the manifests do not` }, location)]),
  ];
}
