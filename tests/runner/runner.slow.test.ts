/** Tests of the test runner: it reports every kind of failure and counts skipped tests. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inDirectory } from "../support/command-line.js";
import { withProgram } from "../support/programs.js";
import { type Corpus, withCorpus } from "../support/shared.js";
import { Progress } from "./progress.js";
import type { EndOptions } from "./runner.js";
import { selectTests } from "./select.js";
import type { Suite } from "./suite.js";

const runner = suite("runner");

const HEAD = `
  import { suite } from "uvu";
  import * as assert from "uvu/assert";
  const tests = suite("a suite");
`;
const PASSES = `${HEAD} tests("holds", () => assert.not.equal(1, 2)); tests.run();`;

/** Kept in a constant because the runner also searches the source of this file for it. */
const ONLY = "only";

interface Run {
  readonly output: string;
  readonly last: string;
  readonly exitCode: number | undefined;
}

/** The compiled tests, which are a package with the name uvu; see `uvu.ts`. */
const STAND_INS = fileURLToPath(new URL("..", import.meta.url));

/** Runs files as `npm test` does, with a shorter limit. */
function run(sources: Readonly<Record<string, string>>, options = {}, ending: EndOptions = {}): Promise<Run> {
  return inDirectory(async (parent) => {
    const directory = join(parent, "tests");
    await Promise.all([mkdir(directory), mkdir(join(parent, "node_modules"))]);
    await symlink(STAND_INS, join(parent, "node_modules/uvu"), "junction");
    for (const [name, source] of Object.entries(sources)) await writeFile(join(directory, name), source);
    const script = `
      import { end, findTests } from ${urlOf("./runner.js")};
      import { runInWorkers } from ${urlOf("./workers.js")};
      const files = await findTests(${JSON.stringify(directory)}, ".mjs");
      end(await runInWorkers(files, ${JSON.stringify({ workers: 2, limit: 60_000, ...options })}), ${JSON.stringify(ending)});
    `;
    const { stdout, exitCode } = await execa(process.execPath, ["--input-type=module", "-e", script], {
      reject: false,
    });
    // In this output, a cross would look like a failed test of this file.
    return { output: stdout.replaceAll("✘", "x"), last: stdout.split("\n").at(-1) ?? "", exitCode };
  });
}

function urlOf(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}

const FAILS = `${HEAD} tests("does not", () => assert.is(1, 2)); tests.run();`;

runner("counts what passes, fails and is skipped over all files", async () => {
  const { output, last, exitCode } = await run({
    "a.mjs": PASSES,
    "b.mjs": FAILS,
    "c.mjs": `${HEAD} tests.skip("the moon is missing"); tests("holds", () => assert.ok(true)); tests.run();`,
  });
  assert.is(last, "2 passed, 1 failed, 1 skipped");
  assert.is(exitCode, 1);
  assert.match(output, "\nskipped 1 test: the moon is missing\n2 passed");
});

runner("says of each file when it ends how it went, and at the end why files failed, in their order", async () => {
  const { output } = await run(
    { "a.mjs": FAILS, "b.mjs": PASSES, "c.mjs": FAILS },
    { workers: 1, first: ["c.mjs", "b.mjs", "a.mjs"] },
  );
  const said = output.match(/^[abc]\.mjs\b.*|^\d passed.*/gm)?.map((line) => line.trim());
  assert.equal(said, [
    "c.mjs   1 failed",
    "b.mjs  a suite  •   (1 / 1)",
    "a.mjs   1 failed",
    "a.mjs  a suite  x   (0 / 1)",
    "c.mjs  a suite  x   (0 / 1)",
    "1 passed, 2 failed, 0 skipped",
  ]);
});

/** Runs the script of `npm test`. */
function npmTest(...args: string[]) {
  const script = fileURLToPath(new URL("../run.js", import.meta.url));
  return execa(process.execPath, [script, ...args], { reject: false });
}

runner("reports a pattern that matches no file, and one that is not a regular expression", async () => {
  const unmatched = await npmTest("runner", "no-such-test", "another");
  assert.equal(
    [unmatched.exitCode, unmatched.stdout, unmatched.stderr],
    [2, "", "no test file matches no-such-test or another"],
  );
  const invalid = await npmTest("(");
  assert.equal([invalid.exitCode, invalid.stdout], [2, ""]);
  assert.match(invalid.stderr, "Invalid regular expression");
});

runner("runs one fixture, and reports a name that no test has", async () => {
  const { stdout, exitCode } = await npmTest("fixtures/tags/format");
  assert.equal([exitCode, stdout.split("\n").at(-1)], [0, "1 passed, 0 failed, 0 skipped"]);
  const none = await npmTest("fixtures/tags/no-such-tag");
  assert.match(none.stdout, "no test of fixtures.test.js matches tags/no-such-tag");
  assert.is(none.exitCode, 1);
});

const FILES = ["a/b.test.js", "a/b.slow.test.js", "c.test.js"].map((name) => ({ name, file: `/${name}` }));

function selected(isAll: boolean, ...patterns: string[]) {
  const { files, slow, unmatched } = selectTests(FILES, { isAll, patterns });
  return [files.map(({ name, tests = [] }) => [name, ...tests].join(" ")), slow, unmatched];
}

runner("leaves slow files out unless all are asked for", () => {
  assert.equal(selected(false), [["a/b.test.js", "c.test.js"], 1, []]);
  assert.equal(selected(true), [["a/b.test.js", "a/b.slow.test.js", "c.test.js"], 0, []]);
});

runner("takes several patterns, for the paths of files or for tests of a file", () => {
  assert.equal(selected(false, "A/b", "^c"), [["a/b.test.js", "c.test.js"], 1, []]);
  assert.equal(selected(false, "c/x", "c/y$"), [["c.test.js x y$"], 0, []]);
  assert.equal(selected(false, "c/x", "^c"), [["c.test.js"], 0, []]);
  assert.equal(selected(true, "a/b/x", "d"), [["a/b.test.js x", "a/b.slow.test.js x"], 0, ["d"]]);
});

runner("counts the slow files that were left out in the last line", async () => {
  assert.is(
    (await run({ "a.mjs": PASSES }, {}, { slow: 1 })).last,
    "1 passed, 0 failed, 0 skipped, 1 slow file in test:all",
  );
  assert.match((await run({ "a.mjs": PASSES }, {}, { slow: 2 })).last, /, 2 slow files in test:all$/);
});

runner("shows on a terminal how far it is", () => {
  let shown = "";
  const stream = { isTTY: true, columns: 40, write: (text: string) => (shown += text) };
  const progress = new Progress(3, stream);
  progress.begin("a.test.js");
  progress.begin("a-file-with-a-long-name.test.js");
  progress.end("a.test.js", "a passed\n");
  progress.stop();
  assert.equal(shown.split("\r\x1b[K"), [
    "",
    "0 of 3 files, 0 s: a.test.js",
    "0 of 3 files, 0 s: a.test.js, a-file-wi",
    "a passed\n",
    "1 of 3 files, 0 s: a-file-with-a-long-n",
    "",
  ]);
});

runner("succeeds if nothing fails", async () => {
  assert.is((await run({ "a.mjs": PASSES })).exitCode, 0);
});

/** Files that end without a failed test, and the reported error of each. */
const BROKEN: Readonly<Record<string, readonly [source: string, said: string | RegExp]>> = {
  "a test without an assertion": [`${HEAD} tests("nothing", () => {}); tests.run();`, "without any assertion"],
  "a test without an assertion after one with": [
    `${HEAD} tests("is", () => assert.is(1, 1)); tests("nothing", async () => {}); tests.run();`,
    "without any assertion",
  ],
  "a file without run()": [`${HEAD} tests("holds", () => assert.ok(true));`, ".run() is missing"],
  "a left-over only": [`${HEAD} tests.${ONLY}("holds", () => assert.ok(true)); tests.run();`, "left-over .only"],
  "a file that throws": ['throw new Error("no moon");', /cannot be loaded: Error: no moon/],
  "a file that imports what is not there": ['import "./moon.js";', "cannot be loaded"],
  "a hook that throws": [
    `${HEAD} tests.before(() => { throw new Error("no"); }); tests("a", () => assert.ok(1)); tests.run();`,
    "a hook threw",
  ],
  "a test that exits with 0": [
    `${HEAD} tests("exits", () => process.exit(0)); tests.run();`,
    "a.mjs ended with 0 before its tests did",
  ],
  "a test whose promise never settles": [
    `${HEAD} tests("waits", () => new Promise(() => {})); tests.run();`,
    /a\.mjs ended with \d+ before its tests did/,
  ],
  "a process that is killed": [
    `${HEAD} tests("dies", () => process.kill(process.pid, "SIGKILL")); tests.run();`,
    "a.mjs ended with SIGKILL before its tests did",
  ],
  "an error that nobody catches, after the tests": [
    `${HEAD} tests("a", () => { assert.ok(1); setTimeout(() => { throw new Error("late"); }, 200); }); tests.run();`,
    /Error: late[\s\S]*a\.mjs ended with 1 after its tests/,
  ],
};

for (const [name, [source, said]] of Object.entries(BROKEN)) {
  runner(`counts as a failure: ${name}`, async () => {
    const { output, last, exitCode } = await run({ "a.mjs": source, "b.mjs": PASSES });
    assert.match(output, said);
    assert.match(last, /^[12] passed, 1 failed, 0 skipped$/);
    assert.is(exitCode, 1);
  });
}

runner("ends a loop that does not, with what it started", async () => {
  const started = 'spawn("sleep", ["1000"], { stdio: "inherit" });';
  const loop = `import { spawn } from "node:child_process"; ${HEAD} tests("loops", () => { ${started} for (;;); }); tests.run();`;
  const { output, last } = await run({ "a.mjs": loop }, { limit: 3000 });
  assert.match(output, "a.mjs did not end within 3 s");
  assert.is(last, "0 passed, 1 failed, 0 skipped");
});

runner("counts as a failure that nothing matches", async () => {
  const { last, exitCode } = await run({});
  assert.equal([last, exitCode], ["0 passed, 1 failed, 0 skipped", 1]);
});

runner("allows no skipped test if everything is required", async () => {
  const skips = { "a.mjs": `${HEAD} tests.skip("the moon is missing"); tests.run();` };
  assert.is((await run(skips)).exitCode, 0);
  const { output, exitCode } = await run(skips, {}, { required: true });
  assert.is(exitCode, 1);
  assert.match(output, "error --required allows no skipped test\n");
  assert.is((await run({ "a.mjs": PASSES }, {}, { required: true })).exitCode, 0);
});

/** Returns a suite that records its tests. */
function recorder(): { tests: Suite; added: string[]; skipped: string[] } {
  const [added, skipped]: [string[], string[]] = [[], []];
  const tests = Object.assign((name: string) => added.push(name), { skip: (reason: string) => skipped.push(reason) });
  return { tests, added, skipped };
}

runner("skips as many tests without a corpus as it has with it, and says which is missing", () => {
  const corpus: Corpus = "upstream/gateway-api/lineage";
  const before = process.env.SHARED;
  try {
    process.env.SHARED = "/nonexistent";
    const { tests, added, skipped } = recorder();
    withCorpus(tests, corpus, 3, (test) => test("a", () => {}));
    assert.equal([added, skipped], [[], Array(3).fill(`shared/${corpus} is missing`)]);
  } finally {
    if (before === undefined) delete process.env.SHARED;
    else process.env.SHARED = before;
  }
});

withCorpus(runner, "upstream/gateway-api/lineage", 1, (test) => {
  test("does not take another number of tests than is counted as skipped without the corpus", () => {
    const { tests, added } = recorder();
    const add = (number: number) =>
      withCorpus(tests, "upstream/gateway-api/lineage", number, (each) => each("a", () => {}));
    add(1);
    assert.equal(added, ["a"]);
    assert.throws(() => add(2), /lineage makes 1 tests, not 2/);
  });
});

runner("skips a test whose program is not installed, and says which", () => {
  const { tests, added, skipped } = recorder();
  withProgram(tests, "node", "runs", () => {});
  withProgram(tests, "no-such-program", "does not run", () => {});
  assert.equal([added, skipped], [["runs"], ["no-such-program is not installed"]]);
});

runner.run();
