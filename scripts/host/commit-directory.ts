/**
 * Writes the files of a commit to a temporary directory, exactly as the objects contain them. This is not a checkout,
 * so filters, attributes, links and hooks of a clone have no effect.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommittedFile } from "./git.js";
import { staysBelow } from "./paths.js";

/**
 * Writes files to a temporary directory, runs `use` with it, and removes it. Ignores paths that lead out of the
 * directory.
 */
export async function inCommitDirectory<Result>(
  files: readonly CommittedFile[],
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "crd-bundle-verify-")));
  try {
    // Git does not create such paths, but other programs can create a tree.
    for (const { path, bytes } of files.filter((file) => staysBelow(file.path))) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), bytes, { flag: "wx" });
    }
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
