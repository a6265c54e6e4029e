/** Compares two CRDs of one kind. */
import type { ChangeClass, CrdChange, Fact, SchemaChange, Subject, UnusedVersion } from "../../core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { type FieldPath, parentOf, pathsAround, ROOT_PATH } from "../../core/model/field-path.js";
import { type Json, type JsonObject, objectIn, sameJson } from "../../core/model/json.js";
import {
  fieldsOf,
  hasDefault,
  keepsUnknownFields,
  type StructuralSchema,
  subschemasOf,
} from "../../core/model/schema.js";
import { compareApiVersions } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import { parseJsonPath } from "../../kubernetes/jsonpath/parse.js";
import { DEFAULT_COLUMN, withoutDefaults } from "./crd-defaults.js";
import { digestOfAll, digestOfMove, digestOfObject, digestOfVersion, sorted } from "./digests.js";
import { asResource } from "./metadata.js";
import { COUNTING, isOfNull, losesNull } from "./nulls.js";
import { rulesMayNeed } from "./rules.js";
import { diffResources, type Moves } from "./schema.js";
import { schemaAt } from "./schema-at.js";
import { between } from "./schema-change.js";
import { isFreeForm } from "./shapes.js";

/**
 * Returns all differences between two CRDs. `stamps` are the annotations that every release changes; `isStored` reports
 * whether objects of the channel may be stored in a version, and `isStoredAnywhere`, whether those of any channel may.
 */
export function diffCrds(
  older: CustomResourceDefinition,
  newer: CustomResourceDefinition,
  moves: Moves,
  stamps: ReadonlySet<string>,
  isStored: IsStored,
  isStoredAnywhere: IsStored = isStored,
): CrdChange[] {
  const [before, after] = [withoutDefaults(older), withoutDefaults(newer)];
  const hadStatus = before.spec.versions.some(hasStatus);
  const pairs = before.spec.versions.flatMap((old) => {
    const now = versionOf(after, old.name);
    return now ? [[old, now] as const] : [];
  });
  const contents = mergeVersions(pairs.flatMap(([old, now]) => diffVersions(old, now, moves, hadStatus)));
  const uses = new Map(pairs.map(([old, now]) => [now.name, useOf(old, now, isStored)]));
  return [
    ...diffNames(before, after),
    ...diffLabels(before, after, stamps),
    ...diffVersionLists(before, after, isStoredAnywhere),
    ...diffStorage(before, after, moves),
    ...diffConversions(before, after),
    ...diffOthers(before.spec, after.spec, SPEC_KEYS, SPEC_DEFAULTS, ofWhole),
    ...mergeVersions(pairs.flatMap(([old, now]) => diffServing(old, now))),
    ...contents.map((change) => asNoticed(change, uses)),
  ];
}

type IsStored = (version: string) => boolean;

function versionOf(crd: CustomResourceDefinition, name: string): CrdVersion | undefined {
  return crd.spec.versions.find((version) => version.name === name);
}

/** Makes a change of the CRD as a whole. */
function ofWhole(changeClass: ChangeClass, fact: Fact): CrdChange {
  return { class: changeClass, ...fact, versions: [] };
}

function diffNames({ spec: before }: CustomResourceDefinition, { spec: after }: CustomResourceDefinition): CrdChange[] {
  const changes: CrdChange[] = [];
  if (before.scope !== after.scope) {
    changes.push(ofWhole("break", { subject: "scope", before: before.scope, after: after.scope }));
  }
  if (before.group !== after.group) {
    const groups = { before: { group: before.group }, after: { group: after.group } };
    changes.push(ofWhole("break", { subject: "names", name: "group", ...groups }));
  }
  for (const name of ["kind", "listKind", "plural", "singular"] as const) {
    const [old, now] = [before.names[name], after.names[name]];
    if (old === now) continue;
    changes.push(ofWhole("break", { subject: "names", name, before: { [name]: old }, after: { [name]: now } }));
  }
  for (const name of ["shortNames", "categories"] as const) {
    const [old, now] = [before.names[name] ?? [], after.names[name] ?? []];
    const gone = old.filter((word) => !now.includes(word));
    const fresh = now.filter((word) => !old.includes(word));
    if (gone.length > 0) changes.push(ofWhole("break", { subject: "names", name, before: { [name]: gone } }));
    if (fresh.length > 0) changes.push(ofWhole("addition", { subject: "names", name, after: { [name]: fresh } }));
  }
  return changes;
}

function diffLabels(
  { metadata: before }: CustomResourceDefinition,
  { metadata: after }: CustomResourceDefinition,
  stamps: ReadonlySet<string>,
): CrdChange[] {
  return (["labels", "annotations"] as const).flatMap((map) => {
    const keys = new Set([...Object.keys(before[map] ?? {}), ...Object.keys(after[map] ?? {})]);
    const changed = [...keys].filter((key) => !stamps.has(key) && before[map]?.[key] !== after[map]?.[key]);
    return changed.map((key) =>
      ofWhole("wording", { subject: "labels", map, key, ...between(before[map]?.[key], after[map]?.[key]) }),
    );
  });
}

/** Compares which versions exist. Nobody can use a version, or have objects of it, that was neither served nor stored. */
function diffVersionLists(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  isStored: IsStored,
): CrdChange[] {
  const removed = before.spec.versions.filter(({ name }) => !versionOf(after, name));
  const added = after.spec.versions.filter(({ name }) => !versionOf(before, name));
  return [
    ...removed.map((version) => {
      const { name } = version;
      const isNoticed = isUsed(version) || isStored(name);
      return ofVersion(name)(isNoticed ? "break" : "wording", { subject: "version-removed", version: name });
    }),
    ...added.map((version) => ({
      ...ofVersion(version.name)("addition", { subject: "version-added", version: version.name }),
      digest: digestOfVersion(version),
    })),
  ];
}

/**
 * Compares the storage versions. No objects exist of a version that was not used before, so its whole content takes
 * effect now. The digest therefore makes the content part of the change, and the values that are lost. Without a
 * conversion webhook, the API server prunes objects of all versions to the schema of the new storage version when it
 * stores them.
 */
function diffStorage(before: CustomResourceDefinition, after: CustomResourceDefinition, moves: Moves): CrdChange[] {
  const [stored, stores] = [before, after].map((crd) => storageVersion(crd.spec.versions));
  if (stored?.name === stores?.name) return [];
  const isConverted = after.spec.conversion?.strategy === "Webhook";
  const lost = stored && stores && !isConverted ? lostBetween(stored, stores, moves) : [];
  const names = { before: stored?.name ?? "none", after: stores?.name ?? "none" };
  const moved = ofWhole(lost.length > 0 ? "break" : "addition", {
    subject: "storage",
    ...names,
    ...(lost.length > 0 && { lost }),
  });
  return stores ? [{ ...moved, digest: digestOfMove(stores, lost) }] : [moved];
}

/** Returns the paths of values that change or disappear if objects of one version are stored in another. */
function lostBetween(from: CrdVersion, to: CrdVersion, moves: Moves): FieldPath[] {
  const [old, now] = [from.schema.openAPIV3Schema, to.schema.openAPIV3Schema];
  const changes = diffResources(old, now, moves);
  const lost = changes.filter((change) => losesValues(change) && !isKept(change, old, now));
  return [...new Set(lost.map(({ path = ROOT_PATH }) => path))].sort(compareStrings);
}

/** Subjects that affect the values of a stored object, and not only how they are merged. */
const OF_VALUES: ReadonlySet<Subject> = new Set([
  "field-removed",
  "field-renamed",
  "type",
  "default",
  "unknown-fields",
] as const);

/** Reports whether a change affects values when an object is stored. */
function losesValues(change: SchemaChange): boolean {
  return (OF_VALUES.has(change.subject) && change.class === "break") || losesNull(change);
}

/**
 * Reports whether a schema keeps a value that it does not declare, or does not declare in detail. A field that is not
 * declared has no default anymore.
 */
function isKept({ subject, path = ROOT_PATH }: SchemaChange, old: StructuralSchema, now: StructuralSchema): boolean {
  const at = (schema: StructuralSchema, place: FieldPath) => schemaAt(schema, place) ?? {};
  if (subject === "type") return isFreeForm(at(now, path));
  return subject.startsWith("field-") && keepsUnknownFields(at(now, parentOf(path))) && !hasDefaults(at(old, path));
}

function hasDefaults(schema: StructuralSchema): boolean {
  return hasDefault(schema) || subschemasOf(schema).some(hasDefaults);
}

/**
 * Compares how objects are converted between API versions. Without a webhook, the API server changes only the
 * `apiVersion` of an object.
 */
function diffConversions({ spec: before }: CustomResourceDefinition, { spec: after }: CustomResourceDefinition) {
  const [old, now] = [before.conversion ?? NO_CONVERSION, after.conversion ?? NO_CONVERSION];
  if (sameJson(old, now)) return [];
  const values = between(old, now);
  const [had, has] = [old, now].map(({ strategy }) => strategy === "Webhook");
  if (had && has) return [ofWhole("wording", { subject: "wording", aspect: "conversion-webhook", ...values })];
  return has
    ? [ofWhole("addition", { subject: "conversion", effect: "added", ...values })]
    : [ofWhole("break", { subject: "conversion", effect: "removed", ...values })];
}

/** Conversion of a CRD that does not state it. */
const NO_CONVERSION = { strategy: "None" };

/**
 * Compares two states of one API version. `hadStatus` is true if any version of the older CRD had the status
 * subresource.
 */
function diffVersions(before: CrdVersion, after: CrdVersion, moves: Moves, hadStatus: boolean): CrdChange[] {
  const versions = [after.name];
  const of = ofVersion(after.name);
  const schema = diffResources(before.schema.openAPIV3Schema, after.schema.openAPIV3Schema, moves);
  return [
    ...diffStatus(before, after, hadStatus, of),
    ...diffScale(before.subresources ?? {}, after.subresources ?? {}, of),
    ...diffColumns(before, after, of),
    ...diffSelectableFields(before, after, of),
    ...diffOthers(before, after, VERSION_KEYS, {}, of),
    ...withTopmostOnly(schema).map((change): CrdChange => ({ ...change, versions })),
  ];
}

/**
 * Reports whether a version is served or is the storage version. The API server does not validate or write objects with
 * the schema of any other version.
 */
export function isUsed({ served, storage }: CrdVersion): boolean {
  return served || storage;
}

/** Use of a version's schema: as before, only to read stored objects, new, or none. */
type Use = "goes on" | "is reading" | "is new" | "is none";

function useOf(before: CrdVersion, after: CrdVersion, isStored: IsStored): Use {
  if (!isUsed(after)) return isStored(after.name) ? "is reading" : "is none";
  if (!isUsed(before) && !isStored(after.name)) return "is new";
  return after.served ? "goes on" : "is reading";
}

/**
 * Returns a change as users notice it. A version that was neither served nor stored has no objects, so nothing is
 * tightened or broken in it. An addition to it, however, is new to users as soon as the version is used.
 */
function asNoticed(change: CrdChange, uses: ReadonlyMap<string, Use>): CrdChange {
  const isIn = (use: Use) => change.versions.some((name) => uses.get(name) === use);
  const isNews = change.class === "addition" || change.subject === "unclassified";
  if (isIn("goes on") || (isOfReading(change) && isIn("is reading")) || (isNews && isIn("is new"))) return change;
  if (change.class === "wording" || change.class === "fix") return change;
  const { example: _, versions, ...unnoticed } = change;
  const { path, before, after, digest, mayBeStored } = unnoticed;
  const use: UnusedVersion = isIn("is reading") ? "is-only-read" : isIn("is new") ? "was-unused" : "is-unused";
  return {
    ...(path !== undefined && { path }),
    class: "wording",
    subject: "wording",
    aspect: "unused-version",
    use,
    change: unnoticed,
    ...between(before, after),
    ...(digest !== undefined && { digest }),
    ...(mayBeStored && { mayBeStored }),
    versions,
  };
}

/**
 * Subjects that affect how the API server reads a stored object of a version that it does not serve. It prunes fields
 * and fills in defaults, also for nulls. Server-side apply reads the types of values and lists to determine the owner
 * of each field. Validation, printer columns and subresources only use the version of the request. Source:
 * apiextensions-apiserver pkg/apiserver/customresource_handler.go (schemaCoercingDecoder and unstructuredDefaulter use
 * the version of the object, NewStrategy that of the request), structured-merge-diff merge/update.go (update).
 */
const OF_READING: ReadonlySet<Subject> = new Set([
  "field-added",
  "field-removed",
  "field-renamed",
  "type",
  "default",
  "list-type",
  "map-type",
  "unknown-fields",
  "unclassified",
] as const);

/** Reports whether a change affects how the API server reads an object, apart from validation. */
export function isOfReading(change: SchemaChange): boolean {
  return OF_READING.has(change.subject) || isOfNull(change);
}

/**
 * Lists only the topmost object if the handling of unknown fields changes, because the objects below it usually change
 * in the same way. The digest makes these part of the change.
 */
function withTopmostOnly(changes: readonly SchemaChange[]): SchemaChange[] {
  const below = new Map(
    changes.filter(isOfUnknownFields).map((change) => [keyAt(change, change.path), [] as SchemaChange[]]),
  );
  const listed = changes.filter((change) => {
    const top = isOfUnknownFields(change) ? keysAround(change).find((key) => below.has(key)) : undefined;
    if (top !== undefined) below.get(top)?.push(change);
    return top === undefined;
  });
  return listed.map((change) => {
    const hidden = isOfUnknownFields(change) ? (below.get(keyAt(change, change.path)) ?? []) : [];
    return hidden.length > 0 ? { ...change, below: hidden.length, digest: digestOfAll(change, hidden) } : change;
  });
}

function isOfUnknownFields(change: SchemaChange): change is SchemaChange<"unknown-fields"> {
  return change.subject === "unknown-fields";
}

/** Returns the keys that changes of the same class would have in the objects around a change, the outermost first. */
function keysAround(change: SchemaChange): string[] {
  return pathsAround(change.path ?? ROOT_PATH).map((path) => keyAt(change, path));
}

function keyAt({ class: name }: SchemaChange, path: FieldPath = ROOT_PATH): string {
  return `${name} ${path}`;
}

type Maker = typeof ofWhole;

/** Returns a function that makes changes of one API version. */
function ofVersion(name: string): Maker {
  return (changeClass, fact) => ({ class: changeClass, ...fact, versions: [name] });
}

const SPEC_KEYS = ["group", "names", "scope", "versions", "conversion"];
const VERSION_KEYS = [
  ..."name served storage deprecated deprecationWarning schema subresources".split(" "),
  ..."additionalPrinterColumns selectableFields".split(" "),
];
/** Values that apply if a CRD omits them. */
const SPEC_DEFAULTS: JsonObject = { preserveUnknownFields: false };

/** Reports all other differences as unclassified, so no change passes unnoticed. */
function diffOthers(before: JsonObject, after: JsonObject, known: readonly string[], unsaid: JsonObject, of: Maker) {
  const [old, now] = [
    { ...unsaid, ...before },
    { ...unsaid, ...after },
  ];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)].filter((key) => !known.includes(key)));
  const changed = [...keys].filter((key) => !sameJson(old[key] ?? null, now[key] ?? null));
  const only = (part: JsonObject, key: string) => ({ [key]: part[key] ?? null });
  return changed.map((key) =>
    of("unknown", { subject: "unclassified", keyword: key, before: only(old, key), after: only(now, key) }),
  );
}

function diffServing(before: CrdVersion, after: CrdVersion): CrdChange[] {
  const of = ofVersion(after.name);
  const changes: CrdChange[] = [];
  if (before.served && !after.served) changes.push(of("break", { subject: "version-unserved" }));
  if (!before.served && after.served)
    changes.push({ ...of("addition", { subject: "version-served" }), digest: digestOfVersion(after) });
  if (!before.deprecated && after.deprecated)
    changes.push(of("addition", { subject: "version-deprecated", isDeprecated: true }));
  if (before.deprecated && !after.deprecated)
    changes.push(of("wording", { subject: "version-deprecated", isDeprecated: false }));
  const reworded = before.deprecated && after.deprecated && before.deprecationWarning !== after.deprecationWarning;
  if (reworded) changes.push(of("wording", { subject: "wording", aspect: "deprecation-warning" }));
  return changes;
}

function hasStatus({ subresources }: CrdVersion): boolean {
  return subresources?.status !== undefined;
}

/**
 * Compares the status subresource. If any version of the CRD already had one, a new one is a fix. Otherwise, it is a new
 * feature, unless the version had a status: the API server then ignores the status in requests that could set it before.
 * It drops the status of a new object before it validates the object, so one that needs its status is rejected. Source:
 * apiextensions-apiserver pkg/registry/customresource/strategy.go (PrepareForCreate).
 */
function diffStatus(before: CrdVersion, after: CrdVersion, hadStatus: boolean, of: Maker): CrdChange[] {
  const [had, has] = [before, after].map(hasStatus);
  if (had === has) return [];
  const change = (changeClass: ChangeClass, effect: Fact<"status-subresource">["effect"]) =>
    of(changeClass, {
      subject: "status-subresource",
      effect,
      ...between(before.subresources?.status, after.subresources?.status),
    });
  if (had) return [change("break", "removed")];
  const [old, now] = [before.schema.openAPIV3Schema, after.schema.openAPIV3Schema];
  const couldBeSet = isKnown(old, "status");
  if (couldBeSet && mayNeed(now, "status")) return [{ ...change("break", "missed"), digest: digestOfObject(now) }];
  if (hadStatus) return [change("fix", "restored")];
  return [couldBeSet ? change("break", "separated") : change("addition", "added")];
}

/** Reports whether a schema is about a field. One that only keeps unknown fields can still need it. */
function isKnown(schema: StructuralSchema, name: string): boolean {
  return fieldsOf(schema).has(name) || (keepsUnknownFields(schema) && mayNeed(schema, name));
}

/**
 * Reports whether an object without a field may be invalid although it is valid with the field. Returns true if it is
 * uncertain.
 */
function mayNeed(schema: StructuralSchema, name: string): boolean {
  const isRequired = schema.required?.includes(name) === true;
  const isCounted = COUNTING.some((keyword) => keyword !== "maxProperties" && schema[keyword] !== undefined);
  return isRequired || isCounted || rulesMayNeed(asResource(schema), name);
}

function diffScale(before: JsonObject, after: JsonObject, of: Maker): CrdChange[] {
  if (sameJson(before.scale ?? null, after.scale ?? null)) return [];
  const fact: Fact = { subject: "scale-subresource", ...between(before.scale, after.scale) };
  return [of(isMoreScalable(objectIn(before, "scale"), objectIn(after, "scale")) ? "addition" : "break", fact)];
}

/** Reports whether a scale subresource is new, or only gains the selector of its pods, which autoscalers read. */
function isMoreScalable(before: JsonObject, after: JsonObject): boolean {
  const { labelSelectorPath: _, ...others } = after;
  return Object.keys(before).length === 0 || sameJson(before, others);
}

/**
 * Compares printer columns by name. Users and their scripts depend on the set of columns, on their content and on their
 * order.
 */
function diffColumns(before: CrdVersion, after: CrdVersion, of: Maker): CrdChange[] {
  const [old, now] = [columnsOf(before), columnsOf(after)];
  const changes: CrdChange[] = [];
  const add = (name: string, effect: "added" | "changed" | "removed") => {
    const [was, is] = [old.get(name), now.get(name)].map((column) => column && { column });
    changes.push(
      of(effect === "added" ? "addition" : "break", { subject: "columns", effect, name, ...between(was, is) }),
    );
  };
  for (const [name, column] of old) {
    const twin = now.get(name);
    if (!twin) add(name, "removed");
    else if (!isSameColumn(column, twin)) add(name, "changed");
    else if (!sameJson(column, twin)) changes.push(of("wording", { subject: "wording", aspect: "column", name }));
  }
  for (const name of now.keys()) if (!old.has(name)) add(name, "added");
  const [was, is] = [[...old.keys()].filter((name) => now.has(name)), [...now.keys()].filter((name) => old.has(name))];
  if (!sameJson(was, is))
    changes.push(of("break", { subject: "columns", effect: "reordered", before: was, after: is }));
  return changes;
}

function columnsOf({
  additionalPrinterColumns: printed = [DEFAULT_COLUMN],
}: CrdVersion): ReadonlyMap<string, JsonObject> {
  const columns = new Map<string, JsonObject>();
  for (const column of printed) {
    // A CRD may have two columns with the same name.
    let name = String(column.name);
    while (columns.has(name)) name = `${name} (again)`;
    columns.set(name, column);
  }
  return columns;
}

/** Reports whether two columns show the same. White space in the filter of a path has no meaning. */
function isSameColumn(a: JsonObject, b: JsonObject): boolean {
  const { description: _, jsonPath: path, ...column } = a;
  const { description: __, jsonPath: otherPath, ...other } = b;
  return sameJson(column, other) && isSamePath(String(path), String(otherPath));
}

function isSamePath(a: string, b: string): boolean {
  const [parsed, other] = [a, b].map((path) => parseJsonPath(path) as unknown as Json);
  return a === b || (sameJson(parsed, other) && unspaced(a) === unspaced(b));
}

/** Returns a JSONPath without white space outside of quotes. */
function unspaced(path: string): string {
  return path.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s+/g, (_, quoted: string | undefined) => quoted ?? "");
}

/** Compares selectable fields as a set, because their order has no meaning. */
function diffSelectableFields(before: CrdVersion, after: CrdVersion, of: Maker): CrdChange[] {
  const [old, now] = [before.selectableFields ?? [], after.selectableFields ?? []];
  if (sameJson(old, now)) return [];
  const isLost = old.some((field) => !includesJson(now, field));
  const isGained = now.some((field) => !includesJson(old, field));
  const [was, is] = [sorted(old), sorted(now)];
  if (!isLost && !isGained) return [of("wording", { subject: "wording", aspect: "selectable-fields" })];
  const effect = isLost ? "changed" : "added";
  return [of(isLost ? "break" : "addition", { subject: "selectable-fields", effect, before: was, after: is })];
}

function includesJson(list: readonly Json[], value: Json): boolean {
  return list.some((other) => sameJson(other, value));
}

/** Merges the same change in several versions into one change. */
function mergeVersions(changes: readonly CrdChange[]): CrdChange[] {
  const merged = new Map<string, CrdChange>();
  for (const change of changes) {
    const { versions, ...rest } = change;
    const key = JSON.stringify(rest);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, versions: [...known.versions, ...versions].sort(compareApiVersions) } : change);
  }
  return [...merged.values()];
}
