/** Definitions are compared with the schemas of the releases before and after their change. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { History } from "../../../scripts/changes/policy/conversion-ends.js";
import { unmatchedConversions } from "../../../scripts/changes/policy/conversions.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { crd, named, object, release, STRING, stored, version } from "../diff/crd.js";

const conversions = suite("conversions and schemas");

const INTEGER = { type: "integer" };

function list(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** Returns Widgets that change from one schema to another in 1.1.0. The working tree is that release. */
function change(old: JsonObject, fresh: JsonObject): History {
  return {
    releases: [release("1.0.0", { standard: [crd([stored("v1", object({ spec: old }))])] })],
    tree: { ...release("1.0.0", { standard: [crd([stored("v1", object({ spec: fresh }))])] }), name: "working tree" },
  };
}

/** Returns the problems of definitions: line, code and message. */
function problems(text: string, history: History): string[] {
  return unmatchedConversions(conversionsIn(text), history).map((diagnostic) => {
    const { line } = positionOf(text, diagnostic.location?.start ?? -1);
    return `${line} ${diagnostic.code}: ${describeDiagnostic(diagnostic).message}`;
  });
}

/** Returns the problems of steps, without the line. */
function stepProblems(old: JsonObject, fresh: JsonObject, ...steps: string[]): string[] {
  return problems(definition(steps), change(object(old), object(fresh))).map((problem) => problem.replace(/^\d+ /, ""));
}

const CRD = "widgets.example.dev";
const unknown = (path: string, state: string, near?: string) =>
  `conversion-path-unknown: ${CRD} has no ${path} in ${state}${near === undefined ? "" : `; did you mean ${near}?`}`;
const [OLD, NEW] = ["v1.0.0", "working tree"];

conversions("each path exists at its end", () => {
  const [old, fresh] = [
    { a: STRING, gone: STRING, kept: STRING },
    { b: STRING, kept: STRING, fresh: STRING },
  ];
  assert.equal(
    stepProblems(
      old,
      fresh,
      "move: {from: .spec.a, to: .spec.b}",
      "remove: {path: .spec.gone}",
      "add: {path: .spec.fresh}",
      "narrow: {path: .spec.kept, schema: {maxLength: 1}}",
    ),
    [],
  );
  assert.equal(stepProblems(old, fresh, "move: {from: .spec.missing, to: .spec.unknown}"), [
    unknown(".spec.missing", OLD),
    unknown(".spec.unknown", NEW),
  ]);
  assert.equal(stepProblems(old, fresh, "remove: {path: .spec.gne}"), [unknown(".spec.gne", OLD, ".spec.gone")]);
  assert.equal(stepProblems(old, fresh, "add: {path: .spec.gone}")[0], unknown(".spec.gone", NEW));
  assert.equal(stepProblems(old, fresh, "narrow: {path: .spec.gone, schema: {maxLength: 1}}"), [
    unknown(".spec.gone", NEW),
  ]);
  assert.equal(stepProblems(old, fresh, "widen: {path: .spec.fresh, schema: {maxLength: 1}}"), [
    unknown(".spec.fresh", OLD),
  ]);
  assert.equal(stepProblems(old, fresh, "require: {path: .spec.fresh}"), []);
  assert.equal(stepProblems(old, fresh, "require: {path: .spec.gone}"), [unknown(".spec.gone", NEW)]);
  for (const kind of ["unique", "split"]) {
    assert.equal(stepProblems(old, fresh, `${kind}: {path: .spec.kept}`), [
      unknown(".spec.kept[]", OLD, ".spec.kept"),
      unknown(".spec.kept[]", NEW, ".spec.kept"),
    ]);
  }
});

conversions("a path inside a value that moves exists at the place of its end", () => {
  const old = { tls: object({ refs: STRING, gone: STRING }), ref: object({ n: STRING }) };
  const fresh = { validation: object({ certificates: STRING }), refs: list(object({ name: STRING })) };
  const steps = [
    "move: {from: .spec.tls, to: .spec.validation}",
    "move: {from: .spec.validation.refs, to: .spec.validation.certificates}",
    "remove: {path: .spec.validation.gone}",
    "wrap: {from: .spec.ref, to: .spec.refs}",
    "move: {from: '.spec.refs[].n', to: '.spec.refs[].name'}",
  ];
  assert.equal(stepProblems(old, fresh, ...steps), []);
  assert.equal(stepProblems(old, fresh, ...steps.map((step) => step.replace("validation.refs", "validation.reefs"))), [
    unknown(".spec.tls.reefs", OLD, ".spec.tls.refs"),
  ]);
});

conversions("a value in free-form data has any path", () => {
  const free = { "x-kubernetes-preserve-unknown-fields": true };
  assert.equal(stepProblems({ free }, { free }, "move: {from: .spec.free.a, to: .spec.free.b}"), []);
});

conversions("a list is wrapped around the value, and taken away", () => {
  const [one, many] = [{ ref: STRING }, { refs: list(STRING) }];
  assert.equal(stepProblems(one, many, "wrap: {from: .spec.ref, to: .spec.refs}"), []);
  assert.equal(stepProblems(many, one, "unwrap: {from: .spec.refs, to: .spec.ref}"), []);
  assert.equal(stepProblems(one, { refs: STRING }, "wrap: {from: .spec.ref, to: .spec.refs}"), [
    unknown(".spec.refs[]", NEW, ".spec.refs"),
  ]);
  assert.equal(stepProblems(one, { refs: list(INTEGER) }, "wrap: {from: .spec.ref, to: .spec.refs}"), [
    "conversion-type: .spec.ref has the type string in v1.0.0, but .spec.refs[] has the type number in working tree",
  ]);
});

conversions("a value that moves keeps its type, unless a step replaces it", () => {
  const move = "move: {from: .spec.a, to: .spec.b}";
  assert.equal(stepProblems({ a: STRING }, { b: INTEGER }, move), [
    "conversion-type: .spec.a has the type string in v1.0.0, but .spec.b has the type number in working tree",
  ]);
  assert.equal(stepProblems({ a: INTEGER }, { b: { type: "number" } }, move), []);
  assert.equal(stepProblems({ a: INTEGER }, { b: { "x-kubernetes-int-or-string": true } }, move), []);
  assert.equal(stepProblems({ a: {} }, { b: INTEGER }, move), []);
  const map = "map: {path: .spec.b, values: [{from: one, to: 1}]}";
  assert.equal(stepProblems({ a: STRING }, { b: INTEGER }, move, map), []);
  const other = "map: {path: .spec.c, values: [{from: one, to: 1}]}";
  assert.is(stepProblems({ a: STRING, c: STRING }, { b: INTEGER, c: INTEGER }, move, other).length, 1);
});

conversions("the values of a step are valid at their ends", () => {
  const [old, fresh] = [{ mode: { ...STRING, enum: ["A", "B"] } }, { mode: { ...STRING, enum: ["C"] } }];
  const map = (values: string) => `map: {path: .spec.mode, values: [${values}]}`;
  assert.equal(stepProblems(old, fresh, map("{from: A, to: C}")), []);
  assert.equal(stepProblems(old, fresh, map("{from: X, to: Y}")), [
    'conversion-value: "X" is not a valid value of .spec.mode in v1.0.0',
    'conversion-value: "Y" is not a valid value of .spec.mode in working tree',
  ]);
  const limited = { n: { type: "integer", minimum: 1, "x-kubernetes-validations": [{ rule: "self % 2 == 0" }] } };
  assert.equal(stepProblems(limited, {}, "remove: {path: .spec.n, restore: 2}"), []);
  for (const value of ["0", "3", "{}"]) {
    assert.equal(stepProblems(limited, {}, `remove: {path: .spec.n, restore: ${value}}`), [
      `conversion-value: ${value} is not a valid value of .spec.n in v1.0.0`,
    ]);
    assert.equal(stepProblems({}, limited, `add: {path: .spec.n, value: ${value}}`), [
      `conversion-value: ${value} is not a valid value of .spec.n in working tree`,
    ]);
  }
});

/** Returns an object that requires its first field. */
function requiring(fields: Record<string, JsonObject>): JsonObject {
  return object(fields, { required: Object.keys(fields).slice(0, 1) });
}

conversions("a required field that disappears has a value for the way back", () => {
  const required = { a: requiring({ b: STRING, c: STRING }) };
  const rest = { a: object({ c: STRING }) };
  const back = "conversion-one-way: the conversion of .spec.a.b has no way back: v1.0.0 requires it";
  assert.equal(stepProblems(required, rest, "remove: {path: .spec.a.b}"), [back]);
  assert.equal(stepProblems(required, rest, "remove: {path: .spec.a.b, restore: x}"), []);
  const filled = { a: requiring({ b: { ...STRING, default: "x" }, c: STRING }) };
  assert.equal(stepProblems(filled, rest, "remove: {path: .spec.a.b}"), [], "the default is the value");
  assert.equal(stepProblems(required, { d: STRING }, "remove: {path: .spec.a.b}"), [], "nothing is around it");
  assert.equal(stepProblems(required, {}, "remove: {path: .spec.a}"), []);
  const moved = ["remove: {path: .spec.a.b}", "move: {from: .spec.a.c, to: .spec.c}"];
  assert.equal(stepProblems(required, { c: STRING }, ...moved), [back], "going back, the other field is there");
});

conversions("a required field that appears has a value, or its author sets it", () => {
  const rest = { a: object({ c: STRING }) };
  const required = { a: requiring({ b: STRING, c: STRING }) };
  const forward = "conversion-one-way: the conversion of .spec.a.b has no way forward: working tree requires it";
  assert.equal(stepProblems(rest, required, "add: {path: .spec.a.b}"), [forward]);
  assert.equal(stepProblems(rest, required, "add: {path: .spec.a.b, value: x}"), []);
  assert.equal(stepProblems(rest, required, "add: {path: .spec.a.b}", "require: {path: .spec.a.b}"), []);
  assert.equal(stepProblems({ d: STRING }, required, "add: {path: .spec.a.b}"), [], "nothing is around it");
  assert.equal(
    stepProblems({ c: STRING }, required, "add: {path: .spec.a.b}", "move: {from: .spec.c, to: .spec.a.c}"),
    [forward],
  );
});

const undecidable = (path: string, reason: string) =>
  `conversion-undecidable: an object does not show whether ${path} has its old or its new form: ${reason}`;

conversions("only one of the forms has a field that moves, appears or disappears", () => {
  const both = { a: STRING, b: STRING };
  assert.equal(stepProblems(both, both, "move: {from: .spec.a, to: .spec.b}"), [
    undecidable(".spec.a", "working tree has .spec.a too"),
    undecidable(".spec.b", "v1.0.0 has .spec.b too"),
  ]);
  assert.equal(stepProblems(both, both, "remove: {path: .spec.a}"), [
    undecidable(".spec.a", "working tree has .spec.a too"),
  ]);
  assert.equal(stepProblems(both, both, "add: {path: .spec.a}"), [undecidable(".spec.a", "v1.0.0 has .spec.a too")]);
});

conversions("a kind with a new name shows its form", () => {
  const both = [stored("v1", object({ spec: object({ a: STRING, b: STRING }) }))];
  const history = {
    releases: [release("1.0.0", { standard: [crd(both)] })],
    tree: release("1.1.0", { standard: [named("gadgets", both)] }),
  };
  const to = "{crd: gadgets.example.dev, kind: Widget}";
  const steps = ["remove: {path: .spec.a}", "move: {from: .spec.b, to: .spec.a}", "add: {path: .spec.b}"];
  assert.equal(problems(definition(steps, { to }), history), []);
  assert.equal(problems(definition([], { to: "{crd: gagets.example.dev, kind: Widget}" }), history), [
    "5 conversion-crd-unknown: neither the working tree nor any release since 1.1.0 has the CRD gagets.example.dev; did you mean gadgets.example.dev?",
  ]);
});

conversions("the types tell the forms of a value that moves into itself or gets a list in its place", () => {
  const into = "move: {from: '.spec.a[]', to: '.spec.a[].name'}";
  const named = { a: list(object({ name: STRING })) };
  assert.equal(stepProblems({ a: list(STRING) }, named, into), []);
  assert.equal(stepProblems(named, named, into), [undecidable(".spec.a[]", "it is already an object in v1.0.0")]);
  const out = "move: {from: '.spec.a[].name', to: '.spec.a[]'}";
  assert.equal(stepProblems(named, { a: list(STRING) }, out), []);
  assert.equal(stepProblems({ a: list(object({ name: object({}) })) }, { a: list(object({})) }, out), [
    undecidable(".spec.a[]", "it is already an object in working tree"),
  ]);
  const [wrap, unwrap] = ["wrap", "unwrap"].map((kind) => `${kind}: {from: .spec.a, to: .spec.a}`);
  const lists = { a: list(list(STRING)) };
  assert.equal(stepProblems({ a: STRING }, { a: list(STRING) }, String(wrap)), []);
  assert.equal(stepProblems({ a: list(STRING) }, lists, String(wrap)), [
    undecidable(".spec.a", "it is already a list in v1.0.0"),
  ]);
  assert.equal(stepProblems({ a: list(STRING) }, { a: STRING }, String(unwrap)), []);
  assert.equal(stepProblems(lists, { a: list(STRING) }, String(unwrap)), [
    undecidable(".spec.a", "it is already a list in working tree"),
  ]);
});

conversions("the fields of a group exist at their ends", () => {
  const group =
    "group: {from: '.spec.ls[].tls.v', by: .port, to: '.spec.ports[].tls', key: .number, shared: .spec.all.tls}";
  const old = { ls: list(object({ port: INTEGER, tls: object({ v: STRING }) })) };
  const fresh = {
    ls: list(object({ port: INTEGER, tls: object({}) })),
    ports: list(object({ number: INTEGER, tls: STRING })),
    all: object({ tls: STRING }),
  };
  assert.equal(stepProblems(old, fresh, group), []);
  const wrong = group.replace(".port", ".prt").replace(".number", ".nmber").replace(".all.tls", ".al.tls");
  assert.equal(stepProblems(old, fresh, wrong), [
    unknown(".spec.ls[].prt", OLD, ".spec.ls[].port"),
    unknown(".spec.al.tls", NEW, ".spec.all.tls"),
    unknown(".spec.ports[].nmber", NEW, ".spec.ports[].number"),
  ]);
  assert.equal(stepProblems(old, { ...fresh, ...old }, group), [
    undecidable(".spec.ls[].tls.v", "working tree has .spec.ls[].tls.v too"),
  ]);
});

/** Releases in which a field has another name each time, and a release candidate with a name of its own. */
const NAMES = ["a", "b", "c"].map((name, index) =>
  release(`1.${index}.0`, { experimental: [crd([stored("v1", object({ [name]: STRING }))])] }),
);
const TREE = { ...release("1.2.0", { experimental: [crd([stored("v1", object({ d: STRING }))])] }), name: "the tree" };

conversions("the ends are the last release before the change and the first one with it", () => {
  const history = { releases: NAMES.toReversed(), tree: TREE };
  const move = (from: string, to: string, since: string) =>
    problems(definition([`move: {from: .${from}, to: .${to}}`], { since }), history).map((each) => each.slice(2));
  assert.equal(move("a", "b", "1.1.0"), []);
  assert.equal(move("b", "c", "1.2.0"), []);
  assert.equal(move("b", "c", "1.2.0-rc.1"), []);
  assert.equal(move("c", "d", "1.3.0"), []);
  assert.equal(move("a", "c", "1.2.0"), [unknown(".a", "v1.1.0")]);
  assert.equal(move("a", "c", "1.1.0"), [unknown(".c", "v1.1.0")]);
  assert.equal(move("x", "y", "1.0.0"), [], "nobody knows the release before the first one");
  assert.equal(
    unmatchedConversions(conversionsIn(definition(["remove: {path: .x}"])), { releases: [], tree: TREE }),
    [],
  );
});

conversions("objects may be stored in the form of a pre-release", () => {
  const candidate = release("1.3.0-rc.1", { experimental: [crd([stored("v1", object({ rc: STRING }))])] });
  const text = definition(["remove: {path: .rc}"], { since: "1.3.0" });
  assert.equal(problems(text, { releases: NAMES, tree: TREE }).length, 1);
  assert.equal(problems(text, { releases: [candidate, ...NAMES], tree: TREE }), []);
  assert.equal(
    problems(definition(["move: {from: .rc, to: .d}"], { since: "1.3.0" }), { releases: [candidate], tree: TREE }),
    [],
  );
});

conversions("a definition is for a channel that had its form", () => {
  const [standard, experimental] = [object({ a: STRING }), object({ a: STRING, b: STRING })].map((schema) => [
    crd([stored("v1", schema)]),
  ]);
  const history = {
    releases: [release("1.0.0", { standard: standard ?? [], experimental: experimental ?? [] })],
    tree: release("1.1.0", { standard: standard ?? [], experimental: standard ?? [] }),
  };
  const remove = (more: Readonly<Record<string, string>>) =>
    problems(definition(["remove: {path: .b}"], more), history);
  assert.equal(remove({}), []);
  assert.equal(remove({ channel: "experimental" }), []);
  assert.equal(remove({ channel: "standard" }), [`7 ${unknown(".b", OLD)}`]);
  const only = { ...history, releases: [release("1.0.0", { experimental: experimental ?? [] })] };
  assert.equal(problems(definition(["remove: {path: .b}"], { channel: "standard" }), only), [
    "3 conversion-crd-unknown: no release before 1.1.0 has the CRD widgets.example.dev in the standard channel",
  ]);
});

conversions("a definition is for API versions that had its form", () => {
  const [old, fresh] = [object({ a: STRING }), object({ b: STRING })];
  const history = {
    releases: [release("1.0.0", { standard: [crd([stored("v1alpha1", old)])] })],
    tree: release("1.1.0", { standard: [crd([version("v1alpha1", old), stored("v1", fresh)])] }),
  };
  const move = (versions: string, to: string) =>
    problems(definition(["move: {from: .a, to: .b}"], { versions: `[${versions}]`, to: `{version: ${to}}` }), history);
  assert.equal(move("v1alpha1", "v1"), [], "the old version still has the old form");
  assert.equal(move("v1alpha1, v1alpha0", "v1"), []);
  assert.equal(move("v1alpha0", "v2"), [
    "5 conversion-version-unknown: widgets.example.dev has no API version v1alpha0 in v1.0.0",
    "6 conversion-version-unknown: widgets.example.dev has no API version v2 in v1.1.0",
  ]);
});

conversions("the kind is that of the CRD", () => {
  const history = change(object({ a: STRING }), object({ a: STRING }));
  const wrong = "the kind of widgets.example.dev in v1.0.0 is Widget, not Wdget";
  assert.equal(problems(definition(["unique: {path: .spec}"], { kind: "Wdget" }), history), [
    `4 conversion-kind: ${wrong}`,
  ]);
  const tree = release("1.1.0", { standard: [named("gadgets")] });
  const to = "{crd: gadgets.example.dev, kind: Gadget}";
  assert.equal(problems(definition([], { to }), { ...history, tree }), [
    "5 conversion-kind: the kind of gadgets.example.dev in v1.1.0 is Widget, not Gadget",
  ]);
});

conversions("references are where a kind has them", () => {
  const reference = object({ group: STRING, kind: STRING });
  const routes = named("routes", [stored("v1", object({ refs: list(reference) }))]);
  const history = {
    releases: [release("1.0.0", { experimental: [named("xwidgets"), routes] })],
    tree: release("1.1.0", { experimental: [crd(), routes] }),
  };
  const refer = (name: string, path: string) =>
    problems(
      definition([], {
        crd: "xwidgets.example.dev",
        to: "{crd: widgets.example.dev, kind: Widget}",
        references: `[{crd: ${name}.example.dev, kind: Widget, paths: ['${path}']}]`,
      }),
      history,
    );
  assert.equal(refer("routes", ".refs[]"), []);
  assert.equal(refer("routes", ".refs"), [
    "6 conversion-path-unknown: routes.example.dev has no .refs.kind in v1.0.0; did you mean .refs[].kind?",
  ]);
  assert.equal(refer("roads", ".refs[]"), [
    "6 conversion-crd-unknown: no release before 1.1.0 has the CRD roads.example.dev; did you mean routes.example.dev?",
  ]);
});

conversions.run();
