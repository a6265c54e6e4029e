/**
 * Tests of the real command, killed at any time or run twice at once. The directory always contains one complete set of
 * files.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, watch, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { readTemplates } from "../../scripts/app/templates.js";
import { driftOf, OutputDirectory } from "../../scripts/host/output-directory.js";
import { stagingOf } from "../../scripts/host/staging.js";
import { BIN, crdBundle, inDirectory, readTree } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { bundleOf, META, SETTINGS_TEXT, widget } from "../support/project.js";

const killedBuild = suite("a build that is killed");

const KILLS = 30;
/** The test kills builds until some kills interrupt the writing, up to this limit. */
const MOST_KILLS = 60;

interface Built {
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Returns a project of many small kinds, which needs much writing and little computing, and its output. */
async function makeProject(directory: string, name: string, kinds: readonly string[]): Promise<Built> {
  const project = join(directory, name);
  const sources = kinds.map((kind) => ({ path: `apis/example.dev/v1/${kind}.ts`, text: sourceOf(kind, name) }));
  await writeFiles(project, [
    { path: "package.json", text: `{"name": "many", "version": "${bundleOf().version}"}` },
    { path: "apis/bundle.yaml", text: SETTINGS_TEXT },
    META,
    ...sources,
  ]);
  const { files } = build({
    sources: [META, ...sources],
    bundle: bundleOf(),
    templates: await readTemplates(join(ROOT, "templates")),
  });
  return { project, files: Object.fromEntries(files.map(({ path, text }) => [path, text])) };
}

async function writeFiles(directory: string, files: readonly { path: string; text: string }[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

function listOf(files: Built["files"]): { path: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

function sourceOf(kind: string, words: string): string {
  return widget(`/** As ${words} has it. */\nname: string;`).text.replaceAll("Widget", kind);
}

function kindsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Kind${first + index}`);
}

/** Returns the set that a build would read in the directory. */
async function holds(out: string, ...sets: readonly Built[]): Promise<Built | undefined> {
  const directory = new OutputDirectory(
    { root: out, anchor: out, beside: [] },
    { pid: process.pid, isRunning: () => true },
  );
  const current = await directory.read(() => true);
  return sets.find(({ files }) => {
    const drift = driftOf(current, listOf(files));
    return Object.values(drift).every((paths: readonly string[]) => paths.length === 0);
  });
}

/** Returns the path at which a build of an output directory stages its files. */
async function stagingFor(out: string): Promise<string> {
  const { above, path } = await stagingOf(out, out);
  return join(above, path);
}

async function isInterrupted(out: string): Promise<boolean> {
  const left = await readdir(await stagingFor(out)).catch(() => []);
  return left.length > 0;
}

/** Reports whether a new set is valid, of which some files may not be in place. */
async function hasPending(out: string): Promise<boolean> {
  return (await readdir(await stagingFor(out))).includes("pending");
}

/** The time at which a build is killed. If the build ends earlier, the wait ends, too. */
type Moment = (out: string, duration: number, end: AbortSignal) => Promise<void>;

/** Any time while the build runs, which is mostly reading and computing. */
const anyTime: Moment = (_, duration, signal) => sleep(Math.random() * duration, undefined, { signal });

/** Shortly after the build starts to write next to the old files. */
const whileStaging: Moment = (out, _, end) => soonAfter((name) => name.startsWith("writer-"), 12, out, end);

/** Shortly after the new files become valid, or earlier if the last run left files that must still be moved. */
const whileMoving: Moment = (out, _, end) => soonAfter((name) => name === "pending", 6, out, end);

const MOMENTS = [anyTime, whileStaging, whileMoving];

/** Waits until a matching entry of a directory is created or removed, and then for some milliseconds. */
async function soonAfter(isIt: (name: string) => boolean, most: number, directory: string, signal: AbortSignal) {
  await mkdir(await stagingFor(directory), { recursive: true }); // otherwise, there is nothing to watch
  for await (const { filename } of watch(await stagingFor(directory), { signal }))
    if (filename !== null && isIt(filename)) break;
  const start = performance.now();
  const delay = Math.random() * most;
  while (performance.now() - start < delay) await new Promise(setImmediate); // timers are not precise enough
}

/** Starts a build and kills it at the given moment, unless it has already ended. */
async function killBuild(project: string, out: string, moment: Moment, duration: number): Promise<void> {
  const over = new AbortController();
  const reached = moment(out, duration, over.signal).catch(() => undefined);
  const child = spawn(process.execPath, [BIN, "build", "--project", project, "--out", out], { stdio: "ignore" });
  const end = once(child, "exit");
  await Promise.race([reached, end]);
  child.kill("SIGKILL");
  await end;
  over.abort();
}

killedBuild("a build that is killed at any moment leaves the old bundle or the new one", () =>
  inDirectory(async (directory) => {
    await execa("git", ["init", "--quiet", directory]);
    const [one, two] = await Promise.all([
      makeProject(directory, "one", kindsFrom(10, 12)),
      makeProject(directory, "two", kindsFrom(13, 12)),
    ]);
    const duration = await timed(() => crdBundle(["build", "--check", "--project", one.project]));
    let kills = 0;
    let interrupted = 0;
    const checked: number[] = [];
    const expected: number[] = [];

    const lane = async (name: string) => {
      const out = join(directory, name);
      await writeFiles(out, listOf(one.files));
      let held: Built | undefined = one;
      while (kills < KILLS || (interrupted < 3 && kills < MOST_KILLS)) {
        const next: Built = held === one ? two : one;
        const moment = MOMENTS[kills++ % MOMENTS.length] ?? anyTime;
        await killBuild(next.project, out, moment, duration);
        held = await holds(out, one, two);
        assert.ok(held, `kill ${kills} left a mixture: ${Object.keys(await readTree(out)).join(" ")}`);
        if (!(await isInterrupted(out)) || ++interrupted > 1) continue;
        const checks = [held, held === one ? two : one].map(({ project }) =>
          crdBundle(["build", "--check", "--project", project, "--out", out]),
        );
        expected.push((await hasPending(out)) ? 1 : 0, 1);
        checked.push(...(await Promise.all(checks)).map(({ exitCode }) => exitCode ?? -1));
      }
      const other = held === one ? two : one;
      assert.is((await crdBundle(["build", "--project", other.project, "--out", out])).exitCode, 0);
      assert.equal(await readTree(out), other.files);
      assert.not.ok(await isInterrupted(out));
    };
    await Promise.all(["out-1", "out-2"].map(lane));
    assert.ok(interrupted > 0, `none of ${kills} kills hit the writing`);
    assert.equal(checked, expected, "--check accepts what is held if it is in place, and refuses everything else");
  }),
);

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Makes Node wait briefly before each change to the disk so that two builds interfere with each other. */
const SLOWLY = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    for (const name of ["mkdir", "rename", "rm", "writeFile"]) {
      const real = fs[name];
      fs[name] = async (...args) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
        return real(...args);
      };
    }
    syncBuiltinESMExports();
  `)}`,
];

killedBuild("two builds at once end well, and leave the bundle of one of them", () =>
  inDirectory(async (directory) => {
    const [old, one, two] = await Promise.all([
      makeProject(directory, "old", kindsFrom(10, 8)),
      makeProject(directory, "one", kindsFrom(12, 8)),
      makeProject(directory, "two", kindsFrom(14, 8)),
    ]);
    const out = join(directory, "out");
    for (let round = 0; round < 3; round++) {
      await rm(out, { recursive: true, force: true });
      await writeFiles(out, listOf(old.files));
      const builds = [one, two].map(({ project }) => {
        return crdBundle(["build", "--project", project, "--out", out], { node: SLOWLY });
      });
      for (const { exitCode, stderr } of await Promise.all(builds)) assert.equal([exitCode, stderr], [0, ""]);
      const held = await holds(out, one, two);
      assert.ok(held, `a mixture is left: ${Object.keys(await readTree(out)).join(" ")}`);
      assert.equal(await readTree(out), held.files);
      assert.not.ok(await isInterrupted(out));
    }
  }),
);

killedBuild.run();
