/**
 * Checks that a release is the same with another version of Node, in another directory and with other system settings.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inDirectory, type RunOptions } from "../support/command-line.js";
import { Maintainer, succeeded } from "../support/maintainer.js";
import { nodeBinaries } from "./versions.js";

const releases = suite("a release elsewhere");

const ENVIRONMENTS = [
  { TZ: "UTC", LC_ALL: "C", LANG: "C" },
  { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
  { TZ: "America/St_Johns", LC_ALL: "de_DE.UTF-8", LANG: "de_DE.UTF-8" },
  { TZ: "Asia/Kathmandu", LC_ALL: "sv_SE.UTF-8", LANG: "sv_SE.UTF-8" },
];

async function releaseIn(directory: string, world: RunOptions): Promise<Maintainer> {
  const maintainer = await Maintainer.in(directory, world);
  await maintainer.note("### Added\n\n- The whole API.");
  await maintainer.commit();
  await maintainer.release("v1.6.1", "1.6.1");
  return maintainer;
}

releases("has the same commit, tag and sums, and each verifies the other's", () =>
  inDirectory(async (directory) => {
    const binaries = [process.execPath, ...(await nodeBinaries())];
    const made: Maintainer[] = [];
    for (const [index, binary] of binaries.entries()) {
      const world = { binary, env: ENVIRONMENTS[index % ENVIRONMENTS.length] ?? {} };
      made.push(await releaseIn(join(directory, `clone ${index}`, "of it".repeat(index)), world));
    }
    const facts = made.map(async (maintainer) => ({
      commit: await maintainer.git("rev-parse", "HEAD"),
      tag: await maintainer.git("rev-parse", "v1.6.1"),
      sums: await readFile(join(maintainer.directory, "release/1.6.1/SHA256SUMS"), "utf8"),
    }));
    const [first, ...others] = await Promise.all(facts);
    for (const other of others) assert.equal(other, first);
    for (const [index, maintainer] of made.entries()) {
      const other = made[(index + 1) % made.length] as Maintainer;
      succeeded(await maintainer.on("2031-01-01").run("verify", join(other.directory, "release/1.6.1")));
    }
  }),
);

releases.run();
