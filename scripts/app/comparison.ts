/**
 * Judges the working tree, or any other state, against the releases before it, to find out which release may contain
 * the changes.
 */
import { compare, lte } from "semver";
import { tombstoneProblems, unmatchedAnswers } from "../changes/policy/answers.js";
import { judge, type PolicyInput, type RetiredFields } from "../changes/policy/judge.js";
import { hasTombstone, locateFinding } from "../changes/policy/places.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { ApiModel } from "../core/model/api.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { Change } from "../core/model/change.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { type Conversion, conversionsAfter, dropsIn, movesIn } from "../core/model/conversion.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { type FieldPath, isBelow } from "../core/model/field-path.js";
import type { Profile, Verdict, Waiver } from "../core/model/policy.js";
import type { Version } from "../core/model/release-version.js";
import { isReserved } from "../core/model/reserved.js";
import { type Result, success } from "../core/result.js";
import { nextRelease } from "../release/version.js";
import { type Baseline, NO_BASELINE, withAcceptances } from "./baseline.js";
import { changesBetween } from "./changes-between.js";
import { preReleaseStates } from "./find-state.js";
import type { StateContext } from "./open-states.js";
import type { Workspace } from "./workspace.js";

/** A comparison of a state with the releases before it. */
export interface Comparison {
  readonly before: BundleState;
  readonly after: BundleState;
  readonly changes: readonly Change[];
  /** Returns a diagnostic for each attestation and conversion that matches nothing in any state. */
  readonly unmatched: () => Promise<readonly Diagnostic[]>;
  /**
   * Returns a diagnostic for each tombstone whose release is later than `release` and than any possible next release.
   */
  readonly tombstoneProblems: (release?: Version) => readonly Diagnostic[];
  /** Returns the verdict for a release: applies the waivers for that release, and adds the location of each finding. */
  readonly judgeAs: (release: Version) => Verdict;
}

/** The choices of users by which changes are judged. */
export interface PolicyChoice {
  /** The profile, or the path of a file with one. If omitted, the default for the channels of the bundle. */
  readonly profile?: string | undefined;
  readonly baseline?: Baseline;
}

/** Compares the working tree with the last of the releases before it. Returns undefined if there are none. */
export async function compareTree(
  workspace: Workspace,
  lineage: readonly BundleState[],
  after: BundleState,
  { profile: named, baseline = NO_BASELINE }: PolicyChoice,
): Promise<Result<Comparison | undefined>> {
  const read = await workspace.readProfile(named, workspace.bundle.channels);
  if (!read.ok) return read;
  const profile = read.value;
  const before = lineage.at(-1);
  if (!before) return success(undefined);
  const { model } = await workspace.buildTree();
  const changes = withAcceptances(await changesBetween(lineage, after, workspace), baseline);
  const { waivers, attestations, consumers } = workspace.policy;
  const retired = retiredFields(workspace, model, before);
  const { renamedKinds } = workspace.diffOptions;
  const judgeAs = (release: Version) => {
    const own = waivers.filter((waiver) => waiver.release === release);
    const { channels } = workspace.bundle;
    const answers = { channels, waivers: own, attestations, retired, renamedKinds, consumers };
    return withPlaces(judge({ changes, before, after, lineage, profile, ...answers }), model);
  };
  return success({
    before,
    after,
    changes,
    unmatched: () => unmatchedIn(workspace, lineage, after, profile),
    tombstoneProblems: (release) => {
      const latest = latestNext(before, after, release);
      return latest === undefined ? [] : tombstoneProblems(model, latest);
    },
    judgeAs,
  });
}

/**
 * Returns the latest possible next version: the next major release, or a later version in package.json or in the
 * request.
 */
function latestNext(before: BundleState, after: BundleState, release: Version | undefined): Version | undefined {
  const last = before.version;
  const named = [last && nextRelease(last, "major"), after.version, release].filter((version) => version !== undefined);
  return named.sort(compare).at(-1);
}

/** Reports the attestations and conversions that match neither the working tree nor any release or pre-release. */
export async function unmatchedIn(
  { policy, places }: Workspace,
  lineage: readonly BundleState[],
  tree: BundleState,
  profile: Profile,
): Promise<readonly Diagnostic[]> {
  const found = unmatchedAnswers(policy, { releases: lineage, tree }, profile);
  if (found.length === 0) return [];
  // Objects may also be stored with fields that only a pre-release had. Pre-releases are read only if needed, which is
  // rare.
  const candidates = await preReleaseStates("HEAD", places);
  const tried = candidates.flatMap((state) => (state.ok ? [state.value] : []));
  return unmatchedAnswers(policy, { releases: [...tried, ...lineage], tree }, profile);
}

/** Judges the changes between two states, neither of which is the working tree. Waivers do not apply to them. */
export async function judgeStates(
  context: StateContext,
  channels: readonly Channel[],
  { before, after, lineage }: Pick<PolicyInput, "before" | "after" | "lineage">,
  { profile, baseline }: { readonly profile: Profile; readonly baseline: Baseline },
): Promise<Verdict> {
  const { policy, diffOptions } = context;
  return judge({
    changes: withAcceptances(await changesBetween(lineage, after, context), baseline),
    before,
    after,
    lineage,
    profile,
    channels,
    waivers: [],
    ...(policy && { attestations: policy.attestations, consumers: policy.consumers }),
    retired: {
      // If a state does not list its tombstones, or there is no project, this is unknown, so nothing is reported.
      hasTombstone: (crd, path) => after.reserved === undefined || isReserved(after.reserved, crd, path),
      hasConversion: (crd, path) =>
        policy === undefined || converts(conversionsAfter(policy.conversions, before.version), crd, path),
    },
    renamedKinds: diffOptions.renamedKinds,
  });
}

/** Returns the channels of the bundle of two states: those in the settings, otherwise those that the states have. */
export function channelsOf({ channels }: StateContext, ...states: readonly BundleState[]): readonly Channel[] {
  return channels ?? CHANNELS.filter((channel) => states.some((state) => state.channels.has(channel)));
}

function withPlaces(verdict: Verdict, model: ApiModel): Verdict {
  const findings = verdict.findings.map((finding) => {
    const location = finding.location ?? locateFinding(finding, model);
    return location ? { ...finding, location } : finding;
  });
  return { ...verdict, findings };
}

function retiredFields({ policy }: Workspace, model: ApiModel, before: BundleState): RetiredFields {
  const conversions = conversionsAfter(policy.conversions, before.version);
  return {
    hasTombstone: (crd, path) => hasTombstone(crd, path, model),
    hasConversion: (crd, path) => converts(conversions, crd, path),
  };
}

/** Reports whether a definition states what happens to the values of a field, or of a field around it. */
function converts(conversions: readonly Conversion[], crd: string, path: FieldPath): boolean {
  const own = conversions.filter((conversion) => conversion.crd === crd);
  const places = own.flatMap((conversion) => [...movesIn(conversion).keys(), ...dropsIn(conversion)]);
  return places.some((place) => place === path || isBelow(path, place));
}

/**
 * Reports waivers, attestations, conversions and tombstones that match nothing, waivers for past releases, and
 * tombstones for releases that are too far ahead.
 */
export async function answerProblems(
  { policy }: Workspace,
  { before, unmatched, tombstoneProblems }: Comparison,
  verdict: Verdict,
  release?: Version,
): Promise<Diagnostic[]> {
  return [...waiverProblems(policy.waivers, verdict, before), ...(await unmatched()), ...tombstoneProblems(release)];
}

/** Reports waivers for past releases, and waivers that match no finding. */
function waiverProblems(waivers: readonly Waiver[], { findings }: Verdict, before: BundleState): Diagnostic[] {
  return waivers.flatMap(({ fingerprint, release, location }) => {
    if (before.version !== undefined && lte(release, before.version)) {
      return [diagnose("waiver-expired", { fingerprint, release, last: before.name }, location)];
    }
    const isUsed = findings.some((finding) => finding.fingerprint === fingerprint);
    return isUsed ? [] : [diagnose("waiver-unused", { fingerprint }, location)];
  });
}
