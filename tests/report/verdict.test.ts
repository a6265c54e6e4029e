/** Tests of the output for changes and verdicts as text, Markdown and annotations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../scripts/changes/diff/releases.js";
import { judge } from "../../scripts/changes/policy/judge.js";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import type { BundleState } from "../../scripts/core/model/bundle-state.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import type { Verdict } from "../../scripts/core/model/policy.js";
import { printChanges } from "../../scripts/report/changes.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { printJudgement } from "../../scripts/report/verdict.js";
import { crd, NO_OPTIONS, object, release, STRING, stored, version } from "../changes/diff/crd.js";
import { ROOT } from "../support/golden.js";

const reports = suite("changes and verdicts in words");

const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));

function verdictOf(before: BundleState, after: BundleState): Verdict {
  const changes = diffReleases(before, after, NO_OPTIONS);
  return judge({ changes, before, after, lineage: [before], profile, waivers: [] });
}

function printed(before: BundleState, after: BundleState, format: "text" | "markdown"): string {
  const verdict = verdictOf(before, after);
  return printJudgement({ from: before.name, to: after.name, verdict }, format, [], NO_COLOR);
}

const schema = (maxLength: number, description = "Words.") =>
  object({ color: { ...STRING, maxLength, description, enum: ["red", "magenta"] } });
const wide = release("1.0.0", { standard: [crd([stored("v1", schema(8))])] });
const narrow = release("1.1.0", { standard: [crd([stored("v1", schema(3))])] });

reports("a tightening shows a value that was valid", () => {
  const shown = { from: "a", to: "b", changes: diffReleases(wide, narrow, NO_OPTIONS), wording: false };
  const example = 'objects with `color` longer than 3 characters are now rejected, such as "magenta"';
  const message = "widgets.example.dev v1 .color: fewer values are valid: maxLength 8 → 3";
  assert.is(
    printChanges(shown, "text", NO_COLOR),
    `standard: 1 tightening (1 place in 1 kind)\n  tightening  ${message}\n              ${example}\n`,
  );
  assert.is(
    printChanges(shown, "github", NO_COLOR),
    `::warning title=standard widgets.example.dev::tightening: ${message}; ${example}\n`,
  );
  assert.match(printed(wide, narrow, "text"), `    ${example}\n`);
  const verdict = verdictOf(wide, narrow);
  for (const format of ["github", "junit", "sarif", "json"] as const) {
    const text = printJudgement({ from: "a", to: "b", verdict, bump: "minor" }, format, [], NO_COLOR);
    assert.match(text.replaceAll('\\"', '"').replaceAll("&quot;", '"'), example);
  }
  for (const json of [
    printChanges(shown, "json", NO_COLOR),
    printJudgement({ from: "a", to: "b", verdict }, "json", [], NO_COLOR),
  ]) {
    assert.match(json, `"effect": ${JSON.stringify(example)}`);
  }
});

reports("annotations of a verdict are of what stands in the way", () => {
  const both = (maxLength: number) => ({ standard: [crd([stored("v1", schema(maxLength))])] });
  const [before, after] = [
    release("1.0.0", both(8)),
    release("1.1.0", { ...both(3), experimental: [crd([stored("v1", schema(3))])] }),
  ];
  const verdict = verdictOf(before, after);
  assert.ok(verdict.findings.length > 1);
  const annotated = printJudgement({ from: "a", to: "b", verdict, bump: "minor" }, "github", [], NO_COLOR);
  assert.equal(annotated.match(/^::\w+/gm), ["::error"]);
  assert.match(annotated, "maxLength 8 → 3");
  assert.is(printJudgement({ from: "a", to: "b", verdict, bump: "major" }, "github", [], NO_COLOR), "");
});

reports("what does not graduate says why, in every format", () => {
  const before = release("1.0.0", {
    standard: [crd()],
    experimental: [crd([stored("v1", object({ color: { type: "integer" } }))])],
  });
  const after = release("1.1.0", {
    standard: [crd([stored("v1", object({ color: STRING }))])],
    experimental: [crd([stored("v1", object({ color: STRING }))])],
  });
  const why =
    "not a graduation, because it differed in the experimental channel: .color: the type changed from integer to string";
  const changes = diffReleases(before, after, NO_OPTIONS).filter(({ channel }) => channel === "standard");
  const shown = { from: "a", to: "b", changes, wording: false };
  for (const format of ["text", "markdown", "github"] as const)
    assert.match(printChanges(shown, format, NO_COLOR), why);
  for (const format of ["text", "markdown"] as const) assert.match(printed(before, after, format), why);
});

reports("of many differences, the first are shown, and how many more there are", () => {
  const of = (type: string) => object(Object.fromEntries([..."abcdefg"].map((name) => [name, { type }])));
  const before = release("1.0.0", { standard: [], experimental: [crd([stored("v1", of("string"))])] });
  const after = release("1.1.0", { standard: [crd([stored("v1", of("integer"))])], experimental: [] });
  assert.match(printed(before, after, "text"), ".e: the type changed from string to integer; and 2 more [");
});

reports("a patch needs no reasons", () => {
  const reworded = release("1.0.1", { standard: [crd([stored("v1", schema(8, "Others."))])] });
  assert.is(
    printed(wide, reworded, "text"),
    "v1.0.0 → v1.0.1 (profile channels)\n  standard     needs at least a patch release\n" +
      "\nSmallest version bump for all changes: patch.\n" +
      "1 change of wording not shown; to include wording, use --wording\n",
  );
  assert.not.match(printed(wide, reworded, "markdown"), "reworded");
});

reports("what cannot be decided in the experimental channel is said once, as a reason for a minor release", () => {
  const [before, after] = [
    release("1.0.0", { experimental: [crd()] }),
    release("1.1.0", { experimental: [crd([stored("v1", object({}, { "x-new": 1 }))])] }),
  ];
  const text = printed(before, after, "text");
  assert.match(text, "experimental needs at least a minor release");
  assert.is(text.split("x-new changed from none to 1").length, 2);
});

reports("advice for several findings is printed once, after them, and apart from allowed ones", () => {
  const fields = (...names: readonly string[]) =>
    release(`1.${names.length}.0`, {
      experimental: [crd([stored("v1", object(Object.fromEntries(names.map((name) => [name, STRING]))))])],
    });
  const guideline = readProfile(readFileSync(join(ROOT, "templates/policy/semver.yaml"), "utf8"));
  const [before, after] = [fields("a", "b", "c"), fields("a", "new")];
  const changes = diffReleases(before, after, NO_OPTIONS);
  const verdict = judge({ changes, before, after, lineage: [before], profile: guideline, waivers: [] });
  const own = { ...verdict, findings: verdict.findings.filter(({ problem }) => !problem) };
  const shown = { from: "a", to: "b", verdict: { ...own, overall: "major" }, bump: "minor" } as const;
  const advice = "Make the change in a major release or a new API version, or add a waiver to ";
  const result = "A minor release may not contain 2 of the 3 changes. The changes need a major release.\n";
  const text = printJudgement(shown, "text", [], NO_COLOR);
  assert.is(text.split(advice).length, 2);
  assert.match(text, /\.b\n.*\n\n.*\.c\n.*\n\n {2}→ Make /);
  assert.match(text, "\n  allowed: minor\n");
  assert.match(text, `\n${result}`);
  const markdown = printJudgement(shown, "markdown", [], NO_COLOR);
  assert.is(markdown.split(advice).length, 2);
  assert.match(markdown, `### a → b: major\n\n${result}`);
  assert.match(markdown, "`.c`: the field was removed\n\nMake the change");
  assert.match(
    markdown,
    "\n<details><summary>Allowed in a minor release: 1 addition</summary>\n\n" +
      "- experimental `widgets.example.dev` `.new`: the field is new\n\n</details>\n",
  );
});

reports("a bump that is too small, and findings that no release may contain, are both in the result", () => {
  const at = (standard: JsonObject, experimental: JsonObject) =>
    release("1.0.0", {
      standard: [crd([stored("v1", object(standard))])],
      experimental: [crd([stored("v1", object(experimental))])],
    });
  const verdict = verdictOf(at({}, {}), at({ a: STRING }, { b: STRING }));
  for (const format of ["text", "markdown"] as const) {
    assert.match(
      printJudgement({ from: "a", to: "b", verdict, bump: "patch" }, format, [], NO_COLOR),
      "A patch release may not contain any of the 2 changes. No release may contain 1 of the 2 changes. Fix each finding",
    );
  }
});

reports("equal states have no verdict on changes", () => {
  assert.is(printed(wide, wide, "text"), "v1.0.0 → v1.0.0 (profile channels)\n\nNo changes.\n");
  assert.is(printed(wide, wide, "markdown"), "### v1.0.0 → v1.0.0\n\nNo changes.\n");
});

reports("Markdown prints names and rules as code", () => {
  const fields = { key: STRING };
  const limited = object(fields, {
    required: ["key"],
    "x-kubernetes-validations": [{ rule: "self.key == oldSelf.key" }],
  });
  const either = object(fields, {
    required: ["key"],
    "x-kubernetes-validations": [{ rule: "self.key > 'b' || false" }],
  });
  const [before, after] = [
    release("1.0.0", {
      standard: [crd([stored("v1", object(fields, { required: ["key"] })), version("v2", limited)])],
    }),
    release("1.1.0", { standard: [crd([stored("v1", limited), version("v2", either)])] }),
  ];
  const changes = diffReleases(before, after, NO_OPTIONS);
  const texts = [
    printChanges({ from: "a", to: "b", changes, wording: false }, "markdown", NO_COLOR),
    printJudgement({ from: "a", to: "b", verdict: verdictOf(before, after) }, "markdown", [], NO_COLOR),
  ];
  for (const text of texts) {
    assert.match(text, "a validation rule is new: `self.key == oldSelf.key`; `key` can no longer be changed");
    assert.match(text, /a validation rule was replaced, .*: `self\.key == oldSelf\.key → self\.key > 'b' \|\| false`/);
  }
});

reports("upgrades that wait for a migration are listed", () => {
  const before = release("1.0.0", { standard: [crd([stored("v1beta1"), version("v1")])] });
  const after = release("1.1.0", { standard: [crd([stored("v1")])] });
  assert.match(
    printed(before, after, "text"),
    "\nStored versions to migrate before the upgrade\n" + "  standard widgets.example.dev: v1beta1, stored by v1.0.0\n",
  );
  assert.match(
    printed(before, after, "markdown"),
    "\n#### Migrate stored objects first\n\n- standard `widgets.example.dev`: v1beta1, stored by v1.0.0\n",
  );
});

reports.run();
