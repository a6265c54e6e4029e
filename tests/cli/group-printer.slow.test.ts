/** Tests of builds with the thread that prints files, as the command line has it. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import type { Group, GroupPrinter } from "../../scripts/app/group-printer.js";
import { processContext } from "../../scripts/app/process-context.js";
import { groupPrinter as realPrinter } from "../../scripts/cli/group-printer.js";
import { copyFleet, crdBundle, FLEET, inDirectory, makeLarge, readTree } from "../support/command-line.js";

const groupPrinter = suite("the thread that prints files");

/** Programs that every thread runs first. */
const PRELOADED: Readonly<Record<string, string>> = {
  "prints files": "",
  "cannot start": 'if (!require("node:worker_threads").isMainThread) throw new Error("no threads here");\n',
  "ends before it has printed all": `const { isMainThread } = require("node:worker_threads");
const fs = require("node:fs");
const { writeFileSync } = fs;
let files = 0;
if (!isMainThread) fs.writeFileSync = (...args) => (++files > 3 ? process.exit() : writeFileSync(...args));
`,
  "cannot write": `const fs = require("node:fs");
const { openSync } = fs;
if (!require("node:worker_threads").isMainThread) {
  fs.openSync = (path, flags, ...others) => {
    if (flags === "w") throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    return openSync(path, flags, ...others);
  };
}
`,
};

/** A program that creates a file when a thread starts. */
function noteThreads(path: string): string {
  return `if (!require("node:worker_threads").isMainThread) require("node:fs").appendFileSync(${JSON.stringify(path)}, "");\n`;
}

for (const [what, program] of Object.entries(PRELOADED)) {
  groupPrinter(`${what}: the output is the same`, () =>
    inDirectory(async (directory) => {
      const project = makeLarge(await copyFleet(directory));
      const preloaded = join(directory, "preloaded.cjs");
      const started = join(directory, "started");
      writeFileSync(preloaded, noteThreads(started) + program);
      const out = join(directory, "out");
      const built = await crdBundle(["build", "--project", project, "--out", out], { node: ["--require", preloaded] });
      assert.is(built.exitCode, 0, built.stderr);
      assert.is(built.stderr, "");
      assert.ok(existsSync(started));
      assert.equal(await readTree(out), await readTree(join(FLEET, "dist")));
    }),
  );
}

groupPrinter("returns the files of the first groups", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    rmSync(join(project, "dist"), { recursive: true });
    let [paths, groups]: [readonly string[], readonly Group[]] = [[], []];
    const recording: GroupPrinter = {
      print: async (all, printing) => {
        const printed = await realPrinter.print(all, printing);
        [paths, groups] = [(printed ?? []).map(({ path }) => path), all];
        return printed;
      },
    };
    const context = processContext({ groupPrinter: recording });
    assert.ok(context.ok && (await buildBundle({ project }, context.value)).ok);
    const [first] = groups;
    assert.match(paths[0] ?? "", String(first?.kinds[0]?.group));
    assert.equal(await readTree(join(project, "dist")), await readTree(join(FLEET, "dist")));
  }),
);

groupPrinter.run();
