/** Tests of `crd-bundle diff` and `policy` for CRDs of projects that have no channels. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import { CHANGE_FORMATS, type ChangeFormat } from "../../scripts/core/model/change.js";
import { crd, object, STRING, stored } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";

const without = suite("cli/without-channels");
without.after(removeProjects);

const directory = temporary();
const OLD = crd([stored("v1", object({ a: STRING, b: STRING }))]);
const NEW = crd([stored("v1", object({ a: STRING, c: STRING }, { required: ["a"] }))]);
const annotated = (found: typeof OLD, channel: string) => ({
  ...found,
  metadata: { ...found.metadata, annotations: { "example.dev/channel": channel } },
});
mkdirSync(join(directory, "standard"));
for (const [name, found] of Object.entries({
  old: OLD,
  new: NEW,
  "in-standard": annotated(NEW, "standard"),
  "in-no-channel": annotated(NEW, "beta"),
  "standard/new": NEW,
})) {
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(found));
}

const diff = (format: ChangeFormat, from = "old.json", to = "new.json") =>
  inTerminal(directory, (terminal) => diffCommand(from, to, { project: ".", format }, terminal));
const policy = (format: ChangeFormat, from = "old.json", to = "new.json") =>
  inTerminal(directory, (terminal) => policyCommand({ project: ".", from, to, bump: "minor", format }, terminal));

without("diff names the states in place of a channel", async () => {
  const [text] = (await diff("text")).out.split("\n");
  assert.is(text, "old.json → new.json: 1 break, 1 tightening, 1 addition (3 places in 1 kind)");
  const [title] = (await diff("markdown")).out.split("\n");
  assert.is(title, "### old.json → new.json");
});

without("policy names the profile, and no channel", async () => {
  const { out, exit } = await policy("text");
  assert.is(exit, 1);
  assert.match(
    out,
    /^old\.json → new\.json \(profile semver\)\n {2}allowed: minor\n {2}needs at least a major release\n/,
  );
  const markdown = (await policy("markdown")).out;
  const [title, , result] = markdown.split("\n");
  assert.is(title, "### old.json → new.json: major");
  assert.is(result, "A minor release may not contain 2 of the 3 changes. The changes need a major release.");
  assert.match(markdown, "\nProfile of the versioning policy: semver\n");
  assert.match(markdown, /\n- `widgets\.example\.dev`/);
  assert.is(JSON.parse((await policy("json")).out).verdict.profile, "semver");
});

without("no format for people and CI systems mentions a channel", async () => {
  for (const format of CHANGE_FORMATS.filter((each) => each !== "json")) {
    for (const { out } of [await diff(format), await policy(format)]) {
      assert.match(out, "widgets.example.dev");
      const results = format === "sarif" ? JSON.stringify(JSON.parse(out).runs[0].results) : out;
      assert.not.match(results, /standard|experimental/, format);
    }
  }
});

without("a directory or an annotation in either state names the channel", async () => {
  for (const [from, to] of [
    ["old.json", "in-standard.json"],
    ["in-standard.json", "old.json"],
    ["old.json", "standard"],
  ] as const) {
    assert.match((await diff("text", from, to)).out, /^standard: /, to);
    assert.match((await policy("text", from, to)).out, /\n {2}standard {5}needs/, to);
  }
  assert.match((await diff("text", "old.json", "in-no-channel.json")).out, /^old\.json → in-no-channel\.json: /);
});

without.run();
