import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DiffOptions } from "../../../scripts/changes/diff/diff-options.js";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { criteriaFor, experienceOf, monthsBetween } from "../../../scripts/changes/policy/graduation.js";
import { judge, type PolicyInput } from "../../../scripts/changes/policy/judge.js";
import { readProfile } from "../../../scripts/changes/policy/profile.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { SUBJECTS, type Subject } from "../../../scripts/core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import {
  type Attestation,
  PROFILES,
  type Profile,
  type Verdict,
  type Waiver,
} from "../../../scripts/core/model/policy.js";
import { findingWords } from "../../../scripts/core/words/finding.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { versionFrom } from "../../support/versions.js";
import { crd, NO_OPTIONS, named, object, release, STRING, stored, version } from "../diff/crd.js";
import { webhook } from "../diff/crd-rows.js";

const PATH_A = parseFieldPath(".a");

const judging = suite("the verdict of the policy");

const profiles = new Map(
  PROFILES.map((name) => [name, readProfile(readFileSync(join(ROOT, `templates/policy/${name}.yaml`), "utf8"))]),
);
const channels = profiles.get("channels") as Profile;
const guideline = profiles.get("guideline") as Profile;

interface Extras extends Partial<PolicyInput> {
  readonly options?: DiffOptions;
}

function verdictOf(
  before: BundleState,
  after: BundleState,
  { options = NO_OPTIONS, lineage: known = [before], ...rest }: Extras = {},
): Verdict {
  const changes = diffReleases(before, after, options, known);
  return judge({ changes, before, after, lineage: known, profile: channels, waivers: [], ...rest });
}

/** Returns the message and the fix of the first finding of a rule. They are empty if there is none. */
function wordsIn({ findings }: Pick<Verdict, "findings">, rule: string): { message: string; fix: string } {
  const found = findings.find((finding) => finding.rule === rule);
  return found ? findingWords(found) : { message: "", fix: "" };
}

/** Returns the findings that do more than classify a change. */
function problems({ findings }: Verdict): string[] {
  return findings
    .filter(({ rule }) => !rule.includes("/"))
    .map(({ rule, crd: name, versions, path }) =>
      [rule, name.split(".")[0], ...versions, ...(path ? [path] : [])].join(" "),
    );
}

function standard(name: string, ...versions: CrdVersion[]): BundleState {
  return release(name, { standard: [crd(versions)] });
}

function experimental(name: string, ...versions: CrdVersion[]): BundleState {
  return release(name, { experimental: [crd(versions)] });
}

const GONE = version("v1beta1", object({}), { served: false });
const OLD = version("v1beta1");
const DEPRECATED = version("v1beta1", object({}), { deprecated: true });
const BETA_STORED = stored("v1beta1");

judging("a version is unserved only after a release that deprecated it", () => {
  const early = verdictOf(standard("1.0.0", stored("v1"), OLD), standard("1.1.0", stored("v1"), GONE));
  assert.equal([problems(early), early.overall], [["unserved-before-deprecated widgets v1beta1"], "refused"]);
  const late = verdictOf(standard("1.0.0", stored("v1"), DEPRECATED), standard("1.1.0", stored("v1"), GONE));
  assert.equal([problems(late), late.overall], [[], "minor"]);
});

judging("a version is removed only after a release that did not serve it", () => {
  const early = verdictOf(standard("1.0.0", stored("v1"), DEPRECATED), standard("1.1.0", stored("v1")));
  assert.equal([problems(early), early.overall], [["removed-too-early widgets v1beta1"], "refused"]);
  const late = verdictOf(standard("1.0.0", stored("v1"), GONE), standard("1.1.0", stored("v1")));
  assert.equal([problems(late), late.overall], [[], "minor"]);
});

judging("in the experimental channel a version may go that was served, and not one that was stored", () => {
  const served = verdictOf(experimental("1.0.0", stored("v1"), OLD), experimental("1.1.0", stored("v1")));
  assert.equal([problems(served), served.overall], [[], "minor"]);
  const last = verdictOf(experimental("1.0.0", BETA_STORED, version("v1")), experimental("1.1.0", stored("v1")));
  assert.equal([problems(last), last.overall], [["removed-too-early widgets v1beta1"], "refused"]);
});

judging("storage moves only to a version that the release before has", () => {
  const early = verdictOf(standard("1.0.0", BETA_STORED), standard("1.1.0", OLD, stored("v1")));
  assert.equal(problems(early), ["storage-without-rollback widgets"]);
  const late = verdictOf(standard("1.0.0", BETA_STORED, version("v1")), standard("1.1.0", OLD, stored("v1")));
  assert.equal([problems(late), late.overall], [[], "minor"]);
});

judging("adding, moving storage, unserving and removing in this order is always allowed", () => {
  const steps = [
    standard("1.0.0", BETA_STORED),
    standard("1.1.0", BETA_STORED, version("v1")),
    standard("1.2.0", DEPRECATED, stored("v1")),
    standard("1.3.0", GONE, stored("v1")),
    standard("1.4.0", stored("v1")),
  ];
  const verdicts = steps.slice(1).map((after, index) => verdictOf(steps[index] as BundleState, after));
  assert.equal(
    verdicts.map(({ overall }) => overall),
    ["minor", "minor", "minor", "minor"],
  );
});

judging("names the upgrades that are blocked by what any release of the lineage stored, in either channel", () => {
  const lineage = [
    release("1.0.0", { standard: [crd([BETA_STORED])], experimental: [crd([stored("v1alpha1")])] }),
    standard("1.1.0", OLD, stored("v1")),
    standard("1.2.0", GONE, stored("v1")),
  ];
  const { blocked } = verdictOf(lineage[2] as BundleState, standard("1.3.0", stored("v1")), { lineage });
  const about = { channel: "standard", crd: "widgets.example.dev" };
  assert.equal(blocked, [
    { ...about, version: "v1beta1", releases: ["v1.0.0"] },
    { ...about, version: "v1alpha1", releases: ["v1.0.0"] },
  ]);
  assert.equal(
    verdictOf(lineage[1] as BundleState, lineage[2] as BundleState, { lineage: lineage.slice(1, 2) }).blocked,
    [],
  );
});

judging("what a cluster says that it stored counts, though no release stored it", () => {
  const cluster = crd([stored("v1"), GONE], {}, {}, { storedVersions: ["v1beta1", "v1", "v1alpha1"] });
  const before = release("1.0.0", { standard: [cluster] });
  const verdict = verdictOf(before, standard("1.1.0", stored("v1")));
  assert.equal(
    verdict.blocked.map(({ version, releases }) => [version, ...releases]),
    [
      ["v1beta1", "v1.0.0"],
      ["v1alpha1", "v1.0.0"],
    ],
  );
  assert.equal([problems(verdict), verdict.overall], [["removed-too-early widgets v1beta1"], "refused"]);
});

const FIELD = object({ a: STRING });
const TWO_FIELDS = object({ a: STRING, b: STRING });

function waiverFor(fingerprint: string): Waiver {
  const location = { file: "apis/waivers.yaml", start: 0, end: 1 };
  return {
    fingerprint,
    message: "it",
    why: "because",
    approvedBy: "a maintainer",
    release: versionFrom("1.1.0"),
    location,
  };
}

judging("a waiver covers its finding and no other", () => {
  const [before, after] = [standard("1.0.0", stored("v1")), standard("1.1.0", stored("v1", TWO_FIELDS))];
  const [first, second] = verdictOf(before, after).findings.map(({ fingerprint }) => waiverFor(fingerprint));
  assert.is(verdictOf(before, after).lowest.standard, "refused");
  const one = verdictOf(before, after, { waivers: [first as Waiver] });
  assert.equal(
    [one.lowest.standard, one.findings.map(({ waiver }) => waiver !== undefined)],
    ["refused", [true, false]],
  );
  const both = verdictOf(before, after, { waivers: [first as Waiver, second as Waiver] });
  assert.equal([both.lowest.standard, both.overall], ["patch", "patch"]);
});

function fingerprints(before: JsonObject, after: JsonObject, isTurned = false): string[] {
  const of = (schema: JsonObject) => {
    const versions = [stored("v1", schema), version("v1beta1", schema)];
    return crd(isTurned ? versions.reverse() : versions);
  };
  const [old, now] = [release("1.0.0", { standard: [of(before)] }), release("1.1.0", { standard: [of(after)] })];
  const { findings } = verdictOf(old, now);
  return findings
    .filter(({ change }) => change?.class !== "wording")
    .map(({ fingerprint }) => fingerprint)
    .sort();
}

judging("a fingerprint stays where fields or versions stand in another order, or words change", () => {
  const before = object({ a: STRING, z: STRING });
  const after = object({ a: { type: "integer" }, b: STRING, c: object({}) }, { required: ["a"] });
  const all = fingerprints(before, after);
  assert.is(new Set(all).size, 5);
  for (const fingerprint of all) assert.match(fingerprint, /^[0-9a-f]{12}$/);
  assert.equal(fingerprints(before, after, true), all);
  const turned = object(
    { c: object({}), b: STRING, a: { type: "integer" } },
    { required: ["a"], description: "Words." },
  );
  assert.equal(fingerprints(object({ z: STRING, a: STRING }), turned), all);
});

judging("no two findings have one fingerprint", () => {
  const { names } = crd().spec;
  const served = (schema: JsonObject) => [stored("v1", object({ a: STRING })), version("v2", schema)];
  const bad = object({ a: { ...STRING, default: "x", "x-one": 1, "x-two": 2 } });
  const after = release("1.1.0", {
    standard: [crd(served(bad), { names: { ...names, shortNames: ["w"], categories: ["c"] } })],
  });
  for (const [old, now] of [
    [standard("1.0.0", ...served(FIELD)), after],
    [after, standard("1.2.0", ...served(FIELD))],
  ] as const) {
    const all = verdictOf(old, now).findings.map(({ fingerprint }) => fingerprint);
    assert.ok(all.length > 4);
    assert.is(new Set(all).size, all.length);
  }
});

const KEEPING = object({}, { "x-kubernetes-preserve-unknown-fields": true });
const VALUES_OF = (additionalProperties: JsonObject | boolean) => object({}, { additionalProperties });
const SCALE = (specReplicasPath: string) => ({ subresources: { scale: { specReplicasPath } } });
const SELECTING = (...paths: string[]) => ({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
const AGE = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };
const COLUMN = (jsonPath: string) => ({ additionalPrinterColumns: [AGE, { name: "Size", jsonPath }] });
const NAMED_AS = (shortName: string) =>
  crd([stored("v1")], { names: { ...crd().spec.names, shortNames: [shortName] } });
const BOUNDED: JsonObject = { ...STRING, maxLength: 1 };
const PATTERN: JsonObject = { ...STRING, pattern: "^x$" };
const LISTED = (type: string) => object({ a: { type: "array", items: STRING, "x-kubernetes-list-type": type } });
const MAPPED = (type: string) => object({ a: object({}, { "x-kubernetes-map-type": type }) });
const RULED = (...rules: string[]) => object({}, { "x-kubernetes-validations": rules.map((rule) => ({ rule })) });
const COUNTED = (fields: JsonObject) => object({ a: object({ b: STRING, ...fields }, { maxProperties: 1 }) });
const STATED = object({ status: FIELD });
const WITH_STATUS = { subresources: { status: {} } };
const COMPARED = (fields: JsonObject) =>
  object(
    { a: object({ b: STRING, ...fields }), d: object({ b: STRING }) },
    { "x-kubernetes-validations": [{ rule: "dyn(self.a) == dyn(self.d)" }] },
  );
const DEFAULTING = (value: string): JsonObject => ({ ...STRING, default: value });
const RENAMED: DiffOptions = {
  ...NO_OPTIONS,
  renamedKinds: new Map([["gadgets.example.dev", "widgets.example.dev"]]),
  moves: new Map([["widgets.example.dev", new Map([[PATH_A, parseFieldPath(".b")]])]]),
};

/**
 * A state before, and two states after it. In both of them, a rule has a finding at the same path, with different
 * changes.
 */
type TwoEnds = [
  rule: string,
  before: CustomResourceDefinition[],
  one: CustomResourceDefinition[],
  other: CustomResourceDefinition[],
];

function inSchema(rule: string, before: JsonObject, one: JsonObject, other: JsonObject): TwoEnds {
  const [old, ...ends] = [before, one, other].map((schema) => [crd([stored("v1", schema)])]);
  return [rule, old ?? [], ends[0] ?? [], ends[1] ?? []];
}

const TWO_ENDS: TwoEnds[] = [
  ["addition/field-added", [crd()], [crd([stored("v1", FIELD)])], [crd([stored("v1", object({ a: KEEPING }))])]],
  [
    "break/field-renamed",
    [crd([stored("v1", FIELD)])],
    [crd([stored("v1", object({ b: STRING }))])],
    [crd([stored("v1", object({ b: KEEPING }))])],
  ],
  [
    "break/type",
    [crd([stored("v1", object({ c: STRING }))])],
    [crd([stored("v1", object({ c: FIELD }))])],
    [crd([stored("v1", object({ c: KEEPING }))])],
  ],
  [
    "unknown/unclassified",
    [crd([stored("v1", VALUES_OF(STRING))])],
    [crd([stored("v1", VALUES_OF(true))])],
    [crd([stored("v1", VALUES_OF(false))])],
  ],
  [
    "addition/conversion",
    [crd()],
    [crd([stored("v1")], { conversion: webhook("/convert") })],
    [crd([stored("v1")], { conversion: webhook("/crds") })],
  ],
  ["addition/kind-added", [], [crd()], [crd([stored("v1", KEEPING)])]],
  ["addition/kind-added", [], [crd()], [crd([stored("v1")], { scope: "Cluster" })]],
  ["break/kind-renamed", [named("gadgets")], [crd()], [crd([stored("v1", KEEPING)])]],
  ["addition/version-added", [crd()], [crd([stored("v1"), OLD])], [crd([stored("v1"), version("v1beta1", FIELD)])]],
  [
    "addition/scale-subresource",
    [crd()],
    [crd([stored("v1", object({}), SCALE(".a"))])],
    [crd([stored("v1", object({}), SCALE(".b"))])],
  ],
  [
    "break/scale-subresource",
    [crd([stored("v1", object({}), SCALE(".a"))])],
    [crd([stored("v1", object({}), SCALE(".b"))])],
    [crd()],
  ],
  [
    "break/selectable-fields",
    [crd([stored("v1", object({}), SELECTING(".a", ".b"))])],
    [crd([stored("v1", object({}), SELECTING(".a"))])],
    [crd()],
  ],
  [
    "addition/selectable-fields",
    [crd()],
    [crd([stored("v1", object({}), SELECTING(".a"))])],
    [crd([stored("v1", object({}), SELECTING(".b"))])],
  ],
  [
    "versions-not-convertible",
    [crd([stored("v1"), OLD])],
    [crd([stored("v1"), version("v1beta1", FIELD)])],
    [crd([stored("v1"), version("v1beta1", object({ a: KEEPING }))])],
  ],
  [
    "break/scope",
    [crd()],
    [crd([stored("v1")], { scope: "Cluster" })],
    [crd([stored("v1")], { scope: "Other" as "Cluster" })],
  ],
  ["addition/names", [crd()], [NAMED_AS("w")], [NAMED_AS("x")]],
  [
    "addition/version-served",
    [crd([stored("v1"), version("v2", FIELD, { served: false })])],
    [crd([stored("v1"), version("v2", object({ a: BOUNDED }))])],
    [crd([stored("v1"), version("v2", object({ a: PATTERN }))])],
  ],
  [
    "addition/storage",
    [crd([stored("v1"), version("v2", FIELD, { served: false })])],
    [crd([version("v1"), stored("v2", object({ a: BOUNDED }), { served: false })])],
    [crd([version("v1"), stored("v2", object({ a: PATTERN }), { served: false })])],
  ],
  [
    "addition/columns",
    [crd()],
    [crd([stored("v1", object({}), COLUMN(".a"))])],
    [crd([stored("v1", object({}), COLUMN(".b"))])],
  ],
  inSchema("tightening/values", FIELD, object({ a: BOUNDED }), object({ a: PATTERN })),
  // The fields reject their own defaults. Below a map, the API server does not check defaults.
  inSchema(
    "tightening/values",
    object({ m: VALUES_OF(object({})) }),
    object({ m: VALUES_OF(object({ a: { ...BOUNDED, default: "xx" } })) }),
    object({ m: VALUES_OF(object({ a: { ...BOUNDED, default: "yy" } })) }),
  ),
  inSchema(
    "tightening/values",
    object({ m: VALUES_OF(object({})) }),
    object({ m: VALUES_OF(object({ a: { ...BOUNDED, default: "xx" } })) }),
    object({ m: VALUES_OF(object({ a: { ...PATTERN, default: "xx" } })) }),
  ),
  // The bound is unchanged, but objects have one field more when they are read.
  inSchema("tightening/values", COUNTED({}), COUNTED({ c: DEFAULTING("x") }), COUNTED({ d: DEFAULTING("x") })),
  inSchema(
    "break/values",
    object({ a: { ...STRING, nullable: true } }, { required: ["a"] }),
    object({ a: DEFAULTING("x") }, { required: ["a"] }),
    object({ a: DEFAULTING("y") }, { required: ["a"] }),
  ),
  inSchema(
    "tightening/required",
    object({}),
    object({ a: STRING }, { required: ["a"] }),
    object({ a: BOUNDED }, { required: ["a"] }),
  ),
  inSchema(
    "loosening/required",
    object({ a: STRING }, { required: ["a"] }),
    object({ a: DEFAULTING("x") }, { required: ["a"] }),
    object({ a: DEFAULTING("y") }, { required: ["a"] }),
  ),
  inSchema("break/default", FIELD, object({ a: DEFAULTING("x") }), object({ a: DEFAULTING("y") })),
  inSchema("break/list-type", LISTED("atomic"), LISTED("set"), LISTED("map")),
  inSchema("break/map-type", MAPPED("granular"), MAPPED("atomic"), MAPPED("other")),
  [
    "break/status-subresource",
    [crd([stored("v1", STATED)])],
    [crd([stored("v1", STATED, WITH_STATUS)])],
    [crd([stored("v1", { ...STATED, minProperties: 4 }, WITH_STATUS)])],
  ],
  [
    "break/status-subresource",
    [crd([stored("v1", STATED)])],
    [crd([stored("v1", { ...STATED, minProperties: 4 }, WITH_STATUS)])],
    [crd([stored("v1", { ...STATED, required: ["status"] }, WITH_STATUS)])],
  ],
  // The rule is unchanged, but it reads a default.
  inSchema("tightening/rule", COMPARED({}), COMPARED({ c: DEFAULTING("x") }), COMPARED({ c: DEFAULTING("y") })),
  inSchema("tightening/rule", FIELD, { ...FIELD, ...RULED("has(self.a)") }, { ...FIELD, ...RULED("!has(self.a)") }),
];

/**
 * Changes of these subjects have no content of their own: something is removed, or is added without any choice. Related
 * changes are reported separately. Labels and wording need no waiver.
 */
const WITHOUT_CONTENT: readonly Subject[] = [
  "kind-removed",
  "version-removed",
  "version-unserved",
  "version-deprecated",
  "field-removed",
  "unknown-fields",
  "labels",
  "wording",
];

judging("changes of every subject tell their content, or have none", () => {
  const told = new Set(TWO_ENDS.map(([rule]) => rule.slice(rule.indexOf("/") + 1)));
  const silent = SUBJECTS.filter((subject) => !told.has(subject) && !WITHOUT_CONTENT.includes(subject));
  assert.equal(silent, []);
});

for (const [rule, before, one, other] of TWO_ENDS) {
  judging(`${rule}: a waiver is for what changed, and for nothing else at its place`, () => {
    const fingerprintTo = (after: CustomResourceDefinition[]) => {
      const { findings } = verdictOf(release("1.0.0", { standard: before }), release("1.1.0", { standard: after }), {
        options: RENAMED,
        renamedKinds: RENAMED.renamedKinds,
      });
      return findings.filter((finding) => finding.rule === rule).map(({ fingerprint }) => fingerprint);
    };
    const [first, second] = [fingerprintTo(one), fingerprintTo(other)];
    assert.equal([first.length, second.length], [1, 1]);
    assert.is.not(first[0], second[0]);
  });
}

judging("every finding says what it asks for and what to do, under a fingerprint that stays the same", () => {
  const sections = TWO_ENDS.flatMap(([rule, before, ...ends]) =>
    ends.map((after) => {
      const of = (name: string, crds: CustomResourceDefinition[]) =>
        release(name, { standard: crds, experimental: crds }, "2026-01-15");
      const under = (profile: Profile) =>
        verdictOf(of("1.0.0", before), of("1.1.0", after), {
          options: RENAMED,
          renamedKinds: RENAMED.renamedKinds,
          profile,
        });
      const bumps = [...profiles].map(([name, profile]) => {
        const { lowest, overall } = under(profile);
        return `  ${name}: ${overall}, ${JSON.stringify(lowest)}\n`;
      });
      const { findings, blocked } = under(channels);
      const lines = findings.map((finding) => {
        const { message, fix } = findingWords(finding);
        const { channel, versions, path = "", fingerprint, requires } = finding;
        const where = [finding.rule, channel, ...versions, path].filter((part) => part !== "").join(" ");
        return `  ${fingerprint} ${requires} ${where}: ${message}\n    ${fix}\n`;
      });
      const stuck = blocked.map((install) => `  blocked: ${JSON.stringify(install)}\n`);
      return `${rule}\n${[...bumps, ...lines, ...stuck].join("")}`;
    }),
  );
  matchesGolden(sections.join(""), join(ROOT, "tests/changes/policy/findings.txt"));
});

judging("words and orders that mean nothing leave the fingerprint of what is new", () => {
  const rules = (message: string) => ({ "x-kubernetes-validations": [{ rule: "has(self.a)", message }] });
  const fields = { a: STRING, description: { type: "array", items: STRING } };
  const plain = object(fields, { required: ["a", "description"], ...rules("one") });
  const { description, a } = fields;
  const worded = object(
    { description: { ...description, items: { ...STRING, title: "Words." } }, a: { ...a, description: "Words." } },
    { required: ["description", "a"], ...rules("another") },
  );
  const nameless = object({ a: STRING }, { required: ["a", "description"], ...rules("one") });
  const columns = (description: string) => ({ additionalPrinterColumns: [{ name: "A", jsonPath: ".a", description }] });
  const of = (schema: JsonObject, words: string) => [
    fingerprints(object({}), object({ field: schema })),
    verdictOf(
      release("1.0.0", { standard: [] }),
      release("1.1.0", { standard: [crd([stored("v1", schema, columns(words))], {}, { labels: { a: words } })] }),
    ).findings.map(({ fingerprint }) => fingerprint),
  ];
  assert.equal(of(worded, "these"), of(plain, "those"));
  const [[other], [known]] = [of(nameless, ""), of(plain, "")];
  assert.is.not(other?.[0], known?.[0], "a field that is called description is no wording");
});

judging("a defect that was there before is no new one when what is at its place changes", () => {
  const of = (name: string, schema: JsonObject) => standard(name, stored("v1"), version("v1beta1", schema));
  assert.equal(problems(verdictOf(of("1.0.0", FIELD), of("1.1.0", object({ a: KEEPING })))), []);
});

judging("a tombstone may not be deleted as long as there is the kind, and goes with it", () => {
  const reserved = [{ crd: "widgets.example.dev", path: PATH_A }];
  const before = { ...experimental("1.0.0", stored("v1")), reserved };
  const deleted = (after: BundleState) => problems(verdictOf(before, after));
  const after = experimental("1.1.0", stored("v1"));
  assert.equal(deleted({ ...after, reserved }), []);
  assert.equal(deleted({ ...after, reserved: [] }), ["tombstone-deleted widgets .a"]);
  assert.equal(deleted(after), [], "a state that does not list them");
  assert.equal(deleted({ ...release("1.1.0", { experimental: [named("gadgets")] }), reserved: [] }), []);
});

judging("a field leaves the experimental channel with a tombstone or a conversion", () => {
  const [before, after] = [experimental("1.0.0", stored("v1", FIELD)), experimental("1.1.0", stored("v1"))];
  const messages = (hasTombstone: boolean, hasConversion: boolean) => {
    const asked: string[] = [];
    const answer = (is: boolean) => (name: string, path: string) => asked.push(`${name} ${path}`) > 0 && is;
    const retired = { hasTombstone: answer(hasTombstone), hasConversion: answer(hasConversion) };
    const verdict = verdictOf(before, after, { retired });
    assert.equal([...new Set(asked)], ["widgets.example.dev .a"]);
    return [
      verdict.overall,
      ...verdict.findings
        .filter(({ rule }) => rule === "retired-without-trace")
        .map((finding) => findingWords(finding).message),
    ];
  };
  assert.equal(messages(true, true), ["minor"]);
  assert.equal(messages(false, true), ["refused", ".a was removed without a tombstone"]);
  assert.equal(messages(true, false), ["refused", ".a was removed without a conversion"]);
  assert.equal(messages(false, false), ["refused", ".a was removed without a tombstone or a conversion"]);
  const moved = { ...NO_OPTIONS, moves: new Map([["widgets.example.dev", new Map([[PATH_A, parseFieldPath(".b")]])]]) };
  const now = experimental("1.1.0", stored("v1", object({ b: STRING })));
  assert.equal(
    problems(verdictOf(before, now, { options: moved })),
    ["retired-without-trace widgets .a"].map((line) => line.replace("widgets ", "widgets v1 ")),
  );
});

/** A field that is experimental since 1.0.0, changes in 1.1.0, and does not change in later releases. */
const LINEAGE = [
  ["1.0.0", "2025-01-31", object({ a: STRING })],
  ["1.1.0", "2025-03-10", object({ a: { type: "integer" } })],
  ["1.1.1", "2025-04-10", object({ a: { type: "integer" } })],
  ["1.2.0", "2025-06-10", object({ a: { type: "integer", description: "Words." } })],
] as const;
const lineage = LINEAGE.map(([name, date, schema]) =>
  release(name, { standard: [crd()], experimental: [crd([stored("v1", schema)])] }, date),
);

judging("what is new in a bundle without an experimental channel needs no graduation", () => {
  const before = standard("1.0.0", stored("v1"));
  const after = standard("1.1.0", stored("v1", object({ a: STRING })), version("v2", object({ a: STRING })));
  const two = verdictOf(before, after);
  assert.is(two.overall, "refused");
  const one = verdictOf(before, after, { channels: ["standard"] });
  assert.equal([problems(one), one.overall], [[], "minor"]);
});

judging("counts the life of an experimental thing", () => {
  const experience = experienceOf("widgets.example.dev", PATH_A, lineage);
  assert.equal(
    [experience?.since.name, experience?.changed.name, experience?.releasesUnchanged],
    ["v1.0.0", "v1.1.0", 1],
    "patches are not counted: 1.1.1 could not have changed it",
  );
  assert.is(experienceOf("widgets.example.dev", parseFieldPath(".b"), lineage), undefined);
  const gap = release("1.3.0", { experimental: [crd()] });
  assert.is(experienceOf("widgets.example.dev", PATH_A, [...lineage, gap]), undefined);
  const again = experienceOf("widgets.example.dev", PATH_A, [...lineage, gap, lineage[3] as BundleState]);
  assert.is(again?.since, lineage[3]);
});

judging("the working tree is no release that left a thing unchanged", () => {
  const tree = release("1.3.0", { experimental: [crd([stored("v1", LINEAGE[3][2])])] }, "2025-09-10");
  assert.is(experienceOf("widgets.example.dev", PATH_A, lineage, { tree })?.releasesUnchanged, 1);
  assert.is(experienceOf("widgets.example.dev", PATH_A, [...lineage, tree])?.releasesUnchanged, 2);
});

judging("asks for releases and for months without a change, both", () => {
  const experience = experienceOf("widgets.example.dev", PATH_A, lineage);
  if (!experience) throw new Error("there is none");
  const unchanged = (today: string, releasesUnchanged: number) =>
    criteriaFor({ ...experience, releasesUnchanged }, channels.graduation, today, []).find(
      ({ name }) => name === "unchanged",
    );
  assert.equal(unchanged("2025-06-09", 1)?.holds, false, "2 months after 1.1.0 changed it");
  assert.equal(unchanged("2025-06-10", 1)?.holds, true);
  assert.equal(unchanged("2025-06-10", 0)?.holds, false);
});

judging("counts whole months", () => {
  assert.is(monthsBetween("2025-01-31", "2025-02-28"), 0);
  assert.is(monthsBetween("2025-01-15", "2025-02-15"), 1);
  assert.is(monthsBetween("2024-11-15", "2025-02-14"), 2);
  assert.is(monthsBetween("2025-02-15", "2025-01-15"), 0);
  assert.is(monthsBetween(undefined, "2025-01-15"), 0);
});

const CRITERIA = ["conformance", "implementations", "usage", "approval"];

function attested(...criteria: string[]): Attestation[] {
  return criteria.map((criterion) => ({
    crd: "widgets.example.dev",
    path: PATH_A,
    criterion,
    link: "https://example.dev",
  }));
}

function missing(today: string, attestations: readonly Attestation[] | undefined): string[] {
  const experience = experienceOf("widgets.example.dev", PATH_A, lineage);
  if (!experience) throw new Error("there is none");
  const criteria = criteriaFor(experience, channels.graduation, today, attestations);
  return criteria.filter(({ holds }) => !holds).map(({ name }) => name);
}

judging("asks for time, for rest and for what people attest", () => {
  assert.equal(missing("2025-06-11", []), ["months", ...CRITERIA]);
  assert.equal(missing("2025-07-31", attested(...CRITERIA)), []);
  assert.equal(
    missing("2025-07-31", attested("usage")),
    CRITERIA.filter((name) => name !== "usage"),
  );
  assert.equal(missing("2025-07-30", undefined), ["months"]);
  const whole = attested(...CRITERIA).map(({ path: _, ...rest }) => rest);
  assert.equal(missing("2025-07-31", whole), [], "attested for the kind as a whole");
  const other = attested(...CRITERIA).map((attestation) => ({ ...attestation, path: parseFieldPath(".b") }));
  assert.equal(missing("2025-07-31", other), CRITERIA);
});

judging("a field graduates as soon as the criteria hold", () => {
  const schema = LINEAGE[3][2];
  const after = (date: string) =>
    release("1.3.0", { standard: [crd([stored("v1", schema)])], experimental: [crd([stored("v1", schema)])] }, date);
  const of = (date: string, attestations: readonly Attestation[]) =>
    verdictOf(lineage[3] as BundleState, after(date), { lineage, attestations });
  assert.is(of("2025-08-01", attested(...CRITERIA)).lowest.standard, "minor");
  const early = of("2025-07-01", attested("usage"));
  assert.equal([early.lowest.standard, problems(early)], ["refused", ["graduates-too-early widgets v1 .a"]]);
  const message = wordsIn(early, "graduates-too-early").message;
  for (const part of ["months (5 of 6)", "conformance", "approval"]) assert.match(message, part);
  assert.not.match(message, "usage");
});

judging("a member of an enum graduates by its own life, and is named", () => {
  const engine = (...members: string[]) => [crd([stored("v1", object({ a: { type: "string", enum: members } }))])];
  const [old, more] = [engine("MySQL"), engine("MySQL", "SQLite")];
  const states = [
    release("1.0.0", { standard: old, experimental: old }, "2024-01-10"),
    release("1.1.0", { standard: old, experimental: more }, "2025-01-10"),
    release("1.2.0", { standard: old, experimental: more }, "2025-04-10"),
  ];
  const of = (date: string) =>
    verdictOf(states[2] as BundleState, release("1.3.0", { standard: more, experimental: more }, date), {
      lineage: states,
      attestations: attested(...CRITERIA),
    });
  const early = of("2025-07-09");
  assert.equal(problems(early), ["graduates-too-early widgets v1 .a"]);
  const message = wordsIn(early, "graduates-too-early").message;
  assert.is(message, '"SQLite" graduates too early: unmet criteria: months (5 of 6)');
  assert.equal(problems(of("2025-07-10")), []);
});

judging("what graduation lacks is told with what is asked for", () => {
  const experience = experienceOf("widgets.example.dev", PATH_A, lineage);
  if (!experience) throw new Error("there is none");
  const figures = criteriaFor(experience, channels.graduation, "2025-06-09", undefined).map(({ figure }) => figure);
  assert.equal(figures, ["4 of 6 months", `${experience.releasesUnchanged} of 1 release and 2 of 3 months unchanged`]);
});

judging("the fix of what is new in the standard channel is its tag", () => {
  const fixesOf = (before: JsonObject, after: JsonObject) =>
    verdictOf(
      release("1.0.0", { standard: [crd([stored("v1", before)])] }),
      release("1.1.0", { standard: [crd([stored("v1", after)])] }),
    ).findings.map((finding) => findingWords(finding).fix);
  const members = (...values: string[]) => object({ a: { type: "string", enum: values } });
  const experimental =
    "Do one of the following: tag the addition @experimental; revert the change; or add a waiver to apis/waivers.yaml (see docs/waive.md).";
  for (const fixes of [fixesOf(object({}), object({ a: STRING })), fixesOf(members("A"), members("A", "B"))]) {
    assert.is(fixes.length, 1);
    assert.match(fixes[0] ?? "", experimental);
  }
  const [undecided = ""] = fixesOf(
    object({ a: { ...STRING, format: "x" } }),
    object({ a: { ...STRING, format: "y" } }),
  );
  assert.not.match(undecided, "@experimental");
});

judging("a channel that no state has is not judged", () => {
  const [before, after] = ["1.0.0", "1.1.0"].map((name) => release(name, { standard: [crd()] }));
  assert.equal(verdictOf(before as BundleState, after as BundleState).lowest, { standard: "patch" });
});

judging("the fix of a version that is removed too early keeps it for a release, unserved", () => {
  const of = (...versions: CrdVersion[]) => release("1.0.0", { standard: [crd(versions)] });
  const fix = (before: BundleState, after: BundleState) => wordsIn(verdictOf(before, after), "removed-too-early").fix;
  assert.match(
    fix(of(version("v1"), stored("v2")), of(stored("v2"))),
    /^Keep v1 in this release\. If the previous release deprecated v1, tag it `@unserved`\./,
  );
  assert.match(fix(of(stored("v1"), version("v2")), of(stored("v2"))), /^Keep v1 in this release\. .*@unserved/);
});

const WEBHOOK = { conversion: { strategy: "Webhook" } };
const INTEGER_FIELD = object({ a: { type: "integer" } });

judging("a field graduates in the versions that it enters, and the one with the least experience counts", () => {
  const of = (v1: JsonObject, v2: JsonObject, isServed = true) =>
    crd([stored("v1", v1), version("v2", v2, { served: isServed })], WEBHOOK);
  const none = object({});
  const older = release("1.0.0", { standard: [of(none, none)], experimental: [of(FIELD, none)] }, "2025-01-01");
  const early = (v1: JsonObject, v2: JsonObject, isServed = true) => {
    const before = release(
      "1.1.0",
      { standard: [of(none, none, isServed)], experimental: [of(FIELD, FIELD, isServed)] },
      "2026-01-01",
    );
    const after = release(
      "1.2.0",
      { standard: [of(v1, v2, isServed)], experimental: [of(FIELD, FIELD, isServed)] },
      "2026-01-02",
    );
    const { findings } = verdictOf(before, after, { lineage: [older, before] });
    return findings
      .filter(({ rule }) => rule === "graduates-too-early")
      .map((finding) => `${finding.versions.join()}: ${/months \([^)]*/.exec(findingWords(finding).message)?.[0]}`);
  };
  assert.equal(early(FIELD, none), [], "v1 has had it for a year");
  assert.equal(early(none, FIELD), ["v2: months (0 of 6"]);
  assert.equal(early(FIELD, FIELD), ["v2,v1: months (0 of 6"]);
  assert.equal(early(FIELD, FIELD, false), [], "a version that nobody reads or stores needs no experience");
});

judging("a kind graduates with all versions that objects are read or stored in", () => {
  const of = (schema: JsonObject, served: boolean) =>
    crd([stored("v1", FIELD), version("v2", schema, { served })], WEBHOOK);
  const early = (served: boolean) => {
    const older = release("1.0.0", { standard: [], experimental: [of(INTEGER_FIELD, served)] }, "2025-01-01");
    const before = release("1.1.0", { standard: [], experimental: [of(FIELD, served)] }, "2026-01-01");
    const after = release("1.2.0", { standard: [of(FIELD, served)], experimental: [of(FIELD, served)] }, "2026-01-02");
    return problems(verdictOf(before, after, { lineage: [older, before] }));
  };
  assert.equal(early(true), ["graduates-too-early widgets"], "v2 changed the day before");
  // A changed version that is not served does not count: v1 has existed for a year and has not changed since.
  assert.equal(early(false), []);
});

judging("a version that has another name in the experimental channel has the experience of the storage version", () => {
  const at = (name: string, date: string, standardOnes: CustomResourceDefinition[]) =>
    release(name, { standard: standardOnes, experimental: [crd([stored("v1alpha1", FIELD)])] }, date);
  const known = [at("1.0.0", "2025-01-01", []), at("1.1.0", "2025-06-01", [])];
  const after = (date: string) => at("1.2.0", date, [crd([stored("v1", FIELD)])]);
  const early = (date: string) => problems(verdictOf(known[1] as BundleState, after(date), { lineage: known }));
  assert.equal(early("2025-07-01"), []);
  assert.equal(early("2025-06-30"), ["graduates-too-early widgets"]);
});

judging("time in a version that is neither served nor stored is no experience", () => {
  const none = object({});
  const of = (v2: JsonObject, served: boolean) => crd([stored("v1"), version("v2", v2, { served })], WEBHOOK);
  const early = (...isServed: boolean[]) => {
    const known = isServed.map((served, index) =>
      release(`1.${index}.0`, { standard: [of(none, served)], experimental: [of(FIELD, served)] }, `202${index}-01-01`),
    );
    const channels = { standard: [of(FIELD, true)], experimental: [of(FIELD, true)] };
    const after = release("1.9.0", channels, `202${isServed.length}-01-01`);
    const { findings } = verdictOf(known.at(-1) as BundleState, after, { lineage: known });
    return findings
      .filter(({ rule, path }) => rule === "graduates-too-early" && path !== undefined)
      .map((finding) => `${finding.path} ${findingWords(finding).message}`);
  };
  assert.equal(early(true, true), []);
  assert.equal(early(false, false), [
    ".a it graduates too early: no earlier release has it in a served or stored version of the experimental channel",
  ]);
  assert.equal(early(false, true, true), [], "served since 2021");
  assert.equal(
    early(true, true, false, true),
    [".a it graduates too early: unmet criteria: unchanged (0 of 1 release and 12 of 3 months)"],
    "served for a year after a gap",
  );
});

/** Returns the findings for a version v2 that enters the standard channel next to v1. */
function entering(
  v2: CrdVersion,
  tried: readonly (CrdVersion | undefined)[],
  { had, v1 = stored("v1", FIELD), profile = channels }: { had?: CrdVersion; v1?: CrdVersion; profile?: Profile } = {},
): string[] {
  const of = (...versions: (CrdVersion | undefined)[]) => [
    crd(
      versions.filter((each) => each !== undefined),
      WEBHOOK,
    ),
  ];
  const known = tried.map((experimentalOne, index) =>
    release(`1.${index}.0`, { standard: of(v1, had), experimental: of(v1, experimentalOne) }, `202${index}-01-01`),
  );
  const channelsAfter = { standard: of(v1, v2), experimental: of(v1, v2) };
  const after = release("1.9.0", channelsAfter, `202${tried.length}-01-01`);
  const { findings } = verdictOf(known.at(-1) as BundleState, after, { lineage: known, profile });
  return findings.filter(({ rule }) => rule === "graduates-too-early").map((finding) => findingWords(finding).message);
}

const TWO = version("v2", TWO_FIELDS);

judging("a version with something new enters the standard channel only after its time in the experimental one", () => {
  const never =
    "it graduates too early: it is not in the experimental channel of the previous release, or it is different there; new in it: ";
  assert.equal(entering(TWO, [undefined]), [`${never}.b: the field is new`]);
  assert.equal(entering(TWO, [version("v2", FIELD)]), [`${never}.b: the field is new`]);
  assert.equal(entering(TWO, [{ ...TWO, served: false }]), [`${never}.b: the field is new`], "nobody could try it");
  assert.equal(entering(TWO, [undefined, TWO]), [
    "it graduates too early: unmet criteria: unchanged (0 of 1 release and 12 of 3 months); new in it: .b: the field is new",
  ]);
  assert.equal(entering(TWO, [TWO, TWO]), []);
  assert.equal(entering(TWO, [undefined, TWO, TWO]), []);
  assert.equal(entering(version("v2", INTEGER_FIELD), [undefined]), [
    `${never}.a: the type changed from string to integer`,
  ]);
  assert.equal(entering(version("v2", FIELD, SCALE(".a")), [undefined]), [`${never}the scale subresource is new`]);
  assert.equal(entering(TWO, [undefined], { profile: guideline }), [], "there, additions need not graduate");
});

judging("the storage version does not stand in for a version that graduates beside it", () => {
  const v1 = stored("v1", TWO_FIELDS);
  const three = version("v2", object({ a: STRING, b: STRING, c: STRING }));
  const at = (date: string) => {
    const [known, before] = [
      release("1.0.0", { standard: [crd([v1], WEBHOOK)], experimental: [crd([v1], WEBHOOK)] }, "2025-01-01"),
      release("1.1.0", { standard: [crd([v1], WEBHOOK)], experimental: [crd([v1, three], WEBHOOK)] }, "2025-06-01"),
    ];
    const next = release(
      "1.2.0",
      { standard: [crd([v1], WEBHOOK)], experimental: [crd([v1, three], WEBHOOK)] },
      "2025-07-01",
    );
    const after = release(
      "1.3.0",
      { standard: [crd([v1, three], WEBHOOK)], experimental: [crd([v1, three], WEBHOOK)] },
      date,
    );
    return problems(verdictOf(next, after, { lineage: [known, before, next] }));
  };
  assert.equal(at("2025-11-30"), ["graduates-too-early widgets v2"]);
  assert.equal(at("2025-12-01"), []);
});

judging("a version with nothing that the standard channel lacks need not be experimental", () => {
  assert.equal(entering(version("v2", FIELD), [undefined]), [], "the same as v1");
  assert.equal(entering(version("v2", { ...FIELD, description: "Words." }), [undefined]), []);
  assert.equal(entering(version("v2", FIELD, { deprecated: true }), [undefined]), []);
  assert.equal(entering(version("v2"), [undefined]), [], "less than v1");
  const narrower = object({ a: { ...STRING, maxLength: 3 } }, { required: ["a"] });
  assert.equal(entering(version("v2", narrower), [undefined]), [], "fewer values than v1");
  const columns = [{ name: "A", type: "string", jsonPath: ".a" }];
  assert.equal(entering(version("v2", FIELD, { additionalPrinterColumns: columns }), [undefined]), []);
  assert.equal(entering(version("v2", TWO_FIELDS, { served: false }), [undefined]), [], "nobody can use it yet");
});

judging("a version that is like another one after the release is judged by the fields that graduate there", () => {
  const of = (...versions: CrdVersion[]) => [crd(versions)];
  const before = release(
    "1.0.0",
    { standard: of(stored("v1", FIELD)), experimental: of(stored("v1", TWO_FIELDS)) },
    "2024-01-01",
  );
  const both = of(stored("v1", TWO_FIELDS), TWO);
  const next = { ...before, name: "v1.1.0", version: versionFrom("1.1.0"), date: "2024-06-01" };
  const after = release("1.2.0", { standard: both, experimental: both }, "2025-01-01");
  assert.equal(problems(verdictOf(next, after, { lineage: [before, next] })), []);
  assert.equal(problems(verdictOf(before, after)), ["graduates-too-early widgets v1 .b"]);
});

judging("a version comes to be served with what is in it, and is served again as it was", () => {
  const unserved = { ...TWO, served: false };
  assert.is(entering(TWO, [undefined], { had: unserved }).length, 1);
  assert.is(entering(TWO, [unserved, unserved], { had: unserved }).length, 1);
  assert.equal(entering(TWO, [TWO, TWO], { had: unserved }), []);
  assert.equal(entering(version("v2", FIELD), [undefined], { had: version("v2", FIELD, { served: false }) }), []);
  const v1 = stored("v1", FIELD);
  const states = [TWO, { ...TWO, deprecated: true as const }, unserved, TWO].map((v2, index) =>
    release(`1.${index}.0`, { standard: [crd([v1, v2], WEBHOOK)] }),
  ) as [BundleState, BundleState, BundleState, BundleState];
  assert.equal(problems(verdictOf(states[2], states[3], { lineage: states.slice(0, 3) })), []);
  assert.equal(problems(verdictOf(states[2], states[3])), ["graduates-too-early widgets v2"]);
});

judging("what graduates without any experience is rejected", () => {
  const [before, after] = ["1.0.0", "1.1.0"].map((name) =>
    release(name, { standard: name === "1.0.0" ? [crd()] : PAIR(FIELD), experimental: PAIR(FIELD) }),
  ) as [BundleState, BundleState];
  const { findings } = verdictOf(before, after, { lineage: [] });
  assert.match(
    wordsIn({ findings }, "graduates-too-early").message,
    "no earlier release has it in a served or stored version of the experimental channel",
  );
});

judging("a kind that graduates under another name is asked for the life under the old one", () => {
  const former = [stored("v1", FIELD)];
  const options = { ...NO_OPTIONS, renamedKinds: new Map([["gadgets.example.dev", "widgets.example.dev"]]) };
  const before = release("1.0.0", { standard: [], experimental: [named("gadgets", former)] }, "2025-01-01");
  const after = release("1.1.0", { standard: [crd(former)], experimental: [crd(former)] }, "2025-02-01");
  const verdict = verdictOf(before, after, { options, attestations: [], renamedKinds: options.renamedKinds });
  assert.equal(problems(verdict), ["graduates-too-early widgets"]);
});

const STATUS = { subresources: { status: {} } };

judging("versions of a kind have status or have it not, alike", () => {
  const status = STATUS;
  const [good, bad] = [
    standard("1.0.0", stored("v1", object({}), status), version("v1beta1", object({}), status)),
    standard("1.1.0", stored("v1", object({}), status), version("v1beta1")),
  ];
  const verdict = verdictOf(good, bad);
  assert.equal([problems(verdict), verdict.overall], [["status-differs widgets v1beta1"], "refused"]);
  assert.equal(problems(verdictOf(bad, good)), []);
  assert.equal(problems(verdictOf(bad, { ...bad, name: "v1.1.1" })), [], "it was so before");
});

judging("served versions of the standard channel convert into each other", () => {
  const good = [stored("v1", FIELD), version("v1beta1", FIELD)];
  const bad = [stored("v1", FIELD), version("v1beta1", TWO_FIELDS)];
  const before = release("1.0.0", { standard: [crd(good)], experimental: [crd(good)] });
  const verdict = verdictOf(before, release("1.1.0", { standard: [crd(bad)], experimental: [crd(bad)] }));
  assert.equal(problems(verdict), ["versions-not-convertible widgets v1 v1beta1 .b"]);
  const worded = [stored("v1", FIELD), version("v1beta1", { ...FIELD, description: "Words." })];
  const unserved = [stored("v1", FIELD), version("v1beta1", TWO_FIELDS, { served: false })];
  for (const fine of [worded, unserved]) {
    assert.not.match(problems(verdictOf(before, standard("1.1.0", ...fine))).join(), "not-convertible");
  }
  assert.equal(
    problems(verdictOf(standard("1.0.0", ...bad), standard("1.1.0", ...bad.toReversed()))),
    [],
    "it was so before, in another order",
  );
});

judging("objects of the storage version convert into the served ones, those of the release before too", () => {
  const unserved = { served: false };
  const found = (before: CrdVersion[], after: CrdVersion[], spec = {}) =>
    problems(
      verdictOf(
        release("1.0.0", { standard: [crd(before, spec)] }),
        release("1.1.0", { standard: [crd(after, spec)] }),
      ),
    ).filter((line) => line.startsWith("versions"));
  const alike = [stored("v1", FIELD, unserved), version("v2", FIELD)];
  const differing = ["versions-not-convertible widgets v2 v1 .b"];
  assert.equal(found(alike, [stored("v1", TWO_FIELDS, unserved), version("v2", FIELD)]), differing, "not served");
  assert.equal(found(alike, [stored("v1", FIELD, unserved), version("v2", TWO_FIELDS)]), differing);
  assert.equal(found(alike, alike), []);
  const prepared = [stored("v1", TWO_FIELDS, { deprecated: true }), version("v2", FIELD, unserved)];
  const swapped = [version("v1", TWO_FIELDS, { ...unserved, deprecated: true }), stored("v2", FIELD)];
  assert.equal(found(prepared, swapped), differing, "stored by the release before");
  assert.equal(found(prepared, swapped, WEBHOOK), []);
  assert.equal(found(swapped, [...swapped]), [], "no release before stored anything else");
  const defect = [stored("v1", TWO_FIELDS), version("v2", FIELD)];
  assert.equal(found(defect, [stored("v1", TWO_FIELDS, unserved), version("v2", FIELD)]), [], "it was so before");
});

judging("a version that cannot be converted is a new problem once it is the storage version", () => {
  const [before, moved] = [
    [stored("v1", TWO_FIELDS), version("v2", FIELD)],
    [version("v1", TWO_FIELDS), stored("v2", FIELD)],
  ];
  const verdict = verdictOf(standard("1.0.0", ...before), standard("1.1.0", ...moved));
  assert.equal(problems(verdict), ["versions-not-convertible widgets v2 v1 .b"]);
  assert.is(verdict.overall, "refused");
  assert.equal(problems(verdictOf(standard("1.1.0", ...moved), standard("1.2.0", ...moved))), [], "stored before");
});

judging("objects of every version that they may be stored in convert into the served ones", () => {
  const of = (schema: JsonObject, served: boolean, status?: CustomResourceDefinition["status"]) =>
    crd([stored("v1", TWO_FIELDS), version("v1alpha1", schema, { served, deprecated: true })], {}, {}, status);
  const found = (states: CustomResourceDefinition[], after: CustomResourceDefinition) => {
    const known = states.map((state, index) => release(`1.${index}.0`, { standard: [state] }));
    const now = release("1.9.0", { standard: [after] });
    return problems(verdictOf(known.at(-1) as BundleState, now, { lineage: known })).filter((line) =>
      line.startsWith("versions"),
    );
  };
  const differing = ["versions-not-convertible widgets v1 v1alpha1 .b"];
  const [alike, narrowed] = [of(TWO_FIELDS, false), of(FIELD, false)];
  const listing = (...storedVersions: string[]) => ({ storedVersions });
  assert.equal(found([of(TWO_FIELDS, true, listing("v1alpha1", "v1"))], narrowed), differing, "listed");
  const storing = crd([version("v1", TWO_FIELDS), stored("v1alpha1", TWO_FIELDS)]);
  assert.equal(found([storing, alike], narrowed), differing, "stored by an earlier release");
  assert.equal(found([storing, alike, alike], narrowed), differing, "stored long ago");
  assert.equal(found([alike], narrowed), [], "never stored");
  assert.equal(found([storing, of(TWO_FIELDS, false, listing("v1"))], narrowed), [], "migrated");
  assert.equal(found([storing, of(TWO_FIELDS, false, listing())], narrowed), differing, "a status that tells nothing");
  assert.equal(found([storing, narrowed], narrowed), [], "it was so before");
  const bounded = (maxLength: number) => of(object({ a: STRING, b: { ...STRING, maxLength } }), false);
  assert.equal(found([storing, alike], bounded(1)), [], "no request is validated by it");
  const strict = [
    stored("v1", object({ a: STRING, b: BOUNDED })),
    version("v1alpha1", TWO_FIELDS, { served: false, deprecated: true }),
  ];
  assert.equal(found([storing, alike], crd(strict)), differing, "stored objects that the served version rejects");
});

judging("a field that goes from a version which an earlier release stored is a break", () => {
  const of = (schema: JsonObject) => crd([stored("v1"), version("v1alpha1", schema, { served: false })], WEBHOOK);
  const storing = crd([version("v1"), stored("v1alpha1", FIELD)], WEBHOOK);
  const rules = (channel: "standard" | "experimental", earlier: BundleState) => {
    const before = release("1.1.0", { [channel]: [of(FIELD)] });
    const after = release("1.2.0", { [channel]: [of(object({}))] });
    const { findings } = verdictOf(before, after, { lineage: [earlier, before] });
    return findings.map(({ rule }) => rule).filter((rule) => rule !== "retired-without-trace");
  };
  const [broken, unseen] = [["break/field-removed"], ["wording/wording"]];
  assert.equal(rules("standard", release("1.0.0", { standard: [storing] })), broken);
  assert.equal(rules("experimental", release("1.0.0", { experimental: [storing] })), broken);
  assert.equal(rules("experimental", release("1.0.0", { standard: [storing] })), broken, "which takes it over");
  assert.equal(rules("standard", release("1.0.0", { experimental: [storing] })), unseen, "which leads nowhere back");
  assert.equal(rules("standard", release("1.0.0", { standard: [of(FIELD)] })), unseen);
});

judging("an upgrade is not blocked by a version that a cluster has migrated", () => {
  const storing = standard("1.0.0", stored("v1beta1"), version("v1"));
  const cluster = (...storedVersions: string[]) =>
    release("1.1.0", { standard: [crd([stored("v1"), GONE], {}, {}, { storedVersions })] });
  const blocked = (before: BundleState) =>
    verdictOf(before, standard("1.2.0", stored("v1")), { lineage: [storing, before] }).blocked.map(
      ({ version: name, releases }) => [name, ...releases].join(" "),
    );
  assert.equal(blocked(cluster("v1")), []);
  assert.equal(blocked(cluster("v1beta1", "v1")), ["v1beta1 v1.0.0 v1.1.0"]);
  assert.equal(blocked(cluster()), ["v1beta1 v1.0.0"]);
});

judging("no field enters the standard channel in a version that was not served before", () => {
  const of = (isReady: boolean, schema: JsonObject) =>
    isReady
      ? crd([version("v1", object({}), { served: false, deprecated: true }), stored("v2", schema)], WEBHOOK)
      : crd([stored("v1", object({}), { deprecated: true }), version("v2", schema, { served: false })], WEBHOOK);
  const swap = (first: JsonObject, second: JsonObject, isTried = true) => {
    const [before, after] = [of(false, first), of(true, second)];
    const tried = isTried ? of(true, first) : before;
    const known = ["2024-01-01", "2025-01-01"].map((date, index) =>
      release(`1.${index}.0`, { standard: [before], experimental: [tried] }, date),
    );
    const next = release("1.2.0", { standard: [after], experimental: [after] }, "2026-01-01");
    const verdict = verdictOf(known[1] as BundleState, next, { lineage: known });
    return [verdict.lowest.standard, verdict.findings.some(({ rule }) => rule === "addition/field-added")];
  };
  assert.equal(swap(FIELD, FIELD), ["minor", false]);
  assert.equal(swap(FIELD, TWO_FIELDS), ["refused", true]);
  assert.equal(swap(TWO_FIELDS, FIELD), ["minor", false], "nobody had the field");
  assert.equal(swap(FIELD, FIELD, false), ["refused", false], "nor had the experimental channel served it");
  assert.equal(swap(TWO_FIELDS, FIELD, false), ["refused", false]);
});

judging("served versions that a webhook converts may differ", () => {
  const of = (strategy: string, schema: JsonObject) =>
    crd([stored("v1", FIELD), version("v1beta1", schema)], { conversion: { strategy } });
  const judged = (strategy: string) =>
    problems(
      verdictOf(
        release("1.0.0", { standard: [of(strategy, FIELD)] }),
        release("1.1.0", { standard: [of(strategy, TWO_FIELDS)] }),
      ),
    );
  assert.equal(judged("Webhook"), []);
  assert.equal(judged("None"), ["versions-not-convertible widgets v1 v1beta1 .b"]);
});

judging("a finding has the fingerprint that waivers already name", () => {
  // The change lists the versions by priority, v2 before v1; the fingerprint lists them in alphabetical order.
  const before = crd([version("v2", FIELD), stored("v1", FIELD)]);
  const after = crd([version("v2"), stored("v1")]);
  const { findings } = verdictOf(
    release("1.0.0", { experimental: [before] }),
    release("1.1.0", { experimental: [after] }),
  );
  assert.equal(
    findings.map(({ rule, versions, fingerprint }) => [rule, versions.join(), fingerprint]),
    [
      ["break/field-removed", "v2,v1", "15c879275f3b"],
      ["retired-without-trace", "v2,v1", "6a88dc136e60"],
    ],
  );
});

judging("a waiver of one finding covers no other finding at the same place", () => {
  const [before, after] = [standard("1.0.0", stored("v1"), DEPRECATED), standard("1.1.0", stored("v1"))];
  const { findings } = verdictOf(before, after);
  const [change, early] = ["break/version-removed", "removed-too-early"].map((rule) =>
    findings.find((finding) => finding.rule === rule),
  );
  const waived = verdictOf(before, after, { waivers: [waiverFor(change?.fingerprint ?? "")] });
  assert.is(waived.overall, "refused");
  assert.is(verdictOf(before, after, { waivers: [waiverFor(early?.fingerprint ?? "")] }).overall, "minor");
});

judging("says whether objects were stored in a version that is removed too early, or it was only served", () => {
  const message = (before: BundleState, after: BundleState) =>
    wordsIn(verdictOf(before, after), "removed-too-early").message;
  assert.match(message(standard("1.0.0", stored("v1"), OLD), standard("1.1.0", stored("v1"))), "still served it");
  assert.match(
    message(standard("1.0.0", BETA_STORED, version("v1")), standard("1.1.0", stored("v1"))),
    "still stored objects in it",
  );
});

/** Changes, each with the lowest release in each profile, for the standard and the experimental channel. */
const PAIR = (schema: JsonObject) => [crd([stored("v1", schema)])];
const COLUMNS = [crd([stored("v1", object({}), COLUMN(".a"))])];
const TABLE: [
  about: string,
  before: CustomResourceDefinition[],
  after: CustomResourceDefinition[],
  channels: string,
  guideline: string,
][] = [
  ["words", PAIR(FIELD), PAIR({ ...FIELD, description: "Words." }), "patch patch", "patch patch"],
  ["no longer required", PAIR({ ...FIELD, required: ["a"] }), PAIR(FIELD), "minor minor", "patch patch"],
  ["now required", PAIR(FIELD), PAIR({ ...FIELD, required: ["a"] }), "major minor", "minor minor"],
  ["a field that is new", PAIR(FIELD), PAIR(TWO_FIELDS), "refused minor", "patch patch"],
  ["another type", PAIR(FIELD), PAIR(object({ a: { type: "integer" } })), "major minor", "minor minor"],
  ["a kind that is gone", [crd(), named("gadgets")], [crd()], "major minor", "major major"],
  ["another scope", [crd()], [crd([stored("v1")], { scope: "Cluster" })], "major minor", "major major"],
  ["a printer column that is gone", COLUMNS, [crd()], "minor minor", "minor minor"],
  ["a printer column that is new", [crd()], COLUMNS, "minor minor", "patch patch"],
  [
    "a status subresource that is new",
    [crd()],
    [crd([stored("v1", object({}), STATUS)])],
    "refused minor",
    "patch patch",
  ],
  ["a version that is new", [crd()], [crd([stored("v1"), version("v2")])], "minor minor", "patch patch"],
  ["a keyword nobody thought of", PAIR(FIELD), PAIR({ ...FIELD, "x-new": 1 }), "refused minor", "refused minor"],
];

for (const [about, before, after, ...expected] of TABLE) {
  judging(`${about}: the lowest release in both profiles`, () => {
    const found = [channels, guideline].map((profile) => {
      const lowest = (channel: "standard" | "experimental") =>
        verdictOf(release("1.0.0", { [channel]: before }), release("1.1.0", { [channel]: after }), { profile }).lowest[
          channel
        ];
      return `${lowest("standard")} ${lowest("experimental")}`;
    });
    assert.equal(found, expected);
  });
}

judging("nothing changed: a patch", () => {
  const same = release("1.0.0", { standard: [crd()], experimental: [crd()] });
  assert.equal(verdictOf(same, same), {
    profile: "channels",
    lowest: { standard: "patch", experimental: "patch" },
    overall: "patch",
    findings: [],
    blocked: [],
  });
});

judging("a profile of the tool that is incomplete is a bug", () => {
  assert.throws(() => readProfile("classes: {}"), /invalid versioning policy:\n.*"classes\.addition" is missing/s);
  assert.throws(() => readProfile("classes: ["), /invalid versioning policy/);
  assert.throws(() => readProfile("words"), /must be a mapping/);
});

judging.run();
