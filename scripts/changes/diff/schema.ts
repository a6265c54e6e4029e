/** Compares two schemas of one version, from the root down. */
import type { Fact, SchemaChange } from "../../core/model/change.js";
import {
  type FieldPath,
  fieldIn,
  itemsOf,
  ROOT_PATH,
  relativePath,
  stepsIn,
  valuesOf,
} from "../../core/model/field-path.js";
import { isJsonObject, type Json, sameJson } from "../../core/model/json.js";
import {
  EMBEDDED_FIELDS,
  fieldOf,
  fieldsOf,
  hasDefault,
  isEmbeddedResource,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { typeOfSchema } from "../../kubernetes/cel/compare/type-of-schema.js";
import { admits } from "../../kubernetes/validation/admits.js";
import { asRead, hasNews, newDefaults } from "./as-read.js";
import { demandsOf, isFilled, type Presence, presenceAfter, presenceBefore } from "./demands.js";
import { digestOfSchema, digestOfSet } from "./digests.js";
import { withRealExample } from "./examples.js";
import { omit, pick, WORDING } from "./keywords.js";
import { asResource, withEmbeddedFields } from "./metadata.js";
import { COUNTING, diffNull, hasRules, isCounting, type Place } from "./nulls.js";
import { diffRules, withKeptRules, withRulesOf } from "./rules.js";
import { childrenOf, schemaAt } from "./schema-at.js";
import { between, type ChangeMaker, changeAt } from "./schema-change.js";
import { diffDefault, diffShapes, shapeOf } from "./shapes.js";
import { compareValues, includesValues, type ValueComparison } from "./values/compare.js";
import { sharingEffort } from "./values/effort.js";

/**
 * Moves of fields: `.spec.tls` → `.spec.validation`. In different releases, different fields with the same path can move
 * to different places.
 */
export type Moves = Iterable<readonly [from: FieldPath, to: FieldPath]>;

/** The moves between two schemas, by the old path. */
type Moved = ReadonlyMap<FieldPath, FieldPath>;

/** Keywords that decide which values are valid, except those for children. */
const VALUES = [
  ..."enum pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
  ..."minLength maxLength minItems maxItems minProperties maxProperties".split(" "),
  ..."allOf anyOf oneOf not uniqueItems".split(" "),
];
/** Keywords that have their own comparison below. */
const HANDLED = new Set([
  ...WORDING,
  ...VALUES,
  ..."type properties items additionalProperties required default nullable".split(" "),
  ..."x-kubernetes-int-or-string x-kubernetes-list-type x-kubernetes-list-map-keys x-kubernetes-map-type".split(" "),
  ..."x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-validations".split(" "),
]);

/** Returns all differences between two schemas of the same resource, from the root. */
export function diffResources(before: StructuralSchema, after: StructuralSchema, moves: Moves): SchemaChange[] {
  return sameJson(before, after) ? [] : diffSchemas(asResource(before), asResource(after), ROOT_PATH, moves);
}

/** Returns all differences between two schemas of the value at `path`. */
export function diffSchemas(
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  moves: Moves,
): SchemaChange[] {
  if (sameJson(before, after)) return [];
  const [old, now] = [withEmbeddedFields(before, after), withEmbeddedFields(after, before)];
  return sharingEffort(() => {
    const changes = diffNodes(old, now, path, movesBetween(old, now, path, moves), ROOT);
    return changes.map((change) => withRealExample(withMovedDigest(change, now, path), old, now, path));
  });
}

/** Adds the digest of the new field to the change of a field that moved, because its schema may have changed too. */
function withMovedDigest(change: SchemaChange, now: StructuralSchema, path: FieldPath): SchemaChange {
  if (change.subject !== "field-renamed") return change;
  return { ...change, digest: digestOfSchema(schemaFrom(path, now, change.after)) };
}

/** Place of a value that is not part of an object. */
const ROOT: Place = { kind: "root", wasRequired: false, isRequired: false, isCounted: false, isRuled: false };

/**
 * Returns the moves that happen between the two schemas. Conversions are kept for a long time, so the fields of an old
 * move may be gone now, or may be new fields with the same names.
 */
function movesBetween(before: StructuralSchema, after: StructuralSchema, path: FieldPath, moves: Moves): Moved {
  const has = (schema: StructuralSchema, place: FieldPath) => schemaFrom(path, schema, place) !== undefined;
  const happened = [...moves].filter(
    ([from, to]) => has(before, from) && !has(after, from) && has(after, to) && !has(before, to),
  );
  return new Map(happened);
}

/** Returns the schema at a target path, in a schema that is itself at a path. */
function schemaFrom(path: FieldPath, schema: StructuralSchema, target: FieldPath): StructuralSchema | undefined {
  const way = relativePath(path, target);
  return way && schemaAt(schema, way);
}

function diffNodes(
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  moves: Moved,
  place: Place,
): SchemaChange[] {
  if (sameJson(before, after)) return [];
  const change = changeAt(path);
  if (shapeOf(before) !== shapeOf(after)) return diffShapes(before, after, path, place);
  const below = [...diffFields(before, after, path, moves, place), ...diffElements(before, after, path, moves, place)];
  const values = diffValues(before, after, change);
  return [
    ...values,
    ...diffNull(before, after, place, change),
    ...diffMeaning(before, after, place, change),
    ...diffTypeInRules(before, after, place, change),
    ...diffRules(before, after, { path, changes: [...values, ...below] }, change),
    ...diffWording(before, after, change),
    ...diffUnhandled(before, after, change),
    ...below,
  ];
}

/**
 * Returns a change if rules see a value as another CEL type. A rule may hold for a value of one type but not for the
 * same value of another type, or it may be invalid for it.
 */
function diffTypeInRules(
  before: StructuralSchema,
  after: StructuralSchema,
  place: Place,
  change: ChangeMaker,
): SchemaChange[] {
  const [old, now] = [celTypeOf(before), celTypeOf(after)];
  if (old === now || !(place.isRuled || hasRules(after))) return [];
  return [change("unknown", { subject: "values", aspect: "cel-type", before: old, after: now })];
}

/** Returns the CEL type of a scalar. It can differ from the JSON type only for strings. */
function celTypeOf(schema: StructuralSchema): string {
  const kind = schema.type === "string" ? typeOfSchema(schema)?.type.kind : undefined;
  return kind ?? String(schema.type);
}

function diffValues(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange[] {
  if (!isJudgedAnew(before, after)) return diffBounds(before, after, change);
  // The result also depends on the fields that objects have when they are read, which the keywords do not show.
  const digest = digestOfSchema(after);
  return diffBounds(before, after, change).map((found) => ({ ...found, digest }));
}

function diffBounds(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange[] {
  const [old, now] = [pick(before, VALUES), pick(after, VALUES)];
  const isWritten = !sameJson(old, now);
  if (!isWritten && !isJudgedAnew(before, after)) return [];
  const bounds = { subject: "values", aspect: "bounds", before: old, after: now } as const;
  if (!isCountable(before, after)) return [change("unknown", { ...bounds, relation: "unknown" })];
  const { relation, refused } = compareAsRead(before, after);
  switch (relation) {
    case "same":
      return isWritten ? [change("wording", { ...bounds, relation })] : [];
    case "wider": {
      if (!isWritten) return [];
      const members = newMembers(old, now);
      return [
        members
          ? change("addition", { ...bounds, aspect: "members", members })
          : change("loosening", { ...bounds, relation }),
      ];
    }
    case "narrower":
    case "crossing":
      return [change("tightening", { ...bounds, relation, ...(hasRules(before) && { isRuled: true }) }, refused)];
    case "unknown":
      return [change("unknown", { ...bounds, relation })];
  }
}

/**
 * Reports whether a node may validate its objects differently although its keywords are unchanged, because the objects
 * have more fields when they are read.
 */
function isJudgedAnew(before: StructuralSchema, after: StructuralSchema): boolean {
  return (
    COUNTING.some((keyword) => after[keyword] !== undefined) && (hasNews(before, after) || !sameKept(before, after))
  );
}

/**
 * Reports whether the older values of a node, as they are read under the newer schema, can be expressed as a schema.
 */
function isCountable(before: StructuralSchema, after: StructuralSchema): boolean {
  if (COUNTING.every((keyword) => after[keyword] === undefined)) return true;
  const hasDefaults = newDefaults(omit(before, ["x-kubernetes-preserve-unknown-fields"]), after).size > 0;
  return sameKept(before, after) && !(keepsUnknownFields(before) && hasDefaults);
}

function sameKept(before: StructuralSchema, after: StructuralSchema): boolean {
  return keepsUnknownFields(before) || !keepsUnknownFields(after);
}

/** Compares the values of one node as if nothing below it had changed, except for new fields that have defaults. */
function compareAsRead(before: StructuralSchema, after: StructuralSchema): ValueComparison {
  const stored = asRead(before, after);
  const required = new Set([
    ...demandsOf(before),
    ...[...demandsOf(after)].filter((name) => isKnown(before, after, name)),
  ]);
  const filled = [...fieldsOf(stored)].filter(([name]) => isFilled(after, name)).map(([name]) => name);
  const children = pick(stored, ["properties", "items", "additionalProperties", "nullable"]);
  const all = { ...children, required: [...required, ...filled] };
  const old = { ...omit(stored, CHILDREN), ...all };
  const now = { ...omit(after, CHILDREN), ...all };
  const plain = compareValues(old, now);
  if (plain.relation === "same" || plain.relation === "wider") return plain;
  // An older rule may imply a new bound. Rules are added only if necessary, because they make the comparison harder.
  const ruled = compareValues(withRulesOf(before, old), withKeptRules(now, before, after));
  return ruled.relation === "unknown" ? plain : ruled;
}

const CHILDREN = ["properties", "items", "additionalProperties", "nullable", "required"];

/** Reports whether older objects may have a field. A field that is new and required is a change of its own. */
function isKnown(before: StructuralSchema, after: StructuralSchema, name: string): boolean {
  return fieldOf(before, name) !== undefined || fieldOf(after, name) === undefined;
}

/**
 * Returns the members that an enum gained, if two sets of keywords differ in nothing else. They are additions, which
 * can graduate.
 */
function newMembers(before: StructuralSchema, after: StructuralSchema): Json[] | undefined {
  const { enum: old, ...rest } = before;
  const { enum: now, ...others } = after;
  const known = new Set(old);
  return old && now && sameJson(rest, others) ? now.filter((value) => !known.has(value)) : undefined;
}

/** Compares defaults and merge semantics, which affect the meaning of stored objects. */
function diffMeaning(
  before: StructuralSchema,
  after: StructuralSchema,
  place: Place,
  change: ChangeMaker,
): SchemaChange[] {
  const changes = diffDefault(before, after, place, change);
  const compare = (keyword: string, fact: MeaningFact, fallback?: Json) => {
    const [old, now] = [before, after].map((schema) => sortedKeys(keyword, schema[keyword] ?? fallback));
    if (!sameJson(old ?? null, now ?? null)) changes.push(change("break", { ...fact, ...between(old, now) }));
  };
  // By default, a list is atomic and an object granular. Source: Kubernetes API conventions, merge strategies.
  const [listed, lists] = [before, after].map((schema) => schema["x-kubernetes-list-type"] ?? "atomic");
  if (listed === lists) compare("x-kubernetes-list-map-keys", { subject: "list-type", aspect: "keys" });
  else
    changes.push(
      change("break", { subject: "list-type", aspect: "type", before: listTypeOf(before), after: listTypeOf(after) }),
    );
  compare("x-kubernetes-map-type", { subject: "map-type" }, "granular");
  if (isEmbeddedResource(before) !== isEmbeddedResource(after)) changes.push(embedding(before, after, change));
  const [kept, keeps] = [before, after].map(keepsUnknownFields);
  if (kept && !keeps) changes.push(droppedFields(before, after, change));
  if (!kept && keeps) changes.push(change("loosening", { subject: "unknown-fields", areKept: true }));
  return changes;
}

/**
 * Returns the change of an object that no longer keeps unknown fields. Those that it declares now are not lost, so the
 * digest makes them part of the change.
 */
function droppedFields(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange {
  const old = fieldsOf(before);
  const declared = [...fieldsOf(after).keys()].filter((name) => !old.has(name));
  const dropped = change("break", { subject: "unknown-fields", areKept: false });
  return declared.length > 0 ? { ...dropped, digest: digestOfSet(declared) } : dropped;
}

/** Returns the type of a list, with its keys if it has any. */
function listTypeOf(schema: StructuralSchema): Json {
  const type = schema["x-kubernetes-list-type"] ?? "atomic";
  const keys = sortedKeys("x-kubernetes-list-map-keys", schema["x-kubernetes-list-map-keys"]);
  return keys === undefined ? type : { type, keys };
}

/**
 * Returns the change of a value that becomes or was an embedded resource. One that was loses the fields that every
 * resource has, unless they are declared or kept. The digest makes these part of the change.
 */
function embedding(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange {
  const keyword = "x-kubernetes-embedded-resource";
  const changed = change("break", {
    subject: "type",
    aspect: "embedded-resource",
    ...between(before[keyword], after[keyword]),
  });
  const isDropped = (name: string) => isEmbeddedResource(before) && !keepsUnknownFields(after) && !fieldOf(after, name);
  const dropped = EMBEDDED_FIELDS.filter(isDropped);
  return dropped.length > 0 ? { ...changed, digest: digestOfSet(dropped) } : changed;
}

type MeaningFact = Fact<"list-type" | "map-type">;

/** Sorts the keys of a list, because they are a set. Returns any other value unchanged. */
function sortedKeys(keyword: string, value: Json | undefined): Json | undefined {
  return keyword === "x-kubernetes-list-map-keys" && Array.isArray(value) ? value.map(String).sort() : value;
}

function diffWording(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange[] {
  return WORDING.filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null)).map((keyword) =>
    change("wording", { subject: "wording", aspect: "keyword", keyword, ...between(before[keyword], after[keyword]) }),
  );
}

/** Reports changes of all other keywords as unclassified, so no change passes unnoticed. */
function diffUnhandled(before: StructuralSchema, after: StructuralSchema, change: ChangeMaker): SchemaChange[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (keyword) => !HANDLED.has(keyword),
  );
  return keywords
    .filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null))
    .map((keyword) =>
      change("unknown", {
        subject: "unclassified",
        keyword,
        values: between(before[keyword], after[keyword]),
        before: pick(before, [keyword]),
        after: pick(after, [keyword]),
      }),
    );
}

function diffFields(
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  moves: Moved,
  place: Place,
): SchemaChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const presences = { old: presenceBefore(before, after), now: presenceAfter(after) };
  const kept = [...old].flatMap(([name, schema]) => {
    const target = now.get(name);
    if (!target) return [goneField(fieldIn(path, name), moves, keepsUnknownFields(after))];
    const inner = placeOfField(name, [before, after], target, place);
    return [
      ...diffRequired(name, before, after, path, presences),
      ...diffNodes(schema, target, fieldIn(path, name), moves, inner),
    ];
  });
  const targets = new Set(moves.values());
  const added = [...now.keys()]
    .filter((name) => !old.has(name))
    .flatMap((name) => addedField(name, before, after, { path, isMoved: targets.has(fieldIn(path, name)) }));
  // A required field may have no schema of its own if the object keeps unknown fields.
  const others = new Set(
    [before, after].flatMap(({ required = [] }) => required).filter((name) => !old.has(name) && !now.has(name)),
  );
  return [...kept, ...added, ...[...others].flatMap((name) => diffRequired(name, before, after, path, presences))];
}

function placeOfField(
  name: string,
  [before, after]: readonly [StructuralSchema, StructuralSchema],
  field: StructuralSchema,
  around: Place,
): Place {
  return {
    kind: "field",
    wasRequired: demandsOf(before).has(name),
    isRequired: demandsOf(after).has(name),
    isCounted: around.isCounted || isCounting(after) || isCounting(field),
    isRuled: around.isRuled || hasRules(after),
  };
}

/** Returns the change for a field that is gone. Its values are not lost if the object around it keeps unknown fields. */
function goneField(path: FieldPath, moves: Moved, isKept: boolean): SchemaChange {
  const to = moves.get(path);
  if (to !== undefined) return changeAt(path)("break", { subject: "field-renamed", after: to });
  const removed = changeAt(path)("break", { subject: "field-removed", ...(isKept && { isKept }) });
  return isKept ? { ...removed, digest: digestOfSchema(KEEPING) } : removed;
}

/** An object as far as it keeps unknown fields. */
const KEEPING: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/**
 * Returns the changes for a field that is new at this path. If the field moved here, the move is reported at its old
 * path.
 */
function addedField(
  name: string,
  before: StructuralSchema,
  after: StructuralSchema,
  { path, isMoved }: { readonly path: FieldPath; readonly isMoved: boolean },
): SchemaChange[] {
  const schema = fieldOf(after, name) ?? {};
  const at = fieldIn(path, name);
  const change = changeAt(at);
  const added = isMoved
    ? []
    : [
        newField(change, before, schema),
        ...storedMismatch(change, schema, stepsIn(path)?.some(({ kind }) => kind === "values") === true),
        ...keptValues(before, schema, at),
      ];
  if (!demandsOf(after).has(name)) return added;
  const digest = digestOfSchema(schema);
  return [...added, { ...change("tightening", { subject: "required", effect: "added" }), digest }];
}

/**
 * Returns the addition of a field. If unknown fields were kept, objects may already store a value for it that is not
 * valid (`mayBeStored`). This is not a tightening, even in an object that was meant to contain any fields. The value
 * stays as long as nobody changes it, because the API server validates only changed values again (KEP-4008).
 */
function newField(change: ChangeMaker, before: StructuralSchema, schema: StructuralSchema): SchemaChange {
  return {
    ...change("addition", { subject: "field-added", ...(hasDefault(schema) && { default: schema.default ?? null }) }),
    digest: digestOfSchema(schema),
    ...(keepsUnknownFields(before) && !acceptsAnything(schema) && { mayBeStored: true }),
  };
}

function acceptsAnything(schema: StructuralSchema): boolean {
  return !hasRules(schema) && includesValues(ANYTHING, schema);
}

/** A schema that every value matches. */
const ANYTHING: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/**
 * Returns the changes for values of a new field that objects already had because unknown fields were kept. The API
 * server now drops what the field does not declare. Values that are not valid do not count, because nobody knew the
 * field: with `preserveUnknownFields: every-object`, bundles keep unknown fields also in objects that declare none yet.
 */
function keptValues(before: StructuralSchema, field: StructuralSchema, path: FieldPath): SchemaChange[] {
  if (!keepsUnknownFields(before)) return [];
  const digest = digestOfSchema(field);
  return placesThatDrop(field, path).map((place) => ({
    ...changeAt(place)("break", { subject: "unknown-fields", areKept: false }),
    digest,
  }));
}

/**
 * Returns the outermost objects at and below a path in which the API server drops unknown fields. It never drops the
 * metadata of a resource.
 */
function placesThatDrop(schema: StructuralSchema, path: FieldPath): FieldPath[] {
  const isMap = schema.additionalProperties !== undefined;
  if (schema.type === "object" && !isMap && !keepsUnknownFields(schema)) return [path];
  return childrenOf(schema, path)
    .filter(({ path: inner }) => !(isEmbeddedResource(schema) && inner === fieldIn(path, "metadata")))
    .flatMap(({ step, schema: inner, path: at }) => {
      return placesThatDrop(step.kind === "items" ? (itemsIn(schema) ?? inner) : inner, at);
    });
}

/**
 * Returns the schema of the items of a list as the API server prunes them: a list that keeps unknown fields keeps them
 * in its items. Source: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go (skipPrune).
 */
function itemsIn({ items, ...list }: StructuralSchema): StructuralSchema | undefined {
  const mayHaveFields = items?.type === "object" || items?.type === "array";
  return mayHaveFields && keepsUnknownFields(list) ? { ...items, ...KEEPING } : items;
}

/**
 * Returns a change if a default does not match its own field. Every object has this default when it is read, so no
 * object can be written anymore. The API server accepts such a CRD if there is a map around or inside the field,
 * because it does not check the values of maps. Source: apiextensions-apiserver
 * pkg/apiserver/schema/defaulting/validation.go.
 */
function storedMismatch(change: ChangeMaker, field: StructuralSchema, isInMap: boolean): SchemaChange[] {
  if (!hasDefault(field)) return [];
  const value = field.default ?? null;
  const isValid = admits(field, value);
  const isUnchecked = isInMap || hasMap(field);
  if (isValid === true || (isValid === undefined && !isUnchecked)) return [];
  const validity = isValid === false ? "invalid" : "unknown";
  const fact: Fact = { subject: "values", aspect: "default", validity, default: value };
  return [{ ...change(isValid === false ? "tightening" : "unknown", fact), digest: digestOfSchema(field) }];
}

function hasMap(schema: StructuralSchema): boolean {
  const inner = [schema.items, ...fieldsOf(schema).values()].filter((child) => child !== undefined);
  return schema.additionalProperties !== undefined || inner.some(hasMap);
}

/** Finds out which fields older and newer objects certainly have. It is asked for several fields of the same objects. */
interface Presences {
  readonly old: Presence;
  readonly now: Presence;
}

/**
 * Returns the change of a field that becomes required or optional. If objects must have the field for another reason
 * anyway, only the published schema changes.
 */
function diffRequired(
  name: string,
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  presences: Presences,
): SchemaChange[] {
  const [was, is] = [demandsOf(before).has(name), demandsOf(after).has(name)];
  if (was === is) return [];
  const change = changeAt(fieldIn(path, name));
  const isCertain = (is ? presences.old : presences.now).isCertain(name);
  if (isCertain) return [change("wording", { subject: "required", effect: is ? "listed" : "unlisted" })];
  if (is) return [change("tightening", { subject: "required", effect: "required" })];
  const optional: Fact = { subject: "required", effect: "optional" };
  if (!isFilled(after, name) || isFilled(before, name)) return [change("loosening", optional)];
  const value = fieldOf(after, name)?.default ?? null;
  return [change("loosening", { ...optional, after: { default: value } })];
}

function diffElements(
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  moves: Moved,
  place: Place,
): SchemaChange[] {
  return (["items", "additionalProperties"] as const).flatMap((keyword) => {
    const [old, now] = [before, after].map((schema) => (keyword === "items" ? itemsIn(schema) : schema[keyword]));
    const inner = keyword === "items" ? itemsOf(path) : valuesOf(path);
    if (isJsonObject(old) && isJsonObject(now)) {
      const isCounted = place.isCounted || isCounting(after) || isCounting(now);
      const isRuled = place.isRuled || hasRules(after);
      const kind = keyword === "items" ? "item" : "field";
      return diffNodes(old, now, inner, moves, { kind, wasRequired: false, isRequired: false, isCounted, isRuled });
    }
    if (sameJson(old ?? null, now ?? null)) return [];
    const fact: Fact = { subject: "unclassified", keyword, values: between(old, now) };
    return [{ ...changeAt(inner)("unknown", fact), digest: digestOfSchema(now) }];
  });
}
