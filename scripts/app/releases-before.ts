/** The releases that the working tree is compared with, and whether the last one of them is really there. */
import { diffReleases } from "../changes/diff/releases.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { parseVersion, tagOf, type Version, versionsIn } from "../core/model/release-version.js";
import { CHANGELOG } from "../core/project-layout.js";
import { failure, type Result } from "../core/result.js";
import type { Repository } from "../host/git.js";
import { readChangelog } from "../release/changelog/changelog.js";
import { isPatchOfAnotherLine, isStampedBefore, missingRelease, missingTag, STAMPED } from "../release/version.js";
import { commitState } from "./find-state.js";
import { lineageOf, notedIn, treeState } from "./states.js";
import type { Workspace } from "./workspace.js";

/** The versions that decide whether a release is missing. */
interface Known {
  /** The dated sections of the changelog. */
  readonly noted: readonly Version[];
  /** All tags. */
  readonly tagged: readonly Version[];
  /** The tags in the history of HEAD. */
  readonly reachable: readonly Version[];
}

/**
 * The releases in the history of HEAD, for the working tree to be compared with. Trouble if the last one that the
 * changelog notes is not among them: the comparison would be with an older release, or with none.
 */
export async function releasesBefore(workspace: Workspace, to?: Version): Promise<Result<readonly BundleState[]>> {
  const lineage = await lineageOf(workspace);
  if (!lineage.ok) return lineage;
  const { repository } = workspace.places;
  const known: Known = {
    noted: await notedIn(workspace.directory),
    tagged: versionsIn(await repository.tags()),
    reachable: versionsIn((await repository.tagsIn("HEAD")).map(({ name }) => name)),
  };
  const problem = (await gapIn(known, workspace)) ?? (await stampProblem(known, workspace, to));
  return problem ? failure(problem, workspace.sources) : lineage;
}

/** What the history lacks. Where it may lack a release, that is said, and the release before it must be there. */
async function gapIn(known: Known, workspace: Workspace): Promise<Diagnostic | undefined> {
  const { noted, tagged, reachable } = known;
  const release = missingRelease(noted, reachable);
  if (release === undefined) return undefined;
  const isTagged = tagged.includes(release);
  const isOwn = release === workspace.bundle.version;
  if (isTagged && !isOwn && isPatchOfAnotherLine(release, reachable)) {
    workspace.remark({ about: "release-of-another-line", tag: tagOf(release) });
  } else if (!isTagged && isOwn && (await awaitsTag(release, workspace))) {
    workspace.remark({ about: "release-without-tag", tag: tagOf(release) });
  } else if (isTagged) {
    return diagnose("history-lacks-release", { tag: tagOf(release) });
  } else {
    return missingTag(release, await remoteOf(workspace));
  }
  return gapIn({ ...known, noted: noted.filter((other) => other !== release) }, workspace);
}

/** What a version tells that comes after the one that `dist/` is stamped with, where there is no tag at all. */
async function stampProblem(
  { tagged }: Known,
  workspace: Workspace,
  to: Version | undefined,
): Promise<Diagnostic | undefined> {
  const { version } = workspace.bundle;
  if (to === undefined || !isStampedBefore(to, version, tagged)) return undefined;
  return missingTag(version, await remoteOf(workspace), STAMPED);
}

async function remoteOf({ places: { repository } }: Workspace): Promise<string | undefined> {
  return repository.remoteOf((await repository.branch()) ?? "");
}

/**
 * Whether a release may have no tag yet: its commit is not made, or it is made and the API has not changed since. A pull
 * request brings a release before it has a tag, and a clone without tags looks the same until something is changed.
 */
async function awaitsTag(release: Version, workspace: Workspace): Promise<boolean> {
  const { repository } = workspace.places;
  const commits = await commitsThatNote(release, repository);
  if (commits.length === 0) return !(await isLinked(repository));
  const tree = await treeState(workspace, workspace.today);
  if (!tree.ok) return false;
  for (const commit of commits) {
    const brought = await commitState(commit, commit, workspace.places);
    if (!brought?.ok || !isSameApi(brought.value, tree.value, workspace)) return false;
  }
  return true;
}

/** Whether HEAD has a link in the place of the changelog: its history does not show where the link leads. */
async function isLinked(repository: Repository): Promise<boolean> {
  const head = await repository.commitOf("HEAD");
  const [entries = []] = head === undefined ? [] : await repository.entriesOfAll([head], [CHANGELOG]);
  return entries.some(({ mode }) => !mode.startsWith("100"));
}

function isSameApi(before: BundleState, after: BundleState, { diffOptions }: Workspace): boolean {
  const { channels } = after;
  const hasSameChannels =
    before.channels.size === channels.size && [...before.channels.keys()].every((channel) => channels.has(channel));
  return hasSameChannels && diffReleases(before, after, diffOptions).length === 0;
}

/**
 * The commits that brought the dated section of a release: none of their parents has it. A merge of a branch that has it
 * brings nothing, and would hide what changed beside the release.
 */
export async function commitsThatNote(release: Version, repository: Repository): Promise<string[]> {
  const changes = await repository.changesOf(CHANGELOG);
  const noting = await commitsNoting(
    release,
    new Set(changes.flatMap(({ hash, parents }) => [hash, ...parents])),
    repository,
  );
  return changes
    .filter(({ hash, parents }) => noting.has(hash) && !parents.some((parent) => noting.has(parent)))
    .map(({ hash }) => hash);
}

/** Those of the commits whose changelog has a dated section for a release. */
async function commitsNoting(
  release: Version,
  commits: ReadonlySet<string>,
  repository: Repository,
): Promise<ReadonlySet<string>> {
  const noting = new Set<string>();
  const known = new Map<string, boolean>();
  const left = [...commits];
  for await (const file of repository.objects(left.map((commit) => `${commit}:./${CHANGELOG}`))) {
    const commit = left.shift() ?? "";
    if (!file) continue;
    const isNoted = known.get(file.hash) ?? notes(file.bytes.toString("utf8"), release);
    known.set(file.hash, isNoted);
    if (isNoted) noting.add(commit);
  }
  return noting;
}

function notes(text: string, release: Version): boolean {
  const { sections } = readChangelog({ path: CHANGELOG, text });
  return sections.some(({ version, date }) => date !== undefined && parseVersion(version) === release);
}
