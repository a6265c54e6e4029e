/**
 * Steps from one state of a CRD to another, and the verdicts of the admission policy of the bundle. The expected verdicts
 * are computed with the semver package.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coerce, gte, valid } from "semver";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { crdsOf } from "../apiserver/bundle.js";
import type { ObjectRef } from "../apiserver/client.js";
import { ROOT } from "./golden.js";
import { bundleOf } from "./project.js";

const bundle = bundleOf(readFileSync(join(ROOT, "apis/bundle.yaml"), "utf8"));
export const FLOOR = bundle.admission?.floor ?? "";

/** The stamps of a CRD. An omitted one is not set. */
export interface Stamps {
  readonly channel?: Channel;
  readonly version?: string;
}

export const OLD_STATES: readonly (Stamps | undefined)[] = [
  undefined,
  {},
  { channel: "standard", version: "v1.4.0" },
  { channel: "standard", version: "v1.6.1" },
  { channel: "experimental", version: "v1.6.1" },
  { channel: "experimental", version: "v1.7.0-rc.1" },
];

const NEW_VERSIONS = [
  ...[undefined, "", "latest", "1.6.1", "v1.6", "v1.6.1.2", "v01.6.1"],
  ...["v0.9.9", "v1.4.0", "v1.4.99", "v1.5.0", "v1.6.0", "v1.6.1", "v1.6.2", "v1.10.0", "v1.50.0", "v2.0.0", "v10.0.0"],
  ...[
    "v1.4.9-rc.1",
    "v1.5.0-rc.1",
    "v1.7.0-rc.2",
    "v0.0.0-dev",
    "v1.7.0-dev",
    "v1.7.0-snapshot.20261101",
    "v1.6.1+build.5",
  ],
];

export const NEW_STATES: readonly Stamps[] = [undefined, ...CHANNELS].flatMap((channel) =>
  NEW_VERSIONS.map((version) => ({ ...(channel && { channel }), ...(version !== undefined && { version }) })),
);

/** Reports whether the policy must allow a step. A step that changes no stamps installs nothing. */
export function isAdmitted(before: Stamps | undefined, after: Stamps): boolean {
  if (before !== undefined && stampsOf(before) === stampsOf(after)) return true;
  const { version = "", channel } = after;
  const isVersion = version.startsWith("v") && valid(version) !== null;
  const release = coerce(version);
  return (
    isVersion &&
    release !== null &&
    gte(release, FLOOR) &&
    channel !== undefined &&
    !(before?.channel === "standard" && channel === "experimental")
  );
}

const [SAMPLE] = crdsOf("standard") as [CustomResourceDefinition];

export function stamped({ channel, version }: Stamps): ObjectRef {
  const { annotations } = SAMPLE.metadata;
  const { [bundle.annotations.channel]: _, [bundle.annotations.bundleVersion]: __, ...others } = annotations;
  const stamps = {
    ...(channel !== undefined && { [bundle.annotations.channel]: channel }),
    ...(version !== undefined && { [bundle.annotations.bundleVersion]: version }),
  };
  return { ...SAMPLE, metadata: { ...SAMPLE.metadata, annotations: { ...others, ...stamps } } } as unknown as ObjectRef;
}

/** Returns a CRD whose group is not part of the bundle. */
export function foreign(): ObjectRef {
  const text = JSON.stringify({ ...stamped({}), metadata: { name: "things.example.dev" } });
  const crd = JSON.parse(text) as ObjectRef & { spec: { group: string; names: object } };
  const names = { kind: "Thing", listKind: "ThingList", plural: "things", singular: "thing" };
  return { ...crd, spec: { ...crd.spec, group: "example.dev", names } } as ObjectRef;
}

/** Describes stamps. An empty stamp counts as unset. */
function stampsOf({ channel, version }: Stamps): string {
  return `${channel ?? ""} ${version ?? ""}`;
}

export function nameOf(stamps: Stamps | undefined): string {
  return stamps ? `${stamps.channel ?? "no channel"} ${stamps.version ?? "no version"}` : "nothing";
}

/** Returns a CRD that the policy rejects, regardless of the CRD that exists. */
export function probe(): ObjectRef {
  const crd = stamped({});
  const { names, ...spec } = (crd as unknown as CustomResourceDefinition).spec;
  const probing = { kind: "Probe", listKind: "ProbeList", plural: "probes", singular: "probe" };
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `probes.${spec.group}` },
    spec: { ...spec, names: { ...names, ...probing } },
  } as unknown as ObjectRef;
}
