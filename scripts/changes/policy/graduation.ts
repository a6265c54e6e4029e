/**
 * Checks how long a part of the experimental channel has existed, how long it has been unchanged, and whether that is
 * enough for the standard channel.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change, Difference } from "../../core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import type { FieldPath } from "../../core/model/field-path.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { Attestation, Criterion, GraduationCriteria, Profile } from "../../core/model/policy.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { storageVersion } from "../../core/model/versions.js";
import { type Lack, lackMessage, versionLackMessage } from "../../core/words/graduation.js";
import { isUsed } from "../diff/crds.js";
import { isOfVersion, newInVersion } from "../diff/graduations.js";
import { diffResources, diffSchemas } from "../diff/schema.js";
import { schemaAt } from "../diff/schema-at.js";
import type { ChangeProblem } from "./lineage.js";

/** History of a kind, version or field in the experimental channel. */
interface Experience {
  readonly crd: string;
  readonly path?: FieldPath;
  /** The first release since which the experimental channel has always had it. */
  readonly since: BundleState;
  /** The last release that changed more than its wording, or `since` if none did. */
  readonly changed: BundleState;
  /** Number of minor releases after that one. Patch releases do not count, because they could not have changed it. */
  readonly releasesUnchanged: number;
}

interface ExperienceOptions {
  /** The state that will be released next and is not a release yet. */
  readonly tree?: BundleState;
  /** Former name of the CRD. */
  readonly formerName?: string;
  /** API versions that count; the one with the least experience decides. If omitted, the storage version counts. */
  readonly versions?: readonly string[];
  /** True if the versions themselves graduate. No other version then takes the place of a missing one. */
  readonly isOfVersions?: boolean;
  /** Members of the field's enum, if they graduate and not the field itself. */
  readonly values?: readonly Json[];
}

/** Returns the history of a kind, or of a field in versions of the kind, up to the last release of a lineage. */
export function experienceOf(
  crd: string,
  path: FieldPath | undefined,
  lineage: readonly BundleState[],
  { tree, formerName, versions = [], isOfVersions = false, values = [] }: ExperienceOptions = {},
): Experience | undefined {
  const states = [...lineage, ...(tree ? [tree] : [])];
  const schemaIn = (release: BundleState, version: string | undefined) => {
    const schemas = [crd, formerName].map((name) => name && schemaOf(release, name, path, version, isOfVersions));
    const schema = schemas.find(isJsonObject);
    return schema && hasMembers(schema, values) ? schema : undefined;
  };
  const counted = versions.length === 0 ? [undefined] : versions;
  const lives = counted.map((version) =>
    lifeOf(
      states.map((release) => schemaIn(release, version)),
      path,
    ),
  );
  const changedAt = Math.max(...lives.map((life) => life.changed));
  const [since, changed] = [states[Math.max(...lives.map((life) => life.since))], states[changedAt]];
  if (!since || !changed) return undefined;
  const unchanged = states.slice(changedAt).filter((release) => release !== tree);
  return { crd, ...(path !== undefined && { path }), since, changed, releasesUnchanged: minorsIn(unchanged) };
}

/**
 * Returns the index of the state since which a schema exists without a gap, and of the state that changed it last. Both
 * are past the end if the last state does not have it.
 */
function lifeOf(schemas: readonly (StructuralSchema | undefined)[], path: FieldPath | undefined) {
  const since = schemas.lastIndexOf(undefined) + 1;
  let changed = since;
  for (const [index, schema] of schemas.entries()) {
    const before = schemas[index - 1];
    if (index > since && before && schema && isSignificant(before, schema, path)) changed = index;
  }
  return { since, changed };
}

/** Returns the number of minor releases after the first of these releases. */
function minorsIn(releases: readonly BundleState[]): number {
  const minors = releases.map(({ name, version }) => (version ?? name).split(".").slice(0, 2).join("."));
  return Math.max(0, new Set(minors).size - 1);
}

/**
 * Returns the schema of a version in the experimental channel. A version may graduate under another name, so the
 * storage version takes the place of a missing version. A version that is neither served nor stored does not count,
 * because nobody can try it.
 */
function schemaOf(
  release: BundleState,
  crd: string,
  path: FieldPath | undefined,
  name: string | undefined,
  isOfVersions: boolean,
): StructuralSchema | undefined {
  const versions = release.channels.get("experimental")?.get(crd)?.spec.versions ?? [];
  const substitute = isOfVersions ? undefined : storageVersion(versions);
  const version = versions.find((each) => each.name === name) ?? substitute;
  const root = version && isUsed(version) ? version.schema.openAPIV3Schema : undefined;
  if (!root || path === undefined) return root;
  return schemaAt(root, path);
}

/** Reports whether the enum of a schema lists all the values. */
export function hasMembers({ enum: members }: StructuralSchema, values: readonly Json[]): boolean {
  return values.every((value) => members?.includes(value));
}

function isSignificant(before: StructuralSchema, after: StructuralSchema, path: FieldPath | undefined): boolean {
  const changes =
    path === undefined ? diffResources(before, after, new Map()) : diffSchemas(before, after, path, new Map());
  return changes.some((change) => change.class !== "wording");
}

/**
 * Returns the graduation criteria and whether they are met on a given day, such as `2026-06-29`. Criteria that need an
 * attestation are included only if the state can have attestations.
 */
export function criteriaFor(
  experience: Experience,
  criteria: GraduationCriteria,
  today: string | undefined,
  attestations: readonly Attestation[] | undefined,
): Criterion[] {
  const { since, changed, releasesUnchanged, crd, path } = experience;
  const [months, monthsUnchanged] = [monthsBetween(since.date, today), monthsBetween(changed.date, today)];
  const isAttested = (criterion: string) =>
    attestations?.some(
      (other) => other.crd === crd && other.criterion === criterion && (other.path ?? path) === path,
    ) === true;
  return [
    { name: "months", holds: months >= criteria.months, figure: amount(months, criteria.months, "month") },
    {
      name: "unchanged",
      holds: releasesUnchanged >= criteria.unchangedReleases && monthsUnchanged >= criteria.unchangedMonths,
      figure: `${[
        amount(releasesUnchanged, criteria.unchangedReleases, "release"),
        amount(monthsUnchanged, criteria.unchangedMonths, "month"),
      ].join(" and ")} unchanged`,
    },
    ...(attestations ? criteria.attestations : []).map((criterion) => ({
      name: criterion,
      holds: isAttested(criterion),
      figure: isAttested(criterion) ? "attested" : "not attested",
    })),
  ];
}

/** Returns the current and the required amount, such as `1 of 6 months`. */
function amount(count: number, required: number, unit: string): string {
  return `${count} of ${required} ${unit}${required === 1 ? "" : "s"}`;
}

/** Returns the whole months between two days, or 0 if one of them is unknown. */
export function monthsBetween(from: string | undefined, to: string | undefined): number {
  if (from === undefined || to === undefined) return 0;
  const [a, b] = [dateOf(from), dateOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return Math.max(0, b.day < a.day ? months - 1 : months);
}

function dateOf(text: string) {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
}

interface GraduationInput {
  readonly changes: readonly Change[];
  readonly before: BundleState;
  readonly after: BundleState;
  readonly lineage: readonly BundleState[];
  readonly profile: Profile;
  readonly attestations?: readonly Attestation[];
  readonly renamedKinds?: ReadonlyMap<string, string>;
}

/**
 * Returns a problem for everything that enters the standard channel too early: graduations, and versions with new
 * content.
 */
export function graduationProblems(input: GraduationInput): ChangeProblem[] {
  return input.changes.flatMap((change) => {
    if (isOfVersion(change.subject)) return versionProblems(change, input);
    const isJudged = change.class === "graduation" && (change.subject === "kind-added" || change.path !== undefined);
    if (!isJudged) return [];
    const [versions, values] = [usedVersions(change, input.after).map(({ name }) => name), newMembers(change)];
    const lack = lackOf(change, input, { versions, values });
    return lack === undefined ? [] : [tooEarly(change, lackMessage(lack), values)];
  });
}

/**
 * Returns a problem if a version enters the standard channel too early. A field must not enter the channel in a version
 * that was not served before. A version graduates with its whole content, unless another version in the standard
 * channel already has all of it. If additions do not need to graduate, versions do not need to either.
 */
function versionProblems(change: Change, input: GraduationInput): ChangeProblem[] {
  const isJudged = change.class === "graduation" || input.profile.classes.addition.standard === "refused";
  if (change.channel !== "standard" || !isJudged) return [];
  const entering = usedVersions(change, input.after).filter(({ served }) => served);
  const news = entering.map((version) => ({ version, isNew: newsOf(version, change, input) }));
  const fresh = news.filter(({ isNew }) => isNew === undefined || isNew.length > 0);
  if (fresh.length === 0) return [];
  const versions = fresh.map(({ version }) => version.name);
  const lack = change.class === "graduation" ? lackOf(change, input, { versions, isOfVersions: true }) : NEVER_TRIED;
  if (lack === undefined) return [];
  const brought = fresh.map(({ isNew }) => isNew);
  return [tooEarly(change, versionLackMessage(lack, brought))];
}

const NEVER_TRIED: Lack = { reason: "not-in-release-before" };

function tooEarly(change: Change, lack: string, values: readonly Json[] = []): ChangeProblem {
  const what = values.map((value) => JSON.stringify(value)).join(", ") || "it";
  return { problem: diagnose("graduates-too-early", { what, count: values.length, lack }), change };
}

/** Returns what a graduation lacks, or undefined if it lacks nothing. */
function lackOf(change: Change, input: GraduationInput, options: ExperienceOptions): Lack | undefined {
  const { after, lineage, profile, attestations, renamedKinds } = input;
  const formerName = [...(renamedKinds ?? [])].findLast(([, now]) => now === change.crd)?.[0];
  const experience = experienceOf(change.crd, change.path, lineage, {
    ...options,
    ...(formerName !== undefined && { formerName }),
  });
  if (!experience) return { reason: "no-release-has-it" };
  const missing = criteriaFor(experience, profile.graduation, after.date, attestations).filter(({ holds }) => !holds);
  return missing.length === 0 ? undefined : { reason: "criteria", missing };
}

/**
 * Returns the content of a version that the standard channel does not have, in comparison with the most similar
 * version. If there is no other version, all content is new, and the result is undefined.
 */
function newsOf(version: CrdVersion, change: Change, input: GraduationInput): Difference[] | undefined {
  const crd = crdOf(change, input.after);
  if (!crd) return [];
  const [first, ...others] = knownVersions(version, change, input).map((other) => newInVersion(crd, version, other));
  if (!first) return undefined;
  return others.reduce((least, news) => (news.length < least.length ? news : least), first);
}

/**
 * Returns the versions whose content the standard channel already has. These are the versions that the release before
 * served, those that are still served, whose changes are judged separately, and the last served state of the version
 * itself.
 */
function knownVersions(
  { name }: CrdVersion,
  change: Change,
  { before, after, lineage }: GraduationInput,
): CrdVersion[] {
  const servedIn = (release: BundleState) =>
    (crdOf(change, release)?.spec.versions ?? []).filter(({ served }) => served);
  const had = servedIn(before);
  const goOn = servedIn(after).filter((version) => had.some((other) => other.name === version.name));
  const last = lineage.flatMap((release) => servedIn(release).filter((version) => version.name === name)).at(-1);
  return [...goOn, ...had, ...(last ? [last] : [])];
}

function crdOf({ channel, crd }: Change, release: BundleState): CustomResourceDefinition | undefined {
  return release.channels.get(channel)?.get(crd);
}

/** Returns the members that a change adds to an enum. */
function newMembers(change: Change): readonly Json[] {
  return change.subject === "values" && change.aspect === "members" ? change.members : [];
}

/**
 * Returns the versions of a change in which objects are read or stored. For a new kind, these are all such versions.
 */
function usedVersions(change: Change, after: BundleState): CrdVersion[] {
  const used = crdOf(change, after)?.spec.versions.filter(isUsed) ?? [];
  return used.filter(({ name }) => change.versions.length === 0 || change.versions.includes(name));
}
