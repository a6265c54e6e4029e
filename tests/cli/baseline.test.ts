/** Tests of baselines: changes that were accepted earlier do not make `crd-bundle diff` fail again. */
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judgeChanges } from "../../scripts/app/judge-changes.js";
import { type DiffCommandOptions, diffCommand } from "../../scripts/cli/diff.js";
import { CHANGE_FORMATS } from "../../scripts/core/model/change.js";
import { escapeControls } from "../../scripts/core/model/control-characters.js";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { crd, object, STRING, stored, version } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";

const baselines = suite("cli/baseline");
baselines.after(removeProjects);

const OLD = crd([stored("v1", object({ a: STRING, b: STRING, c: STRING }))]);
const NEW = crd([stored("v1", object({ a: STRING, d: STRING }, { required: ["a"] }))]);
const NEWER = crd([stored("v1", object({ d: STRING }))]);

function files(): string {
  const directory = temporary();
  const states = { old: OLD, new: NEW, newer: NEWER };
  for (const [name, found] of Object.entries(states)) {
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(found));
    for (const channel of ["standard", "experimental"]) {
      mkdirSync(join(directory, name, channel), { recursive: true });
      writeFileSync(join(directory, name, channel, "crd.json"), JSON.stringify(found));
    }
  }
  return directory;
}

function diff(directory: string, options: Partial<DiffCommandOptions> & { from?: string; to?: string } = {}) {
  const { from = "old.json", to = "new.json", ...others } = options;
  return inTerminal(directory, (terminal) =>
    diffCommand(from, to, { project: ".", format: "text", ...others }, terminal),
  );
}

const FAIL = { failOn: "tightening", baseline: "b.yaml" } as const;

baselines(
  "a baseline that was written accepts all breaking changes, and has the fingerprints of the policy",
  async () => {
    for (const [from, to] of [
      ["old.json", "new.json"],
      ["old", "new"],
    ] as const) {
      const directory = files();
      const written = await diff(directory, { from, to, failOn: "tightening", writeBaseline: "b.yaml" });
      assert.is(written.exit, 1, "the baseline counts from the next run on");
      const entries = (loadYaml(readFileSync(join(directory, "b.yaml"), "utf8")) as { value: never }).value as {
        [key: string]: unknown;
      }[];
      assert.match(written.err, `Wrote ${entries.length} changes to the baseline b.yaml\n`);
      const judged = await inTerminal(directory, async (terminal) => {
        const found = await judgeChanges({ project: ".", from, to }, terminal);
        assert.ok(found.ok && found.value);
        const findings = found.value.judgement.verdict.findings.filter(({ problem }) => !problem);
        for (const { fingerprint } of entries)
          assert.ok(findings.some((finding) => finding.fingerprint === fingerprint));
        return 0;
      });
      assert.is(judged.exit, 0);
      assert.is((await diff(directory, { from, to, ...FAIL })).exit, 0);
      assert.is((await diff(directory, { from, to, ...FAIL, failOn: "unknown" })).exit, 0);
      assert.is(
        (await diff(directory, { from, to, ...FAIL, failOn: "tightening", baseline: undefined } as never)).exit,
        1,
      );
      assert.equal(
        entries.map(({ channel, crd, path, class: name }) => [channel, crd, path, name]),
        (from === "old" ? ["standard", "experimental"] : [undefined]).flatMap((channel) => [
          [channel, "widgets.example.dev", ".a", "tightening"],
          [channel, "widgets.example.dev", ".b", "break"],
          [channel, "widgets.example.dev", ".c", "break"],
        ]),
      );
    }
  },
);

baselines("a baseline that was written can be read, whatever the names in it are", async () => {
  const directory = temporary();
  const names = [
    "a.b",
    "\u0000",
    "\u001b[31m",
    "\n- x",
    "\r",
    "\t",
    '"',
    "'",
    "#",
    ": ",
    "\u2028",
    "\u202e",
    " ",
    "",
    "~",
  ];
  const fields = Object.fromEntries([...names, "__proto__", "x".repeat(10_240)].map((name) => [name, STRING]));
  const hostile = names.map((name) =>
    version(name, object({}), { additionalPrinterColumns: [{ name, jsonPath: name }] }),
  );
  const before = crd([stored("v1", object(fields)), ...hostile], {}, { name: "w\u0007\u2029 \n" });
  for (const [file, found] of Object.entries({ old: before, new: { ...crd(), metadata: before.metadata } }))
    writeFileSync(join(directory, `${file}.json`), escapeControls(JSON.stringify(found)));
  const written = await diff(directory, { failOn: "unknown", writeBaseline: "b.yaml" });
  assert.is(written.err, `Wrote ${Object.keys(fields).length + names.length} changes to the baseline b.yaml\n`);
  const read = await diff(directory, { failOn: "unknown", baseline: "b.yaml" });
  assert.is(read.err, "");
  assert.is(read.exit, 0);
});

baselines("a baseline is the same in every run, and can be written over itself", async () => {
  const directory = files();
  await diff(directory, { writeBaseline: "ci/b.yaml" });
  const read = () => readFileSync(join(directory, "ci/b.yaml"), "utf8");
  const first = read();
  assert.match(first, "message: the field was removed");
  await diff(directory, { writeBaseline: "ci/b.yaml", baseline: "ci/b.yaml" });
  assert.is(read(), first);
});

baselines("accepted changes are marked, counted, and listed last", async () => {
  const directory = files();
  await diff(directory, { writeBaseline: "b.yaml" });
  const text = readFileSync(join(directory, "b.yaml"), "utf8");
  const [head, , second, ...others] = text.split(/^(?=- )/m);
  writeFileSync(join(directory, "b.yaml"), [head, second, ...others].join(""));
  const shown = await diff(directory, FAIL);
  assert.is(shown.exit, 1, "the tightening is not accepted");
  const lines = shown.out.split("\n");
  assert.is(
    lines[0],
    "old.json → new.json: 1 tightening, 1 addition (2 places in 1 kind); accepted: 2 breaks (2 places in 1 kind)",
  );
  assert.match(lines[1] ?? "", /^ {2}tightening {2}widgets\.example\.dev v1 \.a: /);
  assert.match(
    shown.out,
    /\n {2}break {7}widgets\.example\.dev v1 \.b \(accepted\): .*\n {2}break .* \.c \(accepted\): /,
  );
  for (const format of CHANGE_FORMATS) {
    const { out, exit } = await diff(directory, { ...FAIL, format });
    assert.is(exit, 1);
    assert.is(out.match(/accepted\)|"isAccepted": true/g)?.length, format === "junit" ? 4 : 2, format); // as the title and in the text
  }
  const sarif = JSON.parse((await diff(directory, { ...FAIL, format: "sarif" })).out);
  const levels = sarif.runs[0].results.map(({ level }: { level: string }) => level);
  assert.equal(levels, ["error", "note", "note", "note"]);
});

baselines("an entry without a change is a warning with its line", async () => {
  const directory = files();
  await diff(directory, { writeBaseline: "b.yaml" });
  for (const format of CHANGE_FORMATS) {
    const { exit, out, err } = await diff(directory, { to: "newer.json", ...FAIL, format });
    assert.is(exit, 1, "the removal of .a is new");
    assert.match(err, /b\.yaml:3:3 warning the entry [0-9a-f]{12} of the baseline matches no change of widgets/);
    assert.is(err.match(/baseline-unused/g)?.length, 2, "the warning, and how to get an explanation");
    assert.not.match(out, "baseline-unused");
  }
});

baselines("an entry that describes another change accepts nothing, and is a warning with its line", async () => {
  const directory = files();
  const path = join(directory, "b.yaml");
  for (const [from, to, channel] of [
    ["old.json", "new.json", false],
    ["old", "new", true],
  ] as const) {
    await diff(directory, { from, to, writeBaseline: "b.yaml" });
    const text = readFileSync(path, "utf8");
    assert.is((await diff(directory, { from, to, ...FAIL })).err, "", "a baseline describes its changes");
    for (const [key, wrong] of Object.entries({
      ...(channel && { channel: "experimental" }),
      crd: "gadgets.example.dev",
      path: ".elsewhere",
      class: "fix",
      message: "the field is new",
    })) {
      writeFileSync(path, text.replace(new RegExp(`^  ${key}: .*`, "m"), `  ${key}: ${wrong}`));
      const line = text.split("\n").findIndex((each) => each.startsWith(`  ${key}: `)) + 1;
      const { exit, err } = await diff(directory, { from, to, ...FAIL });
      assert.is(exit, key === "message" ? 0 : 1, "a message can be from another version of the tool");
      assert.match(
        err,
        new RegExp(`^b\\.yaml:${line}:\\d+ warning the entry \\w{12} of the baseline does not describe`),
      );
      assert.match(err, `the change with this fingerprint (different: ${key}) [baseline-mismatch]`);
      assert.match(err, "1 warning.");
    }
    writeFileSync(path, text.replace(/^ {2}versions:\n {4}- v1\n {2}path: .*\n/m, ""));
    assert.match(
      (await diff(directory, { from, to, ...FAIL })).err,
      "fingerprint (different: versions, path) [baseline-mismatch]",
    );
  }
});

const ENTRY = "- fingerprint: '0123456789ab'\n  crd: a\n  class: break\n  message: b\n";

baselines("all mistakes in a baseline are reported with line and column", async () => {
  const directory = files();
  writeFileSync(
    join(directory, "b.yaml"),
    `${ENTRY}- fingerprint: 12\n  crd: 1\n  class: big\n  why: c\n- __proto__: {fingerprint: '0123456789ab'}\n- 1\n`,
  );
  const { exit, out, err } = await diff(directory, FAIL);
  assert.equal([exit, out], [2, ""]);
  for (const place of ["5:16", "6:8", "7:10", "8:3", "9:3", "10:3"]) assert.match(err, `b.yaml:${place} error`);
  const wrong = await diff(directory, { ...FAIL, from: "none.json" });
  assert.match(wrong.err, "none.json");
  assert.match(wrong.err, "b.yaml:5:16 error", "together with what is wrong with the states");
});

baselines("files that are missing, too large, links or not text are rejected", async () => {
  const directory = files();
  const outside = join(temporary(), "secret.yaml");
  writeFileSync(outside, ENTRY);
  symlinkSync(outside, join(directory, "link.yaml"));
  writeFileSync(join(directory, "large.yaml"), `#${" ".repeat(17 * 2 ** 20)}`);
  writeFileSync(join(directory, "bytes.yaml"), Buffer.from([0xff, 0xfe, 0xfd]));
  writeFileSync(join(directory, "control.yaml"), ENTRY.replace("message: b", "message: \u001b[31m"));
  mkdirSync(join(directory, "directory.yaml"));
  const waiver = { fingerprint: "a2de98b82c33", message: "a", why: "b", approvedBy: "c", release: "1.0.0" };
  writeFileSync(join(directory, "waivers.yaml"), JSON.stringify([waiver]));
  for (const [baseline, code] of Object.entries({
    "waivers.yaml": "baseline-of-waivers",
    "none.yaml": "baseline-missing",
    "link.yaml": "input-link",
    "large.yaml": "input-too-large",
    "bytes.yaml": "input-encoding",
    "control.yaml": "input-control-character",
    "directory.yaml": "input-kind",
  })) {
    const { exit, out, err } = await diff(directory, { baseline });
    assert.ok(exit > 0, baseline);
    assert.is(out, "");
    assert.match(err, `[${code}]`);
    assert.not.match(err, "\u001b");
  }
});

baselines("a baseline never replaces another file, and is never written through a link", async () => {
  const directory = files();
  const outside = temporary();
  writeFileSync(join(outside, "b.yaml"), ENTRY);
  symlinkSync(join(outside, "b.yaml"), join(directory, "link.yaml"));
  symlinkSync(outside, join(directory, "linked"));
  writeFileSync(join(directory, "README.md"), "# Widgets\n");
  mkdirSync(join(directory, "directory"));
  for (const target of [
    "link.yaml",
    "linked/b.yaml",
    "linked/new.yaml",
    "new.json",
    "directory",
    "new.json/b.yaml",
    "README.md",
  ]) {
    const { exit, err } = await diff(directory, { writeBaseline: target });
    assert.is(exit, 2, target);
    assert.match(err, "[baseline-unwritable]");
  }
  assert.is(readFileSync(join(outside, "b.yaml"), "utf8"), ENTRY);
  assert.not.ok(existsSync(join(outside, "new.yaml")));
  assert.ok(lstatSync(join(directory, "link.yaml")).isSymbolicLink());
  assert.is(readFileSync(join(directory, "new.json"), "utf8"), JSON.stringify(NEW));
  assert.is(
    (await diff(directory, { writeBaseline: join(outside, "new.yaml") })).exit,
    0,
    "a path outside by its name",
  );
});

baselines.run();
