/** Tests of the profile that judges two states: by default the one for their channels, or a file of one's own. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type PolicyOptions, policyCommand } from "../../scripts/cli/policy.js";
import { crd, object, STRING, stored, version } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";

const profiles = suite("app/profiles");
profiles.after(removeProjects);

const json = (...versions: Parameters<typeof crd>[0] & {}) => JSON.stringify(crd(versions));
const OLD = json(stored("v1"));
const ADDED = json(stored("v1", object({ a: STRING })));

const OWN = `name: own
title: Own
classes:
  {wording: patch, fix: patch, loosening: patch, addition: major, graduation: patch, tightening: major, break: major,
    unknown: major}
`;

const FILES = {
  "old/a.yaml": OLD,
  "added/a.yaml": ADDED,
  "closed/a.yaml": json(stored("v1", object({ a: STRING }, { required: ["a"] }))),
  "beta/a.yaml": json(stored("v1"), version("v1beta1")),
  "two/old/standard/a.yaml": OLD,
  "two/old/experimental/a.yaml": OLD,
  "two/added/standard/a.yaml": ADDED,
  "two/added/experimental/a.yaml": ADDED,
  "own.yaml": OWN,
  "wrong.yaml": OWN.replace("fix: patch", "fix: tiny").replace("title", "titel"),
  "widgets/apis/bundle.yaml": SETTINGS_TEXT,
};

const directory = temporary();
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

function policy(from: string, to: string, options: Partial<PolicyOptions> = {}) {
  const all: PolicyOptions = { project: ".", format: "text", from, to, ...options };
  return inTerminal(directory, (terminal) => policyCommand(all, terminal));
}

/** Returns the smallest bump that the policy allows. */
async function bump(from: string, to: string, options: Partial<PolicyOptions> = {}): Promise<string> {
  const { out, err } = await policy(from, to, { ...options, format: "json" });
  assert.is(err, "");
  return JSON.parse(out).verdict.overall;
}

profiles("states without an experimental channel are judged by semantic versioning", async () => {
  assert.is(await bump("old", "added"), "minor");
  assert.is(await bump("added", "old"), "major");
  assert.is(await bump("added", "closed"), "major");
  assert.is(await bump("beta", "old"), "major");
  assert.is(await bump("old", "old"), "patch");
  assert.is(await bump("old", "added", { profile: "guideline" }), "patch");
});

profiles("states or settings with an experimental channel are judged by the profile for two channels", async () => {
  assert.is(await bump("two/old", "two/added"), "refused");
  assert.is(await bump("old", "added", { project: "widgets" }), "refused");
  assert.is(await bump("two/old", "two/added", { profile: "semver" }), "minor");
});

profiles("a profile of one's own is read from the working directory", async () => {
  assert.is(await bump("old", "added", { profile: "own.yaml" }), "major");
  assert.is(await bump("old", "added", { profile: "./own.yaml", project: "widgets" }), "major");
  assert.is(await bump("beta", "old", { profile: "own.yaml" }), "refused", "a rule that the profile does not state");
});

profiles("all mistakes in a profile are reported with their places, and so is a missing one", async () => {
  for (const project of [".", "widgets"]) {
    const { exit, out, err } = await policy("old", "added", { profile: "wrong.yaml", project });
    assert.equal([exit, out], [2, ""]);
    for (const place of ["wrong.yaml:2:1", "wrong.yaml:4:25"]) assert.match(err, place);
    assert.not.match(err, "widgets/");
  }
  const { exit, err } = await policy("old", "added", { profile: "semverr" });
  assert.is(exit, 2);
  assert.match(
    err,
    '"semverr" is neither a profile of the versioning policy nor a file; did you mean semver? [profile-unknown]',
  );
});

profiles("a profile is read like a baseline: not through a link that leads out of its directory", async () => {
  const outside = join(temporary(), "secret.yaml");
  writeFileSync(outside, OWN);
  symlinkSync(outside, join(directory, "link.yaml"));
  writeFileSync(join(directory, "control.yaml"), OWN.replace("Own", "\u001b[31m"));
  for (const [profile, code] of Object.entries({
    "link.yaml": "input-link",
    "control.yaml": "input-control-character",
    old: "input-kind",
    "none.yaml": "profile-unknown",
  })) {
    const { exit, out, err } = await policy("old", "added", { profile });
    assert.ok(exit > 0, profile);
    assert.is(out, "");
    assert.match(err, `[${code}]`);
    assert.not.match(err, "\u001b");
  }
});

profiles.run();
