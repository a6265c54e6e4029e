/** Tests of releases in clones that lack tags or commits: a release is never compared with the wrong release. */
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NAME, RETRY, removeProjects, temporary } from "../support/git-project.js";
import { codesIn, NOTE, ReleaseProject } from "../support/release-project.js";

const tags = suite("tags that a release needs");
tags.after(removeProjects);

let released: ReleaseProject;
tags.before(async () => {
  released = await ReleaseProject.released();
});

/** Clones a project with the given options of `git clone`. */
async function cloneOf(project: ReleaseProject, ...options: string[]): Promise<ReleaseProject> {
  const clone = new ReleaseProject();
  clone.remove(".");
  await execa("git", ["clone", "--quiet", ...options, project.directory, clone.directory]);
  await clone.git("config", "user.name", "a");
  await clone.git("config", "user.email", "a@example.dev");
  return clone;
}

/** Returns the project with two releases: v1.0.0, and v1.1.0 with another release note. */
async function twiceReleased(): Promise<ReleaseProject> {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  project.note("### Added\n\n- More.\n\n");
  await project.commit("2026-02-21");
  return project;
}

tags("are missing where the changelog has a release that has no tag: release-tags-missing", async () => {
  const clone = await cloneOf(released, "--no-tags");
  const before = await clone.state();
  for (const to of ["auto", "1.1.0", "2.0.0"]) {
    const result = await clone.make(to);
    assert.is(result.exit, 1, result.err);
    assert.ok(codesIn(result).includes("release-tags-missing"), result.err);
    assert.not.match(result.err, "changelog-version-exists", "the section of a release is not to be removed");
    assert.match(result.err, "the tag v1.0.0 is missing from this clone, but the changelog has a section for it");
    assert.match(result.err, "git fetch --tags origin");
  }
  assert.equal(await clone.state(), before);
  await clone.git("fetch", "--quiet", "--tags", "origin");
  const { exit, err } = await clone.make("minor");
  assert.equal([exit, err], [0, ""]);
});

tags("are missing where only the last one is", async () => {
  const project = await twiceReleased();
  await project.git("tag", "--delete", "v1.1.0");
  const result = await project.make("1.2.0", { dryRun: true });
  assert.equal(codesIn(result), ["release-tags-missing"], result.err);
  assert.match(result.err, "the tag v1.1.0 is missing");
  assert.match(result.err, "git fetch --tags <remote>");
});

tags("are missing where dist/ is stamped with a version that has none", async () => {
  const clone = await cloneOf(released, "--no-tags");
  clone.write({ "CHANGELOG.md": `# Changelog\n\n## [Unreleased]\n\n${NOTE}` });
  await clone.commit("2026-02-02");
  const result = await clone.make("2.0.0");
  assert.equal(codesIn(result), ["release-tags-missing"], result.err);
  assert.match(result.err, "the tag v1.0.0 is missing from this clone, but dist/ has its version");
});

tags("may be missing where nothing was released: a first release is none of theirs", async () => {
  const first = await ReleaseProject.unreleased();
  for (const version of ["0.0.0", "1.0.0-dev"]) {
    const project = first.copy();
    project.say(version, NAME);
    await project.build();
    await project.commit();
    const { exit, err } = await project.make("1.0.0", { dryRun: true });
    assert.equal([exit, err], [0, ""], version);
  }
});

tags("that the other repository has and this one lacks keep a release from being pushed", async () => {
  const project = await twiceReleased();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  const clone = await cloneOf(project, "--no-tags");
  await clone.git("remote", "set-url", "origin", remote);
  await clone.git("fetch", "--quiet", "--no-tags", "origin", "refs/tags/v1.1.0:refs/tags/v1.1.0");
  const result = await clone.make("minor", { push: true, dryRun: true });
  assert.equal(codesIn(result), ["release-tags-missing"], result.err);
  assert.match(result.err, "the tag v1.0.0 is missing from this clone, but origin has it");
  await clone.git("fetch", "--quiet", "--tags", "origin");
  assert.is((await clone.make("minor", { push: true, dryRun: true })).err, "");
  const offline = join(remote, "nowhere");
  await clone.git("remote", "set-url", "origin", offline);
  assert.is((await clone.make("minor", { dryRun: true })).err, ""); // only a push contacts the other repository
});

tags(
  "that the other repository has for something else keep a release from being pushed: release-tags-differ",
  async () => {
    const project = await twiceReleased();
    const remote = temporary();
    await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
    const clone = await cloneOf(project);
    await clone.git("remote", "set-url", "origin", remote);
    await clone.git("tag", "--force", "v1.1.0", "v1.0.0^{commit}");
    const before = await clone.state();
    for (const dryRun of [true, false]) {
      const result = await clone.make("2.0.0", { push: true, dryRun });
      assert.ok(codesIn(result).includes("release-tags-differ"), result.err);
      assert.match(result.err, "the tag v1.1.0 in this clone differs from the tag v1.1.0 on origin");
    }
    assert.equal(await clone.state(), before);
    await clone.git("fetch", "--quiet", "origin", "+refs/tags/v1.1.0:refs/tags/v1.1.0");
    assert.is((await clone.make("minor", { push: true, dryRun: true })).err, "");
  },
);

tags("of a release that was squashed into the branch keep the next one from being made: release-descent", async () => {
  const project = released.copy();
  await project.git("switch", "--quiet", "--create", "change");
  assert.is((await project.make("minor")).err, "");
  await project.git("switch", "--quiet", "main");
  await project.git("merge", "--quiet", "--squash", "change");
  project.note("### Added\n\n- More.\n\n");
  await project.commit("2026-02-21");
  for (const to of ["1.2.0", "2.0.0", "1.2.0-rc.1"]) {
    const result = await project.make(to, { dryRun: true });
    assert.equal(codesIn(result), ["release-descent"], result.err);
    assert.match(result.err, "comes after v1.1.0, which is not in the history of main");
  }
  await project.git("-c", "user.name=a", "-c", "user.email=a", "merge", "--quiet", "-s", "ours", "-m", "m", "v1.1.0");
  const plan = JSON.parse((await project.make("minor", { dryRun: true, format: "json" })).out);
  assert.equal([plan.from, plan.version], ["v1.1.0", "1.2.0"]);
});

tags("of patches need not be merged into the next minor version", async () => {
  const project = await twiceReleased();
  await project.git("switch", "--quiet", "--create", "release-1.1", "v1.1.0");
  project.say("1.1.0", `${NAME.replace("Its name", "A name")}\n${RETRY}`);
  project.note("### Fixed\n\n- Words.\n\n");
  await project.build();
  await project.commit("2026-02-22");
  assert.is((await project.make("patch")).err, "");
  await project.git("switch", "--quiet", "main");
  assert.is((await project.make("minor", { dryRun: true })).err, "");
});

tags("of a branch that has diverged are fetched by a pull that can merge", async () => {
  const project = released.copy();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  await project.git("fetch", "--quiet", "origin");
  await project.git("branch", "--quiet", "--set-upstream-to=origin/main");
  const other = await cloneOf(project);
  await other.git("remote", "set-url", "origin", remote);
  await other.commit("2026-02-03");
  await other.git("push", "--quiet", "origin", "main");
  await project.git("fetch", "--quiet");
  assert.match(
    (await project.make("minor", { push: true })).err,
    /`git pull --ff-only`\.[\s\S]*`git pull --ff-only origin main`\./,
  );
  await project.commit("2026-02-04");
  const { err } = await project.make("minor", { push: true });
  assert.match(err, /`git pull --no-rebase`\.[\s\S]*`git pull --no-rebase origin main`\./);
});

tags.run();
