/** Attestations and conversions are compared with the existing kinds and fields. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unmatchedAnswers } from "../../../scripts/changes/policy/answers.js";
import type { History } from "../../../scripts/changes/policy/conversion-ends.js";
import type { Conversion } from "../../../scripts/core/model/conversion.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import type { Attestation, Placed, Profile } from "../../../scripts/core/model/policy.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { crd, named, object, release, STRING, stored, version } from "../diff/crd.js";

const answers = suite("answers to the policy");

const WIDGETS = "widgets.example.dev";
const GADGETS = "gadgets.example.dev";

const FIELDS = object({
  mode: STRING,
  list: { type: "array", items: object({ name: STRING }) },
  map: { type: "object", additionalProperties: object({ name: STRING }) },
  free: object({}, { "x-kubernetes-preserve-unknown-fields": true }),
  any: { "x-kubernetes-preserve-unknown-fields": true },
});

/** Widgets in two versions, and a field that was removed. Gadgets are only in the experimental channel. */
const HISTORY: History = {
  releases: [release("1.0.0", { standard: [crd([stored("v1", object({ old: STRING }))])] })],
  tree: release("1.1.0", {
    standard: [crd([version("v1beta1", object({ early: STRING })), stored("v1", FIELDS)])],
    experimental: [crd([stored("v1", FIELDS)]), named("gadgets", [stored("v1", object({ size: STRING }))])],
  }),
};

function profile(...attestations: string[]): Profile {
  return { name: "strict", classes: {}, subjects: {}, graduation: { attestations } } as unknown as Profile;
}

/** Returns an attestation whose values have places of their own: the number of the key. */
function attestation(name: string, path?: string, criterion = "tested"): Placed<Attestation> {
  const record = { crd: name, criterion, link: "", ...(path !== undefined && { path: parseFieldPath(path) }) };
  const keys = ["criterion", "crd", "path"];
  return { ...record, placeOf: ([key]) => ({ file: "a", start: keys.indexOf(String(key)), end: 9 }) };
}

/** Returns the code of each problem, its subject, the nearest name, and its place. */
function problems(
  found: { attestations?: Placed<Attestation>[]; conversions?: readonly Placed<Conversion>[] },
  asked = profile("tested", "documented"),
): string[] {
  const all = { attestations: [], conversions: [], ...found };
  return unmatchedAnswers(all, HISTORY, asked).map(({ code, args, location }) =>
    [code, args.criterion ?? args.path ?? args.crd, String(args.nearest ?? "-"), String(location?.start)].join(" "),
  );
}

answers("a criterion must be one of the profile, if it has any", () => {
  assert.equal(problems({ attestations: [attestation(WIDGETS), attestation(WIDGETS, ".mode", "documented")] }), []);
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".mode", "testd")] }), [
    "attestation-criterion testd tested 0",
  ]);
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".mode", "testd")] }, profile()), []);
  const [problem] = unmatchedAnswers(
    { attestations: [attestation(WIDGETS, undefined, "other")], conversions: [] },
    HISTORY,
    profile("tested", "documented"),
  );
  assert.is(problem?.args.profile, "strict");
  assert.is(problem?.args.criteria, "tested, documented");
});

answers("a kind must be in a channel of a state", () => {
  assert.equal(problems({ attestations: [attestation(GADGETS)] }), []);
  assert.equal(problems({ attestations: [attestation("gadget.example.dev")] }), [
    `answer-crd-unknown gadget.example.dev ${GADGETS} 1`,
  ]);
  const removal = definition(["remove: {path: .old}"], { crd: "widget.example.dev" });
  assert.equal(problems({ conversions: conversionsIn(removal) }), [
    `conversion-crd-unknown widget.example.dev ${WIDGETS} ${removal.indexOf("widget.example.dev")}`,
  ]);
});

answers("a field must be in a version of a state", () => {
  const paths = [".mode", ".early", ".old", ".list", ".list[]", ".list[].name", ".map{}.name"];
  for (const path of paths) assert.equal(problems({ attestations: [attestation(WIDGETS, path)] }), [], path);
  assert.equal(problems({ attestations: [attestation(GADGETS, ".size")] }), []);
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".modes")] }), ["answer-path-unknown .modes .mode 2"]);
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".list[].nam")] }), [
    "answer-path-unknown .list[].nam .list[].name 2",
  ]);
  assert.equal(problems({ attestations: [attestation(GADGETS, ".mode")] }), ["answer-path-unknown .mode - 2"]);
});

answers("only a free-form value can have any field", () => {
  for (const path of [".free.a", ".free.a.b", ".any.a", ".free.a[].b"]) {
    assert.equal(problems({ attestations: [attestation(WIDGETS, path)] }), [], path);
  }
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".mode.a")] }), ["answer-path-unknown .mode.a .mode 2"]);
  assert.equal(problems({ attestations: [attestation(WIDGETS, ".zzzzzzzz.a")] }), [
    "answer-path-unknown .zzzzzzzz.a - 2",
  ]);
});

answers.run();
