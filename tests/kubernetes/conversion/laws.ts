/** The laws of conversions, for one object at a time. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../../scripts/core/model/json.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { readObject } from "../../../scripts/kubernetes/admission/stored-object.js";
import {
  type CompiledConversions,
  type ConvertedObject,
  convertObject,
  joinSplitObjects,
} from "../../../scripts/kubernetes/conversion/convert.js";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import type { ValuePath } from "../../../scripts/kubernetes/validation/place.js";
import type { Random } from "../../support/random.js";
import { isSame, objectsIn, problemsOf } from "./objects.js";
import { type Drawn, drawOf, type Subject } from "./subjects.js";

/** Counts of the objects of a subject in one form. Objects count once for each condition that they meet. */
export interface Tally {
  drawn: number;
  objects: number;
  changed: number;
  lost: number;
  blocked: number;
  both: number;
  accepted: number;
  /** Objects in a version that the target does not have, because another definition changes it. */
  elsewhere: number;
  /** Objects with values or fields that only the newer release has. */
  newer: number;
  readonly conditions: Map<string, number>;
  /** Descriptions of the violations of laws. */
  readonly wrong: string[];
}

export interface Direction {
  readonly subject: Subject;
  /** The form of the objects before their conversion. */
  readonly form: Form;
  /** Only the definition of the subject. */
  readonly compiled: CompiledConversions;
  readonly all: CompiledConversions;
}

/** Draws objects of a subject in one form until enough are valid, and checks the laws for each of them. */
export function checkLaws(direction: Direction, objects: number, random: Random): Tally {
  const { subject, form } = direction;
  const tally: Tally = {
    drawn: 0,
    objects: 0,
    changed: 0,
    lost: 0,
    blocked: 0,
    both: 0,
    accepted: 0,
    elsewhere: 0,
    newer: 0,
    conditions: new Map(),
    wrong: [],
  };
  while (tally.objects < objects && tally.drawn < objects * MOST_DRAWS) {
    tally.drawn++;
    const drawn = drawOf(subject.ends[form], random);
    if (!drawn) continue;
    tally.objects++;
    checkObject(direction, drawn, tally);
  }
  return tally;
}

const MOST_DRAWS = 60;

/** Converts objects by the definition of a subject, to the given form. */
export function convertTo(
  form: Form,
  { subject, compiled }: Direction,
  objects: readonly JsonObject[],
): ConvertedObject[] {
  const to = form === "new" ? subject.definition.since : BEFORE;
  return joinSplitObjects(compiled, objects, { to })
    .filter((object) => object !== undefined)
    .map((object) => convertObject(compiled, object, { to }));
}

const BEFORE = "0.0.1" as Version;

type Report = (law: string, ...about: unknown[]) => void;

function checkObject(direction: Direction, { type, object: drawn }: Drawn, tally: Tally): void {
  const { subject, form } = direction;
  const other: Form = form === "old" ? "new" : "old";
  const report: Report = (law, ...about) => {
    tally.wrong.push([`${subject.name}, ${form}: ${law}`, ...about.map((each) => JSON.stringify(each))].join("\n  "));
  };
  // A definition can set a value in every object of a form that lacks it, which is the same as a default of the form.
  const own = convertTo(form, direction, [drawn]);
  const [object, ...others] = objectsIn(own);
  if (!object || others.length > 0 || own.some(({ obstacles }) => obstacles.length > 0)) return;

  const there = convertTo(other, direction, [object]);
  const obstacles = there.flatMap((each) => each.obstacles);
  const declared = subject.conditions.filter((each) => each.form === form);
  const met = declared
    .map((condition) => ({ condition, paths: condition.pathsIn(object) }))
    .filter(({ paths }) => paths.length > 0);
  for (const { condition } of met)
    tally.conditions.set(condition.name, (tally.conditions.get(condition.name) ?? 0) + 1);
  const isBlocked = met.some(({ condition }) => condition.effect === "blocked");
  if (obstacles.length > 0 !== isBlocked) {
    report("an obstacle is reported if and only if it is declared", object, obstacles, met);
    return;
  }
  if (isBlocked) {
    tally.blocked++;
    if (objectsIn(there)[0] !== object || there.some(({ applied }) => applied.length > 0))
      report("a blocked object stays as it is", object, there);
    return;
  }
  const lost = there.flatMap((each) => each.lost);
  const wanted = met.flatMap(({ paths }) => paths);
  const unreported = wanted.filter((path) => !lost.some((part) => overlap(part.path, path)));
  // An object from which everything has moved away is dropped, and kept if it was there before.
  const undeclared = lost.filter(
    ({ path, value }) => !wanted.some((each) => overlap(path, each)) && !sameJson(value ?? null, {}),
  );
  if (unreported.length > 0) report("every declared loss is reported", object, unreported, there);
  if (undeclared.length > 0) report("only declared losses are reported", object, undeclared, there);
  if (lost.length > 0) tally.lost++;
  if (!isSame(objectsIn(there), [object])) tally.changed++;

  const back = convertTo(form, direction, objectsIn(there));
  if (!isSame(objectsIn(back), [withReturnedVersion(direction, object)]))
    report("there and back is the identity", object, objectsIn(there), objectsIn(back));
  if (back.some((each) => each.outdated.length > 0))
    report("nothing is outdated without an edit", object, objectsIn(there), back);
  const twice = convertTo(other, direction, objectsIn(there));
  if (
    !isSame(objectsIn(twice), objectsIn(there)) ||
    twice.some(({ applied, lost }) => applied.length + lost.length > 0)
  ) {
    report("twice is the same as once", object, objectsIn(there), twice);
  }
  checkBoth(direction, object, objectsIn(there), tally, report);
  checkTarget(direction, { type, object }, tally, report);
}

function hasStatusSteps({ definition: { steps } }: Subject): boolean {
  return steps.some((step) => ("path" in step ? step.path : step.from).startsWith(".status"));
}

/** The release of the other form accepts the object, and knows all of its fields. All definitions of the release apply. */
function checkTarget({ subject, form, all }: Direction, { type, object }: Drawn, tally: Tally, report: Report): void {
  const end = subject.ends[form === "old" ? "new" : "old"];
  const { channel } = type;
  const converted = joinSplitObjects(all, [object], { to: end.release })
    .filter((each) => each !== undefined)
    .map((each) => convertObject(all, each, { to: end.release, channel }));
  if (converted.some(({ obstacles }) => obstacles.length > 0)) return;
  for (const each of objectsIn(converted)) {
    const target = end.typeOf(each, channel);
    if (!target) {
      tally.elsewhere++;
      continue;
    }
    tally.accepted++;
    // Values and fields that only newer releases allow are the user's decision, so they stay on the way back.
    const part = hasStatusSteps(subject) ? "status" : undefined;
    const known =
      form === "new" ? faultsOf(target, { ...object, apiVersion: each.apiVersion ?? "", kind: target.kind }, part) : [];
    const faults = faultsOf(target, each, part).filter((fault) => !known.includes(fault));
    if (known.length > 0) tally.newer++;
    if (faults.length > 0) report("the target accepts the object", object, each, faults);
  }
}

function faultsOf(version: CompiledVersion, object: JsonObject, part: "status" | undefined): string[] {
  const { unknown } = readObject(version.schema, object);
  return [...problemsOf(version, object, part), ...unknown.map((path) => `${path.join(".")}: unknown field`)];
}

/** Several API versions have the old form. On the way back, objects get the last one. */
function withReturnedVersion({ subject, form }: Direction, object: JsonObject): JsonObject {
  const { versions } = subject.definition;
  const [group, version = ""] = String(object.apiVersion).split("/");
  const isReplaced = form === "old" && versions.includes(version);
  return isReplaced ? { ...object, apiVersion: `${group}/${versions.at(-1)}` } : object;
}

function overlap(a: ValuePath, b: ValuePath): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).join("\n") === b.slice(0, length).join("\n");
}

/** An object with the fields of both forms is not converted, in either direction. */
function checkBoth(
  direction: Direction,
  object: JsonObject,
  there: readonly JsonObject[],
  tally: Tally,
  report: Report,
): void {
  const { subject, form } = direction;
  const isMoved = subject.definition.steps.some((step) => "from" in step && !isNested(step.from, step.to));
  const [other] = there;
  if (!isMoved || !other || there.length > 1) return;
  for (const type of [object, other]) {
    const { metadata = {}, apiVersion = "", kind = "" } = type;
    const merged = { ...(merge(object, other) as JsonObject), metadata, apiVersion, kind };
    const hasOneForm = [object, other].some((each) => sameJson({ ...each, metadata, apiVersion, kind }, merged));
    if (hasOneForm) continue;
    for (const to of ["old", "new"] as const) {
      const [result] = convertTo(to, direction, [merged]);
      const isOther =
        subject.definition.to.kind !== undefined && to === (type === object ? form : form === "old" ? "new" : "old");
      if (!result || isOther) continue;
      const isRefused = result.obstacles.some((each) => each.kind === "both") && result.objects[0] === merged;
      if (isRefused) tally.both++;
      else report("old and new field at once are refused", merged, result);
    }
  }
}

function isNested(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Returns a value with the fields of two values. The first one decides about everything else. */
function merge(a: Json, b: Json): Json {
  if (isJsonArray(a) && isJsonArray(b))
    return a.map((item, index) => (b[index] === undefined ? item : merge(item, b[index])));
  if (!isJsonObject(a) || !isJsonObject(b)) return a;
  const fields = Object.entries(b).map(
    ([name, value]) => [name, a[name] === undefined ? value : merge(a[name], value)] as const,
  );
  return { ...a, ...Object.fromEntries(fields) };
}
