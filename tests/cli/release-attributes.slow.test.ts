/**
 * Tests of Git attributes that would change the released files for users: the release detects them before it is made,
 * with the messages of verify.
 */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attributeProblems } from "../../scripts/app/release/attributes.js";
import type { ReleaseOptions } from "../../scripts/cli/release.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { Repository } from "../../scripts/host/git.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";

const attributes = suite("attributes of a release");
attributes.after(removeProjects);

let released: ReleaseProject;
/** The same project with v1.1.0. */
let sound: ReleaseProject;
attributes.before(async () => {
  released = await ReleaseProject.released(`${SETTINGS_TEXT}reports: docs/reports\n`);
  sound = released.copy();
  assert.is((await sound.make("minor")).err, "");
});

/** Returns a project, ready to be released, whose last commit also has these files. */
async function withCommitted(files: Readonly<Record<string, string>>): Promise<ReleaseProject> {
  const project = released.copy();
  project.write(files);
  await project.commit("2026-02-02");
  assert.is(await project.ask("status", "--porcelain"), "");
  return project;
}

/** Checks that a release fails only because of attributes and changes nothing, and returns the errors. */
async function refused(project: ReleaseProject, options: Partial<ReleaseOptions> = {}, to = "minor"): Promise<string> {
  const before = await project.state();
  const result = await project.make(to, options);
  assert.equal([result.exit, result.out, codesIn(result)], [1, "", ["release-attribute"]], result.err + result.out);
  assert.equal(await project.state(), before);
  return result.err;
}

/** Returns the lines about attributes. */
function toldOf(err: string): string[] {
  return err.split("\n").filter((line) => line.endsWith("[release-attribute]"));
}

const UNLIKE: readonly (readonly [files: Readonly<Record<string, string>>, told: string])[] = [
  [
    { ".gitattributes": "* eol=crlf\n" },
    "dist/standard/example.dev_widgets.yaml would change on its way to users, because .gitattributes sets eol=crlf",
  ],
  [{ ".gitattributes": "[attr]odd ident\n*.yaml odd\n" }, ".gitattributes sets ident"],
  [{ ".gitattributes": "dist/** filter=evil\n" }, ".gitattributes sets filter=evil"],
  [
    { ".gitattributes": "*.json working-tree-encoding=ISO-8859-1\n" },
    ".gitattributes sets working-tree-encoding=ISO-8859-1",
  ],
  [
    { ".gitattributes": "/dist/standard-install.yaml export-subst\n" },
    "dist/standard-install.yaml would change on its way to users",
  ],
  [
    { ".gitattributes": "dist export-ignore\n" },
    "dist would change on its way to users, because .gitattributes sets export-ignore",
  ],
  [{ ".gitattributes": "standard/ export-ignore\n" }, "dist/standard would change on its way to users"],
  [
    { ".gitattributes": "* export-ignore\ndist/** !export-ignore\n*.md !export-ignore\n" },
    "dist would change on its way to users",
  ],
  [{ "docs/.gitattributes": "*.md eol=crlf\n" }, "docs/reports/standard.md would change on its way to users"],
];

for (const [files, told] of UNLIKE) {
  attributes(`are found by the plan, as verify finds them: ${told}`, async () => {
    const project = await withCommitted(files);
    const err = await refused(project, { dryRun: true });
    assert.match(err, told);
    const tagged = await sound.retagged("v1.1.0", (copy) => copy.write(files));
    const verified = await tagged.verify("v1.1.0");
    assert.is(verified.exit, 1);
    assert.equal(toldOf(err), toldOf(verified.err));
    assert.is(toldOf(err).length, 1);
  });
}

attributes("are in the way of every way to make a release", async () => {
  const project = await withCommitted({ ".gitattributes": "dist/** ident filter=evil\n" });
  const err = await refused(project);
  assert.is(toldOf(err).length, 2);
  assert.match(
    err,
    "add a line that resets the attribute, such as `dist/** !eol` if the attribute is set on files, or `dist !export-ignore` if it is set on a directory.",
  );
  for (const options of [{ dryRun: true }, { branch: "prepare" }, { preid: "rc" }, { dryRun: true, branch: "prepare" }])
    assert.equal(toldOf(await refused(project, options)).length, 2);
  const snapshot = await refused(project, { snapshot: true }, "auto");
  assert.match(
    snapshot,
    "in v1.1.0-snapshot.20260202, dist/experimental/example.dev_widgets.yaml would change on its way to users",
  );
});

attributes("of every directory from the root of the repository count: an archive leaves out all of it", async () => {
  for (const [given, path] of [
    ["/a", ".."],
    ["/a/b/", "."],
    ["b", "."],
    ["/a/b/dist", "dist"],
    ["standard", "dist/standard"],
  ]) {
    const outer = new ReleaseProject(undefined, temporary());
    outer.write({ ".gitattributes": `${given} export-ignore\n`, "a/b/dist/standard/x.yaml": "x" });
    await outer.commit();
    const told = await attributeProblems(
      { tag: "v1.0.0", commit: "HEAD" },
      { files: [{ path: "standard/x.yaml", text: "x" }] },
      new Repository(join(outer.directory, "a/b")),
    );
    assert.equal(
      told.map((diagnostic) => describeDiagnostic(diagnostic).message),
      [`in v1.0.0, ${path} would change on its way to users, because .gitattributes sets export-ignore`],
    );
    const archive = await outer.ask("-c", "tar.umask=0022", "archive", "--format=tar", "HEAD");
    assert.not.match(archive, "x.yaml", "as git does");
  }
});

attributes("are in the way of the tag that follows a pull request", async () => {
  const project = released.copy();
  assert.is((await project.make("minor", { branch: "prepare" })).err, "");
  project.write({ ".gitattributes": "dist/** filter=evil\n" });
  await project.commit("2026-02-21");
  await project.git("cherry-pick", "prepare");
  for (const options of [{ tag: true }, { tag: true, dryRun: true }])
    assert.match(
      await refused(project, options, ""),
      "in v1.1.0, dist/standard/example.dev_widgets.yaml would change on its way to users",
    );
});

attributes("are told together with what else is in the way", async () => {
  const project = await withCommitted({ ".gitattributes": "dist/** ident\n", "dist/README.md": "" });
  project.write({ "NOTES.txt": "" });
  const { exit, err } = await project.make("minor");
  assert.is(exit, 1);
  assert.equal(codesIn({ exit, err, out: "" }), ["release-uncommitted", "release-stray", "release-attribute"]);
});

attributes("count from a link too, which git follows nowhere and reads all the same", async () => {
  const project = released.copy();
  symlinkSync("dist/** ident", join(project.directory, ".gitattributes"));
  await project.commit("2026-02-02");
  assert.match(await refused(project), ".gitattributes sets ident");
});

attributes("that leave the files as they are, or are reset as the message says, are in nobody's way", async () => {
  const usual = "* text=auto eol=lf\n*.png binary\ndist/** linguist-generated -diff text\n*.psd filter=lfs -text\n";
  const reset = "* eol=crlf ident\n*.yaml filter=evil\ndist/** !eol !ident !filter\n*.md !eol !ident\n";
  for (const text of [usual, reset]) {
    const project = await withCommitted({ ".gitattributes": text });
    assert.is((await project.make("minor")).err, "");
    const { exit, err } = await project.verify("v1.1.0");
    assert.equal([exit, err], [0, ""]);
  }
});

attributes("of this clone alone are no part of what is released", async () => {
  const project = released.copy();
  project.write({ ".git/info/attributes": "dist/** ident filter=evil\n" });
  assert.is((await project.make("minor")).err, "");
  const { exit, err } = await project.verify("v1.1.0");
  assert.equal([exit, err], [0, ""]);
});

attributes.run();
