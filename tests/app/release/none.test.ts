/** What is to be tagged or taken back where there is no such release, or more than one. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { processContext } from "../../../scripts/app/process-context.js";
import { makeRelease } from "../../../scripts/app/release/make.js";
import type { ReleaseRequest } from "../../../scripts/app/release/request.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { removeProjects } from "../../support/git-project.js";
import { ReleaseProject } from "../../support/release-project.js";

const releases = suite("app/release");
releases.after(removeProjects);

/** A repository on the branch `main` without a commit. */
async function empty(): Promise<ReleaseProject> {
  const project = new ReleaseProject();
  await project.setUp();
  return project;
}

/** What is in the way of a request. */
async function problemOf(project: ReleaseProject, request: Omit<ReleaseRequest, "project">): Promise<Diagnostic> {
  const context = processContext({ cwd: project.directory });
  assert.ok(context.ok);
  const made = await makeRelease({ project: ".", ...request } as ReleaseRequest, context.value);
  const [problem, ...others] = made.ok ? [] : made.diagnostics;
  assert.equal(others, []);
  if (problem === undefined) throw new Error("the release is made");
  return problem;
}

/** The same, as its code and its arguments. */
async function told(project: ReleaseProject, request: Omit<ReleaseRequest, "project">): Promise<unknown> {
  const { code, args } = await problemOf(project, request);
  return [code, args];
}

const TAG = { tag: true } as const;
const UNDO = { undo: true } as const;

releases("need a commit, and a branch that has it", async () => {
  const project = await empty();
  assert.equal(await told(project, TAG), ["release-no-commit", {}]);
  await project.commit();
  await project.git("checkout", "--quiet", "--detach");
  assert.equal(await told(project, TAG), ["release-detached", {}]);
});

releases("need an exact version, if one is named", async () => {
  const project = await empty();
  await project.commit();
  assert.equal(await told(project, { ...TAG, to: "minor" }), ["release-exact", { word: "minor", option: "--tag" }]);
  assert.equal(await told(project, { ...UNDO, to: "minor" }), ["release-exact", { word: "minor", option: "--undo" }]);
});

releases("are tagged once their section is on the branch, and once only", async () => {
  const project = await empty();
  await project.commit();
  const unmerged = ["release-not-merged", { version: "1.0.0", branch: "main" }];
  assert.equal(await told(project, TAG), unmerged);
  assert.equal(await told(project, { ...TAG, to: "1.0.0" }), unmerged);
  assert.equal(await told(project, { ...TAG, to: "1.1.0-rc.1" }), [
    "release-not-merged",
    { version: "1.1.0-rc.1", branch: "main" },
  ]);
  await project.git("tag", "v1.0.0");
  const tagged = (remote: string) => ["release-tagged", { version: "1.0.0", branch: "main", remote }];
  assert.equal(await told(project, TAG), tagged("<remote>"));
  await project.git("config", "branch.main.remote", "upstream");
  await project.git("remote", "add", "upstream", ".");
  assert.equal(await told(project, TAG), tagged("upstream"));
});

releases("are made anew from what was there before them, which has to be a bundle", async () => {
  const project = await empty();
  project.remove("apis");
  await project.commit();
  project.write({ "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-10\n" });
  await project.commit();
  assert.is((await problemOf(project, TAG)).code, "file-missing");
});

releases("are taken back unnamed if HEAD has one tag, and no other", async () => {
  const project = await empty();
  await project.commit();
  const problem = async () => {
    const { code, args } = await problemOf(project, UNDO);
    assert.is(code, "release-undo-none");
    return String(args.problem);
  };
  assert.not.match(await problem(), /\d/);
  await project.git("tag", "other");
  assert.not.match(await problem(), "other");
  await project.git("tag", "v1.0.0");
  await project.git("tag", "v1.1.0");
  assert.match(await problem(), "v1.0.0, v1.1.0");
  await project.commit();
  assert.match(await problem(), /^\D*v1\.1\.0$/);
  await project.commit();
  assert.match(await problem(), /\b2\b.*v1\.1\.0$/);
});

releases.run();
