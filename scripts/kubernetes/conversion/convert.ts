/**
 * Converts objects to the form of a release, by all definitions. An object does not state in which form it was stored: the
 * API server keeps the fields and only changes the version. Therefore each definition decides by the fields.
 */
import compare from "semver/functions/compare.js";
import gt from "semver/functions/gt.js";
import type { Channel } from "../../core/model/channel.js";
import type { Conversion } from "../../core/model/conversion.js";
import { type JsonObject, parseJson, sameJson } from "../../core/model/json.js";
import { releaseOf, type Version } from "../../core/model/release-version.js";
import { compileConversion, type KindConversion } from "./compile.js";
import { convertOnce, isOfKind, type Step } from "./convert-once.js";
import { type Form, type KeptPart, type ParseJson, takeKept, withKept } from "./kept-parts.js";
import type { Obstacle } from "./lens.js";
import { joinObjects, type KeptObject, splitObject } from "./split.js";

/** Release whose form objects get. */
export interface ConversionRequest {
  readonly to: Version;
  /** Release of the objects. Changes of fields that are older apply to none of them. If omitted, all can apply. */
  readonly from?: Version | undefined;
  /** Channel of the objects. Changes of forms that it never had apply to none of them. If omitted, all can apply. */
  readonly channel?: Channel | undefined;
}

/** Definitions that are compiled once, for many objects. */
export interface CompiledConversions {
  /** Name of the annotation with the parts of objects that have no place. */
  readonly annotation: string;
  /** Reads the annotation. */
  readonly parse: ParseJson;
  /** The effects by release, the oldest first. */
  readonly conversions: readonly KindConversion[];
  /** The effects in the order in which they apply, for each request that was made before. */
  readonly chains: Map<string, readonly Link[]>;
}

/** Why a definition cannot convert an object. */
export type ConversionObstacle = Obstacle & { readonly conversion: string };

/** Result of the conversion of one object. */
export interface ConvertedObject {
  /** The object in its new form. Several objects if it was split. The object itself if there is an obstacle. */
  readonly objects: readonly JsonObject[];
  /** The definitions that changed the object. */
  readonly applied: readonly string[];
  /** The parts that have no place in the new form. The annotation contains them. */
  readonly lost: readonly KeptPart[];
  /** Parts of an earlier conversion that do not match the object any longer. The annotation does not contain them. */
  readonly outdated: readonly KeptPart[];
  readonly obstacles: readonly ConversionObstacle[];
}

/** Compiles definitions. Those of the same release apply in the order of the list. */
export function compileConversions(
  conversions: readonly Conversion[],
  annotation: string,
  parse: ParseJson = parseJson,
): CompiledConversions {
  const sorted = [...conversions].sort((a, b) => compare(a.since, b.since));
  return { annotation, parse, conversions: sorted.flatMap(compileConversion), chains: new Map() };
}

/** Converts an object. Never changes its argument. */
export function convertObject(
  compiled: CompiledConversions,
  object: JsonObject,
  request: ConversionRequest,
): ConvertedObject {
  const { annotation, parse } = compiled;
  let state: State = {
    objects: [takeKept(object, annotation, parse)],
    applied: [],
    lost: [],
    outdated: [],
    obstacles: [],
  };
  for (const { conversion, to } of chainFor(compiled, request)) {
    const type = conversion[to === "new" ? "old" : "new"];
    if (!state.objects.some((each) => isOfKind(each.object, type))) continue;
    state = applyTo(state, conversion, to);
    if (state.obstacles.length > 0) return unchanged(object, state);
  }
  if (state.applied.length === 0) return unchanged(object, state);
  const objects = state.objects.map((each) => withKept(each.object, annotation, each.kept));
  const found = objects.filter((each) => each !== undefined);
  if (found.length < objects.length) return unchanged(object, { ...state, obstacles: [TOO_LARGE] });
  return { ...state, objects: found };
}

/**
 * Joins objects that an earlier conversion has split, if the release has the form from before. A joined object is in the
 * place of the first one, and the places of the others are undefined. Objects must be joined before they are converted.
 */
export function joinSplitObjects(
  compiled: CompiledConversions,
  objects: readonly JsonObject[],
  request: ConversionRequest,
): (JsonObject | undefined)[] {
  return joinObjects(objects, splitsAfter(compiled, request), compiled.annotation);
}

/** Reports whether an earlier conversion has split an object from others, and the release has the form from before. */
export function isSplitPart(compiled: CompiledConversions, object: JsonObject, request: ConversionRequest): boolean {
  const { splits } = takeKept(object, compiled.annotation).kept;
  if (splits.length === 0) return false;
  const conversions = splitsAfter(compiled, request).filter((each) => isOfKind(object, each.new));
  return conversions.some(({ id }) => splits.some(({ conversion }) => conversion === id));
}

function splitsAfter({ conversions }: CompiledConversions, { to }: ConversionRequest): KindConversion[] {
  return conversions.filter(({ since, split }) => split && gt(since, releaseOf(to)));
}

const TOO_LARGE: ConversionObstacle = { kind: "too-large", path: ["metadata", "annotations"], conversion: "" };

interface State extends Omit<ConvertedObject, "objects"> {
  readonly objects: readonly KeptObject[];
}

export interface Link {
  readonly conversion: KindConversion;
  readonly to: Form;
}

function chainFor({ conversions, chains }: CompiledConversions, request: ConversionRequest): readonly Link[] {
  const { to, from = "", channel = "" } = request;
  const key = `${to} ${from} ${channel}`;
  const chain = chains.get(key) ?? chainOf(conversions, request);
  chains.set(key, chain);
  return chain;
}

/** Returns the definitions in the order in which they apply: first back from newer releases, then forward. */
function chainOf(conversions: readonly KindConversion[], request: ConversionRequest): Link[] {
  const { channel } = request;
  const to = releaseOf(request.to);
  const from = request.from && releaseOf(request.from);
  // An older API version is served for many releases, and known in both channels, so any object can have it.
  const isOfAnyObject = ({ newVersion }: KindConversion) => newVersion !== undefined;
  const isForBoth = (each: KindConversion) => channel === undefined || each.channel === undefined;
  const ofChannel = conversions.filter((each) => isForBoth(each) || each.channel === channel || isOfAnyObject(each));
  const newer = ofChannel.filter(({ since }) => gt(since, to) && (from === undefined || !gt(since, from)));
  const older = ofChannel.filter(
    (each) => !gt(each.since, to) && (from === undefined || gt(each.since, from) || isOfAnyObject(each)),
  );
  return [
    ...newer.toReversed().map((conversion): Link => ({ conversion, to: "old" })),
    ...older.map((conversion): Link => ({ conversion, to: "new" })),
  ];
}

function applyTo(state: State, conversion: KindConversion, to: Form): State {
  const steps = state.objects.map((before) => {
    return { before, ...convertOnce(conversion, to, before.object, before.kept.parts) };
  });
  if (!conversion.split && steps.every(isUnaffected)) return state;
  return steps.reduce<State>(
    (whole, { before, object, parts, lost, outdated, obstacles }) => {
      const converted = { object, kept: { ...before.kept, parts } };
      const objects =
        to === "new" && isOfKind(object, conversion.new) ? splitObject(conversion, converted) : [converted];
      const isChanged =
        objects.length > 1 || !sameJson(object, before.object) || parts.length !== before.kept.parts.length;
      return {
        objects: [...whole.objects, ...objects],
        applied: isChanged ? [...new Set([...whole.applied, conversion.id])] : whole.applied,
        lost: [...whole.lost, ...lost],
        outdated: [...whole.outdated, ...outdated],
        obstacles: [...whole.obstacles, ...obstacles.map((each) => ({ ...each, conversion: conversion.id }))],
      };
    },
    { ...state, objects: [] },
  );
}

/** Reports whether a definition has no effect on an object, like most definitions on most objects. */
function isUnaffected({ before, object, parts, obstacles }: Step & { readonly before: KeptObject }): boolean {
  return object === before.object && parts === before.kept.parts && obstacles.length === 0;
}

function unchanged(object: JsonObject, { obstacles }: Pick<State, "obstacles">): ConvertedObject {
  return { objects: [object], applied: [], lost: [], outdated: [], obstacles };
}
