/** Tests of the properties that only the real process shows: streams and exit code. */
import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crd, object, STRING, stored } from "../changes/diff/crd.js";
import { BIN, crdBundle, inDirectory } from "../support/command-line.js";
import { schemaProblems } from "../support/json-schemas.js";

const cli = suite("cli");

const FULL = "/dev/full"; // on Linux, a device that behaves as a full disk

/** Runs the command line with one of its streams on a full disk. */
function onFullDisk(stream: "stdout" | "stderr", args: readonly string[]) {
  const full = openSync(FULL, "w");
  const [out, err] = stream === "stdout" ? [full, "pipe" as const] : ["pipe" as const, full];
  return spawnSync(process.execPath, [BIN, ...args], { stdio: ["ignore", out, err], encoding: "utf8" });
}

if (existsSync(FULL)) {
  for (const args of [["explain"], ["--help"], ["explain", "tag-unknown"]]) {
    cli(`says in one sentence that ${args.join(" ")} cannot be written`, () => {
      const run = onFullDisk("stdout", args);
      assert.is(run.status, 2);
      assert.match(run.stderr, /^error cannot write to standard output: ENOSPC[^\n]*\n$/);
    });
  }

  cli("does not succeed where it cannot say what is wrong", () => {
    assert.is(onFullDisk("stderr", ["--help"]).status, 0);
    assert.is(onFullDisk("stderr", ["explain", "a"]).status, 2);
  });
}

cli("has help as an option, and not as a command beside the others", async () => {
  const { exitCode, stdout, stderr } = await crdBundle(["help"]);
  assert.equal([exitCode, stdout], [2, ""]);
  assert.match(stderr, "unknown command 'help'");
  assert.match((await crdBundle(["--help"])).stdout, /^Usage: crd-bundle /);
});

cli("policy takes its states as arguments, as diff does", () =>
  inDirectory(async (directory) => {
    const [old, added] = [object({}), object({ a: STRING })].map((schema) =>
      JSON.stringify(crd([stored("v1", schema)])),
    );
    await writeFile(join(directory, "old.yaml"), old ?? "");
    await writeFile(join(directory, "added.yaml"), added ?? "");
    const options = [
      ["old.yaml", "added.yaml"],
      ["--from", "old.yaml", "--to", "added.yaml"],
    ];
    for (const states of options) {
      const { exitCode, stdout } = await crdBundle(["policy", ...states, "--bump", "patch"], { cwd: directory });
      assert.is(exitCode, 1);
      assert.match(
        stdout,
        /^old\.yaml → added\.yaml \(profile semver\)\n {2}allowed: patch\n {2}needs at least a minor release\n/,
      );
    }
  }),
);

cli("lists every command with its arguments in its help", async () => {
  const { stdout } = await crdBundle(["--help"]);
  const usages = [...stdout.matchAll(/^ {2}([a-z]+(?: \[options\])?(?: [[<]\w+[\]>])*) {2,}/gm)].map(
    ([, usage]) => usage,
  );
  assert.equal(usages, [
    "init [options] [dir]",
    "build [options]",
    "check [options]",
    "diff [options] [from] [to]",
    "policy [options] [from] [to]",
    "graduation [options]",
    "release [options] [version]",
    "verify [options] <release>",
    "cluster",
    "explain [options] [code]",
  ]);
});

/** The files of a package, and those that a checkout has in addition. */
const PACKAGE: Readonly<Record<string, string>> = {
  "scripts/package.json": '{ "type": "module", "version": "1.0.0" }',
  "scripts/build/scripts/cli/start.cjs": 'exports.start = () => console.log("the package");',
};
const CHECKOUT: Readonly<Record<string, string>> = {
  "scripts/cli/main.ts": "",
  "scripts/cli/compile.js": "export const ensureCompiled = () => {};",
  "build/scripts/cli/start.cjs": 'exports.start = () => console.log("the checkout");',
  "build/package.json": '{ "type": "module" }',
};

cli("runs the sources of a checkout, even if npm left what it packs there", async () => {
  const runWith = (files: Readonly<Record<string, string>>) =>
    inDirectory(async (directory) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(join(directory, path, ".."), { recursive: true });
        await writeFile(join(directory, path), text);
      }
      await mkdir(join(directory, "scripts/cli"), { recursive: true });
      await copyFile(BIN, join(directory, "scripts/cli/bin.cjs"));
      return (await execa(process.execPath, [join(directory, "scripts/cli/bin.cjs")])).stdout;
    });
  assert.is(await runWith(PACKAGE), "the package");
  assert.is(await runWith({ ...PACKAGE, ...CHECKOUT }), "the checkout");
});

cli("is quiet where a reader stops early", async () => {
  const script = `"${process.execPath}" "${BIN}" explain | head -1; echo "\${PIPESTATUS[0]}"`;
  const run = await execa("bash", ["-c", script], { reject: false });
  assert.equal(run.stdout.split("\n").slice(1), ["0"]);
  assert.is(run.stderr, "");
});

cli("takes no time from SOURCE_DATE_EPOCH that is none: time-invalid", async () => {
  const run = (SOURCE_DATE_EPOCH: string) =>
    execa(process.execPath, [BIN, "explain", "tag-unknown"], { env: { SOURCE_DATE_EPOCH }, reject: false });
  for (const told of ["now", "-1", "1.5", "1e9", "1".repeat(13), " 1"]) {
    const { exitCode, stdout, stderr } = await run(told);
    assert.equal([exitCode, stdout], [2, ""], told);
    assert.match(stderr, `SOURCE_DATE_EPOCH must be a Unix timestamp, not "${told}" [time-invalid]`);
  }
  const env = { SOURCE_DATE_EPOCH: "x" };
  const json = await crdBundle(["explain", "tag-unknown", "--format", "json"], { env });
  assert.equal([json.exitCode, json.stderr], [2, ""]);
  assert.is(JSON.parse(json.stdout).diagnostics[0].code, "time-invalid");
  const github = await crdBundle(["explain", "--format", "github"], { env });
  assert.match(github.stdout, /^::error title=time-invalid::[^\n]+\n$/);
  for (const told of ["", "0", "1767225600"]) assert.is((await run(told)).exitCode, 0, told);
});

/** Command lines that are rejected before a command runs, and how the message ends. */
const REJECTED: Readonly<Record<string, string>> = {
  "build --nope": "unknown option '--nope'",
  "build --format json --formt": "unknown option '--formt' (Did you mean --format?)",
  "policy --bump x": "option '--bump <bump>' argument 'x' is invalid. Allowed choices are patch, minor, major",
  "policy --bump minor --to 1.0.0": "option '--bump' cannot be used with option '--to <version>'",
  "diff a b c": "too many arguments for 'diff'. Expected 2 arguments but got 3",
  verify: "missing required argument 'release'",
  nope: "unknown command 'nope'",
};

cli("reports wrong usage in the selected format: usage-invalid", async () => {
  for (const [line, problem] of Object.entries(REJECTED)) {
    const [json, github] = await Promise.all(
      [["--format", "json"], ["--format=github"]].map((format) => crdBundle([...line.split(" "), ...format])),
    );
    assert.equal([json?.exitCode, json?.stderr], [2, ""], line);
    const value = JSON.parse(json?.stdout ?? "");
    assert.equal(schemaProblems("diagnostics", value), []);
    const [{ code, message }, ...more] = value.diagnostics;
    assert.equal([code, message, more], ["usage-invalid", `invalid command line: ${problem}`, []]);
    assert.equal([github?.exitCode, github?.stderr], [2, ""], line);
    assert.match(github?.stdout ?? "", /^::error title=usage-invalid::invalid command line: [^\n]+\n$/);
  }
});

cli("lets no argument give a command to a workflow", async () => {
  const { stderr } = await crdBundle(["explain", "a\n::error::b\x1b[31m"]);
  assert.match(stderr, "\\u003a:error::b\\u001b[31m");
  const { stderr: usage } = await crdBundle(["build", "--a\n::error::b"]);
  assert.match(usage, "\\u003a:error::b");
});

cli.run();
