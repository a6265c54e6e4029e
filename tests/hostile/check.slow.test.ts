/** Tests of `crd-bundle check` with hostile files: it ends with a verdict or an error, in little memory. */
import { symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crdBundle, inDirectory } from "../support/command-line.js";
import { crdWith, FAST_FILES, FIELD, LARGE_FILES } from "./crd-files.js";

const hostile = suite("hostile/check");

/** In MiB. */
const MEMORY = 2048;

for (const { name, content, exit, output } of [...FAST_FILES, ...LARGE_FILES]) {
  hostile(name, () =>
    inDirectory(async (directory) => {
      const bytes = content();
      const file = join(directory, "crd.yaml");
      await writeFile(file, bytes);
      for (const options of [{ crds: file }, { crds: "-", input: bytes }]) {
        const node = [`--max-old-space-size=${MEMORY}`];
        const run = await crdBundle(["check", "--crds", options.crds], { node, input: options.input });
        assert.match(run.stdout + run.stderr, output, options.crds);
        assert.is(run.exitCode, exit, options.crds);
      }
    }),
  );
}

hostile("links, pipes and devices in a directory are reported and not read", () =>
  inDirectory(async (directory) => {
    await execa("mkfifo", [join(directory, "pipe.yaml")]);
    symlinkSync("/dev/zero", join(directory, "zero.yaml"));
    symlinkSync("missing.yaml", join(directory, "missing-link.yaml"));
    await writeFile(join(directory, "crd.yaml"), crdWith(FIELD));
    const { exitCode, stderr } = await crdBundle(["check", "--crds", directory]);
    assert.is(exitCode, 2);
    assert.match(stderr, /pipe\.yaml is a named pipe/);
    assert.match(stderr, /Skipped a symbolic link that leads out of the directory: [^ ]+\/zero\.yaml\./);
    assert.match(stderr, /missing-link\.yaml points to a file that does not exist/);
  }),
);

hostile.run();
