import type { PlaceInFile, UncomparedGroup } from "./bundle-state.js";
import type { Change, ChangeClass, PlaceInApi, Subject } from "./change.js";
import type { Channel } from "./channel.js";
import type { Diagnostic } from "./diagnostic.js";
import type { FieldPath } from "./field-path.js";
import type { Json } from "./json.js";
import type { Location } from "./location.js";
import type { Version } from "./release-version.js";

/** Parts of a semantic version that a release can increase, the smallest first. */
export const BUMPS = ["patch", "minor", "major"] as const;
export type Bump = (typeof BUMPS)[number];

/** Versioning policies that are part of the tool: files in `templates/policy`. */
export const PROFILES = ["channels", "semver", "guideline"] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Returns the profile of a bundle with these channels unless users choose another one. */
export function defaultProfile(channels: readonly Channel[]): ProfileName {
  return channels.includes("experimental") ? "channels" : "semver";
}

/** Requirement of a change: a version bump, or a waiver (`refused`). */
export const REQUIREMENTS = [...BUMPS, "refused"] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

type ByChannel = Readonly<Record<Channel, Requirement>>;

/** Versioning policy, as data. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  readonly classes: Readonly<Record<ChangeClass, ByChannel>>;
  readonly subjects: Readonly<Partial<Record<Subject, ByChannel>>>;
  /** Requirements of rules that would otherwise prevent every release, by their code. */
  readonly rules: Readonly<Partial<Record<string, ByChannel>>>;
  readonly graduation: GraduationCriteria;
}

export interface GraduationCriteria {
  /** Minimum number of months in the experimental channel. */
  readonly months: number;
  /** Minimum number of releases, and of months, without a significant change. */
  readonly unchangedReleases: number;
  readonly unchangedMonths: number;
  /** Criteria that a maintainer attests with a link. */
  readonly attestations: readonly string[];
}

/** Finding of the policy in a release: a change, or a problem with a code of the catalog. */
export type Finding = FindingPlace &
  (
    | { readonly change: Change; readonly problem?: undefined }
    /** Without a change, the problem is in the new state itself. */
    | { readonly problem: Diagnostic; readonly change?: Change }
  );

interface FindingPlace {
  /** Stable identifier: the code of the problem, or the class and subject of the change. */
  readonly rule: string;
  readonly channel: Channel;
  readonly crd: string;
  readonly versions: readonly string[];
  readonly path?: FieldPath;
  readonly requires: Requirement;
  /** Identifier of the finding that does not depend on line numbers or on repeated builds of the release. */
  readonly fingerprint: string;
  readonly waiver?: Waiver;
  /** Line in the TypeScript source or, for a broken consumer, in its file, if there is one. */
  readonly location?: Location;
}

/** Entry of `apis/waivers.yaml`: a maintainer's decision to accept a finding in one release. */
export interface Waiver {
  readonly fingerprint: string;
  /** Maintainer's description of the accepted change. */
  readonly message: string;
  readonly why: string;
  readonly approvedBy: string;
  /** The only release to which it applies. */
  readonly release: Version;
  readonly location: Location;
}

/** Upgrade that the API server rejects until stored objects are migrated. */
export interface BlockedInstall {
  readonly channel: Channel;
  readonly crd: string;
  /** Removed version in which objects can be stored. */
  readonly version: string;
  /** Releases in which it was the storage version, oldest first. */
  readonly releases: readonly string[];
}

/** Result of the policy for one step from a release to the next. */
export interface Verdict {
  /** Name of the profile. */
  readonly profile: string;
  /** Smallest bump that the policy allows, for each compared channel and in total; `refused` if it allows none. */
  readonly lowest: Readonly<Partial<Record<Channel, Requirement>>>;
  readonly overall: Requirement;
  readonly findings: readonly Finding[];
  readonly blocked: readonly BlockedInstall[];
}

/**
 * Record of a file. `placeOf` returns the location of a part of it, by keys and indexes. For a part that does not exist,
 * it is the location of the closest part around it.
 */
export type Placed<Record> = Record & { readonly placeOf: PlaceOf };
export type PlaceOf = (path: readonly (string | number)[], part?: "key") => Location;

/** Entry of `apis/graduation.yaml`: a criterion that a maintainer attests with a link. */
export interface Attestation {
  readonly crd: string;
  /** Field path. Omitted for the kind as a whole. */
  readonly path?: FieldPath;
  readonly criterion: string;
  readonly link: string;
}

/** One criterion: whether it is met, and the figure that decides it. */
export interface Criterion {
  readonly name: string;
  readonly holds: boolean;
  readonly figure: string;
}

/** History of one experimental kind, field or value, and the criteria for its graduation. */
export interface GraduationRow {
  readonly crd: string;
  /** Field path. Omitted for a whole kind. */
  readonly path?: FieldPath;
  /** Member of the field's enum. Omitted for the field itself. */
  readonly value?: Json;
  readonly since: string;
  readonly date?: string;
  readonly months: number;
  readonly changed: string;
  readonly releasesUnchanged: number;
  readonly criteria: readonly Criterion[];
}

/** Returns the requirement of a finding, with its waiver and the baseline taken into account. */
export function effectiveRequirement(found: Finding): Requirement {
  return isAccepted(found) ? "patch" : found.requires;
}

/** Reports whether a waiver accepts a finding, or a baseline its change. */
export function isAccepted({ waiver, change }: Finding): boolean {
  return waiver !== undefined || change?.isAccepted === true;
}

/**
 * Returns the changes that need a larger bump than the requested one or, if none was requested, than a minor one. Also
 * returns those that are accepted.
 */
export function changesAbove({ verdict, bump = "minor" }: Pick<Judgement, "verdict" | "bump">): readonly Change[] {
  const found = verdict.findings.filter(({ requires }) => exceeds(requires, bump));
  return [...new Set(found.flatMap(({ change }) => change ?? []))];
}

/** Versions before and after a release. */
export interface VersionStep {
  readonly from: Version;
  readonly to: Version;
}

/** Verdict, with the states and the bump of the request. */
export interface Judgement {
  readonly from: string;
  readonly to: string;
  /** Set if the states have no channels. Their CRDs count as those of the standard channel. */
  readonly withoutChannels?: true;
  /** API groups of CRDs on standard input that are not compared. Set if there are any. */
  readonly uncompared?: readonly UncomparedGroup[];
  readonly verdict: Verdict;
  /** Returns the place of a finding in a file of the newer state, if it has one. Omitted for the working tree. */
  readonly placeOf?: (finding: PlaceInApi) => PlaceInFile | undefined;
  /** Set if waivers do not apply, because none of the states is the working tree of a project. */
  readonly withoutWaivers?: true;
  /** Set if nothing can be tagged, because there is no project, and this tool did not build the newer state. */
  readonly withoutTypes?: true;
  /** Allowed bump. Omitted if the request is for the smallest allowed bump. */
  readonly bump?: Bump;
  /** Versions that determine the allowed bump. Omitted if the request states the bump itself. */
  readonly versions?: VersionStep;
}

/** Reports whether a finding is a warning: every release may contain it, but maintainers must know about it. */
export function isWarning(finding: Finding): boolean {
  return finding.problem !== undefined && finding.requires === "patch" && !isAccepted(finding);
}

/** Reports whether a finding prevents the requested bump, or any release if no bump was requested. */
export function standsInTheWay(finding: Finding, bump: Bump | undefined): boolean {
  const needed = effectiveRequirement(finding);
  if (needed === "refused") return true;
  return bump !== undefined && exceeds(needed, bump);
}

function exceeds(requirement: Requirement, bump: Bump): boolean {
  return REQUIREMENTS.indexOf(requirement) > REQUIREMENTS.indexOf(bump);
}
