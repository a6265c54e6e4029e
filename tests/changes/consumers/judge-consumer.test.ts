/** Tests of the requirements of consumers: each kind of requirement, fulfilled and not, and the reasons. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judgeConsumer, judgedBundle } from "../../../scripts/changes/consumers/judge-consumer.js";
import { statedVersion } from "../../../scripts/changes/consumers/stated-version.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { JudgedRequirement } from "../../../scripts/core/model/judged-requirement.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { consumerIn } from "../../support/consumers.js";
import { versionFrom } from "../../support/versions.js";
import { crd, object, release, STRING, stored, version } from "../diff/crd.js";

const judging = suite("requirements of consumers");

/** Returns the text of a consumer of widgets. Each field is in its own line, from 6 on. */
function text(fields: readonly string[], more = "", head = ""): string {
  const list = fields.length > 0 ? `    fields:\n${fields.map((field) => `      - ${field}\n`).join("")}` : "";
  return `name: a\n${head}kinds:\n  - group: example.dev\n    kind: Widget\n    version: v1\n${list}${more}`;
}

function judged(consumer: string, state: BundleState): JudgedRequirement[] {
  return judgeConsumer(consumerIn(consumer), judgedBundle(state, statedVersion("example.dev/version")));
}

/** Returns the place, the code and the message of each reason. */
function reasons(consumer: string, state: BundleState): string[] {
  return judged(consumer, state).flatMap(({ problem }) => {
    if (!problem?.location) return [];
    const { line, column } = positionOf(consumer, problem.location.start);
    return [`${line}:${column} ${problem.code} ${describeDiagnostic(problem).message}`];
  });
}

/** Returns the subjects with their statuses. */
function statuses(consumer: string, state: BundleState): string[] {
  return judged(consumer, state).map(({ required, status }) => `${required.subject} ${status}`);
}

function standard(schema: JsonObject, rest: Parameters<typeof stored>[2] = {}): BundleState {
  return release("1.0.0", { standard: [crd([stored("v1", schema, rest)])] });
}

const inSpec = (properties: JsonObject, rest: JsonObject = {}) => object({ spec: object(properties, rest) });
const inList = (...fields: readonly string[]) => text(fields.map((field) => JSON.stringify(field)));
const KEEPS: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
const WHOLE = text(["{path: .spec.mode, values: [A]}"], "    subresources: [status]\n", "bundle: {atLeast: 1.0.0}\n");
const MODE: JsonObject = { ...STRING, enum: ["A", "B"] };

/** Returns the CRD of a kind of the group, by default the one of widgets with another kind. */
function ofKind(kind: string, group = "example.dev", versions = [stored("v1")]): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  const names = { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() };
  return crd(versions, { group, names }, { name: `${plural}.${group}` });
}

judging("a bundle fulfills everything that it contains", () => {
  const state = standard(inSpec({ mode: MODE }), { subresources: { status: {} } });
  const all = ["channel", "bundle", "kind", "version", "field", "value", "subresource"];
  assert.equal(
    statuses(WHOLE, state),
    all.map((subject) => `${subject} fulfilled`),
  );
  assert.equal(reasons(WHOLE, state), []);
});

judging("without a kind, its parts are unfulfilled for the same reason: requirement-kind", () => {
  const state = release("1.0.0", { standard: [ofKind("Machine")] });
  assert.equal(statuses(WHOLE, state), [
    ...["channel fulfilled", "bundle fulfilled", "kind unfulfilled", "version unfulfilled"],
    ...["field unfulfilled", "value unfulfilled", "subresource unfulfilled"],
  ]);
  assert.equal(reasons(WHOLE, state), [
    "5:11 requirement-kind the standard channel of v1.0.0 has no kind Widget in the group example.dev",
  ]);
});

const KINDS: readonly (readonly [what: string, state: BundleState, hint: string])[] = [
  ["a similar name", release("1.0.0", { standard: [ofKind("Widgets")] }), "; did you mean Widgets?"],
  [
    "another group",
    release("1.0.0", { standard: [ofKind("Widget", "x.example.dev"), ofKind("Widgets")] }),
    "; did you mean Widget in the group x.example.dev?",
  ],
  [
    "the other channel",
    release("1.0.0", { standard: [ofKind("Widgets")], experimental: [ofKind("Widget")] }),
    "; the experimental channel has it",
  ],
];

for (const [what, state, hint] of KINDS) {
  judging(`the reason of a missing kind names ${what}`, () => {
    const [reason = ""] = reasons(text([]), state);
    assert.ok(reason.endsWith(`has no kind Widget in the group example.dev${hint}`), reason);
  });
}

judging("a version must be served: requirement-version", () => {
  const v1 = version("v1", object({}), { served: false });
  const state = release("1.0.0", { standard: [crd([v1, stored("v2"), version("v3")])] });
  assert.equal(statuses(text([]), state), ["channel fulfilled", "kind fulfilled", "version unfulfilled"]);
  const message = "the standard channel of v1.0.0 does not serve v1 of Widget";
  assert.equal(reasons(text([]), state), [`5:14 requirement-version ${message} (served versions: v2, v3)`]);
  const missing = release("1.0.0", { standard: [crd([stored("v2", object({}), { served: false })])] });
  assert.equal(reasons(text([]), missing), [`5:14 requirement-version ${message}`]);
  const experimental = release("1.0.0", { standard: [crd([v1, stored("v2")])], experimental: [crd()] });
  assert.equal(reasons(text([]), experimental), [
    `5:14 requirement-version ${message} (served versions: v2); the experimental channel has it`,
  ]);
});

judging("a served version that is deprecated is fulfilled, and known as deprecated", () => {
  const state = (rest: Parameters<typeof stored>[2]) => standard(object({}), { deprecated: true, ...rest });
  const deprecated = (of: BundleState) => judged(text([]), of).map((each) => each.deprecated);
  assert.equal(deprecated(state({})), [undefined, undefined, {}]);
  assert.equal(deprecated(state({ deprecationWarning: "use v2" })), [undefined, undefined, { warning: "use v2" }]);
  assert.is(judged(text([]), state({})).at(-1)?.status, "fulfilled");
  assert.equal(deprecated(state({ served: false })), [undefined, undefined, undefined]);
});

/** Fields of a schema: the path, and the hint if there is no such field. */
const FIELDS: readonly (readonly [schema: JsonObject, path: string, hint?: string])[] = [
  [inSpec({ mode: MODE }), ".spec"],
  [inSpec({ mode: MODE }), ".spec.mode"],
  [inSpec({ mode: MODE }), ".spec.mod", "; did you mean .spec.mode?"],
  [inSpec({ mode: MODE }), ".spec.size", ""],
  [inSpec({ mode: MODE }), ".spec.mode.size", ""],
  [inSpec({ list: { type: "array", items: object({ a: STRING }) } }), ".spec.list[].a"],
  [inSpec({ list: { type: "array", items: object({ a: STRING }) } }), ".spec.list.a", "; did you mean .spec.list[]?"],
  [inSpec({ list: { type: "array", items: object({ a: STRING }) } }), ".spec.list{}", "; did you mean .spec.list[]?"],
  [inSpec({ map: { type: "object", additionalProperties: STRING } }), ".spec.map{}"],
  [inSpec({ map: { type: "object", additionalProperties: STRING } }), ".spec.map.a", "; did you mean .spec.map{}?"],
  [inSpec({ map: { type: "object", additionalProperties: object({ a: STRING }) } }), ".spec.map{}.a"],
  [inSpec({ map: { type: "object", additionalProperties: true } }), ".spec.map{}.a[].b"],
  // A free-form value has any field. Undeclared fields next to declared ones are only preserved.
  [inSpec({ any: { type: "object", ...KEEPS } }), ".spec.any.a[].b{}"],
  [inSpec({ any: { type: "object", ...KEEPS } }), ".spec.any[]", ""],
  [inSpec({ any: KEEPS }), ".spec.any[].b"],
  [{ type: "object", ...KEEPS }, ".spec.mode"],
  [inSpec({ mode: MODE }, KEEPS), ".spec.size", ""],
  [inSpec({ any: { type: "object" } }), ".spec.any.a", ""],
  // An embedded resource has the fields of every resource.
  [inSpec({ pod: object({ spec: STRING }, { "x-kubernetes-embedded-resource": true }) }), ".spec.pod.metadata.name"],
  [inSpec({ pod: object({ spec: STRING }, { "x-kubernetes-embedded-resource": true }) }), ".spec.pod.status", ""],
  [inSpec({ port: { "x-kubernetes-int-or-string": true } }), ".spec.port"],
  [inSpec({ port: { "x-kubernetes-int-or-string": true } }), ".spec.port.name", ""],
  [inSpec({ constructor: STRING }), ".spec.constructor"],
  [inSpec(JSON.parse('{"__proto__": {"type": "string"}}')), ".spec.__proto__"],
  [inSpec({ mode: MODE }), ".spec.constructor", ""],
  [inSpec({ mode: MODE }), ".spec.__proto__", ""],
  [inSpec({ mode: MODE }), ".__proto__.toString", ""],
];

for (const [schema, path, hint] of FIELDS) {
  judging(`a field is ${hint === undefined ? "there" : "missing"}: ${path} of ${JSON.stringify(schema)}`, () => {
    const message = `Widget v1 has no field ${path} in the standard channel of v1.0.0${hint}`;
    const expected = hint === undefined ? [] : [`7:10 requirement-field ${message}`];
    assert.equal(reasons(inList(path), standard(schema)), expected);
    assert.is(judged(inList(path), standard(schema)).at(-1)?.status, hint === undefined ? "fulfilled" : "unfulfilled");
  });
}

judging("a field that only the other channel has is there: requirement-field", () => {
  const [small, large] = [object({}), inSpec({ mode: MODE })].map((schema) => crd([stored("v1", schema)]));
  assert.ok(small && large);
  const state = release("1.0.0", { standard: [small], experimental: [large] });
  assert.equal(reasons(inList(".spec.mode"), state), [
    "7:10 requirement-field Widget v1 has no field .spec.mode in the standard channel of v1.0.0; the experimental channel has it",
  ]);
});

/** Schemas of a field, values in JSON, and how the reasons end for those that are not valid. */
const VALUES: readonly (readonly [schema: JsonObject, value: string, reason?: string])[] = [
  [MODE, '"A"'],
  [MODE, '"C"', ': must be one of "A", "B"'],
  [MODE, "1", ": must be a string"],
  [{ ...STRING, pattern: "^a+$" }, '"aa"'],
  [{ ...STRING, pattern: "^a+$" }, '"b"', ": must match the pattern ^a+$"],
  [{ type: "integer", minimum: 1 }, "1"],
  [{ type: "integer", minimum: 1 }, "0", ": must be at least 1"],
  [{ "x-kubernetes-int-or-string": true }, "80"],
  [{ "x-kubernetes-int-or-string": true }, '"http"'],
  [{ "x-kubernetes-int-or-string": true }, "true", ": must be an integer or a string"],
  [KEEPS, '{"a":[1]}'],
  [{ ...STRING, "x-kubernetes-validations": [{ rule: "self != 'b'" }] }, '"a"'],
  [{ ...STRING, "x-kubernetes-validations": [{ rule: "self != 'b'" }] }, '"b"', ""],
  // The API server rejects a CRD with such a rule, so nothing is known about its values.
  [{ ...STRING, "x-kubernetes-validations": [{ rule: "self +" }] }, '"a"'],
  [{ ...STRING, enum: ["x".repeat(400)] }, '"a"', ""],
];

for (const [schema, value, reason] of VALUES) {
  judging(
    `a value is ${reason === undefined ? "valid" : "not valid"}: ${value} of ${JSON.stringify(schema).slice(0, 80)}`,
    () => {
      const consumer = text([`{path: .spec.mode, values: [${value}]}`]);
      const where = "of .spec.mode of Widget v1 in the standard channel of v1.0.0";
      const message = `${value} is not a valid value ${where}${reason}`;
      const found = reasons(consumer, standard(inSpec({ mode: schema })));
      assert.equal(
        found.map((each) => each.replace(/^7:\d+ /, "")),
        reason === undefined ? [] : [`requirement-value ${message}`],
      );
    },
  );
}

judging("without a field, its values are unfulfilled for the same reason", () => {
  const consumer = text(["{path: .spec.mode, values: [A, B]}"]);
  assert.equal(statuses(consumer, standard(object({}))).slice(-3), [
    "field unfulfilled",
    "value unfulfilled",
    "value unfulfilled",
  ]);
  assert.is(reasons(consumer, standard(object({}))).length, 1);
});

judging("a subresource must be there: requirement-subresource", () => {
  const consumer = text([], "    subresources: [status, scale]\n");
  const scale = { specReplicasPath: ".spec.a", statusReplicasPath: ".status.a" };
  const state = (subresources: JsonObject) => crd([stored("v1", object({}), { subresources })]);
  assert.equal(reasons(consumer, release("1.0.0", { standard: [state({ status: {}, scale })] })), []);
  const both = { standard: [state({ status: {} })], experimental: [state({ scale })] };
  assert.equal(reasons(consumer, release("1.0.0", both)), [
    "6:28 requirement-subresource Widget v1 has no scale subresource in the standard channel of v1.0.0; the experimental channel has it",
  ]);
});

judging("a channel must be there: requirement-channel", () => {
  const consumer = text([], "", "channel: experimental\nbundle: {atLeast: 1.0.0}\n");
  const found = judged(consumer, release("1.0.0", { standard: [crd()] }));
  assert.equal(reasons(consumer, release("1.0.0", { standard: [crd()] })), [
    "2:10 requirement-channel v1.0.0 does not contain the experimental channel",
  ]);
  assert.equal(
    found.map(({ status }) => status),
    ["unfulfilled", "fulfilled", "unfulfilled", "unfulfilled"],
  );
});

judging("the experimental channel replaces a missing standard channel, and standard kinds of a cluster", () => {
  const gadget = ofKind("Gadget");
  const foundIn = (state: BundleState) => judged(text([]), state).map((each) => [each.status, each.foundIn].join(" "));
  const inExperimental = ["fulfilled ", "fulfilled experimental", "fulfilled "];
  assert.equal(foundIn(release("1.0.0", { experimental: [crd()] })), inExperimental);
  const several = release("1.0.0", { standard: [gadget], experimental: [crd()] });
  assert.equal(foundIn({ ...several, isPartial: true }), inExperimental);
  assert.equal(foundIn(several), ["fulfilled ", "unfulfilled ", "unfulfilled "], "a whole bundle");
});

const AT_LEAST = text([], "", "bundle: {atLeast: 1.2.0}\n");

/** Returns a state with CRDs that state these versions, or that state none. */
function stamped(versions: readonly (string | undefined)[], key = "example.dev/version"): BundleState {
  const crds = versions.map((stated, index) => {
    const annotations = stated === undefined ? {} : { [key]: stated };
    return { ...ofKind(index === 0 ? "Widget" : `Gadget${index}`), metadata: { name: `a${index}`, annotations } };
  });
  return {
    name: "crds.yaml",
    channels: new Map([["standard", new Map(crds.map((each) => [each.metadata.name, each]))]]),
  };
}

judging("the bundle must not be too old: requirement-bundle", () => {
  for (const version of ["v1.2.0", "1.2.1", "v2.0.0"]) assert.equal(reasons(AT_LEAST, stamped([version])), [], version);
  for (const version of ["v1.1.9", "1.2.0-rc.1", "v0.9.0"]) {
    assert.equal(reasons(AT_LEAST, stamped([version])), [
      `2:19 requirement-bundle crds.yaml has the bundle version ${version.replace("v", "")}, which is older than 1.2.0`,
    ]);
  }
  assert.equal(reasons(AT_LEAST, stamped(["v1.2.0"], "other.dev/bundle-version")), []);
  assert.is(reasons(AT_LEAST, { ...stamped([undefined]), version: versionFrom("1.1.0") }).length, 1, "of the state");
});

judging("only required kinds decide about the version of a cluster, and the oldest one of them", () => {
  assert.equal(reasons(AT_LEAST, stamped(["v1.2.0", "v0.1.0", undefined])), []);
  const both = `${AT_LEAST}  - {group: example.dev, kind: Gadget1, version: v1}\n`;
  assert.match(reasons(both, stamped(["v1.2.0", "v1.1.0"])).join(), /has the bundle version 1\.1\.0, which/);
  assert.match(reasons(both, stamped([undefined, "v1.1.0"])).join(), /has the bundle version 1\.1\.0, which/);
});

judging("a bundle that states no version is undecided: requirement-undecided", () => {
  for (const stated of [undefined, "main"]) {
    assert.equal(statuses(AT_LEAST, stamped([stated]))[1], "bundle undecided");
    assert.equal(reasons(AT_LEAST, stamped([stated])), [
      "2:19 requirement-undecided the version of crds.yaml is unknown, so the tool cannot determine whether it is 1.2.0 or later",
    ]);
  }
  const [, bundle] = judged(AT_LEAST.replaceAll("Widget", "Gizmo"), stamped([undefined]));
  assert.equal([bundle?.status, bundle?.problem], ["undecided", undefined], "the missing kind is the reason");
});

judging.run();
