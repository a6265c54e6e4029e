/**
 * Checks the properties that every file of a bundle must have, including future ones, and the files of the fleet byte
 * for byte.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { isOurs } from "../../scripts/app/output.js";
import { readProject } from "../../scripts/app/project.js";
import { readTemplates } from "../../scripts/app/templates.js";
import { readIndexClaims } from "../../scripts/core/bundle-index.js";
import { BUNDLE_INDEX, COMMON_FILES, isOfChannel } from "../../scripts/core/bundle-layout.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { bundleProblems } from "../../scripts/release/bundle/bundle-problems.js";
import { FLEET, readTree } from "../support/command-line.js";
import { TEMPLATES } from "../support/git-project.js";

const files = suite("emit/files");

const read = await readProject(FLEET);
if (!read.ok) throw new Error("fleet has no settings");
const { bundle, sources } = read.value;
const FILES = build({ sources, bundle, templates: await readTemplates(TEMPLATES) }).files;
const PATHS = FILES.map(({ path }) => path);

files("all are as they are committed", async () => {
  const committed = await readTree(join(FLEET, "dist"));
  assert.equal([...PATHS].sort(), Object.keys(committed).sort());
  for (const { path, text } of FILES) {
    assert.is(text, Buffer.from(committed[path] ?? "", "latin1").toString("utf8"), path);
  }
});

files("each begins with the mark by which the next build knows it as its own", () => {
  assert.ok(FILES.length > 20);
  const foreign = FILES.filter(({ path, text }) => !isOurs(path, text));
  assert.equal(foreign, []);
});

files("each has a place of its own, of one channel or of none", () => {
  assert.is(new Set(PATHS).size, PATHS.length);
  const owners = (path: string) => CHANNELS.filter((channel) => isOfChannel(path, channel)).length;
  const misplaced = PATHS.filter((path) => owners(path) !== (COMMON_FILES.includes(path) ? 0 : 1));
  assert.equal(misplaced, []);
});

files("each is in bundle.json, once", () => {
  const index = FILES.find(({ path }) => path === BUNDLE_INDEX);
  const listed = readIndexClaims(index?.text ?? "")?.files.map(({ path }) => path) ?? [];
  assert.equal(listed.sort(), PATHS.filter((path) => path !== BUNDLE_INDEX).sort());
});

files("together they are a bundle that may be released", () => {
  assert.equal(bundleProblems(FILES, { ...bundle, channels: CHANNELS }), []);
});

files.run();
