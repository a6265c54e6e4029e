/** Looks up in states of a bundle what people write of an API: kinds, versions of them, fields. */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Channel } from "../../core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, type StructuralSchema } from "../../core/model/schema.js";

/** What a code span names: a kind, a version of it, or a field of it in whichever version. */
export interface ApiName {
  readonly kind: string;
  readonly version?: string;
  /** Its names alone: `HTTPRoute.spec.rules[].retry` is spec, rules, retry. */
  readonly path?: readonly string[];
}

/** `open`: what stands there is free, so nobody can tell. */
export type Presence = "there" | "absent" | "open";

/** The CRDs of a kind in a channel; several where several groups have it. */
export function crdsOf(kind: string, channel: Channel, state: BundleState | undefined): CustomResourceDefinition[] {
  const crds = [...(state?.channels.get(channel)?.values() ?? [])];
  return crds.filter(({ spec }) => spec.names.kind === kind);
}

export function presenceOf(
  { kind, version, path }: ApiName,
  channel: Channel,
  state: BundleState | undefined,
): Presence {
  const crds = crdsOf(kind, channel, state);
  const versions = crds
    .flatMap(({ spec }) => spec.versions)
    .filter(({ name }) => version === undefined || name === version);
  if (path === undefined) return versions.length > 0 ? "there" : "absent";
  const found = versions.map((each) => follow(path, each));
  if (found.some((end) => end === "open")) return "open";
  return found.some((end) => end !== undefined) ? "there" : "absent";
}

/** Whether it is said to be deprecated where it is declared: on the version, or in the description of the field. */
export function isDeprecated({ kind, version, path }: ApiName, channel: Channel, state: BundleState): boolean {
  const versions = crdsOf(kind, channel, state).flatMap(({ spec }) => spec.versions);
  return versions
    .filter(({ name }) => version === undefined || name === version)
    .some((each) => (path === undefined ? each.deprecated === true : speaksOfDeprecation(follow(path, each))));
}

function speaksOfDeprecation(found: StructuralSchema | "open" | undefined): boolean {
  return isJsonObject(found) && /\bdeprecat/i.test(JSON.stringify(found));
}

/** The names beside which a path ends that leads nowhere; undefined where it does not come even near. */
export function namesAround(path: readonly string[], kind: string, channel: Channel, state: BundleState | undefined) {
  const versions = crdsOf(kind, channel, state).flatMap(({ spec }) => spec.versions);
  for (let length = path.length - 1; length > 0; length--) {
    const parents = versions.map((version) => follow(path.slice(0, length), version)).filter(isJsonObject);
    if (parents.length > 0) {
      return {
        step: path[length] ?? "",
        depth: length,
        names: parents.flatMap((parent) => [...fieldsOf(contentOf(parent)).keys()]),
      };
    }
  }
  return undefined;
}

/** The schema at the end of a path. Lists and maps are gone through, whether the path says so or not. */
function follow(path: readonly string[], version: CrdVersion): StructuralSchema | "open" | undefined {
  let node: StructuralSchema = version.schema.openAPIV3Schema;
  for (const name of path) {
    const around = contentOf(node);
    const next = fieldsOf(around).get(name);
    if (next === undefined) return isOpen(around) ? "open" : undefined;
    node = next;
  }
  return node;
}

/** What the elements of lists are, however deep. */
function contentOf(node: StructuralSchema): StructuralSchema {
  return node.items ? contentOf(node.items) : node;
}

/** Whether names that the schema does not list may be written: keys of a map, or an object without fields. */
function isOpen(node: StructuralSchema): boolean {
  return node.additionalProperties !== undefined || (node.type === "object" && fieldsOf(node).size === 0);
}
