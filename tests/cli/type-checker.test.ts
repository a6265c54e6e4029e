/** Tests of builds whose thread for type errors ends before it answers. */
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyFleet, crdBundle, edit, FLEET, inDirectory, readTree } from "../support/command-line.js";

const typeChecker = suite("the thread for type errors");

/** A program that ends every thread but the first one. */
const PRELOADED = 'if (!require("node:worker_threads").isMainThread) throw new Error("no threads here");\n';

typeChecker("is replaced by the main thread if it ends", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const source = join(project, "apis/fleet.example.org/v1/ship.ts");
    await appendFile(source, "\ntype Asked = keyof { compiler: string };\n");
    const preloaded = join(directory, "preloaded.cjs");
    await writeFile(preloaded, PRELOADED);
    const run = () =>
      crdBundle(["build", "--project", project, "--out", join(directory, "out")], { node: ["--require", preloaded] });
    const built = await run();
    assert.is(built.exitCode, 0, built.stderr);
    assert.equal(await readTree(join(directory, "out")), await readTree(join(FLEET, "dist")));
    await edit(source, "export interface", "let a: string = 1;\nexport interface");
    const broken = await run();
    assert.is(broken.exitCode, 1);
    assert.match(broken.stderr, "[typescript]");
  }),
);

const GOOD = "export type A = string;\n";
const BAD = "export type A = Missing;\n";

/** The bundle of the thread is next to the bundles, so the class is tested as the command line has it. */
const CODES = `
  const { TypeCheckerThread } = await import(process.argv[1]);
  const checker = new TypeCheckerThread();
  const ask = (text, count) => {
    const sources = Array.from({ length: count }, (_, at) => ({ path: "apis/a" + at + ".ts", text }));
    const answer = checker.errorsIn({ sources, imports: new Map() }).then((errors) => errors.length);
    checker.close();
    return answer;
  };
  const [good, bad] = JSON.parse(process.argv[2]);
  const together = await Promise.all([ask(bad, 40), ask(good, 1), ask(bad, 1)]);
  const inTurn = [await ask(good, 1), await ask(bad, 1), await ask(good, 1), await ask(bad, 1)];
  process.stdout.write(JSON.stringify([together, inTurn]));
`;

typeChecker("answers each question, also if the thread before it has not ended yet", async () => {
  const module = new URL("../../scripts/cli/type-checker.js", import.meta.url).href;
  const args = ["--input-type=module", "-e", CODES, module, JSON.stringify([GOOD, BAD])];
  const { stdout } = await execa(process.execPath, args);
  assert.equal(JSON.parse(stdout), [
    [40, 0, 1],
    [0, 1, 0, 1],
  ]);
});

typeChecker.run();
