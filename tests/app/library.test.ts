/** The library as a program uses it that is not the command line: through the package's exports. */
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
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

library.after(removeProjects);
library.run();
