/** Tests of `crd-bundle build --watch` as a process that runs while files change. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN } from "../support/command-line.js";
import { NAME, Project, removeProjects } from "../support/git-project.js";

const watch = suite("build --watch");

const CRD = "dist/standard/example.dev_widgets.yaml";
const BUILT = "built: standard 1 CRD, experimental 1 CRD";
const COUNT = "  /**\n   * How many.\n   *\n   * @minimum 0\n   */\n  count?: integer;";
const RULE = "  /**\n   * Its name.\n   *\n   * @validation `self.matches('[')` it matches\n   */\n  name?: string;";

/** In milliseconds: so long that only a line that never comes takes it. */
const PATIENCE = 120_000;

/** A process that watches a project, and what it prints on standard error. */
class Watching {
  readonly #process;
  #unread = "";

  constructor(
    readonly project: Project,
    ...args: string[]
  ) {
    this.#process = execa(process.execPath, [BIN, "build", "--watch", ...args], {
      cwd: project.directory,
      env: { CRD_BUNDLE_NO_CACHE: "1" },
      reject: false,
    });
    this.#process.stderr.on("data", (data) => {
      this.#unread += data;
    });
  }

  /** Waits for a line that starts with a text, and returns all lines since the last one that was awaited. */
  async until(start: string): Promise<string> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      const lines = this.#unread.split("\n");
      const at = lines.findIndex((line) => line.startsWith(start));
      if (at >= 0 && at < lines.length - 1) {
        this.#unread = lines.slice(at + 1).join("\n");
        return lines.slice(0, at + 1).join("\n");
      }
      const ended = this.#process.exitCode !== null;
      assert.not(ended, `the process ended and has printed ${this.#unread}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no line starts with ${start}:\n${this.#unread}`);
  }

  crd(): string {
    return readFileSync(join(this.project.directory, CRD), "utf8");
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await this.#process;
  }
}

/** Watches a project, and stops whatever happens. */
async function watching(use: (watched: Watching) => Promise<void>, ...args: string[]): Promise<void> {
  const watched = new Watching(new Project(), ...args);
  try {
    await watched.until("Watching for changes.");
    await use(watched);
  } finally {
    await watched.stop();
  }
}

watch("writes each change, and prints the diagnostics that come and go", () =>
  watching(async (watched) => {
    const { project } = watched;
    project.say("1.0.0", `${NAME}\n  /** How many. */\n  parts?: string[];`);
    await watched.until(BUILT);
    assert.match(watched.crd(), "How many.");

    const before = watched.crd();
    project.say("1.0.0", COUNT);
    const broken = await watched.until("not built: 1 error");
    assert.match(broken, /^apis\/example\.dev\/v1\/widget\.ts:18:11 error .*integer/m);
    assert.is(watched.crd(), before, "nothing is written while there are errors");

    project.say("1.0.0", `${COUNT}\n  /** Another one. */\n  other?: Missing;`);
    const again = await watched.until("not built: 2 errors");
    assert.not.match(again, ":18:11 error", "a diagnostic that stays is not repeated");
    assert.match(again, "'Missing'");

    project.say("1.0.0", NAME);
    const repaired = await watched.until(BUILT);
    assert.is(repaired.match(/^solved /gm)?.length, 2);
    assert.not.match(watched.crd(), "How many.");
  }),
);

watch("survives a syntax error, wrong settings, and directories that are deleted and made again", () =>
  watching(async (watched) => {
    const { project } = watched;
    const { directory } = project;
    project.say("1.0.0", "  name?: {{{");
    await watched.until("not built:");
    project.say("1.0.0", NAME);
    await watched.until(BUILT);

    const settings = readFileSync(join(directory, "apis/bundle.yaml"), "utf8");
    writeFileSync(join(directory, "apis/bundle.yaml"), "name: [\n");
    await watched.until("not built:");
    writeFileSync(join(directory, "apis/bundle.yaml"), settings);
    await watched.until(BUILT);

    rmSync(join(directory, "apis/example.dev"), { recursive: true });
    await watched.until("not built:");
    project.say("1.0.0", `${NAME}\n  /** Made again. */\n  again?: string;`);
    await watched.until(BUILT);
    assert.match(watched.crd(), "Made again.");

    renameSync(join(directory, "apis"), join(directory, "moved"));
    await watched.until("not built:");
    renameSync(join(directory, "moved"), join(directory, "apis"));
    await watched.until(BUILT);

    project.say("1.0.0", `${NAME}\n  /** The last one. */\n  last?: string;`);
    await watched.until(BUILT);
    assert.match(watched.crd(), "The last one.");
  }),
);

watch("notices another version, and output that is gone", () =>
  watching(async (watched) => {
    const { project } = watched;
    rmSync(join(project.directory, "dist"), { recursive: true });
    project.say("1.1.0", NAME);
    await watched.until(BUILT);
    assert.match(watched.crd(), "v1.1.0");
    assert.ok(existsSync(join(project.directory, "dist/bundle.json")));
  }),
);

watch("checks the CRDs as well if it is asked to", () =>
  watching(async (watched) => {
    await watched.until("checked: no errors");
    watched.project.say("1.0.0", RULE);
    await watched.until(BUILT);
    const checked = await watched.until("checked: 1 error");
    assert.match(checked, "[rule-type]");
    watched.project.say("1.0.0", NAME);
    assert.match(await watched.until("checked: no errors"), "solved the rule does not compile");
  }, "--with-check"),
);

watch.after(removeProjects);
watch.run();
