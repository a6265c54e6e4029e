/** Tests of the cache of compiled code, each with a module of its own, in a process of its own. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tokensOf } from "../../scripts/language/read/tokens.js";
import { SyntaxKind } from "../../scripts/language/read/ts-morph.js";
import { crdBundle, FLEET, inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";

const codeCache = suite("code cache");

const CACHE = new URL("../../scripts/cli/code-cache.js", import.meta.url).href;

const BUNDLES = ["compiler", "crd-bundle", "library", "start", "type-checker-thread", "group-printer-thread"];

/** Returns the code of a bundle. */
function bundle(name: string): Promise<string> {
  return readFile(join(ROOT, `build/scripts/cli/${name}.cjs`), "utf8");
}

/** A module that is large enough to be cached. `value` has always the same length. */
function largeModule(value: string): string {
  return `exports.value = ${JSON.stringify(value)}; exports.here = [__filename, typeof require("node:path").join];\n${"// padding\n".repeat(10_000)}`;
}

/** Loads a module with the cache, and returns what the module printed. */
async function load(directory: string): Promise<string> {
  const script = `
    const { cacheCode } = await import(${JSON.stringify(CACHE)});
    cacheCode(${JSON.stringify(join(directory, "cache"))}, () => "test");
    const { createRequire } = await import("node:module");
    const { value, here } = createRequire(${JSON.stringify(join(directory, "x.js"))})("./large.cjs");
    process.stdout.write([value, here[1]].join());
  `;
  const { stdout } = await execa(process.execPath, ["--input-type=module", "-e", script]);
  return stdout;
}

async function entries(directory: string): Promise<string[]> {
  const found = await readdir(join(directory, "cache"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

codeCache("keeps the code of a large module, and uses it again", () =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, "large.cjs"), largeModule("one"));
    assert.is(await load(directory), "one,function");
    const [entry = "", ...others] = await entries(directory);
    assert.equal(others, []);
    const before = await stat(entry);
    assert.is(await load(directory), "one,function");
    assert.equal(await entries(directory), [entry]);
    assert.is((await stat(entry)).mtimeMs, before.mtimeMs);
  }),
);

codeCache("keeps the code of commands with other options of V8 side by side", async () => {
  const directory = join(ROOT, "build/code-cache");
  const states = async () => {
    const names = (await readdir(directory)).filter((name) => /^crd-bundle\.cjs-build-/.test(name));
    return Promise.all(names.map(async (name) => [name, (await stat(join(directory, name))).mtimeMs]));
  };
  const both = async () => {
    await crdBundle(["build", "--help"]);
    await crdBundle(["build", "--project", FLEET, "--check"]);
  };
  await both();
  const before = await states();
  await both();
  assert.equal(await states(), before);
  assert.ok(before.length >= 2, JSON.stringify(before));
});

codeCache("does not use the code of another content of the same length", () =>
  inDirectory(async (directory) => {
    for (const value of ["one", "two", "one"]) {
      await writeFile(join(directory, "large.cjs"), largeModule(value));
      assert.is(await load(directory), `${value},function`);
    }
  }),
);

codeCache("ignores damaged entries", () =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, "large.cjs"), largeModule("one"));
    await load(directory);
    for (const entry of await entries(directory)) await writeFile(entry, (await readFile(entry)).subarray(0, 100));
    assert.is(await load(directory), "one,function");
    for (const entry of await entries(directory)) {
      const code = await readFile(entry);
      await writeFile(entry, code.fill(code.subarray(-1), code.length >> 1));
    }
    assert.is(await load(directory), "one,function");
    for (const entry of await entries(directory)) await writeFile(entry, "");
    assert.is(await load(directory), "one,function");
  }),
);

codeCache("works where a file has the name of the directory", () =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, "large.cjs"), largeModule("one"));
    await writeFile(join(directory, "cache"), "");
    assert.is(await load(directory), "one,function");
  }),
);

/** Reports whether code contains `import(` outside of strings. */
function hasDynamicImport(code: string): boolean {
  let before = SyntaxKind.Unknown;
  for (const { kind } of tokensOf(code)) {
    if (before === SyntaxKind.ImportKeyword && kind === SyntaxKind.OpenParenToken) return true;
    before = kind;
  }
  return false;
}

codeCache("is not used for code with import(), which Node 20 cannot run", async () => {
  assert.match(await bundle("library"), 'require("@kubernetes/client-node")');
  for (const name of BUNDLES) assert.not(hasDynamicImport(await bundle(name)), name);
  assert.ok(hasDynamicImport('const text = "import()"; import("fs");'));
});

codeCache("is small, because of ts-morph only parts of the compiler are loaded", async () => {
  for (const name of BUNDLES) assert.not.match(await bundle(name), /ts-morph"/, name);
  assert.match(await bundle("library"), 'require("./compiler.cjs")');
});

codeCache.run();
