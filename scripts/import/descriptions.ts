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

/** Schemas of the same place: in a newer CRD, in the project and, if it is known, in the CRD before both changed. */
interface Place {
  readonly next: JsonObject;
  readonly current: JsonObject;
  readonly base: JsonObject | undefined;
}

/**
 * Returns a newer CRD with the descriptions of a project. A description is replaced only if the project has none, or if
 * the base shows that nobody changed it in the project.
 */
export function keepDescriptions(
  next: JsonObject,
  { current, base }: { readonly current: JsonObject; readonly base: JsonObject | undefined },
  layout: DescriptionLayout,
): DescribedCrd {
  const found = { layout, kept: [] as string[], conflicts: [] as string[] };
  const spec = objectIn(next, "spec");
  const versions = versionsOf(next).map((version, index) => {
    const known = versionOf(current, version);
    const schema = rootOf(version);
    const before = base && rootOf(versionOf(base, version) ?? {});
    if (!known) return version;
    const place = { next: schema, current: rootOf(known), base: before };
    const pointer = `/spec/versions/${index}/schema/openAPIV3Schema`;
    return { ...version, schema: { openAPIV3Schema: keepIn(place, pointer, found) } };
  });
  const { kept, conflicts } = found;
  return { crd: { ...next, spec: { ...spec, versions } }, kept, conflicts };
}

/** Returns the same version of another CRD or, for a new version, the storage version. */
function versionOf(crd: JsonObject, { name }: JsonObject): JsonObject | undefined {
  const versions = versionsOf(crd);
  return versions.find((version) => version.name === name) ?? versions.find((version) => version.storage === true);
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
    if (!isJsonObject(field) || !Object.hasOwn(sides.current, name)) return [name, field];
    return [name, keepIn(inside(sides, name, field), pointerTo(pointer, name), found)];
  });
  return Object.fromEntries(kept);
}

function inside({ current, base }: Place, key: string, next: JsonObject): Place {
  return { next, current: objectIn(current, key), base: base && objectIn(base, key) };
}

/** Returns the description to which the project must build. */
function chosen({ next, current, base }: Place, pointer: string, found: Found): string | undefined {
  const [theirs, ours, before] = [next, current, base].map((schema) => textIn(schema));
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
