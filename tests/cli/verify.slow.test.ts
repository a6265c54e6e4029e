/** Tests of releases that were correct and that somebody later changed, on purpose or by accident. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { VerifyOptions } from "../../scripts/cli/verify.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import fc from "../support/drawn.js";
import { type Result, removeProjects, temporary } from "../support/git-project.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";

const verifying = suite("crd-bundle verify");
verifying.after(removeProjects);

const ASSETS = "release/1.1.0";
const WIDGET = "apis/example.dev/v1/widget.ts";
const SETTINGS = "apis/bundle.yaml";

/** A project with v1.0.0 and v1.1.0. */
let sound: ReleaseProject;
verifying.before(async () => {
  sound = await ReleaseProject.released();
  assert.is((await sound.make("minor")).err, "");
});

/** Checks that the verification fails with these codes and does not change the repository. */
async function finds(
  project: ReleaseProject,
  what: string,
  codes: readonly string[],
  { exit = 1, ...options }: Partial<VerifyOptions> & { exit?: number } = {},
): Promise<string> {
  const before = await project.state();
  const result = await project.verify(what, options);
  assert.equal(codesIn(result).sort(), codes, result.err + result.out);
  assert.equal([result.exit, result.out], [exit, ""]);
  assert.equal(await project.state(), before);
  return result.err;
}

async function passes(project: ReleaseProject, what: string): Promise<string> {
  const { exit, out, err }: Result = await project.verify(what);
  assert.equal([exit, err], [0, ""]);
  return out;
}

verifying("a release with warnings can be made, and passes whatever their level is", async () => {
  const project = await ReleaseProject.released();
  const text = readFileSync(join(project.directory, WIDGET), "utf8");
  const tag = "@accept kind-no-description It has one.";
  assert.match(text, "/** A widget. */");
  project.write({ [WIDGET]: text.replace("/** A widget. */", `/**\n * A widget.\n *\n * ${tag}\n */`) });
  await project.commit();
  const { exit, err } = await project.make("minor");
  assert.equal([exit, err], [0, ""]);
  await passes(project, "v1.1.0");
  const strict = await project.retagged("v1.1.0", (copy) => {
    const settings = readFileSync(join(copy.directory, SETTINGS), "utf8");
    copy.write({ [SETTINGS]: `${settings}levels:\n  accept-unneeded: error\n` });
  });
  await passes(strict, "v1.1.0");
});

/** Returns a project in which the commit of v1.1.0 was made differently. */
function retagged(change: (project: ReleaseProject) => void): Promise<ReleaseProject> {
  return sound.retagged("v1.1.0", change);
}

/** Returns a copy of the assets of v1.1.0 in another directory, as a user downloads them. */
function fetched(): string {
  const directory = join(temporary(), "fetched");
  cpSync(join(sound.directory, ASSETS), directory, { recursive: true });
  return directory;
}

verifying("passes what was released, wherever its assets are", async () => {
  const words = /^v1\.1\.0: \d+ files in dist\/ and 7 assets match the sources\.\n$/;
  assert.match(await passes(sound, "v1.1.0"), words);
  assert.match(await passes(sound, ASSETS), words);
  assert.match(await passes(sound, fetched()), words);
  assert.match(await passes(sound, "v1.0.0"), /^v1\.0\.0: /);
  const clone = new ReleaseProject();
  clone.remove(".");
  await execa("git", ["clone", "--quiet", sound.directory, clone.directory]);
  assert.match(await passes(clone, fetched()), words);
  assert.match(
    await passes(clone, "v1.1.0"),
    "release/1.1.0 does not contain assets to compare; to write them, use --write.",
  );
});

verifying("finds attributes that make a checkout or an archive other than the tag: release-attribute", async () => {
  for (const [attributes, told] of [
    ["dist/** working-tree-encoding=UTF-7", "working-tree-encoding=UTF-7"],
    ["[attr]odd ident\n*.yaml odd", "ident"],
    ["* eol=crlf", "eol=crlf"],
    ["dist/ export-ignore\ndist/** filter=evil", "filter=evil"],
  ] as const) {
    const project = await retagged((copy) => copy.write({ ".gitattributes": `${attributes}\n` }));
    assert.match(
      await finds(project, "v1.1.0", ["release-attribute"]),
      `.gitattributes sets ${told} [release-attribute]`,
    );
  }
  const usual = "* text=auto eol=lf\n*.png binary\ndist/** linguist-generated -diff text\n*.psd filter=lfs -text\n";
  const project = await retagged((copy) => copy.write({ ".gitattributes": usual }));
  assert.is((await project.verify("v1.1.0")).exit, 0);
});

verifying("finds a tree that holds dist twice, which a checkout reads otherwise: release-tag-mismatch", async () => {
  const project = sound.copy();
  const tree = await project.ask("rev-parse", "v1.1.0^{tree}");
  const evil = await project.ask("rev-parse", "v1.0.0:dist");
  const entries = (await project.ask("ls-tree", tree)).split("\n").map((line) => line.split(/[ \t]/));
  const rows = [...entries, ["040000", "tree", evil, "dist"]];
  const bytes = rows.flatMap(([mode = "", , hash = "", name = ""]) => [
    Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`),
    Buffer.from(hash, "hex"),
  ]);
  const made = await execa("git", ["hash-object", "-t", "tree", "-w", "--stdin", "--literally"], {
    cwd: project.directory,
    input: Buffer.concat(bytes),
  });
  const commit = (await project.ask("cat-file", "commit", "v1.1.0")).replace(tree, made.stdout);
  const env = { cwd: project.directory, input: `${commit}\n` };
  const remade = await execa("git", ["hash-object", "-t", "commit", "-w", "--stdin"], env);
  await project.git("update-ref", "refs/tags/v1.1.0", remade.stdout);
  assert.match(
    (await project.verify("v1.1.0")).err,
    "v1.1.0 does not match its sources: the root directory contains the name dist twice [release-tag-mismatch]",
  );
});

verifying("passes whatever is checked out or changed beside it", async () => {
  const project = sound.copy();
  project.edit("dist/standard-install.yaml", "Its name.", "Its names.");
  project.write({ "CHANGELOG.md": "nothing", "apis/example.dev/v1/widget.ts": "nothing" });
  await passes(project, "v1.1.0");
  await project.git("switch", "--quiet", "--force", "--detach", "v1.0.0");
  await passes(project, "v1.1.0");
});

verifying("says the same in other formats", async () => {
  const project = sound.copy();
  project.edit(`${ASSETS}/standard-install.yaml`, "Its name.", "Its names.");
  const github = await project.verify("v1.1.0", { format: "github" });
  assert.match(github.out, /^::error title=asset-unlike::standard-install\.yaml/m);
  const json = await project.verify("v1.1.0", { format: "json" });
  assert.match(json.out, '"asset-unlike"');
  assert.equal([github.exit, json.exit], [1, 1]);
});

verifying("finds a tag that was made by hand, on the version before: release-tag-version", async () => {
  const project = sound.copy();
  await project.git("tag", "v1.2.0");
  const err = await finds(project, "v1.2.0", [
    "bundle-index-head",
    "bundle-stamp",
    "release-tag-changelog",
    "release-tag-mismatch",
    "release-tag-version",
  ]);
  assert.match(err, "in the commit that is tagged v1.2.0, package.json has version 1.1.0");
  assert.match(err, /the annotation example\.dev\/bundle-version of .* is v1\.1\.0, not v1\.2\.0/);
  assert.match(err, "the changelog of v1.2.0 has no section for 1.2.0");
});

verifying("finds a package.json that was forgotten: release-tag-version", async () => {
  const project = await retagged((copy) => copy.edit("package.json", "1.1.0", "1.0.0"));
  await finds(project, "v1.1.0", ["release-tag-version"]);
});

verifying("finds a dist/ that was edited by hand: release-tag-mismatch", async () => {
  const edited = await retagged((copy) =>
    copy.edit("dist/standard/example.dev_widgets.yaml", "Its name.", "Its names."),
  );
  const err = await finds(edited, "v1.1.0", ["bundle-index-digest", "bundle-install-differs", "release-tag-mismatch"]);
  assert.match(
    err,
    "v1.1.0 does not match its sources: dist/standard/example.dev_widgets.yaml differs from the file that is built from the sources",
  );
  const added = await retagged((copy) => copy.write({ "dist/extra.txt": "x", "dist/.hidden/x": "x" }));
  const surplus = await finds(added, "v1.1.0", ["bundle-index-missing", "release-tag-mismatch"]);
  assert.match(surplus, "dist/extra.txt does not belong to the bundle");
  assert.match(surplus, "dist/.hidden/x does not belong to the bundle");
  const removed = await retagged((copy) => copy.remove("dist/types/standard/meta.d.ts"));
  assert.match(
    await finds(removed, "v1.1.0", ["bundle-index-surplus", "release-tag-mismatch"]),
    "dist/types/standard/meta.d.ts is missing",
  );
  const mode = await retagged((copy) => {
    copy.remove("dist/bundle.json");
    symlinkSync("../package.json", join(copy.directory, "dist/bundle.json"));
  });
  await finds(mode, "v1.1.0", ["bundle-unreadable", "release-tag-mismatch"]);
});

verifying("looks at what the tag holds, not only at what git makes of it: bundle-index-digest", async () => {
  const path = "dist/types/standard/meta.d.ts";
  const linked = await retagged((copy) => {
    copy.write({ "meta.d.ts": copy.read(path) });
    copy.remove(path);
    symlinkSync("../../../meta.d.ts", join(copy.directory, path));
  });
  const err = await finds(linked, "v1.1.0", ["bundle-index-digest", "release-tag-mismatch"]);
  assert.match(err, "the size or SHA-256 checksum of types/standard/meta.d.ts does not match bundle.json");
  assert.match(err, "v1.1.0 does not match its sources: dist/types/standard/meta.d.ts is a symbolic link");
});

verifying("finds sources that were changed after dist/ was made: release-tag-mismatch", async () => {
  const project = await retagged((copy) => copy.edit("apis/example.dev/v1/widget.ts", "Its name.", "Its names."));
  const err = await finds(project, "v1.1.0", ["release-tag-changelog", "release-tag-mismatch"]);
  assert.match(
    err,
    "v1.1.0 does not match its sources: dist/standard-install.yaml differs from the file that is built from the sources",
  );
  const broken = await retagged((copy) =>
    copy.edit("apis/example.dev/v1/widget.ts", "retry?: string", "retry?: Retries"),
  );
  await finds(broken, "v1.1.0", ["release-tag-not-rebuilt", "typescript"]);
  const passedOver = await retagged((copy) => copy.write({ "apis/example.dev/v1/gadget.TS": "?" }));
  await finds(passedOver, "v1.1.0", ["input-extension", "release-tag-not-rebuilt"], { exit: 2 });
  const bare = await retagged((copy) => copy.remove("apis/bundle.yaml"));
  await finds(bare, "v1.1.0", ["file-missing", "release-tag-not-rebuilt"], { exit: 2 });
});

verifying("compares a release with those of lower versions, whatever other tags are on its commit", async () => {
  const project = sound.copy();
  for (const tag of ["v1.2.0", "v2.0.0-rc.1", "v1.10.0"]) await project.git("tag", tag, "v1.1.0^{commit}");
  await passes(project, "v1.1.0");
  await project.git("tag", "v1.0.1", "v1.0.0^{commit}");
  await passes(project, "v1.0.0");
});

verifying("finds a changelog that does not fit: release-tag-changelog", async () => {
  for (const [from, to, words] of [
    ["## [1.1.0] - 2026-02-20", "## Last week", "has no section for 1.1.0"],
    ["2026-02-20", "2026-02-21", "must date 1.1.0 between the previous release and its commit of 2026-02-20"],
    ["[1.1.0] - 2026-02-20", "[1.1.0]", "must date 1.1.0 between the previous release and its commit of 2026-02-20"],
    ["the field `.spec.retry`", "the field `.spec.retries`", "contradicts the manifests of 1.1.0"],
    [
      "#### Experimental channel\n\n##### New",
      "#### Standard channel\n\n##### New",
      "contradicts the manifests of 1.1.0",
    ],
    ["\n- Widget (v1): the field `.spec.retry`\n", "", "contradicts the manifests of 1.1.0"],
    [
      "the field `.spec.retry`\n",
      "the field `.spec.retry`\n- Widget (v1): more\n",
      "contradicts the manifests of 1.1.0",
    ],
  ] as const) {
    const project = await retagged((copy) => copy.edit("CHANGELOG.md", from, to));
    assert.match(await finds(project, "v1.1.0", ["release-tag-changelog"]), `the changelog of v1.1.0 ${words}`);
  }
  const gone = await retagged((copy) => copy.remove("CHANGELOG.md"));
  await finds(gone, "v1.1.0", ["release-tag-changelog"]);
  const noted = await retagged((copy) => copy.edit("CHANGELOG.md", "may be tried again", "are tried again"));
  await passes(noted, "v1.1.0"); // release notes by people are not verified
});

verifying("finds an asset that was replaced after the release: asset-sum, asset-unlike", async () => {
  const project = sound.copy();
  project.edit(`${ASSETS}/standard-install.yaml`, "Its name.", "Its names.");
  const err = await finds(project, "v1.1.0", ["asset-unlike"]);
  assert.match(err, "standard-install.yaml differs from the asset that is built from the sources");
  await finds(project, ASSETS, ["asset-sum", "asset-unlike"]);
  const { sum, corrected } = correctedSums(
    project.read(`${ASSETS}/SHA256SUMS`),
    project.read(`${ASSETS}/standard-install.yaml`),
  );
  assert.match(corrected, sum);
  project.write({ [`${ASSETS}/SHA256SUMS`]: corrected });
  const both = await finds(project, ASSETS, ["asset-unlike"]);
  assert.match(both, "SHA256SUMS differs from the asset that is built from the sources");
  assert.match(both, "standard-install.yaml differs from the asset that is built from the sources");
});

function correctedSums(sums: string, text: string): { sum: string; corrected: string } {
  const sum = sha256(text);
  return { sum, corrected: sums.replace(/^[0-9a-f]{64}(?= {2}standard-install)/m, sum) };
}

verifying("finds what is missing, and what is too much: asset-missing, asset-surplus", async () => {
  const less = sound.copy();
  less.remove(`${ASSETS}/release-notes.md`);
  await finds(less, ASSETS, ["asset-missing"]);
  await finds(less, "v1.1.0", ["asset-missing"]);
  less.remove(`${ASSETS}/SHA256SUMS`);
  assert.match(await finds(less, ASSETS, ["asset-missing"]), "SHA256SUMS is missing");
  const more = sound.copy();
  more.write({ [`${ASSETS}/install.sh`]: "curl", [`${ASSETS}/.profile`]: "" });
  const err = await finds(more, ASSETS, ["asset-surplus"]);
  assert.match(err, "install.sh is not an asset of the release");
  assert.match(err, ".profile is not an asset of the release");
  await finds(more, "v1.1.0", ["asset-surplus"]);
});

verifying("finds a provenance that was edited, and asks for one that is not there: assets-unknown", async () => {
  const project = sound.copy();
  const provenance = `${ASSETS}/provenance.intoto.json`;
  project.edit(provenance, /"gitCommit": "[0-9a-f]{40}"/, `"gitCommit": "${"0".repeat(40)}"`);
  await finds(project, "v1.1.0", ["asset-unlike"]);
  await finds(project, ASSETS, ["asset-sum", "asset-unlike"]);
  project.edit(provenance, '"version": "1.1.0"', '"version": "1.0.0"'); // then they are compared with that release
  await finds(project, ASSETS, ["asset-missing", "asset-sum", "asset-surplus", "asset-unlike", "release-expected"]);
  project.edit(provenance, '"version": "1.0.0"', '"version": "9.9.9"');
  assert.match(
    await finds(project, ASSETS, ["asset-sum", "release-expected", "release-unknown"], { exit: 2 }),
    "this repository has no tag v9.9.9",
  );
  for (const text of ["{}", "[", "", "null", '{"predicate": {"__proto__": {"version": "1.1.0"}}}', "a: &a [*a]"]) {
    project.write({ [provenance]: text });
    await finds(project, ASSETS, ["asset-sum", "assets-unknown"], { exit: 2 });
  }
  project.remove(provenance);
  const err = await finds(project, ASSETS, ["asset-missing", "assets-unknown"], { exit: 2 });
  assert.match(err, "release/1.1.0 does not contain a file that identifies the release of its assets");
  mkdirSync(join(project.directory, "empty"));
  await finds(project, "empty", ["asset-missing", "assets-unknown"], { exit: 2 });
});

verifying("prints which version of the tool the assets claim, if another one is running", async () => {
  const project = sound.copy();
  const provenance = `${ASSETS}/provenance.intoto.json`;
  const sums = `${ASSETS}/SHA256SUMS`;
  const resum = (before: string) =>
    project.edit(sums, sha256(before), sha256(readFileSync(join(project.directory, provenance), "utf8")));
  const genuine = readFileSync(join(project.directory, provenance), "utf8");
  project.edit(provenance, /"crd-bundle": "[^"]*"/, '"crd-bundle": "9.9.9"');
  resum(genuine);
  const { exit, err } = await project.verify("v1.1.0");
  assert.is(exit, 0);
  assert.match(
    err,
    /^According to its provenance, crd-bundle 9\.9\.9 created the assets of v1\.1\.0\. crd-bundle \d+\.\d+\.\d+ may build them differently\.$/m,
  );
});

verifying("knows no release that is not tagged: release-unknown", async () => {
  const words = [
    "v9.9.9",
    "main",
    "HEAD",
    "1.1.0",
    "",
    "--all",
    "v1.1.0^{commit}",
    "refs/tags/v1.1.0",
    "nowhere/1.1.0",
  ];
  const project = sound.copy();
  for (const what of words.filter((word) => word !== "")) await finds(project, what, ["release-unknown"], { exit: 2 });
  await project.git("branch", "v1.3.0");
  await finds(project, "v1.3.0", ["release-unknown"], { exit: 2 });
  assert.match(
    await finds(project, "1.1.0", ["release-unknown"], { exit: 2 }),
    "this repository has no tag 1.1.0; did you mean v1.1.0?",
  );
  const nothing = await finds(project, "./nowhere", ["release-unknown"], { exit: 2 });
  assert.match(nothing, "the directory ./nowhere does not exist");
});

verifying("is safe from a directory that means harm", async () => {
  const directory = fetched();
  const sums = join(directory, "SHA256SUMS");
  await execa("sh", ["-c", 'printf "%064d  ../../secret\\n%064d  /etc/passwd\\nno sum\\n" 0 0 >> "$0"', sums]);
  mkdirSync(join(directory, "sub/dist"), { recursive: true });
  await execa("cp", [join(directory, "release-notes.md"), join(directory, "sub/SHA256SUMS")]);
  symlinkSync("/dev/zero", join(directory, "endless"));
  symlinkSync("..", join(directory, "around"));
  symlinkSync("nowhere", join(directory, "dangling"));
  symlinkSync("self", join(directory, "self"));
  const hasPipe = (await execa("mkfifo", [join(directory, "pipe")], { reject: false })).exitCode === 0;
  const err = await finds(sound, directory, ["asset-sums-line", "asset-surplus", "asset-unlike"]);
  const surplus = ["around", "dangling", "endless", "self", "sub/SHA256SUMS", ...(hasPipe ? ["pipe"] : [])];
  for (const name of surplus) assert.match(err, `${name} is not an asset of the release`);
  for (const line of [7, 8, 9]) assert.match(err, `line ${line} of SHA256SUMS`);
  assert.not.match(err, "passwd");
});

verifying("takes a pipe or an endless file in the place of an asset for what it is not", async () => {
  for (const name of ["standard-install.yaml", "provenance.intoto.json", "SHA256SUMS"]) {
    const directory = fetched();
    await execa("rm", [join(directory, name)]);
    symlinkSync("/dev/zero", join(directory, name));
    const { exit } = await sound.verify(directory);
    assert.ok(exit > 0, name);
  }
  const linked = fetched();
  await execa("mv", [join(linked, "release-notes.md"), `${linked}.md`]);
  symlinkSync(`${linked}.md`, join(linked, "release-notes.md"));
  const err = await finds(sound, linked, ["asset-not-file"]); // not even if it points to the correct bytes
  assert.match(err, "release-notes.md is a symbolic link, so it cannot be an asset");
});

verifying("writes the assets where there are none, and nothing over those that are there", async () => {
  const project = sound.copy();
  const before = Object.fromEntries((await assetsIn(project)).map((path) => [path, project.read(path)]));
  project.remove("release");
  const { exit, out } = await project.verify("v1.1.0", { write: true });
  assert.is(exit, 0);
  assert.match(out, "The assets were written to release/1.1.0.");
  assert.equal(Object.fromEntries((await assetsIn(project)).map((path) => [path, project.read(path)])), before);
  assert.is(await project.ask("status", "--porcelain"), "");
  project.edit(`${ASSETS}/release-notes.md`, "Widgets", "All widgets");
  await finds(project, "v1.1.0", ["asset-unlike"], { write: true });
  project.remove("release");
  const wrong = await retagged((copy) => copy.edit("package.json", "1.1.0", "1.0.0"));
  await finds(wrong, "v1.1.0", ["release-tag-version"], { write: true });
});

async function assetsIn(project: ReleaseProject): Promise<string[]> {
  const { files } = await project.state();
  return files.filter((path) => path.startsWith(`${ASSETS}/`));
}

verifying("passes a tag without a project around it for what it is", async () => {
  const { exit, err } = await sound.verify("v1.1.0", { project: temporary() });
  assert.is(exit, 2);
  assert.match(err, "[release-unknown]");
});

/** Updates bundle.json so that it lists each file in its current form. */
function agree(project: ReleaseProject): void {
  const update = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(update);
    if (typeof value !== "object" || value === null) return value;
    const { path } = value as { path?: string };
    const entries = Object.entries(value).map(([key, child]) => [key, update(child)] as const);
    if (path === undefined || !existsSync(join(project.directory, "dist", path))) return Object.fromEntries(entries);
    const bytes = readFileSync(join(project.directory, "dist", path));
    return { ...Object.fromEntries(entries), size: bytes.length, sha256: sha256(bytes) };
  };
  const index: unknown = JSON.parse(project.read("dist/bundle.json"));
  project.write({ "dist/bundle.json": `${JSON.stringify(update(index), null, 2)}\n` });
}

/** Makes the same change to a description in the CRD and in the install manifest. */
const TAMPERED = ["standard/example.dev_widgets.yaml", "standard-install.yaml"];
function tamper(project: ReleaseProject): void {
  for (const path of TAMPERED) project.edit(`dist/${path}`, "Its name.", "Its names.");
  agree(project);
}

verifying("compares what the tag holds, and not what a staging directory in it pretends", async () => {
  const project = await retagged((copy) => {
    const staged = [...TAMPERED, "bundle.json"];
    const texts = staged.map((path) => [`dist/.pending/${encodeURIComponent(path)}`, copy.read(`dist/${path}`)]);
    tamper(copy);
    copy.write(Object.fromEntries(texts));
    copy.write({ "dist/.pending/.manifest.json": JSON.stringify({ write: staged, remove: [] }) });
  });
  const err = await finds(project, "v1.1.0", ["bundle-index-missing", "release-tag-mismatch"], { write: true });
  assert.match(
    err,
    "v1.1.0 does not match its sources: dist/standard-install.yaml differs from the file that is built from the sources",
  );
  assert.match(err, "v1.1.0 does not match its sources: dist/.pending/.manifest.json does not belong to the bundle");
  assert.not.ok(existsSync(join(project.directory, ASSETS)));
});

verifying("compares what the tag holds, and not what attributes and filters make of it", async () => {
  const project = await retagged((copy) => {
    tamper(copy);
    copy.write({ ".gitattributes": "dist/** filter=fix\napis/** filter=fix\n" });
  });
  await project.git("config", "filter.fix.smudge", "sed 's/Its names/Its name/'");
  await project.git("config", "filter.fix.clean", "cat");
  const err = await finds(project, "v1.1.0", ["release-attribute", "release-tag-mismatch"], { write: true });
  assert.match(
    err,
    "v1.1.0 does not match its sources: dist/standard-install.yaml differs from the file that is built from the sources",
  );
});

verifying("finds what is no regular file: release-tag-mismatch", async () => {
  const executable = await retagged((copy) => chmodSync(join(copy.directory, "dist/standard-install.yaml"), 0o755));
  assert.match(await finds(executable, "v1.1.0", ["release-tag-mismatch"]), "dist/standard-install.yaml is executable");
  const nested = await retagged(() => {});
  const head = await nested.ask("rev-parse", "HEAD");
  await nested.git("update-index", "--add", "--cacheinfo", `160000,${head},dist/types/standard/meta.d.ts`);
  await nested.git("commit", "--quiet", "--amend", "--no-edit", "--date", "2026-02-20T12:00:00Z");
  await nested.git("tag", "--force", "v1.1.0");
  assert.match(
    (await nested.verify("v1.1.0")).err,
    "v1.1.0 does not match its sources: dist/types/standard/meta.d.ts is a submodule",
  );
  const linked = await retagged((copy) => {
    copy.write({ "widget.ts": copy.read("apis/example.dev/v1/widget.ts") });
    copy.remove("apis/example.dev/v1/widget.ts");
    symlinkSync("../../../widget.ts", join(copy.directory, "apis/example.dev/v1/widget.ts"));
  });
  assert.match(
    (await linked.verify("v1.1.0")).err,
    "v1.1.0 does not match its sources: apis/example.dev/v1/widget.ts is a symbolic link",
  );
});

verifying("does not accuse assets of a tag that cannot be built again: release-tag-not-rebuilt", async () => {
  const broken = await retagged((copy) =>
    copy.edit("apis/example.dev/v1/widget.ts", "retry?: string", "retry?: Retries"),
  );
  await finds(broken, fetched(), ["release-tag-not-rebuilt", "typescript"]);
  const clone = new ReleaseProject();
  clone.remove(".");
  await execa("git", ["clone", "--quiet", "--depth=1", `file://${sound.directory}`, clone.directory]);
  await clone.git("tag", "--force", "v1.1.0");
  assert.equal(codesIn(await clone.verify(fetched())), ["history-shallow"]);
});

verifying("finds assets of another release than the expected one: release-expected", async () => {
  const directory = join(temporary(), "v2.0.0");
  cpSync(fetched(), directory, { recursive: true });
  const err = await finds(sound, directory, ["release-expected"]);
  assert.match(err, "is release 1.1.0, not 2.0.0");
  assert.match(err, /^Compared with v1\.1\.0, commit [0-9a-f]{12}\.$/m);
  assert.is((await sound.verify(directory, { expect: "v1.1.0" })).exit, 0);
  assert.is((await sound.verify(ASSETS, { expect: "1.1.0" })).exit, 0);
  const other = await finds(sound, fetched(), ["release-expected"], { expect: "1.0.0" });
  assert.match(other, "Download the assets of release 1.0.0. To verify 1.1.0 instead, specify `--expect v1.1.0`.");
  const tag = await finds(sound, "v1.1.0", ["release-expected"], { expect: "v1.0.0" });
  assert.match(tag, "To verify 1.0.0, use the tag v1.0.0. To verify 1.1.0, specify `--expect v1.1.0`.");
  const word = await finds(sound, "v1.1.0", ["version-invalid"], { expect: "latest", exit: 2 });
  assert.not.match(word, "Compared with", "nothing was compared");
});

verifying("finds a tag object under another name: release-tag-renamed", async () => {
  const project = sound.copy();
  await project.git("update-ref", "refs/tags/v1.2.0", await project.ask("rev-parse", "refs/tags/v1.1.0"));
  const { exit, err } = await project.verify("v1.2.0");
  assert.is(exit, 1);
  assert.match(err, "v1.2.0 points to a tag object that was created with the name v1.1.0 [release-tag-renamed]");
});

verifying("neither reads nor writes through links in the place of release/: assets-link", async () => {
  for (const path of ["release", "release/1.1.0"]) {
    const outside = temporary();
    mkdirSync(join(outside, "1.1.0.next"));
    writeFileSync(join(outside, "1.1.0.next/kept"), "");
    const project = sound.copy();
    project.remove("release");
    if (path !== "release") mkdirSync(join(project.directory, "release"));
    symlinkSync(outside, join(project.directory, path));
    const err = await finds(project, "v1.1.0", ["assets-link"], { write: true });
    assert.match(err, `${path} must be a directory, not a symbolic link`);
    assert.equal(readdirSync(outside, { recursive: true }).sort(), ["1.1.0.next", "1.1.0.next/kept"]);
  }
  const file = sound.copy();
  file.remove(ASSETS);
  file.write({ [ASSETS]: "mine" });
  await finds(file, "v1.1.0", ["release-assets-there"], { write: true });
  assert.is(file.read(ASSETS), "mine");
});

verifying("ends, however large and deep a directory is: assets-many, asset-not-file", async () => {
  const deep = fetched();
  mkdirSync(join(deep, "a/".repeat(1100)), { recursive: true });
  await finds(sound, deep, ["assets-many"]);
  const huge = fetched();
  truncateSync(join(huge, "standard-install.yaml"), 2 ** 40);
  assert.match(await finds(sound, huge, ["asset-not-file"]), "standard-install.yaml is too large");
  const large = fetched();
  truncateSync(join(large, "provenance.intoto.json"), 2 ** 40);
  await finds(sound, large, ["assets-unknown"], { exit: 2 });
});

const PATHS = [
  "bundle.json",
  "standard-install.yaml",
  "experimental-install.yaml",
  "standard/kustomization.yaml",
  "experimental/example.dev_widgets.yaml",
  "schemas/standard/all.json",
  "types/standard/meta.d.ts",
  "types/package.json",
  "conversions.json",
];

/** A way to change a bundle, with a way to hide the change. */
const tampering = fc.record({
  path: fc.constantFrom(...PATHS),
  how: fc.constantFrom("byte", "append", "empty", "executable", "link", "remove", "add", "pending"),
  at: fc.nat(),
  name: fc.stringMatching(/^[a-z.\u00e9 -]{1,8}[a-z]$/),
  agrees: fc.boolean(),
});

type Tampering = typeof tampering extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function apply(copy: ReleaseProject, { path, how, at, name, agrees }: Tampering): void {
  const file = join(copy.directory, "dist", path);
  const bytes = readFileSync(file);
  const directory = join(copy.directory, "dist", path, "..");
  if (how === "byte")
    writeFileSync(
      file,
      bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
    );
  if (how === "append") writeFileSync(file, Buffer.concat([bytes, Buffer.from([10])]));
  if (how === "empty") truncateSync(file, 0);
  if (how === "executable") chmodSync(file, 0o755);
  if (how === "remove") rmSync(file);
  if (how === "add") writeFileSync(join(directory, `${name}.yaml`), bytes);
  if (how === "link") {
    writeFileSync(join(copy.directory, "copy"), bytes);
    rmSync(file);
    symlinkSync(relative(directory, join(copy.directory, "copy")), file);
  }
  if (how === "pending") {
    copy.write({
      [`dist/.pending/${encodeURIComponent(path)}`]: bytes.toString(),
      "dist/.pending/.manifest.json": JSON.stringify({ write: [path], remove: [name] }),
    });
    writeFileSync(file, Buffer.concat([bytes, Buffer.from("# more\n")]));
  }
  if (agrees && path !== "bundle.json") agree(copy);
}

verifying("accepts no tag whose dist/ is out of date, and writes nothing for it", async () => {
  await fc.assert(
    fc.asyncProperty(tampering, async (drawn) => {
      const project = await retagged((copy) => apply(copy, drawn));
      const before = await project.state();
      const { exit } = await project.verify("v1.1.0", { write: true });
      assert.is(exit, 1);
      assert.equal(await project.state(), before);
    }),
    { numRuns: 6 },
  );
});

const CRD_TYPE = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";

verifying("names the file of a tag that is no CRD any more, as any other that was changed", async () => {
  const path = "dist/standard/example.dev_widgets.yaml";
  const project = await retagged((copy) => copy.write({ [path]: `${CRD_TYPE}spec: 5\n` }));
  const { exit, err } = await project.verify("v1.1.0");
  assert.is(exit, 1, err);
  assert.match(err, `${path} differs from the file that is built from the sources`);
});

verifying("accepts no directory in which anything is out of date", async () => {
  const names = readdirSync(join(sound.directory, ASSETS)).filter((name) => name !== ".gitignore");
  const drawn = fc.record({
    name: fc.constantFrom(...names),
    how: fc.constantFrom("byte", "cut", "gone", "more"),
    at: fc.nat(),
    other: fc.stringMatching(/^[^/\0.][^/\0]{0,20}$/),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ name, how, at, other }) => {
      fc.pre(!names.includes(other));
      const directory = fetched();
      const file = join(directory, name);
      const bytes = readFileSync(file);
      if (how === "byte")
        writeFileSync(
          file,
          bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
        );
      if (how === "cut") truncateSync(file, at % bytes.length);
      if (how === "gone") rmSync(file);
      if (how === "more") writeFileSync(join(directory, other), bytes);
      const before = await sound.state();
      const { exit } = await sound.verify(directory);
      assert.ok(exit === 1 || exit === 2, String(exit));
      assert.equal(await sound.state(), before);
    }),
    { numRuns: 5 },
  );
});

verifying.run();
