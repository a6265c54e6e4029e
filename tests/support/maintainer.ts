/** A maintainer who releases the API of this repository, in a separate repository and on given days. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import * as assert from "uvu/assert";
import { withVersion } from "../../scripts/release/version-fields.js";
import { crdBundle, edit, type Run, type RunOptions } from "./command-line.js";
import { ROOT } from "./golden.js";

export class Maintainer {
  #day = "2026-06-01";

  private constructor(
    readonly directory: string,
    readonly world: RunOptions,
  ) {}

  /**
   * Creates the project with the last version 1.6.1. `world` contains differences from other machines: the version of
   * Node, the environment.
   */
  static async in(directory: string, world: RunOptions = {}): Promise<Maintainer> {
    for (const path of ["apis", "dist", "docs/reports", "package.json", "package-lock.json"]) {
      await cp(join(ROOT, path), join(directory, path), { recursive: true });
    }
    const packageJson = join(directory, "package.json");
    await writeFile(packageJson, withVersion(await readFile(packageJson, "utf8"), "1.6.1"));
    await writeFile(join(directory, "CHANGELOG.md"), "# Changelog\n\n## [Unreleased]\n");
    const maintainer = new Maintainer(directory, world);
    await maintainer.git("init", "--quiet", "--initial-branch=main");
    await maintainer.git("config", "user.name", "A Maintainer");
    await maintainer.git("config", "user.email", "maintainer@example.dev");
    return maintainer;
  }

  on(day: string): this {
    this.#day = day;
    return this;
  }

  get #env(): Record<string, string> {
    const date = `${this.#day}T10:00:00Z`;
    return {
      ...this.world.env,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      SOURCE_DATE_EPOCH: String(Date.parse(date) / 1000),
    };
  }

  async git(...args: string[]): Promise<string> {
    return (await execa("git", args, { cwd: this.directory, env: this.#env })).stdout;
  }

  run(...args: string[]): Promise<Run> {
    return crdBundle(args, { ...this.world, cwd: this.directory, env: this.#env });
  }

  /** Merges the content of a pull request: a change of a source, its output, and a release note. */
  async merge(note: string, source: string, from: string, to: string): Promise<void> {
    await edit(join(this.directory, source), from, to);
    await this.note(note);
    await this.commit();
  }

  async note(note: string): Promise<void> {
    await edit(join(this.directory, "CHANGELOG.md"), "## [Unreleased]\n", `## [Unreleased]\n\n${note}\n`);
  }

  async commit(): Promise<void> {
    succeeded(await this.run("build"));
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--message=A change");
  }

  /** Makes a release and verifies it. */
  async release(tag: string, ...args: string[]): Promise<void> {
    const made = succeeded(await this.run("release", ...args));
    assert.match(made.stdout, new RegExp(`^${tag.replaceAll(".", "[.]")} is released on `));
    const verified = succeeded(await this.run("verify", tag));
    assert.match(verified.stdout, /^v[-.\w]+: \d+ files in dist\/ and 7 assets match the sources\.\n$/);
    assert.is(await this.git("status", "--porcelain"), "");
    assert.is(await this.git("describe", "--exact-match"), tag);
    const { version } = JSON.parse(await readFile(join(this.directory, "package.json"), "utf8")) as { version: string };
    assert.is(`v${version}`, tag);
  }

  /** Checks that a release fails for all of the given reasons and changes nothing. */
  async isRefused(reasons: readonly RegExp[], ...args: string[]): Promise<void> {
    const before = await this.git("for-each-ref");
    const run = await this.run("release", ...args);
    assert.is(run.exitCode, 1, run.stderr);
    for (const reason of reasons) assert.match(run.stderr, reason);
    assert.equal([await this.git("for-each-ref"), await this.git("status", "--porcelain")], [before, ""]);
  }

  async notes(version: string): Promise<string> {
    return readFile(join(this.directory, "release", version, "release-notes.md"), "utf8");
  }
}

export function succeeded(run: Run): Run {
  assert.is(run.exitCode, 0, run.stderr);
  return run;
}
