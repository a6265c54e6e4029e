/**
 * Projects that were released with this tool, each in its own repository. Tests copy them and make further releases.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { execa } from "execa";
import * as assert from "uvu/assert";
import { type ReleaseOptions, releaseCommand } from "../../scripts/cli/release.js";
import type { Terminal } from "../../scripts/cli/terminal.js";
import { type VerifyOptions, verifyCommand } from "../../scripts/cli/verify.js";
import { inTerminal, NAME, Project, RETRY, type Result, type World } from "./git-project.js";
import { SETTINGS_TEXT } from "./project.js";

export const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Widgets.\n";

/** The note for the next release. `retry` is only in the experimental channel. */
export const NOTE = "### Added\n\n- Widgets may be tried again.\n\n";

/** Everything that a release may change inside and outside of a repository. */
export interface State {
  /** The targets of HEAD and all refs, line by line. */
  readonly refs: readonly string[];
  readonly status: string;
  readonly files: readonly string[];
  /** The other files in the directory of the repository, except objects: Git removes objects to which no ref points. */
  readonly git: readonly string[];
}

export class ReleaseProject extends Project {
  /** Creates a project with everything that a first release needs, on the branch `main`. */
  static async unreleased(settings = SETTINGS_TEXT): Promise<ReleaseProject> {
    const project = new ReleaseProject();
    await project.setUp();
    project.write({ "CHANGELOG.md": CHANGELOG, "apis/bundle.yaml": settings });
    await project.build();
    await project.commit("2026-01-09");
    return project;
  }

  /** Creates a project with one release, and a new experimental field with a release note, all committed. */
  static async released(settings = SETTINGS_TEXT): Promise<ReleaseProject> {
    const project = await ReleaseProject.unreleased(settings);
    assert.is((await project.make("1.0.0", {}, { day: "2026-01-10" })).err, "");
    project.say("1.0.0", `${NAME}\n${RETRY}`);
    project.note(NOTE);
    await project.build();
    await project.commit("2026-02-01");
    return project;
  }

  async setUp(): Promise<void> {
    await this.git("init", "--quiet", "--template=", "--initial-branch=main");
    await this.git("config", "user.name", "a");
    await this.git("config", "user.email", "a@example.dev");
  }

  /** Copies the project to another directory. */
  copy(directory?: string): ReleaseProject {
    const copy = new ReleaseProject(this.fields, directory);
    rmSync(copy.directory, { recursive: true });
    cpSync(this.directory, copy.directory, { recursive: true, preserveTimestamps: true });
    return copy;
  }

  read(path: string): string {
    return readFileSync(join(this.directory, path), "utf8");
  }

  remove(path: string): void {
    assert.ok(existsSync(join(this.directory, path)), `${path} is not there`);
    rmSync(join(this.directory, path), { recursive: true });
  }

  /** Replaces a string in a file, which must contain it. */
  edit(path: string, from: string | RegExp, to: string): void {
    const text = this.read(path);
    const changed = text.replace(from, to);
    assert.is.not(changed, text, `${path} is as before`);
    this.write({ [path]: changed });
  }

  /** Adds notes for the next release above the existing ones. */
  note(text: string): void {
    this.edit("CHANGELOG.md", "## [Unreleased]\n\n", `## [Unreleased]\n\n${text}`);
  }

  /**
   * Returns a copy in which an amended commit replaces that of the Git tag at HEAD, as if the release had been made
   * with it. The assets, which belong to the original commit, are removed.
   */
  async retagged(tag: string, change: (copy: ReleaseProject) => void): Promise<ReleaseProject> {
    const copy = this.copy();
    change(copy);
    const date = await copy.ask("log", "-1", "--format=%ci");
    await copy.git("add", "--all");
    const env = { GIT_COMMITTER_DATE: date };
    await execa("git", ["commit", "--quiet", "--amend", "--no-edit", "--date", date], { cwd: copy.directory, env });
    await copy.git("tag", "--force", tag);
    copy.remove(`release/${tag.slice(1)}`);
    return copy;
  }

  /** Returns the output of git. */
  async ask(...args: string[]): Promise<string> {
    return (await execa("git", args, { cwd: this.directory })).stdout;
  }

  /** Runs `crd-bundle release` on 2026-02-20 or on the given day. If `to` is empty, no version is passed. */
  make(to: string, options: Partial<ReleaseOptions> = {}, world: World & Seen = {}): Promise<Result> {
    const all: ReleaseOptions = { project: ".", profile: "channels", format: "text", ...options };
    return this.#run((terminal) => releaseCommand(to === "" ? undefined : to, all, terminal), world);
  }

  /** Runs `crd-bundle verify`. */
  verify(what: string, options: Partial<VerifyOptions> = {}, world: World & Seen = {}): Promise<Result> {
    const all: VerifyOptions = { project: ".", format: "text", ...options };
    return this.#run((terminal) => verifyCommand(what, all, terminal), world);
  }

  #run(run: (terminal: Terminal) => Promise<number>, { isRunning = () => false, from = ".", ...world }: World & Seen) {
    const self = { pid: process.pid, isRunning };
    return inTerminal(join(this.directory, from), (terminal) => run({ ...terminal, self }), world);
  }

  async state(): Promise<State> {
    const entries = readdirSync(this.directory, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.directory, join(entry.parentPath, entry.name)))
      .sort();
    const own = paths.filter((path) => path.startsWith(".git/") && !path.startsWith(".git/objects/"));
    const isRef = (path: string) => /^\.git\/(HEAD$|packed-refs$|refs\/)/.test(path);
    return {
      refs: own.filter(isRef).map((path) => `${path.slice(".git/".length)} ${this.read(path).trim()}`),
      status: await this.ask("status", "--porcelain", "--ignored"),
      files: paths.filter((path) => !path.startsWith(".git/")),
      git: own.filter((path) => !isRef(path)),
    };
  }
}

/** Further settings of a command's environment. */
interface Seen {
  readonly isRunning?: (pid: number) => boolean;
  /** The working directory, relative to the project. */
  readonly from?: string;
}

/** Returns the codes at the end of a command's messages, in order and without duplicates. */
export function codesIn({ err, out }: Result): string[] {
  const codes = [...(err + out).matchAll(/\[([a-z]+(?:-[a-z]+)*)\]$/gm)].map(([, code = ""]) => code);
  return [...new Set(codes)];
}
