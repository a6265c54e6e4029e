/** Finds the schemas of the two ends of a definition: of the objects in its old form, and of those in its new one. */
import compare from "semver/functions/compare.js";
import gt from "semver/functions/gt.js";
import lt from "semver/functions/lt.js";
import prerelease from "semver/functions/prerelease.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState, Crds } from "../../core/model/bundle-state.js";
import type { Channel } from "../../core/model/channel.js";
import { type Conversion, crdAfter, isRenamed, kindAfter } from "../../core/model/conversion.js";
import type { Placed } from "../../core/model/policy.js";
import type { Version } from "../../core/model/release-version.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { nearest } from "../../core/nearest.js";
import { diagnosticsIn, failure, type Result, success } from "../../core/result.js";

/** All states of a project: its releases and pre-releases, in any order, and the working tree. */
export interface History {
  readonly releases: readonly BundleState[];
  readonly tree: BundleState;
}

/** One end of a definition. Objects can have any of the schemas: of both channels, or of several API versions. */
export interface End {
  readonly crd: string;
  /** Name of the state for messages, such as `v1.1.0`. */
  readonly state: string;
  readonly schemas: readonly StructuralSchema[];
}

export interface Ends {
  readonly old: End;
  readonly new: End;
}

/** Reports whether the releases are known between which a definition changes objects. */
export function isInHistory({ since }: Conversion, { releases }: History): boolean {
  return releases.some(({ version }) => version !== undefined && lt(version, since));
}

/** Returns the ends of a definition, or a diagnostic for each end that no state has. */
export function endsOf(conversion: Placed<Conversion>, history: History): Result<Ends> {
  const { since, crd, kind, versions, to } = conversion;
  const old = endIn(groupsBefore(since, history), conversion, { form: "old", crd, kind, versions, keys: OLD_KEYS });
  const fresh = endIn(groupsSince(since, history), conversion, {
    form: "new",
    crd: crdAfter(conversion),
    kind: kindAfter(conversion),
    versions: to.version === undefined ? [] : [to.version],
    keys: isRenamed(conversion) ? NEW_KEYS : { ...OLD_KEYS, versions: NEW_KEYS.versions },
  });
  if (old.ok && fresh.ok) return success({ old: old.value, new: fresh.value });
  const problems = diagnosticsIn([old, fresh]);
  // A wrong name of a kind that keeps its name is one mistake.
  return failure(problems.filter(({ location }, at) => at === 0 || location?.start !== problems[0]?.location?.start));
}

const OLD_KEYS = { crd: ["crd"], kind: ["kind"], versions: ["versions", 0] };
const NEW_KEYS = { crd: ["to", "crd"], kind: ["to", "kind"], versions: ["to", "version"] };

/** States of which an end can consist. The first group that has the kind is the end. */
type Groups = readonly (readonly [BundleState, ...BundleState[]])[];

type Released = BundleState & { readonly version: Version };

function isReleased(state: BundleState): state is Released {
  return state.version !== undefined;
}

/**
 * Returns the releases before a version, the newest first, each with the pre-releases after it. Objects may be stored in
 * the form of a pre-release.
 */
function groupsBefore(since: Version, { releases }: History): Groups {
  const older = releases.filter(isReleased).filter(({ version }) => lt(version, since));
  const sorted = older.sort((a, b) => compare(b.version, a.version));
  const full = sorted.filter(({ version }) => !prerelease(version));
  if (full.length === 0) return sorted.map((state) => [state]);
  return full.map((release) => {
    const candidates = sorted.filter(({ version }) => prerelease(version) && gt(version, release.version));
    return [release, ...candidates];
  });
}

/** Returns the releases from a version on, the oldest first, and the working tree. */
function groupsSince(since: Version, { releases, tree }: History): Groups {
  const newer = releases.filter(isReleased).filter(({ version }) => !lt(version, since));
  return [...newer.sort((a, b) => compare(a.version, b.version)), tree].map((state) => [state]);
}

interface WantedEnd {
  readonly form: "old" | "new";
  readonly crd: string;
  readonly kind: string;
  /** API versions of the form; all if empty. */
  readonly versions: readonly string[];
  /** Keys of the definition that name them. */
  readonly keys: Readonly<Record<"crd" | "kind" | "versions", readonly (string | number)[]>>;
}

function endIn(groups: Groups, { since, channel, placeOf }: Placed<Conversion>, wanted: WantedEnd): Result<End> {
  const { form, crd, kind, versions, keys } = wanted;
  const named = (states: readonly BundleState[]) => crdsIn(states, channel).flatMap((crds) => crds.get(crd) ?? []);
  const schemasIn = (states: readonly BundleState[]) =>
    named(states)
      .flatMap(({ spec }) => spec.versions)
      .filter(({ name }) => versions.length === 0 || versions.includes(name))
      .map(({ schema }) => schema.openAPIV3Schema);
  const known = groups.find((states) => named(states).length > 0);
  if (!known) {
    const names = new Set(crdsIn(groups.flat(), channel).flatMap((crds) => [...crds.keys()]));
    const about = { crd, since, channel, form, nearest: nearest(crd, names) };
    return failure(diagnose("conversion-crd-unknown", about, placeOf(keys.crd)));
  }
  const state = known[0].name;
  const actual = named(known)[0]?.spec.names.kind ?? kind;
  if (actual !== kind) return failure(diagnose("conversion-kind", { crd, kind, actual, state }, placeOf(keys.kind)));
  const found = groups.find((states) => schemasIn(states).length > 0);
  if (found) return success({ crd, state: found[0].name, schemas: schemasIn(found) });
  return failure(
    diagnose("conversion-version-unknown", { crd, version: String(versions[0]), state }, placeOf(keys.versions)),
  );
}

/** Returns the CRDs of a channel, or of both, in all states. */
function crdsIn(states: readonly BundleState[], channel: Channel | undefined): Crds[] {
  const channels = states.flatMap((state) => [...state.channels]);
  return channels.filter(([name]) => channel === undefined || name === channel).map(([, crds]) => crds);
}
