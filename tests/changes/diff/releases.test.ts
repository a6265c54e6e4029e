import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { comparedChannels, diffReleases } from "../../../scripts/changes/diff/releases.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { CrdVersion, CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { differenceMessages, fullMessage } from "../../../scripts/core/words/differences.js";
import { readCrds } from "../../../scripts/release/bundle/crds.js";
import { valuesAsJson } from "../../../scripts/report/changes.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { crd, NO_OPTIONS, named, object, release, STRING, stored, version } from "./crd.js";

const releases = suite("the difference of two releases");

function changes(before: BundleState, after: BundleState, options = NO_OPTIONS): string[] {
  return diffReleases(before, after, options).map(({ channel, crd, class: name, subject, path }) =>
    [channel[0], crd.split(".")[0], name, subject, ...(path ? [path] : [])].join(" "),
  );
}

const WIDGETS = crd();
const GADGETS = named("gadgets");

releases("sees kinds that are added and removed, in each channel", () => {
  const one = release("1.0.0", { standard: [WIDGETS], experimental: [WIDGETS] });
  const two = release("1.1.0", { standard: [GADGETS], experimental: [GADGETS] });
  const swapped = (added: string, removed: string) =>
    ["s", "e"].flatMap((channel) => [
      `${channel} ${added} addition kind-added`,
      `${channel} ${removed} break kind-removed`,
    ]);
  assert.equal(changes(one, two).sort(), swapped("gadgets", "widgets").sort());
  assert.equal(changes(two, one).sort(), swapped("widgets", "gadgets").sort());
});

const RENAMED = { ...NO_OPTIONS, renamedKinds: new Map([["gadgets.example.dev", "widgets.example.dev"]]) };

releases("sees a kind that goes on under another name as one change", () => {
  const [before, after] = [
    release("1.0.0", { experimental: [GADGETS] }),
    release("1.1.0", { experimental: [WIDGETS] }),
  ];
  assert.equal(changes(before, after, RENAMED), ["e gadgets break kind-renamed"]);
});

releases("a name in the rename map that leads nowhere renames nothing", () => {
  const [before, after] = [release("1.0.0", { experimental: [GADGETS] }), release("1.1.0", { experimental: [] })];
  assert.equal(changes(before, after, RENAMED), ["e gadgets break kind-removed"]);
});

releases("a channel that a bundle lost has lost its kinds, and one that is new has new kinds", () => {
  const both = release("1.0.0", { standard: [WIDGETS], experimental: [WIDGETS] });
  const one = release("1.1.0", { standard: [WIDGETS] });
  assert.equal(changes(both, one), ["e widgets break kind-removed"]);
  assert.equal(changes(one, both), ["e widgets addition kind-added"]);
  assert.equal(changes(one, release("1.1.0", { experimental: [WIDGETS] })), [
    "s widgets break kind-removed",
    "e widgets addition kind-added",
  ]);
});

releases("of a part of a bundle, a channel that is not in it is not compared", () => {
  const both = release("1.0.0", { standard: [WIDGETS], experimental: [WIDGETS] });
  const part: BundleState = { ...release("1.1.0", { standard: [GADGETS] }), isPartial: true };
  assert.equal(changes(both, part), ["s gadgets addition kind-added", "s widgets break kind-removed"]);
  assert.equal(changes(part, both), ["s gadgets break kind-removed", "s widgets addition kind-added"]);
  const other: BundleState = { ...release("1.1.0", { experimental: [GADGETS] }), isPartial: true };
  assert.equal([changes(part, other), comparedChannels(part, other)], [[], []]);
});

releases("compares a channel that is there and empty", () => {
  const before = release("1.0.0", { standard: [], experimental: [WIDGETS] });
  const after = release("1.1.0", { standard: [WIDGETS], experimental: [WIDGETS] });
  assert.equal(changes(before, after), ["s widgets graduation kind-added"]);
});

releases("a directory of a channel is a channel, though no CRD may be in it", () => {
  const text = "kind: Kustomization\n";
  const { channels } = readCrds([{ path: "dist/standard/kustomization.yaml", text }], {
    channelAnnotation: "example.dev/channel",
    isBundle: true,
  });
  assert.equal(
    [...channels].map(([channel, crds]) => [channel, crds.size]),
    [["standard", 0]],
  );
});

releases("the innermost directory names the channel", () => {
  const text = JSON.stringify(WIDGETS);
  const { channels } = readCrds([{ path: "standard/dist/experimental/a.yaml", text }], {
    channelAnnotation: "example.dev/channel",
    isBundle: true,
  });
  assert.equal([...channels.keys()], ["experimental"]);
});

/**
 * Returns the changes between two releases. The experimental channel has the given fields in both of them; the fields
 * of the standard channel change.
 */
function graduation(experimental: JsonObject, standardBefore: JsonObject, standardAfter: JsonObject): string[] {
  const of = (schema: JsonObject) => [crd([stored("v1", schema)])];
  const before = release("1.0.0", { standard: of(standardBefore), experimental: of(experimental) });
  const after = release("1.1.0", { standard: of(standardAfter), experimental: of(experimental) });
  return changes(before, after);
}

const EMPTY = object({});
const FRESH = object({ fresh: object({ a: STRING }) });

releases("a field that was experimental graduates", () => {
  assert.equal(graduation(FRESH, EMPTY, FRESH), ["s widgets graduation field-added .fresh"]);
});

releases("a field that was not experimental is an addition", () => {
  assert.equal(graduation(EMPTY, EMPTY, FRESH), ["s widgets addition field-added .fresh"]);
});

releases("a field is no other one whose path reads the same", () => {
  const inside = object({ a: object({ b: STRING }) });
  const dotted = object({ a: object({}), "a.b": STRING });
  const both = object({ a: object({ b: STRING }), "a.b": STRING });
  assert.equal(graduation(inside, object({ a: object({}) }), dotted), ['s widgets addition field-added ["a.b"]']);
  assert.equal(graduation(dotted, object({ a: object({}) }), dotted), ['s widgets graduation field-added ["a.b"]']);
  assert.equal(graduation(both, dotted, both), ["s widgets graduation field-added .a.b"]);
});

releases("a field that graduates in another shape is an addition", () => {
  const other = object({ fresh: object({ a: { type: "integer" } }) });
  assert.equal(graduation(other, EMPTY, FRESH), ["s widgets addition field-added .fresh"]);
  const more = object({ fresh: object({ a: STRING, b: STRING }) });
  assert.equal(graduation(FRESH, EMPTY, more), ["s widgets addition field-added .fresh"]);
});

releases("what is inside a field that graduates may stay behind, and its words may change", () => {
  const part = object({ fresh: object({}, { description: "Other words." }) });
  assert.equal(graduation(FRESH, EMPTY, part), ["s widgets graduation field-added .fresh"]);
});

releases("a rule that only the standard channel has is no other shape, one that it lacks is", () => {
  const ruled = (rule: string) => ({ fresh: object({ a: STRING }, { "x-kubernetes-validations": [{ rule }] }) });
  const [bound, free] = [object(ruled("has(self.a)")), FRESH];
  assert.equal(graduation(free, EMPTY, bound), ["s widgets graduation field-added .fresh"]);
  assert.equal(graduation(bound, EMPTY, free), ["s widgets addition field-added .fresh"]);
  assert.equal(graduation(bound, EMPTY, object(ruled("self.a == ''"))), ["s widgets graduation field-added .fresh"]);
  assert.equal(graduation(bound, EMPTY, object(ruled("true"))), ["s widgets addition field-added .fresh"]);
});

releases("a kind that was experimental graduates, and one of another shape does not", () => {
  const kinds = (schema: JsonObject, experimental: JsonObject) => {
    const before = release("1.0.0", { standard: [], experimental: [crd([stored("v1alpha1", experimental)])] });
    const after = release("1.1.0", {
      standard: [crd([stored("v1", schema)])],
      experimental: [crd([stored("v1alpha1", experimental)])],
    });
    return changes(before, after);
  };
  assert.equal(kinds(FRESH, FRESH), ["s widgets graduation kind-added"]);
  assert.equal(kinds(FRESH, EMPTY), ["s widgets addition kind-added"]);
  assert.equal(kinds(object({ fresh: { type: "integer" } }), FRESH), ["s widgets addition kind-added"]);
});

releases("a kind that graduates in another scope is an addition", () => {
  const cluster = crd([stored("v1")], { scope: "Cluster" });
  const before = release("1.0.0", { standard: [], experimental: [WIDGETS] });
  const after = release("1.1.0", { standard: [cluster], experimental: [cluster] });
  assert.equal(changes(before, after), ["s widgets addition kind-added", "e widgets break scope"]);
});

releases("a kind graduates under another name where the rename map says so", () => {
  const before = release("1.0.0", { standard: [], experimental: [GADGETS] });
  const after = release("1.1.0", { standard: [WIDGETS], experimental: [WIDGETS] });
  assert.equal(changes(before, after, RENAMED), ["s widgets graduation kind-added", "e gadgets break kind-renamed"]);
  assert.equal(changes(before, after), [
    "s widgets addition kind-added",
    "e gadgets break kind-removed",
    "e widgets addition kind-added",
  ]);
});

releases("a version that was experimental graduates", () => {
  const two = crd([stored("v1"), version("v2")]);
  const before = release("1.0.0", { standard: [WIDGETS], experimental: [two] });
  const after = release("1.1.0", { standard: [two], experimental: [two] });
  assert.equal(changes(before, after), ["s widgets graduation version-added"]);
});

releases("what does not graduate says how it differs from what the experimental channel had", () => {
  const differences = (before: BundleState, after: BundleState) =>
    diffReleases(before, after, NO_OPTIONS)
      .filter(({ channel }) => channel === "standard")
      .map(({ class: name, differences: found = [] }) => [name, ...differenceMessages(found)]);
  const other = object({ fresh: { type: "integer" }, more: STRING });
  const before = release("1.0.0", { standard: [], experimental: [crd([stored("v1", FRESH)], { scope: "Cluster" })] });
  const after = release("1.1.0", { standard: [crd([stored("v1", other)])], experimental: [] });
  assert.equal(differences(before, after), [
    [
      "addition",
      "the scope changed from Cluster to Namespaced",
      ".fresh: the type changed from object to integer",
      ".more: the field is new",
    ],
  ]);
  const [old, now] = [crd([stored("v1", FRESH)]), crd([stored("v1", object({ fresh: STRING }))])];
  const field = [
    release("1.0.0", { standard: [WIDGETS], experimental: [old] }),
    release("1.1.0", { standard: [now], experimental: [now] }),
  ] as const;
  assert.equal(differences(...field), [["addition", ".fresh: the type changed from object to string"]]);
});

releases("all of a kind that graduates counts, in each of its versions", () => {
  const differences = (had: CustomResourceDefinition, has: CustomResourceDefinition) =>
    diffReleases(
      release("1.0.0", { standard: [], experimental: [had] }),
      release("1.1.0", { standard: [has], experimental: [has] }),
      NO_OPTIONS,
    ).flatMap(({ channel, class: name, differences: found = [] }) =>
      channel === "standard" ? [[name, ...differenceMessages(found)].join("; ")] : [],
    );
  const two = (old: JsonObject, rest: Partial<CrdVersion> = {}, spec: Partial<CustomResourceDefinition["spec"]> = {}) =>
    crd([version("v1beta1", old, rest), stored("v1", FRESH)], spec);
  const had = two(FRESH);
  assert.equal(differences(had, two(FRESH)), ["graduation"]);
  assert.equal(differences(had, two(object({ fresh: STRING }))), [
    "addition; v1beta1 .fresh: the type changed from object to string",
  ]);
  assert.equal(differences(had, two(FRESH, { subresources: { status: {} } })), [
    "addition; v1beta1: the status subresource is new",
  ]);
  const names = { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget", shortNames: ["w"] };
  assert.equal(differences(had, two(FRESH, {}, { names })), ["addition; w was added to shortNames"]);
  const conversion = { strategy: "Webhook", webhook: {} };
  assert.equal(differences(had, two(FRESH, {}, { conversion })), ["addition; a webhook now converts objects"]);
  assert.equal(differences(two(FRESH, { served: false }), had), ["addition; v1beta1: the version is now served"]);
  // Columns and versions may remain in the experimental channel, together with their fields.
  const columns = [{ name: "A", type: "string", jsonPath: ".a" }];
  assert.equal(differences(two(FRESH, { additionalPrinterColumns: columns }), had), ["graduation"]);
  assert.equal(differences(had, crd([stored("v1", FRESH)])), ["graduation"]);
  assert.equal(differences(had, two(FRESH, { served: false, deprecated: true })), ["graduation"]);
});

releases("what graduates admits no value that was not tried, though the channels always differ in it", () => {
  const of = (field: JsonObject) => crd([stored("v1", object({ a: field }))]);
  const graduating = (tried: JsonObject, now: JsonObject, had?: JsonObject) =>
    changes(
      release("1.0.0", { standard: [had ? of(had) : crd([stored("v1", EMPTY)])], experimental: [of(tried)] }),
      release("1.1.0", { standard: [of(now)], experimental: [of(tried)] }),
    );
  const values = (...list: string[]): JsonObject => ({ ...STRING, enum: list });
  assert.equal(graduating(values("A", "B"), values("A", "B", "Z"), values("A")), ["s widgets addition values .a"]);
  assert.equal(graduating(values("A", "B"), values("A", "B"), values("A")), ["s widgets graduation values .a"]);
  const wider: readonly (readonly [JsonObject, JsonObject])[] = [
    [values("A", "B"), values("A", "B", "Z")],
    [values("A"), STRING],
    [{ ...STRING, maxLength: 3 }, STRING],
    [{ ...STRING, format: "date" }, STRING],
  ];
  for (const [tried, now] of wider) {
    assert.equal(graduating(tried, now), ["s widgets addition field-added .a"], JSON.stringify([tried, now]));
    assert.equal(graduating(now, tried), ["s widgets graduation field-added .a"], JSON.stringify([now, tried]));
  }
  assert.equal(graduating(values("A", "B"), values("A", "Z")), ["s widgets addition field-added .a"]);
  const two = (x: JsonObject, y: JsonObject) => object({ x, y });
  assert.equal(
    graduating(two(values("A", "B"), values("A", "B")), two(values("A", "B", "Z"), values("A"))),
    ["s widgets addition field-added .a"],
    "that one field is stricter says nothing of another",
  );
});

releases("a limit that only the standard channel has is no other shape, one that both get at once is", () => {
  const [free, short] = [object({ a: STRING }), object({ a: { ...STRING, maxLength: 3 } })];
  const of = (schema: JsonObject) => [crd([stored("v1", schema)])];
  const before = release("1.0.0", { standard: of(EMPTY), experimental: of(free) });
  const standard = (experimental: JsonObject) =>
    changes(before, release("1.1.0", { standard: of(short), experimental: of(experimental) }))[0];
  assert.is(standard(free), "s widgets graduation field-added .a");
  assert.is(standard(short), "s widgets addition field-added .a");
});

const rules = (...list: string[]): JsonObject => ({ "x-kubernetes-validations": list.map((rule) => ({ rule })) });

releases("what graduates admits no value that a rule of the experimental channel rejected", () => {
  const graduating = (tried: JsonObject, now: JsonObject) => {
    const classes = [object({ a: tried }), tried].map((whole, index) => {
      const has = index === 0 ? object({ a: now }) : now;
      const kind = (schema: JsonObject) => [crd([stored("v1", schema)])];
      const isField = index === 0;
      const before = release("1.0.0", { standard: isField ? kind(EMPTY) : [], experimental: kind(whole) });
      const after = release("1.1.0", { standard: kind(has), experimental: kind(whole) });
      return diffReleases(before, after, NO_OPTIONS).map(({ class: name }) => name);
    });
    assert.equal(classes[0], classes[1], "a field and a kind");
    return classes[0]?.join();
  };
  const [both, one] = [{ a: STRING, b: STRING }, { a: STRING }];
  const bounds = rules("self.a != 'x'");
  assert.is(graduating(object(one, bounds), object(one)), "addition", "the rule is gone");
  assert.is(graduating(object(one, bounds), object(one, rules("self.a != 'y'"))), "addition", "another rule is there");
  assert.is(graduating(object(one), object(one, bounds)), "graduation", "the standard channel is stricter");
  assert.is(graduating(object(one, bounds), object(one, rules("self.a != 'x'", "self.a != 'y'"))), "graduation");
  const bound = { a: { ...STRING, enum: ["y"] } };
  assert.is(graduating(object(one, bounds), object(bound)), "addition", "without a there may be an error");
  assert.is(
    graduating(object(one, bounds), object(bound, { required: ["a"] })),
    "graduation",
    "the bounds imply the rule",
  );
  const aside = rules("!has(self.b) || self.a != 'x'");
  assert.is(graduating(object(both, aside), object(one)), "graduation", "the rule is about what stays behind");
  assert.is(graduating(object(both, aside), object(both)), "addition", "b does not stay behind");
  const standard = rules("self.a != 'x'");
  const mixed = rules("has(self.b) ? self.b != 'x' : self.a != 'x'");
  assert.is(graduating(object(both, mixed), object(one, standard)), "graduation", "without b, both ask the same");
  assert.is(graduating(object(both, mixed), object(one, rules("self.a != 'y'"))), "addition");
  const otherwise = rules("has(self.b) || self.a != 'x'");
  assert.is(graduating(object(both, otherwise), object(one)), "addition", "without b, a was bounded");
});

releases("what graduates takes along the rules around it that name it", () => {
  const graduating = (name: string, tried: readonly string[], now: readonly string[], depth = 0) => {
    const around = (schema: JsonObject): JsonObject =>
      depth === 0 ? schema : object({ list: { type: "array", items: { ...schema, type: "object" } } });
    const of = (fields: JsonObject, ...all: readonly string[]) => [
      crd([stored("v1", around(object({ other: STRING, ...fields }, rules(...all))))]),
    ];
    const before = release("1.0.0", { standard: of({}), experimental: of({ [name]: STRING }, ...tried) });
    const after = release("1.1.0", {
      standard: of({ [name]: STRING }, ...now),
      experimental: of({ [name]: STRING }, ...tried),
    });
    const found = diffReleases(before, after, NO_OPTIONS).find(({ subject }) => subject === "field-added");
    return [found?.class, found?.differences?.length ?? 0];
  };
  const [graduates, not] = [
    ["graduation", 0],
    ["addition", 1],
  ];
  const bounds = "!has(self.b) || self.b != 'x'";
  const stricter = "!has(self.b) || (self.b != 'x' && self.b != 'y')";
  for (const depth of [0, 1]) {
    assert.equal(graduating("b", [bounds], [], depth), not);
    assert.equal(graduating("b", [bounds], ["!has(self.b) || self.b != 'y'"], depth), not);
    assert.equal(graduating("b", [bounds], [bounds], depth), graduates);
    assert.equal(graduating("b", [bounds], [bounds, "!has(self.b) || self.b != 'y'"], depth), graduates);
    assert.equal(graduating("b", ["!has(self.other) || self.other != 'b.c'"], [], depth), not, "too careful");
    assert.equal(
      graduating("b", ["!has(self.other) || self.other != 'bc'"], [], depth),
      graduates,
      "it is not about b",
    );
    const aside = "!has(self.other) || self.other != 'z'";
    assert.equal(graduating("b", [bounds, aside], [stricter], depth), graduates, "the rule of another is gone");
    assert.equal(graduating("b", [bounds], [stricter, aside], depth), graduates, "the rule of another is new");
    assert.equal(graduating("b", [bounds, aside], [aside], depth), not);
    assert.equal(graduating("b", [bounds, aside], [], depth), not);
  }
  assert.equal(graduating("in", ["!has(self.__in__) || self.__in__ != 'x'"], []), not);
  assert.equal(graduating("a-b", ["!has(self.a__dash__b) || self.a__dash__b != 'x'"], []), not);
});

releases("what graduates leaves behind the rules that name only what it is in", () => {
  const of = (fields: JsonObject, ...all: readonly string[]) => [
    crd([stored("v1", object({ outer: object({ other: STRING, ...fields }) }, rules(...all)))]),
  ];
  const classOf = (rule: string) => {
    const tried = of({ b: STRING }, rule);
    const before = release("1.0.0", { standard: of({}), experimental: tried });
    return changes(before, release("1.1.0", { standard: of({ b: STRING }), experimental: tried }));
  };
  assert.equal(classOf("!has(self.outer) || has(self.outer.other)"), ["s widgets graduation field-added .outer.b"]);
  assert.equal(classOf("!has(self.outer) || has(self.outer.b)"), ["s widgets addition field-added .outer.b"]);
});

releases("a bound that one version has alone excuses no other version at the same path", () => {
  const of = (v1: JsonObject, v2: JsonObject) =>
    crd([stored("v1", object({ a: v1 })), version("v2", object({ a: v2 }))]);
  const [short, long] = [
    { ...STRING, maxLength: 3 },
    { ...STRING, maxLength: 9 },
  ];
  const kinds = (tried: CustomResourceDefinition, now: CustomResourceDefinition) =>
    changes(
      release("1.0.0", { standard: [], experimental: [tried] }),
      release("1.1.0", { standard: [now], experimental: [tried] }),
    );
  assert.equal(kinds(of(long, long), of(short, short)), ["s widgets graduation kind-added"]);
  assert.equal(kinds(of(long, short), of(short, long)), ["s widgets addition kind-added"]);
});

releases("a version that graduates in another shape is an addition", () => {
  const two = (schema: JsonObject) => crd([stored("v1"), version("v2", schema)]);
  const before = release("1.0.0", { standard: [WIDGETS], experimental: [two(FRESH)] });
  const after = release("1.1.0", { standard: [two(EMPTY)], experimental: [two(EMPTY)] });
  const more = release("1.1.0", { standard: [two(object({ fresh: STRING }))], experimental: [two(FRESH)] });
  assert.equal(changes(before, after).slice(0, 1), ["s widgets graduation version-added"]);
  assert.equal(changes(before, more).slice(0, 1), ["s widgets addition version-added"]);
});

releases("a field graduates in every version that it is added to, or in none", () => {
  const two = (old: JsonObject, now: JsonObject) => crd([version("v1beta1", old), stored("v1", now)]);
  const standard = (experimental: CustomResourceDefinition) =>
    changes(
      release("1.0.0", { standard: [two(EMPTY, EMPTY)], experimental: [experimental] }),
      release("1.1.0", { standard: [two(FRESH, FRESH)], experimental: [experimental] }),
    );
  assert.equal(standard(two(FRESH, FRESH)), ["s widgets graduation field-added .fresh"]);
  assert.equal(standard(two(EMPTY, FRESH)), ["s widgets addition field-added .fresh"]);
  assert.equal(standard(two(object({ fresh: STRING }), FRESH)), ["s widgets addition field-added .fresh"]);
});

releases("subresources and selectable fields that were experimental graduate", () => {
  const rest = { subresources: { status: {}, scale: { a: "b" } }, selectableFields: [{ jsonPath: ".a" }] };
  const had = crd([stored("v1", EMPTY, rest)]);
  const before = release("1.0.0", { standard: [WIDGETS], experimental: [had] });
  const after = release("1.1.0", { standard: [had], experimental: [had] });
  assert.equal(changes(before, after), [
    "s widgets graduation scale-subresource",
    "s widgets graduation selectable-fields",
    "s widgets graduation status-subresource",
  ]);
  const scaled = crd([stored("v1", EMPTY, { subresources: { scale: { a: "c" } } })]);
  assert.equal(changes(before, release("1.1.0", { standard: [scaled], experimental: [had] })), [
    "s widgets addition scale-subresource",
  ]);
});

releases("the content of a new kind does not depend on whether it states the default printer column", () => {
  const digestOf = (rest: Partial<CrdVersion>) => {
    const after = release("1.1.0", { standard: [crd([stored("v1", EMPTY, rest)])] });
    return diffReleases(release("1.0.0", { standard: [] }), after, NO_OPTIONS)[0]?.digest;
  };
  const age = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };
  assert.is(digestOf({ additionalPrinterColumns: [age] }), digestOf({}));
  assert.is.not(digestOf({ additionalPrinterColumns: [{ ...age, jsonPath: ".a" }] }), digestOf({}));
});

releases("an addition to the experimental channel never graduates", () => {
  const before = release("1.0.0", { standard: [], experimental: [WIDGETS] });
  const after = release("1.1.0", { standard: [], experimental: [crd([stored("v1", FRESH)])] });
  assert.equal(changes(before, after), ["e widgets addition field-added .fresh"]);
});

releases("stands in a fixed order, whatever the order of the CRDs", () => {
  const before = release("1.0.0", { standard: [WIDGETS, GADGETS] });
  const [one, two] = [
    release("1.1.0", { standard: [named("b"), named("a")] }),
    release("1.1.0", { standard: [named("a"), named("b")] }),
  ];
  assert.equal(changes(before, one), changes(before, two));
  assert.equal(
    changes(before, one).map((line) => line.split(" ")[1]),
    ["a", "b", "gadgets", "widgets"],
  );
});

/**
 * Widgets of the experimental channel before a change, and widgets of the standard channel after it. Before the change,
 * the widgets of the standard channel have no fields.
 */
const ENTERING: Readonly<Record<string, readonly [CustomResourceDefinition, CustomResourceDefinition]>> = {
  "a field": [crd([stored("v1", FRESH)]), crd([stored("v1", FRESH)])],
  "a field of another type": [crd([stored("v1", FRESH)]), crd([stored("v1", object({ fresh: STRING }))])],
  "a field with more in it": [
    crd([stored("v1", FRESH)]),
    crd([stored("v1", object({ fresh: object({ a: STRING, b: STRING, c: { type: "integer" } }) }))]),
  ],
  "a field that is required": [crd([stored("v1", FRESH)]), crd([stored("v1", { ...FRESH, required: ["fresh"] })])],
  "a field with another default": [
    crd([stored("v1", object({ a: { ...STRING, default: "x" } }))]),
    crd([stored("v1", object({ a: { ...STRING, default: "y" } }))]),
  ],
  "a field without a rule": [
    crd([stored("v1", object({ a: { ...STRING, ...rules("self != 'x'") } }))]),
    crd([stored("v1", object({ a: STRING }))]),
  ],
  "a field without a rule around it": [
    crd([stored("v1", object({ a: STRING }, rules("!has(self.a) || self.a != 'x'")))]),
    crd([stored("v1", object({ a: STRING }))]),
  ],
  "a version": [crd([stored("v1"), version("v2", FRESH)]), crd([stored("v1"), version("v2", FRESH)])],
  "a version with more in it": [
    crd([stored("v1"), version("v2", FRESH)]),
    crd([stored("v1"), version("v2", object({ fresh: object({ a: STRING, b: STRING }) }))]),
  ],
  subresources: [
    crd([stored("v1", EMPTY, { subresources: { status: {}, scale: { a: "b" } } })]),
    crd([stored("v1", EMPTY, { subresources: { status: {}, scale: { a: "c" } } })]),
  ],
  columns: [
    crd([stored("v1", EMPTY, { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".a" }] })]),
    crd([stored("v1", EMPTY, { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".b" }] })]),
  ],
  "a version that is served": [
    crd([stored("v1"), version("v2", FRESH)]),
    crd([stored("v1"), version("v2", FRESH, { served: false })]),
  ],
};

releases("every change that enters the standard channel says what it is, and why it does not graduate", () => {
  const lines = Object.entries(ENTERING).flatMap(([about, [tried, now]]) =>
    [[WIDGETS], []].map((standard) => {
      const before = release("1.0.0", { standard, experimental: [tried] });
      const after = release("1.1.0", { standard: [now], experimental: [now] });
      const found = diffReleases(before, after, NO_OPTIONS).map((change) => {
        const { channel, crd: name, class: kind, subject, versions, path = "" } = change;
        const where = [channel, name, ...versions, path].filter((part) => part !== "").join(" ");
        const values = JSON.stringify(valuesAsJson(change));
        return `  ${kind} ${subject} ${where}: ${fullMessage(change)}\n${values === "{}" ? "" : `    ${values}\n`}`;
      });
      return `${about}${standard.length === 0 ? ", with its kind" : ""}\n${found.join("")}`;
    }),
  );
  matchesGolden(lines.join(""), join(ROOT, "tests/changes/diff/releases.txt"));
});

releases.run();
