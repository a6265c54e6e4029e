/** Checks that different people on different machines make the same release. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crdBundle, inDirectory, type Run, readTree } from "../support/command-line.js";
import { removeProjects } from "../support/git-project.js";
import { ReleaseProject } from "../support/release-project.js";

const determinism = suite("determinism of releases");
determinism.after(removeProjects);

/** A machine with its own clock and umask. */
class Machine {
  constructor(
    readonly directory: string,
    readonly env: Readonly<Record<string, string>>,
    readonly clock: string,
    readonly umask: string,
  ) {}

  run(...args: string[]): Promise<Run> {
    const now = Date.parse(this.clock);
    const clock = `globalThis.Date = class extends Date { constructor(...a) { super(...(a.length ? a : [${now}])); } static now() { return ${now}; } };`;
    const preload = `data:text/javascript,${encodeURIComponent(`${clock} process.umask(${this.umask});`)}`;
    const env = { ...this.env, SOURCE_DATE_EPOCH: String(Date.UTC(2026, 1, 20) / 1000) };
    return crdBundle(args, { cwd: this.directory, env, node: ["--import", preload] });
  }

  async git(...args: string[]): Promise<string> {
    return (await execa("git", args, { cwd: this.directory })).stdout;
  }

  /** Returns everything that a release creates: refs, files and assets. */
  async outcome() {
    return {
      commit: await this.git("rev-parse", "main"),
      tag: await this.git("rev-parse", "v1.1.0"),
      status: await this.git("status", "--porcelain"),
      assets: await readTree(join(this.directory, "release/1.1.0")),
    };
  }
}

/** Returns a clone on a machine. The author is the same on every machine. */
async function machine(from: string, directory: string, env: Record<string, string>, clock: string, umask: string) {
  const home = `${directory} home`;
  await mkdir(home, { recursive: true });
  await execa("git", ["clone", "--quiet", from, directory]);
  for (const key of ["name", "email"]) {
    const { stdout } = await execa("git", ["config", `user.${key}`], { cwd: from });
    await execa("git", ["config", `user.${key}`, stdout], { cwd: directory });
  }
  return new Machine(directory, { HOME: home, ...env }, clock, umask);
}

determinism("paths, clocks, locales, time zones, homes and umasks change no byte", () =>
  inDirectory(async (directory) => {
    const project = await ReleaseProject.released();
    const turkish = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    const swedish = { TZ: "America/St_Johns", LANG: "sv_SE.ISO-8859-1", LC_ALL: "", FORCE_COLOR: "3" };
    const machines = await Promise.all([
      machine(project.directory, join(directory, "a"), turkish, "2026-03-01T23:59:59Z", "0o077"),
      machine(project.directory, join(directory, "Große Häfen/b 港"), swedish, "2031-12-31T00:00:00Z", "0o002"),
    ]);
    const results = await Promise.all(machines.map((one) => one.run("release", "minor", "--format", "json")));
    assert.equal(
      results.map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [0, ""],
        [0, ""],
      ],
    );
    assert.is(results[0]?.stdout, results[1]?.stdout);
    const [first, second] = await Promise.all(machines.map((one) => one.outcome()));
    assert.equal(first, second);
    assert.is(first?.status, "");
    const names = Object.keys(first?.assets ?? {});
    assert.equal([names.length, names.filter((name) => name.startsWith("."))], [8, [".gitignore"]]);
    assert.match(first?.assets.SHA256SUMS ?? "", /^[0-9a-f]{64} {2}example-1\.1\.0\.tar\.gz$/m);

    // A third person rebuilds the release.
    const origin = join(directory, "a");
    const third = await machine(origin, join(directory, "c"), swedish, "2040-01-01T00:00:00Z", "0o022");
    const verified = await third.run("verify", "v1.1.0", "--write");
    assert.equal([verified.exitCode, verified.stderr], [0, ""]);
    assert.equal((await third.outcome()).assets, first?.assets);
    const again = await third.run("verify", join(origin, "release/1.1.0"));
    assert.equal([again.exitCode, again.stderr], [0, ""]);
  }),
);

determinism.run();
