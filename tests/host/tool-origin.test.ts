/** Tests of where the tool was installed from, with the notes of npm as they are. */
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolVersion } from "../../scripts/host/tool.js";
import { type ToolOrigin, toolOrigin } from "../../scripts/host/tool-origin.js";
import { inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";

const origin = suite("host/tool origin");

const BYTES = "the bytes of a package";
const INTEGRITY = `sha512-${createHash("sha512").update(BYTES).digest("base64")}`;
const UNKNOWN = { from: "unknown", version: toolVersion() };

/** Returns the origin of a package for which npm noted these values. */
async function noted(directory: string, entry: object | string): Promise<ToolOrigin> {
  const modules = join(directory, "project/node_modules");
  mkdirSync(join(modules, "crd-bundle"), { recursive: true });
  const lockfile = { packages: { "node_modules/crd-bundle": entry } };
  writeFileSync(join(modules, ".package-lock.json"), typeof entry === "string" ? entry : JSON.stringify(lockfile));
  return toolOrigin(join(modules, "crd-bundle"));
}

origin("is this checkout in these tests", async () => {
  assert.equal(await toolOrigin(), { from: "checkout", package: join(ROOT, "scripts") });
});

origin("is a version of a registry, or another address that npm can install", () =>
  inDirectory(async (directory) => {
    for (const [resolved, specification] of [
      ["https://npm.example.dev/crd-bundle/-/crd-bundle-1.2.3.tgz", "1.2.3"],
      ["https://example.dev/crd-bundle-1.2.3.tgz", "https://example.dev/crd-bundle-1.2.3.tgz"],
      ["git+ssh://git@example.dev/crd-bundle.git#0123", "git+ssh://git@example.dev/crd-bundle.git#0123"],
    ]) {
      assert.equal(await noted(directory, { version: "1.2.3", resolved }), { from: "package", specification });
    }
  }),
);

origin("is a package file, if it still has the bytes that were installed", () =>
  inDirectory(async (directory) => {
    for (const [name, inNote] of [
      ["crd-bundle-1.2.3.tgz", "../crd-bundle-1.2.3.tgz"],
      ["a #1 %.tgz", "../a%20%231%20%25.tgz"],
      ["a%20b.tgz", "../a%20b.tgz"],
    ] as const) {
      writeFileSync(join(directory, name), BYTES);
      const entry = { version: "1.2.3", resolved: `file:${inNote}`, integrity: INTEGRITY };
      const expected = { from: "file", path: join(directory, name), bytes: Buffer.from(BYTES) };
      assert.equal(await noted(directory, entry), expected);
      for (const other of [
        { integrity: undefined },
        { integrity: "sha512-AA==" },
        { resolved: "file:../missing.tgz" },
      ]) {
        assert.equal(await noted(directory, { ...entry, ...other }), UNKNOWN);
      }
    }
    symlinkSync("crd-bundle-1.2.3.tgz", join(directory, "link.tgz"));
    const linked = { version: "1.2.3", resolved: "file:../link.tgz", integrity: INTEGRITY };
    assert.equal(await noted(directory, linked), UNKNOWN);
  }),
);

origin("is unknown without the note of npm, or with one that is something else", () =>
  inDirectory(async (directory) => {
    assert.equal(await toolOrigin(`${directory}/node_modules/crd-bundle`), UNKNOWN);
    for (const entry of ["{", "[]", { version: 1, resolved: "a" }, { version: "1.2.3" }, { resolved: "file:a" }]) {
      assert.equal(await noted(directory, entry), UNKNOWN);
    }
  }),
);

origin.run();
