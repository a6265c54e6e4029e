/** Tests of extracting the files of a commit whose tree was crafted to write them to another place. */
import { existsSync, readdirSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inCommitDirectory } from "../../scripts/host/commit-directory.js";

const directories = suite("host/commit-directory");

directories("hold the files of a commit, and none whose path leads out or is written in another way", async () => {
  const bytes = Buffer.from("a");
  const odd = ["../out", "/out", "a/../../out", "a/../b", "a//b", "./b", "b/.", "b/", ".", "..", "", "b\0c"];
  const files = ["apis/v1/a.ts", ...odd, "package.json"].map((path) => ({ path, bytes }));
  const kept = await inCommitDirectory(files, async (directory) => {
    const names = readdirSync(directory, { recursive: true }).map(String).sort();
    return { directory, names };
  });
  assert.equal(kept.names, ["apis", "apis/v1", "apis/v1/a.ts", "package.json"]);
  assert.not.ok(existsSync(kept.directory));
});

directories.run();
