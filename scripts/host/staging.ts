/**
 * Where a writer keeps what is not in place yet: in the git directory, where no clone, tag or archive brings anything.
 * Outside of a repository it is a hidden directory beside the output, or in it if nothing can be made beside it.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { sha256 } from "../core/model/digest.js";
import { GitFailure, Repository } from "./git.js";
import { entryAt, isWritable, nearestDirectory, realPathOf } from "./paths.js";

/** A directory to stage in, and the one above it that is known to be no link. */
export interface Staging {
  readonly above: string;
  /** From there. */
  readonly path: string;
}

const NAME = "crd-bundle-output";

/** Where to stage for an output directory. `anchor` is the directory that links are resolved down to: none below it is. */
export async function stagingOf(root: string, anchor: string): Promise<Staging> {
  const realAnchor = await realPathOf(anchor);
  const realRoot = join(realAnchor, relative(anchor, root));
  const repository = await repositoryAt(await nearestDirectory(realAnchor));
  if (repository && (await isWritable(repository.gitDirectory))) {
    const key = sha256(Buffer.from(relative(repository.top, realRoot).split(sep).join("/"))).slice(0, 16);
    return { above: repository.gitDirectory, path: `${NAME}/${key}` };
  }
  const parent = dirname(realRoot);
  if (await isWritable(await nearestDirectory(parent)))
    return { above: parent, path: `.${basename(realRoot)}.${NAME}` };
  return { above: realRoot, path: `.${NAME}` };
}

/** The worktree that holds a directory, with its own git directory. */
async function repositoryAt(directory: string): Promise<{ top: string; gitDirectory: string } | undefined> {
  if (!(await hasGitAbove(directory))) return undefined; // most directories outside of a repository: git need not be asked
  const command = ["rev-parse", "--absolute-git-dir", "--show-toplevel"];
  try {
    const lines = (await new Repository(directory).run(command)).replace(/\n$/, "").split("\n");
    const [gitDirectory, top] = lines;
    if (lines.length !== 2 || gitDirectory === undefined || top === undefined) return undefined;
    return { gitDirectory: await realPathOf(gitDirectory), top: await realPathOf(top) };
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

async function hasGitAbove(directory: string): Promise<boolean> {
  const parent = dirname(directory);
  return (await entryAt(join(directory, ".git"))) !== undefined || (parent !== directory && hasGitAbove(parent));
}
