/** Tests of builds whose thread for type errors ends before it answers. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyFleet, crdBundle, edit, FLEET, inDirectory, readTree } from "../support/command-line.js";

const typeChecker = suite("the thread for type errors");

/** A program that ends every thread but the first one. */
const PRELOADED = 'if (!require("node:worker_threads").isMainThread) throw new Error("no threads here");\n';

typeChecker("is replaced by the main thread if it ends", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const preloaded = join(directory, "preloaded.cjs");
    await writeFile(preloaded, PRELOADED);
    const run = () =>
      crdBundle(["build", "--project", project, "--out", join(directory, "out")], { node: ["--require", preloaded] });
    const built = await run();
    assert.is(built.exitCode, 0, built.stderr);
    assert.equal(await readTree(join(directory, "out")), await readTree(join(FLEET, "dist")));
    await edit(
      join(project, "apis/fleet.example.org/v1/ship.ts"),
      "export interface",
      "let a: string = 1;\nexport interface",
    );
    const broken = await run();
    assert.is(broken.exitCode, 1);
    assert.match(broken.stderr, "[typescript]");
  }),
);

typeChecker.run();
