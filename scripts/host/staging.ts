/**
 * Finds the directory in which a writer stages files. It is in the Git directory, where no clone, tag or archive can
 * place files. Outside of a repository, it is a hidden directory next to the output, or inside the output if nothing
 * can be created next to it.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { sha256 } from "../core/model/digest.js";
import { GitFailure, Repository } from "./git.js";
import { entryAt, isWritable, nearestDirectory, realPathOf } from "./paths.js";

/** A staging directory, and a directory above it that is known not to be a link. */
export interface Staging {
  readonly above: string;
  /** The path of the staging directory, relative to `above`. */
  readonly path: string;
}

const NAME = "crd-bundle-output";

/** Returns the staging directory for an output directory. Resolves links down to `anchor`, but not below it. */
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

/** Returns the worktree that contains a directory, and its Git directory. */
async function repositoryAt(directory: string): Promise<{ top: string; gitDirectory: string } | undefined> {
  if (!(await hasGitAbove(directory))) return undefined; // avoids starting git
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
