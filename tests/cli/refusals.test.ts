/** Every command prints diagnostics in the selected format, whether it succeeds or not. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../scripts/cli/commands.js";
import { inTerminal, NAME, Project, type Result, removeProjects, temporary } from "../support/git-project.js";
import { schemaProblems } from "../support/json-schemas.js";
import { SETTINGS_TEXT } from "../support/project.js";

const refusals = suite("cli/refusals");
refusals.after(removeProjects);

/** Checks that a text is JSON that conforms to a schema in `docs/schemas/`. */
function matchesSchema(text: string, name: string, line: string): void {
  assert.equal(schemaProblems(name, JSON.parse(text)), [], `${line}: ${text}`);
}

/** Runs a command line in a directory. */
function run(directory: string, line: string): Promise<Result> {
  const [name = "", ...args] = line.split(" ");
  return inTerminal(directory, async (terminal) => {
    let exit = -1;
    const command = new Command(name).exitOverride();
    (await COMMANDS.find((entry) => entry.name === name)?.load())?.define(command, async (action) => {
      exit = await action(terminal);
    });
    await command.parseAsync(args, { from: "user" });
    return exit;
  });
}

/** The only diagnostic of each command line, and the exit code. */
type Expected = Readonly<Record<string, readonly [code: string, exit: number]>>;

async function rejects(directory: string, expected: Expected): Promise<void> {
  for (const [line, [code, exit]] of Object.entries(expected)) {
    const json = await run(directory, `${line} --format json`);
    assert.equal([json.exit, json.err], [exit, ""], `${line}: ${json.out}`);
    matchesSchema(json.out, "diagnostics", line);
    const codes = JSON.parse(json.out).diagnostics.map((diagnostic: { code: string }) => diagnostic.code);
    assert.equal(codes, [code], line);
    const github = await run(directory, `${line} --format github`);
    assert.equal([github.exit, github.err], [exit, ""], line);
    assert.match(github.out, new RegExp(`^::error (file=[^,]+,line=\\d+,.*)?title=${code}::[^\\n]+\\n$`), line);
  }
}

/** Returns a directory with a project in `widgets/` that has one release. */
async function released(): Promise<{ readonly directory: string; readonly project: Project }> {
  const directory = temporary();
  const project = new Project(NAME, join(directory, "widgets"));
  await project.release("1.0.0");
  return { directory, project };
}

refusals("report mistakes in types", async () => {
  const { directory, project } = await released();
  project.say("1.0.0", `${NAME}\n  /**\n   * A size.\n   *\n   * @nonsense\n   */\n  size?: string;`);
  const mistake = ["tag-unknown", 1] as const;
  await rejects(directory, {
    "build --project widgets": mistake,
    "build --project widgets --check": mistake,
    "diff --project widgets": mistake,
    "policy --project widgets": mistake,
    "policy --project widgets --bump major": mistake,
    "graduation --project widgets": mistake,
  });
});

refusals("report mistakes in settings", async () => {
  const { directory, project } = await released();
  project.write({ "apis/bundle.yaml": "" });
  const mistake = ["config-empty", 2] as const;
  await rejects(directory, {
    "build --project widgets": mistake,
    "diff --project widgets": mistake,
    "diff v1.0.0 v1.0.0 --project widgets": mistake,
    "policy --project widgets": mistake,
    "policy --project widgets --from v1.0.0 --to v1.0.0": mistake,
    "graduation --project widgets": mistake,
    "release minor --project widgets": mistake,
    "release --undo --project widgets": ["release-undo-unknown", 1],
  });
});

refusals("report states that do not exist", async () => {
  const { directory } = await released();
  await rejects(directory, {
    "diff v9.0.0 --project widgets": ["ref-unknown", 2],
    "diff v1.0.0 v9.0.0 --project widgets": ["ref-unknown", 2],
    "policy --from v9.0.0 --project widgets": ["ref-unknown", 2],
    "policy --to 0.9.0 --project widgets": ["version-not-next", 2],
    "release nonsense --project widgets": ["release-word", 2],
    "verify v9.0.0 --project widgets": ["release-unknown", 2],
    "explain nonsense": ["code-unknown", 2],
  });
});

refusals("report that git is missing", async () => {
  const { directory } = await released();
  const { PATH } = process.env;
  process.env.PATH = directory;
  try {
    const missing = ["git-missing", 2] as const;
    await rejects(directory, {
      "diff --project widgets": missing,
      "policy --project widgets": missing,
      "graduation --project widgets": missing,
      "release minor --project widgets": missing,
      "verify v1.0.0 --project widgets": missing,
    });
    const { exit, err } = await run(directory, "diff widgets/dist widgets/dist --project widgets");
    assert.equal([exit, err], [0, ""]);
  } finally {
    process.env.PATH = PATH;
  }
});

refusals("name the project as the user passed it", async () => {
  const directory = temporary();
  writeFileSync(join(directory, "file"), "");
  mkdirSync(join(directory, "empty"));
  const problems = { nope: "does not exist", "./nope": "does not exist", file: "is not a directory" };
  for (const [path, problem] of Object.entries(problems)) {
    for (const name of [
      "build",
      "diff",
      "diff a b",
      "policy",
      "graduation",
      "release minor",
      "release --undo",
      "verify v1.0.0",
    ]) {
      const { exit, out } = await run(directory, `${name} --project ${path} --format json`);
      const [diagnostic] = JSON.parse(out).diagnostics;
      assert.equal([exit, diagnostic.code], [2, "project-missing"], name);
      assert.is(diagnostic.message, `the project directory "${path}" ${problem}`, name);
    }
  }
  const missing = ["file-missing", 2] as const;
  await rejects(directory, { "build --project empty": missing, "graduation --project empty": missing });
});

refusals("print JSON if there is no release yet", async () => {
  const project = new Project();
  await project.commit();
  for (const name of ["diff", "policy", "graduation"]) {
    const { exit, out, err } = await run(project.directory, `${name} --format json`);
    assert.is(exit, 0, err);
    matchesSchema(out, name, name);
    assert.is(err.split("\n").length, name === "graduation" ? 1 : 2, err);
  }
  for (const name of ["diff", "policy"]) {
    assert.is(JSON.parse((await run(project.directory, `${name} --format json`)).out).from, undefined);
    assert.equal((await run(project.directory, `${name} --format github`)).out, "");
  }
  await rejects(project.directory, { "release minor": ["release-first", 2], "verify v1.0.0": ["release-unknown", 2] });
});

refusals("report the place and the cause of an invalid file", async () => {
  const { directory, project } = await released();
  const build = () => run(directory, "build --project widgets");
  project.write({ "apis/bundle.yaml": "title: a: b\n" });
  assert.match(
    (await build()).err,
    /^widgets\/apis\/bundle\.yaml:1:9 error the file is not valid YAML: bad indentation of a mapping entry/,
  );
  project.write({ "apis/bundle.yaml": SETTINGS_TEXT, "package.json": "[]\n" });
  assert.match(
    (await build()).err,
    /^widgets\/package\.json:1:1 error package\.json is not a JSON object \[json-invalid\]/,
  );
});

refusals("are text on standard error in formats for people", async () => {
  const { directory, project } = await released();
  project.write({ "apis/bundle.yaml": "" });
  for (const format of ["text", "markdown"]) {
    const { exit, out, err } = await run(directory, `policy --project widgets --format ${format}`);
    assert.equal([exit, out], [2, ""], format);
    assert.match(err, /^widgets\/apis\/bundle\.yaml:1:1 error apis\/bundle\.yaml is empty/);
  }
});

refusals.run();
