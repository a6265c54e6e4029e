/** Properties of every API and every value, tested with drawn ones. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BuildOutput, build } from "../scripts/app/build.js";
import { CHANNELS, type Channel } from "../scripts/core/model/channel.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../scripts/core/model/json.js";
import type { SourceText } from "../scripts/core/model/location.js";
import { printYaml } from "../scripts/core/yaml/print.js";
import { loadYaml } from "../scripts/core/yaml/yaml.js";
import { projectToChannel } from "../scripts/language/channel/project.js";
import { readApi } from "../scripts/language/read/index.js";
import { report } from "../scripts/report/report.js";
import { NO_COLOR } from "../scripts/report/style.js";
import { canonical, READERS, readAs } from "./core/yaml/readers.js";
import { AMBIGUOUS, type DrawnField, type DrawnType, drawnFields, writeFields } from "./support/arbitrary-api.js";
import fc from "./support/drawn.js";
import { bundleOf, META, TEMPLATES, widget } from "./support/project.js";

const properties = suite("properties");

const BUNDLE = bundleOf();

/** A build in memory takes about 50 ms. */
const API_RUNS = { numRuns: 40 };
const YAML_RUNS = { numRuns: 3000 };

function sourceOf(fields: readonly DrawnField[]): SourceText {
  const { members, declarations } = writeFields(fields);
  return widget(members, declarations);
}

function buildClean(sources: readonly SourceText[]): BuildOutput {
  const built = build({ sources, bundle: BUNDLE, templates: TEMPLATES });
  assert.is(report(built.diagnostics, "text", sources, NO_COLOR), "");
  return built;
}

/** Returns the schema of the widget's spec in a channel. */
function specOf(built: BuildOutput, channel: Channel): JsonObject {
  const crd = built.crds.find((candidate) => candidate.channel === channel)?.crds[0];
  const { properties } = crd?.spec.versions[0]?.schema.openAPIV3Schema ?? {};
  return (properties as Record<string, JsonObject>).spec as JsonObject;
}

/** Returns the path of every field in a schema, such as `.spec.list[].map{}.name`. */
function pathsOf(schema: JsonObject, path = ""): string[] {
  const { properties, items, additionalProperties } = schema;
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  return [
    ...fields.flatMap(([name, child]) => [`${path}.${name}`, ...pathsOf(child as JsonObject, `${path}.${name}`)]),
    ...(isJsonObject(items) ? pathsOf(items, `${path}[]`) : []),
    ...(isJsonObject(additionalProperties) ? pathsOf(additionalProperties, `${path}{}`) : []),
  ];
}

/** Returns the same paths for drawn fields. */
function drawnPaths(fields: readonly DrawnField[], channel: Channel, path = ""): string[] {
  return fields
    .filter(({ experimental }) => channel === "experimental" || !experimental)
    .flatMap(({ name, type }) => [`${path}.${name}`, ...drawnTypePaths(type, channel, `${path}.${name}`)]);
}

function drawnTypePaths(type: DrawnType, channel: Channel, path: string): string[] {
  if (type.form === "object") return drawnPaths(type.fields, channel, path);
  if (type.form === "array") return drawnTypePaths(type.element, channel, `${path}[]`);
  return type.form === "map" ? drawnTypePaths(type.element, channel, `${path}{}`) : [];
}

properties("what is trimmed to a channel stays as it is when it is trimmed again", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => {
      const { model, diagnostics } = readApi([META, sourceOf(fields)]);
      assert.equal(diagnostics, []);
      for (const channel of CHANNELS) {
        const once = projectToChannel(model, channel);
        assert.equal(projectToChannel(once, channel), once);
        assert.equal(JSON.stringify(once).match(/"channel":/), null);
      }
    }),
    API_RUNS,
  );
});

properties("a channel has the fields that were written for it, at every depth, and no others", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => {
      const built = buildClean([META, sourceOf(fields)]);
      for (const channel of CHANNELS) {
        assert.equal(pathsOf(specOf(built, channel)).sort(), drawnPaths(fields, channel).sort(), channel);
      }
    }),
    API_RUNS,
  );
});

properties(
  "what the standard channel has, the experimental one has too: fields, required ones, types and values",
  () => {
    fc.assert(
      fc.property(drawnFields, (fields) => {
        const built = buildClean([META, sourceOf(fields)]);
        assertWithin(specOf(built, "standard"), specOf(built, "experimental"), ".spec");
      }),
      API_RUNS,
    );
  },
);

function assertWithin(standard: JsonObject, experimental: JsonObject, path: string): void {
  for (const keyword of ["type", "nullable", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource"]) {
    assert.is(standard[keyword], experimental[keyword], `${path} ${keyword}`);
  }
  for (const keyword of ["required", "enum"]) {
    const [fewer, more] = [standard[keyword], experimental[keyword]] as (readonly Json[] | undefined)[];
    for (const value of fewer ?? []) assert.ok(more?.includes(value), `${path} ${keyword} ${value}`);
  }
  const properties = Object.entries((standard.properties ?? {}) as Record<string, JsonObject>);
  const children = [
    ...properties.map(([name, child]) => [child, experimental.properties as JsonObject, name] as const),
    ...["items", "additionalProperties"].map((name) => [standard[name], experimental, name] as const),
  ];
  for (const [child, parent, name] of children) {
    if (!isJsonObject(child)) continue;
    assert.ok(Object.hasOwn(parent, name), `${path}.${name}`);
    assertWithin(child, parent[name] as JsonObject, `${path}.${name}`);
  }
}

properties("neither the order of source files nor that of fields changes the output", () => {
  const other = (fields: readonly DrawnField[], kind: string, group: string): SourceText => ({
    path: `apis/${group}/v1/${kind.toLowerCase()}.ts`,
    text: sourceOf(fields).text.replaceAll("Widget", kind).replaceAll('"example.dev/', `"${group}/`),
  });
  const orders = fc
    .tuple(drawnFields, drawnFields)
    .chain(([first, second]) =>
      fc.tuple(
        fc.constant([first, second] as const),
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.shuffledSubarray([...first], { minLength: first.length }),
      ),
    );
  fc.assert(
    fc.property(orders, ([[first, second], order, shuffled]) => {
      const rest = [other(second, "Gadget", "example.dev"), other(second, "Addon", "example.dev")];
      const expected = buildClean([META, sourceOf(first), ...rest]);
      const reordered = [META, sourceOf(shuffled), ...rest];
      assert.equal(buildClean(order.map((index) => reordered[index] as SourceText)).files, expected.files);
    }),
    { numRuns: 20 },
  );
});

properties("the files of any API are read alike by every reader of YAML", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => {
      const { crds, files } = buildClean([META, sourceOf(fields)]);
      for (const { channel, crds: list } of crds) {
        const path = `${channel}/example.dev_widgets.yaml`;
        const text = files.find((file) => file.path === path)?.text ?? "";
        for (const [name, schema] of Object.entries(READERS)) assert.is(readAs(schema, text), canonical(list[0]), name);
      }
    }),
    API_RUNS,
  );
});

const strings = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AMBIGUOUS) },
  { weight: 2, arbitrary: fc.stringMatching(/^[-+._]{0,3}[0-9][0-9_.:,eExXoObBaf+TZ -]{0,12}$/) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...AMBIGUOUS), fc.constantFrom(...AMBIGUOUS)).map((pair) => pair.join("")),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(..."a \n\t#:-'\"|>%@`&*!?{}[],\r\u0085\u2028\uFEFF"), { maxLength: 12 })
      .map((chars) => chars.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** Draws JSON whose objects own all their keys, including `__proto__`. */
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: strings },
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()).map((n) => n + 0),
    fc.constantFrom(null, true, false),
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 4 }) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(strings, tie("value")), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
    },
  ),
}));

properties("what is written as YAML is read back as it was, by ourselves", () => {
  fc.assert(
    fc.property(values, (value) => {
      const loaded = loadYaml(printYaml(value));
      assert.ok("value" in loaded && sameJson(loaded.value, value), JSON.stringify(loaded));
    }),
    YAML_RUNS,
  );
});

for (const [name, schema] of Object.entries(READERS)) {
  properties(`what is written as YAML is read back as it was, under the rules of ${name}`, () => {
    fc.assert(
      fc.property(values, (value) => assert.is(readAs(schema, printYaml(value)), canonical(value))),
      YAML_RUNS,
    );
  });
}

/** Reports whether some reader rejects a character or treats it as a line ending. */
function isDelicate(character: string): boolean {
  const code = character.charCodeAt(0);
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  return (
    (isControl && character !== "\n" && character !== "\t") || "\u2028\u2029\uFEFF\uFFFE\uFFFF".includes(character)
  );
}

properties("YAML is written without the characters that some readers take for a line end or refuse", () => {
  fc.assert(
    fc.property(values, (value) => assert.equal([...printYaml(value)].filter(isDelicate), [])),
    YAML_RUNS,
  );
});

properties("the readers of these tests tell apart what they are there to tell apart", () => {
  const misread = (text: string) =>
    Object.entries(READERS)
      .filter(([, schema]) => readAs(schema, text) !== canonical(text))
      .map(([name]) => name);
  const everywhere = ["YAML 1.2", "YAML 1.1", "Go"];
  assert.equal(misread("plain"), []);
  assert.equal(misread("1.6.1"), []);
  assert.equal(misread("On"), ["YAML 1.1", "Go"]);
  assert.equal(misread("=").slice(0, 1), ["YAML 1.1"]);
  assert.equal(misread("0o14"), ["YAML 1.2", "Go"]);
  assert.equal(misread("014"), everywhere);
  assert.equal(misread("1e3"), ["YAML 1.2", "Go"]);
  assert.equal(misread("1_000"), ["YAML 1.1", "Go"]);
  assert.equal(misread("1:30"), ["YAML 1.1"]);
  assert.equal(misread("2024-01-01"), ["YAML 1.1", "Go"]);
  for (const text of ["null", "~", "true", "1.6", "0x1F", "+1", ".inf"]) assert.equal(misread(text), everywhere, text);
});

properties.run();
