import type { Change, ChangeClass, Subject } from "./change.js";
import type { Channel } from "./channel.js";
import type { Diagnostic } from "./diagnostic.js";
import type { FieldPath } from "./field-path.js";
import type { Json } from "./json.js";
import type { Location } from "./location.js";
import type { Version } from "./release-version.js";

/** The parts of a semantic version that a release can raise, the smallest first. */
export const BUMPS = ["patch", "minor", "major"] as const;
export type Bump = (typeof BUMPS)[number];

/** The policies that the tool brings: files in `templates/policy`. */
export const PROFILES = ["channels", "guideline"] as const;
export type ProfileName = (typeof PROFILES)[number];
export const DEFAULT_PROFILE: ProfileName = "channels";

/** What a change needs: a bump, or a waiver (`refused`). */
export const REQUIREMENTS = [...BUMPS, "refused"] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

type ByChannel = Readonly<Record<Channel, Requirement>>;

/** A versioning policy, as data. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  readonly classes: Readonly<Record<ChangeClass, ByChannel>>;
  readonly subjects: Readonly<Partial<Record<Subject, ByChannel>>>;
  readonly graduation: GraduationCriteria;
}

export interface GraduationCriteria {
  /** Months as an experimental thing. */
  readonly months: number;
  /** Releases, and months, without a significant change. */
  readonly unchangedReleases: number;
  readonly unchangedMonths: number;
  /** What a person attests with a link. */
  readonly attestations: readonly string[];
}

/** One thing that the policy finds in a release: a change, or a problem with a code of the catalog. */
export type Finding = FindingPlace &
  (
    | { readonly change: Change; readonly problem?: undefined }
    /** Without a change, the new state as such is wrong. */
    | { readonly problem: Diagnostic; readonly change?: Change }
  );

interface FindingPlace {
  /** The code of the problem, or class and subject of the change: stable. */
  readonly rule: string;
  readonly channel: Channel;
  readonly crd: string;
  readonly versions: readonly string[];
  readonly path?: FieldPath;
  readonly requires: Requirement;
  /** The same for the same thing, whatever lines move and however often the release is rebuilt. */
  readonly fingerprint: string;
  readonly waiver?: Waiver;
  /** The line in the TypeScript source, where there is one. */
  readonly location?: Location;
}

/** `apis/waivers.yaml`: a finding that a person took responsibility for, for one release. */
export interface Waiver {
  readonly fingerprint: string;
  /** What it allows, in the maintainers' words. */
  readonly message: string;
  readonly why: string;
  readonly approvedBy: string;
  /** The one release it is for. */
  readonly release: Version;
  readonly location: Location;
}

/** An upgrade that the API server would refuse until stored objects are migrated. */
export interface BlockedInstall {
  readonly channel: Channel;
  readonly crd: string;
  /** The version that objects may be stored in, and that is gone. */
  readonly version: string;
  /** The releases that stored it, oldest first. */
  readonly releases: readonly string[];
}

/** What the policy says of one step from a release to the next. */
export interface Verdict {
  /** The lowest bump that is allowed, per channel that was compared and in all; `refused` where none is. */
  readonly lowest: Readonly<Partial<Record<Channel, Requirement>>>;
  readonly overall: Requirement;
  readonly findings: readonly Finding[];
  readonly blocked: readonly BlockedInstall[];
}

/** A record of a file, with the place of each text in it: its names, its paths. */
export type Placed<Record> = Record & { readonly places: ReadonlyMap<string, Location> };

/** `apis/graduation.yaml`: what a person vouches for, with a link. */
export interface Attestation {
  readonly crd: string;
  /** The field; absent for the kind as a whole. */
  readonly path?: FieldPath;
  readonly criterion: string;
  readonly link: string;
}

/** `apis/conversions.yaml`: where what is stored goes when fields move, or a kind takes another name. The engine that does it reads the same. */
export interface Conversion {
  readonly id: string;
  /** The CRD before. */
  readonly crd: string;
  /** The CRD after, where the kind goes on under another name. */
  readonly to?: string;
  /** Old path → new path. */
  readonly moves: ReadonlyMap<FieldPath, FieldPath>;
  /** Paths whose values have no place any more. */
  readonly drops: readonly FieldPath[];
  readonly location: Location;
}

/** One criterion: whether it holds, and the figure it was judged by. */
export interface Criterion {
  readonly name: string;
  readonly holds: boolean;
  readonly figure: string;
}

/** The life of one experimental thing, and how it stands against the criteria. */
export interface GraduationRow {
  readonly crd: string;
  /** The field; absent for a whole kind. */
  readonly path?: FieldPath;
  /** The member of the field's enum; absent for the field itself. */
  readonly value?: Json;
  readonly since: string;
  readonly date?: string;
  readonly months: number;
  readonly changed: string;
  readonly releasesUnchanged: number;
  readonly criteria: readonly Criterion[];
}

/** What a finding asks for once waivers are counted in. */
export function effectiveRequirement(found: Finding): Requirement {
  return found.waiver ? "patch" : found.requires;
}

/** A verdict and what it was asked for. */
export interface Judgement {
  readonly from: string;
  readonly to: string;
  readonly verdict: Verdict;
  /** The bump that was asked about; absent where the lowest one was asked for. */
  readonly bump?: Bump;
}

/** Whether a finding stands in the way of the bump that was asked about, or of every release where none was. */
export function standsInTheWay(finding: Finding, bump: Bump | undefined): boolean {
  const needed = effectiveRequirement(finding);
  if (needed === "refused") return true;
  return bump !== undefined && REQUIREMENTS.indexOf(needed) > REQUIREMENTS.indexOf(bump);
}
