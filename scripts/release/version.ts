/** Which version comes next, and whether it may. */
import { compare, gt, inc, major, minor, patch, prerelease, valid } from "semver";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUMPS, type Bump, type Requirement } from "../core/model/policy.js";
import type { ReleaseKind } from "../core/model/release-plan.js";
import { parseVersion, tagOf, UNRELEASED, type Version } from "../core/model/release-version.js";
import { failure, type Result, success } from "../core/result.js";

/** What was asked for on the command line. */
export interface VersionRequest {
  /** `patch`, `minor`, `major`, `auto`, or a version. */
  readonly to: string;
  /** The word of a release candidate, as in `rc`. */
  readonly preid?: string;
  readonly snapshot?: boolean;
}

/** What the repository knows of versions. */
export interface VersionFacts {
  /** The last release in the history of HEAD. */
  readonly last?: Version;
  /** The version in package.json. */
  readonly current: Version;
  /** The versions of all tags, also of other branches. */
  readonly tagged: readonly Version[];
  /** The releases in the history of HEAD. */
  readonly reachable: readonly Version[];
  /** The releases in the history of HEAD whose tags have no bundle, since they are from before there was one. */
  readonly passedOver: readonly Version[];
  /** The versions of the dated sections of the changelog. */
  readonly noted: readonly Version[];
  /** The other repository that tags are fetched from. */
  readonly remote?: string;
  /** Empty where HEAD is no branch. */
  readonly branch: string;
  /** The day of the commit that is released, `2026-06-29`. */
  readonly day: string;
  /** The lowest bump that the policy allows; `refused` where it allows none. */
  readonly lowest: Requirement;
}

/** The version that is asked for: a bump of the last release, or what is said outright. */
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

/** A part of a version that is no number. Snapshots count by days, and have an option of their own. */
function isCandidateWord(preid: string): boolean {
  return /^(?!\d+$)[0-9A-Za-z-]+$/.test(preid) && preid !== "snapshot";
}

/** A first release has no bump: there is nothing to compare with. `auto` releases what package.json says then. */
function coreOf(to: string, { last, current, branch, lowest }: VersionFacts): Version | undefined {
  const bump = BUMPS.find((word) => word === to);
  if (bump) return last === undefined ? undefined : nextRelease(last, bump);
  if (to !== "auto") return to.includes("+") ? undefined : parseVersion(to); // it would lose what is behind it
  if (last === undefined) return releaseOf(current);
  const line = releaseLine(branch);
  if (line !== undefined) return line === seriesOf(last) ? nextRelease(last, "patch") : parseVersion(`${line}.0`);
  return nextRelease(last, lowest === "major" ? "major" : "minor");
}

/** The release that a bump leads to. */
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

/** What a version is. Every pre-release that is no snapshot is a candidate, whatever its word. */
export function releaseKind(version: Version): ReleaseKind {
  const words = prerelease(version);
  if (words === null) return "release";
  return words[0] === "snapshot" ? "snapshot" : "candidate";
}

/** The channels that a version releases. */
export function channelsOf(version: Version): readonly Channel[] {
  return releaseKind(version) === "snapshot" ? ["experimental"] : CHANNELS;
}

/** The release that a version is or leads to: `1.7.0` for `1.7.0-rc.1`. */
export function releaseOf(version: Version): Version {
  return parseVersion(`${major(version)}.${minor(version)}.${patch(version)}`) ?? version;
}

/** The bump that leads from a release to a later version. */
export function bumpBetween(from: Version, to: Version): Bump {
  if (major(to) > major(from)) return "major";
  return minor(to) > minor(from) ? "minor" : "patch";
}

/** Everything that keeps a version from being released from here. */
export function versionProblems(version: Version, facts: VersionFacts): Diagnostic[] {
  return [tagProblem, missingTagProblem, finalProblem, orderProblem, branchProblem, descentProblem].flatMap((problem) =>
    problem(version, facts),
  );
}

/**
 * A clone may lack tags, all or some, and a release would then be compared with an older one or with none. What is
 * committed tells: the changelog has a dated section for each release, and a release stamps its version. `0.0.0` and
 * pre-releases are what projects state before their first release.
 */
function missingTagProblem(version: Version, { tagged, noted, current, remote }: VersionFacts): Diagnostic[] {
  const newest = missingRelease(noted, tagged);
  if (newest !== undefined) return [missingTag(newest, remote)];
  return isStampedBefore(version, current, tagged) ? [missingTag(current, remote, STAMPED)] : [];
}

/** How a release without a changelog is known. */
export const STAMPED = "dist/ is stamped with its version";

/** Whether there is no tag at all, though a version is to come after the release that a project states. */
export function isStampedBefore(version: Version, current: Version, tagged: readonly Version[]): boolean {
  return tagged.length === 0 && releaseKind(current) === "release" && current !== UNRELEASED && gt(version, current);
}

/** Says that a clone lacks the tag of a release, and how that is known. */
export function missingTag(
  release: Version,
  remote: string | undefined,
  evidence = "the changelog has a section for it",
): Diagnostic {
  return diagnose("release-tags-missing", { tag: tagOf(release), evidence, remote });
}

/** The newest release that the changelog has a section for, if it is not among the tags; undefined if nothing is missing. */
export function missingRelease(noted: readonly Version[], tagged: readonly Version[]): Version | undefined {
  const newest = newestOf(releasesOf(noted));
  return newest !== undefined && isMissing(newest, tagged) ? newest : undefined;
}

/**
 * Whether a release that is not in the history of HEAD is a patch of a line that began there. Its notes may be copied,
 * but the patches of a line need not be merged into the next one.
 */
export function isPatchOfAnotherLine(release: Version, reachable: readonly Version[]): boolean {
  return patch(release) > 0 && releasesOf(reachable).some((other) => seriesOf(other) === seriesOf(release));
}

/** Whether a release is later than all tags, or than those of its own line. */
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
 * A version comes after all releases that it is made of, a patch after those of its line, wherever they are, and a
 * candidate after the candidates for the same release.
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
 * `release-1.6` is for 1.6.x alone, and patches come from nowhere else. The first release is a patch of nothing. What is
 * on no branch has another problem.
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
 * A release that does not have the one before it in its history would be compared with an older one, and would take
 * back what the one before brought. A squash merge has the changes of a release, and not its commit.
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

/** The release that each line began with: the patches of a line need not be merged into the next one. */
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

/** `1.6` of `1.6.1`. */
function seriesOf(version: Version): string {
  return `${major(version)}.${minor(version)}`;
}

/** The line that a branch is for: `1.6` of `release-1.6`. */
function releaseLine(branch: string): string | undefined {
  const line = /^release-(\d+\.\d+)$/.exec(branch)?.[1];
  return line !== undefined && valid(`${line}.0`) !== null ? line : undefined;
}
