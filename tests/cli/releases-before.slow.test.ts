/**
 * Checks that every clone compares with the right last release: the release is the same, but a clone may have only a
 * part of the history.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { graduationCommand } from "../../scripts/cli/graduation.js";
import { type PolicyOptions, policyCommand } from "../../scripts/cli/policy.js";
import { inTerminal, NAME, RETRY, type Result, removeProjects } from "../support/git-project.js";
import { codesIn, NOTE, ReleaseProject } from "../support/release-project.js";

const before = suite("the releases before");
before.after(removeProjects);

/** v1.0.0 is released, and a field was added since then. */
let released: ReleaseProject;
before.before(async () => {
  released = await ReleaseProject.released();
});

const WITHOUT_TAG =
  "The working tree is v1.1.0, which has no tag in this clone, so it is compared with the previous release.\n";

function policy(project: ReleaseProject, options: Partial<PolicyOptions> = {}): Promise<Result> {
  const all: PolicyOptions = { project: ".", profile: "channels", format: "text", ...options };
  return inTerminal(project.directory, (terminal) => policyCommand(all, terminal));
}

/** Returns the results of the three commands that compare with the last release. */
async function all(project: ReleaseProject): Promise<Result[]> {
  const options = { project: ".", profile: "channels", format: "text" } as const;
  return [
    await policy(project),
    await inTerminal(project.directory, (terminal) => diffCommand(undefined, undefined, options, terminal)),
    await inTerminal(project.directory, (terminal) => graduationCommand(options, terminal)),
  ];
}

async function misses(
  project: ReleaseProject,
  tag: string,
  code: "release-tags-missing" | "history-lacks-release" = "release-tags-missing",
): Promise<void> {
  for (const result of await all(project)) {
    assert.equal([result.exit, result.out, codesIn(result)], [1, "", [code]], result.err);
    assert.match(
      result.err,
      code === "release-tags-missing"
        ? `the tag ${tag} is missing from this clone, but `
        : `the changelog has a section for ${tag}, but the tag is not in the history of HEAD [`,
    );
  }
}

async function compares(project: ReleaseProject): Promise<string> {
  const results = await all(project);
  const [judged, ...others] = results;
  assert.is(judged?.exit, /^ *not allowed: /m.test(judged?.out ?? "") ? 1 : 0, `${judged?.err}${judged?.out}`);
  for (const { exit, err } of others) assert.is(exit, 0, err);
  assert.not.match(results.map(({ err }) => err).join(""), /\berror\b/);
  return results[0]?.err ?? "";
}

/** Returns a clone on a branch. It has only the given tags. */
async function cloneOf(project: ReleaseProject, { tags = [], branch = "main" }: { tags?: string[]; branch?: string }) {
  const clone = new ReleaseProject();
  clone.remove(".");
  await execa("git", ["clone", "--quiet", "--no-tags", "--branch", branch, project.directory, clone.directory]);
  await clone.git("config", "user.name", "a");
  await clone.git("config", "user.email", "a@example.dev");
  for (const tag of tags)
    await clone.git("fetch", "--quiet", "--no-tags", "origin", `refs/tags/${tag}:refs/tags/${tag}`);
  return clone;
}

/** Returns a project in which v1.1.0 is released too, from main. */
async function twiceReleased(): Promise<ReleaseProject> {
  const project = released.copy();
  assert.is((await project.make("minor")).err, "");
  return project;
}

/** Removes a field, which only a major release may do. */
async function breakApi(project: ReleaseProject, version: string, day = "2026-03-01"): Promise<void> {
  project.say(version, "  /** Its size. */\n  size?: string;");
  await project.build();
  await project.commit(day);
}

before("lack the last one in a clone without tags, though package.json has its version", async () => {
  const clone = await cloneOf(released, {});
  await misses(clone, "v1.0.0");
  await clone.git("fetch", "--quiet", "--tags", "origin");
  assert.is(await compares(clone), "");
});

before("lack the last one in a clone that has only older tags", async () => {
  const project = await twiceReleased();
  await breakApi(project, "1.1.0");
  await misses(await cloneOf(project, { tags: ["v1.0.0"] }), "v1.1.0");
});

before("lack the last one where the API is changed and not committed", async () => {
  const clone = await cloneOf(await twiceReleased(), { tags: ["v1.0.0"] });
  assert.match(await compares(clone), WITHOUT_TAG);
  clone.say("1.1.0", "  /** Its size. */\n  size?: string;");
  await misses(clone, "v1.1.0");
});

before("lack the last one where a branch from before it changed the API and was brought up to date", async () => {
  const project = await twiceReleased();
  await project.git("checkout", "--quiet", "-b", "feature", "v1.1.0~1");
  await breakApi(project, "1.0.0", "2026-02-10");
  await project.git("merge", "--quiet", "--no-commit", "--strategy", "ours", "main");
  project.write({ "CHANGELOG.md": await project.ask("show", "main:CHANGELOG.md") });
  project.say("1.1.0", "  /** Its size. */\n  size?: string;");
  await project.build();
  await project.commit("2026-03-01");
  await misses(await cloneOf(project, { tags: ["v1.0.0"], branch: "feature" }), "v1.1.0");
});

before("may lack a release that a pull request brings, before and after it is merged", async () => {
  for (const how of [["merge", "--quiet", "--no-ff"], ["merge", "--quiet", "--squash"], ["cherry-pick"]]) {
    const project = released.copy();
    assert.is((await project.make("minor", { branch: "prepare" })).err, "");
    await project.git("checkout", "--quiet", "prepare");
    assert.match(await compares(project), WITHOUT_TAG);
    await project.git("checkout", "--quiet", "main");
    assert.is(await compares(project), "");
    await project.git(...how, "prepare");
    if (how.includes("--squash")) await project.commit("2026-03-01");
    assert.match(await compares(project), WITHOUT_TAG);
    project.write({ "NOTES.md": "Nothing of the API.\n" });
    await project.commit("2026-03-02");
    assert.match(await compares(project), WITHOUT_TAG);
    await breakApi(project, "1.1.0", "2026-03-03");
    await misses(project, "v1.1.0");
    const late = await project.make("", { tag: true });
    assert.is(late.err, "");
    assert.is(await compares(project), "");
  }
});

before("may lack a release that used a waiver: what was waived for it is waived until it has its tag", async () => {
  for (const version of ["1.1.0", "1.3.0"]) {
    const project = released.copy();
    project.say("1.0.0", `${NAME}\n${RETRY}\n  /** Its size. */\n  size?: string;`);
    await project.build();
    await project.commit("2026-02-10");
    const [, fingerprint = ""] = /field-added, ([0-9a-f]{12})\]/.exec((await policy(project)).out) ?? [];
    project.write({
      "apis/waivers.yaml": `- fingerprint: "${fingerprint}"\n  message: new\n  why: It is needed.\n  approvedBy: ada\n  release: ${version}\n`,
    });
    await project.commit("2026-02-11");
    assert.is((await project.make(version, { branch: "prepare" })).err, "");
    await project.git("checkout", "--quiet", "prepare");
    assert.not.ok(existsSync(join(project.directory, "apis/waivers.yaml")));
    for (const options of [{}, { to: version }]) {
      const { exit, out } = await policy(project, options);
      assert.is(exit, 0, out);
      assert.match(out, "It is needed.");
    }
    await project.git("checkout", "--quiet", "main");
    await project.git("merge", "--quiet", "--squash", "prepare");
    await project.commit("2026-03-01");
    assert.is((await policy(project)).exit, 0);
    const late = await project.make("", { tag: true });
    assert.is(late.err, "");
    assert.is((await policy(project)).exit, 0);
    assert.is((await project.verify(`v${version}`)).err, "");
  }
});

before("may lack a release while its commit is being made", async () => {
  const project = released.copy();
  project.edit("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n## [1.1.0] - 2026-03-01\n");
  project.say("1.1.0", `${NAME}\n${RETRY}`);
  assert.match(await compares(project), WITHOUT_TAG);
  await project.git("tag", "--delete", "v1.0.0");
  await misses(project, "v1.0.0");
});

before("are those of a project in a directory of its repository", async () => {
  const outer = new ReleaseProject();
  outer.remove(".");
  const project = released.copy(join(outer.directory, "widgets"));
  project.remove(".git");
  await outer.setUp();
  await outer.commit("2026-03-01");
  project.say("1.0.0", "  /** Its size. */\n  size?: string;");
  await project.build();
  await outer.commit("2026-03-02"); // in the project's directory, this would create a repository
  await misses(project, "v1.0.0");
});

before("lack a release that was squashed: its tag is of another history", async () => {
  const project = await twiceReleased();
  await project.git("checkout", "--quiet", "-b", "squashed", "v1.1.0~1");
  await project.git("merge", "--quiet", "--squash", "v1.1.0");
  await project.commit("2026-03-01");
  await misses(project, "v1.1.0", "history-lacks-release");
  await breakApi(project, "1.1.0");
  await misses(project, "v1.1.0", "history-lacks-release");
  await project.git("tag", "--force", "v1.1.0", "v1.1.0^{tree}");
  await misses(project, "v1.1.0", "history-lacks-release");
});

before("may lack a patch of another line, whose notes were copied", async () => {
  const project = released.copy();
  await project.git("checkout", "--quiet", "-b", "release-1.0", "v1.0.0");
  project.note(NOTE);
  await project.commit("2026-02-02");
  assert.is((await project.make("patch")).err, "");
  await project.git("checkout", "--quiet", "main");
  project.edit("CHANGELOG.md", "## [1.0.0]", "## [1.0.1] - 2026-02-20\n\n### Fixed\n\n- It.\n\n## [1.0.0]");
  await project.commit("2026-03-01");
  assert.match(await compares(project), "v1.0.1 is not in the history of HEAD, so it is not part of the comparison.");
  await project.git("tag", "--delete", "v1.0.1");
  await misses(project, "v1.0.1");
});

before("are missing without a changelog too, where a later version than that of dist/ is asked about", async () => {
  const clone = await cloneOf(released, {});
  clone.remove("CHANGELOG.md");
  await clone.commit("2026-03-01");
  const { exit, err } = await policy(clone, { to: "1.1.0" });
  assert.is(exit, 1);
  assert.match(err, "the tag v1.0.0 is missing from this clone, but dist/ has its version");
  assert.is((await policy(clone, { to: "1.0.0" })).exit, 0, "the first release");
});

before.run();
