/**
 * Where a writer keeps what is not in place yet: in the git directory, where no clone, tag or archive brings anything.
 * Outside of a repository it is a hidden folder beside the output, or in it if nothing can be made beside it.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { sha256 } from "../core/model/digest.js";
import { GitFailure, Repository } from "./git.js";
import { entryAt, isWritable, nearestFolder, realPathOf } from "./paths.js";

/** A folder to stage in, and the one above it that is known to be no link. */
export interface Staging {
  readonly above: string;
  /** From there. */
  readonly path: string;
}

const NAME = "crd-bundle-output";

/** Where to stage for an output folder. `anchor` is the folder that links are resolved down to: none below it is. */
export async function stagingOf(root: string, anchor: string): Promise<Staging> {
  const realAnchor = await realPathOf(anchor);
  const realRoot = join(realAnchor, relative(anchor, root));
  const repository = await repositoryAt(await nearestFolder(realAnchor));
  if (repository && (await isWritable(repository.gitFolder))) {
    const key = sha256(Buffer.from(relative(repository.top, realRoot).split(sep).join("/"))).slice(0, 16);
    return { above: repository.gitFolder, path: `${NAME}/${key}` };
  }
  const parent = dirname(realRoot);
  if (await isWritable(await nearestFolder(parent))) return { above: parent, path: `.${basename(realRoot)}.${NAME}` };
  return { above: realRoot, path: `.${NAME}` };
}

/** The worktree that holds a folder, with its own git directory. */
async function repositoryAt(folder: string): Promise<{ top: string; gitFolder: string } | undefined> {
  if (!(await hasGitAbove(folder))) return undefined; // most folders outside of a repository: git need not be asked
  const command = ["rev-parse", "--absolute-git-dir", "--show-toplevel"];
  try {
    const lines = (await new Repository(folder).run(command)).replace(/\n$/, "").split("\n");
    const [gitFolder, top] = lines;
    if (lines.length !== 2 || gitFolder === undefined || top === undefined) return undefined;
    return { gitFolder: await realPathOf(gitFolder), top: await realPathOf(top) };
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

async function hasGitAbove(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  return (await entryAt(join(folder, ".git"))) !== undefined || (parent !== folder && hasGitAbove(parent));
}
