/** Tests of releases by pull request, as for protected branches, and of undone releases. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fencesOf } from "../docs/markdown.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";

const merged = suite("releases by pull request");
merged.after(removeProjects);

let released: ReleaseProject;
merged.before(async () => {
  released = await ReleaseProject.released();
});

const BRANCH = "prepare-1.1.0";

async function prepared(): Promise<ReleaseProject> {
  const project = released.copy();
  const { exit, out, err } = await project.make("minor", { branch: BRANCH });
  assert.equal([exit, err], [0, ""]);
  assert.match(out, `v1.1.0 is prepared on ${BRANCH} (commit `);
  assert.match(out, `git push origin ${BRANCH}\n`);
  assert.match(out, "crd-bundle release 1.1.0 --tag");
  return project;
}

/** Merges the branch days later, after a change by another person, with one of the merge methods of pull requests. */
async function merge(project: ReleaseProject, how: "merge" | "squash" | "rebase" | "fast-forward"): Promise<void> {
  if (how !== "fast-forward") {
    project.write({ "NOTES.txt": "of somebody else" });
    await project.commit("2026-02-21");
  }
  const date = "2026-02-25T12:00:00Z";
  const git = (...args: string[]) =>
    execa("git", args, { cwd: project.directory, env: { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } });
  if (how === "merge") await git("merge", "--quiet", "--no-ff", "-m", "Merge a pull request", BRANCH);
  if (how === "fast-forward") await git("merge", "--quiet", "--ff-only", BRANCH);
  if (how === "rebase") await git("cherry-pick", BRANCH);
  if (how === "squash") {
    await git("merge", "--quiet", "--squash", BRANCH);
    await git("commit", "--quiet", "-m", "Release 1.1 (#7)");
  }
  await project.git("branch", "--quiet", "-D", BRANCH);
}

merged("are canceled with the commands of docs/undo.md, after which the release can be made again", async () => {
  const page = readFileSync(join(ROOT, "docs/undo.md"), "utf8");
  const section = page.slice(page.indexOf("## Cancel a prepared release"));
  const commands = fencesOf(section)[0]?.body.join("\n") ?? "";
  assert.match(commands, "git branch -D prepare-0.2.0");
  const project = released.copy();
  const before = await project.state();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  assert.is((await project.make("minor", { branch: "prepare-0.2.0" })).err, "");
  await project.git("push", "--quiet", "origin", "prepare-0.2.0");
  await execa("bash", ["-e", "-c", commands], { cwd: project.directory });
  const { stdout } = await execa("git", ["branch", "--list"], { cwd: remote });
  assert.is(stdout, "* main");
  assert.equal((await project.state()).files, before.files);
  const refsOf = ({ refs }: typeof before) => refs.filter((ref) => !ref.startsWith("packed-refs "));
  assert.equal(refsOf(await project.state()), refsOf(before));
  assert.match((await project.make("minor", { branch: "prepare-0.2.0" })).out, "v1.1.0 is prepared");
});

merged("put the commit on a branch of its own, and change nothing else", async () => {
  const project = released.copy();
  const before = await project.state();
  const plan = JSON.parse((await project.make("minor", { branch: BRANCH, dryRun: true, format: "json" })).out);
  assert.equal([plan.newBranch, plan.branch, plan.assets.names], [BRANCH, "main", []]);
  const { out: text } = await project.make("minor", { branch: BRANCH, dryRun: true });
  assert.match(text, `\nCommit\n  Release v1.1.0, on ${BRANCH}\n`);
  assert.match(text, "\nTag\n  v1.1.0 and its assets, after the merge into main: crd-bundle release --tag\n");
  assert.not.match(text, "Assets in");
  assert.equal(await project.state(), before);
  assert.is((await project.make("minor", { branch: BRANCH })).err, "");
  const after = await project.state();
  assert.equal([after.files, after.status], [before.files, before.status]);
  const own = `refs/heads/${BRANCH} ${await project.ask("rev-parse", BRANCH)}`;
  assert.equal(
    after.refs.filter((ref) => ref !== own),
    before.refs,
  );
  assert.is(await project.ask("rev-parse", `${BRANCH}~1`), await project.ask("rev-parse", "main"));
  const again = await project.make("minor", { branch: BRANCH });
  assert.equal([again.exit, codesIn(again)], [1, ["release-branch-exists"]]);
  const wrong = await project.make("minor", { branch: "-a b" });
  assert.equal([wrong.exit, codesIn(wrong)], [2, ["release-branch-name"]]);
});

for (const how of ["merge", "squash", "rebase", "fast-forward"] as const) {
  merged(`are tagged once they are merged: ${how}`, async () => {
    const project = await prepared();
    await merge(project, how);
    project.write({ "LATER.txt": "merged after it" });
    await project.commit("2026-02-26");
    const before = await project.state();
    const day = "2026-02-27";
    const plan = JSON.parse((await project.make("", { tag: true, dryRun: true, format: "json" }, { day })).out);
    assert.equal([plan.version, plan.merged], ["1.1.0", await project.ask("rev-parse", "HEAD~1")]);
    assert.equal(await project.state(), before);
    const { exit, err, out } = await project.make("1.1.0", { tag: true }, { day });
    assert.equal([exit, err], [0, ""]);
    assert.match(out, "git push --atomic origin v1.1.0\n");
    assert.is(await project.ask("rev-parse", "v1.1.0^{commit}"), await project.ask("rev-parse", "HEAD~1"));
    assert.match(project.read("CHANGELOG.md"), "## [1.1.0] - 2026-02-20");
    assert.equal((await project.state()).status, before.status);
    const verified = await project.verify("v1.1.0");
    assert.equal([verified.exit, verified.err], [0, ""]);
    const later = await project.make("1.2.0", { dryRun: true });
    assert.equal(codesIn(later), ["changelog-empty"], "it is in the history of the next one");
  });
}

merged("are not tagged where somebody changed what is merged: release-merged-differs", async () => {
  const project = await prepared();
  await project.git("merge", "--quiet", "--squash", BRANCH);
  project.edit("dist/standard-install.yaml", "Its name.", "Its names.");
  await project.commit("2026-02-25");
  const before = await project.state();
  const result = await project.make("", { tag: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-merged-differs"]], result.err);
  assert.match(result.err, "dist/standard-install.yaml in ");
  assert.equal(await project.state(), before);
});

merged("are not tagged before they are merged: release-not-merged, release-exact", async () => {
  const project = await prepared();
  const result = await project.make("1.1.0", { tag: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-not-merged"]], result.err);
  const word = await project.make("minor", { tag: true });
  assert.equal([word.exit, codesIn(word)], [2, ["release-exact"]]);
});

merged("are pushed as a tag alone, and only where the branch has the commit: release-not-there", async () => {
  const project = await prepared();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  await merge(project, "squash");
  const early = await project.make("", { tag: true, push: true });
  assert.equal(codesIn(early), ["release-not-there"], early.err);
  await project.git("push", "--quiet", "origin", "main");
  const { exit, err } = await project.make("", { tag: true, push: true });
  assert.equal([exit, err], [0, ""]);
  const { stdout } = await execa("git", ["tag", "--list"], { cwd: remote });
  assert.is(stdout, "v1.0.0\nv1.1.0");
});

merged("are looked for with a pull that brings them: release-tagged, release-tag-exists", async () => {
  const project = await prepared();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  for (const push of [false, true]) {
    const result = await project.make("", { tag: true, push });
    assert.equal([result.exit, codesIn(result)], [1, ["release-tagged"]], result.err);
    assert.match(result.err, "package.json has version 1.0.0, which is already released");
    assert.match(result.err, "git pull origin main");
  }
  await merge(project, "squash");
  await project.git("push", "--quiet", "origin", "main");
  assert.is((await project.make("", { tag: true, push: true })).err, "");
  const named = await project.make("1.1.0", { tag: true, push: true });
  assert.equal(codesIn(named), ["release-tag-exists"]);
  assert.is(named.err.split("[release-tag-exists]").length, 2, "it is told once");
});

merged("are not judged by paths that nobody has", async () => {
  const project = await prepared();
  await project.git("switch", "--quiet", BRANCH);
  await project.git("switch", "--quiet", "--create", "wrong", "main");
  await execa("chmod", ["+x", join(project.directory, "dist/bundle.json")]);
  await project.commit("2026-02-21");
  await project.git("cherry-pick", BRANCH);
  const result = await project.make("", { tag: true });
  assert.ok(codesIn(result).includes("release-mode"), result.err);
  assert.match(result.err, "error dist/bundle.json is committed with mode 100755");
  assert.match(
    result.err,
    "Remove the file with `git rm dist/bundle.json`, run `crd-bundle build`, and commit the result.",
  );
});

merged("may be candidates", async () => {
  const project = released.copy();
  const { out, err } = await project.make("minor", { branch: BRANCH, preid: "rc" });
  assert.equal([err, out.includes("crd-bundle release 1.1.0-rc.1 --tag")], ["", true]);
  await merge(project, "squash");
  assert.is((await project.make("", { tag: true })).err, "");
  assert.is((await project.verify("v1.1.0-rc.1")).err, "");
});

merged.run();

const undone = suite("releases that are taken back");
undone.after(removeProjects);

for (const [kind, options] of [
  ["release", {}],
  ["candidate", { preid: "rc" }],
  ["snapshot", { snapshot: true }],
] as const) {
  undone(`leave the repository as it was: a ${kind}`, async () => {
    const project = released.copy();
    project.write({ "mine.txt": "the last commit of somebody" });
    await project.commit("2026-02-02");
    const before = await project.state();
    assert.is((await project.make("minor", options)).err, "");
    const after = await project.state();
    const tag = (await project.ask("tag", "--list", "v1.1.0*")).trim();
    const to = kind === "snapshot" ? tag : "";
    const dry = await project.make(to, { undo: true, dryRun: true });
    assert.equal([dry.exit, dry.err], [0, ""]);
    assert.match(dry.out, `The tag ${tag} and release/${tag.slice(1)} would be removed`);
    assert.equal(await project.state(), after);
    const { exit, err, out } = await project.make(to, { undo: true });
    assert.equal([exit, err], [0, ""]);
    assert.match(out, `The tag ${tag} and release/${tag.slice(1)} were removed`);
    assert.equal(await project.state(), before);
  });
}

undone("stay where there is nothing to take back, or somebody else's tag", async () => {
  const project = released.copy();
  for (const [to, code, exit] of [
    ["", "release-undo-none", 2],
    ["1.9.0", "release-undo-unknown", 1],
    ["minor", "release-exact", 2],
  ] as const) {
    const result = await project.make(to, { undo: true });
    assert.equal([result.exit, codesIn(result)], [exit, [code]], result.err);
  }
  await project.git("tag", "v1.9.0");
  await project.git("tag", "-a", "-m", "by hand", "v1.9.1");
  for (const to of ["1.9.0", "1.9.1"]) {
    assert.equal(codesIn(await project.make(to, { undo: true })), ["release-undo-unknown"]);
  }
});

undone("stay where something was built on them: release-undo-built-on", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  project.write({ "mine.txt": "" });
  await project.commit("2026-02-21");
  const before = await project.state();
  const result = await project.make("1.1.0", { undo: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-undo-built-on"]]);
  assert.match(result.err, "v1.1.0 cannot be undone, because these branches or tags are based on its commit: main");
  assert.equal(await project.state(), before);
  const bare = await project.make("", { undo: true });
  assert.equal([bare.exit, codesIn(bare)], [2, ["release-undo-none"]]);
  assert.match(bare.err, "no release is tagged at HEAD, which is 1 commit ahead of v1.1.0");
  assert.match(result.err, "`git rebase --onto v1.1.0^ v1.1.0 <listed-branch>`");
  await project.git("rebase", "--quiet", "--onto", "v1.1.0^", "v1.1.0", "main");
  assert.equal(
    [(await project.make("1.1.0", { undo: true })).err, existsSync(join(project.directory, "mine.txt"))],
    ["", true],
  );
  assert.is(await project.ask("tag", "--list"), "v1.0.0");
});

undone(
  "stay where two branches have them, and the branch to delete is that of nobody: release-undo-shared",
  async () => {
    const project = released.copy();
    const before = await project.ask("rev-parse", "main");
    assert.is((await project.make("minor")).err, "");
    await project.git("switch", "--quiet", "--create", "other");
    for (const branch of ["other", "main"]) {
      await project.git("switch", "--quiet", branch);
      const result = await project.make("", { undo: true });
      assert.equal([result.exit, codesIn(result)], [1, ["release-undo-shared"]]);
      assert.match(result.err, "the commit of v1.1.0 is on main and also on other");
      assert.match(result.err, "Check out main. Move each of the other branches to the commit before the release: ");
    }
    await project.git("branch", "--quiet", "-D", "other");
    assert.is((await project.make("", { undo: true })).err, "");
    assert.is(await project.ask("rev-parse", "main"), before);
  },
);

undone("return the branch to where it was, also by the name that it has now", async () => {
  const project = released.copy();
  const before = await project.ask("rev-parse", "main");
  assert.is((await project.make("minor")).err, "");
  await project.git("branch", "--move", "main", "trunk");
  const { exit, out } = await project.make("", { undo: true });
  assert.is(exit, 0);
  assert.match(out, `trunk is back at ${before.slice(0, 12)}`);
  assert.equal([await project.ask("rev-parse", "trunk"), await project.ask("tag", "--list")], [before, "v1.0.0"]);
  assert.is(await project.ask("status", "--porcelain"), "");
});

undone("stay where only other branches have the commit: release-undo-shared", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  await project.git("switch", "--quiet", "--create", "other");
  await project.git("branch", "--force", "main", "HEAD^");
  for (const [others, named, change] of [
    ["other", "the branch other does", ["branch", "--delete", "--force", "main"]],
    ["another other", "the branches another, other do", ["branch", "--delete", "--force", "another"]],
  ] as const) {
    if (others !== "other") await project.git("branch", "another");
    const before = await project.state();
    const result = await project.make("", { undo: true });
    assert.equal([result.exit, codesIn(result)], [1, ["release-undo-shared"]]);
    assert.match(result.err, `main no longer points to the commit of v1.1.0, but ${named} `);
    assert.match(
      result.err,
      "Check out the commit before the release: `git switch --detach v1.1.0^`. Move each listed branch to this commit: ",
    );
    assert.equal(await project.state(), before);
    await project.git(...change);
  }
  assert.is((await project.make("", { undo: true })).err, "", "one branch is left, which is where main was");
});

undone("are those that were made here: a commit and a tag of the same words stay", async () => {
  const project = released.copy();
  project.write({ "mine.txt": "of somebody" });
  await project.git("add", "--all");
  await project.git("commit", "--quiet", "--message", "Release v1.1.0");
  await project.git("tag", "--annotate", "--message", "Example v1.1.0", "v1.1.0");
  const before = await project.state();
  const result = await project.make("", { undo: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-undo-unknown"]]);
  assert.equal(await project.state(), before);
  // A record of another release under that name, or a damaged one, does not count either.
  const record = ".git/crd-bundle-releases/v1.1.0.json";
  for (const text of [project.read(".git/crd-bundle-releases/v1.0.0.json").replace("v1.0.0", "v1.1.0"), "{", ""]) {
    project.write({ [record]: text });
    assert.equal(codesIn(await project.make("", { undo: true })), ["release-undo-unknown"]);
  }
  project.remove(record);
  assert.equal(await project.state(), before);
});

undone("leave a commit that a pull request brought, whatever it is called", async () => {
  const project = released.copy();
  assert.is((await project.make("minor", { branch: "prepare" })).err, "");
  await project.git("merge", "--quiet", "--squash", "prepare");
  await project.git("commit", "--quiet", "--message", "Release v1.1.0");
  await project.git("branch", "--quiet", "-D", "prepare");
  const before = await project.state();
  assert.is((await project.make("", { tag: true })).err, "");
  assert.is((await project.make("", { undo: true })).err, "");
  assert.equal(await project.state(), before);
});

undone("stay where files are changed, assets too: release-undo-changed", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  project.edit("package.json", "}", " }");
  project.write({ "release/1.1.0/mine.txt": "", "release/1.1.0/release-notes.md": "Other words.\n" });
  const before = await project.state();
  const result = await project.make("", { undo: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-undo-changed"]]);
  for (const path of ["package.json", "release/1.1.0/mine.txt", "release/1.1.0/release-notes.md"]) {
    assert.match(result.err, path);
  }
  assert.equal(await project.state(), before);
});

undone("stay where the directory of the assets has more in it: release-undo-changed", async () => {
  for (const [path, name] of [
    ["release/1.1.0/.gitignore", ".gitignore"],
    ["release/1.1.0/mine/too.txt", "mine"],
  ] as const) {
    const project = released.copy();
    assert.is((await project.make("minor")).err, "");
    project.write({ ".git/info/exclude": "/release\n", [path]: "/mine\n" });
    const result = await project.make("", { undo: true });
    assert.equal([result.exit, codesIn(result)], [1, ["release-undo-changed"]]);
    assert.match(result.err, `release/1.1.0/${name}`);
  }
});

undone("are taken back as the fix says: changed assets are moved away, or restored", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  const notes = join(project.directory, "release/1.1.0/release-notes.md");
  const text = readFileSync(notes, "utf8");
  project.write({ "release/1.1.0/release-notes.md": "Other words.\n" });
  const fix =
    "Move release/1.1.0 to a directory outside the repository. Then run `crd-bundle release 1.1.0 --undo` again.\n";
  const changed = await project.make("", { undo: true });
  assert.match(changed.err, `→ ${fix}`);
  assert.not.match(changed.err, "git stash");
  project.remove("release/1.1.0/release-notes.md");
  assert.match((await project.make("", { undo: true })).err, fix, "a missing file is a change as well");
  project.write({ "release/1.1.0/release-notes.md": text });
  const restored = await project.make("", { undo: true, dryRun: true });
  assert.match(restored.out, /^The tag v1\.1\.0 and release\/1\.1\.0 would be removed,/);
  project.remove("release/1.1.0");
  const moved = await project.make("", { undo: true });
  assert.equal([moved.exit, moved.err], [0, ""]);
  assert.match(moved.out, /^The tag v1\.1\.0 was removed, and main is back at /);
  assert.not.match(moved.out, "release/1.1.0", "it was gone before");
});

undone("never remove what a link leads to", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  const elsewhere = temporary();
  await execa("mv", [join(project.directory, "release/1.1.0"), join(elsewhere, "1.1.0")]);
  project.remove("release");
  project.write({ ".git/info/exclude": "/release\n" });
  symlinkSync(elsewhere, join(project.directory, "release"));
  const blocked = await project.make("", { undo: true });
  assert.equal(codesIn(blocked), ["release-undo-changed"]);
  assert.match(blocked.err, "these files have changed since v1.1.0 was created: release [release-undo-changed]");
  assert.match(blocked.err, "Move release to a directory outside the repository.");
  assert.ok(existsSync(join(elsewhere, "1.1.0/SHA256SUMS")));
});

undone("stay where another repository has them, or cannot be asked", async () => {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  await project.git("remote", "add", "other", join(remote, "nowhere"));
  const result = await project.make("", { undo: true });
  assert.equal(codesIn(result), ["release-undo-pushed", "release-undo-unreachable"]);
  assert.match(result.err, "v1.1.0 was already pushed to origin");
  await project.git("remote", "remove", "other");
  await execa("git", ["tag", "--delete", "v1.1.0"], { cwd: remote });
  await project.git("fetch", "--quiet", "origin");
  const head = await project.ask("rev-parse", "HEAD");
  const { exit, err } = await project.make("", { undo: true }); // its commit was pushed, so it remains
  assert.equal([exit, err], [0, ""]);
  assert.equal([await project.ask("rev-parse", "HEAD"), await project.ask("tag", "--list")], [head, "v1.0.0"]);
});

undone("are taken back by the next run where git could not finish: release-unfinished", async () => {
  const project = released.copy();
  const before = await project.state();
  assert.is((await project.make("minor")).err, "");
  project.write({ ".git/index.lock": "" });
  const { exit, err } = await project.make("", { undo: true });
  assert.is(exit, 1);
  assert.match(err, "error v1.1.0 is undone, but some files are not up to date: ");
  project.remove(".git/index.lock");
  assert.match((await project.make("", { undo: true })).out, "An earlier run that undid v1.1.0 was interrupted.");
  assert.equal(await project.state(), before);
});

undone("are taken back by the next run where one was interrupted", async () => {
  const project = released.copy();
  const before = await project.state();
  assert.is((await project.make("minor")).err, "");
  const [from, commit, tagObject] = await Promise.all(
    ["HEAD^", "HEAD", "v1.1.0"].map((ref) => project.ask("rev-parse", ref)),
  );
  const assets = join(project.directory, "release/1.1.0");
  const journal = { tag: "v1.1.0", tagObject, commit, branch: { name: "main", from }, assets, undo: true };
  project.write({
    ".git/crd-bundle-release/owner": "1",
    ".git/crd-bundle-release/journal.json": JSON.stringify(journal),
  });
  const early = await project.verify("v1.1.0"); // the tag still exists: undoing did not start
  assert.equal([early.exit, early.err], [0, ""]);
  project.write({
    ".git/crd-bundle-release/owner": "1",
    ".git/crd-bundle-release/journal.json": JSON.stringify(journal),
  });
  await project.git("update-ref", "-d", "refs/tags/v1.1.0");
  const { exit, out } = await project.make("minor");
  assert.equal(
    [exit, out],
    [0, "An earlier run that undid v1.1.0 was interrupted. This run completed it. Nothing else was changed.\n"],
  );
  assert.equal(await project.state(), before);
});

/** Returns a project in the state that a run leaves if it is killed immediately after it has deleted the Git tag. */
async function interrupted(): Promise<ReleaseProject> {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  const record = JSON.parse(project.read(".git/crd-bundle-releases/v1.1.0.json"));
  project.write({
    ".git/crd-bundle-release/owner": "1",
    ".git/crd-bundle-release/journal.json": JSON.stringify({ ...record, undo: true }),
  });
  await project.git("update-ref", "-d", "refs/tags/v1.1.0");
  return project;
}

undone("leave what somebody put beside their assets after the run was killed, whatever runs next", async () => {
  for (const [to, options] of [
    ["", { undo: true }],
    ["minor", {}],
    ["", { undo: true, format: "json" }],
  ] as const) {
    const project = await interrupted();
    project.write({
      "release/1.1.0/notes.txt": "precious\n",
      "release/1.1.0/mine/too.txt": "precious\n",
      "release/1.1.0/release-notes.md": "My words.\n",
    });
    const { exit, out, err } = await project.make(to, options);
    assert.is(exit, 0);
    assert.is(err, "");
    const kept = ["mine", "notes.txt", "release-notes.md"].map((name) => `release/1.1.0/${name}`);
    if ("format" in options) assert.equal(JSON.parse(out).remains.assets, kept);
    else {
      for (const path of kept) assert.match(out, `${path} was kept because it is not part of the release.\n`);
      assert.match(out, "This run removed the tag, but parts of the release remain. Nothing else was changed.\n");
    }
    assert.equal(
      (await project.state()).files.filter((path) => path.startsWith("release/1.1.0")),
      ["mine/too.txt", "notes.txt", "release-notes.md"].map((name) => `release/1.1.0/${name}`),
    );
    assert.is(project.read("release/1.1.0/release-notes.md"), "My words.\n");
    assert.equal(codesIn(await project.make("", { undo: true })), ["release-undo-none"], "nothing is left to do");
  }
});

undone("leave sums that list nothing, and a directory that is none", async () => {
  const project = await interrupted();
  project.write({ "release/1.1.0/SHA256SUMS": "", "release/1.1.0/.gitignore": "mine\n" });
  const before = (await project.state()).files;
  assert.match((await project.make("", { undo: true })).out, "release/1.1.0/SHA256SUMS was kept");
  assert.equal((await project.state()).files, before);
  const replaced = await interrupted();
  replaced.remove("release/1.1.0");
  replaced.write({ "release/1.1.0": "precious\n" });
  assert.match(
    (await replaced.make("", { undo: true })).out,
    "release/1.1.0 was kept because it is not part of the release.",
  );
  assert.is(replaced.read("release/1.1.0"), "precious\n");
});

undone("say on which branches their commit is still", async () => {
  const project = await interrupted();
  const id = (await project.ask("rev-parse", "HEAD")).slice(0, 12);
  const before = await project.ask("rev-parse", "HEAD^");
  project.write({ "mine.txt": "of somebody" });
  await project.commit("2026-02-21");
  const { exit, out } = await project.make("", { undo: true });
  const fix = `git rebase --onto ${id}^ ${id} main`;
  assert.equal(
    [exit, out],
    [
      0,
      "An earlier run that undid v1.1.0 was interrupted. This run removed the tag, but parts of the release remain. Nothing else was changed.\n" +
        `The release commit ${id} is still on main. To remove it: ${fix}\n`,
    ],
  );
  await project.git(...fix.split(" ").slice(1));
  assert.equal([await project.ask("rev-parse", "HEAD^"), project.read("mine.txt")], [before, "of somebody"]);
});

undone.before(async () => {
  released = await ReleaseProject.released();
});

undone.run();
