/** Two states of a bundle → every change between them. */
import type { Change } from "../model/change.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { CustomResourceDefinition } from "../model/crd.js";
import { compareText } from "../model/diagnostic.js";
import { isJsonObject, type JsonObject, sameJson } from "../model/json.js";
import type { Crds, Release } from "../model/release.js";
import { type CrdChange, diffCrds, storageOf } from "./crds.js";
import { diffSchemas, type Moves, schemaAt } from "./schema.js";
import type { SchemaChange } from "./schema-change.js";

/** What is known of a pair of releases beside their CRDs. */
export interface DiffOptions {
  /** Annotations that every release changes: the bundle version and the channel. */
  readonly stamps: ReadonlySet<string>;
  /** CRDs that go on under another name: old name → new name. */
  readonly renamedKinds: ReadonlyMap<string, string>;
  /** By the name of the CRD before: the fields that moved. */
  readonly moves: ReadonlyMap<string, Moves>;
}

/**
 * Every change from one state to another, channel by channel, CRD by CRD, in a fixed order. A channel that one of the
 * two does not have is not compared. What graduates is marked so: it was in the experimental channel before.
 */
export function diffReleases(before: Release, after: Release, options: DiffOptions): Change[] {
  return CHANNELS.flatMap((channel) => {
    const [old, now] = [before.channels.get(channel), after.channels.get(channel)];
    if (!old || !now) return [];
    const changes = diffChannel(old, now, channel, options);
    return channel === "standard" ? markGraduations(changes, before, after, options) : changes;
  });
}

function diffChannel(before: Crds, after: Crds, channel: Channel, options: DiffOptions): Change[] {
  const targets = new Map(
    [...before.keys()].map((name) => [name, after.has(name) ? name : options.renamedKinds.get(name)]),
  );
  const changes: Change[] = [];
  const add = (crd: string, list: readonly CrdChange[]) => {
    for (const change of list) changes.push({ channel, crd, ...change });
  };
  for (const [name, crd] of before) {
    const target = targets.get(name);
    const successor = target === undefined ? undefined : after.get(target);
    if (!successor)
      add(name, [{ subject: "kind-removed", class: "break", says: "the kind was removed", versions: [] }]);
    else if (target !== name) {
      add(name, [{ subject: "kind-renamed", class: "break", says: `the kind is ${target} now`, versions: [] }]);
    } else add(name, diffCrds(crd, successor, options.moves.get(name) ?? new Map(), options.stamps));
  }
  const known = new Set(targets.values());
  for (const name of after.keys()) {
    if (!known.has(name))
      add(name, [{ subject: "kind-added", class: "addition", says: "the kind is new", versions: [] }]);
  }
  return changes.sort(compareChanges);
}

/** By CRD, then by what stands higher in it. */
function compareChanges(a: Change, b: Change): number {
  return (
    compareText(a.crd, b.crd) ||
    Number(a.path !== undefined) - Number(b.path !== undefined) ||
    compareText(a.path ?? "", b.path ?? "") ||
    compareText(a.versions.join(), b.versions.join()) ||
    compareText(a.subject, b.subject) ||
    compareText(a.says, b.says)
  );
}

/**
 * Additions to the standard channel that the release before had in its experimental channel, in the same shape or an
 * unchanged one: they are graduations. The rename map says where else to look.
 */
function markGraduations(changes: readonly Change[], before: Release, after: Release, options: DiffOptions): Change[] {
  const experimental = before.channels.get("experimental");
  const standard = after.channels.get("standard");
  if (!experimental || !standard) return [...changes];
  const formerNames = new Map([...options.renamedKinds].map(([old, now]) => [now, old]));
  return changes.map((change) => {
    if (change.class !== "addition") return change;
    const former = experimental.get(change.crd) ?? experimental.get(formerNames.get(change.crd) ?? "");
    const added = standard.get(change.crd);
    const graduates =
      former && added && wasThere(change, former, added, after.channels.get("experimental")?.get(change.crd));
    return graduates ? { ...change, class: "graduation" as const, says: graduationOf(change) } : change;
  });
}

function graduationOf({ says }: Change): string {
  return says.replace(/is new$|are more$/, "graduates from the experimental channel");
}

/**
 * Whether what a change adds to `added` was in the experimental CRD of the release before, in the same shape. `twin` is
 * what the experimental channel has now.
 */
function wasThere(
  change: Change,
  former: CustomResourceDefinition,
  added: CustomResourceDefinition,
  twin: CustomResourceDefinition | undefined,
): boolean {
  const name = change.versions[0] ?? storageOf(added);
  if (change.subject === "version-added") return former.spec.versions.some((version) => version.name === name);
  // The version may be another: what was v1alpha1 graduates as v1.
  const path = change.subject === "kind-added" ? "." : change.path;
  if (path === undefined || former.spec.scope !== added.spec.scope) return false;
  const [old, now, other] = [former, added, twin].map((crd) => crd && schemaAt(schemaOfVersion(crd, name), path));
  return Boolean(old && now && hasSameShape(old, now, other));
}

/** What stays behind in the experimental channel is missing here, and rules may be bound to a channel: both are well. */
function hasSameShape(old: JsonObject, now: JsonObject, twin: JsonObject | undefined): boolean {
  const isOfConstraint = ({ subject }: SchemaChange) => subject === "rule" || subject === "values";
  const bound = (twin ? diffSchemas(twin, now, "", new Map()) : []).filter(isOfConstraint);
  const differences = diffSchemas(old, now, "", new Map());
  return differences.every(
    (other) =>
      other.class === "wording" ||
      other.subject === "field-removed" ||
      isFewerValues(other) ||
      bound.some((same) => sameJson({ ...same }, { ...other })),
  );
}

function isFewerValues({ subject, before, after }: SchemaChange): boolean {
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value.enum : undefined));
  return subject === "values" && Array.isArray(old) && Array.isArray(now) && now.every((value) => old.includes(value));
}

/** The schema of a version; of the storage version where the CRD does not have that one. */
function schemaOfVersion(crd: CustomResourceDefinition, name: string): JsonObject {
  const { versions } = crd.spec;
  const version =
    versions.find((candidate) => candidate.name === name) ?? versions.find((candidate) => candidate.storage);
  return version?.schema.openAPIV3Schema ?? {};
}
