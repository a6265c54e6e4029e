/** Judges the effect of another CRD on stored objects. */
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { groupVersion } from "../core/model/group-version.js";
import { type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import { minorOf, NEWEST_MINOR } from "../core/model/kubernetes-minor.js";
import { storageVersion, versionNamed } from "../core/model/versions.js";
import { admit, UNCHECKED_RULES } from "../kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../kubernetes/admission/compile-version.js";
import { newErrors } from "../kubernetes/admission/new-errors.js";
import { readObject } from "../kubernetes/admission/stored-object.js";
import type { ConversionObstacle, ConvertedObject } from "../kubernetes/conversion/convert.js";
import { valueAt } from "../kubernetes/conversion/tree.js";
import type { ValuePath } from "../kubernetes/validation/place.js";
import type { ErrorType } from "../kubernetes/validation/violation.js";
import { entriesOf } from "./field-owners.js";
import { isOfSameKind, sameContent } from "./same-content.js";
import { annotationsOf } from "./target-bundle.js";

/** Effect of an installation on one object. */
export interface ObjectFate {
  /** True if the object is in an old form. */
  readonly isConverted: boolean;
  /** True if the object becomes several ones, or one of another kind, which a migration cannot do in place. */
  readonly isOtherKind: boolean;
  readonly obstacles: readonly ConversionObstacle[];
  /** Parts that have no place in the new form. An annotation keeps them. */
  readonly lost: ConvertedObject["lost"];
  /** Parts in the annotation that do not match the object any longer. A rewritten object does not have them. */
  readonly outdated: ConvertedObject["outdated"];
  /**
   * True if the object must be rewritten. Otherwise, parts of it would be lost, have a wrong type, or not come back, or its
   * managed fields would name a version that the new CRD lacks.
   */
  readonly needsRewrite: boolean;
  /** Why the API server would reject the rewritten object. Unset if it would accept it, or if nothing is rewritten. */
  readonly rejection?: string | undefined;
  /** The state of the object after its conversion, and without one. */
  readonly converted: ObjectState;
  readonly unchanged: ObjectState;
}

export interface ObjectState {
  /** Fields that the new CRD does not declare. Those that it ignores were declared before. */
  readonly undeclared: readonly { readonly path: ValuePath; readonly effect: "ignored" | "pruned" }[];
  /** Errors that the object does not have with the installed CRD. */
  readonly invalid: readonly { readonly path: ValuePath; readonly problem: string; readonly type: ErrorType }[];
}

export type JudgeObject = (object: JsonObject) => ObjectFate;

export interface JudgedKind {
  readonly installed: CustomResourceDefinition;
  readonly target: CustomResourceDefinition;
  /** The CRD through which objects are rewritten. The API server accepts fewer errors in parts that it keeps. */
  readonly bridge: CustomResourceDefinition;
  readonly convert: (object: JsonObject) => ConvertedObject;
  /** True if each object is rewritten, also if it does not change. */
  readonly everyObject: boolean;
}

/** Returns a function that judges objects of one kind. */
export function objectJudge({ installed, target, bridge, convert, everyObject }: JudgedKind): JudgeObject {
  const staying = new Set(target.spec.versions.map(({ name }) => `${target.spec.group}/${name}`));
  const versionIn = (crd: CustomResourceDefinition, name: string): CompiledVersion | undefined => {
    const found = versionNamed(crd.spec.versions, name) ?? storageVersion(crd.spec.versions);
    return found && compileVersion(crd as unknown as JsonObject, found.name, minorOf(NEWEST_MINOR));
  };
  const judgedVersions = (name: string) => {
    const after = versionIn(target, name);
    return { before: versionIn(installed, name), after, written: after && versionIn(bridge, after.version) };
  };
  const compiled = new Map<string, ReturnType<typeof judgedVersions>>();
  const versionsFor = (name: string) => {
    const known = compiled.get(name) ?? judgedVersions(name);
    compiled.set(name, known);
    return known;
  };
  return (object) => {
    const { objects, obstacles, lost, outdated } = convert(object);
    const [first, ...others] = objects;
    const isOtherKind = !first || others.length > 0 || !isOfSameKind(first, object);
    const isConverted = !isOtherKind && !sameContent(object, first);
    const { before, after, written } = versionsFor(groupVersion(String(object.apiVersion)).version);
    const about = { isConverted, isOtherKind, obstacles, lost, outdated };
    if (!first || !before || !after || !written)
      return { ...about, needsRewrite: false, converted: INTACT, unchanged: INTACT };
    const unchanged = stateOf(object, object, before, after);
    const converted = isConverted ? stateOf(object, first, before, after) : unchanged;
    const isMoved = entriesOf(object).some(({ apiVersion }) => !staying.has(String(apiVersion)));
    const needsRewrite =
      isMoved || (isConverted && (isWorse(unchanged, converted) || !keepsAnnotations(object, first)));
    const rejection = isMoved || isConverted || everyObject ? rejectionOf(object, first, written) : undefined;
    return { ...about, needsRewrite, rejection, converted, unchanged };
  };
}

/** Returns the errors of an update that replaces an object. The API server accepts some errors in parts that do not change. */
function rejectionOf(object: JsonObject, next: JsonObject, version: CompiledVersion): string | undefined {
  const asUpdated = (each: JsonObject) => ({
    ...each,
    apiVersion: apiVersionOf(version),
    metadata: { resourceVersion: "1", ...objectIn(each, "metadata") },
  });
  const [written, stored] = [asUpdated(next), asUpdated(object)];
  // A migration writes the status first, so the rest is compared with the new one.
  const hasNewStatus = version.hasStatus && next.status !== undefined && !sameJson(next.status, object.status);
  const ofStatus = hasNewStatus ? admit(version, { object: written, old: stored, subresource: "status" }).errors : [];
  const old = hasNewStatus ? { ...stored, status: next.status ?? {} } : stored;
  const found = [...ofStatus, ...admit(version, { object: written, old }).errors].filter(
    (error) => error !== UNCHECKED_RULES,
  );
  if (found.length === 0) return undefined;
  return `the API server would reject it: ${found.map(({ field, message }) => `${field}: ${message}`).join("; ")}`;
}

const INTACT: ObjectState = { undeclared: [], invalid: [] };

function stateOf(object: JsonObject, next: JsonObject, before: CompiledVersion, after: CompiledVersion): ObjectState {
  return { undeclared: undeclared(object, next, before, after), invalid: invalid(object, next, before, after) };
}

/** Reports whether an object loses more without its conversion, or has values of a wrong type. */
function isWorse(unchanged: ObjectState, converted: ObjectState): boolean {
  const pruned = ({ undeclared }: ObjectState) =>
    undeclared.filter(({ effect }) => effect === "pruned").map(({ path }) => keyOf(path));
  const mistyped = ({ invalid }: ObjectState) =>
    invalid.filter(({ type }) => type === "FieldValueTypeInvalid").map(({ path }) => keyOf(path));
  return [pruned, mistyped].some((keysOf) => {
    const known = new Set(keysOf(converted));
    return keysOf(unchanged).some((key) => !known.has(key));
  });
}

/** Reports whether a conversion changes no annotation. It changes the one with kept parts if it restores some. */
function keepsAnnotations(object: JsonObject, converted: JsonObject): boolean {
  const after = annotationsOf(converted);
  return Object.entries(annotationsOf(object)).every(([key, value]) => after[key] === value);
}

function undeclared(object: JsonObject, next: JsonObject, before: CompiledVersion, after: CompiledVersion) {
  const { unknown, object: stored } = readObject(after.schema, next);
  if (unknown.length === 0) return [];
  const unknownBefore = new Set(readObject(before.schema, object).unknown.map(keyOf));
  return unknown
    .map((path) => ({ path, effect: valueAt(stored, path) === undefined ? ("pruned" as const) : ("ignored" as const) }))
    .filter(({ path, effect }) => effect === "pruned" || !unknownBefore.has(keyOf(path)));
}

function invalid(object: JsonObject, next: JsonObject, before: CompiledVersion, after: CompiledVersion) {
  const inVersion = (version: CompiledVersion, each: JsonObject, subresource?: "status") => {
    return { version, object: { ...each, apiVersion: apiVersionOf(version) }, subresource };
  };
  const hasStatus = before.hasStatus && after.hasStatus && object.status !== undefined;
  const errors = [
    ...newErrors(inVersion(before, object), inVersion(after, next)),
    ...(hasStatus ? newErrors(inVersion(before, object, "status"), inVersion(after, next, "status")) : []),
  ];
  return errors.map(({ path, message, type }) => ({ path, problem: message, type }));
}

function apiVersionOf({ group, version }: CompiledVersion): string {
  return `${group}/${version}`;
}

function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}
