/** Two states of a bundle → every change between them. */
import type { Change, Subject } from "../model/change.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../model/crd.js";
import { compareText } from "../model/diagnostic.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../model/json.js";
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
 * Every change from one state to another, channel by channel, CRD by CRD, in a fixed order. What graduates is marked
 * so: it was in the experimental channel before.
 */
export function diffReleases(before: Release, after: Release, options: DiffOptions): Change[] {
  return comparedChannels(before, after).flatMap((channel) => {
    const [old, now] = [before.channels.get(channel), after.channels.get(channel)];
    const changes = diffChannel(old ?? new Map(), now ?? new Map(), channel, options);
    return channel === "standard" ? markGraduations(changes, before, after, options) : changes;
  });
}

/**
 * The channels that two states can be compared in. A bundle that lacks a channel has lost its kinds, or not had them
 * yet; of a state that is only a part of a bundle, a channel that it lacks says nothing.
 */
export function comparedChannels(before: Release, after: Release): Channel[] {
  return CHANNELS.filter((channel) => {
    const states = [before, after].filter((state) => state.channels.has(channel) || !state.isPartial);
    return states.length === 2 && states.some((state) => state.channels.has(channel));
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
    const twin = after.channels.get("experimental")?.get(change.crd);
    const differences = former && added && differencesOf(change, former, added, twin);
    if (!differences) return change;
    return differences.length === 0
      ? { ...change, class: "graduation" as const, says: graduationOf(change) }
      : { ...change, differences };
  });
}

function graduationOf({ says }: Change): string {
  return says.replace(/is new$|are more$/, "graduates from the experimental channel");
}

/**
 * How what a change adds to `added` differs from what the experimental CRD of the release before had in its place, or
 * undefined if it had nothing there. `twin` is what the experimental channel has now.
 */
function differencesOf(
  change: Change,
  former: CustomResourceDefinition,
  added: CustomResourceDefinition,
  twin: CustomResourceDefinition | undefined,
): string[] | undefined {
  const name = change.versions[0] ?? storageOf(added);
  if (change.subject === "version-added") return versionNamed(former, name) && [];
  const property = VERSION_PROPERTIES[change.subject];
  if (property) {
    const [had, has] = [former, added].map((crd) => property(versionNamed(crd, name)));
    return had !== undefined && sameJson(had, has ?? null) ? [] : undefined;
  }
  // The version may be another: what was v1alpha1 graduates as v1.
  const path = change.subject === "kind-added" ? "." : change.path;
  if (path === undefined) return undefined;
  const [old, now, other] = [former, added, twin].map((crd) => crd && schemaAt(schemaOfVersion(crd, name), path));
  if (!old || !now) return undefined;
  const scopes = [former, added].map(({ spec }) => spec.scope);
  const scope = scopes[0] === scopes[1] ? [] : [`the scope changed from ${scopes[0]} to ${scopes[1]}`];
  return [...scope, ...differencesInShape(old, now, other, path)];
}

/** What is added to a version beside its schema, and can graduate. */
const VERSION_PROPERTIES: Partial<Record<Subject, (version: CrdVersion | undefined) => Json | undefined>> = {
  "status-subresource": (version) => version?.subresources?.status,
  "scale-subresource": (version) => version?.subresources?.scale,
  "selectable-fields": (version) => version?.selectableFields?.map(({ jsonPath }) => String(jsonPath)).sort(),
};

/** What stays behind in the experimental channel is missing here, and rules may be bound to a channel: both are well. */
function differencesInShape(old: JsonObject, now: JsonObject, twin: JsonObject | undefined, path: string): string[] {
  const isOfConstraint = ({ subject }: SchemaChange) => subject === "rule" || subject === "values";
  const root = path === "." ? "" : path;
  const bound = (twin ? diffSchemas(twin, now, root, new Map()) : []).filter(isOfConstraint);
  return diffSchemas(old, now, root, new Map())
    .filter(
      (other) =>
        other.class !== "wording" &&
        other.subject !== "field-removed" &&
        !isFewerValues(other) &&
        !bound.some((same) => sameJson({ ...same }, { ...other })),
    )
    .map((other) => `${other.path}: ${other.says}`);
}

function isFewerValues({ subject, before, after }: SchemaChange): boolean {
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value.enum : undefined));
  return subject === "values" && Array.isArray(old) && Array.isArray(now) && now.every((value) => old.includes(value));
}

/** The schema of a version; of the storage version where the CRD does not have that one. */
function schemaOfVersion(crd: CustomResourceDefinition, name: string): JsonObject {
  const version = versionNamed(crd, name) ?? crd.spec.versions.find((candidate) => candidate.storage);
  return version?.schema.openAPIV3Schema ?? {};
}

function versionNamed({ spec }: CustomResourceDefinition, name: string): CrdVersion | undefined {
  return spec.versions.find((version) => version.name === name);
}
