/** The library as a program uses it that is not the command line: through the package's exports. */
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  makeRelease,
  type PlannedRequest,
  planRelease,
  processContext,
  type ReleaseRequest,
} from "../../scripts/app/index.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/diagnose.js";
import { exitCodeFor } from "../../scripts/report/report.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { ReleaseProject } from "../support/release-project.js";

const library = suite("the library");

const BOT = join(ROOT, "tests/projects/bot/bot.js");

/** Runs the bot beside an installed package: that of this checkout, with the compiled code where its `exports` has it. */
async function runBot(folder: string): Promise<string[]> {
  const own = temporary();
  const installed = join(own, "node_modules/crd-bundle");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(ROOT, "scripts/package.json"), join(installed, "package.json"));
  symlinkSync(join(ROOT, "build"), join(installed, "build"));
  copyFileSync(BOT, join(own, "bot.mjs"));
  const { stdout } = await execa(process.execPath, [join(own, "bot.mjs"), folder], {
    env: { CRD_BUNDLE_NO_CACHE: "1" },
  });
  return stdout.split("\n");
}

library("compares, judges and plans a release for a program of ten lines", async () => {
  const project = await ReleaseProject.released();
  const before = await project.state();
  assert.equal(await runBot(project.folder), [
    "v1.0.0: addition .spec.retry",
    "minor",
    'v1.1.0 {"standard":"patch","experimental":"minor"} true',
  ]);
  assert.equal(await project.state(), before, "nothing is changed");
});

library("gives back what is wrong, and throws nothing", async () => {
  const project = await ReleaseProject.released();
  project.write({ "apis/example.dev/v1/widget.ts": "export type = ;\n" });
  assert.equal(await runBot(project.folder), ["typescript", "typescript", "release-uncommitted,typescript"]);
});

/** An object as a program without types has it. */
function withoutTypes(given: object): object {
  return given;
}

/** What is wrong with a request, and whether it is the request that is wrong. */
async function problemsOf(request: ReleaseRequest): Promise<string[]> {
  const context = processContext({});
  assert.ok(context.ok);
  const made = await makeRelease(request, context.value);
  return made.ok
    ? []
    : made.diagnostics.map((diagnostic) => `${diagnostic.code}: ${describeDiagnostic(diagnostic).message}`);
}

library("reports options of a release that exclude each other, and a release without a version", async () => {
  const project = temporary();
  const profile = "channels";
  const asked = (given: object): ReleaseRequest => Object.assign({ project, profile, to: "auto" } as const, given);
  for (const [given, problems] of [
    [
      { undo: true, tag: true, push: true },
      ["release-options: --undo cannot be used with --tag", "release-options: --undo cannot be used with --push"],
    ],
    [{ tag: true, preid: "rc" }, ["release-options: --tag cannot be used with --preid"]],
    [{ branch: "b", snapshot: true }, ["release-options: --branch cannot be used with --snapshot"]],
    [{ snapshot: true, preid: "rc" }, ["release-options: --snapshot cannot be used with --preid"]],
    [{ to: undefined }, ["release-version-missing: the release has no version"]],
  ] as const) {
    assert.equal(await problemsOf(asked(given)), problems);
  }
});

library("plans a release to make, and nothing else", async () => {
  const context = processContext({});
  assert.ok(context.ok);
  const request: PlannedRequest = { project: ".", profile: "channels", to: "auto" };
  const planned = await planRelease(Object.assign(request, withoutTypes({ undo: true })), context.value);
  assert.ok(!planned.ok);
  assert.equal(exitCodeFor(planned.diagnostics), 2);
});

library.after(removeProjects);
library.run();
