/**
 * The files of a commit in a directory of their own. They are written as the objects have them, and not checked out: no
 * filter, attribute, link or hook of a clone takes part.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommittedFile } from "./git.js";
import { staysBelow } from "./paths.js";

/** Gives the files to `use`, and removes them afterwards. Paths that would lead out of the directory are left out. */
export async function inCommitDirectory<Result>(
  files: readonly CommittedFile[],
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "crd-bundle-verify-")));
  try {
    // Git itself makes no other paths, but a tree can be made without it.
    for (const { path, bytes } of files.filter((file) => staysBelow(file.path))) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), bytes, { flag: "wx" });
    }
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
