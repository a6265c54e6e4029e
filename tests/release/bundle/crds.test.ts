/** Tests of reading the CRDs of a bundle state, and of the diagnostics for all other content. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { experimentalThings } from "../../../scripts/app/graduation.js";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { judge } from "../../../scripts/changes/policy/judge.js";
import { readProfile } from "../../../scripts/changes/policy/profile.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { readCrds } from "../../../scripts/release/bundle/crds.js";
import { printChanges } from "../../../scripts/report/changes.js";
import { NO_COLOR } from "../../../scripts/report/style.js";
import { crd, NO_OPTIONS, named, object, STRING, stored, version } from "../../changes/diff/crd.js";
import fc from "../../support/drawn.js";
import { ROOT } from "../../support/golden.js";

const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));
const reading = suite("reading CRDs");

const WIDGETS = crd([stored("v1", object({ a: STRING }))]);

/** Returns the names of the CRDs by channel, and the diagnostics with their locations. */
function read(text: string, path = "a.yaml"): string[] {
  const { channels, diagnostics } = readCrds([{ path, text }], { channelAnnotation: "example.dev/channel" });
  const found = [...channels].flatMap(([channel, crds]) => [...crds.keys()].map((name) => `${channel} ${name}`));
  return [...found, ...diagnostics.map((diagnostic) => `${diagnostic.code} ${describeDiagnostic(diagnostic).message}`)];
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const ITEMS = [WIDGETS, named("gadgets")];
const BOTH = ["standard widgets.example.dev", "standard gadgets.example.dev"];

reading("reads the lists that kubectl prints, as JSON and as YAML", () => {
  assert.equal(read(json({ apiVersion: "v1", kind: "List", items: ITEMS })), BOTH);
  assert.equal(read(json({ kind: "List", items: [{ kind: "List", items: ITEMS }, { kind: "Pod" }, null] })), BOTH);
  const bare = ITEMS.map(({ metadata, spec }) => ({ metadata, spec }));
  assert.equal(
    read(json({ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinitionList", items: bare })),
    BOTH,
  );
  const nested = JSON.stringify(WIDGETS);
  assert.equal(read(`apiVersion: v1\nkind: List\nitems:\n- ${nested}\n`), BOTH.slice(0, 1));
  assert.equal(read("kind: List\nitems: none\n"), []);
});

reading("takes whatever has items for a list, as kubectl does", () => {
  const list = { apiVersion: "v1", kind: "ConfigMapList", items: ITEMS };
  assert.equal(read(json(list)), BOTH);
  assert.equal(read(json({ ...WIDGETS, items: [] })), [], "kubectl applies nothing of it");
  assert.equal(read(json({ ...WIDGETS, items: null })), [], "nor of this");
  assert.equal(read(json({ ...WIDGETS, items: [{ apiVersion: "v1", kind: "ConfigMap" }] })), []);
  const untyped = { ...WIDGETS, kind: null, apiVersion: "" };
  const ofCrds = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinitionList" };
  assert.equal(read(json({ ...ofCrds, items: [untyped] })), BOTH.slice(0, 1), "neither kind nor apiVersion");
  assert.equal(read(json({ ...ofCrds, items: [{ ...untyped, kind: "ConfigMap" }] })), []);
  for (const kind of [5, null, true, [], {}]) assert.equal(read(json({ ...ofCrds, kind, items: [untyped] })), []);
});

reading("rejects what ends a line for kubectl alone, wherever it is", () => {
  for (const [character, name] of [
    ["\u2028", "2028"],
    ["\u2029", "2029"],
    ["\u0085", "0085"],
  ]) {
    const [problem = "", ...others] = read(`${json(WIDGETS)}\n---\n# a comment${character}kind: List\n`);
    assert.match(problem, new RegExp(`^crd-invalid .* kubectl reads the character U\\+${name} as the end of a line`));
    assert.equal(others, []);
  }
});

reading("rejects a document that kubectl takes for the rest of another", () => {
  const [one, two] = ITEMS.map((item) => JSON.stringify(item));
  const apart = (between: string) => read(`${one}${between}${two}\n`);
  for (const between of ["\n---\n", "\r\n---\r\n", "\n--- # next\n", "\n...\n---\n", "\n---\n---\n"]) {
    assert.equal(apart(between), BOTH, JSON.stringify(between));
  }
  for (const between of ["\n...\n", "\n--- ", "\r---\r", "\n...\n# ---\n"]) {
    const [problem = "", ...others] = apart(between);
    assert.match(problem, "kubectl does not read what follows a document without a line ---", JSON.stringify(between));
    assert.equal(others, []);
  }
  assert.equal(read(`--- ${one}\n`), BOTH.slice(0, 1), "the first one");
});

reading("says the place of what is wrong in a list, all of it", () => {
  const bad = { ...WIDGETS, spec: { ...WIDGETS.spec, scope: 1, versions: [{ ...stored("v1"), name: null }] } };
  const text = `kind: List\nitems:\n- ${JSON.stringify(WIDGETS)}\n- ${JSON.stringify(bad)}\n`;
  const start = JSON.stringify(bad).indexOf("1,") + 3;
  const [, first = "", second = "", ...others] = read(text);
  assert.is(first, `crd-invalid invalid CustomResourceDefinition at a.yaml:4:${start}: spec.scope must be a string`);
  assert.match(second, /at a\.yaml:4:\d+: spec\.versions\[0\]\.name is required$/);
  assert.equal(others, []);
});

reading("reads aliases, as kubectl does", () => {
  const schema = "{type: object, properties: {a: {type: string}}}";
  const names = "{kind: Widget, plural: widgets}";
  const aliased = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: ${names}
  versions:
  - name: v1
    served: true
    storage: true
    schema: &schema {openAPIV3Schema: ${schema}}
  - {name: v2, served: true, storage: false, schema: *schema}
`;
  assert.equal(read(aliased), BOTH.slice(0, 1));
  const { channels } = readCrds([{ path: "a", text: aliased }], {});
  const [first, second] = channels.get("standard")?.get("widgets.example.dev")?.spec.versions ?? [];
  assert.equal(first?.schema, second?.schema);
});

reading("rejects aliases that never end, or grow without bound", () => {
  const bomb = [..."abcdefgh"].map((name, index, all) => {
    const inner = index === 0 ? "x" : `*${all[index - 1]}`;
    return `- &${name} [${Array(10).fill(inner).join(", ")}]`;
  });
  assert.match(read(bomb.join("\n")).join(), /crd-invalid .* at a\.yaml:2:7: with its aliases written out it has more/);
  const empty = bomb.map((line) => line.replaceAll("x", "[]")).join("\n");
  assert.match(read(empty).join(), /with its aliases written out it has more/, "empty lists are values, too");
  assert.match(read("- &a [*a]").join(), /at a\.yaml:1:7: an alias is inside what it stands for/);
  const nest = (inner: string) => `${"[".repeat(150)}${inner}${"]".repeat(150)}`;
  assert.match(read(`- &a ${nest("1")}\n- ${nest("*a")}\n`).join(), /:2:153: aliases nest deeper than 200 levels/);
  assert.match(read("[".repeat(5000)).join(), /crd-invalid/);
});

const OTHERS = { ...WIDGETS, spec: { ...WIDGETS.spec, scope: "Cluster" } };

reading("two definitions of a CRD in one channel are an error, wherever the two are", () => {
  const text = `${JSON.stringify(WIDGETS)}\n---\n${JSON.stringify(OTHERS)}\n`;
  assert.equal(read(text), [
    "standard widgets.example.dev",
    "crd-duplicate the standard channel contains two different definitions of widgets.example.dev: at a.yaml:1:1 and a.yaml:3:1",
  ]);
  const files = [WIDGETS, OTHERS].map((crd, at) => ({ path: `standard/${at}.yaml`, text: json(crd) }));
  const { diagnostics } = readCrds(files, { origin: "dist/" });
  assert.match(
    describeDiagnostic(diagnostics[0] as never).message,
    "dist/standard/0.yaml:1:1 and dist/standard/1.yaml:1:1",
  );
  const channels = [WIDGETS, OTHERS].map((crd, at) => ({
    path: `${["standard", "experimental"][at]}/a.yaml`,
    text: json(crd),
  }));
  assert.equal(readCrds(channels, {}).diagnostics, []);
});

reading("a copy of a CRD is ignored, also if only its form differs", () => {
  const { spec, ...others } = WIDGETS;
  const copy = { spec, status: null, ...others };
  const files = [WIDGETS, copy].map((crd, at) => ({ path: `${at}.yaml`, text: json(crd) }));
  const { channels, diagnostics } = readCrds(files, {});
  assert.equal([diagnostics, channels.get("standard")?.size], [[], 1]);
});

reading(
  "the annotation of the project or, if a CRD does not have it, any annotation of a channel tells the channel",
  () => {
    const channels = (annotations: Readonly<Record<string, string>>, own?: string) => {
      const text = json(crd([stored("v1")], {}, { annotations }));
      return [...readCrds([{ path: "a", text }], { channelAnnotation: own }).channels.keys()].join();
    };
    const other = { "other.dev/channel": "experimental" };
    assert.is(channels(other), "experimental");
    assert.is(channels(other, "example.dev/channel"), "experimental");
    assert.is(channels({ ...other, "example.dev/channel": "standard" }, "example.dev/channel"), "standard");
    assert.is(channels({ ...other, "example.dev/channel": "beta" }, "example.dev/channel"), "standard");
  },
);

const { metadata, spec } = WIDGETS;
const WRONG: readonly [value: JsonObject, message: string][] = [
  [
    { ...WIDGETS, apiVersion: "apiextensions.k8s.io/v1beta1" },
    'apiVersion must be apiextensions.k8s.io/v1, not "apiextensions.k8s.io/v1beta1"',
  ],
  [{ ...WIDGETS, metadata: {} }, "metadata.name is required"],
  [{ ...WIDGETS, metadata: [] }, "metadata must be an object"],
  [{ ...WIDGETS, metadata: { ...metadata, annotations: { a: 1 } } }, "metadata.annotations.a must be a string"],
  [{ ...WIDGETS, spec: null }, "spec is required"],
  [{ ...WIDGETS, spec: { ...spec, group: 1 } }, "spec.group must be a string"],
  [{ ...WIDGETS, spec: { ...spec, names: { kind: "Widget" } } }, "spec.names.plural is required"],
  [
    { ...WIDGETS, spec: { ...spec, names: { ...spec.names, shortNames: "w" } } },
    "spec.names.shortNames must be a list",
  ],
  [{ ...WIDGETS, spec: { ...spec, versions: {} } }, "spec.versions must be a list"],
  [{ ...WIDGETS, spec: { ...spec, versions: ["v1"] } }, "spec.versions[0] must be an object"],
  [{ ...WIDGETS, spec: { ...spec, versions: [...spec.versions, version("v1")] } }, "it has the version v1 twice"],
  [
    { ...WIDGETS, spec: { ...spec, versions: [...spec.versions, stored("v2")] } },
    "spec.versions must have exactly one version with storage: true, not 2",
  ],
  [
    { ...WIDGETS, spec: { ...spec, versions: [version("v1")] } },
    "spec.versions must have exactly one version with storage: true, not 0",
  ],
  ...(
    [
      [{ pattern: 5 }, "pattern must be a string"],
      [{ enum: "x" }, "enum must be a list"],
      [{ required: "a" }, "required must be a list"],
      [{ anyOf: [5] }, "anyOf[0] must be an object"],
      [{ anyOf: [{ pattern: 5 }] }, "anyOf[0].pattern must be a string"],
      [{ "x-kubernetes-validations": "x" }, "x-kubernetes-validations must be a list"],
      [{ "x-kubernetes-validations": ["self != 'x'"] }, "x-kubernetes-validations[0] must be an object"],
      [{ properties: { a: 5 } }, "properties.a must be an object"],
    ] as const
  ).map(([keywords, problem]) => [
    { ...WIDGETS, spec: { ...spec, versions: [stored("v1", keywords as never)] } },
    `spec.versions[0].schema.openAPIV3Schema.${problem}`,
  ]),
  [{ ...WIDGETS, status: { storedVersions: "v1" } }, "status.storedVersions must be a list"],
] as never;

for (const [value, message] of WRONG) {
  reading(`rejects a CRD: ${message}`, () => {
    const [only = "", ...others] = read(json(value));
    assert.match(only, /^crd-invalid invalid CustomResourceDefinition at a\.yaml:\d+:\d+: /);
    assert.ok(only.endsWith(`: ${message}`), only);
    assert.equal(others, []);
  });
}

reading("null is the same as omitted", () => {
  const nulls = { subresources: null, additionalPrinterColumns: null, deprecated: null } as never;
  const text = json({ ...crd([stored("v1", object({}), nulls)]), status: { storedVersions: null } });
  assert.equal(read(text), ["standard widgets.example.dev"]);
});

reading("null is dropped, but not where it is a value of the objects", () => {
  const kept = { default: { a: null }, enum: [null], properties: { default: { type: "object" } } };
  const schema = { ...kept, properties: { default: { type: "object", maxLength: null } }, pattern: null };
  const text = json(crd([stored("v1", schema as never, { subresources: { status: null } } as never)]));
  const { channels } = readCrds([{ path: "a", text }], {});
  const [only] = channels.get("standard")?.get("widgets.example.dev")?.spec.versions ?? [];
  assert.equal(only?.schema.openAPIV3Schema, kept);
  assert.equal(only?.subresources, {});
});

reading("fills in the names that the API server fills in", () => {
  const { listKind: _, singular: __, ...names } = spec.names;
  const text = json({ ...WIDGETS, spec: { ...spec, names } });
  const { channels } = readCrds([{ path: "a", text }], {});
  assert.equal(channels.get("standard")?.get("widgets.example.dev")?.spec.names, spec.names);
});

/** Returns a CRD in YAML whose schema has one field, with the given keywords on separate lines. */
const inYaml = (keywords: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: yes
    storage: on
    schema:
      openAPIV3Schema:
        properties:
          on:
${keywords.replace(/^/gm, " ".repeat(12))}
`;

reading("reads scalars and keys as kubectl does, which is not as YAML 1.2 has it", () => {
  const keywords = "maxLength: 010\nminimum: 1_000\nenum: [no, 0x1F, 2020-01-01]\n<<: {type: string}";
  const { channels, diagnostics } = readCrds([{ path: "a", text: inYaml(keywords) }], {});
  assert.equal(diagnostics, []);
  const [only] = channels.get("standard")?.get("widgets.example.dev")?.spec.versions ?? [];
  assert.equal(only?.schema.openAPIV3Schema, {
    properties: { true: { maxLength: 8, minimum: 1000, enum: [false, 31, "2020-01-01"], type: "string" } },
  });
});

reading("says of every number that cannot be compared exactly where it is", () => {
  const field = "spec.versions[0].schema.openAPIV3Schema.properties.true";
  const keywords = `maxLength: 9223372036854775807
default: {maximum: 9007199254740993}
maximum: 9223372036854775807
minimum: -.inf
enum: [9007199254740992, 9007199254740993]
pattern: 1
multipleOf: "2"`;
  assert.equal(read(inYaml(keywords)), [
    `crd-number ${field}.maxLength at a.yaml:16:24 is 9223372036854775807, which crd-bundle would round to 9223372036854776000`,
    `crd-number ${field}.default.maximum at a.yaml:17:32 is 9007199254740993, which crd-bundle would round to 9007199254740992`,
    `crd-invalid invalid CustomResourceDefinition at a.yaml:19:22: ${field}.minimum must be a finite number, not -.inf`,
    `crd-number ${field}.enum[1] at a.yaml:20:38 is 9007199254740993, which crd-bundle would round to 9007199254740992`,
    `crd-invalid invalid CustomResourceDefinition at a.yaml:21:22: ${field}.pattern must be a string`,
    `crd-invalid invalid CustomResourceDefinition at a.yaml:22:26: ${field}.multipleOf must be a number`,
  ]);
  assert.equal(read(inYaml("maximum: 9223372036854775807")), ["standard widgets.example.dev"]);
  assert.match(read(inYaml("default: {properties: {maximum: 9007199254740993}}")).join(), /^crd-number /);
  assert.match(read(inYaml("properties: {maximum: {default: 9007199254740993}}")).join(), /^crd-number /);
  assert.match(read(`${inYaml("enum: [1]")}x: .nan\n`).join(), /^crd-invalid .* x must be a finite number, not \.nan$/);
});

reading("says so of a number behind an alias too, wherever the alias is", () => {
  const field = "spec.versions[0].schema.openAPIV3Schema.properties.true";
  const [number, nearest] = ["9007199254740993", "9007199254740992"];
  const indented = inYaml("<<: *x").replace(/^/gm, "  ").replace("  ", "- ");
  const list = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, data: &x {type: integer, enum: [${number}]}}
${indented.trimEnd()}
`;
  const rounded = `is ${number}, which crd-bundle would round to ${nearest}`;
  assert.equal(read(list), [`crd-number ${field}.enum[0] at a.yaml:20:19 ${rounded}`]);
  // The API server reads the number as floating-point in the first position, but not in the second.
  for (const keywords of [`maximum: &x ${number}\ndefault: *x`, `default: &x ${number}\nmaximum: *x`]) {
    assert.match(read(inYaml(keywords)).join(), new RegExp(`^crd-number ${field.replace("[0]", ".0.")}.default `));
  }
  const [first = "", ...others] = read(inYaml(`not: &x {maximum: ${number}}\ndefault: *x`));
  assert.is(first, `crd-number ${field}.default.maximum at a.yaml:17:22 ${rounded}`);
  assert.equal(others, []);
});

reading("lists any number of numbers", () => {
  const row = (inner: string) => `[${Array(60).fill(inner).join(", ")}]`;
  const keywords = `enum:\n- &a ${row("9007199254740993")}\n- &b ${row("*a")}\n- ${row("*b")}`;
  const { channels, diagnostics } = readCrds([{ path: "a", text: inYaml(keywords) }], {});
  assert.is(diagnostics.length, 60 + 60 ** 2 + 60 ** 3);
  assert.equal([...channels], []);
});

/** Draws a CRD in which arbitrary values replace one or several parts. */
const hostile: fc.Arbitrary<Json> = fc
  .array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>), { minLength: 1, maxLength: 3 })
  .map((edits) => edits.reduce<Json>((value, [at, edit]) => replaced(value, at, edit), FULL));

const FULL: Json = JSON.parse(
  json({
    ...crd(
      [
        stored(
          "v1",
          object(
            {
              list: { type: "array", items: { type: "integer", minimum: 1 }, "x-kubernetes-list-type": "set" },
              map: { type: "object", additionalProperties: { type: "string", enum: ["a"] } },
              text: { type: "string", pattern: "^a$", maxLength: 3, default: "a", format: "date" },
              any: { anyOf: [{ required: ["a"] }], not: { type: "string" }, nullable: true },
              either: { "x-kubernetes-int-or-string": true, multipleOf: 2 },
            },
            { required: ["text"], "x-kubernetes-validations": [{ rule: "has(self.text)", message: "m" }] },
          ),
          {
            subresources: { status: {}, scale: { specReplicasPath: ".a" } },
            additionalPrinterColumns: [{ name: "A", jsonPath: ".a" }],
            selectableFields: [{ jsonPath: ".a" }],
            deprecated: true,
            deprecationWarning: "old",
          },
        ),
        version("v2"),
      ],
      { conversion: { strategy: "None" } },
      { labels: { a: "b" }, annotations: { "example.dev/channel": "experimental" } },
      { storedVersions: ["v1"] },
    ),
  }),
);

/** Returns the value with its nth part replaced, counted from the root. */
function replaced(value: Json, at: number, edit: Json): Json {
  let count = 0;
  const partsOf = (part: Json): readonly Json[] =>
    typeof part === "object" && part !== null ? (Object.values(part) as Json[]) : [];
  const sizeOf = (part: Json): number => partsOf(part).reduce<number>((sum, inner) => sum + sizeOf(inner), 1);
  const target = at % sizeOf(value);
  const visit = (part: Json): Json => {
    if (count++ === target) return edit;
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(value);
}

function stateOf(value: Json): BundleState | readonly string[] {
  const { channels, diagnostics } = readCrds([{ path: "a.yaml", text: JSON.stringify(value) }], {
    channelAnnotation: "example.dev/channel",
  });
  if (diagnostics.length === 0) return { name: "a", channels, isPartial: true };
  return diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
}

reading("whatever a file holds, it is compared, or what is wrong is said with its place", () => {
  const whole = stateOf(FULL) as BundleState;
  fc.assert(
    fc.property(fc.oneof(hostile, hostile, fc.jsonValue() as fc.Arbitrary<Json>), (value) => {
      const state = stateOf(value);
      if (Array.isArray(state)) {
        for (const message of state) assert.match(message, /a\.yaml:\d+:\d+/);
        return;
      }
      for (const [before, after] of [
        [whole, state],
        [state, whole],
      ] as [BundleState, BundleState][]) {
        const changes = diffReleases(before, after, NO_OPTIONS);
        const verdict = judge({ changes, before, after, lineage: [before], profile, waivers: [] });
        assert.type(printChanges({ from: "a", to: "b", changes, wording: true }, "text", NO_COLOR), "string");
        assert.instance(experimentalThings(after), Array);
        assert.ok(verdict.findings.length >= changes.length);
      }
    }),
    { numRuns: 500 },
  );
});

reading.run();
