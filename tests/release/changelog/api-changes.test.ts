import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DiffOptions } from "../../../scripts/changes/diff/diff-options.js";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { judge } from "../../../scripts/changes/policy/judge.js";
import { readProfile } from "../../../scripts/changes/policy/profile.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Conversion } from "../../../scripts/core/model/conversion.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { Waiver } from "../../../scripts/core/model/policy.js";
import { generatedNotes } from "../../../scripts/release/changelog/api-changes.js";
import { coversWords, type Said } from "../../../scripts/release/changelog/change-words.js";
import { GENERATED_HEADINGS } from "../../../scripts/release/changelog/changelog.js";
import { blocksOf, type MarkdownNode, plainText } from "../../../scripts/release/changelog/markdown/read.js";
import { code, item, paragraph, words } from "../../../scripts/release/changelog/markdown/write.js";
import { crd, NO_OPTIONS, named, object, release, STRING, stored, version } from "../../changes/diff/crd.js";
import { CRD_ROWS } from "../../changes/diff/crd-rows.js";
import { ONE_WAY, SCHEMA_ROWS } from "../../changes/diff/schema-rows.js";
import { HISTORY_OPTIONS, readHistory } from "../../changes/policy/history.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import fc from "../../support/drawn.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { withCorpus } from "../../support/shared.js";
import { versionFrom } from "../../support/versions.js";

const notes = suite("the generated part of a release");
const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));

interface Extras {
  readonly options?: DiffOptions;
  readonly conversions?: readonly Conversion[];
  /** Rules whose findings all have a waiver. */
  readonly waived?: readonly string[];
  readonly lineage?: readonly BundleState[];
}

function notesOf(before: BundleState, after: BundleState, extras: Extras = {}): string {
  const { options = NO_OPTIONS, conversions = [], waived = [], lineage = [before] } = extras;
  const changes = diffReleases(before, after, options);
  const judgeWith = (waivers: readonly Waiver[]) => judge({ changes, before, after, lineage, profile, waivers });
  const waivers = judgeWith([])
    .findings.filter(({ rule }) => waived.includes(rule))
    .map(({ fingerprint }) => ({ ...WAIVER, fingerprint }));
  return generatedNotes({ before, after, changes, verdict: judgeWith(waivers), conversions });
}

const WAIVER: Omit<Waiver, "fingerprint"> = {
  message: "The rule is `wrong` | <b>",
  why: "It refused valid objects.",
  approvedBy: "jane_doe",
  release: versionFrom("1.1.0"),
  location: { file: "apis/waivers.yaml", start: 0, end: 0 },
};

/** Returns a release with the same CRDs in both channels. */
function both(name: string, ...versions: Parameters<typeof crd>[0] & object): BundleState {
  return release(name, { standard: [crd(versions)], experimental: [crd(versions)] });
}

function spec(fields: JsonObject, rest: JsonObject = {}): JsonObject {
  return object({ spec: object(fields, rest) });
}

notes("what the standard channel says covers the same words, as strong or weaker", () => {
  const said = (group: Said["group"], remark = "longer names"): Said => ({ group, noun: "", remark, rules: [] });
  assert.ok(coversWords(said("Tightened"), said("Tightened")));
  assert.ok(coversWords(said("Tightened"), said("Possibly tightened")));
  assert.not.ok(coversWords(said("Possibly tightened"), said("Tightened")));
  assert.not.ok(coversWords(said("Tightened"), said("Corrected")));
  assert.not.ok(coversWords(said("Tightened"), said("Tightened", "others")));
});

notes("on upgrades name the heading below which a tightening is listed", () => {
  const bound = (maxLength: number) => [crd([stored("v1", spec({ a: { ...STRING, maxLength } }))])];
  const [before, after] = [
    release("1.0.0", { standard: bound(9), experimental: bound(9) }),
    release("1.1.0", { standard: bound(8), experimental: bound(8) }),
  ];
  const unlike = release("1.1.0", { standard: bound(9), experimental: bound(8) });
  const whole = notesOf(before, after, { waived: ["tightening/values"] });
  assert.match(whole, "##### Corrected");
  assert.not.match(whole, "##### Tightened");
  assert.match(whole, /See\s+Corrected\s+above\./);
  assert.match(notesOf(before, unlike), /stricter in the experimental channel\. [\s\S]*See\s+Tightened\s+above\./);
  const changes = diffReleases(before, after, NO_OPTIONS);
  const input = { changes, before, after, lineage: [before], profile };
  const { fingerprint = "" } =
    judge({ ...input, waivers: [] }).findings.find(({ channel }) => channel === "standard") ?? {};
  const verdict = judge({ ...input, waivers: [{ ...WAIVER, fingerprint }] });
  const mixed = generatedNotes({ before, after, changes, verdict, conversions: [] });
  assert.match(mixed, /stricter\s+in\s+the\s+standard\s+and\s+experimental\s+channels/);
  assert.match(mixed, /See\s+Tightened\s+and\s+Corrected\s+above\./);
});

notes("tell a rule by the message that it has in the version that has it new", () => {
  const of = (message?: string) =>
    spec({
      a: {
        ...STRING,
        maxLength: 9,
        ...(message && { "x-kubernetes-validations": [{ rule: "self != 'aa'", message }] }),
      },
    });
  const [old, fresh] = ["Told in one version.", "Told in the other."];
  const added = (v1: readonly (string | undefined)[], v2: readonly (string | undefined)[]) => {
    const state = (name: string, at: 0 | 1) => both(name, version("v1", of(v1[at])), stored("v2", of(v2[at])));
    const text = notesOf(state("1.0.0", 0), state("1.1.0", 1), { waived: ["tightening/values"] });
    return text.match(/- Widget \(.*/g);
  };
  const line = (name: string, message: string) => [
    `- Widget (${name}) \`.spec.a\`: new validation rule: ${message} (\`self != 'aa'\`)`,
  ];
  assert.equal(added([old, old], [undefined, fresh]), line("v2", fresh));
  assert.equal(added([undefined, fresh], [old, old]), line("v1", fresh));
});

notes("of the first release list kinds and versions of each channel", () => {
  const after = release("1.0.0", {
    standard: [crd([version("v1beta1", object({}), { deprecated: true }), stored("v1")])],
    experimental: [
      crd(),
      crd([stored("v1", object({}), { served: false })], { group: "b.dev" }, { name: "widgets.b.dev" }),
    ],
  });
  assert.is(
    generatedNotes({ before: undefined, after, changes: [], verdict: undefined, conversions: [] }),
    `### API changes

First release.

#### Standard channel

- Widget.example.dev: v1, v1beta1 (deprecated)

#### Experimental channel

- Widget.b.dev: v1 (not served)
- Widget.example.dev: v1
`,
  );
});

notes("without a change are one line", () => {
  const state = both("1.0.0", stored("v1"));
  assert.is(notesOf(state, state), "### API changes\n\nThe API is the same as in v1.0.0.\n");
  const worded = both("1.1.0", stored("v1", object({}, { description: "Words." })));
  assert.is(
    notesOf(state, worded),
    "### API changes\n\nThe API is the same as in v1.0.0.\n\nOne change affects only wording.\n",
  );
});

notes("list what a channel holds that was not there before", () => {
  const before = release("1.0.0", { standard: [crd()] });
  const after = release("1.1.0", { standard: [crd()], experimental: [crd()] });
  assert.is(notesOf(before, after), "### API changes\n\n#### Experimental channel\n\n- Widget: v1\n");
});

notes("say each thing once: merged over kinds and fields, and not again in the experimental channel", () => {
  const widgets = (schema: JsonObject, plural = "widgets") => named(plural, [stored("v1", schema)]);
  const gadget = (schema: JsonObject) =>
    crd([stored("v1", schema)], { names: { ...crd().spec.names, kind: "Gadget" } }, { name: "gadgets.example.dev" });
  const [old, now] = [spec({}), spec({ a: STRING, b: STRING })];
  const more = spec({ a: STRING, b: STRING, c: STRING });
  const before = release("1.0.0", {
    standard: [widgets(old), gadget(old)],
    experimental: [widgets(now), gadget(now)],
  });
  const after = release("1.1.0", {
    standard: [widgets(now), gadget(now)],
    experimental: [widgets(more), gadget(now)],
  });
  assert.is(
    notesOf(before, after),
    `### API changes

#### Standard channel

##### Graduated

- Gadget (v1), Widget (v1): the fields \`.spec.a\`, \`.spec.b\`

#### Experimental channel

##### New

- Widget (v1): the field \`.spec.c\`
`,
  );
  const same = notesOf(before, release("1.1.0", { standard: [widgets(more)], experimental: [widgets(more)] }));
  assert.match(same, /Experimental channel\n\nThe changes of the standard channel apply here too.\n\n### Up/);
});

notes("name more than three fields in lines of their own", () => {
  const fields = Object.fromEntries("abcd".split("").map((name) => [name, STRING]));
  const text = notesOf(both("1.0.0", stored("v1", spec({}))), both("1.1.0", stored("v1", spec(fields))));
  assert.match(text, "- Widget (v1): the fields\n  - `.spec.a`\n  - `.spec.b`\n  - `.spec.c`\n  - `.spec.d`\n");
  assert.match(text, /Experimental channel\n\nThe changes of the standard channel apply here too.\n$/);
});

/** A change, and the lines that it causes in the release notes. */
const FIELD = { type: "string", maxLength: 5 };
const RULE = { rule: "self.size()  > 1", message: "More than\none, or `<none>`." };
const LINES: [about: string, before: JsonObject, after: JsonObject, ...lines: string[]][] = [
  ["looser", spec({ a: FIELD }), spec({ a: { ...FIELD, maxLength: 6 } }), "##### Loosened"],
  [
    "looser in words",
    spec({ a: FIELD }),
    spec({ a: { ...FIELD, maxLength: 6 } }),
    "- Widget (v1) `.spec.a`: more values are valid: `maxLength 5 → 6`",
  ],
  [
    "required",
    spec({ a: FIELD }),
    spec({ a: FIELD }, { required: ["a"] }),
    "##### Tightened",
    "`.spec.a`: now required",
  ],
  ["optional", spec({ a: FIELD }, { required: ["a"] }), spec({ a: FIELD }), "`.spec.a`: no longer required"],
  ["type", spec({ a: FIELD }), spec({ a: { type: "integer" } }), "##### Changed", "changed from string to integer"],
  [
    "default",
    spec({ a: FIELD }),
    spec({ a: { ...FIELD, default: "`" } }),
    'the default changed from `none` to ``"`"``',
  ],
  ["a long default", spec({ a: FIELD }), spec({ a: { ...FIELD, default: "x".repeat(99) } }), ": the default changed\n"],
  ["enum", spec({ a: { enum: ["A"] } }), spec({ a: { enum: ["A", "B", "C"] } }), ": values of `.spec.a`: `B, C`"],
  [
    "a rule",
    spec({ a: FIELD }),
    spec({ a: { ...FIELD, "x-kubernetes-validations": [RULE] } }),
    "- Widget (v1) `.spec.a`: new validation rule: More than one, or \\`\\<none\\>\\`. (`self.size() > 1`)",
  ],
  [
    "two rules",
    spec({ a: FIELD }),
    spec({ a: { ...FIELD, "x-kubernetes-validations": [{ rule: "self != 'aa'" }, { rule: "self != 'bb'" }] } }),
    "- Widget (v1) `.spec.a`: new validation rules\n  - `self != 'aa'`\n  - `self != 'bb'`\n",
  ],
  [
    "null",
    spec({ a: { ...FIELD, nullable: true } }),
    spec({ a: FIELD }),
    "- Widget (v1) `.spec.a`: null was kept and is now dropped\n",
  ],
  [
    "the type in CEL",
    spec({ a: STRING }, { "x-kubernetes-validations": [{ rule: "self.a != 'a'" }] }),
    spec({ a: { ...STRING, format: "duration" } }, { "x-kubernetes-validations": [{ rule: "self.a != 'a'" }] }),
    "- Widget (v1) `.spec.a`: validation rules now read the value as duration instead of string\n",
  ],
  [
    "the list type",
    spec({ a: { type: "array", "x-kubernetes-list-type": "set", items: STRING } }),
    spec({ a: { type: "array", "x-kubernetes-list-type": "atomic", items: STRING } }),
    '- Widget (v1) `.spec.a`: the list type changed from `"set"` to `"atomic"`\n',
  ],
  [
    "a rule that goes",
    spec({ a: { ...FIELD, "x-kubernetes-validations": [RULE] } }),
    spec({ a: FIELD }),
    "- Widget (v1) `.spec.a`: removed validation rule: More than one",
  ],
  [
    "rules instead of a rule",
    spec({ a: { ...FIELD, "x-kubernetes-validations": [RULE] } }),
    spec({ a: { ...FIELD, "x-kubernetes-validations": [{ rule: "self != 'aa'" }, { rule: "self != 'bb'" }] } }),
    "##### Tightened",
    "- Widget (v1) `.spec.a`: validation rules replaced; they are now\n  - `self != 'aa'`\n  - `self != 'bb'`\n",
  ],
];

for (const [about, before, after, ...lines] of LINES) {
  notes(`say it in words: ${about}`, () => {
    const text = notesOf(both("1.0.0", stored("v1", before)), both("1.1.0", stored("v1", after)));
    for (const line of lines) assert.ok(text.includes(line), `${line}\n${text}`);
  });
}

notes("say where the values of removed fields go, and that their names stay reserved", () => {
  const before = release("1.0.0", {
    experimental: [crd([stored("v1", spec({ a: STRING, b: object({ c: STRING }), d: STRING }))])],
  });
  const after = {
    ...release("1.1.0", { experimental: [crd([stored("v1", spec({ e: STRING, g: STRING }))])] }),
    reserved: [".spec.a", ".spec.b"].map((path) => ({ crd: "widgets.example.dev", path: parseFieldPath(path) })),
  };
  const conversions = conversionsIn(
    definition([
      "wrap: {from: .spec.a, to: .spec.e}",
      "move: {from: .spec.b.c, to: .spec.f}",
      "remove: {path: .spec.d}",
      "move: {from: .spec.f, to: .spec.g}",
    ]),
  );
  const text = notesOf(before, after, { conversions });
  for (const line of [
    "- Widget (v1): the field `.spec.a`: its value moves to `.spec.e`\n",
    "- Widget (v1): the field `.spec.b`: the value of `.spec.b.c` moves to `.spec.g`\n",
    "- Widget (v1): the field `.spec.d`: its value is dropped\n",
    "- Widget `.spec.a` was removed from the experimental channel: its value moves to `.spec.e`. The name stays reserved.\n",
  ]) {
    assert.ok(text.includes(line), text);
  }
  assert.not.match(text, "`.spec.d` was removed", "no tombstone");
  assert.match(notesOf(before, after), "- Widget (v1): the fields `.spec.a`, `.spec.b`, `.spec.d`\n");
});

notes("say what becomes of the values below a removed field", () => {
  const before = release("1.0.0", { experimental: [crd([stored("v1", spec({ b: object({ c: STRING }) }))])] });
  const after = release("1.1.0", { experimental: [crd([stored("v1", spec({}))])] });
  const conversions = conversionsIn(definition(["remove: {path: .spec.b.c}"]));
  const text = notesOf(before, after, { conversions });
  assert.match(text, "the field `.spec.b`: the value of `.spec.b.c` is dropped\n");
});

notes("say of a version that it is no longer deprecated, and that no other one is served", () => {
  const old = [version("v1beta1", object({}), { deprecated: true }), stored("v1", object({}), { served: false })];
  const again = notesOf(both("1.0.0", ...old), both("1.1.0", version("v1beta1"), ...old.slice(1)));
  assert.match(again, "#### Standard channel\n\n##### API versions\n\n- Widget: v1beta1 is no longer deprecated\n");
  const unserved = version("v1beta1", object({}), { deprecated: true, served: false });
  const none = notesOf(both("1.0.0", ...old), both("1.1.0", unserved, ...old.slice(1)));
  assert.match(none, /No longer served \(.*\): Widget v1beta1\. No other version is served\./);
});

notes("say under which name a kind goes on", () => {
  const before = release("1.0.0", { experimental: [named("xwidgets")] });
  const after = release("1.1.0", { experimental: [crd()] });
  const renamedKinds = new Map([["xwidgets.example.dev", "widgets.example.dev"]]);
  const to = "{crd: widgets.example.dev, kind: Widget}";
  const conversions = conversionsIn(definition([], { crd: "xwidgets.example.dev", to }));
  const text = notesOf(before, after, { options: { ...NO_OPTIONS, renamedKinds }, conversions });
  assert.match(text, "the kind, which is now `widgets.example.dev`");
  assert.match(text, /Create\s+its\s+objects\s+again\s+as\s+Widget\.example\.dev\s+\(`widgets\.example\.dev`\)\./);
  const gone = notesOf(release("1.0.0", { experimental: [crd(), named("xwidgets")] }), after);
  assert.match(gone, "##### Removed");
  assert.match(gone, "An installed CRD stays until you delete it");
});

notes("say what becomes of versions, and what to do", () => {
  const before = both(
    "1.0.0",
    stored("v1beta1"),
    version("v1alpha1", object({}), { served: false }),
    version("v1"),
    version("v1alpha2"),
  );
  const after = both(
    "1.1.0",
    stored("v1"),
    version("v1beta1", object({}), { served: false }),
    version("v1beta2", object({}), { deprecated: true }),
  );
  const text = notesOf(before, after, {
    lineage: [both("0.9.0", stored("v1alpha1")), both("0.8.0", stored("v0")), before],
  });
  for (const line of [
    "- Widget: v1beta2 is new\n",
    "- Widget: v1beta1 is no longer served\n",
    "- Widget: v1alpha1 is removed\n",
    "- Widget: the storage version changed from v1beta1 to v1\n",
    "- Removed, not served before (standard and experimental channels): Widget v1alpha1.\n",
    "- Removed (standard and experimental channels): Widget v1alpha2. Change manifests and clients to `example.dev/v1` first.\n",
    "- No longer served (standard and experimental channels): Widget v1beta1. Change manifests and clients to\n",
    "  - Widget v1alpha1 (v0.9.0), `widgets.example.dev`\n",
    "migrate these objects first: Widget v0 (v0.8.0).\n",
  ]) {
    assert.ok(text.includes(line), `${line}\n${text}`);
  }
  assert.ok(text.indexOf("v1beta2 is new") < text.indexOf("the storage version changed"), text);
  const deprecated = both(
    "1.1.0",
    stored("v1beta1"),
    version("v1", object({}), { deprecated: true, deprecationWarning: "Use *this*." }),
  );
  assert.match(
    notesOf(both("1.0.0", stored("v1beta1"), version("v1")), deprecated),
    "- Widget: v1 is deprecated: Use \\*this\\*.\n",
  );
});

notes("call a waived change a correction, and say who approved it", () => {
  const before = both("1.0.0", stored("v1", spec({ a: FIELD })));
  const after = both("1.1.0", stored("v1", spec({ a: { ...FIELD, maxLength: 4 } })));
  const text = notesOf(before, after, { waived: ["tightening/values"] });
  assert.match(text, "##### Corrected\n\n- Widget (v1) `.spec.a`: fewer values are valid: `maxLength 5 → 4`\n");
  assert.not.match(text, "##### Tightened");
  assert.match(
    text,
    "### Waivers\n\n- Widget (v1) `.spec.a`, standard channel: The rule is \\`wrong\\` \\| \\<b\\>. It refused valid objects. Approved by\n  jane\\_doe.\n",
  );
  const added = notesOf(both("1.0.0", stored("v1", spec({}))), after, { waived: ["addition/field-added"] });
  assert.match(added, "##### New\n", "what is new is no correction, waived or not");
});

/** Returns the types of a node and of all nodes that it contains. */
function typesIn(node: MarkdownNode): string[] {
  return [node.type, ...(node.children ?? []).flatMap(typesIn)];
}

const hostile = fc.string({
  unit: fc.constantFrom(
    ..."`*_[]<>|~&#\\!-+=.1)(: \n\r\t\u2028\u202e\ud83d\ude00aZ\"'@/".split(""),
    "&lt;",
    "-->",
    "http://a.b ",
  ),
  maxLength: 40,
});

notes("keep hostile text where it belongs", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, two) => {
      const [list, ...rest] = blocksOf(`${item(`Kind ${code(one || "a")}: ${words(two)}`)}\n### Next\n`);
      assert.equal(
        rest.map(({ type }) => type),
        ["heading"],
      );
      assert.is(list?.type, "list");
      const types = typesIn(list as MarkdownNode);
      assert.equal(
        types.filter((type) => !["list", "listItem", "paragraph", "text", "inlineCode"].includes(type)),
        [],
      );
      assert.is(types.filter((type) => type === "listItem").length, 1);
      const plain = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, "");
      assert.is(plain(plainText(list as MarkdownNode)), plain(`Kind ${one || "a"}: ${two}`));
    }),
    { numRuns: 1000 },
  );
});

notes("keep hostile text where it belongs at the start of a line too", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const plain = ["listItem", "paragraph", "text"];
      for (const [markdown, types] of [
        [item(words(text)), ["list", ...plain]],
        [paragraph(words(text)), plain],
      ] as const) {
        const found = blocksOf(markdown).flatMap((block) => typesIn(block));
        assert.equal(
          found.filter((type) => !types.includes(type)),
          [],
          markdown,
        );
        assert.ok(found.filter((type) => type === "listItem").length <= 1, markdown);
      }
    }),
    { numRuns: 1000 },
  );
});

notes("are escaped as they always were: those of releases that are out must verify", () => {
  for (const [text, escaped] of [
    ["retry_count and a_b", "retry\\_count and a\\_b"],
    ["see 1. and - foo", "see 1. and - foo"],
    ["`a` [b](c) ![d]", "\\`a\\` \\[b\\](c) !\\[d\\]"],
    ["a & b # c | d ~ e", "a \\& b \\# c \\| d \\~ e"],
    ["C:\\dir", "C:\\\\dir"],
  ] as const) {
    assert.is(item(`x ${words(text)}`), `- x ${escaped}\n`);
  }
  assert.is(code("a``b"), "```a``b```");
  assert.is(item(words("1. foo")), "- 1\\. foo\n", "nothing that a release has begins with text of others");
});

notes("cut code between characters", () => {
  assert.is(code("a😀b", 3), "`a…`");
  assert.is(code("``` `"), "```` ``` ` ````");
});

// The history of Gateway API, in which rules are only digests.
const history = readHistory() ?? [];

const written = new Map<string, string>();

/**
 * Returns the release notes of a release in the history. Generating them takes a second, and several tests use them.
 */
function realNotes(name: string): string {
  const text = written.get(name) ?? writeRealNotes(name);
  written.set(name, text);
  return text;
}

function writeRealNotes(name: string): string {
  const index = history.findIndex((state) => state.name === name);
  const [before, after] = [history[index - 1], history[index]];
  if (!before || !after) throw new Error(`${name} is not in the corpus`);
  const changes = diffReleases(before, after, HISTORY_OPTIONS);
  const { renamedKinds } = HISTORY_OPTIONS;
  const lineage = history.slice(0, index);
  const verdict = judge({ changes, before, after, lineage, profile, waivers: [], renamedKinds });
  return generatedNotes({ before, after, changes, verdict, conversions: [] });
}

/** By release: the lines that the release notes must contain for users who install it, by channel or section. */
const REAL: Record<string, [section: string, ...lines: string[]][]> = {
  "v1.4.0": [
    [
      "#### Standard channel",
      "- GRPCRoute (v1), HTTPRoute (v1, v1beta1): the field `.spec.rules[].name`\n",
      "- GatewayClass (v1, v1beta1): the field `.status.supportedFeatures`\n",
      "- BackendTLSPolicy (v1): the kind\n",
      "- GRPCRoute (v1) `.spec`: now required\n",
    ],
    [
      "#### Experimental channel",
      "- XMesh (v1alpha1): the kind\n",
      "- Gateway (v1, v1beta1): the field `.spec.backendTLS`\n",
      "- BackendTLSPolicy (v1alpha3): the status subresource was removed\n",
      "- BackendTLSPolicy: v1alpha3 is deprecated",
      "- BackendTLSPolicy: the storage version changed from v1alpha3 to v1\n",
    ],
  ],
  "v1.2.0": [
    [
      "#### Standard channel",
      "- HTTPRoute (v1, v1beta1): the field `.spec.rules[].timeouts`\n",
      "- HTTPRoute (v1, v1beta1) `.spec.rules[].matches`: more values are valid: `maxItems 8 → 64`\n",
      "- GRPCRoute, ReferenceGrant: v1alpha2 is removed\n",
    ],
    ["#### Experimental channel", "- HTTPRoute (v1, v1beta1): the field `.spec.rules[].retry`\n"],
    [
      "### Upgrade notes",
      "- Removed, not served before (standard and experimental channels): GRPCRoute v1alpha2, ReferenceGrant v1alpha2.\n",
      "  - GRPCRoute v1alpha2 (v0.6.2 to v1.0.0), `grpcroutes.gateway.networking.k8s.io`\n",
    ],
  ],
  "v1.6.1": [["### API changes", "The API is the same as in v1.6.0.\n"]],
};

withCorpus(notes, "upstream/gateway-api/lineage", Object.keys(REAL).length + 1, (test) => {
  for (const [name, sections] of Object.entries(REAL)) {
    test(`of ${name} of Gateway API tell an installer what counts`, () => {
      const text = realNotes(name);
      for (const [section, ...lines] of sections) {
        const part =
          text
            .slice(text.indexOf(section))
            .slice(section.length)
            .split(/^#{3,4} /m)[0] ?? "";
        for (const line of lines) assert.ok(part.includes(line), `${section}: ${line}\n${part}`);
      }
    });
  }

  test("of the whole history have known headings alone, lines that can be read, and nothing twice", () => {
    for (const { name } of history.slice(1)) {
      const blocks = blocksOf(realNotes(name));
      const titles = blocks.flatMap((block) =>
        block.type === "heading" && block.depth === 3 ? [plainText(block)] : [],
      );
      assert.equal(
        titles,
        GENERATED_HEADINGS.filter((title) => titles.includes(title)),
      );
      for (const line of realNotes(name).split("\n")) assert.ok(line.length <= 120 || line.includes("`"), line);
      const items = blocks.flatMap((block) => (block.type === "list" ? block.children.map(plainText) : []));
      assert.equal(
        items.filter((text, index) => items.indexOf(text) < index),
        [],
        name,
      );
    }
  });
});

const TWO_VERSIONS = [stored("v1"), version("v1beta1")];

function gadget(versions?: Parameters<typeof crd>[0]): ReturnType<typeof crd> {
  return crd(versions, { names: { ...crd().spec.names, kind: "Gadget" } }, { name: "gadgets.example.dev" });
}

/** Kinds that are added, removed or renamed, in one channel or in both. */
const OF_KINDS: Readonly<Record<string, readonly [BundleState, BundleState]>> = {
  "a kind": [release("1.0.0", { standard: [] }), release("1.1.0", { standard: [crd()] })],
  "a kind of both channels": [
    release("1.0.0", { standard: [crd()], experimental: [crd()] }),
    release("1.1.0", { standard: [], experimental: [] }),
  ],
  "a kind that has another name": [release("1.0.0", { standard: [gadget()] }), release("1.1.0", { standard: [crd()] })],
  "a kind that graduates": [
    release("1.0.0", { standard: [], experimental: [crd()] }),
    release("1.1.0", { standard: [crd()], experimental: [crd()] }),
  ],
  "a channel": [
    release("1.0.0", { standard: [crd()] }),
    release("1.1.0", { standard: [crd()], experimental: [crd()] }),
  ],
  "a version of two kinds": [
    release("1.0.0", { standard: [crd(TWO_VERSIONS), gadget(TWO_VERSIONS)] }),
    release("1.1.0", { standard: [crd(), gadget()] }),
  ],
};

notes("every kind of change is told, with what to do before an upgrade", () => {
  const RENAMED: DiffOptions = {
    ...NO_OPTIONS,
    renamedKinds: new Map([["gadgets.example.dev", "widgets.example.dev"]]),
  };
  const told = (about: string, before: BundleState, after: BundleState, options = NO_OPTIONS) =>
    `${about}\n\n${notesOf(before, after, { options })}\n`;
  const of = (name: string, schema: JsonObject) => release(name, { standard: [crd([stored("v1", schema)])] });
  const lines = [
    ...CRD_ROWS.flatMap(([about, before, after]) => {
      const [one, other] = [before, after].map((only) => release("1.0.0", { standard: [only] }));
      return one && other ? [told(about, one, other), told(`${about}, back`, other, one)] : [];
    }),
    ...[...SCHEMA_ROWS, ...ONE_WAY].flatMap(([about, one, other]) => {
      const [before, after] = [object({ spec: one }), object({ spec: other })];
      return [
        told(about, of("1.0.0", before), of("1.1.0", after)),
        told(`${about}, back`, of("1.0.0", after), of("1.1.0", before)),
      ];
    }),
    ...Object.entries(OF_KINDS).flatMap(([about, [before, after]]) => [
      told(about, before, after, RENAMED),
      told(`${about}, back`, after, before),
    ]),
  ];
  matchesGolden(lines.join(""), join(ROOT, "tests/release/changelog/every-change.txt"));
});

notes.run();
