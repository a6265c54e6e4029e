/** Tests of the directory of the assets, which users also use: the files that a release adds, removes and keeps. */
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../scripts/core/model/digest.js";
import { PathBlocked } from "../../scripts/host/paths.js";
import { putAssets, removeAssets } from "../../scripts/host/placed-assets.js";
import { removeProjects, temporary } from "../support/git-project.js";

const placed = suite("host/placed-assets");
placed.after(removeProjects);

const bytes = (text: string) => Buffer.from(text);
const ASSETS = [
  { name: "a.yaml", bytes: bytes("a\n") },
  { name: "SHA256SUMS", bytes: bytes(`${sha256("a\n")}  a.yaml\n`) },
];

/** Returns the directory for the assets of a release, and the directory that contains it. */
function place(): { around: string; directory: string } {
  const around = join(temporary(), "release");
  return { around, directory: join(around, "1.0.0") };
}

placed("are put where nothing is, ignored by git, and removed again with all that was made for them", async () => {
  const { around, directory } = place();
  await putAssets(directory, ASSETS);
  assert.equal(readdirSync(directory).sort(), [".gitignore", "SHA256SUMS", "a.yaml"]);
  assert.is(readFileSync(join(directory, ".gitignore"), "utf8"), "*\n");
  assert.equal(await removeAssets(directory), []);
  assert.not.ok(existsSync(around));
});

placed("are put beside what is there, unless something else has their place", async () => {
  const { directory } = place();
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "mine"), "");
  writeFileSync(join(directory, "a.yaml"), "b\n");
  const error = await putAssets(directory, ASSETS).catch((thrown: unknown) => thrown);
  assert.equal((error as PathBlocked).obstacle, { path: join(directory, "a.yaml"), is: "other" });
  assert.equal(readdirSync(directory).sort(), ["a.yaml", "mine"], "nothing is begun");
  writeFileSync(join(directory, "a.yaml"), "a\n");
  await putAssets(directory, ASSETS);
  assert.equal(readdirSync(directory).sort(), [".gitignore", "SHA256SUMS", "a.yaml", "mine"]);
  assert.equal(await removeAssets(directory), [join(directory, "mine")]);
});

placed("are put onto no file and through no link, which are named", async () => {
  const { around, directory } = place();
  const outside = temporary();
  mkdirSync(around, { recursive: true });
  for (const [make, is] of [
    [() => writeFileSync(directory, ""), "file"],
    [() => symlinkSync(outside, join(around, "1.1.0")), "link"],
  ] as const) {
    make();
    const target = is === "file" ? directory : join(around, "1.1.0");
    const error = await putAssets(target, ASSETS).catch((thrown: unknown) => thrown);
    assert.instance(error, PathBlocked);
    assert.equal((error as PathBlocked).obstacle, { path: target, is });
    assert.equal(await removeAssets(target), [target]);
    assert.ok(existsSync(target), "it stays");
  }
  assert.equal(readdirSync(outside), []);
});

placed("are neither put in the place of a socket nor taken for one", async () => {
  if (process.platform === "win32") return;
  const { directory } = place();
  await putAssets(directory, ASSETS);
  rmSync(join(directory, "a.yaml"));
  const server = createServer().listen(join(directory, "a.yaml"));
  await once(server, "listening");
  try {
    const error = await putAssets(directory, ASSETS).catch((thrown: unknown) => thrown);
    assert.instance(error, PathBlocked);
    assert.equal((error as PathBlocked).obstacle, { path: join(directory, "a.yaml"), is: "other" });
    assert.ok((await removeAssets(directory)).includes(join(directory, "a.yaml")), "it stays");
  } finally {
    server.close();
  }
});

placed("stay where somebody changed them, and so do sums that say more than those of a release", async () => {
  const { directory } = place();
  await putAssets(directory, ASSETS);
  writeFileSync(join(directory, "a.yaml"), "b\n");
  assert.equal(await removeAssets(directory), [join(directory, "a.yaml")]);
  writeFileSync(join(directory, "SHA256SUMS"), `${sha256("c")}  a.yaml\nmine\n`);
  assert.equal(
    await removeAssets(directory),
    ["SHA256SUMS", "a.yaml"].map((name) => join(directory, name)),
  );
  writeFileSync(join(directory, "SHA256SUMS"), "");
  assert.equal(
    await removeAssets(directory),
    ["SHA256SUMS", "a.yaml"].map((name) => join(directory, name)),
  );
});

placed.run();
