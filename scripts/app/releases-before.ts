/** Finds the releases before the working tree, and checks that the last one is not missing. */
import { diffReleases } from "../changes/diff/releases.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { parseVersion, tagOf, type Version, versionsIn } from "../core/model/release-version.js";
import { CHANGELOG } from "../core/project-layout.js";
import { failure, type Result } from "../core/result.js";
import type { Repository } from "../host/git.js";
import { isRegularFile } from "../host/git-tree.js";
import { readChangelog } from "../release/changelog/changelog.js";
import { isPatchOfAnotherLine, isStampedBefore, missingRelease, missingTag, STAMPED } from "../release/version.js";
import { commitState } from "./find-state.js";
import { lineageOf, notedIn, treeState } from "./states.js";
import type { Workspace } from "./workspace.js";

/** The versions that decide whether a release is missing. */
interface Known {
  /** The versions with a dated section in the changelog. */
  readonly noted: readonly Version[];
  /** The versions of all Git tags. */
  readonly tagged: readonly Version[];
  /** The versions of the Git tags in the history of HEAD. */
  readonly reachable: readonly Version[];
}

/**
 * Returns the releases in the history of HEAD, with which the working tree is compared. Fails if the last release in
 * the changelog is not among them, because the comparison would use an older release, or none.
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

/**
 * Reports a release that is missing from the history. If it may be missing, sends a remark instead and checks the
 * release before it.
 */
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

/**
 * Reports a missing Git tag for the version in `dist/`, if the requested version is later and there are no tags at all.
 */
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
 * Reports whether a release may have no Git tag yet: its commit does not exist yet, or the API is unchanged since that
 * commit. A release that was merged as a pull request has no tag at first. A clone without tags looks the same until
 * something is changed.
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

/** Reports whether the changelog at HEAD is a link. The history of a link does not show the changes of its target. */
async function isLinked(repository: Repository): Promise<boolean> {
  const head = await repository.commitOf("HEAD");
  const [entries = []] = head === undefined ? [] : await repository.entriesOfAll([head], [CHANGELOG]);
  return !entries.every(isRegularFile);
}

function isSameApi(before: BundleState, after: BundleState, { diffOptions }: Workspace): boolean {
  const { channels } = after;
  const hasSameChannels =
    before.channels.size === channels.size && [...before.channels.keys()].every((channel) => channels.has(channel));
  return hasSameChannels && diffReleases(before, after, diffOptions).length === 0;
}

/**
 * Returns the commits that added the dated section of a release: none of their parents has it. A merge of a branch with
 * the section adds nothing, and counting it would hide changes other than the release.
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

/** Selects the commits whose changelog has a dated section for a release. */
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
