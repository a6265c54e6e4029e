/** Tests of compiling the sources on demand while other processes do the same. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";

const compile = suite("compile");

const PROCESSES = 8;
const TSCONFIG = { compilerOptions: { module: "nodenext", target: "es2023", rootDir: ".", types: [] } };

/** The modules that are bundled. */
const BUNDLED = [
  "cli/main",
  "cli/start",
  "cli/type-checker-thread",
  "cli/group-printer-thread",
  "editor/plugin",
  "app/index",
  "app/editing/edited-project",
  "app/conversion/index",
  "app/validation/index",
].map((m) => `scripts/${m}.ts`);

/** Compiles the files in a directory and loads them, in processes that start at the same time. */
async function compileAndLoad(root: string): Promise<string[]> {
  const script = `
    const { ensureCompiled } = await import(${JSON.stringify(join(ROOT, "scripts/cli/compile.js"))});
    await ensureCompiled(${JSON.stringify(root)});
    process.stdout.write((await import(${JSON.stringify(join(root, "build/scripts/a.js"))})).a);
  `;
  const runs = Array.from({ length: PROCESSES }, () => execa(process.execPath, ["--input-type=module", "-e", script]));
  return (await Promise.all(runs)).map(({ stdout }) => stdout);
}

compile("several processes may do it at once: each runs what its sources say, and nothing is left over", () =>
  inDirectory(async (root) => {
    for (const path of BUNDLED) {
      await mkdir(join(root, path, ".."), { recursive: true });
      await writeFile(join(root, path), "export {};\n");
    }
    await writeFile(join(root, "tsconfig.json"), JSON.stringify(TSCONFIG));
    await writeFile(join(root, "package.json"), '{"type":"module"}');
    for (const word of ["first", "second", "third"]) {
      await writeFile(join(root, "scripts/a.ts"), `export const a: string = "${word}";\n`);
      assert.equal(await compileAndLoad(root), Array(PROCESSES).fill(word));
      assert.equal(await readdir(root), ["build", "package.json", "scripts", "tsconfig.json"]);
    }
  }),
);

compile.run();
