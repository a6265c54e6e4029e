/**
 * Tests of releases in real repositories: the reasons for which a release fails, and the content of a successful one.
 */
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attempt } from "../../scripts/app/attempt.js";
import type { ReleaseOptions } from "../../scripts/cli/release.js";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import { failure } from "../../scripts/core/result.js";
import {
  NAME,
  RETRY,
  type Result,
  removeProjects,
  STANDARD_RETRY,
  temporary,
  type World,
} from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { withProgram } from "../support/programs.js";
import { CHANGELOG, codesIn, NOTE, ReleaseProject } from "../support/release-project.js";

const releases = suite("crd-bundle release");
releases.after(removeProjects);

let unreleased: ReleaseProject;
let released: ReleaseProject;
releases.before(async () => {
  unreleased = await ReleaseProject.unreleased();
  released = await ReleaseProject.released();
});

/** Checks that a release fails for these reasons, in this order, and changes nothing. Returns the errors. */
async function refused(
  project: ReleaseProject,
  to: string,
  codes: readonly string[],
  { exit = 1, world, ...options }: Partial<ReleaseOptions> & { exit?: number; world?: World } = {},
): Promise<string> {
  const before = await project.state();
  const result = await project.make(to, options, world);
  assert.equal(codesIn(result), codes, result.err + result.out);
  assert.equal([result.exit, result.out], [exit, ""]);
  assert.equal(await project.state(), before);
  return result.err;
}

async function made(result: Promise<Result>): Promise<string> {
  const { exit, out, err } = await result;
  assert.equal([exit, err], [0, ""]);
  return out;
}

async function verified(project: ReleaseProject, tag: string): Promise<void> {
  const { exit, err, out } = await project.verify(tag);
  assert.equal([exit, err], [0, ""]);
  assert.match(out, `${tag}: `);
}

/** Returns a project on the patch branch of the first release, with only a change of wording. */
async function onReleaseBranch(): Promise<ReleaseProject> {
  const project = released.copy();
  await project.git("switch", "--quiet", "--create", "release-1.0", "v1.0.0");
  await reword(project, "Its own name.");
  return project;
}

async function reword(project: ReleaseProject, words: string): Promise<void> {
  const { version } = JSON.parse(project.read("package.json"));
  project.say(version, NAME.replace("Its name.", words));
  project.note("### Fixed\n\n- Words.\n\n");
  await project.build();
  await project.commit("2026-02-02");
}

/** Returns a project and a repository that is its `origin`. */
async function withRemote(): Promise<{ project: ReleaseProject; remote: string }> {
  const project = released.copy();
  const remote = temporary();
  await execa("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
  await project.git("remote", "add", "origin", remote);
  await project.git("push", "--quiet", "--set-upstream", "origin", "main", "v1.0.0");
  return { project, remote };
}

/** Adds a commit to `main` of the other repository that is not in this one. */
async function moveRemote(remote: string): Promise<void> {
  const clone = join(temporary(), "clone");
  await execa("git", ["clone", "--quiet", remote, clone]);
  const who = ["-c", "user.name=b", "-c", "user.email=b@example.dev"];
  await execa("git", [...who, "commit", "--quiet", "--allow-empty", "--message", "b"], { cwd: clone });
  await execa("git", ["push", "--quiet"], { cwd: clone });
}

async function refsIn(remote: string): Promise<string> {
  return (await execa("git", ["for-each-ref", "--format=%(refname) %(objectname)"], { cwd: remote })).stdout;
}

releases("is refused with changes that are not committed: release-uncommitted", async () => {
  const project = released.copy();
  project.write({ "notes.txt": "" });
  assert.match(await refused(project, "minor", ["release-uncommitted"]), "a change is not committed: notes.txt");
  await project.git("add", "notes.txt");
  assert.match(await refused(project, "minor", ["release-uncommitted"]), "a change is not committed: notes.txt");
  project.edit("CHANGELOG.md", "Widgets", "All widgets");
  project.write({ "a b": "", é: "", "z/1": "", "z/2": "" });
  const err = await refused(project, "minor", ["release-uncommitted"]);
  assert.match(err, "5 changes are not committed: CHANGELOG.md, notes.txt, a b, …");
});

releases("is refused where its tag is there, wherever: release-tag-exists", async () => {
  const project = released.copy();
  await refused(project, "1.0.0", ["release-tag-exists"]);
  await project.git("switch", "--quiet", "--orphan", "other");
  await project.commit();
  await project.git("tag", "v1.1.0");
  await project.git("switch", "--quiet", "main");
  assert.match(await refused(project, "minor", ["release-tag-exists"]), "the tag v1.1.0 already exists");
  await project.git("tag", "--delete", "v1.1.0");
  await made(project.make("minor"));
});

releases("is refused where the version is not greater than the last of its line: release-not-next", async () => {
  const project = released.copy();
  assert.match(await refused(project, "0.9.0", ["release-not-next"]), "0.9.0 is not later than v1.0.0");
  await refused(project, "0.9.0-rc.1", ["release-not-next"]);
  const patches = await onReleaseBranch();
  await made(patches.make("1.0.5"));
  await reword(patches, "A name of its own.");
  const err = await refused(patches, "1.0.4", ["release-not-next"]);
  assert.match(err, "1.0.4 is not later than v1.0.5");
});

releases("is refused as a patch off its branch: release-branch", async () => {
  const project = released.copy();
  await project.git("reset", "--quiet", "--hard", "v1.0.0");
  await reword(project, "Its own name.");
  const err = await refused(project, "patch", ["release-branch"]);
  assert.match(err, "1.0.1 must be released from release-1.0, not from main");
  assert.match(err, "git switch -c release-1.0 v1.0.0");
  await project.git("branch", "--move", "release-1.1");
  await refused(project, "patch", ["release-branch"]);
  await project.git("branch", "--move", "release-1.0");
  await refused(project, "minor", ["release-branch"]);
  await made(project.make("patch"));
  await verified(project, "v1.0.1");
});

releases("is refused where the line does not descend from the release before: release-descent", async () => {
  const project = await onReleaseBranch();
  await made(project.make("patch"));
  await project.git("reset", "--quiet", "--hard", "v1.0.1~1");
  const err = await refused(project, "1.0.2", ["release-descent"]);
  assert.match(err, "1.0.2 comes after v1.0.1, which is not in the history of release-1.0");
  await refused(project, "auto", ["release-tag-exists"]);
  await project.git("merge", "--quiet", "v1.0.1");
  await refused(project, "auto", ["changelog-empty"]);
});

releases("is refused from a patch branch that a later release is in: release-not-next", async () => {
  const project = released.copy();
  await made(project.make("minor"));
  project.note(NOTE);
  await project.commit();
  await project.git("switch", "--quiet", "--create", "release-1.0");
  const err = await refused(project, "1.0.1", ["release-not-next"]);
  assert.match(err, "1.0.1 is not later than v1.1.0");
});

releases("is refused as a patch of nothing: release-line-empty", async () => {
  const project = released.copy();
  await project.git("branch", "--move", "release-1.1");
  await refused(project, "1.1.1", ["release-line-empty"]);
});

releases("is refused where the policy asks for more, with its reasons: release-policy", async () => {
  const project = released.copy();
  await project.git("branch", "--move", "release-1.0");
  const err = await refused(project, "patch", ["release-policy"]);
  assert.match(
    err,
    /^v1\.0\.0 → working tree \(profile channels\)\n {2}allowed: patch\n {2}standard {5}needs at least a patch release\n/,
  );
  assert.match(
    err,
    "  needs a minor release: experimental widgets.example.dev v1 .spec.retry\n    apis/example.dev/v1/widget.ts:20:3",
  );
  assert.match(err, "the changes in 1.0.1 require a minor release, not a patch release");
  await refused(project, "patch", ["release-policy"], { preid: "rc" });

  const early = released.copy();
  early.say("1.0.0", `${NAME}\n${STANDARD_RETRY}`);
  await early.build();
  await early.commit();
  for (const to of ["auto", "minor", "major", "1.1.0-rc.1"]) {
    assert.match(await refused(early, to, ["release-policy"]), "the versioning policy does not allow the changes in ");
  }
  await made(early.make("auto", { snapshot: true })); // the snapshot does not include the standard channel
});

releases("is refused where the types do not build", async () => {
  const project = released.copy();
  project.edit("apis/example.dev/v1/widget.ts", "retry?: string", "retry?: Retries");
  await project.commit();
  assert.match(await refused(project, "minor", ["typescript"]), /Retries/);
  project.edit("apis/example.dev/v1/widget.ts", "Retries", "string");
  project.edit("apis/example.dev/v1/widget.ts", "@experimental", "@experimentall");
  await project.commit();
  assert.match(await refused(project, "minor", ["tag-unknown"]), /apis\/example\.dev\/v1\/widget\.ts:18:\d+ error/);
});

releases("is refused where dist/ is out of date, with one error for all files: release-output", async () => {
  const project = released.copy();
  project.edit("dist/standard-install.yaml", "Its name.", "Its names.");
  project.remove("dist/types/standard/meta.d.ts");
  project.write({ "dist/standard/example.dev_gadgets.yaml": "# Generated by crd-bundle\n" });
  await project.commit();
  const err = await refused(project, "minor", ["release-output"]);
  assert.match(err, "3 files are out of date: ");
  assert.match(err, "Run `crd-bundle build` and commit the result.");
  assert.match(err, "1 error.");
  for (const path of ["standard-install.yaml", "types/standard/meta.d.ts", "standard/example.dev_gadgets.yaml"]) {
    assert.match(err, `dist/${path}`);
  }
});

releases("is refused without notes", async () => {
  const project = released.copy();
  for (const [code, text] of [
    ["changelog-empty", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n<!-- nothing yet -->\n"],
    ["changelog-no-unreleased", "# Changelog\n"],
    ["changelog-unreleased-twice", `${CHANGELOG}\n## [Unreleased]\n\n- More.\n`],
    ["changelog-version-exists", `${CHANGELOG}\n## [1.1.0]\n`],
    ["changelog-heading-unknown", "# Changelog\n\n## [Unreleased]\n\n### Adds\n\n- Widgets.\n"],
  ] as const) {
    project.write({ "CHANGELOG.md": text });
    await project.commit();
    assert.match(await refused(project, "minor", [code]), /CHANGELOG\.md/);
  }
  project.remove("CHANGELOG.md");
  await project.commit();
  await refused(project, "minor", ["changelog-missing"]);
  await refused(project, "minor", ["changelog-missing"], { preid: "rc" });
});

releases("is refused where the notes say what the manifests contradict", async () => {
  const project = released.copy();
  for (const [code, heading, claim] of [
    ["claim-added-absent", "Added", "`Widget.spec.retry` in the standard channel."],
    ["claim-added-before", "Added", "`Widget.spec.name`."],
    ["claim-removed-there", "Removed", "`Widget.spec.name`."],
    ["claim-graduated-absent", "Changed", "`Widget.spec.retry` graduates to the standard channel."],
    ["claim-field-unknown", "Changed", "`Widget.spec.retries` is counted from 1."],
  ] as const) {
    project.write({ "CHANGELOG.md": `# Changelog\n\n## [Unreleased]\n\n### ${heading}\n\n- ${claim}\n` });
    await project.commit();
    const err = await refused(project, "minor", [code]);
    assert.match(err, /CHANGELOG\.md:7:\d+/);
  }
});

releases("is refused without a branch: release-detached", async () => {
  const project = released.copy();
  await project.git("switch", "--quiet", "--detach");
  assert.match(await refused(project, "minor", ["release-detached"]), "git switch <branch>");
  await project.git("switch", "--quiet", "--detach", "v1.0.0");
  await reword(project, "Its own name.");
  await refused(project, "patch", ["release-detached"]);
});

releases("is refused where others have gone on: release-behind", async () => {
  const { project, remote } = await withRemote();
  await moveRemote(remote);
  await project.git("fetch", "--quiet");
  assert.match(await refused(project, "minor", ["release-behind"]), "main is 1 commit behind origin/main");
  await moveRemote(remote);
  await project.git("fetch", "--quiet");
  assert.match(await refused(project, "minor", ["release-behind"]), "main is 2 commits behind origin/main");
  await project.git("pull", "--quiet", "--ff-only");
  await made(project.make("minor"));
});

releases("is refused as a candidate after its final: release-after-final", async () => {
  const project = released.copy();
  await made(project.make("minor"));
  project.note(NOTE);
  await project.commit();
  const err = await refused(project, "1.1.0-rc.1", ["release-after-final"]);
  assert.match(err, "1.1.0-rc.1 is a pre-release of v1.1.0, which has already been released");
});

releases("is refused where other assets are in the place of its own: release-assets-there", async () => {
  const project = released.copy();
  project.write({ "release/1.1.0/SHA256SUMS": "mine\n", "release/1.1.0/.gitignore": "*\n" });
  assert.match(await refused(project, "minor", ["release-assets-there"]), "release/1.1.0 already exists");
  project.remove("release/1.1.0");
  project.write({ "release/1.1.0": "a file" });
  await refused(project, "minor", ["release-uncommitted", "release-assets-there"]);
  project.remove("release");
  project.write({ release: "a program\n" });
  await project.commit("2026-02-03");
  assert.match(await refused(project, "minor", ["release-assets-there"]), "release already exists");
  const linked = released.copy();
  mkdirSync(join(linked.directory, "release"), { recursive: true });
  symlinkSync("nowhere", join(linked.directory, "release/1.1.0"));
  await linked.commit("2026-02-02");
  assert.match(await refused(linked, "minor", ["release-assets-there"]), "release/1.1.0 already exists", "a link");
});

releases("says what the disk refused: release-disk", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", path: "/here/there" });
  const failing = (error: Error) => attempt({ cwd: "/here" }, () => Promise.reject(error));
  const failed = await failing(full);
  assert.equal(failed, failure(diagnose("release-disk", { path: "there", problem: full.message })));
  const bug = new TypeError("a bug");
  assert.is(await failing(bug).catch((error) => error), bug);
});

releases("is refused while another one is being made: release-running", async () => {
  const project = released.copy();
  project.write({ ".git/crd-bundle-release/owner": "4711" });
  const before = await project.state();
  const isRunning = (pid: number) => pid === 4711;
  const result = await project.make("minor", {}, { isRunning });
  assert.equal([result.exit, codesIn(result)], [1, ["release-running"]]);
  assert.match(result.err, "process 4711 has locked this repository for a release");
  assert.match(
    result.err,
    "In this case, delete only the file .git/crd-bundle-release/owner. Then run the same `crd-bundle release` command again.",
  );
  assert.equal(await project.state(), before);
  await made(project.make("minor", { dryRun: true }, { isRunning })); // a dry run is always allowed
  assert.is((await project.verify("v1.0.0", {}, { isRunning })).exit, 0);
  assert.equal(await project.state(), before);
  await made(project.make("minor"));
});

releases("is refused where dist/ is committed with executable files: release-mode", async () => {
  const project = released.copy();
  await project.git("update-index", "--chmod=+x", "dist/standard-install.yaml");
  chmodSync(join(project.directory, "dist/standard-install.yaml"), 0o755);
  await project.commit("2026-02-03");
  const err = await refused(project, "minor", ["release-mode"]);
  assert.match(err, "dist/standard-install.yaml is committed with mode 100755");
});

releases("is refused where git ignores what the build writes: release-ignored", async () => {
  const project = released.copy();
  project.write({ ".gitignore": "*.d.ts\n" });
  await project.commit();
  await made(project.make("minor", { dryRun: true })); // Git does not ignore files that it already tracks
  await project.git("rm", "--quiet", "--cached", "-r", "dist");
  await project.git("add", "dist");
  await project.commit();
  const err = await refused(project, "minor", ["release-ignored"]);
  assert.match(err, "Git ignores dist/types/standard/example.dev/v1.d.ts, ");
  assert.match(err, ", …, which the build writes");
});

releases("is refused where the build reads what git ignores: release-unlike", async () => {
  const project = released.copy();
  project.write({ ".gitignore": "local.ts\n/apis/waivers.yaml\n" });
  const widget = project
    .read("apis/example.dev/v1/widget.ts")
    .replace("/** A widget. */", "/**\n * A.\n *\n * @experimental\n */");
  const gadget = widget.replaceAll("Widget", "Gadget");
  project.write({ "apis/example.dev/v1/local.ts": gadget });
  await project.build();
  await project.commit();
  assert.match(
    await refused(project, "minor", ["release-unlike"]),
    /experimental\/example.dev_gadgets\.yaml in the working tree differs from the committed file/,
  );

  const waived = released.copy();
  waived.write({ ".gitignore": "/apis/waivers.yaml\n" });
  await waived.commit();
  await tighten(waived);
  assert.match(
    await refused(waived, "minor", ["release-unlike"]),
    "apis/waivers.yaml in the working tree differs from the committed file",
  );
});

releases("is refused where git overlooks what would go into it: release-unlike", async () => {
  const project = released.copy();
  await project.git("update-index", "--assume-unchanged", "CHANGELOG.md", "package.json");
  project.edit("CHANGELOG.md", "may be tried", "can be tried");
  const version = JSON.stringify({ version: "1.0.0" });
  project.edit("package.json", version, version.replace("{", '{"private": true,'));
  const err = await refused(project, "minor", ["release-unlike"]);
  for (const path of ["CHANGELOG.md", "package.json"])
    assert.match(err, `${path} in the working tree differs from the committed file`);
});

releases("is refused where git does not commit the bytes that were built: release-unlike", async () => {
  const project = released.copy();
  const filter = { clean: "sed 's/^/> /'", smudge: "sed 's/^> //'" };
  for (const [name, command] of Object.entries(filter)) await project.git("config", `filter.other.${name}`, command);
  project.write({ ".git/info/attributes": "dist/standard-install.yaml filter=other\n" }); // only in this clone
  await project.git("add", "--renormalize", ".");
  await project.commit("2026-02-02");
  assert.is(await project.ask("status", "--porcelain"), "");
  assert.match(
    await refused(project, "minor", ["release-unlike"]),
    "dist/standard-install.yaml in the working tree differs from the committed file",
  );
});

releases("is refused with files in dist/ that no build made, unless git ignores them: release-stray", async () => {
  const project = released.copy();
  project.write({ ".gitignore": ".DS_Store\n", "dist/.DS_Store": "", "dist/README.md": "" });
  await project.commit("2026-02-02");
  assert.match(
    await refused(project, "minor", ["release-stray"]),
    "dist/README.md is committed but is not part of the bundle",
  );
  project.remove("dist/README.md");
  await project.commit("2026-02-02");
  await made(project.make("minor"));
  await verified(project, "v1.1.0");
});

/** Adds a tighter field in the standard channel, and the waiver for it. */
async function tighten(project: ReleaseProject): Promise<void> {
  const tighter = NAME.replace("/** Its name. */", "/**\n   * Its name.\n   *\n   * @maxLength 63\n   */");
  project.say("1.0.0", `${tighter}\n${RETRY}`);
  await project.build();
  await project.commit("2026-02-03");
  const { err } = await project.make("minor", { dryRun: true });
  const [, fingerprint = ""] = /, ([0-9a-f]{12})\]/.exec(err) ?? [];
  project.write({
    "apis/waivers.yaml": `# See docs/policy.md.\n- fingerprint: "${fingerprint}"\n  message: names are shorter\n  why: longer ones never worked\n  approvedBy: "@maintainer"\n  release: 1.1.0\n`,
  });
  await project.commit("2026-02-03");
}

releases("is rejected where git knows no author, and nobody is guessed: release-identity", async () => {
  const project = released.copy();
  await project.git("config", "--unset", "user.name");
  await project.git("config", "--unset", "user.email");
  await withEnvironment({ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", EMAIL: "" }, async () => {
    for (const dryRun of [false, true]) {
      const err = await refused(project, "minor", ["release-identity"], { dryRun });
      assert.match(err, "Git does not know the author of the release: ");
    }
  });
  const named = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a" };
  await withEnvironment(named, () => made(project.make("minor")));
});

/** Runs a function with other environment variables, which Git receives too. */
async function withEnvironment(variables: Record<string, string>, run: () => Promise<unknown>): Promise<void> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

releases("is refused where the words mean nothing: release-word, release-preid, release-first", async () => {
  for (const word of ["next", "1.1", "1.1.0+build"]) await refused(released, word, ["release-word"], { exit: 2 });
  await refused(released, "minor", ["release-preid"], { exit: 2, preid: "1" });
  const err = await refused(unreleased, "minor", ["release-first"], { exit: 2 });
  assert.match(err, "crd-bundle release 1.0.0");
});

releases("is refused where there is nothing to make it of: release-no-commit, repository-missing", async () => {
  const project = new ReleaseProject();
  await refusedWithoutState(project, "repository-missing");
  await project.setUp();
  await refusedWithoutState(project, "release-no-commit");
  const clone = new ReleaseProject();
  clone.remove(".");
  await execa("git", ["clone", "--quiet", "--depth", "1", `file://${released.directory}`, clone.directory]);
  await refusedWithoutState(clone, "history-shallow");
});

async function refusedWithoutState(project: ReleaseProject, code: string): Promise<void> {
  const dry = await project.make("1.0.0", { dryRun: true });
  assert.equal(codesIn(dry), [code], dry.err);
  const result = await project.make("1.0.0");
  assert.ok(result.exit > 0);
  assert.equal(codesIn(result).slice(-1), [code], result.err);
}

releases("says everything at once that is in its way", async () => {
  const { project, remote } = await withRemote();
  await moveRemote(remote);
  await project.git("fetch", "--quiet");
  const elsewhere = await project.ask("commit-tree", "-m", "of another line", "HEAD^{tree}");
  await project.git("tag", "v1.0.1", elsewhere);
  project.edit("dist/standard-install.yaml", "Its name.", "Its names.");
  project.write({ "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n" });
  const err = await refused(
    project,
    "1.0.1",
    [
      ...["release-uncommitted", "release-behind", "release-tag-exists", "release-branch", "release-output"],
      ...["release-policy", "changelog-empty", "release-remote-ahead"],
    ],
    { push: true },
  );
  assert.match(err, "8 errors.");
});

releases("is refused where there is nowhere to push to: release-remote", async () => {
  await refused(released.copy(), "minor", ["release-remote"], { exit: 2, push: true });
});

releases("is refused where the other repository has more, though nobody fetched it: release-remote-ahead", async () => {
  const { project, remote } = await withRemote();
  await moveRemote(remote);
  assert.match(
    await refused(project, "minor", ["release-remote-ahead"], { push: true }),
    "main on origin has commits that are not in this clone",
  );
  await execa("git", ["tag", "v1.1.0", "main"], { cwd: remote });
  await refused(project, "minor", ["release-tag-exists", "release-remote-ahead"], { push: true });
});

releases("is refused where the other repository cannot be reached: git-failed", async () => {
  const { project, remote } = await withRemote();
  renameSync(remote, `${remote}.away`);
  assert.match(await refused(project, "minor", ["git-failed"], { push: true }), "git ls-remote failed");
  renameSync(`${remote}.away`, remote);
});

releases("stays as it is where the other repository does not take it: release-not-pushed", async () => {
  const { project, remote } = await withRemote();
  const hook = join(remote, "hooks/pre-receive");
  await execa("sh", ["-c", 'printf "#!/bin/sh\\necho main is frozen >&2\\nexit 1\\n" > "$0" && chmod +x "$0"', hook]);
  const before = await refsIn(remote);
  const result = await project.make("minor", { push: true });
  assert.equal([result.exit, result.out, codesIn(result)], [1, "", ["release-not-pushed"]]);
  assert.match(result.err, "v1.1.0 is released in this clone, but cannot be pushed to origin: ");
  assert.match(result.err, "main is frozen");
  const [, command = ""] = /Then push the release: `(git .*)`\.\n/.exec(result.err) ?? [];
  assert.is(command, "git push --atomic origin refs/heads/main refs/tags/v1.1.0");
  assert.is(await refsIn(remote), before);
  await verified(project, "v1.1.0");
  assert.is(await project.ask("status", "--porcelain"), "");
  await execa("rm", [hook]);
  await project.git(...command.split(" ").slice(1));
  assert.is(
    await refsIn(remote),
    await project.ask("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags"),
  );
});

releases("is pushed with its branch where that is asked for, and else stays here", async () => {
  const { project, remote } = await withRemote();
  const before = await refsIn(remote);
  const text = await made(project.make("minor", { preid: "rc" }));
  assert.match(text, "To publish it: git push --atomic origin main v1.1.0-rc.1\n");
  assert.is(await refsIn(remote), before);
  const plan = await made(project.make("minor", { push: true, dryRun: true }));
  assert.match(plan, "\nPush\n  to origin\n");
  assert.is(await refsIn(remote), before);
  assert.not.match(await made(project.make("minor", { push: true })), "To publish it");
  const own = ["refs/heads/main", "refs/tags/v1.0.0", "refs/tags/v1.1.0"];
  assert.is(await refsIn(remote), await project.ask("for-each-ref", "--format=%(refname) %(objectname)", ...own));
  await made(project.make("auto", { push: true, snapshot: true }));
  const [, tag = ""] = /refs\/tags\/(v1\.2\.0-\S+)/.exec(await refsIn(remote)) ?? [];
  assert.match(tag, /^v1\.2\.0-snapshot\.\d{8}$/);
});

releases("is a commit and an annotated tag, dated and worded, with all files checked out", async () => {
  const project = released.copy();
  const before = await project.ask("rev-parse", "HEAD");
  assert.match(await made(project.make("minor")), "v1.1.0 is released on main (commit ");
  assert.is(await project.ask("rev-parse", "HEAD~1"), before);
  assert.is(await project.ask("rev-parse", "v1.1.0^{commit}"), await project.ask("rev-parse", "main"));
  assert.is(
    await project.ask("log", "-1", "--format=%s|%ai|%ci"),
    `Release v1.1.0|${"2026-02-20 12:00:00 +0000|".repeat(2).slice(0, -1)}`,
  );
  assert.is(await project.ask("cat-file", "-t", "v1.1.0"), "tag");
  const message = await project.ask("for-each-ref", "--format=%(contents)", "refs/tags/v1.1.0");
  assert.match(message, /^Example v1\.1\.0\n\n### Added\n\n- Widgets may be tried again\.\n\n### API changes\n/);
  assert.is(await project.ask("status", "--porcelain"), "");
  assert.is(await project.ask("worktree", "list", "--porcelain").then((text) => text.split("\n\n").length), 1);
  assert.is(JSON.parse(project.read("package.json")).version, "1.1.0");
  assert.match(project.read("dist/standard/example.dev_widgets.yaml"), "bundle-version: v1.1.0");
  assert.is(
    `${project.read("release/1.1.0/release-notes.md")}`,
    message.slice("Example v1.1.0\n\n".length).trimEnd().concat("\n"),
  );
  assert.is(await project.ask("reflog", "-1", "--format=%gs"), "release v1.1.0");
  await verified(project, "v1.1.0");
});

releases("is never dated before what it is made of", async () => {
  const project = released.copy();
  await made(project.make("minor", {}, { day: "2020-01-01" }));
  assert.is(await project.ask("log", "-1", "--format=%ci"), "2026-02-01 12:00:00 +0000");
  assert.match(project.read("CHANGELOG.md"), "## [1.1.0] - 2026-02-01\n");
  await verified(project, "v1.1.0");
});

releases("has a waiver in its notes, and leaves it behind", async () => {
  const project = released.copy();
  await tighten(project);
  const plan = await made(project.make("minor", { dryRun: true }));
  assert.match(plan, /\nWaivers\n {2}.*longer ones never worked \(@maintainer\)\n/);
  assert.match(plan, "\n  remove apis/waivers.yaml\n");
  await made(project.make("minor", { preid: "rc" }));
  assert.match(project.read("apis/waivers.yaml"), "names are shorter", "the release is still to come");
  await made(project.make("minor"));
  for (const path of ["CHANGELOG.md", "release/1.1.0/release-notes.md", "release/1.1.0-rc.1/release-notes.md"]) {
    assert.match(project.read(path), "longer ones never worked", path);
  }
  assert.not((await project.ask("ls-tree", "-r", "--name-only", "HEAD")).includes("waivers.yaml"));
  for (const tag of ["v1.1.0-rc.1", "v1.1.0"]) await verified(project, tag);
  const next = await project.make("patch", { dryRun: true });
  assert.not(
    codesIn(next).some((code) => code.startsWith("waiver-")),
    next.err,
  );
});

releases("leaves the waivers that are for another release, also on the same line", async () => {
  const project = released.copy();
  await tighten(project);
  const [, fingerprint = ""] = /"([0-9a-f]{12})"/.exec(project.read("apis/waivers.yaml")) ?? [];
  const record = (release: string) =>
    `{ fingerprint: "${fingerprint}", message: a, why: longer ones never worked, approvedBy: b, release: ${release} }`;
  const [own, other] = [record("1.1.0"), record("2.0.0")];
  for (const [text, expected] of [
    [`# all\n- ${own}\n# the other\n- ${other}\n`, `# all\n# the other\n- ${other}\n`],
    [`[${own}, ${other}]\n`, `[${own}, ${other}]\n`],
  ] as const) {
    const copy = project.copy();
    copy.write({ "apis/waivers.yaml": text });
    await copy.commit();
    await made(copy.make("minor"));
    assert.is(copy.read("apis/waivers.yaml"), expected);
    await verified(copy, "v1.1.0");
  }
});

releases("of a snapshot is a tag alone, of the experimental channel alone", async () => {
  const project = released.copy();
  const before = await project.state();
  const tag = "v1.1.0-snapshot.20260201";
  assert.match(
    await made(project.make("minor", { snapshot: true, dryRun: true })),
    "Release v1.1.0-snapshot.20260201, on no branch",
  );
  assert.match(await made(project.make("minor", { snapshot: true })), `${tag} is released (commit `);
  const { refs, files, status, git } = await project.state();
  assert.is(status, before.status);
  assert.equal(
    git.filter((path) => path !== `.git/crd-bundle-releases/${tag}.json`),
    before.git,
  );
  assert.equal(
    refs.filter((line) => !line.startsWith(`refs/tags/${tag} `)),
    before.refs,
  );
  assert.ok(files.includes(`release/${tag.slice(1)}/experimental-install.yaml`));
  assert.not(files.includes(`release/${tag.slice(1)}/standard-install.yaml`));
  const dist = (await project.ask("ls-tree", "-r", "--name-only", tag, "dist")).split("\n");
  assert.ok(dist.includes("dist/experimental/example.dev_widgets.yaml"));
  assert.equal(
    dist.filter((path) => path.includes("standard")),
    [],
  );
  assert.is(await project.ask("show", `${tag}:CHANGELOG.md`), project.read("CHANGELOG.md").trimEnd());
  await verified(project, tag);
  await refused(project, "minor", ["release-tag-exists"], { snapshot: true });
  // The next release is compared with the last release, although its snapshot is in the history.
  await project.git("merge", "--quiet", "--no-edit", "-s", "ours", tag);
  const plan = JSON.parse(await made(project.make("minor", { dryRun: true, format: "json" })));
  assert.equal([plan.from, plan.lowest], ["v1.0.0", { standard: "patch", experimental: "minor" }]);
});

releases("of a candidate leaves the changelog as it is, and has the notes of the release it leads to", async () => {
  const project = released.copy();
  const changelog = project.read("CHANGELOG.md");
  await made(project.make("minor", { preid: "rc" }));
  await made(project.make("minor", { preid: "rc" }));
  assert.is(project.read("CHANGELOG.md"), changelog);
  assert.is(JSON.parse(project.read("package.json")).version, "1.1.0-rc.2");
  const notes = project.read("release/1.1.0-rc.2/release-notes.md");
  assert.match(notes, /^### Added\n\n- Widgets may be tried again\.\n\n### API changes\n/);
  const plan = JSON.parse(await made(project.make("minor", { dryRun: true, format: "json" })));
  assert.equal([plan.from, plan.version, plan.lowest.experimental], ["v1.0.0", "1.1.0", "minor"]);
  await made(project.make("minor"));
  assert.is(project.read("release/1.1.0/release-notes.md"), notes);
  for (const tag of ["v1.1.0-rc.1", "v1.1.0-rc.2", "v1.1.0"]) await verified(project, tag);
});

releases("is only planned with --dry-run, and the plan is all that it does", async () => {
  const project = released.copy();
  const before = await project.state();
  const text = await made(project.make("auto", { dryRun: true }));
  const json = await made(project.make("auto", { dryRun: true, format: "json" }));
  assert.equal(await project.state(), before);
  const stable = text.replace(/from [0-9a-f]{12} /, "from <commit> ").replace(/\d+ bytes/g, "<n> bytes");
  matchesGolden(stable, join(ROOT, "tests/cli/release-plan.txt"));
  const plan = JSON.parse(json);
  assert.equal(JSON.parse(await made(project.make("minor", { dryRun: true, format: "json" }))), plan);

  const done = JSON.parse(await made(project.make("auto", { format: "json" })));
  const { commit, ...carriedOut } = done;
  assert.equal(carriedOut, plan);
  assert.is(commit, await project.ask("rev-parse", "HEAD"));
  const changed = (await project.ask("diff", "--name-only", "HEAD~1", "HEAD")).split("\n");
  const planned = [...plan.writes.map(({ path }: { path: string }) => path), ...plan.removes];
  assert.equal(changed.sort(), planned.sort());
  for (const { path, sha256: sum } of plan.writes) assert.is(sha256(project.read(path)), sum, path);
  const { files } = await project.state();
  const assets = files.filter((path) => path.startsWith(`${plan.assets.directory}/`));
  const names = [".gitignore", ...plan.assets.names];
  assert.equal(assets, names.map((name: string) => `${plan.assets.directory}/${name}`).sort());
});

releases("is made of a project in a directory of its repository, from wherever it is called", async () => {
  const whole = released.copy();
  for (const path of ["apis", "dist", "package.json", "CHANGELOG.md"]) {
    mkdirSync(join(whole.directory, "my widgets"), { recursive: true });
    renameSync(join(whole.directory, path), join(whole.directory, "my widgets", path));
  }
  whole.remove("release");
  await whole.git("tag", "--delete", "v1.0.0");
  whole.write({ "other/dist/x": "" });
  whole.write({ "my widgets/CHANGELOG.md": CHANGELOG });
  await whole.commit("2026-02-02");
  const there = { project: "../my widgets" };
  const from = { from: "other" };
  await made(whole.make("1.0.0", there, from));
  whole.edit("my widgets/CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- More.\n");
  whole.write({ "elsewhere.txt": "" });
  const before = await whole.state();
  const dirty = await whole.make("minor", there, from);
  assert.equal([codesIn(dirty), await whole.state()], [["release-uncommitted"], before]);
  await whole.commit("2026-02-03");
  const out = await made(whole.make("minor", there, from));
  assert.match(out, "Its assets are in ../my widgets/release/1.1.0.");
  assert.is(await whole.ask("status", "--porcelain"), "");
  const changed = (await whole.ask("diff", "--name-only", "HEAD~1", "HEAD")).split("\n");
  assert.ok(
    changed.every((path) => path.startsWith("my widgets/")),
    changed.join(),
  );
  assert.ok((await whole.state()).files.includes("my widgets/release/1.1.0/SHA256SUMS"));
  for (const what of ["v1.0.0", "v1.1.0", "../my widgets/release/1.1.0"]) {
    const { exit, err } = await whole.verify(what, there, from);
    assert.equal([exit, err], [0, ""], what);
  }
});

releases("is made from another worktree of the repository, as patches often are", async () => {
  const project = await onReleaseBranch();
  await project.git("switch", "--quiet", "main");
  const before = await project.state();
  const linked = new ReleaseProject();
  linked.remove(".");
  await project.git("worktree", "add", "--quiet", linked.directory, "release-1.0");
  await made(linked.make("patch"));
  assert.is(await linked.ask("status", "--porcelain"), "");
  assert.match(linked.read("dist/standard-install.yaml"), "bundle-version: v1.0.1");
  assert.match(linked.read("release/1.0.1/release-notes.md"), "Words.");
  assert.equal([(await project.state()).files, await project.ask("status", "--porcelain")], [before.files, ""]);
  await verified(linked, "v1.0.1");
  await verified(project, "v1.0.1");
});

releases("says that it holds where git cannot put it in place, and the next run does: release-unfinished", async () => {
  const project = released.copy();
  project.write({ ".git/index.lock": "" });
  const { exit, err } = await project.make("minor");
  assert.is(exit, 1);
  assert.match(err, /^error v1\.1\.0 is released, but some files are not up to date: git checkout: .*index\.lock/);
  assert.match(err, "[release-unfinished]");
  project.remove(".git/index.lock");
  assert.match(await made(project.make("minor")), "An earlier run that released v1.1.0 was interrupted.");
  assert.is(await project.ask("status", "--porcelain"), "");
  await verified(project, "v1.1.0");
});

/** Leaves the state after a run that was killed while Git wrote the files of the last release. */
async function interrupted(project: ReleaseProject, branch: string, tag: string): Promise<void> {
  const common = await project.ask("rev-parse", "--git-common-dir");
  const [from, commit, tagObject] = await Promise.all(
    [`${tag}^{commit}^`, `${tag}^{commit}`, tag].map((ref) => project.ask("rev-parse", ref)),
  );
  const journal = { tag, tagObject, commit, branch: { name: branch, from }, assets: "nowhere" };
  await project.git("read-tree", "-m", "-u", commit ?? "", from ?? "");
  const directory = resolve(project.directory, common, "crd-bundle-release");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "owner"), "1");
  writeFileSync(join(directory, "journal.json"), JSON.stringify(journal));
  project.write({ "package.json": project.read("package.json").slice(0, 5) });
}

releases("that was killed is finished, though a file is half written, and says how it is published", async () => {
  const project = released.copy();
  await made(project.make("minor"));
  const after = await project.state();
  await interrupted(project, "main", "v1.1.0");
  const out = await made(project.make("minor"));
  assert.match(
    out,
    /^An earlier run that released v1\.1\.0 was interrupted\. .*\nTo publish it: git push --atomic origin main v1\.1\.0\n$/s,
  );
  assert.equal(await project.state(), after);
});

releases("that was killed is what every dry run reports, until it is finished: release-interrupted", async () => {
  const project = released.copy();
  await made(project.make("minor"));
  const after = await project.state();
  await interrupted(project, "main", "v1.1.0");
  const dry = { dryRun: true };
  for (const [to, options] of [
    ["minor", dry],
    ["auto", dry],
    ["", { ...dry, undo: true }],
    ["", { ...dry, tag: true }],
  ] as const) {
    const err = await refused(project, to, ["release-interrupted"], options);
    assert.match(err, "error an earlier run that released v1.1.0 was interrupted");
    assert.match(err, "Run the same command without `--dry-run`. That run only completes the interrupted run.");
  }
  const isRunning = (pid: number) => pid === 1;
  assert.equal(codesIn(await project.make("minor", dry, { isRunning })), ["release-running"]);
  assert.match(await made(project.make("minor")), "An earlier run that released v1.1.0 was interrupted.");
  assert.equal(await project.state(), after);
});

releases("that was killed is finished where its branch is checked out, whoever finds it", async () => {
  const project = await onReleaseBranch();
  await project.git("switch", "--quiet", "main");
  const linked = new ReleaseProject();
  linked.remove(".");
  await project.git("worktree", "add", "--quiet", linked.directory, "release-1.0");
  await made(linked.make("patch"));
  await interrupted(linked, "release-1.0", "v1.0.1");
  assert.match(await made(project.make("minor")), "An earlier run that released v1.0.1 was interrupted.");
  await verified(project, "v1.0.1");
  assert.is(await linked.ask("status", "--porcelain"), "");
  assert.is(JSON.parse(linked.read("package.json")).version, "1.0.1");
});

releases("leaves a directory named release to the project", async () => {
  const project = released.copy();
  project.remove("release");
  project.write({ "release/.gitignore": "*.log\n", "release/publish.sh": "" });
  await project.commit("2026-02-02");
  await made(project.make("minor"));
  assert.is(await project.ask("status", "--porcelain"), "");
  project.write({ "release/new.sh": "" });
  assert.is(await project.ask("status", "--porcelain"), "?? release/new.sh");
});

releases("keeps the line ends of a changelog", async () => {
  const project = released.copy();
  project.write({ "CHANGELOG.md": project.read("CHANGELOG.md").replaceAll("\n", "\r\n") });
  await project.commit();
  await made(project.make("minor"));
  const text = project.read("CHANGELOG.md");
  assert.match(text, "## [1.1.0] - 2026-02-20\r\n");
  assert.not.match(text, /[^\r]\n/);
  assert.not.match(project.read("release/1.1.0/release-notes.md"), "\r");
  await verified(project, "v1.1.0");
  await verified(project, "v1.0.0");
});

releases("is the same whatever git is told about line ends and hooks", async () => {
  const plain = released.copy();
  assert.match(await made(plain.make("minor")), "v1.1.0 is released on main (commit ");
  const told = released.copy();
  const settings = {
    "core.autocrlf": "input",
    "core.eol": "crlf",
    "gpg.program": "false",
    "i18n.commitEncoding": "ISO-8859-1",
    "commit.cleanup": "scissors",
    "core.hooksPath": join(told.directory, ".git/hooks"),
    "commit.template": "nowhere",
    "core.quotePath": "false",
    "status.showUntrackedFiles": "no",
    "diff.renames": "copies",
    "core.commentChar": "-",
    "log.showSignature": "true",
    "color.ui": "always",
    "column.ui": "always",
  };
  for (const name of ["a", "b", "main"]) await told.git("tag", name);
  for (const [name, value] of Object.entries(settings)) await told.git("config", name, value);
  const fail = "#!/bin/sh\nexit 1\n";
  const hooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-checkout", "reference-transaction"];
  told.write(Object.fromEntries(hooks.map((name) => [`.git/hooks/${name}`, fail])));
  for (const name of hooks) await execa("chmod", ["+x", join(told.directory, ".git/hooks", name)]);
  assert.match(await made(told.make("minor")), "v1.1.0 is released on main (commit ");
  told.remove(".git/hooks/reference-transaction"); // Git reads refs in the test itself
  for (const ref of ["refs/heads/main", "v1.1.0"])
    assert.is(await told.ask("rev-parse", ref), await plain.ask("rev-parse", ref), ref);
  await verified(told, "v1.1.0");
});

releases("is made in the repository of the directory, whatever a hook hands down", async () => {
  const project = released.copy();
  const elsewhere = { GIT_DIR: ".git", GIT_INDEX_FILE: "nowhere", GIT_WORK_TREE: "nowhere" };
  Object.assign(process.env, elsewhere);
  try {
    await made(project.make("minor", { project: ".." }, { from: "apis" }));
  } finally {
    for (const name of Object.keys(elsewhere)) delete process.env[name];
  }
  await verified(project, "v1.1.0");
});

releases("is refused where git does not have a file that it tells of: git-failed", async () => {
  const project = released.copy();
  const blob = await project.ask("rev-parse", "v1.0.0:dist/bundle.json");
  project.remove(join(".git/objects", blob.slice(0, 2), blob.slice(2)));
  const { exit, err } = await project.make("minor");
  assert.is(exit, 1);
  assert.match(err, `error git cat-file failed: ${blob} missing [git-failed]`);
});

releases("has the line ends of what is committed, where git has others checked out", async () => {
  const project = released.copy();
  project.write({ ".gitattributes": "dist/** -text\n" });
  await project.commit("2026-02-02");
  const clones = ["false", "true"].map((autocrlf) => ({ autocrlf, clone: new ReleaseProject() }));
  for (const { autocrlf, clone } of clones) {
    clone.remove(".");
    const settings = ["user.name=a", "user.email=a@example.dev", `core.autocrlf=${autocrlf}`, "core.safecrlf=true"];
    const config = settings.flatMap((setting) => ["--config", setting]);
    await execa("git", ["clone", "--quiet", ...config, project.directory, clone.directory]);
    assert.is(clone.read("CHANGELOG.md").includes("\r\n"), autocrlf === "true");
    await made(clone.make("minor"));
    assert.is(await clone.ask("status", "--porcelain"), "");
    await verified(clone, "v1.1.0");
  }
  const commits = await Promise.all(clones.map(({ clone }) => clone.ask("rev-parse", "main")));
  assert.is(commits[0], commits[1]);
});

withProgram(releases, "ssh-keygen", "is signed where that is asked for, commit and tag", async () => {
  const project = released.copy();
  const key = join(temporary(), "key");
  await execa("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "a", "-f", key]);
  await execa("sh", ["-c", 'echo "a@example.dev $(cat "$0.pub")" > "$0.allowed"', key]);
  const settings = { "gpg.format": "ssh", "user.signingKey": key, "gpg.ssh.allowedSignersFile": `${key}.allowed` };
  for (const [name, value] of Object.entries(settings)) await project.git("config", name, value);
  assert.match(await made(project.make("minor", { sign: true, dryRun: true })), "v1.1.0, signed: Example v1.1.0");
  await made(project.make("minor", { sign: true }));
  await project.git("verify-commit", "HEAD");
  await project.git("verify-tag", "v1.1.0");
  await project.git("config", "log.showSignature", "true");
  await verified(project, "v1.1.0");
  await project.git("config", "user.signingKey", `${key}.missing`);
  project.note(NOTE);
  await project.commit();
  for (const dryRun of [false, true]) {
    const err = await refused(project, "minor", ["release-signing"], { sign: true, dryRun });
    assert.match(err, "key.missing");
  }
});

releases("is the first one with the version that package.json says", async () => {
  const project = unreleased.copy();
  const plan = await made(project.make("auto", { dryRun: true }));
  assert.match(plan, /^v1\.0\.0, the first release\n/);
  assert.match(plan, "\nPolicy\n  no earlier release to compare with\n");
  await made(project.make("auto"));
  await verified(project, "v1.0.0");
  await refused(project, "auto", ["changelog-empty"]);
});

releases("does not follow links out of the project", async () => {
  const project = released.copy();
  const outside = temporary();
  symlinkSync(outside, join(project.directory, "release-link"));
  await project.commit();
  await made(project.make("minor"));
  await verified(project, "v1.1.0");
});

releases.run();
