/** The manifests that are installed together. */
import { CHANNELS, type Channel, isChannel } from "../core/model/channel.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { JsonObject } from "../core/model/json.js";
import { objectIn } from "../core/model/json.js";
import { parseVersion, type Version } from "../core/model/release-version.js";
import type { Reading } from "../core/result.js";

/** One channel of a bundle. */
export interface TargetBundle {
  /** Name for messages, such as `v1.6.1` or a path. */
  readonly name: string;
  readonly version: Version;
  readonly channel: Channel;
  /** Keys of the annotations in which the CRDs state the two. */
  readonly keys: StampKeys;
  /** The CRDs by name, as they are applied. */
  readonly crds: ReadonlyMap<string, JsonObject>;
  /** The admission policy and its binding. Empty if the bundle has none. */
  readonly policies: readonly JsonObject[];
}

/** Keys of the annotations that every CRD of a bundle has. */
export interface StampKeys {
  readonly bundleVersion: string;
  readonly channel: string;
}

/** Version and channel in the annotations of a CRD. */
export interface Stamp {
  readonly version?: Version;
  readonly channel?: Channel;
}

const POLICY_KINDS = ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];

/** Returns the keys in the annotations of a CRD of any bundle. Both are in the same domain. */
export function stampKeys(annotations: Readonly<Record<string, unknown>>): StampKeys | undefined {
  for (const key of Object.keys(annotations).sort(compareStrings)) {
    const [, domain] = /^(.+)\/bundle-version$/.exec(key) ?? [];
    const channel = `${domain}/channel`;
    if (domain !== undefined && Object.hasOwn(annotations, channel)) return { bundleVersion: key, channel };
  }
  return undefined;
}

/** Returns the domain of the keys, which is that of the API. */
export function stampDomain({ bundleVersion }: StampKeys): string {
  return bundleVersion.slice(0, bundleVersion.indexOf("/"));
}

export function stampOf(annotations: Readonly<Record<string, unknown>>, keys: StampKeys): Stamp {
  const version = parseVersion(String(annotations[keys.bundleVersion] ?? ""));
  const channel = annotations[keys.channel];
  return { ...(version && { version }), ...(typeof channel === "string" && isChannel(channel) && { channel }) };
}

/** Assembles a bundle from its manifests, which must be of one version and one channel. */
export function targetBundle(name: string, manifests: readonly JsonObject[]): Reading<TargetBundle> {
  const crds = manifests.filter(({ kind }) => kind === "CustomResourceDefinition");
  const policies = manifests.filter(({ kind }) => POLICY_KINDS.includes(String(kind)));
  const others = manifests.filter((manifest) => !crds.includes(manifest) && !policies.includes(manifest));
  if (crds.length === 0) return { problem: "it contains no CRDs" };
  const [other] = others;
  if (other) return { problem: `it contains ${nameOf(other)}, which is not a manifest of a bundle` };
  const byName = new Map(crds.map((crd) => [String(objectIn(crd, "metadata").name), crd]));
  if (byName.size < crds.length) return { problem: "it contains a CRD twice" };
  const [keys] = crds.flatMap((crd) => stampKeys(annotationsOf(crd)) ?? []);
  if (!keys) return { problem: "its CRDs do not state a bundle version and a channel" };
  const stamps = crds.map((crd) => stampOf(annotationsOf(crd), keys));
  const versions = [...new Set(stamps.map(({ version }) => version ?? "none"))];
  const channels = [...new Set(stamps.map(({ channel }) => channel ?? "none"))];
  if (versions.length > 1) return { problem: `its CRDs state several bundle versions: ${versions.join(", ")}` };
  if (channels.length > 1) return { problem: `its CRDs state several channels: ${channels.join(", ")}` };
  const [{ version, channel } = {}] = stamps;
  if (!version) return { problem: `the annotation ${keys.bundleVersion} is not a version` };
  if (!channel) return { problem: `the annotation ${keys.channel} is none of ${CHANNELS.join(", ")}` };
  return { value: { name, version, channel, keys, crds: byName, policies } };
}

export function annotationsOf(object: JsonObject): JsonObject {
  return objectIn(objectIn(object, "metadata"), "annotations");
}

/** Returns the kind and the name of an object, such as `CustomResourceDefinition widgets.example.dev`. */
export function nameOf(object: JsonObject): string {
  const { name, namespace } = objectIn(object, "metadata");
  return `${String(object.kind)} ${typeof namespace === "string" ? `${namespace}/` : ""}${String(name)}`;
}
