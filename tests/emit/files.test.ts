/** Every file of a bundle, byte for byte: what is committed of the fleet is what its sources become. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { readProject, readTemplates } from "../../scripts/app/project.js";
import { FLEET, readTree } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";

const files = suite("emit/files");

files("manifests, schemas, types and the index of them", async () => {
  const read = await readProject(FLEET, undefined);
  assert.ok(read.ok);
  const { bundle, sources } = read.value;
  const built = build({ sources, bundle, templates: await readTemplates(join(ROOT, "templates")) });
  assert.equal(built.diagnostics, []);
  const committed = await readTree(join(FLEET, "dist"));
  assert.equal(built.files.map(({ path }) => path).sort(), Object.keys(committed).sort());
  for (const { path, text } of built.files) {
    assert.is(text, Buffer.from(committed[path] ?? "", "latin1").toString("utf8"), path);
  }
});

files.run();
