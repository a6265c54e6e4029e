/** Gateway API through a year of releases, with the real command in a repository of its own. */
import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crdBundle, edit, inFolder, type Run } from "../command-line.js";
import { ROOT } from "../golden.js";

const releases = suite("a year of releases");

const TIMEOUTS = "apis/gateway.networking.k8s.io/v1/httproute.ts";
const LAST_FIELD = "  backendRequest?: Duration;\n";
const EXPERIMENTAL = `${LAST_FIELD}  /**\n   * Time that a connection may rest.\n   *\n   * @experimental\n   */\n  idle?: Duration;\n`;
const GRADUATED = `${LAST_FIELD}  /** Time that a connection may rest. */\n  idle?: Duration;\n`;
const IDLE = "HTTPRoute.spec.rules[].timeouts.idle";
const CRITERIA = ["conformance", "implementations", "usage", "approval"];

/** A repository with the API of this one, in which days are as they are told. */
class Maintainer {
  #day = "2026-06-01";

  private constructor(readonly folder: string) {}

  static async in(folder: string): Promise<Maintainer> {
    for (const path of ["apis", "dist", "docs/reports", "package.json", "package-lock.json"]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    await writeFile(join(folder, "CHANGELOG.md"), "# Changelog\n\n## [Unreleased]\n");
    const maintainer = new Maintainer(folder);
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
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      SOURCE_DATE_EPOCH: String(Date.parse(date) / 1000),
    };
  }

  async git(...args: string[]): Promise<string> {
    return (await execa("git", args, { cwd: this.folder, env: this.#env })).stdout;
  }

  run(...args: string[]): Promise<Run> {
    return crdBundle(args, { cwd: this.folder, env: this.#env });
  }

  /** What a pull request brings: sources, what they make, a note. */
  async merge(note: string, from: string, to: string): Promise<void> {
    await edit(join(this.folder, TIMEOUTS), from, to);
    await this.note(note);
    await this.commit();
  }

  async note(note: string): Promise<void> {
    await edit(join(this.folder, "CHANGELOG.md"), "## [Unreleased]\n", `## [Unreleased]\n\n${note}\n`);
  }

  async commit(): Promise<void> {
    succeeded(await this.run("build"));
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--message=A change");
  }

  /** Makes a release, and has it verified. */
  async release(tag: string, ...args: string[]): Promise<void> {
    const made = succeeded(await this.run("release", ...args));
    assert.match(made.stdout, new RegExp(`^${tag.replaceAll(".", "[.]")} is released on `));
    const verified = succeeded(await this.run("verify", tag));
    assert.match(verified.stdout, /^v[-.\w]+: \d+ files in dist\/ and 7 assets are what the sources make\.\n$/);
    assert.is(await this.git("status", "--porcelain"), "");
    assert.is(await this.git("describe", "--exact-match"), tag);
    const { version } = JSON.parse(await readFile(join(this.folder, "package.json"), "utf8")) as { version: string };
    assert.is(`v${version}`, tag);
  }

  /** Is refused a release, for every one of the given reasons; nothing changes. */
  async isRefused(reasons: readonly RegExp[], ...args: string[]): Promise<void> {
    const before = await this.git("for-each-ref");
    const run = await this.run("release", ...args);
    assert.is(run.exitCode, 1, run.stderr);
    for (const reason of reasons) assert.match(run.stderr, reason);
    assert.equal([await this.git("for-each-ref"), await this.git("status", "--porcelain")], [before, ""]);
  }

  async notes(version: string): Promise<string> {
    return readFile(join(this.folder, "release", version, "release-notes.md"), "utf8");
  }
}

function succeeded(run: Run): Run {
  assert.is(run.exitCode, 0, run.stderr);
  return run;
}

releases("a wording is a patch, a field an rc and a minor, and its graduation takes time and people", () =>
  inFolder(async (folder) => {
    const maintainer = await Maintainer.in(folder);
    await maintainer.note("### Added\n\n- The whole API.");
    await maintainer.commit();
    await maintainer.release("v1.6.1", "auto");

    maintainer.on("2026-07-01");
    await maintainer.git("switch", "--quiet", "--create", "release-1.6");
    await maintainer.merge(
      "### Fixed\n\n- Clearer words.",
      "How long a request may take.",
      "How long a request takes.",
    );
    await maintainer.release("v1.6.2", "patch");
    assert.match(await maintainer.notes("1.6.2"), "- Clearer words.");

    maintainer.on("2026-08-01");
    await maintainer.git("switch", "--quiet", "main");
    await maintainer.git("merge", "--quiet", "--ff-only", "release-1.6");
    await maintainer.merge(`### Added\n\n- \`${IDLE}\` in the experimental channel.`, LAST_FIELD, EXPERIMENTAL);
    await maintainer.isRefused([/release-branch/, /release-policy/, /needs minor experimental httproutes/], "patch");
    await maintainer.release("v1.7.0-rc.1", "minor", "--preid", "rc");
    await maintainer.on("2026-08-08").release("v1.7.0", "minor");
    assert.match(await maintainer.notes("1.7.0"), "the field `.spec.rules[].timeouts.idle`");

    maintainer.on("2026-09-01");
    await maintainer.merge(`### Changed\n\n- \`${IDLE}\` graduates.`, EXPERIMENTAL, GRADUATED);
    await maintainer.isRefused([/graduates-too-early/, /release-policy/], "minor");
    await maintainer.git("revert", "--no-edit", "HEAD");

    maintainer.on("2026-12-01");
    await maintainer.merge("### Fixed\n\n- Words.", "How long a request takes.", "How long a request may take.");
    await maintainer.release("v1.8.0", "auto");

    maintainer.on("2027-03-01");
    await maintainer.merge(`### Changed\n\n- \`${IDLE}\` graduates.`, EXPERIMENTAL, GRADUATED);
    await maintainer.isRefused([/graduates-too-early/, /conformance/], "minor");
    const attestations = CRITERIA.map(
      (criterion) =>
        `- crd: httproutes.gateway.networking.k8s.io\n  path: .spec.rules[].timeouts.idle\n  criterion: ${criterion}\n  link: https://example.dev/${criterion}\n`,
    );
    await appendFile(join(folder, "apis/graduation.yaml"), attestations.join(""));
    await maintainer.commit();
    await maintainer.release("v1.9.0", "minor");
    assert.match(await maintainer.notes("1.9.0"), "##### Graduated");
    for (const tag of ["v1.6.1", "v1.7.0-rc.1"]) succeeded(await maintainer.run("verify", tag));
  }),
);

releases.run();
