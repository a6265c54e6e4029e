/** Tests of the findings about known consumers that a change breaks: consumer-broken. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge, type PolicyInput } from "../../../scripts/changes/policy/judge.js";
import { readProfile } from "../../../scripts/changes/policy/profile.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Finding, Waiver } from "../../../scripts/core/model/policy.js";
import { findingWords } from "../../../scripts/core/words/finding.js";
import { consumerIn } from "../../support/consumers.js";
import { ROOT } from "../../support/golden.js";
import { versionFrom } from "../../support/versions.js";
import { crd, object, release, STRING, stored, version } from "../diff/crd.js";

const consumers = suite("policy: consumers");
const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));

const CONSUMER = `name: a
kinds:
  - group: example.dev
    kind: Widget
    version: v1
    fields: [.spec.name, {path: .spec.mode, values: [A, B]}]
    subresources: [status]
`;
const spec = (...modes: readonly string[]) =>
  object({ spec: object({ name: STRING, mode: { ...STRING, enum: modes } }) });
const STATUS = { subresources: { status: {} } };
const FULL = [crd([stored("v1", spec("A", "B"), STATUS)])];
const before = release("1.0.0", { standard: FULL, experimental: FULL });

function findings(after: BundleState, input: Partial<PolicyInput> = {}): readonly Finding[] {
  const known = [consumerIn(CONSUMER)];
  const given = { changes: [], before, after, lineage: [before], profile, waivers: [], consumers: known, ...input };
  return judge(given).findings.filter(({ rule }) => rule === "consumer-broken");
}

function messages(after: BundleState, input: Partial<PolicyInput> = {}): string[] {
  return findings(after, input).map((finding) => findingWords(finding).message);
}

const after = (version: ReturnType<typeof stored>) =>
  release("1.1.0", { standard: [crd([version])], experimental: FULL });

consumers("are not broken by what they do not use", () => {
  assert.equal(findings(after(stored("v1", spec("A", "B", "C"), STATUS))), []);
  const experimental = release("1.1.0", { standard: FULL, experimental: [] });
  assert.equal(findings(experimental), [], "another channel");
});

const IN = "in the standard channel of v1.1.0; the experimental channel has it";
const BROKEN: readonly (readonly [what: string, state: BundleState, path: string | undefined, message: string])[] = [
  [
    "a kind",
    release("1.1.0", { standard: [], experimental: FULL }),
    undefined,
    "the standard channel of v1.1.0 has no kind Widget in the group example.dev; the experimental channel has it",
  ],
  [
    "a version",
    release("1.1.0", { standard: [crd([version("v1", spec("A", "B"), { ...STATUS, served: false }), stored("v2")])] }),
    undefined,
    "the standard channel of v1.1.0 does not serve v1 of Widget (served versions: v2)",
  ],
  [
    "a field",
    after(stored("v1", object({ spec: object({ mode: { ...STRING, enum: ["A", "B"] } }) }), STATUS)),
    ".spec.name",
    `Widget v1 has no field .spec.name ${IN}`,
  ],
  [
    "a value",
    after(stored("v1", spec("A"), STATUS)),
    ".spec.mode",
    '"B" is not a valid value of .spec.mode of Widget v1 in the standard channel of v1.1.0: must be one of "A"; the experimental channel has it',
  ],
  ["a subresource", after(stored("v1", spec("A", "B"))), undefined, `Widget v1 has no status subresource ${IN}`],
];

for (const [what, state, path, message] of BROKEN) {
  consumers(`are broken by a change that removes ${what} that they use`, () => {
    assert.equal(messages(state), [`breaks the consumer "a": ${message}`]);
    const [found] = findings(state);
    assert.equal(
      [found?.channel, found?.crd, found?.versions, found?.path],
      ["standard", "widgets.example.dev", ["v1"], path],
    );
    assert.is(found?.location?.file, "consumer.yaml");
    assert.is(found?.requires, "patch", "a warning");
  });
}

consumers("are not broken if the release before did not fulfill the requirement either", () => {
  const small = release("1.0.0", { standard: [crd([stored("v1", object({}))])] });
  const removed = release("1.1.0", { standard: [] });
  assert.equal(messages(removed, { before: small, lineage: [small] }).length, 1, "only the kind was there");
  assert.equal(messages(removed, { before: removed, lineage: [removed] }), []);
  const experimental = release("1.0.0", { experimental: FULL });
  assert.equal(messages(removed, { before: experimental, lineage: [experimental] }), [], "the channel is new");
});

consumers("are not compared in a channel that only a part of a bundle lacks", () => {
  const part = { ...release("1.1.0", { experimental: FULL }), isPartial: true } as const;
  assert.equal(messages(part), []);
});

consumers("are not broken by the version of the bundle", () => {
  const [old, fresh] = ["1.0.0", "1.1.0"].map((name) => release(name, { standard: FULL }));
  const known = [consumerIn(CONSUMER.replace("kinds:", "bundle: {atLeast: 1.1.0}\nkinds:"))];
  assert.ok(old && fresh);
  assert.equal(messages(fresh, { before: old, consumers: known }), []);
  assert.equal(messages(old, { before: fresh, consumers: known }), []);
});

consumers("have findings with fingerprints of their own, which a waiver accepts", () => {
  const text = CONSUMER.replace("name: a", "name: b");
  const state = after(stored("v1", spec("C"), STATUS));
  const found = findings(state, { consumers: [consumerIn(CONSUMER), consumerIn(text)] });
  const fingerprints = found.map(({ fingerprint }) => fingerprint);
  assert.equal([found.length, new Set(fingerprints).size], [4, 4], "two values of two consumers");
  const moved = findings(state, { consumers: [consumerIn(`# moved\n${CONSUMER}`)] });
  assert.equal(
    moved.map(({ fingerprint }) => fingerprint),
    fingerprints.slice(0, 2),
  );
  const waiver: Waiver = {
    ...{ fingerprint: fingerprints[0] ?? "", message: "a", why: "b", approvedBy: "c", release: versionFrom("1.1.0") },
    location: { file: "apis/waivers.yaml", start: 0, end: 1 },
  };
  const [accepted, other] = findings(state, { waivers: [waiver] });
  assert.equal([accepted?.waiver, other?.waiver], [waiver, undefined]);
});

consumers.run();
