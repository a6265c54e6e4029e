/** Keeps the descriptions of a project when newer CRDs come with other ones. */
import type { DescriptionLayout } from "../core/model/bundle.js";
import { rootOf, versionsOf } from "../core/model/crd-parts.js";
import { isJsonObject, type Json, type JsonObject, objectIn } from "../core/model/json.js";
import { layOut } from "../language/tags/scan.js";
import { normalDescription, pointerTo } from "./normal-form.js";

/** A CRD with descriptions of a project, and the places in which its own ones differ from these. */
export interface DescribedCrd {
  readonly crd: JsonObject;
  /** JSON pointers to the descriptions of the project that differ. */
  readonly kept: readonly string[];
  /** Those of them that both the project and the newer CRD have changed. Known only with a base. */
  readonly conflicts: readonly string[];
}

/** CRDs with which a newer one is compared. */
export interface KnownDescriptions {
  /** The CRD to which the project builds, or that of each channel: first the one of the channel of the newer CRD. */
  readonly current: readonly JsonObject[];
  /** The CRD before both sides changed, if it is known. */
  readonly base: JsonObject | undefined;
}

/** Schemas of the same place: in a newer CRD, in those of the project that have the place, and in the base. */
interface Place {
  readonly next: JsonObject;
  readonly current: readonly JsonObject[];
  readonly base: JsonObject | undefined;
}

/**
 * Returns a newer CRD with the descriptions of a project. A description is replaced only if the project has none, or if
 * the base shows that nobody changed it in the project. A place that is new in a channel has the description of the
 * other channel.
 */
export function keepDescriptions(
  next: JsonObject,
  { current, base }: KnownDescriptions,
  layout: DescriptionLayout,
): DescribedCrd {
  const found = { layout, kept: [] as string[], conflicts: [] as string[] };
  const spec = objectIn(next, "spec");
  const versions = versionsOf(next).map((version, index) => {
    const known = versionsIn(current, version);
    if (known.length === 0) return version;
    const before = base && rootOf(versionsIn([base], version)[0] ?? {});
    const place = { next: rootOf(version), current: known.map(rootOf), base: before };
    const pointer = `/spec/versions/${index}/schema/openAPIV3Schema`;
    return { ...version, schema: { openAPIV3Schema: keepIn(place, pointer, found) } };
  });
  const { kept, conflicts } = found;
  return { crd: { ...next, spec: { ...spec, versions } }, kept, conflicts };
}

/** Returns the same version of other CRDs or, for a new version, the storage version of the first one. */
function versionsIn(crds: readonly JsonObject[], { name }: JsonObject): readonly JsonObject[] {
  const same = crds.flatMap((crd) => versionsOf(crd).filter((version) => version.name === name));
  if (same.length > 0) return same;
  return crds.slice(0, 1).flatMap((crd) => versionsOf(crd).filter((version) => version.storage === true));
}

interface Found {
  /** Two descriptions are the same if a build lays them out the same. */
  readonly layout: DescriptionLayout;
  readonly kept: string[];
  readonly conflicts: string[];
}

function keepIn(place: Place, pointer: string, found: Found): JsonObject {
  const entries = Object.entries(place.next).map(([key, value]): readonly [string, Json] => {
    const at = pointerTo(pointer, key);
    if (key === "properties" && isJsonObject(value)) return [key, keepInFields(place, value, at, found)];
    const isElement = key === "items" || key === "additionalProperties";
    return isElement && isJsonObject(value) ? [key, keepIn(inside(place, key, value), at, found)] : [key, value];
  });
  const { description: _, ...schema } = Object.fromEntries(entries);
  const description = chosen(place, pointerTo(pointer, "description"), found);
  return description === undefined ? schema : { ...schema, description };
}

function keepInFields(place: Place, fields: JsonObject, pointer: string, found: Found): JsonObject {
  const sides = inside(place, "properties", fields);
  const kept = Object.entries(fields).map(([name, field]): readonly [string, Json] => {
    if (!isJsonObject(field) || !sides.current.some((side) => Object.hasOwn(side, name))) return [name, field];
    return [name, keepIn(inside(sides, name, field), pointerTo(pointer, name), found)];
  });
  return Object.fromEntries(kept);
}

function inside({ current, base }: Place, key: string, next: JsonObject): Place {
  const known = current.filter((side) => Object.hasOwn(side, key)).map((side) => objectIn(side, key));
  return { next, current: known, base: base && objectIn(base, key) };
}

/** Returns the description to which the project must build. */
function chosen({ next, current, base }: Place, pointer: string, found: Found): string | undefined {
  const [theirs, ours, before] = [next, current[0], base].map((schema) => textIn(schema));
  const isSame = (a: string | undefined, b: string | undefined) => laidOut(a, found) === laidOut(b, found);
  if (isSame(theirs, ours)) return ours;
  if (base ? isSame(before, ours) : ours === undefined) return theirs;
  found.kept.push(pointer);
  if (base && !isSame(before, theirs)) found.conflicts.push(pointer);
  return ours;
}

function textIn(schema: JsonObject | undefined): string | undefined {
  const description = schema?.description;
  return typeof description === "string" && description !== "" ? description : undefined;
}

function laidOut(description: string | undefined, { layout }: Found): string | undefined {
  return description === undefined ? undefined : layOut(normalDescription(description), layout);
}
