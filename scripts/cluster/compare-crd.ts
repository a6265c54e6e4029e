/** Compares an installed CRD with one to install, or with an earlier reading of itself. */
import { rounded } from "../core/exact-json.js";
import { isJsonArray, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import { isBridge, versionsOf } from "./bridge.js";
import type { LiveCrd } from "./live-crd.js";
import { annotationsOf } from "./target-bundle.js";

/**
 * Reports whether exactly a manifest is installed. The API server adds defaults, but none to a schema: one with more in it
 * can be that of a bridge.
 */
export function isInstalled(live: LiveCrd, after: JsonObject): boolean {
  const schemas = (crd: JsonObject) => versionsOf(crd).map(({ schema = null }) => schema);
  return (
    containsManifest(live, after) &&
    sameJson(rounded(schemas(live.object)), schemas(after)) &&
    !isBridge(live.object) &&
    Object.keys(partsToReset(live, after)).length === 0
  );
}

/** Reports whether an installed CRD has everything in a manifest. */
export function containsManifest({ object }: LiveCrd, manifest: JsonObject): boolean {
  const whole = rounded([object.spec ?? null, annotationsOf(object)]);
  return contains(whole, [manifest.spec ?? null, annotationsOf(manifest)]);
}

/** Reports whether a value has everything of another one. Lists must have the same length. Null is the same as nothing. */
function contains(whole: unknown, part: unknown): boolean {
  if (part === null || part === undefined) return whole === null || whole === undefined;
  if (typeof part !== "object") return whole === part;
  if (typeof whole !== "object" || whole === null) return Object.keys(part).length === 0;
  if (Array.isArray(part) && (!Array.isArray(whole) || whole.length !== part.length)) return false;
  return Object.entries(part).every(([key, value]) =>
    contains(Object.hasOwn(whole, key) ? (whole as Readonly<Record<string, unknown>>)[key] : undefined, value),
  );
}

/** Reports whether a CRD is still the one that was read before, apart from its status. */
export function isUnchanged(now: LiveCrd | undefined, before: LiveCrd | undefined): boolean {
  if (!now || !before) return now === before;
  return (
    now.uid === before.uid &&
    now.generation === before.generation &&
    sameJson(annotationsOf(now.object), annotationsOf(before.object))
  );
}

/**
 * Returns a manifest that also resets what the installed CRD has and the manifest lacks. Applying a manifest leaves the
 * parts that another field manager has set, such as a conversion webhook.
 */
export function withResets(manifest: JsonObject, live: LiveCrd): JsonObject {
  const { names, ...others } = partsToReset(live, manifest);
  if (!names && Object.keys(others).length === 0) return manifest;
  const spec = objectIn(manifest, "spec");
  return {
    ...manifest,
    spec: { ...spec, ...others, ...(names && { names: { ...objectIn(spec, "names"), ...names } }) },
  };
}

interface Resets extends JsonObject {
  readonly conversion?: JsonObject;
  readonly names?: JsonObject;
}

function partsToReset({ object }: LiveCrd, manifest: JsonObject): Resets {
  const [spec, wanted] = [objectIn(object, "spec"), objectIn(manifest, "spec")];
  const [names, wantedNames] = [objectIn(spec, "names"), objectIn(wanted, "names")];
  const { strategy = "None" } = objectIn(spec, "conversion");
  const lists = ["shortNames", "categories"].filter(
    (key) => wantedNames[key] === undefined && isJsonArray(names[key]) && names[key].length > 0,
  );
  return {
    ...(wanted.conversion === undefined && strategy !== "None" && { conversion: NO_CONVERSION }),
    ...(lists.length > 0 && { names: Object.fromEntries(lists.map((key): [string, Json] => [key, []])) }),
  };
}

/** The API server rejects a webhook next to this strategy. Only null removes what another field manager has set. */
const NO_CONVERSION: JsonObject = { strategy: "None", webhook: null };
