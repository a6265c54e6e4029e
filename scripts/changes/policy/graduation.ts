/** How long an experimental thing has been there, how long unchanged, and whether that is enough for the standard channel. */
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
import { waysTo } from "../diff/schema-at.js";
import type { ChangeProblem } from "./lineage.js";

/** The life of one experimental thing. */
interface Experience {
  readonly crd: string;
  readonly path?: FieldPath;
  /** The first release that had it in the experimental channel without a gap since. */
  readonly since: BundleState;
  /** The last release that changed more than its words; `since` where none did. */
  readonly changed: BundleState;
  /** Minor releases after that one: a patch could not have changed it. */
  readonly releasesUnchanged: number;
}

interface ExperienceOptions {
  /** What is to be released next, and is no release yet. */
  readonly tree?: BundleState;
  /** Another name that the CRD had. */
  readonly formerName?: string;
  /** The versions that count: of several, the one with the least experience. The storage version if none is given. */
  readonly versions?: readonly string[];
  /** Whether it is the versions themselves that are judged: then nothing stands in for one that is not there. */
  readonly isOfVersions?: boolean;
  /** Members of the field's enum, if it is about them and not about the field. */
  readonly values?: readonly Json[];
}

/** The life of a kind, or of a field in versions of it, up to the last release of a lineage. */
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

/** From which state on a schema is there without a gap, and which one changed it last; both past the end if it is not there. */
function lifeOf(schemas: readonly (StructuralSchema | undefined)[], path: FieldPath | undefined) {
  const since = schemas.lastIndexOf(undefined) + 1;
  let changed = since;
  for (const [index, schema] of schemas.entries()) {
    const before = schemas[index - 1];
    if (index > since && before && schema && isSignificant(before, schema, path)) changed = index;
  }
  return { since, changed };
}

/** The minor releases after the first of these. */
function minorsIn(releases: readonly BundleState[]): number {
  const minors = releases.map(({ name, version }) => (version ?? name).split(".").slice(0, 2).join("."));
  return Math.max(0, new Set(minors).size - 1);
}

/**
 * What the experimental channel has in the place of a version: it may graduate under another name, and the storage
 * version stands in for one that is not there. Nobody tries a version that is neither served nor stored.
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
  const [way, ...others] = waysTo(root, path);
  return others.length === 0 ? way?.schema : undefined; // two fields under one path: nobody can tell which was tried
}

/** Whether the enum of a schema lists the values. */
export function hasMembers({ enum: members }: StructuralSchema, values: readonly Json[]): boolean {
  return values.every((value) => members?.includes(value));
}

function isSignificant(before: StructuralSchema, after: StructuralSchema, path: FieldPath | undefined): boolean {
  const changes =
    path === undefined ? diffResources(before, after, new Map()) : diffSchemas(before, after, path, new Map());
  return changes.some((change) => change.class !== "wording");
}

/** Judges an experience on a day, `2026-06-29`. Attestations are looked at only where there can be any. */
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

/** `1 of 6 months`: what there is of what is asked for. */
function amount(count: number, required: number, unit: string): string {
  return `${count} of ${required} ${unit}${required === 1 ? "" : "s"}`;
}

/** Whole months between two days; 0 where one of them is not known. */
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

/** What enters the standard channel too early: graduations, and versions that bring something new with them. */
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
 * No field enters the standard channel in a version that was not served before. A version graduates with all that is in
 * it, unless the standard channel has all of it in another version. Where additions need not graduate, neither do versions.
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

/** What a graduation lacks, or undefined if it lacks nothing. */
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
 * What a version has that the standard channel does not, next to the version that it is most like; undefined if there
 * is no other, so that all of it is new.
 */
function newsOf(version: CrdVersion, change: Change, input: GraduationInput): Difference[] | undefined {
  const crd = crdOf(change, input.after);
  if (!crd) return [];
  const [first, ...others] = knownVersions(version, change, input).map((other) => newInVersion(crd, version, other));
  if (!first) return undefined;
  return others.reduce((least, news) => (news.length < least.length ? news : least), first);
}

/**
 * The versions whose content the standard channel has: those that it served in the release before, those that it goes on
 * to serve, where each change is judged on its own, and the version itself when it was served last.
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

/** The members that a change adds to an enum. */
function newMembers(change: Change): readonly Json[] {
  return change.subject === "values" && change.aspect === "members" ? change.members : [];
}

/** The versions that objects are read or stored in, of those that a change concerns: all of a kind that is new. */
function usedVersions(change: Change, after: BundleState): CrdVersion[] {
  const used = crdOf(change, after)?.spec.versions.filter(isUsed) ?? [];
  return used.filter(({ name }) => change.versions.length === 0 || change.versions.includes(name));
}
