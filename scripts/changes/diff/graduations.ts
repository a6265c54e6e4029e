/**
 * Determines which additions to the standard channel graduate from the experimental channel, and the differences that
 * prevent the others from graduating.
 */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change, CrdChange, Difference, SchemaChange, Subject } from "../../core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { type FieldPath, lastField, pathsAround } from "../../core/model/field-path.js";
import { isJsonObject, type Json, sameJson } from "../../core/model/json.js";
import { rulesOf, type StructuralSchema } from "../../core/model/schema.js";
import { storageVersion } from "../../core/model/versions.js";
import { celName } from "../../kubernetes/cel/types/names.js";
import { DEFAULT_COLUMN } from "./crd-defaults.js";
import { diffCrds } from "./crds.js";
import type { DiffOptions } from "./diff-options.js";
import { diffSchemas } from "./schema.js";
import { schemaAt } from "./schema-at.js";

/**
 * Marks an addition to the standard channel as a graduation if the experimental channel of the release before had it
 * without a relevant difference; otherwise, adds the differences to the change. `options.renamedKinds` contains the
 * former names of kinds.
 */
export function markGraduations(
  changes: readonly Change[],
  before: BundleState,
  after: BundleState,
  options: DiffOptions,
): Change[] {
  const experimental = before.channels.get("experimental");
  const standard = after.channels.get("standard");
  if (!experimental || !standard) return [...changes];
  const formerNames = new Map([...options.renamedKinds].map(([old, now]) => [now, old]));
  return changes.map((change) => {
    if (change.class !== "addition") return change;
    const former = experimental.get(change.crd) ?? experimental.get(formerNames.get(change.crd) ?? "");
    const added = standard.get(change.crd);
    const twin = after.channels.get("experimental")?.get(change.crd);
    const differences = former && added && differencesOf(change, { former, added, twin }, options.stamps);
    if (!differences) return change;
    return differences.length === 0 ? { ...change, class: "graduation" as const } : { ...change, differences };
  });
}

/**
 * CRDs of a graduation: the experimental CRD before it, the standard CRD after it, and the experimental CRD after it.
 */
interface Graduation {
  readonly former: CustomResourceDefinition;
  readonly added: CustomResourceDefinition;
  /** The CRD in the experimental channel after the graduation. */
  readonly twin: CustomResourceDefinition | undefined;
}

/**
 * Returns the differences between an addition and its experimental counterpart in the release before, or undefined if
 * there was none.
 */
function differencesOf(change: Change, graduation: Graduation, stamps: ReadonlySet<string>): Difference[] | undefined {
  if (change.subject === "kind-added") return differencesInCrd(graduation, stamps);
  const perVersion = change.versions.map((version) => differencesInVersion(change, version, graduation, stamps));
  const known = perVersion.filter((differences) => differences !== undefined);
  return known.length === 0 || known.length < perVersion.length ? undefined : known.flat();
}

function differencesInVersion(
  { subject, path }: Change,
  name: string,
  { former, added, twin }: Graduation,
  stamps: ReadonlySet<string>,
): Difference[] | undefined {
  if (isOfVersion(subject)) {
    const alone = (crd: CustomResourceDefinition) => withVersions(crd, (version) => version.name === name);
    const graduation = { former: alone(former), added: alone(added), twin: twin && alone(twin) };
    return versionNamed(former, name) && differencesInCrd(graduation, stamps);
  }
  const property = VERSION_PROPERTIES[subject];
  if (property) {
    const [had, has] = [former, added].map((crd) => property(versionNamed(crd, name)));
    return had !== undefined && sameJson(had, has ?? null) ? [] : undefined;
  }
  if (path === undefined) return undefined;
  const [now, old, other] = [added, former, twin].map((crd) => crd && schemaAt(schemaOfVersion(crd, name), path));
  if (!now || !old) return undefined;
  const changesTo = (one: StructuralSchema, another: StructuralSchema) => diffSchemas(one, another, path, new Map());
  const bound = other ? boundToChannel(changesTo(other, now), changesTo(now, old)) : [];
  return [
    ...changesTo(old, now).filter((difference) => !isLeftBehind(difference) && !includes(bound, difference)),
    ...rulesLostAround(path, [schemaOfVersion(former, name), schemaOfVersion(added, name)]),
  ].map((difference) => ({ ...difference, versions: [] }));
}

/**
 * Returns the rules around a field that name the field and that the standard channel lacks, unless its other rules
 * imply them.
 */
function rulesLostAround(path: FieldPath, roots: readonly StructuralSchema[]): SchemaChange[] {
  const { name } = lastField(path);
  if (name === undefined) return [];
  return pathsAround(path).flatMap((place) => {
    const [old, now] = roots.map((root) => schemaAt(root, place));
    if (!old || !now || !hasLostRule(old, now, name)) return [];
    const rulesTo = (one: StructuralSchema, another: StructuralSchema) =>
      diffSchemas(one, another, place, new Map()).filter(
        (change) => change.subject === "rule" && change.path === place,
      );
    const back = rulesTo(now, old);
    return rulesTo(old, now).filter((change) =>
      goneRules(change).some((rule) => namesField(rule, name) && !back.some((other) => isFollowed(other, rule))),
    );
  });
}

/**
 * Reports whether the newer node lacks a rule that names the field. Most nodes have the same rules, so this avoids most
 * comparisons.
 */
function hasLostRule(old: StructuralSchema, now: StructuralSchema, field: string): boolean {
  const textsOf = (schema: StructuralSchema) => rulesOf(schema).map(({ rule }) => rule);
  const kept = textsOf(now);
  return textsOf(old).some((rule) => !kept.includes(rule) && namesField(rule, field));
}

function namesField(rule: Json, field: string): boolean {
  const words = String(rule).split(/\W+/);
  return words.includes(field) || words.includes(celName(field) ?? field);
}

/** Properties of a version that can graduate, apart from its schema. */
const VERSION_PROPERTIES: Partial<Record<Subject, (version: CrdVersion | undefined) => Json | undefined>> = {
  "status-subresource": (version) => version?.subresources?.status,
  "scale-subresource": (version) => version?.subresources?.scale,
  "selectable-fields": (version) => version?.selectableFields?.map(({ jsonPath }) => String(jsonPath)).sort(),
};

/** Reports whether a change adds a whole version or starts to serve one. */
export function isOfVersion(subject: Subject): boolean {
  return subject === "version-added" || subject === "version-served";
}

/**
 * Returns the content of a version that another version does not have, whatever their names are. Content that only the
 * other version has is not new, nor are additional constraints. Printer columns do not need to graduate.
 */
export function newInVersion(crd: CustomResourceDefinition, version: CrdVersion, other: CrdVersion): Difference[] {
  const { name, served, storage } = version;
  const withOnly = (only: CrdVersion) => ({ ...crd, spec: { ...crd.spec, versions: [only] } });
  const [added, former] = [withOnly(version), withOnly({ ...other, name, served, storage })];
  const isNew = ({ subject, class: of }: CrdChange) =>
    subject !== "columns" && !(subject === "required" && of === "tightening");
  return asDifferences(changesInCrd({ former, added, twin: former }, new Set()).filter(isNew), added);
}

function differencesInCrd(graduation: Graduation, stamps: ReadonlySet<string>): Difference[] {
  return asDifferences(changesInCrd(graduation, stamps), graduation.added);
}

/** Returns the changes of a CRD, in each of its versions, because all of them become stable. */
function changesInCrd({ former, added, twin }: Graduation, stamps: ReadonlySet<string>): CrdChange[] {
  const isRenamed = former.metadata.name !== added.metadata.name;
  const changesTo = (one: CustomResourceDefinition, another: CustomResourceDefinition) =>
    diffCrds(one, another, new Map(), stamps, isStoredByNone).flatMap(byVersion);
  const before = withVersionsOf(added, former);
  const bound = twin ? boundToChannel(changesTo(withVersionsOf(added, twin), added), changesTo(added, before)) : [];
  return changesTo(before, added).filter(
    (difference) =>
      !isLeftBehind(difference) && !(isRenamed && difference.subject === "names") && !includes(bound, difference),
  );
}

/** Returns changes as differences. If a CRD has only one API version, the differences do not name it. */
function asDifferences(changes: readonly CrdChange[], { spec }: CustomResourceDefinition): Difference[] {
  return changes.map((change) => (spec.versions.length > 1 ? change : { ...change, versions: [] }));
}

function includes(differences: readonly object[], difference: object): boolean {
  return differences.some((same) => sameJson({ ...same }, { ...difference }));
}

/**
 * Adds the missing versions of another CRD to a CRD. A version may graduate under another name, so the storage version
 * takes the place of a missing version.
 */
function withVersionsOf(added: CustomResourceDefinition, crd: CustomResourceDefinition): CustomResourceDefinition {
  const storage = storageVersion(crd.spec.versions);
  const renamed = added.spec.versions
    .filter(({ name }) => !versionNamed(crd, name))
    .flatMap(({ name, served, storage: stores }) => (storage ? [{ ...storage, name, served, storage: stores }] : []));
  return { ...crd, spec: { ...crd.spec, versions: [...crd.spec.versions, ...renamed] } };
}

/**
 * Returns false, because the versions that the experimental channel stored do not show which ones the standard channel
 * stores.
 */
function isStoredByNone(): boolean {
  return false;
}

function withVersions(
  crd: CustomResourceDefinition,
  isOne: (version: CrdVersion) => boolean,
): CustomResourceDefinition {
  return { ...crd, spec: { ...crd.spec, versions: crd.spec.versions.filter(isOne) } };
}

function byVersion(change: CrdChange): CrdChange[] {
  return change.versions.length > 1 ? change.versions.map((version) => ({ ...change, versions: [version] })) : [change];
}

/**
 * Returns the differences that are allowed between the channels: rules and bounds by which the standard channel also
 * differs from the experimental channel of today. The standard channel must not accept values that were never tried, so
 * the changes that would restore the former state (`back`) must not reject anything.
 */
function boundToChannel<Found extends SchemaChange | CrdChange>(
  today: readonly Found[],
  back: readonly Found[],
): Found[] {
  return today.filter((difference) => {
    const opposite = back.filter((other) => differenceKey(other) === differenceKey(difference));
    return difference.subject === "rule"
      ? goneRules(difference).every((rule) => opposite.some((other) => isFollowed(other, rule)))
      : difference.subject === "values" && opposite.some(isWider);
  });
}

/**
 * Returns a key for the place of a difference. It includes the versions, because one version may differ at a path and
 * another may not.
 */
function differenceKey(difference: SchemaChange | CrdChange): string {
  return JSON.stringify(["versions" in difference ? difference.versions : [], difference.path ?? null]);
}

function isWider({ class: name, subject }: SchemaChange | CrdChange): boolean {
  return subject === "values" && (name === "loosening" || name === "addition");
}

/** Returns the rules that a difference removes, or none if it only adds one. */
function goneRules({ before }: SchemaChange | CrdChange): Json[] {
  if (before === undefined) return [];
  return Array.isArray(before) ? before : [before];
}

/**
 * Reports whether restoring a rule would reject nothing, for example because the rule is about fields that do not
 * graduate. All objects that the standard channel accepts then already satisfy it.
 */
function isFollowed(change: SchemaChange, rule: Json): boolean {
  if (change.subject !== "rule") return false;
  if (change.effect !== "replaced") return change.class === "wording" && change.after === rule;
  return (change.relation === "same" || change.relation === "wider") && change.after.some((text) => text === rule);
}

/** Subjects of changes by which the standard channel may have less than the experimental one. */
const LEFT_BEHIND: ReadonlySet<Subject> = new Set([
  "field-removed",
  "version-removed",
  "version-unserved",
  "version-deprecated",
  "storage",
] as const);

/** Reports whether a change only means that something does not graduate. The standard channel may lack it. */
function isLeftBehind(change: SchemaChange | CrdChange): boolean {
  return change.class === "wording" || LEFT_BEHIND.has(change.subject) || isLostColumn(change) || isFewerValues(change);
}

/** Reports whether a column is gone, or is now the default column, which every version without columns has. */
function isLostColumn({ subject, after }: SchemaChange | CrdChange): boolean {
  return subject === "columns" && (after === undefined || sameJson(after, { column: DEFAULT_COLUMN }));
}

function isFewerValues({ subject, before, after }: SchemaChange | CrdChange): boolean {
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value.enum : undefined));
  return subject === "values" && Array.isArray(old) && Array.isArray(now) && now.every((value) => old.includes(value));
}

/** Returns the schema of a version, or that of the storage version if the CRD does not have the version. */
function schemaOfVersion(crd: CustomResourceDefinition, name: string): StructuralSchema {
  const version = versionNamed(crd, name) ?? storageVersion(crd.spec.versions);
  return version?.schema.openAPIV3Schema ?? {};
}

function versionNamed({ spec }: CustomResourceDefinition, name: string): CrdVersion | undefined {
  return spec.versions.find((version) => version.name === name);
}
