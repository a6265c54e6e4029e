/** Projects in real Git repositories, in which commands run without a separate process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import type { Ask, Terminal } from "../../scripts/cli/terminal.js";
import { MARKED, toTerminal } from "../../scripts/report/printable.js";
import { remarkInWords } from "../../scripts/report/remark.js";
import { ROOT } from "./golden.js";
import { buildSources, bundleOf, META, SETTINGS_TEXT, widget } from "./project.js";
import { versionFrom } from "./versions.js";

/** The templates of the tool. */
export const TEMPLATES = join(ROOT, "templates");

const directories: string[] = [];

/** Removes everything that a suite has created. Runs at the end of the suite. */
export function removeProjects(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

export function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), "crd-bundle-"));
  directories.push(directory);
  return directory;
}

export const NAME = "  /** Its name. */\n  name?: string;";
export const RETRY = "  /**\n   * How often.\n   *\n   * @experimental\n   */\n  retry?: string;";
export const STANDARD_RETRY = "  /** How often. */\n  retry?: string;";

const built = new Map<string, Readonly<Record<string, string>>>();

/** Returns the files of a bundle. Most projects start with the same bundle, which is built only once. */
function builtOnce(version: string, fields: string): Readonly<Record<string, string>> {
  const key = `${version} ${fields}`;
  const known = built.get(key);
  if (known) return known;
  const { files, diagnostics } = buildSources([widget(fields)], { ...bundleOf(), version: versionFrom(version) });
  assert.equal(diagnostics, []);
  const texts = Object.fromEntries(files.map(({ path, text }) => [`dist/${path}`, text]));
  built.set(key, texts);
  return texts;
}

/** A project in its own directory. */
export class Project {
  constructor(
    readonly fields = NAME,
    readonly directory = temporary(),
  ) {
    this.write({ "apis/bundle.yaml": SETTINGS_TEXT, [META.path]: META.text });
    this.say("1.0.0", fields);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.directory, path)), { recursive: true });
      writeFileSync(join(this.directory, path), text);
    }
  }

  /** Writes the sources of a version. */
  say(version: string, fields: string, rest = ""): void {
    const source = widget(fields, rest);
    this.write({ "package.json": JSON.stringify({ version }), [source.path]: source.text });
  }

  /** Writes the bundle with the given fields to dist/, and commits and tags it. */
  async release(version: string, fields = this.fields, day = "2026-01-10"): Promise<void> {
    this.say(version, fields);
    this.write(builtOnce(version, fields));
    await this.commit(day);
    await this.git("tag", `v${version}`);
  }

  /** Builds to dist/ with everything that a real bundle contains. */
  async build(): Promise<void> {
    rmSync(join(this.directory, "dist"), { recursive: true, force: true });
    const run = (terminal: Terminal) => buildCommand({ project: ".", format: "text" }, terminal);
    assert.is((await inTerminal(this.directory, run)).err, "");
  }

  async commit(day = "2026-01-10"): Promise<void> {
    await this.git("init", "--quiet");
    await this.git("add", "--all");
    const date = `${day}T12:00:00Z`;
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev", "-c", "commit.gpgsign=false"];
    const env = { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    await execa("git", [...who, "commit", "--quiet", "--allow-empty", "--message", "a"], { cwd: this.directory, env });
  }

  async git(...args: string[]): Promise<void> {
    await execa("git", args, { cwd: this.directory });
  }
}

export interface Result {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** The parts of a command's environment that tests set: the day, the standard input, and the answers of a user. */
export interface World {
  readonly day?: string;
  readonly input?: string;
  /** The lines that a user enters on a terminal. Without them, there is no terminal. */
  readonly answers?: readonly string[];
}

/** Returns a function that prints a question and returns the next answer. */
function asking(answers: string[], print: (question: string) => void): Ask {
  return async (question) => {
    print(question);
    return answers.shift();
  };
}

/** Runs a command in this process, as if a user had entered it in a directory. */
export async function inTerminal(
  cwd: string,
  run: (terminal: Terminal) => Promise<number>,
  { day = "2026-02-20", input = "", answers }: World = {},
): Promise<Result> {
  let [out, err] = ["", ""];
  const exit = await run({
    cwd,
    now: Date.parse(`${day}T12:00:00Z`) / 1000,
    self: { pid: process.pid, isRunning: () => false },
    outStyle: MARKED,
    errStyle: MARKED,
    out: (text) => {
      out += toTerminal(text, false);
    },
    data: (text) => {
      out += text;
    },
    err: (text) => {
      err += toTerminal(text, false);
    },
    templates: TEMPLATES,
    progress: () => {},
    remark: (remark) => {
      err += toTerminal(remarkInWords(remark), false);
    },
    kubeconfigs: [],
    readInput: async () => input,
    ...(answers && { dialog: (hold) => hold(asking([...answers], (question) => (err += question))) }),
  });
  return { exit, out, err };
}
