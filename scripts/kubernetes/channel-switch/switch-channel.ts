/**
 * Changes the channel of objects: states what an object uses that the other channel lacks, and removes what the API server
 * would ignore or prune there. An annotation keeps it for the way back.
 */
import type { Channel } from "../../core/model/channel.js";
import { CHANNEL_PARTS } from "../../core/model/conversion.js";
import type { JsonObject } from "../../core/model/json.js";
import type { Version } from "../../core/model/release-version.js";
import type { CompiledVersion } from "../admission/compile-version.js";
import { newErrors } from "../admission/new-errors.js";
import { readObject } from "../admission/stored-object.js";
import { type CompiledConversions, type ConvertedObject, convertObject } from "../conversion/convert.js";
import { belongsTo, digestsOf, type KeptPart, takeKept, withKept } from "../conversion/kept-parts.js";
import { valueAt, withPartAt } from "../conversion/tree.js";
import type { ValuePath } from "../validation/place.js";
import type { ServedKinds } from "./served-kinds.js";

/** Channels of one bundle, and its definitions. */
export interface ChannelSwitch {
  readonly from: ServedKinds;
  readonly to: ServedKinds;
  readonly conversions: CompiledConversions;
  /** Release of the bundle. */
  readonly release: Version;
}

/** Part of an object that the new channel lacks. */
export type ChannelUse =
  /** The kind. `becomes` is the kind that replaces it; without one, the API server rejects the object. */
  | { readonly what: "kind"; readonly path: ValuePath; readonly becomes?: string }
  /** The API version. `becomes` replaces it, as in a request for that version. Without one, only a webhook could. */
  | { readonly what: "version"; readonly path: ValuePath; readonly becomes?: string }
  /** The API server would store the field, which would have no effect, or remove it. */
  | { readonly what: "field"; readonly path: ValuePath; readonly effect: "ignored" | "pruned" }
  /** The API server would reject the object because of this value. */
  | { readonly what: "value"; readonly path: ValuePath; readonly problem: string };

/** Result of the switch of one object. */
export interface SwitchedObject extends Omit<ConvertedObject, "objects"> {
  /** The objects in the new channel. The object itself if it cannot be in this channel. */
  readonly objects: readonly JsonObject[];
  readonly uses: readonly ChannelUse[];
}

/**
 * Changes the channel of an object, and gives it the form of the release of the bundle. Never changes its argument. An
 * object does not state its channel. Definitions of forms that only the experimental channel had apply if the object is
 * not in the new channel without them: they could drop values that the standard channel accepts.
 */
export function switchChannel(channels: ChannelSwitch, object: JsonObject): SwitchedObject {
  const asStandard = switchFrom("standard", channels, object);
  const isClean = asStandard.uses.every(({ what }) => what === "kind" || what === "version");
  if (asStandard.isWhole && asStandard.obstacles.length === 0 && isClean) return asStandard;
  const asExperimental = switchFrom("experimental", channels, object);
  return asExperimental.obstacles.length > 0 && asStandard.obstacles.length === 0 ? asStandard : asExperimental;
}

function switchFrom(channel: Channel, channels: ChannelSwitch, object: JsonObject): SwitchedObject & IsWhole {
  const converted = convertObject(channels.conversions, object, { to: channels.release, channel });
  if (converted.obstacles.length > 0) return { ...converted, uses: [], isWhole: false };
  const parts = converted.objects.map((each) => switchOne(channels, object, each));
  const uses = parts.flatMap((part) => part.uses);
  const isBlocked = parts.some((part) => !part.object);
  if (isBlocked) return { ...converted, objects: [object], applied: [], lost: [], outdated: [], uses, isWhole: true };
  return {
    objects: parts.map((part) => part.object).filter((each) => each !== undefined),
    applied: converted.applied,
    lost: converted.lost,
    outdated: [...converted.outdated, ...parts.flatMap(({ outdated }) => outdated)],
    obstacles: [],
    uses,
    isWhole: parts.every(({ isWhole }) => isWhole),
  };
}

interface IsWhole {
  /** False if the object keeps fields that the new channel does not declare. */
  readonly isWhole: boolean;
}

interface Switched extends IsWhole {
  /** Undefined if the object cannot be in the channel. */
  readonly object?: JsonObject | undefined;
  readonly uses: readonly ChannelUse[];
  readonly outdated: readonly KeptPart[];
}

/** Changes the channel of an object that has the form of the release. `original` is the object before. */
function switchOne({ from, to, conversions }: ChannelSwitch, original: JsonObject, object: JsonObject): Switched {
  const isReplaced = original.kind !== object.kind && !to.has(original);
  // Objects of other APIs are not part of the bundle.
  if (!to.has(object)) return from.has(object) ? rejected([{ what: "kind", path: ["kind"] }]) : unchanged(object, true);
  const { annotation } = conversions;
  const { object: bare, kept } = takeKept(object, annotation);
  const typed = withServedVersion(bare, { from, to });
  if (!to.versionOf(typed)) return rejected([{ what: "version", path: ["apiVersion"] }]);
  const known = from.versionOf(bare) ?? from.preferredVersionOf(bare);
  const own = kept.parts.filter((part) => part.conversion === CHANNEL_PARTS && isRestorable(part, typed, { from, to }));
  const restored = restore(typed, own);
  // A restored field can contradict an edit, which is then more important.
  const wanted =
    own.length > 0 && rejectedValues({ before: bare, after: restored.object, known, to }).length > 0
      ? { object: typed, outdated: own }
      : restored;
  const { fields, isWhole } = experimentalFields(wanted.object, to, known);
  const parts = fields.map(({ path }) => path);
  const reduced = parts.reduce((value, path) => withPartAt(value, path, undefined), wanted.object);
  const values = rejectedValues({ before: bare, after: reduced, known, to });
  const uses: ChannelUse[] = [
    ...(isReplaced ? [{ what: "kind", path: ["kind"], becomes: `${typed.apiVersion} ${typed.kind}` } as const] : []),
    ...(typed !== bare ? [{ what: "version", path: ["apiVersion"], becomes: String(typed.apiVersion) } as const] : []),
    ...fields,
    ...values,
  ];
  if (values.length > 0) return rejected(uses);
  if (uses.length === 0 && own.length === 0) return unchanged(object, isWhole);
  const others = kept.parts.filter((part) => !own.includes(part));
  const all = { ...kept, parts: [...others, ...parts.map((path) => channelPart(wanted.object, reduced, path))] };
  const whole = withKept(reduced, annotation, all);
  return whole ? { object: whole, uses, outdated: wanted.outdated, isWhole } : rejected([...uses, TOO_LARGE]);
}

const TOO_LARGE: ChannelUse = {
  what: "value",
  path: ["metadata", "annotations"],
  problem: "the removed fields are too large for an annotation",
};

function unchanged(object: JsonObject, isWhole: boolean): Switched {
  return { object, uses: [], outdated: [], isWhole };
}

function rejected(uses: readonly ChannelUse[]): Switched {
  return { uses, outdated: [], isWhole: true };
}

/**
 * Gives an object a version that the channel serves. Without a definition, all versions of a bundle have the same form. A
 * version that no channel serves can be newer than the bundle.
 */
function withServedVersion(object: JsonObject, { from, to }: Pick<ChannelSwitch, "from" | "to">): JsonObject {
  if (!from.versionOf(object)) return object;
  const preferred = to.preferredVersionOf(object);
  // Only a webhook knows the form of another version.
  const version = to.versionOf(object) ?? (preferred?.needsWebhook ? undefined : preferred);
  const apiVersion = version && `${version.group}/${version.version}`;
  return apiVersion === undefined || apiVersion === object.apiVersion ? object : { ...object, apiVersion };
}

/** Returns the fields that only the old channel declares. `known` is the version of the object in this channel. */
function experimentalFields(object: JsonObject, to: ServedKinds, known: CompiledVersion | undefined) {
  const version = to.versionOf(object);
  const { unknown, object: stored } = version ? readObject(version.schema, object) : { unknown: [], object };
  if (unknown.length === 0 || !known) return { fields: [], isWhole: unknown.length === 0 };
  const unknownBefore = new Set(readObject(known.schema, object).unknown.map(keyOf));
  const fields = unknown
    .filter((path) => !unknownBefore.has(keyOf(path)) && valueAt(object, path) !== null)
    .map((path) => {
      const effect = valueAt(stored, path) === undefined ? "pruned" : "ignored";
      return { what: "field", path, effect } as const;
    });
  return { fields, isWhole: fields.length === unknown.length };
}

interface Candidate {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly known: CompiledVersion | undefined;
  readonly to: ServedKinds;
}

/** Returns the errors of the API server that the object does not have in its old channel. */
function rejectedValues({ before, after, known, to }: Candidate): ChannelUse[] {
  const errors = newErrors({ version: known, object: before }, { version: to.versionOf(after), object: after });
  return errors.map(({ path, message }) => ({ what: "value", path, problem: message }));
}

function channelPart(before: JsonObject, after: JsonObject, path: ValuePath): KeptPart {
  const value = valueAt(before, path);
  return {
    conversion: CHANNEL_PARTS,
    form: "old",
    path,
    ...(value !== undefined && { value }),
    ...digestsOf(after, path),
  };
}

/** Adds the fields that an earlier switch removed. They must still belong to the object. */
function restore(object: JsonObject, parts: readonly KeptPart[]) {
  const isInPlace = belongsTo(object);
  // Without the object that contained the field, a user has removed both.
  const fitting = parts.filter((part) => isInPlace(part) && valueAt(object, part.path.slice(0, -1)) !== undefined);
  const restored = fitting.reduce((value, { path, value: part }) => withPartAt(value, path, part), object);
  return { object: restored, outdated: parts.filter((part) => !fitting.includes(part)) };
}

/** Reports whether only the new channel declares the field of a part. Everybody can write the annotation. */
function isRestorable(part: KeptPart, object: JsonObject, { from, to }: Pick<ChannelSwitch, "from" | "to">): boolean {
  // A part that has no place any longer is outdated.
  if (withPartAt(object, part.path, part.value) === object) return true;
  return isDeclared(part, object, to) && !isDeclared(part, object, from);
}

/** Reports whether the channel declares the field of a part. */
function isDeclared({ path, value = null }: KeptPart, object: JsonObject, to: ServedKinds): boolean {
  const version = to.versionOf(object);
  if (!version) return false;
  const { unknown } = readObject(version.schema, withPartAt(object, path, value));
  return !unknown.some((around) => around.every((step, index) => step === path[index]));
}

function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}
