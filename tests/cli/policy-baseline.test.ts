/** Tests of baselines in `crd-bundle policy`: findings about changes that were accepted earlier prevent no release. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { type PolicyOptions, policyCommand } from "../../scripts/cli/policy.js";
import { CHANGE_FORMATS } from "../../scripts/core/model/change.js";
import { crd, object, STRING, stored, version } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";
import { schemaProblems } from "../support/json-schemas.js";

const baselines = suite("cli/policy-baseline");
baselines.after(removeProjects);

const json = (...versions: Parameters<typeof crd>[0] & {}) => JSON.stringify(crd(versions));
const FIELDS = object({ a: STRING, b: STRING });
const OLD = json(stored("v1", FIELDS));
const ADDED = json(stored("v1", object({ a: STRING, b: STRING, c: STRING })));

const STATES: Readonly<Record<string, string>> = {
  "old.json": OLD,
  "added.json": ADDED,
  "removed.json": json(stored("v1", object({ a: STRING, c: STRING }))),
  "more.json": json(stored("v1", object({ c: STRING }))),
  "beta.json": json(stored("v1", FIELDS), version("v1beta1", FIELDS)),
  "status.json": json(stored("v1", FIELDS, { subresources: { status: {} } }), version("v1beta1", FIELDS)),
  "two/old/standard/a.json": OLD,
  "two/old/experimental/a.json": OLD,
  "two/new/standard/a.json": ADDED,
  "two/new/experimental/a.json": ADDED,
};

function files(): string {
  const directory = temporary();
  for (const [path, text] of Object.entries(STATES)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

function policy(directory: string, to: string, options: Partial<PolicyOptions> = {}) {
  const all: PolicyOptions = { project: ".", format: "text", from: "old.json", to, ...options };
  return inTerminal(directory, (terminal) => policyCommand(all, terminal));
}

const BASELINE = { baseline: "b.yaml" } as const;

baselines("the changes in a baseline of policy or diff prevent no release", async () => {
  const directory = files();
  assert.is((await policy(directory, "removed.json", { bump: "minor" })).exit, 1);
  const written = await policy(directory, "removed.json", { bump: "minor", writeBaseline: "b.yaml" });
  assert.is(written.exit, 1, "the baseline counts from the next run on");
  assert.is(written.err, "Wrote 1 change to the baseline b.yaml\n");
  const text = readFileSync(join(directory, "b.yaml"), "utf8");
  assert.match(text, "class: break\n");
  await inTerminal(directory, (terminal) =>
    diffCommand("old.json", "removed.json", { project: ".", format: "text", writeBaseline: "b.yaml" }, terminal),
  );
  assert.is(readFileSync(join(directory, "b.yaml"), "utf8"), text, "one format");
  const accepted = await policy(directory, "removed.json", { bump: "minor", ...BASELINE });
  assert.equal([accepted.exit, accepted.err], [0, ""]);
  assert.match(accepted.out, "  needs at least a minor release\n");
  assert.match(
    accepted.out,
    /\n {2}accepted: widgets\.example\.dev v1 \.b\n {4}removed\.json:1:\d+\n {4}the field was removed \[break\/field-removed, \w{12}\]\n\nA minor release/,
  );
  assert.is((await policy(directory, "removed.json", { bump: "patch", ...BASELINE })).exit, 1, "the addition of .c");
  const more = await policy(directory, "more.json", { bump: "minor", ...BASELINE });
  assert.is(more.exit, 1, "the removal of .a is not accepted");
  assert.match(more.out, /needs a major release: widgets\.example\.dev v1 \.a\n/);
  assert.match(more.out, /accepted: widgets\.example\.dev v1 \.b\n/);
});

baselines("every format marks accepted findings, or omits those that prevent nothing", async () => {
  const directory = files();
  await policy(directory, "removed.json", { writeBaseline: "b.yaml" });
  const shown: Record<string, string> = {};
  for (const format of CHANGE_FORMATS) {
    const { exit, out } = await policy(directory, "removed.json", { bump: "minor", format, ...BASELINE });
    assert.is(exit, 0, format);
    shown[format] = out;
  }
  assert.match(shown.markdown ?? "", "- `widgets.example.dev` `.b`: the field was removed (accepted)\n");
  const { verdict } = JSON.parse(shown.json ?? "");
  assert.equal(schemaProblems("policy", JSON.parse(shown.json ?? "")), []);
  assert.is(verdict.overall, "minor");
  const marked = verdict.findings.filter(({ isAccepted }: { isAccepted?: true }) => isAccepted);
  assert.equal(
    marked.map(({ path, requires }: { path: string; requires: string }) => [path, requires]),
    [[".b", "major"]],
  );
  assert.not.match(shown.github ?? "", "was removed");
  assert.match(shown.junit ?? "", /the field was removed\. Accepted by the baseline\./);
  assert.not.match(shown.junit ?? "", "<failure");
  const [run] = JSON.parse(shown.sarif ?? "").runs;
  assert.equal(
    run.results.map(({ suppressions }: { suppressions: unknown }) => suppressions),
    [[{ kind: "external", status: "accepted" }]],
  );
});

baselines("without a bump, the baseline has the changes that need more than a minor release", async () => {
  const directory = files();
  assert.match((await policy(directory, "added.json", { writeBaseline: "b.yaml" })).err, "Wrote 0 changes");
  const patch = await policy(directory, "added.json", { bump: "patch", writeBaseline: "b.yaml" });
  assert.match(patch.err, "Wrote 1 change ");
  assert.is((await policy(directory, "added.json", { bump: "patch", ...BASELINE })).exit, 0);
  const again = await policy(directory, "added.json", { bump: "patch", ...BASELINE, writeBaseline: "b.yaml" });
  assert.match(again.err, "Wrote 1 change ", "also changes that are already accepted");
});

baselines("a finding that no release may contain is accepted with its change", async () => {
  const directory = files();
  for (const [options, to, finding] of [
    [{ from: "beta.json", profile: "channels" }, "old.json", "removed-too-early"],
    [{ from: "two/old", bump: "minor" }, "two/new", "addition/field-added"],
  ] as const) {
    const { out, exit } = await policy(directory, to, { ...options, writeBaseline: "b.yaml" });
    assert.is(exit, 1);
    assert.match(out, finding);
    assert.match(out, /No release may contain .*\. Fix each finding or accept it\.\n/);
    assert.equal((await policy(directory, to, { ...options, ...BASELINE })).exit, 0);
  }
});

/** The addition of the status subresource to one of two versions: a finding about the newer state, without a change. */
const DEFECT = { from: "beta.json", profile: "channels" } as const;

baselines("a baseline accepts no finding without a change, whose fix refers to a profile", async () => {
  const directory = files();
  await policy(directory, "status.json", { ...DEFECT, writeBaseline: "b.yaml" });
  const { exit, out } = await policy(directory, "status.json", { ...DEFECT, ...BASELINE });
  assert.is(exit, 1);
  assert.match(out, /not allowed: .*\n {4}status\.json:1:\d+\n.*\[status-differs, /);
  assert.match(out, /To accept the finding instead, set a bump for the rule in a profile, .*`--profile`/);
});

baselines("between two states, no finding refers to a file of a project", async () => {
  const directory = files();
  for (const format of CHANGE_FORMATS) {
    for (const { out } of [
      await policy(directory, "removed.json", { bump: "minor", format }),
      await policy(directory, "old.json", { from: "beta.json", profile: "channels", format }),
      await policy(directory, "status.json", { ...DEFECT, format }),
    ]) {
      const found = format === "sarif" ? JSON.stringify(JSON.parse(out).runs[0].results) : out;
      assert.match(found, "widgets.example.dev");
      assert.not.match(found, /waive/, format);
    }
  }
});

baselines("entries that are unused or wrong are warnings with their lines in every format", async () => {
  const directory = files();
  await policy(directory, "removed.json", { writeBaseline: "b.yaml" });
  for (const format of CHANGE_FORMATS) {
    const unused = await policy(directory, "added.json", { format, ...BASELINE });
    assert.match(unused.err, /^b\.yaml:3:3 warning the entry \w{12} of the baseline matches no change of widgets/);
    assert.not.match(unused.out, "baseline-unused");
  }
  const path = join(directory, "b.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace("path: .b", "path: .c"));
  const { exit, err } = await policy(directory, "removed.json", { bump: "minor", ...BASELINE });
  assert.is(exit, 1, "the entry accepts nothing");
  assert.match(err, /^b\.yaml:7:9 warning the entry \w{12} of the baseline does not describe the change/);
});

baselines("a baseline that is missing or wrong is reported together with what is wrong with the states", async () => {
  const directory = files();
  writeFileSync(join(directory, "b.yaml"), "- fingerprint: 12\n");
  const wrong = await policy(directory, "none.json", BASELINE);
  assert.equal([wrong.exit, wrong.out], [2, ""]);
  assert.match(wrong.err, "none.json");
  assert.match(wrong.err, "b.yaml:1:16 error");
  assert.match((await policy(directory, "added.json", { baseline: "c.yaml" })).err, "[baseline-missing]");
  const written = await policy(directory, "removed.json", { writeBaseline: "old.json" });
  assert.is(written.exit, 2);
  assert.match(written.err, "[baseline-unwritable]");
  assert.is(readFileSync(join(directory, "old.json"), "utf8"), OLD);
});

baselines.run();
