/** Tests of releases in repositories with other Git settings: signatures, hooks, hash algorithms, owners. */
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { removeProjects, temporary } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";

const repositories = suite("repositories that are released from");
repositories.after(removeProjects);

let released: ReleaseProject;
repositories.before(async () => {
  released = await ReleaseProject.released();
});

/** Returns a project in which Git signs with the project's own key. */
async function withKey(): Promise<ReleaseProject> {
  const project = released.copy();
  const key = join(temporary(), "key");
  await execa("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "a", "-f", key]);
  await project.git("config", "gpg.format", "ssh");
  await project.git("config", "user.signingKey", key);
  return project;
}

/** Reports whether the commit and the tag are signed. */
async function signaturesOf(project: ReleaseProject, tag: string): Promise<[boolean, boolean]> {
  const objects = await Promise.all([`${tag}^{commit}`, tag].map((name) => project.ask("cat-file", "-p", name)));
  const [commit = false, annotated = false] = objects.map((object) => object.includes("BEGIN SSH SIGNATURE"));
  return [commit, annotated];
}

for (const [setting, sign, expected] of [
  ["commit.gpgSign", undefined, [true, false]],
  ["tag.gpgSign", undefined, [false, true]],
  ["tag.forceSignAnnotated", undefined, [false, true]],
  ["commit.gpgSign", false, [false, false]],
  ["tag.gpgSign", true, [true, true]],
] as const) {
  const option = sign === undefined ? "no option" : sign ? "--sign" : "--no-sign";
  repositories(`sign what git is set up to sign: ${setting}, ${option}`, async () => {
    const project = await withKey();
    await project.git("config", setting, "true");
    const request = sign === undefined ? {} : { sign };
    const plan = JSON.parse((await project.make("minor", { dryRun: true, format: "json", ...request })).out);
    assert.equal(plan.signed, { commit: expected[0], tag: expected[1] });
    assert.is((await project.make("minor", request)).err, "");
    assert.equal(await signaturesOf(project, "v1.1.0"), expected);
  });
}

repositories("whose key is gone have no plan, and nothing is begun: release-signing", async () => {
  const project = await withKey();
  await project.git("config", "tag.gpgSign", "true");
  await project.git("config", "user.signingKey", join(temporary(), "gone"));
  const before = await project.state();
  for (const dryRun of [true, false]) {
    const result = await project.make("minor", { dryRun });
    assert.equal([result.exit, codesIn(result)], [1, ["release-signing"]]);
    assert.match(result.err, "--no-sign");
  }
  assert.equal(await project.state(), before);
  assert.is((await project.make("minor", { sign: false })).err, "");
});

repositories("with SHA-256 are released from, and verified", async () => {
  const project = released.copy();
  project.remove(".git");
  project.remove("release");
  await project.git("init", "--quiet", "--template=", "--initial-branch=main", "--object-format=sha256");
  await project.git("config", "user.name", "a");
  await project.git("config", "user.email", "a@example.dev");
  project.write({ "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Widgets.\n" });
  await project.commit();
  assert.is((await project.make("auto")).err, "");
  const commit = await project.ask("rev-parse", "HEAD");
  assert.is(commit.length, 64);
  assert.match(project.read("release/1.0.0/provenance.intoto.json"), `"gitCommit": "${commit}"`);
  const { exit, err } = await project.verify("v1.0.0");
  assert.equal([exit, err], [0, ""]);
});

repositories("of somebody else are not taken for none: repository-unreadable", async () => {
  process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER = "1"; // Git uses this variable in its own tests
  try {
    for (const dryRun of [true, false]) {
      const result = await released.make("minor", { dryRun });
      assert.equal([result.exit, codesIn(result)], [2, ["repository-unreadable"]], result.err);
      assert.match(result.err, "detected dubious ownership");
      assert.match(result.err, "safe.directory");
    }
  } finally {
    delete process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER;
  }
});

repositories("with another version in package.json than dist/ has say just that: release-version", async () => {
  const project = released.copy();
  project.write({ "package.json": JSON.stringify({ version: "1.1.0" }) });
  await project.commit("2026-02-03");
  const result = await project.make("minor", { dryRun: true });
  assert.equal(codesIn(result), ["release-version"], result.err);
  assert.match(result.err, "package.json has version 1.1.0, but dist/ was built with version 1.0.0");
  project.edit("dist/standard-install.yaml", "Its name.", "Its names.");
  await project.commit("2026-02-03");
  assert.equal(codesIn(await project.make("minor", { dryRun: true })), ["release-output"]);
});

repositories("with conflict markers in package.json say so, and where: json-invalid", async () => {
  const project = released.copy();
  project.write({
    "package.json": '{\n<<<<<<< HEAD\n"version": "1.0.0"\n=======\n"version": "1.1.0"\n>>>>>>> other\n}\n',
  });
  await project.commit("2026-02-03");
  for (const options of [{ dryRun: true }, {}, { tag: true }]) {
    const result = await project.make(options.tag ? "" : "minor", options);
    assert.equal([result.exit, codesIn(result)], [2, ["json-invalid"]], result.err);
    assert.match(result.err, /package\.json:2:1 error .*conflict markers/);
  }
});

/** Installs a hook that records its execution and exits with the given code. */
async function withHook(project: ReleaseProject, name: string, exit: number): Promise<() => boolean> {
  const witness = join(temporary(), "ran");
  project.write({ [`.git/hooks/${name}`]: `#!/bin/sh\ntouch '${witness}'\nexit ${exit}\n` });
  await execa("chmod", ["+x", join(project.directory, ".git/hooks", name)]);
  const { existsSync } = await import("node:fs");
  return () => existsSync(witness);
}

repositories("with hooks are released from without them, and pushed from with pre-push", async () => {
  const project = released.copy();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  const transactions = await withHook(project, "reference-transaction", 1);
  const indexes = await withHook(project, "post-index-change", 1);
  const pushes = await withHook(project, "pre-push", 1);
  const result = await project.make("minor", { push: true });
  assert.equal(codesIn(result), ["release-not-pushed"], result.err);
  assert.equal([transactions(), indexes(), pushes()], [false, false, true]);
});

repositories("push the branch and the tag, or neither", async () => {
  const project = released.copy();
  const remote = temporary();
  await execa("git", ["clone", "--quiet", "--bare", project.directory, remote]);
  await project.git("remote", "add", "origin", remote);
  const hook = join(remote, "hooks/update"); // runs once for each ref, unlike pre-receive
  await execa("sh", [
    "-c",
    'printf "#!/bin/sh\ncase \\$1 in refs/heads/*) exit 1 ;; esac\n" > "$0"; chmod +x "$0"',
    hook,
  ]);
  const refs = () => execa("git", ["for-each-ref"], { cwd: remote }).then(({ stdout }) => stdout);
  const before = await refs();
  const result = await project.make("minor", { push: true });
  assert.equal([result.exit, codesIn(result)], [1, ["release-not-pushed"]]);
  assert.is(await refs(), before);
});

repositories("whose commit does not build, since git ignores a part of it, are not released from", async () => {
  const project = released.copy();
  project.write({ ".gitignore": "/apis/bundle.yaml\n" });
  await project.git("rm", "--quiet", "--cached", "apis/bundle.yaml");
  await project.commit("2026-02-03");
  const before = await project.state();
  const bare = await project.make("minor");
  assert.equal([bare.exit, codesIn(bare)], [2, ["file-missing"]], bare.err);
  assert.equal(await project.state(), before);

  const partial = released.copy();
  partial.write({ ".gitignore": "shared.ts\n", "apis/example.dev/v1/shared.ts": "export type Retries = string;\n" });
  partial.edit("apis/example.dev/v1/widget.ts", "retry?: string", "retry?: Retries");
  partial.edit("apis/example.dev/v1/widget.ts", /^/, 'import type { Retries } from "./shared.js";\n');
  await partial.build();
  await partial.commit("2026-02-03");
  const result = await partial.make("minor");
  assert.equal([result.exit, codesIn(result)], [1, ["typescript"]], result.err);
});

repositories("have the address of package.json in the provenance, in either form", async () => {
  for (const [repository, uri] of [
    ["https://example.dev/widgets.git", "git+https://example.dev/widgets.git"],
    [{ type: "git", url: "git+ssh://git@example.dev/widgets.git" }, "git+ssh://git@example.dev/widgets.git"],
    [["https://example.dev/widgets.git"], undefined],
  ] as const) {
    const project = released.copy();
    project.write({ "package.json": JSON.stringify({ version: "1.0.0", repository }) });
    await project.commit("2026-02-03");
    assert.is((await project.make("minor")).err, "");
    const { predicate } = JSON.parse(project.read("release/1.1.0/provenance.intoto.json"));
    assert.is(predicate.buildDefinition.resolvedDependencies[0].uri, uri);
  }
});

repositories("with a floor above the release have that in its way", async () => {
  const admission = `admission:\n  name: safe-upgrades.example.dev\n  floor: "1.0.0"\n`;
  const project = await ReleaseProject.unreleased(`${SETTINGS_TEXT}${admission}`);
  const result = await project.make("0.9.0", { dryRun: true });
  assert.equal(codesIn(result), ["config-value"], result.err);
  assert.match(result.err, "admission.floor");
});

repositories.run();
