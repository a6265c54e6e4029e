/** Origins of changes: equal pairs of schemas, and types of Kubernetes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { KubernetesTypes, type PackedTypes, unpackTypes } from "../../../scripts/changes/origins/kubernetes-types.js";
import { withOrigins } from "../../../scripts/changes/origins/origins.js";
import type { Change } from "../../../scripts/core/model/change.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { rowsOf } from "../../../scripts/report/rows.js";
import { ROOT } from "../../support/golden.js";
import { crd, NO_OPTIONS, named, object, release, STRING, stored, version } from "../diff/crd.js";

const INTEGER = { type: "integer" };
const origins = suite("origins of changes");

const packed = JSON.parse(readFileSync(join(ROOT, "templates/kubernetes-types.json"), "utf8")) as PackedTypes;
const all = unpackTypes(packed);
const types = new KubernetesTypes(all);

/** Returns the newest form of a type, changed by a function if there is one. */
function typeNamed(name: string): StructuralSchema {
  const form = all.find((type) => type.name === name)?.schemas.at(-1);
  assert.ok(form, name);
  return structuredClone(form) as StructuralSchema;
}

/** Returns a schema with a field replaced, or removed if there is no replacement. */
function withField(schema: StructuralSchema, name: string, field?: StructuralSchema): StructuralSchema {
  const { [name]: _, ...others } = schema.properties ?? {};
  return { ...schema, properties: { ...others, ...(field && { [name]: field }) } };
}

function changesBetween(old: StructuralSchema, now: StructuralSchema): Change[] {
  const [before, after] = [old, now].map((schema, at) =>
    release(`1.${at}.0`, { standard: [crd([stored("v1", object({ probe: schema }))])] }),
  ) as [ReturnType<typeof release>, ReturnType<typeof release>];
  return withOrigins(diffReleases(before, after, NO_OPTIONS), before, after, types);
}

/** Returns each change as `class path`, with the type of Kubernetes from which it comes. */
function embedded(old: StructuralSchema, now: StructuralSchema): string[] {
  return changesBetween(old, now).map(({ class: name, path, origin }) =>
    [name, path, ...(origin?.embedded ? [`${origin.embedded.type} at ${origin.embedded.path}`] : [])].join(" "),
  );
}

const PROBE = typeNamed("Probe");
const FROM_PROBE = "Probe at .probe";

origins("what a type of Kubernetes gains comes from it", () => {
  const old = withField(PROBE, "grpc");
  assert.equal(embedded(old, PROBE), [`addition .probe.grpc ${FROM_PROBE}`]);
  const container = typeNamed("Container");
  const { items = {} } = container.properties?.ports ?? {};
  assert.equal(embedded(withField(container, "ports", { type: "array", items }), container), [
    "break .probe.ports Container at .probe",
  ]);
  assert.equal(embedded(withField(PROBE, "periodSeconds", STRING), PROBE), [
    `break .probe.periodSeconds ${FROM_PROBE}`,
  ]);
});

origins("the specs of claims and services are types of Kubernetes, too", () => {
  for (const [type, field] of [
    ["PersistentVolumeClaimSpec", "dataSourceRef"],
    ["ServiceSpec", "trafficDistribution"],
  ] as const) {
    const schema = typeNamed(type);
    assert.equal(embedded(withField(schema, field), schema), [`addition .probe.${field} ${type} at .probe`]);
  }
});

origins("what only the authors can have changed in a type of Kubernetes is theirs", () => {
  const own: readonly StructuralSchema[] = [
    withField(PROBE, "grpc"),
    withField(PROBE, "periodSeconds", { ...INTEGER, format: "int32", maximum: 10 }),
    withField(PROBE, "periodSeconds", { ...INTEGER, format: "int32", default: 3 }),
    withField(PROBE, "color", STRING),
    { ...PROBE, required: ["periodSeconds"] },
    { ...PROBE, default: {} },
    { ...PROBE, "x-kubernetes-validations": [{ rule: "has(self.grpc)" }] },
    withField(PROBE, "periodSeconds", STRING),
  ];
  for (const changed of own) {
    const found = embedded(PROBE, changed);
    assert.is(found.length > 0, true, JSON.stringify(changed));
    for (const change of found) assert.not.match(change, FROM_PROBE);
  }
  for (const changed of own.slice(1, -1)) {
    for (const change of embedded(changed, PROBE)) assert.not.match(change, FROM_PROBE);
  }
});

origins("a field that Kubernetes removed is gone because of it", () => {
  const pod = all.find(({ name }) => name === "PodSpec")?.schemas ?? [];
  const had = pod.find((form) => form.properties?.workloadRef);
  const has = pod.find((form) => !form.properties?.workloadRef);
  assert.ok(had && has);
  assert.ok(embedded(had, has).includes("break .probe.workloadRef PodSpec at .probe"));
});

origins("few fields, or fields of other names, are no type of Kubernetes", () => {
  const small = object({ name: STRING });
  assert.equal(embedded(small, object({ name: STRING, value: STRING })), ["addition .probe.value"]);
  const alike = object({ exec: STRING, color: STRING, size: STRING, shape: STRING });
  assert.equal(embedded(alike, withField(alike, "grpc", typeNamed("GRPCAction"))), ["addition .probe.grpc"]);
});

origins("the same change of equal schemas is one row, and that of others is not", () => {
  const size = (maximum: number) => object({ size: { ...INTEGER, maximum } });
  const other = (maximum: number) => object({ size: { ...INTEGER, minimum: 1, maximum } });
  const state = (name: string, maximum: number) =>
    release(name, {
      standard: [
        crd([stored("v1", object({ a: size(maximum), b: size(maximum), c: other(maximum) }))]),
        named("gadgets", [stored("v1", object({ spec: size(maximum) }))]),
      ],
    });
  const [before, after] = [state("1.0.0", 9), state("1.1.0", 8)];
  const rows = rowsOf(withOrigins(diffReleases(before, after, NO_OPTIONS), before, after, types));
  assert.equal(
    rows.map(({ places }) => places.map(({ crd: name, path }) => `${name.split(".")[0]} ${path}`)),
    [["gadgets .spec.size", "widgets .a.size", "widgets .b.size"], ["widgets .c.size"]],
  );
});

origins("a change in versions that are not served is marked", () => {
  const of = (schema: StructuralSchema) => [stored("v1", schema), { ...version("v0", schema), served: false }];
  const before = release("1.0.0", { standard: [crd(of(object({ a: STRING, b: STRING })))] });
  const after = release("1.1.0", { standard: [crd(of(object({ a: STRING })))] });
  const lineage = [release("0.9.0", { standard: [crd([stored("v0", object({}))])] }), before];
  const found = withOrigins(diffReleases(before, after, NO_OPTIONS, lineage), before, after, types);
  assert.equal(
    found.map(({ versions, isUnserved }) => [versions.join(), isUnserved]),
    [["v1,v0", undefined]],
  );
  const only = release("1.1.0", {
    standard: [
      crd([stored("v1", object({ a: STRING, b: STRING })), { ...version("v0", object({ a: STRING })), served: false }]),
    ],
  });
  const unserved = withOrigins(diffReleases(before, only, NO_OPTIONS, lineage), before, only, types);
  assert.equal(
    unserved.map(({ versions, isUnserved }) => [versions.join(), isUnserved]),
    [["v0", true]],
  );
});

origins.run();
