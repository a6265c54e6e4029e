import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCrds } from "../../../scripts/changes/diff/crds.js";
import { storedBefore } from "../../../scripts/changes/diff/stored-versions.js";
import type { CrdChange } from "../../../scripts/core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { crd, object, release, STRING, stored, version } from "./crd.js";
import { CRD_ROWS, column, names, STATUS } from "./crd-rows.js";
import { wholeChanges } from "./whole.js";

const crds = suite("the difference of two CRDs");

/** Returns the changes between two CRDs. It derives from them the versions in which objects are stored. */
function differences(before: CustomResourceDefinition, after: CustomResourceDefinition): CrdChange[] {
  const isStored = storedBefore([release("1.0.0", { standard: [before] })], after, "standard");
  return diffCrds(before, after, new Map(), new Set(["example.dev/bundle-version"]), isStored);
}

function changes(before: CustomResourceDefinition, after: CustomResourceDefinition): string[] {
  return differences(before, after).map(({ class: name, subject, versions, path }) =>
    [name, subject, ...versions, ...(path ? [path] : [])].join(" "),
  );
}

for (const [about, before, after, there, back] of CRD_ROWS) {
  crds(`sees ${about}, both ways`, () => {
    assert.equal(changes(before, after), there, "there");
    assert.equal(changes(after, before), back, "back");
    assert.equal(changes(before, before), []);
  });
}

const BOTH = (schema = object({})) => crd([version("v1beta1", schema), stored("v1", schema)]);

crds("the same change in several versions is one, and the versions stand by priority", () => {
  assert.equal(changes(BOTH(), BOTH(object({ a: STRING }))), ["addition field-added v1 v1beta1 .a"]);
});

crds("a change in one version alone is not the same change", () => {
  const after = crd([version("v1beta1", object({ a: STRING })), stored("v1", object({ a: { type: "integer" } }))]);
  const before = crd([version("v1beta1", object({ a: STRING })), stored("v1", object({ a: STRING }))]);
  assert.equal(changes(before, after), ["break type v1 .a"]);
});

crds("a version that is new or gone is one change, whatever it holds", () => {
  const large = object({ a: STRING, b: object({ c: STRING }) });
  assert.equal(changes(crd([stored("v1")]), crd([stored("v2", large)])), [
    "break version-removed v1",
    "addition version-added v2",
    "addition storage",
  ]);
});

crds("a new storage version that drops more values is another change", () => {
  const digestFrom = (schema: JsonObject) => {
    const found = differences(crd([stored("v1", schema)]), crd([version("v1", schema), stored("v2")]));
    return found.find(({ subject }) => subject === "storage")?.digest;
  };
  const digests = [object({}), object({ a: STRING }), object({ a: STRING, b: STRING })].map(digestFrom);
  assert.is(new Set(digests).size, 3);
});

crds("the content of a version does not depend on whether it states its default values", () => {
  const AGE = column(".metadata.creationTimestamp");
  const digests = (rest: Partial<CrdVersion>) => {
    const [v1, v2] = [version("v1", object({ a: STRING })), stored("v2", object({}), rest)];
    const served = (isServed: boolean) => crd([v1, { ...v2, served: isServed }]);
    return [
      ...differences(crd([stored("v1", object({ a: STRING }))]), crd([v1, v2])),
      ...differences(served(false), served(true)),
    ].flatMap(({ digest }) => digest ?? []);
  };
  const unstated = digests({});
  assert.is(unstated.length, 3);
  for (const columns of [[], [AGE], [{ ...AGE, priority: 0, description: "Words." }]]) {
    assert.equal(digests({ additionalPrinterColumns: columns }), unstated, JSON.stringify(columns));
  }
  assert.equal(digests({ subresources: {} }), unstated);
  const others = digests({ additionalPrinterColumns: [column(".a")] });
  assert.ok(others.every((digest) => !unstated.includes(digest)));
});

crds("what becomes of unknown fields is said at the topmost object", () => {
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const plain = object({ spec: object({ a: object({}) }), status: object({}) });
  const keeping = object({ spec: object({ a: object({}, kept) }, kept), status: object({}, kept) });
  assert.equal(changes(crd([stored("v1", plain)]), crd([stored("v1", keeping)])), [
    "loosening unknown-fields v1 .spec",
    "loosening unknown-fields v1 .status",
  ]);
});

crds("objects that drop more unknown fields are another change", () => {
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const specOf = (inner: JsonObject, fields: JsonObject = {}, own: JsonObject = {}) =>
    object({ spec: object({ in: object({ x: STRING }, inner), ...fields }, own) });
  const before = crd([stored("v1", specOf(kept, {}, kept))]);
  const states = [specOf(kept), specOf({}), specOf(kept, { a: STRING }), specOf(kept, { a: STRING, b: STRING })];
  const found = states.flatMap((schema) =>
    differences(before, crd([stored("v1", schema)])).filter(({ subject }) => subject === "unknown-fields"),
  );
  assert.equal(found.map(changeMessage), [
    "unknown fields are now dropped",
    "unknown fields are now dropped, also in 1 object below",
    "unknown fields are now dropped",
    "unknown fields are now dropped",
  ]);
  assert.is(new Set(found.map(({ digest }) => digest)).size, states.length);
});

crds("a field whose values are dropped is another change than one whose values are kept", () => {
  const before = crd([stored("v1", object({ l: { type: "array", items: object({ a: STRING }) } }))]);
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const listOf = (items: JsonObject, list: JsonObject) => object({ l: { type: "array", items, ...list } });
  const states = [listOf(object({}), {}), listOf(object({}, kept), {}), listOf(object({}), kept)];
  const found = states.flatMap((schema) =>
    differences(before, crd([stored("v1", schema)])).filter(({ subject }) => subject === "field-removed"),
  );
  const isKept = "the field was removed, but objects keep its values as unknown fields";
  assert.equal(found.map(changeMessage), ["the field was removed", isKept, isKept]);
  const [dropped, ...others] = found.map(({ digest }) => digest);
  assert.not.ok(others.includes(dropped));
});

crds("a resource that is no longer embedded is another change if it loses other fields", () => {
  const embedded = { "x-kubernetes-embedded-resource": true };
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const before = crd([stored("v1", object({ e: object({}, embedded) }))]);
  const states = [object({}, kept), object({ apiVersion: STRING, kind: STRING }), object({})];
  const digests = states.flatMap((e) =>
    differences(before, crd([stored("v1", object({ e }))])).flatMap((change) =>
      change.subject === "type" ? [change.digest] : [],
    ),
  );
  assert.is(new Set(digests).size, states.length);
});

crds("a new rule is another change if it reads another new default", () => {
  const rule = { "x-kubernetes-validations": [{ rule: "self.a > self.n.b" }] };
  const a = { type: "integer" };
  const specOf = (b: JsonObject, c: JsonObject = {}) =>
    object({ a, n: object({ b: { ...a, ...b }, c: { ...a, ...c } }) }, rule);
  const states = [specOf({ default: 3 }), specOf({ default: 10 }), specOf({ default: 3 }, { default: 1 })];
  for (const old of [{}, { "x-kubernetes-validations": [{ rule: "self.a > 1" }] }]) {
    const before = crd([stored("v1", object({ a, n: object({}) }, old))]);
    const digests = states.flatMap((schema) =>
      differences(before, crd([stored("v1", schema)])).flatMap((change) =>
        change.subject === "rule" ? [change.digest] : [],
      ),
    );
    assert.is(digests.length, states.length);
    assert.not.equal(digests[0], digests[1]);
    assert.equal(digests[0], digests[2]);
  }
});

crds("a field that only reads as if it were below another one is not hidden by that", () => {
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const before = object({ spec: object({ a: object({}, kept), "a.b": object({}, kept) }) });
  const after = object({ spec: object({ a: object({}), "a.b": object({}) }) });
  assert.equal(changes(crd([stored("v1", before)]), crd([stored("v1", after)])), [
    "break unknown-fields v1 .spec.a",
    'break unknown-fields v1 .spec["a.b"]',
  ]);
});

crds("unknown fields that are kept above hide none that are dropped below", () => {
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const before = object({ spec: object({ in: object({}, kept) }) });
  const after = object({ spec: object({ in: object({}) }, kept) });
  assert.equal(changes(crd([stored("v1", before)]), crd([stored("v1", after)])), [
    "loosening unknown-fields v1 .spec",
    "break unknown-fields v1 .spec.in",
  ]);
});

crds("nothing tightens in a version that is neither served nor stored", () => {
  const [wide, narrow] = [object({ a: STRING, b: STRING }), object({ a: { ...STRING, maxLength: 1 } })];
  const unserved = (schema: JsonObject, rest: Partial<CrdVersion> = {}) =>
    crd([stored("v2"), version("v1", schema, { served: false, ...rest })]);
  assert.equal(changes(unserved(wide, STATUS), unserved(narrow)), [
    "wording wording v1",
    "wording wording v1 .a",
    "wording wording v1 .b",
  ]);
  const own = (schema: JsonObject, rest: Partial<CrdVersion>) => crd([stored("v2"), version("v1", schema, rest)]);
  const tighter = ["tightening values v1 .a", "break field-removed v1 .b"];
  assert.equal(changes(own(wide, {}), own(narrow, {})), tighter, "served");
  const storedOnly = (schema: JsonObject) => crd([version("v2"), stored("v1", schema, { served: false })]);
  const read = ["wording wording v1 .a", "break field-removed v1 .b"];
  assert.equal(changes(storedOnly(wide), storedOnly(narrow)), read, "stored");
  assert.equal(changes(unserved(wide), own(narrow, {}))[0], "addition version-served v1");
  assert.equal(changes(own(wide, {}), unserved(narrow))[0], "break version-unserved v1");
});

crds("what is added to a version that comes to be used is an addition, and nothing tightens there", () => {
  const wide = object({ a: STRING, b: STRING, d: object({}, { additionalProperties: STRING }) });
  const other = object({ a: { ...STRING, maxLength: 1 }, c: STRING, d: object({}, { additionalProperties: true }) });
  const unserved = crd([stored("v1"), version("v2", wide, { served: false })]);
  const expected = [
    "wording wording v2 .a",
    "unknown unclassified v2 .d{}",
    "wording wording v2 .b",
    "addition field-added v2 .c",
  ];
  const sorted = (lines: string[]) => [...lines].sort();
  const served = crd([stored("v1"), version("v2", other)]);
  assert.equal(sorted(changes(unserved, served)), sorted([...expected, "addition version-served v2"]));
  const moved = crd([version("v1"), stored("v2", other, { served: false })]);
  assert.equal(sorted(changes(unserved, moved)), sorted([...expected, "addition storage"]));
  const messages = (after: CustomResourceDefinition) =>
    differences(unserved, after)
      .filter(({ path }) => path === ".b")
      .map((change) => changeMessage(change));
  assert.is(messages(served)[0], "the field was removed (in a version that was neither served nor stored)");
  const still = crd([stored("v1"), version("v2", other, { served: false })]);
  assert.is(messages(still)[0], "the field was removed (in a version that is neither served nor stored)");
});

crds("objects stay stored in the storage version of the release before: a change of it is a change", () => {
  const before = crd([stored("v1", object({ a: STRING, b: STRING })), version("v2")]);
  const after = crd([version("v1", object({ a: STRING }), { served: false }), stored("v2")]);
  assert.ok(changes(before, after).includes("break field-removed v1 .b"));
});

const LISTED = { storedVersions: ["v1alpha1", "v1"] };
const alpha = (schema: JsonObject, served: boolean, status?: CustomResourceDefinition["status"]) =>
  crd([stored("v1"), version("v1alpha1", schema, { served })], {}, {}, status);

crds("objects stay stored in the versions that the status lists: a change of one is a change", () => {
  const [old, now] = [object({ a: STRING, b: STRING }), object({ a: STRING })];
  assert.equal(changes(alpha(old, true, LISTED), alpha(now, false)), [
    "break version-unserved v1alpha1",
    "break field-removed v1alpha1 .b",
  ]);
  assert.equal(changes(alpha(old, false, LISTED), alpha(now, false)), ["break field-removed v1alpha1 .b"]);
  assert.equal(changes(alpha(old, false), alpha(now, false, LISTED)), ["break field-removed v1alpha1 .b"]);
  const gone = ["wording wording v1alpha1 .b"];
  assert.equal(changes(alpha(old, false), alpha(now, false)), gone);
  assert.equal(changes(alpha(old, false, { storedVersions: ["v1"] }), alpha(now, false)), gone);
  assert.equal(changes(alpha(old, false, { storedVersions: null }), alpha(now, false)), gone);
});

crds("a version that the storage version has users when it is served again", () => {
  const bounded = object({ a: { ...STRING, maxLength: 1 } });
  assert.equal(changes(alpha(object({ a: STRING }), false, LISTED), alpha(bounded, true)), [
    "addition version-served v1alpha1",
    "tightening values v1alpha1 .a",
  ]);
});

const KEEPING = { "x-kubernetes-preserve-unknown-fields": true };
const LIST = { type: "array", items: STRING };

/** A change of a schema, with the changes that it causes in a served version and in one that is only stored. */
const ONLY_STORED: [about: string, before: JsonObject, after: JsonObject, served: string, stored: string][] = [
  ["a bound", { ...STRING }, { ...STRING, maxLength: 1 }, "tightening values", "wording wording"],
  ["a looser bound", { ...STRING, maxLength: 1 }, { ...STRING }, "loosening values", "wording wording"],
  ["a value", { ...STRING, enum: ["x"] }, { ...STRING, enum: ["x", "y"] }, "addition values", "wording wording"],
  [
    "a rule",
    STRING,
    { ...STRING, "x-kubernetes-validations": [{ rule: "self != ''" }] },
    "tightening rule",
    "wording wording",
  ],
  ["a default", STRING, { ...STRING, default: "x" }, "break default", "break default"],
  ["null", { ...STRING, nullable: true }, STRING, "break values", "break values"],
  ["the type", STRING, { type: "integer" }, "break type", "break type"],
  ["the list type", LIST, { ...LIST, "x-kubernetes-list-type": "set" }, "break list-type", "break list-type"],
  ["unknown fields", object({}, KEEPING), object({}), "break unknown-fields", "break unknown-fields"],
  ["a keyword nobody thought of", STRING, { ...STRING, "x-new": 1 }, "unknown unclassified", "unknown unclassified"],
];

for (const [about, before, after, served, unserved] of ONLY_STORED) {
  crds(`${about}: what is only stored is read and validated by no request`, () => {
    const [old, now] = [before, after].map((a) => object({ a })) as [JsonObject, JsonObject];
    assert.equal(changes(alpha(old, true), alpha(now, true)), [`${served} v1alpha1 .a`]);
    assert.equal(changes(alpha(old, false, LISTED), alpha(now, false)), [`${unserved} v1alpha1 .a`], "listed");
    const storing = (schema: JsonObject) => crd([version("v1"), stored("v1alpha1", schema, { served: false })]);
    assert.equal(changes(storing(old), storing(now)), [`${unserved} v1alpha1 .a`], "the storage version");
  });
}

crds("every change says what it is about, to readers and to programs", () => {
  const rows = CRD_ROWS.flatMap(([about, before, after]) => [
    wholeChanges(about, differences(before, after)),
    wholeChanges(`${about}, back`, differences(after, before)),
  ]);
  const inVersions = ONLY_STORED.flatMap(([about, old, now]) => {
    const [before, after] = [object({ a: old }), object({ a: now })];
    const storing = (schema: JsonObject) => crd([version("v1"), stored("v1alpha1", schema, { served: false })]);
    return [
      wholeChanges(`${about}, where it is served`, differences(alpha(before, true), alpha(after, true))),
      wholeChanges(`${about}, where it is stored`, differences(storing(before), storing(after))),
      wholeChanges(`${about}, where it is listed`, differences(alpha(before, false, LISTED), alpha(after, false))),
      wholeChanges(`${about}, where it is not used`, differences(alpha(before, false), alpha(after, false))),
      wholeChanges(`${about}, where it was not used`, differences(alpha(before, false), alpha(after, true))),
    ];
  });
  matchesGolden([...rows, ...inVersions].join(""), join(ROOT, "tests/changes/diff/crds.txt"));
});

crds("columns, subresources and required fields of a version matter only where it is served", () => {
  const rest = { ...STATUS, additionalPrinterColumns: [column(".a")], selectableFields: [{ jsonPath: ".a" }] };
  const of = (required: string[], more: Partial<CrdVersion>, status?: CustomResourceDefinition["status"]) => {
    const schema = object({ a: STRING }, { required });
    return crd([stored("v1"), version("v1alpha1", schema, { served: false, ...more })], {}, {}, status);
  };
  const found = differences(of([], {}, LISTED), of(["a"], rest));
  assert.equal(
    found.map(({ class: name }) => name),
    found.map(() => "wording"),
  );
  assert.is(found.length, 4);
  assert.ok(
    found.some((change) => changeMessage(change) === "the field is now required (in a version that is not served)"),
  );
});

crds("a change of a served version names the unserved ones that have it too", () => {
  const of = (schema: JsonObject) => crd([stored("v1", schema), version("v1beta1", schema, { served: false })]);
  assert.equal(changes(of(object({ a: STRING })), of(object({}))), ["break field-removed v1 v1beta1 .a"]);
});

crds("says what is before and after, so that no change is taken for another", () => {
  const after = crd([stored("v2")], { scope: "Cluster", names: { ...names, shortNames: ["w"], categories: ["c"] } });
  const all = [...differences(crd(), after), ...differences(after, crd())];
  const about = all.map((change) => JSON.stringify([change.subject, change.versions, change.before, change.after]));
  assert.is(new Set(about).size, about.length, about.join("\n"));
});

crds.run();
