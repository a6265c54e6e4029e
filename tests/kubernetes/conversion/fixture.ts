/** An API with two releases whose definitions contain steps of all kinds. */
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Conversion } from "../../../scripts/core/model/conversion.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { versionFrom } from "../../support/versions.js";

export const ANNOTATION = "example.dev/conversion-data";

/** Each definition has its own fields, and does not hide the effect of another one. */
const TEXTS = [
  ["moves", "move: {from: .spec.title, to: .spec.name}", "move: {from: .spec.tls.mode, to: .spec.security.mode}"],
  ["hoists", "move: {from: '.spec.hosts[]', to: '.spec.hosts[].name'}"],
  ["plunges", "move: {from: .spec.size.value, to: .spec.size}"],
  ["wraps", "wrap: {from: .spec.target, to: .spec.targets}", "wrap: {from: .spec.zone, to: .spec.zone}"],
  ["unwraps", "unwrap: {from: .spec.ports, to: .spec.port}"],
  [
    "maps",
    "map: {path: .spec.mode, values: [{from: A, to: C}, {from: B, to: C}, {from: D, to: E}], back: [{from: C, to: B}]}",
  ],
  ["removes", "remove: {path: .spec.speed, restore: 1}", "remove: {path: '.spec.items[].note'}"],
  ["adds", "add: {path: .spec.fresh, value: false}", "add: {path: '.spec.items[].extra'}"],
  [
    "narrows",
    "narrow: {path: '.spec.limits[].most', schema: {maximum: 9}}",
    "narrow: {path: '.spec.tags{}', schema: {maxLength: 3}}",
  ],
  ["widens", "widen: {path: '.spec.origins[]', schema: {enum: ['*']}}"],
  ["dedupes", "unique: {path: .spec.codes}"],
  ["requires", "require: {path: .spec.owner, schema: {minLength: 1}}"],
  [
    "groups",
    "group: {from: '.spec.listeners[].tls.check', by: .port, to: '.spec.groups[].tls', key: .number, shared: .spec.all.tls}",
  ],
  ["splits", "split: {path: .spec.rules}"],
] as const;

export function fixtureDefinitions(): readonly Conversion[] {
  const steps = TEXTS.map(([id, ...each]) => definition(each, { id }));
  const renamed = {
    crd: "xwidgets.x.example.dev",
    kind: "XWidget",
    versions: "[v1alpha1, v1alpha2]",
    to: "{crd: things.example.dev, kind: Thing, version: v1}",
    references: "[{crd: widgets.example.dev, kind: Widget, paths: ['.spec.refs[]']}]",
  };
  const versions = { crd: "tools.example.dev", kind: "Tool", versions: "[v1alpha1]", to: "{version: v1}" };
  return conversionsIn(
    [...steps, definition([], { id: "renames", ...renamed }), definition([], { id: "versions", ...versions })].join(""),
  );
}

const TEXT = { type: "string" };
const NUMBER = { type: "integer", minimum: 1, maximum: 20 };

function object(
  properties: Readonly<Record<string, StructuralSchema>>,
  required: readonly string[] = [],
): StructuralSchema {
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function list(items: StructuralSchema): StructuralSchema {
  return { type: "array", maxItems: 6, items };
}

const CHECK = object({ name: TEXT });
const LISTENER = object({ port: NUMBER, tls: object({ check: CHECK, other: TEXT }) }, ["port"]);
const NEW_LISTENER = object({ port: NUMBER, tls: object({ other: TEXT }) }, ["port"]);
const SHARED = { refs: list(object({ group: TEXT, kind: TEXT, name: TEXT })), rules: list(object({ name: TEXT })) };

const OLD = object({
  ...SHARED,
  title: TEXT,
  tls: object({ mode: TEXT, other: TEXT }),
  hosts: list(TEXT),
  size: object({ value: NUMBER }, ["value"]),
  target: object({ name: TEXT }),
  zone: TEXT,
  ports: list(NUMBER),
  mode: { type: "string", enum: ["A", "B", "D"] },
  speed: NUMBER,
  items: list(object({ name: TEXT, note: TEXT })),
  limits: list(object({ name: TEXT, most: NUMBER })),
  tags: { type: "object", additionalProperties: TEXT },
  origins: list({ type: "string", enum: ["*"] }),
  codes: list(NUMBER),
  owner: TEXT,
  listeners: list(LISTENER),
});

const NEW = object(
  {
    ...SHARED,
    name: TEXT,
    tls: object({ other: TEXT }),
    security: object({ mode: TEXT }),
    hosts: list(object({ name: TEXT })),
    size: NUMBER,
    targets: list(object({ name: TEXT })),
    zone: list(TEXT),
    port: NUMBER,
    mode: { type: "string", enum: ["C", "E"] },
    items: list(object({ name: TEXT, extra: TEXT })),
    fresh: { type: "boolean" },
    limits: list(object({ name: TEXT, most: { ...NUMBER, maximum: 9 } })),
    tags: { type: "object", additionalProperties: { ...TEXT, maxLength: 3 } },
    origins: list(TEXT),
    codes: { ...list(NUMBER), "x-kubernetes-list-type": "set" },
    owner: { ...TEXT, minLength: 1 },
    listeners: list(NEW_LISTENER),
    groups: list(object({ number: NUMBER, tls: CHECK }, ["number"])),
    all: object({ tls: CHECK }),
  },
  ["owner"],
);

/** Returns the releases before and after the changes. */
export function fixtureReleases(): readonly BundleState[] {
  const named = object({ name: TEXT });
  return [
    release("1.0.0", [
      crd("widgets", "example.dev", "Widget", ["v1"], OLD),
      crd("tools", "example.dev", "Tool", ["v1alpha1"], named),
      crd("xwidgets", "x.example.dev", "XWidget", ["v1alpha1", "v1alpha2"], named),
    ]),
    release("1.1.0", [
      crd("widgets", "example.dev", "Widget", ["v1"], NEW),
      crd("tools", "example.dev", "Tool", ["v1alpha1", "v1"], named),
      crd("things", "example.dev", "Thing", ["v1"], named),
    ]),
  ];
}

function release(name: string, crds: readonly CustomResourceDefinition[]): BundleState {
  const byName = new Map(crds.map((each) => [each.metadata.name, each]));
  return { name, version: versionFrom(name), date: "2026-01-01", channels: new Map([["experimental", byName]]) };
}

function crd(plural: string, group: string, kind: string, versions: readonly string[], spec: StructuralSchema) {
  const schema = {
    openAPIV3Schema: object({ apiVersion: TEXT, kind: TEXT, metadata: { type: "object" }, spec }, ["spec"]),
  };
  const found: JsonObject = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: "Namespaced",
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: schema as unknown as JsonObject,
      })),
    },
  };
  return found as unknown as CustomResourceDefinition;
}
