/**
 * Judges changes by the versioning policy and the history of the bundle, and determines which releases may contain
 * them.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { Consumer } from "../../core/model/consumer.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type FieldPath, ROOT_PATH } from "../../core/model/field-path.js";
import {
  type Attestation,
  effectiveRequirement,
  type Finding,
  type Placed,
  type Profile,
  REQUIREMENTS,
  type Requirement,
  type Verdict,
  type Waiver,
} from "../../core/model/policy.js";
import { isReserved } from "../../core/model/reserved.js";
import { comparedChannels } from "../diff/releases.js";
import { brokenConsumers } from "./consumers.js";
import { changeRule, type FindingPlace, type FindingSubject, fingerprintOf } from "./fingerprint.js";
import { graduationProblems } from "./graduation.js";
import { blockedInstalls, type ChangeProblem, lineageProblems } from "./lineage.js";
import { type StateProblem, stateProblems } from "./state.js";

export interface PolicyInput {
  readonly changes: readonly Change[];
  readonly before: BundleState;
  readonly after: BundleState;
  /** Channels of the bundle, if the settings state them. If omitted, both. */
  readonly channels?: readonly Channel[];
  /** All releases before `after`, oldest first, including `before`. */
  readonly lineage: readonly BundleState[];
  readonly profile: Profile;
  readonly waivers: readonly Waiver[];
  /** Attestations of the project. Omitted if the state does not belong to a project. */
  readonly attestations?: readonly Attestation[];
  /** Tombstones and conversions of removed fields. Omitted under the same condition as `attestations`. */
  readonly retired?: RetiredFields;
  /** Known consumers of the bundle. */
  readonly consumers?: readonly Placed<Consumer>[];
  /** Renamed CRDs: old name → new name. */
  readonly renamedKinds?: ReadonlyMap<string, string>;
}

/** Tombstones and conversions of removed fields, by CRD and path. */
export interface RetiredFields {
  readonly hasTombstone: (crd: string, path: FieldPath) => boolean;
  readonly hasConversion: (crd: string, path: FieldPath) => boolean;
}

/**
 * Judges the step from one state to the next. A change with a waiver counts as a fix: it is reported but does not block
 * the release.
 */
export function judge(given: PolicyInput): Verdict {
  const input = { ...given, profile: profileFor(given) };
  const findings = findingsOf(input).map((finding) => withWaiver(finding, input.waivers));
  const lowest = Object.fromEntries(
    comparedChannels(input.before, input.after).map((channel) => [
      channel,
      lowestBump(findings.filter((finding) => finding.channel === channel)),
    ]),
  ) as Verdict["lowest"];
  return {
    profile: input.profile.name,
    lowest,
    overall: highest(Object.values(lowest)),
    findings,
    blocked: blockedInstalls(input.lineage, input.after),
  };
}

/**
 * Returns the profile for a bundle. Nothing can graduate in a bundle without an experimental channel, so an addition to
 * its standard channel requires the same bump as a graduation if the profile allows no bump for it.
 */
function profileFor({ channels, profile }: PolicyInput): Profile {
  const { addition, graduation } = profile.classes;
  if (widestOf(channels) === "experimental" || addition.standard !== "refused") return profile;
  return { ...profile, classes: { ...profile.classes, addition: { ...addition, standard: graduation.standard } } };
}

/** Returns the channel that contains everything in a bundle. */
function widestOf(channels: PolicyInput["channels"] = CHANNELS): Channel {
  return channels.includes("experimental") ? "experimental" : "standard";
}

function findingsOf(input: PolicyInput): Finding[] {
  const { changes, before, profile } = input;
  return [
    ...changes.map((change) => changeFinding(change, profile)),
    ...[...lineageProblems(changes, before), ...graduationProblems(input), ...retirementProblems(input)].map(
      ({ problem, change }) => ruleFinding(problem, change, change, profile, change),
    ),
    ...newStateFindings(input),
    ...tombstoneFindings(input),
    ...consumerFindings(input),
  ];
}

function changeFinding(change: Change, profile: Profile): Finding {
  const requires = (profile.subjects[change.subject] ?? profile.classes[change.class])[change.channel];
  return { ...identified(changeRule(change), change, change), requires, change };
}

/** Returns the finding of a rule. No bump allows it, unless the profile states one. */
function ruleFinding(
  problem: Diagnostic,
  place: FindingPlace,
  about: FindingSubject,
  { rules }: Profile,
  change?: Change,
): Finding {
  const requires = rules[problem.code]?.[place.channel] ?? "refused";
  return { ...identified(problem.code, place, about), requires, problem, ...(change && { change }) };
}

function identified(rule: string, place: FindingPlace, about: FindingSubject) {
  const { channel, crd, versions, path } = place;
  const fingerprint = fingerprintOf(rule, place, about);
  return { rule, channel, crd, versions, ...(path !== undefined && { path }), fingerprint };
}

/**
 * Returns findings for the problems of the new state that the older state did not have. A version that cannot be
 * converted is a new problem once objects are stored in it.
 */
function newStateFindings({ changes, before, after, lineage, profile }: PolicyInput): Finding[] {
  const known = stateProblems(before, lineage);
  const isNewlyStored = ({ problem, channel, crd, versions }: StateProblem) =>
    problem.code === "versions-not-convertible" &&
    changes.some(
      (change) =>
        change.subject === "storage" &&
        change.channel === channel &&
        change.crd === crd &&
        versions.includes(change.after),
    );
  return stateProblems(after, lineage)
    .filter((problem) => isNewlyStored(problem) || !known.some((other) => isSameDefect(other, problem)))
    .map((found) => ruleFinding(found.problem, found, found, profile));
}

/**
 * Reports whether two problems are the same defect. The digest is ignored, because a defect stays the same even if the
 * content at its place changes.
 */
function isSameDefect({ digest: _, ...known }: StateProblem, { digest: __, ...found }: StateProblem): boolean {
  return JSON.stringify(known) === JSON.stringify(found);
}

/**
 * Returns findings for deleted tombstones. Objects with a removed field may be stored as long as releases with the
 * field exist.
 */
function tombstoneFindings({ before, after, channels, profile }: PolicyInput): Finding[] {
  const { reserved } = after;
  if (!reserved) return [];
  const deleted = (before.reserved ?? []).filter(({ crd, path }) => !isReserved(reserved, crd, path));
  const channel = widestOf(channels);
  const crds = after.channels.get(channel);
  return deleted.flatMap(({ crd, path }) => {
    if (!crds?.has(crd)) return [];
    const place = { channel, crd, versions: [], path };
    return [ruleFinding(diagnose("tombstone-deleted", { path }), place, {}, profile)];
  });
}

/**
 * Returns a problem for each field that is removed from the whole bundle without a tombstone or without a conversion for
 * stored values.
 */
function retirementProblems({ changes, channels, retired }: PolicyInput): ChangeProblem[] {
  const widest = widestOf(channels);
  const gone = changes.filter(
    ({ subject, channel }) => channel === widest && (subject === "field-removed" || subject === "field-renamed"),
  );
  return gone.flatMap((change) => {
    const { path = ROOT_PATH } = change;
    const hasTombstone = retired?.hasTombstone(change.crd, path) === true;
    const hasConversion = retired?.hasConversion(change.crd, path) === true;
    if (hasTombstone && hasConversion) return [];
    const missing = hasTombstone ? "conversion" : hasConversion ? "tombstone" : "both";
    return [{ problem: diagnose("retired-without-trace", { path, missing }), change }];
  });
}

/** Returns findings for broken consumers. They are warnings, which every release may contain. */
function consumerFindings({ consumers = [], before, after }: PolicyInput): Finding[] {
  return brokenConsumers(consumers, before, after).map(({ problem, ...found }) => ({
    ...identified(problem.code, found, found),
    requires: "patch",
    problem,
    ...(problem.location && { location: problem.location }),
  }));
}

function withWaiver(found: Finding, waivers: readonly Waiver[]): Finding {
  const waiver = waivers.find((candidate) => candidate.fingerprint === found.fingerprint);
  return waiver ? { ...found, waiver } : found;
}

function lowestBump(findings: readonly Finding[]): Requirement {
  return highest(findings.map(effectiveRequirement));
}

function highest(requirements: readonly Requirement[]): Requirement {
  return REQUIREMENTS[Math.max(0, ...requirements.map((one) => REQUIREMENTS.indexOf(one)))] ?? "patch";
}
