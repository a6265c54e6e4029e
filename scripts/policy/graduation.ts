/** How long an experimental thing has been there, how long unchanged, and whether that is enough for the standard channel. */
import { diffResources, diffSchemas, schemaAt } from "../diff/schema.js";
import type { Change } from "../model/change.js";
import type { CustomResourceDefinition } from "../model/crd.js";
import type { JsonObject } from "../model/json.js";
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

/**
 * The life of a kind, or of a field of its storage version, up to the last release of a lineage. `tree` is what shall be
 * released next, and is no release yet; `formerName` is another name that the CRD had.
 */
export function experienceOf(
  crd: string,
  path: string | undefined,
  lineage: readonly Release[],
  { tree, formerName }: { readonly tree?: Release; readonly formerName?: string } = {},
): Experience | undefined {
  const states = [...lineage, ...(tree ? [tree] : [])].map((release) => ({
    release,
    schema:
      schemaOf(release, crd, path) ?? (formerName === undefined ? undefined : schemaOf(release, formerName, path)),
  }));
  const gap = states.findLastIndex(({ schema }) => schema === undefined);
  const present = states.slice(gap + 1);
  const [first] = present;
  if (!first) return undefined;
  let changed = 0;
  for (const [index, { schema }] of present.entries()) {
    const before = present[index - 1]?.schema;
    if (before && schema && isSignificant(before, schema, path)) changed = index;
  }
  return {
    crd,
    ...(path !== undefined && { path }),
    since: first.release,
    changed: present[changed]?.release ?? first.release,
    releasesUnchanged: minorsIn(
      present
        .slice(changed)
        .map(({ release }) => release)
        .filter((release) => release !== tree),
    ),
  };
}

/** The minor releases after the first of these. */
function minorsIn(releases: readonly Release[]): number {
  const minors = releases.map(({ name, version }) => (version ?? name).split(".").slice(0, 2).join("."));
  return Math.max(0, new Set(minors).size - 1);
}

function schemaOf(release: Release, crd: string, path: string | undefined): JsonObject | undefined {
  const found: CustomResourceDefinition | undefined = release.channels.get("experimental")?.get(crd);
  const storage = found?.spec.versions.find((version) => version.storage);
  const root = storage?.schema.openAPIV3Schema;
  return root && (path === undefined ? root : schemaAt(root, path));
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
    { name: "months", holds: months >= criteria.months, figure: `${months} of ${criteria.months} months` },
    {
      name: "unchanged",
      holds: releasesUnchanged >= criteria.unchangedReleases && monthsUnchanged >= criteria.unchangedMonths,
      figure: `${releasesUnchanged} releases and ${monthsUnchanged} months unchanged`,
    },
    ...(attestations ? criteria.attestations : []).map((criterion) => ({
      name: criterion,
      holds: isAttested(criterion),
      figure: isAttested(criterion) ? "attested" : "not attested",
    })),
  ];
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
      const experience = experienceOf(change.crd, change.path, lineage, formerName === undefined ? {} : { formerName });
      if (!experience) return [];
      const missing = criteriaFor(experience, profile.graduation, after.date, attestations).filter(
        ({ holds }) => !holds,
      );
      if (missing.length === 0) return [];
      const says = `it graduates too early: ${missing.map(({ name, figure }) => `${name} (${figure})`).join(", ")}`;
      const mend = "Keep it @experimental until it qualifies; what people attest stands in apis/graduation.yaml.";
      return [{ rule: "graduates-too-early", change, says, mend }];
    });
}
