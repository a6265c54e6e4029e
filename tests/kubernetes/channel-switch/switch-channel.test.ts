/** Tests of the change of channels: what objects use, what they become, and the way back. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { FieldPath } from "../../../scripts/core/model/field-path.js";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { ServedKinds } from "../../../scripts/kubernetes/channel-switch/served-kinds.js";
import {
  type ChannelSwitch,
  type SwitchedObject,
  switchChannel,
} from "../../../scripts/kubernetes/channel-switch/switch-channel.js";
import { compileConversions } from "../../../scripts/kubernetes/conversion/convert.js";
import type { ValuePath } from "../../../scripts/kubernetes/validation/place.js";
import { crdsOf } from "../../apiserver/bundle.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { seed } from "../../support/drawn.js";
import { type Focus, newFocus } from "../../support/drawn-objects.js";
import { Random } from "../../support/random.js";
import { focusAt } from "../conversion/focus.js";
import { ANNOTATION, COMPILED } from "../conversion/history.js";
import { compiled, drawValid, problemsOf } from "../conversion/objects.js";
import { type Difference, differencesBetween } from "./differences.js";

const channels = suite("kubernetes/channel-switch");

const RELEASE = "1.6.1" as Version;
const CRDS = Object.fromEntries(CHANNELS.map((channel) => [channel, crdsOf(channel)])) as Record<
  Channel,
  readonly CustomResourceDefinition[]
>;

function switchTo(channel: Channel): (object: JsonObject) => SwitchedObject {
  const kinds = (of: Channel) => new ServedKinds(CRDS[of] as unknown as JsonObject[]);
  const from = kinds(channel === "standard" ? "experimental" : "standard");
  const all: ChannelSwitch = { from, to: kinds(channel), conversions: COMPILED, release: RELEASE };
  return (object) => switchChannel(all, object);
}

const toStandard = switchTo("standard");
const toExperimental = switchTo("experimental");

/** Returns a path without indexes, as in a schema. */
function schemaPath(path: ValuePath): string {
  return path.map((step) => (typeof step === "number" ? "[]" : `.${step}`)).join("");
}

const versionsIn = (channel: Channel): CompiledVersion[] =>
  CRDS[channel].flatMap((crd) =>
    crd.spec.versions.filter(({ served }) => served).map(({ name }) => compiled(crd, name)),
  );

const served = ({ apiVersion, kind }: JsonObject, channel: Channel): CompiledVersion | undefined =>
  versionsIn(channel).find((each) => `${each.group}/${each.version}` === apiVersion && each.kind === kind);

/** Draws a valid object that has the field or the value of a difference. */
function objectWith({ crd, version, path, value }: Difference, random: Random): JsonObject | undefined {
  const focus = focusOn(path, value);
  for (let draws = 0; draws < 3000; draws++) {
    const object = drawValid(compiled(crd, version), random, focus);
    if (object && hasPart(object, path, value)) return object;
  }
  return undefined;
}

/** The rules about filters are so strict that none is drawn. */
const FILTER: Json = {
  type: "ExternalAuth",
  externalAuth: { protocol: "HTTP", backendRef: { name: "auth", port: 80 }, http: { path: "/" } },
};

function focusOn(path: FieldPath, value: Json | undefined): Focus {
  const focus = newFocus();
  const [filters] = path.match(/^.*\.filters\[\]/) ?? [];
  if (filters !== undefined) focusAt(focus, filters as FieldPath).values.push(FILTER);
  else focusAt(focus, path).values.push(...(value === undefined ? [] : [value]));
  return focus;
}

function hasPart(object: JsonObject, path: string, value: Json | undefined): boolean {
  const found: Json[] = [];
  const visit = (part: Json, at: string): void => {
    if (at === path) found.push(part);
    if (Array.isArray(part)) part.forEach((item) => void visit(item as Json, `${at}[]`));
    else if (typeof part === "object" && part !== null)
      for (const [name, inner] of Object.entries(part)) visit(inner, `${at}.${name}`);
  };
  visit(object, "");
  return found.some((each) => value === undefined || each === value);
}

const DIFFERENCES = differencesBetween(CRDS.standard, CRDS.experimental);

channels("every experimental field and value of Gateway API is named", () => {
  assert.ok(DIFFERENCES.length > 20, `${DIFFERENCES.length} differences`);
  const random = new Random(seed);
  const missing: string[] = [];
  for (const each of DIFFERENCES) {
    const name = `${each.crd.spec.names.kind} ${each.version} ${each.path} ${each.value ?? ""}`;
    const object = objectWith(each, random);
    if (!object) {
      missing.push(`${name}: no object`);
      continue;
    }
    const { uses } = toStandard(object);
    const isNamed = uses.some(({ what, path }) =>
      each.value === undefined ? what === "field" && schemaPath(path) === each.path : what === "value",
    );
    const isRejectedAsAWhole = uses.some(({ what }) => what === "value");
    if (!isNamed && !isRejectedAsAWhole) missing.push(`${name}: ${JSON.stringify(uses)}`);
  }
  assert.equal(missing, []);
});

channels("every experimental kind of Gateway API is named, and what it becomes", () => {
  const standard = new Set(CRDS.standard.map(({ metadata }) => metadata.name));
  const only = CRDS.experimental.filter(({ metadata }) => !standard.has(metadata.name));
  assert.ok(only.length > 0);
  for (const { spec } of only) {
    const version = spec.versions.find(({ served }) => served)?.name;
    const object = { apiVersion: `${spec.group}/${version}`, kind: spec.names.kind, metadata: { name: "a" }, spec: {} };
    const { objects, uses } = toStandard(object);
    assert.equal(
      uses.slice(0, 1).map(({ what }) => what),
      ["kind"],
      spec.names.kind,
    );
    assert.is(objects[0], object);
  }
  const old = { apiVersion: "gateway.networking.x-k8s.io/v1alpha1", kind: "XListenerSet", metadata: { name: "a" } };
  const spec = { parentRef: { name: "g" }, listeners: [{ name: "l", port: 80, protocol: "HTTP" }] };
  const { objects, uses } = toStandard({ ...old, spec });
  assert.equal(uses, [{ what: "kind", path: ["kind"], becomes: "gateway.networking.k8s.io/v1 ListenerSet" }]);
  assert.equal(objects, [{ ...old, apiVersion: "gateway.networking.k8s.io/v1", kind: "ListenerSet", spec }]);
});

channels("a version that only the experimental channel serves is named, and replaced", () => {
  const experimental = new Set(versionsIn("standard").map(({ group, kind, version }) => `${group} ${kind} ${version}`));
  const only = versionsIn("experimental").filter(
    ({ group, kind, version }) =>
      !experimental.has(`${group} ${kind} ${version}`) &&
      CRDS.standard.some((crd) => crd.spec.group === group && crd.spec.names.kind === kind),
  );
  for (const version of only) {
    const object = { apiVersion: `${version.group}/${version.version}`, kind: version.kind, metadata: { name: "a" } };
    const { uses, applied } = toStandard(object);
    assert.ok(applied.length > 0 || uses.some(({ what }) => what === "version"), JSON.stringify(object));
  }
});

channels("nothing is named in objects that the standard channel has, and they do not change", () => {
  const random = new Random(seed);
  let count = 0;
  while (count < 2000) {
    const object = drawValid(random.one(versionsIn("standard")), random);
    if (!object) continue;
    count++;
    const { objects, uses, applied } = toStandard(object);
    assert.equal([uses, applied.length > 0 || objects[0] === object], [[], true], JSON.stringify(object));
    const { uses: others, lost } = toExperimental(object);
    // The experimental channel can have more rules, about fields that both channels have.
    const target = served(object, "experimental");
    const problems = target ? problemsOf(target, object) : [];
    assert.is(others.length + lost.length > 0, problems.length > 0, JSON.stringify([problems, others, object]));
  }
});

channels("the result is valid in the standard channel, the way back gives the object again, and twice is once", () => {
  const random = new Random(seed);
  const counts = { objects: 0, fields: 0, rejected: 0 };
  const foci = DIFFERENCES.map((each) => {
    return { version: compiled(each.crd, each.version), focus: focusOn(each.path, each.value) };
  });
  while (counts.objects < 1500) {
    const { version, focus } = random.one(foci);
    const object = drawValid(version, random, focus); // it is frozen
    if (!object) continue;
    counts.objects++;
    const { objects, uses } = toStandard(object);
    if (uses.some(({ what }) => what === "value")) {
      counts.rejected++;
      assert.equal(objects, [object]);
      continue;
    }
    counts.fields += uses.filter(({ what }) => what === "field").length;
    for (const each of objects) {
      const target = served(each, "standard");
      assert.ok(target);
      assert.equal(target && problemsOf(target, each), [], JSON.stringify(object));
      const again = toStandard(each);
      assert.equal([again.objects[0] === each, again.uses], [true, []], "twice is once");
    }
    if (objects.length > 1) continue;
    const back = toExperimental(objects[0] as JsonObject);
    assert.equal([back.objects.length, back.uses, back.outdated], [1, [], []]);
    assert.equal({ ...back.objects[0], apiVersion: object.apiVersion }, object, "there and back");
  }
  assert.ok(counts.fields > 500 && counts.rejected > 20, JSON.stringify(counts));
});

/** A small API whose fields are pruned, and whose kind has another name in the standard channel. */
const crd = (group: string, kind: string, fields: object, version = "v1") => ({
  kind: "CustomResourceDefinition",
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    names: { kind, plural: `${kind.toLowerCase()}s` },
    scope: "Namespaced",
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: fields } } } },
      },
    ],
  },
});
const TEXT = { type: "string" };
const LIST = { type: "array", items: { type: "object", properties: { name: TEXT, extra: TEXT } } };
const STANDARD_LIST = { type: "array", items: { type: "object", properties: { name: TEXT } } };
const SMALL = {
  standard: [crd("example.dev", "Widget", { a: TEXT, list: STANDARD_LIST, mode: { type: "string", enum: ["A"] } })],
  experimental: [
    crd(
      "example.dev",
      "Widget",
      { a: TEXT, b: { type: "object", properties: { c: TEXT } }, list: LIST, mode: TEXT },
      "v1",
    ),
    crd("x.example.dev", "XWidget", { a: TEXT }, "v1alpha1"),
  ],
};

function smallSwitch(channel: Channel): (object: JsonObject) => SwitchedObject {
  const other = channel === "standard" ? "experimental" : "standard";
  const more = { crd: "xwidgets.x.example.dev", kind: "XWidget", versions: "[v1alpha1]" };
  const renamed = definition([], { ...more, to: "{crd: widgets.example.dev, kind: Widget, version: v1}" });
  const kinds = (of: Channel) => new ServedKinds(SMALL[of] as unknown as JsonObject[]);
  const conversions = compileConversions(conversionsIn(renamed), ANNOTATION);
  return (object) =>
    switchChannel({ from: kinds(other), to: kinds(channel), conversions, release: "1.1.0" as Version }, object);
}

const widget = (spec: Json, more: JsonObject = {}): JsonObject => ({
  apiVersion: "example.dev/v1",
  kind: "Widget",
  metadata: { name: "w", namespace: "n", ...more },
  spec,
});
const specOf = ({ objects: [object = {}] }: SwitchedObject) => object.spec as JsonObject;
const small = smallSwitch("standard");
const smallBack = smallSwitch("experimental");

channels("fields of other APIs are pruned, and kinds are replaced", () => {
  assert.equal(small(widget({ a: "x", b: { c: "y" } })).uses, [
    { what: "field", path: ["spec", "b"], effect: "pruned" },
  ]);
  const { uses, objects } = small({ ...widget({ a: "x" }), apiVersion: "x.example.dev/v1alpha1", kind: "XWidget" });
  assert.equal(uses, [{ what: "kind", path: ["kind"], becomes: "example.dev/v1 Widget" }]);
  assert.equal(objects, [widget({ a: "x" })]);
});

channels("a version that only a webhook can convert is an error", () => {
  const version = crd("example.dev", "Widget", { a: TEXT }, "v2");
  const [first] = version.spec.versions;
  const other = { ...first, name: "v3", storage: false };
  const webhook = {
    ...version,
    spec: { ...version.spec, versions: [first, other], conversion: { strategy: "Webhook" } },
  };
  const kinds = (crds: readonly object[]) => new ServedKinds(crds as JsonObject[]);
  const to = { from: kinds(SMALL.experimental), to: kinds([webhook]), conversions: COMPILED, release: RELEASE };
  const object = widget({ a: "x" });
  const { objects, uses } = switchChannel(to, object);
  assert.equal([objects[0] === object, uses], [true, [{ what: "version", path: ["apiVersion"] }]]);
});

channels("only the author can replace a value", () => {
  const object = widget({ b: { c: "y" }, mode: "B" });
  const { objects, uses } = small(object);
  assert.is(objects[0], object);
  assert.equal(
    uses.map(({ what, path }) => [what, path.join(".")]),
    [
      ["field", "spec.b"],
      ["value", "spec.mode"],
    ],
  );
});

channels("a value that is wrong in both channels, and unknown fields of both, are not experimental", () => {
  const object = widget({ a: 1, unknown: { x: 1 } });
  assert.equal([small(object).uses, small(object).objects[0] === object], [[], true]);
});

channels("objects of other APIs do not change", () => {
  for (const object of [{ kind: "ConfigMap", apiVersion: "v1" }, {}, { kind: 1, apiVersion: [] }, { metadata: null }]) {
    const { objects, uses } = small(object as JsonObject);
    assert.equal([objects[0] === object, uses], [true, []]);
  }
});

channels("the way back never overwrites an edit", () => {
  const [reduced = {}] = small(
    widget({ a: "x", b: { c: "y" }, list: [{ name: "1", extra: "e" }, { name: "2" }] }),
  ).objects;
  const edit = (spec: (before: JsonObject) => Json) =>
    smallBack({ ...reduced, spec: spec(reduced.spec as JsonObject) });
  const same = edit((spec) => spec);
  assert.equal(same.objects, [widget({ a: "x", list: [{ name: "1", extra: "e" }, { name: "2" }], b: { c: "y" } })]);
  const neighbor = edit((spec) => ({ ...spec, a: "other" }));
  assert.equal([specOf(neighbor).b, neighbor.outdated], [{ c: "y" }, []]);
  const again = edit((spec) => ({ ...spec, b: { c: "new" } }));
  assert.equal(specOf(again).b, { c: "new" });
  assert.equal(
    again.outdated.map(({ path }) => path.join(".")),
    ["spec.b"],
  );
  const reordered = edit((spec) => ({ ...spec, list: [{ name: "2" }, { name: "1" }] }));
  assert.equal(specOf(reordered).list, [{ name: "2" }, { name: "1" }]);
  assert.equal(
    reordered.outdated.map(({ path }) => path.join(".")),
    ["spec.list.0.extra"],
  );
  const removed = edit(({ list: _, ...spec }) => spec);
  assert.equal(
    removed.outdated.map(({ path }) => path.join(".")),
    ["spec.list.0.extra"],
  );
});

channels("an annotation cannot set what both channels have, or what a user has removed", () => {
  const part = (path: ValuePath) => ({ conversion: "channel", form: "old", path, value: "x" });
  const parts = [part(["metadata", "namespace"]), part(["spec", "a"]), part(["spec", "b", "c"])];
  const object = widget({}, { annotations: { [ANNOTATION]: JSON.stringify({ parts }) } });
  const { objects, outdated } = smallBack(object);
  const [{ spec, metadata } = {}] = objects;
  assert.equal([spec, (metadata as JsonObject).namespace], [{}, "n"]);
  assert.equal(
    outdated.map(({ path }) => path.join(".")),
    ["spec.b.c"],
  );
});

channels("names of JavaScript, and annotations of another form, are harmless", () => {
  const object = JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":{}}');
  assert.equal(small(widget(object)).uses, []);
  for (const text of [
    "",
    "{",
    "[]",
    '{"parts":1}',
    '{"parts":[{"conversion":"channel","path":["__proto__","x"],"form":"old","value":1}]}',
  ]) {
    const annotated = widget({ a: "x" }, { annotations: { [ANNOTATION]: text } });
    assert.is(small(annotated).objects[0], annotated, text);
    smallBack(annotated);
  }
  assert.is(({} as Record<string, unknown>).x, undefined);
  const large = widget({ b: { c: "x".repeat(300_000) } });
  assert.equal(small(large).objects, [large]);
  assert.ok(small(large).uses.some(({ what }) => what === "value"));
});

channels.run();
