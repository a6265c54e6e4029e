/** How long an experimental thing has been there, how long unchanged, and whether that is enough for the standard channel. */
import { isUsed } from "../diff/crds.js";
import { diffResources, diffSchemas, schemaAt } from "../diff/schema.js";
import type { Change } from "../model/change.js";
import { isJsonObject, type Json, type JsonObject } from "../model/json.js";
import type { Attestation, Criterion, GraduationCriteria, Profile } from "../model/policy.js";
import type { Release } from "../model/release.js";

/** The life of one experimental thing. */
export interface Experience {
  readonly crd: string;
  readonly path?: string;
  /** The first release that had it in the experimental channel without a gap since. */
  readonly since: Release;
  /** The last release that changed more than its words; `since` where none did. */
  readonly changed: Release;
  /** Minor releases after that one: a patch could not have changed it. */
  readonly releasesUnchanged: number;
}

interface ExperienceOptions {
  /** What is to be released next, and is no release yet. */
  readonly tree?: Release;
  /** Another name that the CRD had. */
  readonly formerName?: string;
  /** The versions that count: of several, the one with the least experience. The storage version if none is given. */
  readonly versions?: readonly string[];
  /** Members of the field's enum, if it is about them and not about the field. */
  readonly values?: readonly Json[];
}

/** The life of a kind, or of a field in versions of it, up to the last release of a lineage. */
export function experienceOf(
  crd: string,
  path: string | undefined,
  lineage: readonly Release[],
  { tree, formerName, versions = [], values = [] }: ExperienceOptions = {},
): Experience | undefined {
  const states = [...lineage, ...(tree ? [tree] : [])];
  const schemaIn = (release: Release, version: string | undefined) => {
    const former = () => (formerName === undefined ? undefined : schemaOf(release, formerName, path, version));
    const schema = schemaOf(release, crd, path, version) ?? former();
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
function lifeOf(schemas: readonly (JsonObject | undefined)[], path: string | undefined) {
  const since = schemas.lastIndexOf(undefined) + 1;
  let changed = since;
  for (const [index, schema] of schemas.entries()) {
    const before = schemas[index - 1];
    if (index > since && before && schema && isSignificant(before, schema, path)) changed = index;
  }
  return { since, changed };
}

/** The minor releases after the first of these. */
function minorsIn(releases: readonly Release[]): number {
  const minors = releases.map(({ name, version }) => (version ?? name).split(".").slice(0, 2).join("."));
  return Math.max(0, new Set(minors).size - 1);
}

/**
 * What the experimental channel has in the place of a version: it may graduate under another name, and the storage
 * version stands in for one that is not there.
 */
function schemaOf(
  release: Release,
  crd: string,
  path: string | undefined,
  name: string | undefined,
): JsonObject | undefined {
  const versions = release.channels.get("experimental")?.get(crd)?.spec.versions ?? [];
  const version = versions.find((each) => each.name === name) ?? versions.find((each) => each.storage);
  const root = version?.schema.openAPIV3Schema;
  return root && (path === undefined ? root : schemaAt(root, path));
}

/** Whether the enum of a schema lists the values. */
export function hasMembers({ enum: members }: JsonObject, values: readonly Json[]): boolean {
  return values.every((value) => Array.isArray(members) && members.includes(value));
}

function isSignificant(before: JsonObject, after: JsonObject, path: string | undefined): boolean {
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
  const [months, monthsUnchanged] = [since, changed].map((release) => monthsBetween(release.date, today)) as [
    number,
    number,
  ];
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
  const [a, b] = [from, to].map((day) => day.split("-").map(Number)) as [
    [number, number, number],
    [number, number, number],
  ];
  const months = (b[0] - a[0]) * 12 + b[1] - a[1];
  return Math.max(0, b[2] < a[2] ? months - 1 : months);
}

interface GraduationInput {
  readonly changes: readonly Change[];
  readonly after: Release;
  readonly lineage: readonly Release[];
  readonly profile: Profile;
  readonly attestations?: readonly Attestation[];
  readonly renamedKinds?: ReadonlyMap<string, string>;
}

/** Graduations that come too early. */
export function graduationProblems({ changes, after, lineage, profile, attestations, renamedKinds }: GraduationInput) {
  const formerNames = new Map([...(renamedKinds ?? [])].map(([old, now]) => [now, old]));
  return changes
    .filter((change) => change.class === "graduation" && (change.subject === "kind-added" || change.path !== undefined))
    .flatMap((change) => {
      const formerName = formerNames.get(change.crd);
      const values = newMembers(change);
      const options = {
        versions: usedVersions(change, after),
        values,
        ...(formerName !== undefined && { formerName }),
      };
      const experience = experienceOf(change.crd, change.path, lineage, options);
      const missing =
        experience &&
        criteriaFor(experience, profile.graduation, after.date, attestations).filter(({ holds }) => !holds);
      if (missing?.length === 0) return [];
      const reasons = missing?.map(({ name, figure }) => `${name} (${figure})`).join(", ");
      const what = values.map((value) => JSON.stringify(value)).join(", ") || "it";
      const says = `${what} ${values.length > 1 ? "graduate" : "graduates"} too early: ${reasons ?? "no earlier release has it in the experimental channel"}`;
      const mend = "Keep it @experimental until it qualifies; what people attest stands in apis/graduation.yaml.";
      return [{ rule: "graduates-too-early", change, says, mend }];
    });
}

/** The members that a change adds to an enum. */
function newMembers({ subject, before, after }: Change): Json[] {
  if (subject !== "values") return [];
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value.enum : undefined));
  return Array.isArray(old) && Array.isArray(now) ? now.filter((value) => !old.includes(value)) : [];
}

/** The versions that objects are read or stored in, of those that a change concerns: all of a kind that is new. */
function usedVersions({ channel, crd, versions }: Change, after: Release): string[] {
  const used = after.channels.get(channel)?.get(crd)?.spec.versions.filter(isUsed) ?? [];
  return used.map(({ name }) => name).filter((name) => versions.length === 0 || versions.includes(name));
}
