/**
 * Tests of releases that are killed: a wrapper around git kills the whole process group at a given call, before, during
 * or after it.
 */
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, inDirectory } from "../support/command-line.js";
import { NAME, Project, RETRY, removeProjects } from "../support/git-project.js";

const killed = suite("a release that is killed");
killed.after(removeProjects);

const MOMENTS = ["before", "within", "after"] as const;
type Moment = (typeof MOMENTS)[number];

/**
 * Wrapper that records every call in a file with its number. With noclobber, simultaneous calls get different numbers.
 * `$KILL` is the number of the last call.
 */
const GIT = `#!/bin/sh
set -C
call=1
until { echo "$@" > "$CALLS/$call"; } 2> /dev/null; do call=$((call + 1)); done
[ "$call" -eq "$KILL" ] || exec "$REAL" "$@"
case $MOMENT in
  before) kill -9 0 ;;
  within) exec 3<&0; "$REAL" "$@" <&3 & sleep 0.003; kill -9 0 ;;
  after) "$REAL" "$@"; kill -9 0 ;;
esac
`;

/** The results that are the same for every run of a release, whether it was interrupted or not. */
interface Outcome {
  readonly branch: string;
  readonly tag: string;
  readonly status: string;
  readonly sums: string;
  readonly left: readonly string[];
}

class Stage {
  private constructor(
    readonly directory: string,
    readonly real: string,
  ) {}

  /** Creates a project with one release and unreleased changes, and a wrapper around git. */
  static async in(directory: string): Promise<Stage> {
    const project = new Project();
    await project.release("1.0.0");
    project.say("1.0.0", `${NAME}\n${RETRY}`);
    project.write({ "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- `retry`.\n" });
    await project.build();
    await project.commit("2026-02-01");
    await project.git("config", "user.name", "a");
    await project.git("config", "user.email", "a@example.dev");
    await cp(project.directory, join(directory, "project"), { recursive: true });
    await mkdir(join(directory, "bin"));
    await writeFile(join(directory, "bin/git"), GIT);
    await chmod(join(directory, "bin/git"), 0o755);
    const { stdout } = await execa("which", ["git"]);
    return new Stage(directory, stdout);
  }

  async copy(name: string): Promise<string> {
    await cp(join(this.directory, "project"), join(this.directory, name), { recursive: true });
    return join(this.directory, name);
  }

  /** Runs the release in its own process group, and returns the calls of git. */
  async release(
    project: string,
    kill = 0,
    moment: Moment = "before",
    what: readonly string[] = ["minor"],
  ): Promise<{ exit: number; calls: string[]; said: string }> {
    const calls = `${project}.calls`;
    await rm(calls, { recursive: true, force: true });
    await mkdir(calls);
    const path = `${join(this.directory, "bin")}${delimiter}${process.env.PATH}`;
    const env = {
      PATH: path,
      CALLS: calls,
      REAL: this.real,
      KILL: String(kill),
      MOMENT: moment,
      SOURCE_DATE_EPOCH: TIME,
    };
    const options = { env, reject: false, detached: true, all: true } as const;
    const { exitCode, all } = await execa(process.execPath, [BIN, "release", ...what, "--project", project], options);
    const numbers = (await readdir(calls)).map(Number).sort((a, b) => a - b);
    const lines = await Promise.all(numbers.map((call) => readFile(join(calls, String(call)), "utf8")));
    return { exit: exitCode ?? -1, calls: lines, said: all };
  }
}

function inWords({ message, actual, expects }: { message: string; actual: unknown; expects: unknown }): string {
  return `${message}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expects)}`;
}

const TIME = String(Date.UTC(2026, 1, 2) / 1000);

async function git(project: string, ...args: string[]): Promise<string> {
  return (await execa("git", args, { cwd: project })).stdout;
}

async function outcomeOf(project: string): Promise<Outcome> {
  return {
    branch: await git(project, "rev-parse", "HEAD"),
    tag: await git(project, "rev-parse", "--verify", "v1.1.0"),
    status: await git(project, "status", "--porcelain"),
    sums: await readFile(join(project, "release/1.1.0/SHA256SUMS"), "utf8"),
    left: await leftoversIn(project),
  };
}

/** Returns the damage that Git finds, except for the unfinished worktree of the release, which is expected. */
async function damageIn(project: string): Promise<string[]> {
  const { all } = await execa("git", ["fsck", "--no-dangling", "--no-progress"], {
    cwd: project,
    reject: false,
    all: true,
  });
  return all.split("\n").filter((line) => line !== "" && !line.includes("worktrees/crd-bundle-release-tree"));
}

/**
 * Returns leftover files of Git or of the release that should have been removed. The records of releases are permanent.
 */
async function leftoversIn(project: string): Promise<string[]> {
  const paths = await readdir(join(project, ".git"), { recursive: true });
  return paths.filter((path) => /\.lock$|crd-bundle(?!-releases(\/v1\.\d\.0\.json)?$)|^worktrees\/./.test(path));
}

/** The calls that change something. The last one cleans up. */
const CHANGES = /worktree add| add --all| commit | init | tag --|update-ref|hash-object|checkout --quiet/;

function momentsOf(calls: readonly string[]): { readonly call: number; readonly moment: Moment }[] {
  const numbers = calls.flatMap((call, index) => (CHANGES.test(call) || index === calls.length - 1 ? [index + 1] : []));
  return numbers.flatMap((call) => MOMENTS.map((moment) => ({ call, moment })));
}

killed("leaves the repository as it was or as it shall be, and the next run makes the same release", () =>
  inDirectory(async (directory) => {
    const stage = await Stage.in(directory);
    const before = await git(join(directory, "project"), "rev-parse", "HEAD");
    const whole = await stage.copy("whole");
    const { exit, calls, said } = await stage.release(whole);
    assert.is(exit, 0, said);
    const expected = await outcomeOf(whole);
    assert.equal([expected.status, expected.left], ["", []]);
    const moments = momentsOf(calls);
    assert.ok(moments.length >= 20, `${moments.length} moments`);
    const tryOne = async ({ call, moment }: (typeof moments)[number]) => {
      const name = `${moment} call ${call}: git ${calls[call - 1]}`;
      const project = await stage.copy(`killed-${moment}-${call}`);
      assert.is.not((await stage.release(project, call, moment)).exit, 0, name);
      const state = [await git(project, "rev-parse", "HEAD"), await git(project, "tag", "--list", "v1.1.0")];
      const isBefore = state[0] === before && state[1] === "";
      const isAfter = state[0] === expected.branch && state[1] === "v1.1.0";
      assert.ok(isBefore || isAfter, `${name}: ${state}`);
      assert.equal(await damageIn(project), [], name);
      const isOver = isAfter && (await leftoversIn(project)).length === 0;
      const next = isOver ? undefined : await stage.release(project);
      assert.is(next?.exit ?? 0, 0, `${name}: ${next?.said}`);
      if (next) assert.match(next.said, /^To publish it: git push --atomic origin \S+ v1\.1\.0$/m, name);
      assert.equal(await outcomeOf(project), expected, name);
    };
    const wrong: string[] = [];
    for (let at = 0; at < moments.length; at += 2) {
      const results = await Promise.allSettled(moments.slice(at, at + 2).map(tryOne));
      wrong.push(...results.flatMap((result) => (result.status === "rejected" ? [inWords(result.reason)] : [])));
    }
    assert.equal(wrong, []);
  }),
);

killed("is taken back or stays, and the next run finishes what was begun", () =>
  inDirectory(async (directory) => {
    const stage = await Stage.in(directory);
    const before = await git(join(directory, "project"), "rev-parse", "HEAD");
    assert.is((await stage.release(join(directory, "project"))).exit, 0);
    const after = await git(join(directory, "project"), "rev-parse", "HEAD");
    const undo = (project: string, kill = 0, moment: Moment = "before") =>
      stage.release(project, kill, moment, ["--undo"]);
    const { exit, calls, said } = await undo(await stage.copy("whole"));
    assert.is(exit, 0, said);
    const moments = momentsOf(calls).filter(({ call }) =>
      /update-ref|checkout|rev-parse --git-common/.test(calls[call - 1] ?? ""),
    );
    assert.ok(moments.length >= 9, `${moments.length} moments`);
    for (const { call, moment } of moments) {
      const name = `${moment} call ${call}: git ${calls[call - 1]}`;
      const project = await stage.copy(`undo-${moment}-${call}`);
      assert.is.not((await undo(project, call, moment)).exit, 0, name);
      const isGone = (await git(project, "tag", "--list", "v1.1.0")) === "";
      const state = await git(project, "rev-parse", "HEAD");
      assert.ok(isGone || state === after, `${name}: the branch moved before the tag went`);
      assert.equal(await damageIn(project), [], name);
      if (!isGone || (await leftoversIn(project)).length > 0) assert.is((await undo(project)).exit, 0, name);
      assert.is(await git(project, "rev-parse", "HEAD"), before, name);
      assert.is(await git(project, "tag", "--list", "v1.1.0"), "", name);
      assert.is(await git(project, "status", "--porcelain", "--ignored"), "", name);
      assert.equal(await leftoversIn(project), [], name);
    }
  }),
);

killed.run();
