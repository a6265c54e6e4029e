/** Objects of older releases of Gateway API in the form of this bundle, whose CRDs have validation rules. */
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import type { Conversion } from "../../../scripts/core/model/conversion.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { crdsOf } from "../../apiserver/bundle.js";
import type { Random } from "../../support/random.js";
import { versionFrom } from "../../support/versions.js";
import { focusOf, leanFocus } from "./focus.js";
import { convertAll } from "./history.js";
import { objectsIn, problemsOf } from "./objects.js";
import { drawOf, type Subject, typeOf } from "./subjects.js";

export const NEWEST: Version = versionFrom("1.6.1");

/** Returns the bundle in `dist/`. */
export function newestBundle(): BundleState {
  const channels = CHANNELS.map((channel) => {
    return [channel, new Map(crdsOf(channel).map((crd) => [crd.metadata.name, crd]))] as const;
  });
  return { name: "dist", version: NEWEST, channels: new Map(channels) };
}

/** Object in the form of the bundle. */
export interface Newest {
  readonly channel: Channel;
  /** The object of the older release. */
  readonly source: JsonObject;
  readonly object: JsonObject;
  readonly target: CompiledVersion;
  /** Errors of the object, and those of the source if it had the type of the object. */
  readonly problems: readonly string[];
  readonly known: readonly string[];
}

/** Draws an object before the change of a definition, and converts it. Returns nothing if it is blocked or not changed. */
export function drawNewest({ name, ends, definition }: Subject, bundle: BundleState, random: Random): Newest[] {
  const { id, steps } = definition;
  const focus = name === id && steps.length > 0 ? focusOf(definition, "old", random.one(steps)) : ends.old.focus;
  const drawn = drawOf({ ...ends.old, focus: leanFocus(focus) }, random);
  if (!drawn) return [];
  const { object: source, type } = drawn;
  const converted = convertAll([source], NEWEST, type.channel);
  if (converted.some(({ obstacles }) => obstacles.length > 0)) return [];
  if (changesObjects(definition) && !converted.some(({ applied }) => applied.includes(definition.id))) return [];
  return objectsIn(converted).map((object) => {
    const target = typeOf(bundle, object, type.channel);
    if (!target) throw new Error(`the bundle has no ${object.kind} ${object.apiVersion}`);
    const { apiVersion = "", kind = "", metadata = {} } = object;
    const known = problemsOf(target, { ...source, apiVersion, kind, metadata });
    return { channel: type.channel, source, object, target, problems: problemsOf(target, object), known };
  });
}

/** Reports whether a definition does more than check objects. */
function changesObjects({ steps, to }: Conversion): boolean {
  return to.version !== undefined || to.crd !== undefined || steps.some(({ kind }) => kind !== "require");
}
