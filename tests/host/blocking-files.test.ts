/** Tests of operations that block. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BLOCKING } from "../../scripts/host/blocking-files.js";
import { inDirectory } from "../support/command-line.js";

const blockingFiles = suite("host/blocking-files");

/** The open files of this process, on Linux. */
const OPEN = "/proc/self/fd";

function numberOfOpenFiles(): number {
  return existsSync(OPEN) ? readdirSync(OPEN).length : 0;
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

blockingFiles("are written in pieces, and replaced unless they must be new", () =>
  inDirectory(async (directory) => {
    const path = join(directory, "a");
    const before = numberOfOpenFiles();
    for (const pieces of [
      ["long", "er"],
      ["ö", "", "2"],
    ]) {
      await BLOCKING.writeFile(path, pieces.map(bytes));
      assert.is(readFileSync(path, "utf8"), pieces.join(""));
    }
    const error = await BLOCKING.writeFile(path, [bytes("3")], { flag: "wx" }).catch((thrown: unknown) => thrown);
    assert.is((error as NodeJS.ErrnoException).code, "EEXIST");
    await BLOCKING.writeFile(join(directory, "b"), [bytes("4")], { flag: "wx" });
    assert.equal([readFileSync(path, "utf8"), readFileSync(join(directory, "b"), "utf8")], ["ö2", "4"]);
    const fail = function* () {
      yield bytes("5");
      throw new Error("printing failed");
    };
    assert.is(await BLOCKING.writeFile(path, fail()).catch(String), "Error: printing failed");
    assert.is(numberOfOpenFiles(), before);
  }),
);

blockingFiles("create directories, and report those that the system does not allow", () =>
  inDirectory(async (directory) => {
    const path = join(directory, "a/b/c");
    for (let count = 0; count < 2; count++) await BLOCKING.mkdir(path, { recursive: true });
    assert.ok(existsSync(path));
    await BLOCKING.writeFile(join(directory, "file"), "1");
    const impossible = { file: "EEXIST", "file/a": "ENOTDIR", "file/a/b": "ENOTDIR" };
    for (const [name, code] of Object.entries({
      ...impossible,
      ...(existsSync(OPEN) && { "/proc/none/a": "ENOENT" }),
    })) {
      const error = await BLOCKING.mkdir(resolve(directory, name), { recursive: true }).catch(
        (thrown: unknown) => thrown,
      );
      assert.is((error as NodeJS.ErrnoException).code, code, name);
    }
    const error = await BLOCKING.mkdir(path, { recursive: false }).catch((thrown: unknown) => thrown);
    assert.is((error as NodeJS.ErrnoException).code, "EEXIST");
  }),
);

blockingFiles.run();
