/** Builds a release again from its tag, and compares all of it with what is there. */
import { join, resolve } from "node:path";
import { parse } from "semver";
import { readPolicyFiles } from "../config/policy-files.js";
import { diagnose } from "../diagnostics/diagnose.js";
import { kindOf as kindOfPath, listFiles, readFileBytes, readSource } from "../host/files.js";
import { dayOf, Repository } from "../host/git.js";
import { putAssets, ReleaseWork } from "../host/release-work.js";
import type { Channel } from "../model/channel.js";
import { type Diagnostic, inSourceOrder } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { Asset } from "../model/output.js";
import type { Waiver } from "../model/policy.js";
import { assetProblems } from "../release/assets/asset-problems.js";
import { ASSETS_FOLDER } from "../release/assets/assets.js";
import { CHECKSUMS, checksumProblems } from "../release/assets/checksums.js";
import { versionOfAssets } from "../release/assets/provenance.js";
import { bundleProblems } from "../release/bundle/bundle-problems.js";
import { CHANGELOG, type Changelog, readChangelog, sectionOf } from "../release/changelog/changelog.js";
import { notesOf } from "../release/changelog/notes.js";
import { channelsOf, kindOf, releaseOf } from "../release/version.js";
import { exitCodeFor, type Format, report } from "../report/report.js";
import type { ExitCode, Terminal } from "./command.js";
import { failureOf } from "./failure.js";
import { compareTree } from "./judgement.js";
import { driftFrom, type Output, outputOf } from "./output.js";
import { pathFrom } from "./project.js";
import { assetsOf, bundleIn } from "./release-assets.js";
import { notesFromManifests } from "./release-notes.js";
import { isTrouble, lineageOf, openWorkspace, treeState, type Workspace } from "./states.js";

export interface VerifyOptions {
  readonly project: string;
  /** Puts the assets where they belong, if they are not there. */
  readonly write?: boolean;
  readonly format: Format;
}

/** What was found, and what a person is told where nothing was. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources?: readonly SourceText[];
  readonly says?: string;
}

/** Runs `crd-bundle verify`: 0 where everything is as its sources make it. */
export async function verifyCommand(
  what: string,
  options: VerifyOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const { diagnostics, sources = [], says = "" } = await verify(what, options, templates, terminal);
  const base = pathFrom(terminal.cwd, resolve(terminal.cwd, options.project));
  const { format } = options;
  if (format === "text") terminal.err(report(diagnostics, format, sources, terminal.errStyle, base));
  else terminal.out(report(diagnostics, format, sources, terminal.outStyle, base));
  if (format === "text" && diagnostics.length === 0) terminal.out(says);
  return exitCodeFor(diagnostics);
}

async function verify(what: string, options: VerifyOptions, templates: string, terminal: Terminal): Promise<Findings> {
  const folder = resolve(terminal.cwd, what);
  const isFolder = (await kindOfPath(folder)) === "folder";
  const downloaded = isFolder ? await readAssets(folder) : undefined;
  const version = downloaded ? versionOfAssets(downloaded) : (parse(what)?.version ?? undefined);
  const sums = downloaded ? sumProblems(downloaded) : [];
  const repository = new Repository(resolve(terminal.cwd, options.project));
  const tag = downloaded ? `v${version}` : what;
  const commit = version === undefined ? undefined : await repository.commitOf(`refs/tags/${tag}`);
  if (version === undefined || commit === undefined) {
    const unknown = version === undefined && downloaded;
    const meant = (await repository.refOf(`refs/tags/v${tag}`)) === undefined ? undefined : `v${tag}`;
    const problem = unknown
      ? diagnose("assets-unknown", { folder: what })
      : diagnose("release-unknown", { tag, nearest: meant });
    return { diagnostics: [...sums, problem] };
  }
  try {
    const rebuilt = await rebuild(
      { tag, commit, version, channels: channelsOf(version) },
      repository,
      templates,
      terminal,
    );
    const kept = join(repository.folder, ASSETS_FOLDER, version);
    const actual = downloaded ?? ((await kindOfPath(kept)) === "folder" ? await readAssets(kept) : undefined);
    const diagnostics = [...rebuilt.diagnostics, ...sums, ...(actual ? assetProblems(rebuilt.assets, actual) : [])];
    if (diagnostics.length > 0) return { diagnostics: inSourceOrder(diagnostics), sources: rebuilt.sources };
    const isWritten = !actual && options.write === true;
    if (isWritten) await putAssets(kept, rebuilt.assets);
    return { diagnostics, says: conclusion(tag, rebuilt, Boolean(actual), isWritten, pathFrom(terminal.cwd, kept)) };
  } catch (error) {
    return { diagnostics: [failureOf(error, terminal.cwd)] };
  }
}

async function readAssets(folder: string): Promise<Asset[]> {
  const names = (await listFiles(folder)).filter((name) => name !== ".gitignore");
  const read = async (name: string) => ({ name, bytes: (await readFileBytes(join(folder, name))) ?? Buffer.alloc(0) });
  return Promise.all(names.map(read));
}

/** Whether the sums that lie beside the assets are theirs. */
function sumProblems(assets: readonly Asset[]): Diagnostic[] {
  const sums = assets.find(({ name }) => name === CHECKSUMS);
  if (!sums) return [diagnose("asset-missing", { name: CHECKSUMS })];
  return checksumProblems(Buffer.from(sums.bytes).toString("utf8"), assets);
}

function conclusion(
  tag: string,
  { files, assets }: Rebuilt,
  isCompared: boolean,
  isWritten: boolean,
  folder: string,
): string {
  const what = `${tag}: ${files} files in dist/${isCompared ? ` and ${assets.length} assets are` : " are"} what the sources make`;
  if (isCompared) return `${what}.\n`;
  return `${what}. ${isWritten ? `The assets are in ${folder} now` : `There are no assets in ${folder} to compare: --write puts them there`}.\n`;
}

interface Rebuilt extends Required<Pick<Findings, "diagnostics" | "sources">> {
  readonly assets: readonly Asset[];
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

/** Builds a tag in a clean worktree, and compares what it makes with what the tag holds. */
async function rebuild(
  tagged: Tagged,
  repository: Repository,
  templates: string,
  terminal: Terminal,
): Promise<Rebuilt> {
  const { work } = await ReleaseWork.enter(repository, terminal.self);
  try {
    terminal.progress(`checking out ${tagged.tag}`);
    const project = join(await work.checkOut(tagged.commit), await repository.prefix());
    const workspace = await openWorkspace(project, templates, terminal);
    if (isTrouble(workspace)) return { ...workspace, assets: [], files: 0 };
    return await compare(tagged, workspace, templates);
  } finally {
    await work.leave();
  }
}

async function compare(tagged: Tagged, workspace: Workspace, templates: string): Promise<Rebuilt> {
  const { tag, commit, version, channels } = tagged;
  const { bundle, folder, places, sources } = workspace;
  const current = await workspace.buildTree();
  if (current.diagnostics.length > 0) return { diagnostics: current.diagnostics, sources, assets: [], files: 0 };
  const output = outputOf(await workspace.printAs(version, channels), bundle, folder);
  const files = await bundleIn(places.repository, commit);
  const notes = await compareNotes(tagged, workspace, templates);
  const release = { name: bundle.name, version, notes: notes.text, files };
  return {
    diagnostics: [
      ...(bundle.version === version ? [] : [diagnose("tag-version", { tag, version: bundle.version })]),
      ...(await driftProblems(tag, output, folder)),
      ...bundleProblems(files, { version, annotations: bundle.annotations, channels }),
      ...notes.diagnostics,
    ],
    sources: [...sources, ...notes.sources],
    assets: await assetsOf(places.repository, commit, release),
    files: files.length,
  };
}

/** What belongs to the build and is not what the sources make, and what else lies in dist/. */
async function driftProblems(tag: string, output: Output, folder: string): Promise<Diagnostic[]> {
  const isInDist = (path: string) => !path.startsWith("../");
  const belongs = (path: string) => isInDist(path) || output.belongs(path);
  const { missing, differing, surplus } = await driftFrom({ ...output, belongs });
  const named = (path: string) => pathFrom(folder, join(output.root, path));
  const say = (how: string) => (path: string) => diagnose("tag-unlike", { tag, path: named(path), how });
  return [
    ...differing.map(say("is not what the sources make")),
    ...missing.map(say("is missing")),
    ...surplus.map(say("does not belong to the bundle")),
  ];
}

interface ComparedNotes {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** The notes say what changed and what was waived, and not which bump that needed: every profile leads to the same. */
const NOTES_PROFILE = "channels";

/** The release notes, and whether their generated part is what the releases before and the waivers make it. */
async function compareNotes(tagged: Tagged, workspace: Workspace, templates: string): Promise<ComparedNotes> {
  const { tag, commit, version, channels } = tagged;
  const { folder, places } = workspace;
  const before = await withSettledWaivers(workspace, commit);
  const lineage = await lineageOf(before);
  if ("diagnostics" in lineage) return { text: "", ...lineage };
  const file = (await readSource(folder, CHANGELOG)) ?? { path: CHANGELOG, text: "" };
  const changelog = readChangelog(file);
  const day = dayOf(await places.repository.timeOf(commit));
  const tree = await treeState(before, dayOfRelease(changelog, version, day));
  if ("diagnostics" in tree) return { text: "", ...tree };
  const earlier = lineage.filter((release) => release.name !== tag);
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

/** The waivers that a release used left the project with its commit: they stand in the commit before it. */
async function withSettledWaivers(workspace: Workspace, commit: string): Promise<Workspace> {
  const [file] = await workspace.places.repository.filesOf(`${commit}^`, "apis/waivers.yaml");
  if (!file) return workspace;
  const { waivers } = readPolicyFiles({ path: file.path, text: file.bytes.toString("utf8") }, undefined, undefined);
  const isKept = ({ fingerprint, release }: Waiver) =>
    workspace.policy.waivers.some((kept) => kept.fingerprint === fingerprint && kept.release === release);
  const settled = waivers.filter((waiver) => !isKept(waiver));
  return { ...workspace, policy: { ...workspace.policy, waivers: [...workspace.policy.waivers, ...settled] } };
}
