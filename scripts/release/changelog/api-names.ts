/** Looks up names that release notes mention in the states of a bundle: kinds, their versions, and fields. */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Channel } from "../../core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, type StructuralSchema } from "../../core/model/schema.js";

/** Name in a code span: a kind, a version of it, or a field of it in any version. */
export interface ApiName {
  readonly kind: string;
  readonly version?: string;
  /** Names of the fields only. For `HTTPRoute.spec.rules[].retry`, they are spec, rules and retry. */
  readonly path?: readonly string[];
}

/** Presence of a name. It is `open` if the schema is free-form at that point, which leaves the question undecided. */
export type Presence = "there" | "absent" | "open";

/** Returns the CRDs of a kind in a channel. There are several if several groups have the kind. */
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

/**
 * Reports whether an API is marked as deprecated at its declaration: in the version, or in the description of the
 * field.
 */
export function isDeprecated({ kind, version, path }: ApiName, channel: Channel, state: BundleState): boolean {
  const versions = crdsOf(kind, channel, state).flatMap(({ spec }) => spec.versions);
  return versions
    .filter(({ name }) => version === undefined || name === version)
    .some((each) => (path === undefined ? each.deprecated === true : speaksOfDeprecation(follow(path, each))));
}

function speaksOfDeprecation(found: StructuralSchema | "open" | undefined): boolean {
  return isJsonObject(found) && /\bdeprecat/i.test(JSON.stringify(found));
}

/**
 * Returns the names next to the first part of a path that does not exist, or undefined if not even the top of the path
 * exists.
 */
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

/**
 * Returns the schema at the end of a path. Lists are entered implicitly, whether or not the path has brackets. Inside a
 * map, the result is `open`.
 */
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

/** Returns the schema of the innermost items of a list, or the node itself if it is not a list. */
function contentOf(node: StructuralSchema): StructuralSchema {
  return node.items ? contentOf(node.items) : node;
}

/**
 * Reports whether names are allowed that the schema does not list: keys of a map, or fields of an object that declares
 * none.
 */
function isOpen(node: StructuralSchema): boolean {
  return node.additionalProperties !== undefined || (node.type === "object" && fieldsOf(node).size === 0);
}
