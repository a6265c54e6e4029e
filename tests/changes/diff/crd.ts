/** Builders of CRDs and releases for tests. */
import type { DiffOptions } from "../../../scripts/changes/diff/diff-options.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Change } from "../../../scripts/core/model/change.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { versionFrom } from "../../support/versions.js";

export const STRING: JsonObject = { type: "string" };

/** Returns the schema of an object with fields. `rest` contains further keywords. */
export function object(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...rest };
}

/** Returns a served version with the given root schema. */
export function version(name: string, schema: JsonObject = object({}), rest: Partial<CrdVersion> = {}): CrdVersion {
  return { name, served: true, storage: false, subresources: {}, schema: { openAPIV3Schema: schema }, ...rest };
}

/** Returns the storage version. */
export function stored(name: string, schema: JsonObject = object({}), rest: Partial<CrdVersion> = {}): CrdVersion {
  return version(name, schema, { storage: true, ...rest });
}

/** Returns the CRD of widgets with the given versions. */
export function crd(
  versions: readonly CrdVersion[] = [stored("v1")],
  spec: Partial<CustomResourceDefinition["spec"]> = {},
  metadata: Partial<CustomResourceDefinition["metadata"]> = {},
  status?: CustomResourceDefinition["status"],
): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.dev", annotations: {}, ...metadata },
    spec: {
      group: "example.dev",
      names: { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" },
      scope: "Namespaced",
      versions,
      ...spec,
    },
    ...(status && { status }),
  };
}

/** Returns the same CRD for another kind: `gadgets` of `example.dev`. */
export function named(plural: string, versions: readonly CrdVersion[] = [stored("v1")]): CustomResourceDefinition {
  return crd(versions, {}, { name: `${plural}.example.dev` });
}

/** Returns a release. It does not have the channels that are not given. */
export function release(
  name: string,
  channels: Partial<Record<Channel, readonly CustomResourceDefinition[]>>,
  date?: string,
): BundleState {
  const entries = CHANNELS.flatMap((channel) => {
    const crds = channels[channel];
    return crds ? [[channel, new Map(crds.map((entry) => [entry.metadata.name, entry]))] as const] : [];
  });
  return {
    name: `v${name}`,
    version: versionFrom(name),
    ...(date !== undefined && { date }),
    channels: new Map(entries),
  };
}

export const NO_OPTIONS: DiffOptions = { stamps: new Set(), renamedKinds: new Map(), moves: new Map() };

/** Describes changes briefly: class, subject, path. */
export function short(changes: readonly Pick<Change, "class" | "subject" | "path">[]): string[] {
  return changes.map(({ class: name, subject, path }) => [name, subject, ...(path ? [path] : [])].join(" "));
}
