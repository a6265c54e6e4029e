/**
 * Tests one release and its verification in a real repository. The slow files `release*` and `verify` cover all cases.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asMadeBy } from "../../scripts/release/assets/assets.js";
import { NAME, RETRY, removeProjects } from "../support/git-project.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";

const smoke = suite("release and verify");
smoke.after(removeProjects);

let project: ReleaseProject;
smoke.before(async () => {
  project = await ReleaseProject.released();
});

smoke("a release is rejected if a change is not committed, and nothing changes", async () => {
  const copy = project.copy();
  copy.write({ "notes.txt": "" });
  const before = await copy.state();
  const result = await copy.make("minor");
  assert.equal([result.exit, codesIn(result)], [1, ["release-uncommitted"]]);
  assert.equal(await copy.state(), before);
});

smoke("a release is rejected if its changelog or its manifests are not ready, and nothing changes", async () => {
  const copy = project.copy();
  copy.remove("CHANGELOG.md");
  copy.remove("dist/standard-install.yaml");
  await copy.commit();
  const before = await copy.state();
  const result = await copy.make("minor");
  assert.equal([result.exit, codesIn(result).sort()], [1, ["changelog-missing", "release-output"]]);
  assert.equal(await copy.state(), before);
});

smoke("a release is a commit, a tag and assets, which verify compares with the sources", async () => {
  for (const remote of ["origin", "upstream"]) await project.git("remote", "add", remote, project.directory);
  await project.git("config", "branch.main.remote", "upstream");
  const made = await project.make("minor");
  assert.equal([made.exit, made.err], [0, ""]);
  assert.match(made.out, "git push --atomic upstream main v1.1.0\n");
  assert.is(await project.ask("describe", "--tags"), "v1.1.0");
  assert.is(await project.ask("status", "--porcelain"), "");
  assert.is(JSON.parse(project.read("package.json")).version, "1.1.0");
  assert.match(project.read("release/1.1.0/SHA256SUMS"), "standard-install.yaml");
  for (const what of ["v1.1.0", "release/1.1.0"]) {
    const { exit, out, err } = await project.verify(what);
    assert.equal([exit, err], [0, ""], what);
    assert.match(out, /^v1\.1\.0: \d+ files in dist\/ and 7 assets/);
  }
});

smoke("a release and its verification take installed packages from the project", async () => {
  const copy = project.copy();
  const own = "node_modules/sizes";
  copy.write({
    ".gitignore": "node_modules/\n",
    [`${own}/package.json`]: '{"exports": {"./v1": "./v1.ts"}}',
    [`${own}/v1.ts`]: "/** @maxLength 9 */\nexport type Size = string;\n",
  });
  const fields = `${NAME}\n${RETRY}\n  /**\n   * Its size.\n   *\n   * @experimental\n   */\n  size?: Size;`;
  copy.say(JSON.parse(copy.read("package.json")).version, fields, 'import type { Size } from "sizes/v1";');
  copy.note("### Added\n\n- Widgets have a size.\n\n");
  await copy.build();
  await copy.commit();
  const made = await copy.make("minor");
  assert.equal([made.exit, made.err], [0, ""]);
  const tag = await copy.ask("describe", "--tags");
  assert.is((await copy.verify(tag)).err, "");
  copy.remove(own);
  const result = await copy.verify(tag);
  assert.equal([result.exit, codesIn(result).sort()], [1, ["import-package", "release-tag-not-rebuilt"]]);
});

smoke("verify compares assets that do not name the version of the tool, and says that they do not", async () => {
  const copy = project.copy();
  const directory = join(copy.directory, "release/1.1.0");
  const assets = readdirSync(directory).map((name) => ({ name, bytes: readFileSync(join(directory, name)) }));
  const isAsset = ({ name }: { readonly name: string }) => name !== ".gitignore";
  for (const { name, bytes } of asMadeBy(undefined, assets.filter(isAsset)))
    writeFileSync(join(directory, name), bytes);
  for (const what of ["v1.1.0", "release/1.1.0"]) {
    const { exit, out, err } = await copy.verify(what);
    assert.is(exit, 0, err);
    assert.match(out, /^v1\.1\.0: \d+ files in dist\/ and 7 assets/);
    assert.match(err, /^The assets of v1\.1\.0 do not name the version of crd-bundle that created them\..*\n$/);
  }
});

smoke("verify finds a manifest in the tag that the sources do not make", async () => {
  const copy = await project.retagged("v1.1.0", (changed) =>
    changed.edit("dist/standard-install.yaml", "Its name.", "Its names."),
  );
  const result = await copy.verify("v1.1.0");
  assert.is(result.exit, 1);
  assert.match(
    result.err,
    "v1.1.0 does not match its sources: dist/standard-install.yaml differs from the file that is built from the sources",
  );
});

smoke.run();
