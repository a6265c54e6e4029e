/** Tests of files that are created together: all of them or none, and never in place of something else. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createFiles } from "../../scripts/host/new-files.js";
import { inDirectory, readTree } from "../support/command-line.js";

const newFiles = suite("host/new files");

const file = (path: string, content: string | Uint8Array = path) => ({ path, content });

/** Tries to create files, and returns the code of the error. */
async function codeOf(directory: string, paths: readonly string[]): Promise<string | undefined> {
  try {
    await createFiles(
      directory,
      paths.map((path) => file(path)),
    );
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

newFiles("are created with their directories, also the one that contains them all", () =>
  inDirectory(async (directory) => {
    const bytes = Uint8Array.of(0, 255, 10);
    await createFiles(join(directory, "a/b"), [file("c"), file("d/e/f"), file("d/g", bytes)]);
    assert.equal(await readTree(directory), { "a/b/c": "c", "a/b/d/e/f": "d/e/f", "a/b/d/g": "\0\u00ff\n" });
    assert.is((await stat(join(directory, "a/b/c"))).nlink, 1, "nothing that was staged is left");
  }),
);

newFiles("stay away together: a name that is taken halfway takes back all files and directories", () =>
  inDirectory(async (directory) => {
    mkdirSync(join(directory, "kept"));
    assert.is(await codeOf(directory, ["kept/new/a", "b/c/d", "b/c"]), "EEXIST");
    assert.equal(await readdir(directory, { recursive: true }), ["kept"]);
    assert.is(await codeOf(join(directory, "x/y"), ["b", "b"]), "EEXIST");
    assert.equal(await readdir(directory, { recursive: true }), ["kept"]);
  }),
);

newFiles("replace no file, and follow no link", () =>
  inDirectory(async (directory) => {
    const project = join(directory, "project");
    mkdirSync(join(directory, "elsewhere"));
    mkdirSync(join(project, "directory"), { recursive: true });
    writeFileSync(join(project, "file"), "mine");
    symlinkSync("../elsewhere", join(project, "linked"));
    symlinkSync("../elsewhere/new", join(project, "dangling"));
    const before = await readdir(directory, { recursive: true });
    for (const [path, code] of [
      ["file", "EEXIST"],
      ["file/a", "ENOTDIR"],
      ["directory", "EISDIR"],
      ["linked/a", "ELOOP"],
      ["dangling", "ELOOP"],
      ["../elsewhere/a", "EINVAL"],
    ] as const) {
      assert.is(await codeOf(project, ["other", path]), code, path);
      assert.equal(await readdir(directory, { recursive: true }), before, path);
    }
  }),
);

newFiles.run();
