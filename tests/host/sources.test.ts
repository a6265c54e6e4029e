/**
 * Tests of reading a hostile checkout: only regular text files inside the project are read, and anything else causes a
 * diagnostic.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import * as nodeFs from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import { diffCommand } from "../../scripts/cli/diff.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import type { ReadOperations } from "../../scripts/host/blocking-files.js";
import { readInput, readSources } from "../../scripts/host/sources.js";
import { BIN } from "../support/command-line.js";
import { inTerminal, NAME, Project, removeProjects, temporary } from "../support/git-project.js";
import { widget } from "../support/project.js";

const reading = suite("sources");

reading.after(removeProjects);

const SOURCE = "apis/example.dev/v1/widget.ts";

const build = (directory: string) =>
  inTerminal(directory, (terminal) => buildCommand({ project: ".", format: "text" }, terminal));
const diff = (directory: string, from: string) =>
  inTerminal(directory, (terminal) => diffCommand(from, undefined, { project: ".", format: "text" }, terminal));

/** Checks that the build of a project fails with one sentence that has the given beginning. */
async function complains(project: Project, start: string, exit: number): Promise<string> {
  const run = await build(project.directory);
  assert.ok(run.err.startsWith(start), run.err);
  assert.match(run.err, /\n1 error\./);
  assert.is(run.exit, exit);
  return run.err;
}

function makePipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
}

/** Returns a file outside of all projects, with content that must not appear in any output. */
function secret(name: string): string {
  const file = join(temporary(), name);
  writeFileSync(file, "TOKEN = hunter2\n");
  return file;
}

for (const path of ["apis/example.dev/v1/pipe.ts", "apis/bundle.yaml", "package.json", "apis/waivers.yaml"]) {
  reading(`does not wait for a pipe that is ${path}`, async () => {
    const project = new Project();
    rmSync(join(project.directory, path), { force: true });
    makePipe(join(project.directory, path));
    const said = `error ${path} is a named pipe, not a regular file [input-kind]`;
    if (path !== "apis/waivers.yaml") await complains(project, said, 2);
    else assert.match((await diff(project.directory, ".")).err, said);
  });

  reading(`quotes nothing of a link out of the project that is ${path}`, async () => {
    const project = new Project();
    rmSync(join(project.directory, path), { force: true });
    symlinkSync(secret(path.slice(path.lastIndexOf("/") + 1)), join(project.directory, path));
    const said = `error invalid link: ${path} points outside the project [input-link]`;
    const err =
      path === "apis/waivers.yaml" ? (await diff(project.directory, ".")).err : await complains(project, said, 2);
    assert.ok(err.includes(said), err);
    assert.not.match(err, /TOKEN|hunter2/);
  });
}

reading("does not read a link to a device, to another sort of file, into .git, to nothing or in a circle", async () => {
  const project = new Project();
  const link = (to: string, name: string) => symlinkSync(to, join(project.directory, "apis", name));
  project.write({ ".env": "TOKEN=hunter2\n", ".git/hook.ts": "TOKEN=hunter2\n" });
  link("/dev/zero", "zero.ts");
  link("../.env", "env.ts");
  link("../.git/hook.ts", "hook.ts");
  link("nothing.ts", "gone.ts");
  link("circle.ts", "circle.ts");
  const { exit, err } = await build(project.directory);
  assert.is(exit, 2);
  assert.not.match(err, "hunter2");
  for (const said of [
    "invalid link: apis/zero.ts points outside the project",
    "invalid link: apis/env.ts points into .git or to another file type",
    "invalid link: apis/hook.ts points into .git or to another file type",
    "invalid link: apis/gone.ts points to a file that does not exist",
    "apis/circle.ts cannot be read: ELOOP: too many symbolic links encountered",
  ]) {
    assert.ok(err.includes(`error ${said} [input-`), `${said}\n${err}`);
  }
});

reading("reads a link to a source of the project", async () => {
  const project = new Project();
  const text = widget(NAME).text;
  rmSync(join(project.directory, SOURCE));
  project.write({ "shared/widget.ts": text });
  symlinkSync("../../../shared/widget.ts", join(project.directory, SOURCE));
  assert.equal((await build(project.directory)).exit, 0);
});

reading("says of a linked directory that it is not read", async () => {
  const project = new Project();
  symlinkSync("example.dev", join(project.directory, "apis/other.dev"), "junction");
  await complains(project, "error invalid link: apis/other.dev points to a directory [input-link]", 2);
});

for (const name of ["gadget.mts", "gadget.cts", "gadget.tsx", "gadget.TS"]) {
  reading(`does not pass over ${name}`, async () => {
    const project = new Project();
    project.write({ [`apis/example.dev/v1/${name}`]: "export interface Gadget {}\n" });
    await complains(
      project,
      `error apis/example.dev/v1/${name} is a TypeScript file, but crd-bundle reads only files whose names end in .ts [input-extension]`,
      2,
    );
  });
}

reading("passes over declarations and whatever is no TypeScript", async () => {
  const project = new Project();
  project.write({ "apis/a.d.ts": "?", "apis/a.d.mts": "?", "apis/README.md": "\0", "apis/a.js": "?", "apis/ts": "?" });
  assert.is((await build(project.directory)).exit, 0);
});

reading("reads a pipe that the user names, as a shell makes them", async () => {
  const project = new Project();
  await project.build();
  const path = join(project.directory, "pipe");
  makePipe(path);
  const crd = join(project.directory, "dist/standard/example.dev_widgets.yaml");
  const writing = execa("sh", ["-c", `cat "${crd}" > "${path}"`]);
  const { exit, err } = await diff(project.directory, "pipe");
  assert.equal(
    [exit, err],
    [0, "Only one state has the experimental channel (working tree), so this channel is not compared.\n"],
  );
  await writing;
});

reading("compares no pipe, link or Latin-1 below a directory that the user names", async () => {
  const project = new Project();
  const old = join(project.directory, "old");
  makePipe(join(old, "standard/pipe.yaml"));
  symlinkSync(secret("secret.yaml"), join(old, "standard/secret.yaml"));
  writeFileSync(join(old, "standard/latin.yaml"), Buffer.from("a: \xe4\n", "latin1"));
  const { exit, err } = await diff(project.directory, "old");
  assert.is(exit, 2);
  assert.match(err, "standard/pipe.yaml is a named pipe, not a regular file");
  assert.match(err, "standard/secret.yaml points outside the directory");
  assert.match(err, "standard/latin.yaml: it is not encoded in UTF-8");
  assert.not.match(err, "hunter2");
});

reading("reads no more than fits", async () => {
  const project = new Project();
  const path = "apis/example.dev/v1/huge.ts";
  project.write({ [path]: "" });
  truncateSync(join(project.directory, path), 16 * 2 ** 20 + 1);
  await complains(project, `error ${path} is larger than 16 MiB [input-too-large]`, 2);
  rmSync(join(project.directory, path));
  const zeros = await diff(project.directory, "/dev/zero");
  assert.match(zeros.err, "error /dev/zero is larger than 64 MiB [input-too-large]");
  const piped = await execa("sh", ["-c", `"${process.execPath}" "${BIN}" diff - < /dev/zero`], {
    cwd: project.directory,
    reject: false,
  });
  assert.equal(
    [piped.exitCode, piped.stderr.split("\n")[0]],
    [2, "error standard input is larger than 64 MiB [input-too-large]"],
  );
});

/**
 * Returns read operations that fail for some paths, as if the user did not have the permission. For root, this does not
 * happen on a real disk.
 */
function forbidding(part: string): ReadOperations {
  const denied = (path: unknown) => {
    if (!String(path).includes(part)) return;
    throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: "EACCES" });
  };
  return {
    ...nodeFs,
    open: async (path, flags) => {
      denied(path);
      return nodeFs.open(path, flags);
    },
    readdir: (async (path: string, options: { withFileTypes: true }) => {
      denied(path);
      return nodeFs.readdir(path, options);
    }) as typeof nodeFs.readdir,
  };
}

reading("says which files and directories may not be read", async () => {
  const project = new Project();
  const codes = async (part: string) => {
    const { diagnostics } = await readSources(project.directory, "apis", forbidding(part));
    return diagnostics.map(({ code, args }) => [code, args.path, args.problem]);
  };
  assert.equal(await codes("widget.ts"), [["input-unreadable", SOURCE, "EACCES: permission denied"]]);
  assert.equal(await codes("example.dev"), [["input-unreadable", "apis/example.dev", "EACCES: permission denied"]]);
});

for (const [encoding, bytes] of [
  ["Latin-1", Buffer.from("/** Grün */\n", "latin1")],
  ["UTF-16", Buffer.from("\ufeff/** a */\n", "utf16le")],
] as const) {
  reading(`takes ${encoding} for no UTF-8, and names the place`, async () => {
    const project = new Project();
    const place = encoding === "Latin-1" ? "3:7" : "3:1";
    writeFileSync(join(project.directory, SOURCE), Buffer.concat([Buffer.from("// ä\n\n"), bytes]));
    await complains(project, `${SOURCE}:${place} error the file is not encoded in UTF-8 [input-encoding]`, 1);
  });
}

reading("reads UTF-8 whatever it holds, with a byte order mark too", async () => {
  const project = new Project();
  const text = `\ufeff${widget("  /** Grün, 日本, 👍, \ufffd, שלום. */\r\n\tname?: string;").text}`;
  project.write({ [SOURCE]: text });
  assert.is((await readInput(project.directory, SOURCE)).files[0]?.text, text.slice(1));
  assert.equal((await build(project.directory)).err, "");
});

for (const [character, name] of [
  ["\0", "U+0000"],
  ["\x1b", "U+001B"],
  ["\x7f", "U+007F"],
  ["\x9b", "U+009B"],
  ["\r", "U+000D"],
  ["\u2028", "U+2028"],
  ["\u202e", "U+202E"],
]) {
  reading(`takes no ${name}, wherever it is`, async () => {
    const project = new Project();
    project.write({ [SOURCE]: widget(`  /** A ${character} name. */\n  name?: string;`).text });
    const said = `the file contains the control character ${name} [input-control-character]`;
    await complains(project, `${SOURCE}:13:9 error ${said}`, 1);
    project.say("1.0.0", NAME);
    project.write({ "apis/waivers.yaml": `# ${character}.\n` });
    const run = await inTerminal(project.directory, (terminal) =>
      policyCommand({ project: ".", profile: "channels", format: "text" }, terminal),
    );
    assert.match(run.err, `apis/waivers.yaml:1:3 error ${said}`);
  });
}

reading("names all that cannot be read in one run", async () => {
  const project = new Project();
  project.write({ "package.json": "\x1b", "apis/bundle.yaml": "\0\0\0\x1b", "apis/a.mts": "" });
  const { err } = await build(project.directory);
  assert.match(err, "\n4 errors.");
});

reading("reads thousands of files in a deep tree", async () => {
  const project = new Project();
  const deep = `apis/${"a/".repeat(200)}`;
  project.write(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${deep}${index}.ts`, ""])));
  const { files, diagnostics } = await readSources(project.directory, "apis");
  assert.equal([files.length, diagnostics.length], [3002, 0]);
});

reading.run();
