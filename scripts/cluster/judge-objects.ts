/** Judges the effect of another CRD on stored objects. */
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { isJsonArray, type Json, type JsonObject } from "../core/model/json.js";
import { minorOf, NEWEST_MINOR } from "../core/model/kubernetes-minor.js";
import { storageVersion, versionNamed } from "../core/model/versions.js";
import { admit, UNCHECKED_RULES } from "../kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../kubernetes/admission/compile-version.js";
import { readObject } from "../kubernetes/admission/stored-object.js";
import type { ConversionObstacle, ConvertedObject } from "../kubernetes/conversion/convert.js";
import type { ValuePath } from "../kubernetes/validation/place.js";

/** Effect of an installation on one object. */
export interface ObjectFate {
  readonly isConverted: boolean;
  /** True if the object becomes several ones, or one of another kind, which a migration cannot do in place. */
  readonly isOtherKind: boolean;
  readonly obstacles: readonly ConversionObstacle[];
  /** Parts that have no place in the new form. An annotation keeps them. */
  readonly lost: ConvertedObject["lost"];
  /** Fields that only the installed CRD declares. */
  readonly undeclared: readonly { readonly path: ValuePath; readonly effect: "ignored" | "pruned" }[];
  /** Errors that the object does not have with the installed CRD. */
  readonly invalid: readonly { readonly path: ValuePath; readonly problem: string }[];
}

export type JudgeObject = (object: JsonObject) => ObjectFate;

/** Returns a function that judges objects of one kind. */
export function objectJudge(
  installed: CustomResourceDefinition,
  target: CustomResourceDefinition,
  convert: (object: JsonObject) => ConvertedObject,
): JudgeObject {
  const versionIn = (crd: CustomResourceDefinition, name: string): CompiledVersion | undefined => {
    const found = versionNamed(crd.spec.versions, name) ?? storageVersion(crd.spec.versions);
    return found && compileVersion(crd as unknown as JsonObject, found.name, minorOf(NEWEST_MINOR));
  };
  const compiled = new Map<string, { before: CompiledVersion | undefined; after: CompiledVersion | undefined }>();
  const versionsFor = (name: string) => {
    const known = compiled.get(name) ?? { before: versionIn(installed, name), after: versionIn(target, name) };
    compiled.set(name, known);
    return known;
  };
  return (object) => {
    const converted = convert(object);
    const [first, ...others] = converted.objects;
    const isOtherKind = !first || others.length > 0 || first.kind !== object.kind;
    const { before, after } = versionsFor(String(object.apiVersion).split("/").at(-1) ?? "");
    const fate = {
      isConverted: converted.applied.length > 0,
      isOtherKind,
      obstacles: converted.obstacles,
      lost: converted.lost,
    };
    if (isOtherKind || !before || !after) return { ...fate, undeclared: [], invalid: [] };
    return {
      ...fate,
      undeclared: undeclared(object, first, before, after),
      invalid: invalid(object, first, before, after),
    };
  };
}

function undeclared(object: JsonObject, converted: JsonObject, before: CompiledVersion, after: CompiledVersion) {
  const { unknown, object: stored } = readObject(after.schema, converted);
  if (unknown.length === 0) return [];
  const unknownBefore = new Set(readObject(before.schema, object).unknown.map(keyOf));
  return unknown
    .filter((path) => !unknownBefore.has(keyOf(path)))
    .map((path) => ({ path, effect: isAt(stored, path) ? ("ignored" as const) : ("pruned" as const) }));
}

function invalid(object: JsonObject, converted: JsonObject, before: CompiledVersion, after: CompiledVersion) {
  const errors = admit(after, { object: { ...converted, apiVersion: apiVersionOf(after) } }).errors.filter(
    (error) => error !== UNCHECKED_RULES,
  );
  if (errors.length === 0) return [];
  const known = admit(before, { object: { ...object, apiVersion: apiVersionOf(before) } }).errors;
  const isNew = ({ path, type }: (typeof errors)[number]) =>
    !known.some((error) => error.type === type && keyOf(error.path) === keyOf(path));
  return errors.filter(isNew).map(({ path, message }) => ({ path, problem: message }));
}

function apiVersionOf({ group, version }: CompiledVersion): string {
  return `${group}/${version}`;
}

function isAt(object: Json, path: ValuePath): boolean {
  let value: Json | undefined = object;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = isJsonArray(value) ? value[Number(step)] : (value as JsonObject)[String(step)];
  }
  return true;
}

function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}
