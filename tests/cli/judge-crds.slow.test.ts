/** Tests of the GitHub Action that judges pull requests: its script, with real Git and a program in place of `gh`. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";

const tests = suite("cli/judge-crds");
tests.after(removeProjects);

const ACTION = join(ROOT, ".github/actions/judge-crds");
const CRDS = "config/crd";
const AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@example.dev"];

function crd(field: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${field}}}}}}
`;
}

const [FIRST, RELEASED, NEXT] = ["size: {type: string}", "size: {type: string, maxLength: 9}", "size: {type: integer}"];

/** A shallow clone of a repository with a release and a commit after it, and a place for a pull request's CRDs. */
async function pullRequest(last = FIRST): Promise<{ readonly clone: string; readonly base: string }> {
  const directory = temporary();
  const origin = join(directory, "origin");
  mkdirSync(join(origin, CRDS), { recursive: true });
  const git = (...args: string[]) => execa("git", [...AUTHOR, ...args], { cwd: origin });
  await git("init", "--quiet", "--initial-branch=main");
  for (const [field, tag] of [
    [RELEASED, "v1.10.0"],
    [FIRST, "v1.9.0"],
    [FIRST, "v2.0.0-rc.1"],
    [last, ""],
  ] as const) {
    writeFileSync(join(origin, CRDS, "widgets.yaml"), crd(field));
    await git("add", ".");
    await git("commit", "--quiet", "--allow-empty", "--message", "Change");
    if (tag !== "") await git("tag", tag);
  }
  await execa("git", ["clone", "--quiet", "--depth=1", `file://${origin}`, "clone"], { cwd: directory });
  const { stdout: base } = await git("rev-parse", "HEAD");
  return { clone: join(directory, "clone"), base };
}

/** Writes a program that records its arguments and the body of the comment, and knows one comment. */
function fakeGh(directory: string, known: string, exit = 0): string {
  const bin = join(directory, "../bin");
  mkdirSync(bin);
  const script = `#!/usr/bin/env bash
printf '%s\\n' "$*" >> "${bin}/calls"
for arg in "$@"; do case $arg in body=@*) cp "\${arg#body=@}" "${bin}/body" ;; esac; done
case "$*" in *--paginate*) printf '${known}' ;; esac
exit ${exit}
`;
  writeFileSync(join(bin, "gh"), script);
  chmodSync(join(bin, "gh"), 0o755);
  return bin;
}

function judge(clone: string, env: Readonly<Record<string, string>>) {
  const given = {
    CRDS,
    BASE: "",
    EVENT_BASE: "",
    EVENT_HEAD: "",
    RELEASE: "",
    FAIL_ON: "break",
    BASELINE: "",
    COMMENT: "false",
    PULL_REQUEST: "",
    REPOSITORY: "o/r",
  };
  return execa("bash", [join(ACTION, "judge.sh")], { cwd: clone, env: { ...given, ...env }, reject: false });
}

tests("compares with the base and with the highest release, in a shallow clone", async () => {
  const { clone, base } = await pullRequest();
  writeFileSync(join(clone, CRDS, "widgets.yaml"), crd(NEXT));
  const summary = join(clone, "../summary.md");
  const { exitCode, stdout } = await judge(clone, { BASE: base, GITHUB_STEP_SUMMARY: summary });
  assert.is(exitCode, 1, stdout);
  assert.match(stdout, `## CRDs in config/crd compared with ${base.slice(0, 12)}\n`);
  assert.match(stdout, "## CRDs in config/crd compared with v1.10.0\n");
  assert.match(stdout, /\*\*break\*\* .*`\.spec\.size`/);
  assert.is(readFileSync(summary, "utf8").trimEnd(), stdout.trimEnd());
});

tests("changes since the release, and accepted ones, do not fail", async () => {
  const { clone, base } = await pullRequest(NEXT);
  const { exitCode, stdout } = await judge(clone, { BASE: base });
  assert.is(exitCode, 0, stdout);
  assert.match(stdout, /compared with v1\.10\.0\n[\s\S]*\*\*break\*\*/);
  writeFileSync(join(clone, CRDS, "widgets.yaml"), crd("size: {type: boolean}"));
  assert.is((await judge(clone, { BASE: base })).exitCode, 1);
  const tool = join(ROOT, "scripts/cli/bin.cjs");
  await execa(process.execPath, [tool, "diff", `HEAD:${CRDS}`, `./${CRDS}`, "--write-baseline", "ok.yaml"], {
    cwd: clone,
  });
  const accepted = await judge(clone, { BASE: base, BASELINE: "ok.yaml" });
  assert.is(accepted.exitCode, 0, accepted.stdout);
  assert.match(accepted.stdout, "accepted");
});

tests("a commit that is missing ends only its own comparison", async () => {
  const { clone, base } = await pullRequest();
  const { exitCode, stdout } = await judge(clone, { BASE: base, RELEASE: "v9.9.9" });
  assert.is(exitCode, 2);
  assert.match(stdout, `## CRDs in config/crd compared with ${base.slice(0, 12)}\n`);
  assert.match(stdout, "::error::CRDs in config/crd compared with v9.9.9: there is no such commit");
});

tests("no change of the class passes, and a new API has nothing to be compared with", async () => {
  const { clone, base } = await pullRequest();
  const same = await judge(clone, { BASE: base, RELEASE: "none" });
  assert.is(same.exitCode, 0, same.stdout);
  assert.match(same.stdout, "Nothing changed.");
  mkdirSync(join(clone, "new"));
  writeFileSync(join(clone, "new/crd.yaml"), crd(NEXT));
  const added = await judge(clone, { BASE: base, CRDS: "new" });
  assert.is(added.exitCode, 0, added.stdout);
  assert.match(added.stdout, "::warning::");
  assert.match(added.stdout, "`new` does not exist in this commit, so all CRDs are new.");
});

tests("normalizes the path of the CRDs, which can be the top of the repository or lead through a link", async () => {
  const { clone, base } = await pullRequest();
  symlinkSync("config", join(clone, "linked"));
  await execa("git", ["add", "."], { cwd: clone });
  await execa("git", [...AUTHOR, "commit", "--quiet", "--message", "Link"], { cwd: clone });
  const { stdout: linked } = await execa("git", ["rev-parse", "HEAD"], { cwd: clone });
  writeFileSync(join(clone, CRDS, "widgets.yaml"), crd(NEXT));
  for (const [path, shown, commit] of [
    [".", ".", base],
    ["./", ".", base],
    ["././config/./", "config", base],
    ["config/./crd", "config/crd", base],
    ["./config/crd/.", "config/crd", base],
    ["linked/crd", "linked/crd", linked],
  ] as const) {
    const { exitCode, stdout } = await judge(clone, { BASE: commit, CRDS: path, RELEASE: "none" });
    assert.is(exitCode, 1, `${path}: ${stdout}`);
    assert.match(stdout, `## CRDs in ${shown} compared with ${commit.slice(0, 12)}\n`);
    assert.not.match(stdout, "::warning::");
  }
});

tests("compares a checkout of a merge with the branch into which it merges, not with an older base", async () => {
  const { clone, base } = await pullRequest();
  const origin = join(clone, "../origin");
  const git = async (...args: string[]) => (await execa("git", [...AUTHOR, ...args], { cwd: origin })).stdout;
  await git("config", "uploadpack.allowAnySHA1InWant", "true");
  await git("checkout", "--quiet", "-b", "feature");
  await git("commit", "--quiet", "--allow-empty", "--message", "Feature");
  const head = await git("rev-parse", "HEAD");
  await git("checkout", "--quiet", "main");
  writeFileSync(join(origin, CRDS, "widgets.yaml"), crd(NEXT));
  await git("commit", "--quiet", "--all", "--message", "A break by somebody else");
  const main = await git("rev-parse", "HEAD");
  await git("merge", "--quiet", "--no-ff", "--message", "Merge", "feature");
  await git("update-ref", "refs/pull/7/merge", "HEAD");
  await execa("git", ["fetch", "--quiet", "--depth=1", "origin", "refs/pull/7/merge"], { cwd: clone });
  await execa("git", ["checkout", "--quiet", "FETCH_HEAD"], { cwd: clone });
  const event = { EVENT_BASE: base, EVENT_HEAD: head, RELEASE: "none" };
  const merged = await judge(clone, event);
  assert.is(merged.exitCode, 0, merged.stdout);
  assert.match(merged.stdout, `compared with ${main.slice(0, 12)}\n\nNothing changed.`);
  for (const env of [
    { ...event, BASE: base },
    { ...event, EVENT_HEAD: main },
    { ...event, EVENT_HEAD: "" },
  ]) {
    const { exitCode, stdout } = await judge(clone, env);
    assert.is(exitCode, 1, stdout);
    assert.match(stdout, `compared with ${base.slice(0, 12)}\n`);
  }
});

tests("the last release is the tag with the highest version, with or without v", async () => {
  const { clone, base } = await pullRequest();
  const tag = (...names: string[]) =>
    Promise.all(names.map((name) => execa("git", ["tag", name, base], { cwd: join(clone, "../origin") })));
  await tag("1.9.9", "v1.2", "v3.0.0-rc.1", "operator-9.0.0", "latest");
  assert.match((await judge(clone, { BASE: base })).stdout, "compared with v1.10.0\n");
  await tag("1.11.0");
  assert.match((await judge(clone, {})).stdout, "## CRDs in config/crd compared with 1.11.0\n");
});

tests("creates one comment, and replaces it later", async () => {
  for (const [known, call] of [
    ["", "api --silent --method POST repos/o/r/issues/7/comments"],
    ["12\\n13\\n", "api --silent --method PATCH repos/o/r/issues/comments/12"],
  ] as const) {
    const { clone, base } = await pullRequest();
    const bin = fakeGh(clone, known);
    const env = { BASE: base, COMMENT: "true", PULL_REQUEST: "7", PATH: `${bin}:${process.env.PATH}` };
    const { exitCode, stdout } = await judge(clone, env);
    assert.is(exitCode, 0, stdout);
    assert.match(readFileSync(join(bin, "calls"), "utf8"), call);
    assert.ok(readFileSync(join(bin, "body"), "utf8").startsWith("<!-- crd-bundle judges config/crd -->\n## CRDs in"));
  }
});

/** Fields whose removal fills a comment almost. */
const MANY = Array.from({ length: 600 }, (_, at) => `aFieldWithAnExtraordinarilyLongName${at}: {type: string}`).join();

tests("a comment without room for all changes has the part about the base", async () => {
  const { clone, base } = await pullRequest(MANY);
  writeFileSync(join(clone, CRDS, "widgets.yaml"), crd(FIRST));
  await execa("git", ["fetch", "--quiet", "--unshallow", "--tags"], { cwd: clone });
  await execa("git", ["tag", "v1.11.0", base], { cwd: clone });
  const bin = fakeGh(clone, "");
  const env = { BASE: base, COMMENT: "true", PULL_REQUEST: "7", PATH: `${bin}:${process.env.PATH}` };
  await execa("git", [...AUTHOR, "commit", "--quiet", "--allow-empty", "--message", "Next"], { cwd: clone });
  await execa("git", ["tag", "--force", "v1.11.0"], { cwd: clone });
  const { exitCode, stdout } = await judge(clone, { ...env, RELEASE: "v1.11.0" });
  assert.is(exitCode, 1, stdout);
  const body = readFileSync(join(bin, "body"), "utf8");
  assert.ok(body.length < 65_536);
  assert.match(body, `aFieldWithAnExtraordinarilyLongName0`);
  assert.match(body, /compared with v1\.11\.0\n\nThere are too many changes for a comment\./);
});

tests("tags that cannot be listed end only the comparison with the release", async () => {
  const { clone, base } = await pullRequest();
  await execa("git", ["remote", "set-url", "origin", "file:///nowhere"], { cwd: clone });
  const { exitCode, stdout } = await judge(clone, { BASE: base });
  assert.is(exitCode, 2);
  assert.match(stdout, `## CRDs in config/crd compared with ${base.slice(0, 12)}\n`);
  assert.match(stdout, "::error::The tags of the repository cannot be listed.");
});

tests("a comment that cannot be written is a warning", async () => {
  const { clone, base } = await pullRequest();
  const bin = fakeGh(clone, "", 1);
  const env = { BASE: base, COMMENT: "true", PULL_REQUEST: "7", PATH: `${bin}:${process.env.PATH}` };
  const { exitCode, stdout } = await judge(clone, env);
  assert.is(exitCode, 0);
  assert.match(stdout, "::warning::The comments of the pull request cannot be listed, so none was written.");
  assert.not.match(readFileSync(join(bin, "calls"), "utf8"), "POST");
  writeFileSync(join(bin, "gh"), "#!/bin/sh\ncase $* in *--method*) exit 1 ;; esac\n");
  assert.match(
    (await judge(clone, env)).stdout,
    "::warning::The comment could not be written. A pull request of a fork",
  );
});

tests("rejects paths outside of the repository, and files that are not CRDs", async () => {
  const { clone, base } = await pullRequest();
  for (const path of ["", "/etc", "../origin", "config/../..", "-x", "missing"]) {
    const { exitCode, stdout } = await judge(clone, { BASE: base, CRDS: path });
    assert.is(exitCode, 2, path);
    assert.match(stdout, "::error::crds: ");
  }
  writeFileSync(join(clone, CRDS, "widgets.yaml"), "a: [");
  const { exitCode, stdout, stderr } = await judge(clone, { BASE: base });
  assert.is(exitCode, 2);
  assert.match(stdout, /the comparison is impossible[\s\S]*```text\n.*widgets\.yaml/);
  assert.match(stderr, "widgets.yaml");
  for (const [name, env] of Object.entries({ "fail-on": { FAIL_ON: "breaking" }, baseline: { BASELINE: "no.yaml" } })) {
    const wrong = await judge(clone, { BASE: base, ...env });
    assert.equal([wrong.exitCode, wrong.stdout.startsWith(`::error::${name}: `)], [2, true]);
  }
});

tests("the action passes exactly the inputs that the script reads", () => {
  const loaded = loadYaml(readFileSync(join(ACTION, "action.yml"), "utf8"));
  assert.ok("value" in loaded);
  const action = loaded.value as { inputs: object; runs: { steps: { env?: Record<string, string> }[] } };
  const env = action.runs.steps.at(-1)?.env ?? {};
  const script = readFileSync(join(ACTION, "judge.sh"), "utf8");
  const read = [...script.matchAll(/\$\{?#?([A-Z_]+)\b/g)].map(([, name]) => name as string);
  const fromRunner = ["BASH_SOURCE", "GITHUB_STEP_SUMMARY"];
  assert.equal(
    [...new Set(read)].filter((name) => !fromRunner.includes(name)).sort(),
    [
      ...Object.keys(env).filter((name) => name !== "GH_TOKEN"), // `gh` reads it
    ].sort(),
  );
  const given = Object.values(env).join(" ");
  for (const name of Object.keys(action.inputs)) assert.match(given, `\${{ inputs.${name} }}`);
  const docs = readFileSync(join(ROOT, "docs/pull-requests.md"), "utf8");
  for (const name of Object.keys(action.inputs)) assert.match(docs, `| \`${name}\` |`);
  assert.ok(existsSync(join(ROOT, "scripts/cli/bin.cjs")));
});

tests.run();
