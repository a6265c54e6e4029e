/** Compares an installed CRD with one to install, or with an earlier reading of itself. */
import { rounded } from "../core/exact-json.js";
import { versionsOf } from "../core/model/crd-parts.js";
import { type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import { isBridge } from "./bridge.js";
import type { LiveCrd } from "./live-crd.js";
import { annotationsOf, stampKeys } from "./target-bundle.js";

/**
 * Reports whether exactly a manifest is installed, which can be that of a bridge. The API server adds defaults, but none to
 * a version: one with more in it is another one.
 */
export function isInstalled(live: LiveCrd, manifest: JsonObject): boolean {
  const [versions, wanted] = [versionsOf(live.object), versionsOf(manifest)];
  return (
    contains(installedParts(live.object), installedParts(manifest)) &&
    versions.every((version, index) => isSameVersion(version, wanted[index] ?? {})) &&
    isBridge(live.object) === isBridge(manifest) &&
    resetPatch(live, manifest) === undefined
  );
}

function installedParts(crd: JsonObject): Json {
  return rounded([crd.spec ?? null, annotationsOf(crd)]);
}

function isSameVersion(version: JsonObject, wanted: JsonObject): boolean {
  const hasNoMore = Object.keys(version).every((key) => Object.hasOwn(wanted, key));
  return hasNoMore && sameJson(rounded(version.schema ?? null), rounded(wanted.schema ?? null));
}

/** Reports whether a value has everything of another one. Lists must have the same length. Null is the same as nothing. */
export function contains(whole: unknown, part: unknown): boolean {
  if (part === null || part === undefined) return whole === null || whole === undefined;
  if (typeof part !== "object") return whole === part;
  if (typeof whole !== "object" || whole === null) return Object.keys(part).length === 0;
  if (Array.isArray(part) && (!Array.isArray(whole) || whole.length !== part.length)) return false;
  return Object.entries(part).every(([key, value]) =>
    contains(Object.hasOwn(whole, key) ? (whole as Readonly<Record<string, unknown>>)[key] : undefined, value),
  );
}

/**
 * Reports whether a CRD is still the one that was read before, for an installation that replaces it: its specification and
 * the annotations of bundles. Applying a manifest leaves other metadata as it is.
 */
export function isUnchanged(now: LiveCrd | undefined, before: LiveCrd | undefined): boolean {
  if (!now || !before) return now === before;
  const stamp = ({ object }: LiveCrd) => {
    const annotations = annotationsOf(object);
    const keys = stampKeys(annotations);
    return keys && [annotations[keys.bundleVersion] ?? "", annotations[keys.channel] ?? "", isBridge(object)];
  };
  return now.uid === before.uid && now.generation === before.generation && sameJson(stamp(now), stamp(before));
}

/** Reports whether nobody has changed a CRD since it was read, for a restore, which replaces it as a whole. */
export function isUntouched(now: LiveCrd, before: LiveCrd): boolean {
  const metadata = ({ object }: LiveCrd) => {
    const { annotations = {}, labels = {}, finalizers = [], ownerReferences = [] } = objectIn(object, "metadata");
    return [annotations, labels, finalizers, ownerReferences];
  };
  return now.uid === before.uid && now.generation === before.generation && sameJson(metadata(now), metadata(before));
}

/**
 * Returns a patch that removes what the installed CRD has and a manifest lacks, or undefined if there is nothing. Applying a
 * manifest leaves the parts that another field manager has set, such as a conversion webhook, even if it states null.
 */
export function resetPatch({ object }: LiveCrd, manifest: JsonObject): JsonObject | undefined {
  const [spec, wanted] = [objectIn(object, "spec"), objectIn(manifest, "spec")];
  const [names, wantedNames] = [objectIn(spec, "names"), objectIn(wanted, "names")];
  const { strategy = "None" } = objectIn(spec, "conversion");
  const hasConversion = wanted.conversion === undefined && strategy !== "None";
  const lists = ["shortNames", "categories"].filter(
    (key) => wantedNames[key] === undefined && names[key] !== undefined,
  );
  if (!hasConversion && lists.length === 0) return undefined;
  return {
    spec: {
      ...(hasConversion && { conversion: { strategy: "None", webhook: null } }),
      ...(lists.length > 0 && { names: Object.fromEntries(lists.map((key) => [key, null])) }),
    },
  };
}
