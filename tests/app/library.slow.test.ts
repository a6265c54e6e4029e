/** Tests of the library as programs other than the command line use it, with the package's exports. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as exported from "../../scripts/app/index.js";
import { COMMANDS } from "../../scripts/cli/commands.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { explanationFor } from "../../scripts/report/explanation.js";
import { exitCodeFor } from "../../scripts/report/report.js";
import { FakeCluster } from "../support/fake-cluster.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { installTool } from "../support/installed-tool.js";
import { ReleaseProject } from "../support/release-project.js";
import { STRICTEST, typeCheck } from "../support/type-package.js";

const library = suite("the library");

const PROGRAMS = join(ROOT, "tests/projects/bot");
const FUNCTIONS = Object.entries(exported).flatMap(([name, value]) => (typeof value === "function" ? name : []));

/** Returns a directory with an installed package. */
function withPackage(): string {
  const own = temporary();
  installTool(own);
  writeFileSync(join(own, "package.json"), '{ "type": "module" }\n');
  return own;
}

/** Runs a program next to an installed package on a project, and returns the lines of its output. */
async function run(program: string, directory: string, env: Record<string, string> = {}): Promise<string[]> {
  const own = withPackage();
  copyFileSync(join(PROGRAMS, program), join(own, program));
  const options = { env: { CRD_BUNDLE_NO_CACHE: "1", ...env } };
  const { stdout } = await execa(process.execPath, [join(own, program), directory], options);
  return stdout.split("\n");
}

library("compares, judges and plans a release for a program of ten lines", async () => {
  const project = await ReleaseProject.released();
  const before = await project.state();
  assert.equal(await run("bot.js", project.directory), [
    "v1.0.0: addition .spec.retry",
    "minor",
    'v1.1.0 {"standard":"patch","experimental":"minor"} true',
  ]);
  assert.equal(await project.state(), before, "nothing is changed");
});

library("builds, lists, releases and verifies for a program", async () => {
  const project = await ReleaseProject.released();
  assert.equal(await run("maintainer.js", project.directory), [
    "standard 1,experimental 1",
    "2",
    "standard true,experimental true 0",
    "metadata.name",
    "Widget false",
    "fulfilled,fulfilled,unfulfilled",
    ".spec.retry since working tree",
    "released v1.1.0",
    "v1.1.0 compared",
    "1.1.0 typescript",
    explanationFor("tag-unknown")?.why,
    "true",
  ]);
});

library("installs and migrates for a program", async () => {
  const project = await ReleaseProject.released();
  await FakeCluster.with(async (cluster) => {
    assert.equal(await run("installer.js", project.directory, { KUBECONFIG: cluster.kubeconfig }), [
      "create widgets.example.dev",
      "widgets.example.dev",
      "example.dev 1.0.0",
      "widgets.example.dev",
      "Namespace,ServiceAccount,ClusterRole,ClusterRoleBinding,Role,RoleBinding,ConfigMap,Job",
    ]);
  });
});

library("starts projects for a program", async () => {
  const project = await ReleaseProject.released();
  assert.equal(await run("starter.js", project.directory), ["true", "widgets.example.dev exact"]);
});

library("exports no function that no program here calls", () => {
  const programs = ["bot.js", "installer.js", "maintainer.js", "starter.js"]
    .map((name) => readFileSync(join(PROGRAMS, name), "utf8"))
    .join("\n");
  assert.ok(FUNCTIONS.length > 10);
  assert.equal(
    FUNCTIONS.filter((name) => !programs.includes(`${name}(`)),
    [],
  );
});

library("is listed in the README of the package, each function once", () => {
  const readme = readFileSync(join(ROOT, "scripts/README.md"), "utf8");
  const listed = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.equal(listed.sort(), [...FUNCTIONS].sort());
});

library("has the functions that the commands call", async () => {
  for (const { name, calls } of COMMANDS) {
    if (!calls) continue;
    const module: object = await import(`../../scripts/${calls.module.replace(/ts$/, "js")}`);
    const own = Object.entries(module).find(([each]) => each === calls.name);
    assert.ok(own && Object.values(exported).some((value) => value === own[1]), name);
    const file = `${name.replace(" ", "/")}.ts`;
    const source = readFileSync(join(ROOT, "scripts/cli", file), "utf8");
    const up = "../".repeat(file.split("/").length);
    const imported = `"${up}${calls.module.replace(/ts$/, "js")}"`;
    assert.ok(
      [`import(${imported})`, `from ${imported};`].some((text) => source.includes(text)),
      name,
    );
  }
});

library("gives back what is wrong, and throws nothing", async () => {
  const project = await ReleaseProject.released();
  project.write({ "apis/example.dev/v1/widget.ts": "export type = ;\n" });
  assert.equal(await run("bot.js", project.directory), ["typescript", "typescript", "release-uncommitted,typescript"]);
});

/** Returns the codes of the diagnostics for a request. */
function codes(result: exported.Result<unknown>): string[] {
  return result.ok ? [] : result.diagnostics.map(({ code }) => code);
}

function contextOf(project: ReleaseProject, given: Partial<exported.Context> = {}): exported.Context {
  const context = exported.processContext({ cwd: project.directory, now: Date.UTC(2026, 1, 20) / 1000, ...given });
  if (!context.ok) throw new Error("there is no context");
  return context.value;
}

library("judges by the policy of the default profile, and rejects one that there is not: profile-unknown", async () => {
  const project = await ReleaseProject.released();
  const context = contextOf(project);
  const asked = { project: "." };
  const byDefault = await exported.judgeChanges(asked, context);
  assert.equal(byDefault, await exported.judgeChanges({ ...asked, profile: "channels" }, context));
  assert.ok(byDefault.ok);
  const unknown: object = { profile: "nowhere" };
  const wrong = { ...asked, ...unknown };
  for (const answer of [
    exported.judgeChanges(wrong, context),
    exported.listGraduations(wrong, context),
    exported.planRelease({ to: "minor", ...wrong }, context),
    exported.makeRelease({ to: "minor", ...wrong }, context),
  ]) {
    assert.equal(codes(await answer), ["profile-unknown"]);
  }
});

library("rejects strings that neither the disk nor git can take", async () => {
  const project = await ReleaseProject.released();
  const context = contextOf(project);
  const nul = { project: "a\0b" };
  for (const answer of [
    exported.buildBundle(nul, context),
    exported.compareStates({ project: ".", from: "v1\0" }, context),
    exported.judgeChanges(nul, context),
    exported.listGraduations(nul, context),
    exported.planRelease({ to: "minor", ...nul }, context),
    exported.makeRelease({ to: "minor", ...nul }, context),
    exported.verifyRelease({ project: ".", release: "v1\0" }, context),
  ]) {
    assert.equal(codes(await answer), ["request-invalid"]);
  }
  const long = "a".repeat(300);
  for (const answer of [
    exported.buildBundle({ project: long }, context),
    exported.buildBundle({ project: ".", out: long }, context),
    exported.compareStates({ project: ".", from: long }, context),
    exported.judgeChanges({ project: long }, context),
    exported.listGraduations({ project: long }, context),
    exported.planRelease({ to: "minor", project: long }, context),
    exported.makeRelease({ to: "minor", project: long }, context),
    exported.verifyRelease({ project: ".", release: long }, context),
  ]) {
    assert.is((await answer).ok, false);
  }
});

library("rejects requests of programs without types: request-invalid", async () => {
  const project = await ReleaseProject.released();
  const before = await project.state();
  const context = contextOf(project);
  const given = (wrong: object): never => wrong as never;
  for (const answer of [
    exported.buildBundle(given({}), context),
    exported.buildBundle(given({ project: 4 }), context),
    exported.compareStates(given({ project: ".", to: 5 }), context),
    exported.judgeChanges(given({ project: ".", bump: "patch", to: "9.0.0" }), context),
    exported.listGraduations(given({}), context),
    exported.planRelease(given({ to: "auto" }), context),
    exported.planRelease(given({ project: ".", to: "minor", undo: true }), context),
    exported.makeRelease(given({ project: ".", to: "minor", dryRun: "yes" }), context),
    exported.verifyRelease(given({ project: "." }), context),
  ]) {
    assert.equal(codes(await answer), ["request-invalid"]);
  }
  assert.equal(await project.state(), before, "nothing is changed");
});

library("compares the last release with a state that is named alone", async () => {
  const project = await ReleaseProject.released();
  const context = contextOf(project, { progress: undefined } as never);
  const same = await exported.compareStates({ project: ".", to: "v1.0.0" }, context);
  assert.ok(same.ok && same.value);
  const { placeOf: _, fingerprintOf: _identify, ...compared } = same.value;
  assert.equal(compared, { from: "v1.0.0", to: "v1.0.0", changes: [], warnings: [], sources: [] });
  assert.equal(codes(await exported.compareStates({ project: ".", to: "v99.0.0" }, context)), ["ref-unknown"]);
});

library("writes nothing without its templates: template-missing", async () => {
  const project = await ReleaseProject.released();
  const before = await project.state();
  const context = contextOf(project, { templates: temporary() });
  const asked = { project: "." };
  for (const answer of [
    exported.buildBundle(asked, context),
    exported.judgeChanges(asked, context),
    exported.planRelease({ to: "minor", ...asked }, context),
  ]) {
    assert.equal(codes(await answer), ["template-missing"]);
  }
  assert.equal(await project.state(), before, "nothing is changed");
});

library("has types that need no other types, not even those of Node", async () => {
  const own = withPackage();
  writeFileSync(
    join(own, "program.ts"),
    'import { planRelease, processContext } from "crd-bundle";\nexport const all = [planRelease, processContext];\n',
  );
  writeFileSync(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICTEST, files: ["program.ts"] }));
  assert.equal(await typeCheck(own), []);
});

/** Returns an object as in a program without types. */
function withoutTypes(given: object): object {
  return given;
}

/** Returns the code and the message of each diagnostic for a release request. */
async function problemsOf(request: exported.ReleaseRequest): Promise<string[]> {
  const context = exported.processContext({});
  assert.ok(context.ok);
  const made = await exported.makeRelease(request, context.value);
  return made.ok
    ? []
    : made.diagnostics.map((diagnostic) => `${diagnostic.code}: ${describeDiagnostic(diagnostic).message}`);
}

library("reports options of a release that exclude each other, and a release without a version", async () => {
  const project = temporary();
  const profile = "channels";
  const asked = (given: object): exported.ReleaseRequest =>
    Object.assign({ project, profile, to: "auto" } as const, given);
  for (const [given, problems] of [
    [
      { undo: true, tag: true, push: true },
      ["release-options: --undo cannot be used with --tag", "release-options: --undo cannot be used with --push"],
    ],
    [{ tag: true, preid: "rc" }, ["release-options: --tag cannot be used with --preid"]],
    [{ branch: "b", snapshot: true }, ["release-options: --branch cannot be used with --snapshot"]],
    [{ snapshot: true, preid: "rc" }, ["release-options: --snapshot cannot be used with --preid"]],
    [{ to: undefined }, ["release-version-missing: the version of the release is missing"]],
  ] as const) {
    assert.equal(await problemsOf(asked(given)), problems);
  }
});

library("plans a release to make, and nothing else", async () => {
  const context = exported.processContext({});
  assert.ok(context.ok);
  const request: exported.PlannedRequest = { project: ".", profile: "channels", to: "auto" };
  const planned = await exported.planRelease(Object.assign(request, withoutTypes({ undo: true })), context.value);
  assert.ok(!planned.ok);
  assert.equal(exitCodeFor(planned.diagnostics), 2);
});

library.after(removeProjects);
library.run();
