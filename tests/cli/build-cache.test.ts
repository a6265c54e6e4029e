/** Tests of builds with the cache, which must never change a result. */
import { readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
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

  withoutCache(...args: string[]): Promise<Run> {
    return crdBundle(["build", "--project", this.project, ...args]);
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
    const source = join(fleet.project, SOURCE);
    await writeFile(source, `${await readFile(source, "utf8")}\ntype Asked = keyof { compiler: string };\n`);
    await rm(join(fleet.project, "dist"), { recursive: true });
    const first = await fleet.run();
    assert.is(first.exitCode, 0, first.stderr);
    assert.equal(await fleet.output(), await expected());
    const entries = await fleet.entries();
    assert.is(entries.length, 3, "the build, what it read, and that the compiler found no errors");
    const damages: readonly ((entry: Buffer) => Buffer | string)[] = [
      (entry) => entry,
      (entry) => entry.subarray(0, entry.length >> 1),
      (entry) => entry.fill("x", entry.length >> 1),
      () => "",
      () => "null",
      (entry) => entry.subarray(0, 8),
    ];
    for (const damage of damages) {
      for (const entry of entries) await writeFile(entry, damage(await readFile(entry)));
      assert.equal(await fleet.run(), first);
      assert.equal(await fleet.run("--check"), { exitCode: 0, stdout: "", stderr: first.stderr });
      assert.equal(await fleet.output(), await expected());
    }
  }),
);

/** Each input of a build, with a change of it that changes the output. */
const INPUT_CHANGES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  "package.json": ['"version": "', '"version": "9'],
  "apis/bundle.yaml": ["title: ", "title: Other "],
  "apis/conversions.yaml": ["from: Petrol, to: Motor", "from: Kerosene, to: Motor"],
  [SOURCE]: ["export interface", "/** Another. */\nexport interface Other {}\n\nexport interface"],
};

caching("notices every change of an output", () =>
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
    await writeFile(join(directory, "elsewhere"), "");
    await rm(output);
    await symlink(join(directory, "elsewhere"), output);
    const linked = await fleet.run("--check");
    assert.is(linked.exitCode, 2);
    assert.match(linked.stderr, "[output-link]");
  }),
);

caching("reads every input again, and keeps no errors", () =>
  inDirectory(async (directory) => {
    const fleet = await Project.in(directory);
    const first = await fleet.run();
    assert.is(first.exitCode, 0, first.stderr);
    assert.is((await fleet.run("--check", "--bundle-version", "9.9.9")).exitCode, 1);
    for (const [path, [from, to]] of Object.entries(INPUT_CHANGES)) {
      const file = join(fleet.project, path);
      const text = await readFile(file, "utf8");
      await edit(file, from, to);
      const warm = await fleet.run("--out", join(directory, "warm"));
      const cold = await fleet.withoutCache("--out", join(directory, "cold"));
      assert.equal(warm, cold, path);
      assert.equal(await readTree(join(directory, "warm")), await readTree(join(directory, "cold")), path);
      await writeFile(file, text);
    }
    const source = join(fleet.project, SOURCE);
    const text = await readFile(source, "utf8");
    await writeFile(source, `${text}\nlet a: string = 1;\n`);
    const broken = await fleet.run();
    assert.is(broken.exitCode, 1);
    assert.equal(await fleet.run(), broken);
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
