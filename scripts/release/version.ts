/** Determines the next version and checks whether it can be released. */
import { compare, gt, inc, major, minor, patch, prerelease, valid } from "semver";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUMPS, type Bump, type Requirement } from "../core/model/policy.js";
import type { ReleaseKind } from "../core/model/release-plan.js";
import { parseVersion, releaseOf, tagOf, UNRELEASED, type Version } from "../core/model/release-version.js";
import { failure, type Result, success } from "../core/result.js";

/** Version options on the command line. */
export interface VersionRequest {
  /** `patch`, `minor`, `major`, `auto`, or a version. */
  readonly to: string;
  /** Identifier of a release candidate, such as `rc`. */
  readonly preid?: string;
  readonly snapshot?: boolean;
}

/** Facts about the repository that determine the next version. */
export interface VersionFacts {
  /** The last release in the history of HEAD. */
  readonly last?: Version;
  /** The version in package.json. */
  readonly current: Version;
  /** The versions of all Git tags, including those of other branches. */
  readonly tagged: readonly Version[];
  /** The releases in the history of HEAD. */
  readonly reachable: readonly Version[];
  /**
   * The releases in the history of HEAD whose Git tags have no bundle, because they are older than the first bundle.
   */
  readonly passedOver: readonly Version[];
  /** The versions of the dated sections of the changelog. */
  readonly noted: readonly Version[];
  /** The remote repository from which Git tags can be fetched. */
  readonly remote?: string;
  /** Current branch; empty if HEAD is detached. */
  readonly branch: string;
  /** Day of the commit that is released, such as `2026-06-29`. */
  readonly day: string;
  /** The lowest bump that the policy allows, or `refused` if it allows none. */
  readonly lowest: Requirement;
}

/** Returns the requested version: a bump of the last release, or an explicit version. */
export function chooseVersion(request: VersionRequest, facts: VersionFacts): Result<Version> {
  const { to, preid, snapshot } = request;
  const core = coreOf(to, facts);
  if (core === undefined) return failure(wordProblem(to, facts));
  if (preid !== undefined && !isCandidateWord(preid)) return failure(diagnose("release-preid", { preid }));
  if (preid === undefined && !snapshot) return success(core);
  if (prerelease(core) !== null) return failure(diagnose("release-preid", { preid: core }));
  const suffix = snapshot
    ? `snapshot.${facts.day.replaceAll("-", "")}`
    : `${preid}.${nextCandidate(core, preid ?? "", facts.tagged)}`;
  const version = parseVersion(`${core}-${suffix}`);
  return version === undefined ? failure(diagnose("release-preid", { preid: preid ?? "" })) : success(version);
}

/**
 * Reports whether an identifier is valid for a release candidate. It must not be a number. Snapshots are named after
 * their day and have their own option.
 */
function isCandidateWord(preid: string): boolean {
  return /^(?!\d+$)[0-9A-Za-z-]+$/.test(preid) && preid !== "snapshot";
}

/**
 * Returns the version to which a suffix may be added. The first release has no bump, because there is nothing to
 * compare it with; `auto` then uses the version in package.json.
 */
function coreOf(to: string, { last, current, branch, lowest }: VersionFacts): Version | undefined {
  const bump = BUMPS.find((word) => word === to);
  if (bump) return last === undefined ? undefined : nextRelease(last, bump);
  if (to !== "auto") return to.includes("+") ? undefined : parseVersion(to); // build metadata would be lost
  if (last === undefined) return releaseOf(current);
  const line = releaseLine(branch);
  if (line !== undefined) return line === seriesOf(last) ? nextRelease(last, "patch") : parseVersion(`${line}.0`);
  return nextRelease(last, lowest === "major" ? "major" : "minor");
}

/** Returns the release to which a bump leads. */
export function nextRelease(version: Version, bump: Bump): Version {
  return parseVersion(inc(version, bump) ?? undefined) ?? version;
}

function wordProblem(to: string, { last, current }: VersionFacts): Diagnostic {
  if (last === undefined && BUMPS.some((word) => word === to)) {
    return diagnose("release-first", { bump: to, current: releaseOf(current) });
  }
  return diagnose("release-word", { word: to });
}

function nextCandidate(core: string, preid: string, tagged: readonly Version[]): number {
  const numbers = tagged
    .filter((version) => releaseOf(version) === core && prerelease(version)?.[0] === preid)
    .map((version) => Number(prerelease(version)?.[1] ?? 0))
    .filter(Number.isSafeInteger);
  return Math.max(0, ...numbers) + 1;
}

/**
 * Returns the kind of a version. Every pre-release that is not a snapshot is a release candidate, whatever its
 * identifier.
 */
export function releaseKind(version: Version): ReleaseKind {
  const words = prerelease(version);
  if (words === null) return "release";
  return words[0] === "snapshot" ? "snapshot" : "candidate";
}

/** Returns the channels of the bundle that a version contains. A snapshot contains only the last one. */
export function channelsOf(version: Version, ofBundle: readonly Channel[] = CHANNELS): readonly Channel[] {
  return releaseKind(version) === "snapshot" ? ofBundle.slice(-1) : ofBundle;
}

/** Returns the bump that leads from a release to a later version. */
export function bumpBetween(from: Version, to: Version): Bump {
  if (major(to) > major(from)) return "major";
  return minor(to) > minor(from) ? "minor" : "patch";
}

/** Returns all problems that prevent a version from being released from this commit. */
export function versionProblems(version: Version, facts: VersionFacts): Diagnostic[] {
  return [tagProblem, missingTagProblem, finalProblem, orderProblem, branchProblem, descentProblem].flatMap((problem) =>
    problem(version, facts),
  );
}

/**
 * Returns a diagnostic if the clone lacks Git tags. The release would otherwise be compared with an older one, or with
 * none. The committed files show which releases exist: the changelog has a dated section for each, and the project
 * contains the version of its last release. `0.0.0` and pre-releases are versions of projects before their first
 * release.
 */
function missingTagProblem(version: Version, { tagged, noted, current, remote }: VersionFacts): Diagnostic[] {
  const newest = missingRelease(noted, tagged);
  if (newest !== undefined) return [missingTag(newest, remote)];
  return isStampedBefore(version, current, tagged) ? [missingTag(current, remote, STAMPED)] : [];
}

/** Evidence of a release if there is no changelog. */
export const STAMPED = "dist/ has its version";

/** Reports whether there is no Git tag at all, although the version comes after a release that the project states. */
export function isStampedBefore(version: Version, current: Version, tagged: readonly Version[]): boolean {
  return tagged.length === 0 && releaseKind(current) === "release" && current !== UNRELEASED && gt(version, current);
}

/** Returns the diagnostic for a clone that lacks the Git tag of a release, with the evidence for that release. */
export function missingTag(
  release: Version,
  remote: string | undefined,
  evidence = "the changelog has a section for it",
): Diagnostic {
  const stamped = evidence === STAMPED ? release : undefined;
  return diagnose("release-tags-missing", { tag: tagOf(release), evidence, stamped, remote });
}

/**
 * Returns the newest release that has a section in the changelog, if it has no Git tag; undefined if nothing is
 * missing.
 */
export function missingRelease(noted: readonly Version[], tagged: readonly Version[]): Version | undefined {
  const newest = newestOf(releasesOf(noted));
  return newest !== undefined && isMissing(newest, tagged) ? newest : undefined;
}

/**
 * Reports whether a release outside the history of HEAD is a patch of a release line that began in it. The changelog
 * may contain a copy of its notes, but patches of a line do not need to be merged into the next line.
 */
export function isPatchOfAnotherLine(release: Version, reachable: readonly Version[]): boolean {
  return patch(release) > 0 && releasesOf(reachable).some((other) => seriesOf(other) === seriesOf(release));
}

/** Reports whether a release is later than all Git tags, or than those of its own line. */
function isMissing(release: Version, tagged: readonly Version[]): boolean {
  const releases = releasesOf(tagged);
  const line = releases.filter((other) => seriesOf(other) === seriesOf(release));
  return [releases, ...(line.length > 0 ? [line] : [])].some((some) => some.every((other) => gt(release, other)));
}

function tagProblem(version: Version, { tagged }: VersionFacts): Diagnostic[] {
  return tagged.includes(version) ? [diagnose("release-tag-exists", { tag: tagOf(version) })] : [];
}

function finalProblem(version: Version, { tagged }: VersionFacts): Diagnostic[] {
  const final = releaseOf(version);
  if (final === version || !tagged.includes(final)) return [];
  return [diagnose("release-after-final", { version, final: tagOf(final) })];
}

/**
 * Returns a diagnostic if an earlier release has a later version. A version must come after all releases in its
 * history, a patch after those of its line, wherever they are, and a release candidate after the other candidates for
 * the same release.
 */
function orderProblem(version: Version, { tagged, reachable }: VersionFacts): Diagnostic[] {
  const release = releaseOf(version);
  const siblings = releasesOf(tagged).filter((other) => seriesOf(other) === seriesOf(version));
  const line = [...reachable, ...(patch(version) > 0 ? siblings : [])];
  const rivals = tagged.filter((other) => releaseOf(other) === release && releaseKind(other) === "candidate");
  const before = [
    ...line.filter((other) => gt(other, release)),
    ...(releaseKind(version) === "candidate" ? rivals.filter((other) => gt(other, version)) : []),
  ];
  const last = before.sort(compare).at(-1);
  return last === undefined ? [] : [diagnose("release-not-next", { version, last: tagOf(last) })];
}

/**
 * Returns a diagnostic if a version must come from another branch. `release-1.6` is only for 1.6.x, and all patches
 * come from such branches. The first release is exempt, because it does not patch anything. A detached HEAD has its own
 * diagnostic.
 */
function branchProblem(version: Version, { branch, tagged }: VersionFacts): Diagnostic[] {
  if (branch === "") return [];
  const line = releaseLine(branch);
  const expected = `release-${seriesOf(version)}`;
  const isOfOther = line !== undefined && line !== seriesOf(version);
  const isPatch = patch(version) > 0 && releasesOf(tagged).length > 0;
  if (!isOfOther && !(isPatch && line === undefined)) return [];
  const last = newestOf(releasesOf(tagged).filter((other) => seriesOf(other) === seriesOf(version)));
  const tag = last === undefined ? undefined : tagOf(last);
  return [diagnose("release-branch", { version, branch, expected, tag })];
}

/**
 * Returns a diagnostic if the release before is not in the history of a version. The version would be compared with an
 * older release and would revert the changes of the one before. A squash merge contains the changes of a release but
 * not its commit.
 */
function descentProblem(version: Version, facts: VersionFacts): Diagnostic[] {
  const { tagged, reachable, passedOver, branch } = facts;
  const releases = releasesOf(tagged).filter((other) => !passedOver.includes(other) && gt(version, other));
  const isPatch = patch(version) > 0;
  const line = releases.filter((other) => seriesOf(other) === seriesOf(version));
  const previous = newestOf(isPatch ? line : firstOfLines(releases));
  if (previous !== undefined && reachable.includes(previous)) return [];
  if (previous !== undefined) {
    return [diagnose("release-descent", { version, previous: tagOf(previous), branch: branch || "HEAD" })];
  }
  const isFirst = releasesOf(tagged).length === 0;
  return isPatch && !isFirst ? [diagnose("release-line-empty", { version, line: seriesOf(version) })] : [];
}

/** Returns the first release of each line, because patches of a line do not need to be merged into the next line. */
function firstOfLines(releases: readonly Version[]): Version[] {
  const lines = new Set(releases.map(seriesOf));
  return [...lines].flatMap((line) => releases.filter((other) => seriesOf(other) === line).sort(compare)[0] ?? []);
}

function releasesOf(versions: readonly Version[]): Version[] {
  return versions.filter((version) => releaseKind(version) === "release");
}

function newestOf(versions: readonly Version[]): Version | undefined {
  return [...versions].sort(compare).at(-1);
}

/** Returns the release line of a version, such as `1.6` for `1.6.1`. */
function seriesOf(version: Version): string {
  return `${major(version)}.${minor(version)}`;
}

/** Returns the release line of a branch, such as `1.6` for `release-1.6`. */
function releaseLine(branch: string): string | undefined {
  const line = /^release-(\d+\.\d+)$/.exec(branch)?.[1];
  return line !== undefined && valid(`${line}.0`) !== null ? line : undefined;
}
