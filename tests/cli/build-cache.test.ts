/** Tests of builds with the cache, which must never change a result. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyFleet, crdBundle, edit, FLEET, inDirectory, type Run, readTree } from "../support/command-line.js";

const caching = suite("cache of builds");

/** A copy of the fleet project, with a cache next to it. */
class Project {
  readonly project: string;
  readonly #cache: string;

  private constructor(directory: string) {
    this.project = join(directory, "fleet");
    this.#cache = join(directory, "cache");
  }

  static async in(directory: string): Promise<Project> {
    await copyFleet(directory);
    return new Project(directory);
  }

  run(...args: string[]): Promise<Run> {
    const env = { CRD_BUNDLE_NO_CACHE: "", XDG_CACHE_HOME: this.#cache };
    return crdBundle(["build", "--project", this.project, ...args], { env });
  }

  async output(): Promise<Record<string, string>> {
    return readTree(join(this.project, "dist"));
  }

  async entries(): Promise<string[]> {
    const found = await readdir(this.#cache, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }
}

const SOURCE = "apis/fleet.example.org/v1/ship.ts";

async function expected(): Promise<Record<string, string>> {
  return readTree(join(FLEET, "dist"));
}

caching("gives the same bytes and words without a cache, with one, and with a damaged one", () =>
  inDirectory(async (directory) => {
    const fleet = await Project.in(directory);
    await rm(join(fleet.project, "dist"), { recursive: true });
    const first = await fleet.run();
    assert.is(first.exitCode, 0, first.stderr);
    assert.equal(await fleet.output(), await expected());
    const entries = await fleet.entries();
    assert.ok(entries.length > 0, "something is kept");
    const damages: readonly ((entry: Buffer) => Buffer | string)[] = [
      (entry) => entry,
      (entry) => entry.subarray(0, entry.length >> 1),
      (entry) => entry.fill("x", entry.length >> 1),
      () => "",
      () => "null",
    ];
    for (const damage of damages) {
      for (const entry of entries) await writeFile(entry, damage(await readFile(entry)));
      assert.equal(await fleet.run(), first);
      assert.equal(await fleet.run("--check"), { exitCode: 0, stdout: "", stderr: first.stderr });
      assert.equal(await fleet.output(), await expected());
    }
  }),
);

caching("notices every change of an input or an output", () =>
  inDirectory(async (directory) => {
    const fleet = await Project.in(directory);
    const first = await fleet.run();
    assert.is(first.exitCode, 0, first.stderr);
    const [file = ""] = Object.keys(await fleet.output()).filter((path) => path.endsWith(".yaml"));
    const output = join(fleet.project, "dist", file);
    await edit(output, "metadata:", "metadata: # by hand");
    assert.is((await fleet.run("--check")).exitCode, 1);
    await fleet.run();
    await rm(output);
    assert.is((await fleet.run("--check")).exitCode, 1);
    await fleet.run();
    await writeFile(join(fleet.project, "dist/standard/left.yaml"), await readFile(output));
    assert.is((await fleet.run("--check")).exitCode, 1);
    await fleet.run();
    assert.equal(await fleet.output(), await expected());
    assert.is((await fleet.run("--check", "--bundle-version", "9.9.9")).exitCode, 1);
    const source = join(fleet.project, SOURCE);
    const text = await readFile(source, "utf8");
    await writeFile(source, `${text}\nlet a: string = 1;\n`);
    const broken = await fleet.run();
    assert.is(broken.exitCode, 1);
    assert.equal(await fleet.run(), broken, "errors are not kept");
    await writeFile(source, text);
    assert.equal(await fleet.run(), first);
  }),
);

caching("serves two builds at once in one project", () =>
  inDirectory(async (directory) => {
    const fleet = await Project.in(directory);
    await rm(join(fleet.project, "dist"), { recursive: true });
    const [one, two] = await Promise.all([fleet.run(), fleet.run()]);
    assert.equal([one, two], [{ ...one, exitCode: 0 }, one]);
    assert.equal(await fleet.output(), await expected());
    assert.equal(await fleet.run(), one);
  }),
);

caching.run();
