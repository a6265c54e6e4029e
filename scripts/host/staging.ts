/**
 * Finds the directory in which a writer stages files. It is in the Git directory, where no clone, tag or archive can
 * place files. Outside of a repository, it is a hidden directory next to the output, or inside the output if nothing
 * can be created next to it.
 */
import { userInfo } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { sha256 } from "../core/model/digest.js";
import { BLOCKING } from "./blocking-files.js";
import { readRegularFile } from "./files.js";
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

interface Worktree {
  readonly top: string;
  readonly gitDirectory: string;
}

/** Returns the worktree that contains a directory, and its Git directory. Starts git only if it is needed. */
async function repositoryAt(directory: string): Promise<Worktree | undefined> {
  const top = await topOf(directory);
  if (top === undefined) return undefined;
  return (await plainWorktree(top)) ?? askGit(directory);
}

/** Returns the nearest directory with a `.git`, or undefined if there is none. */
async function topOf(directory: string): Promise<string | undefined> {
  if ((await entryAt(join(directory, GIT))) !== undefined) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : topOf(parent);
}

/**
 * Returns a worktree whose Git directory is in it, as after `git init` and `git clone`, unless its settings could name
 * other places. Source: git's gitrepository-layout, and core.worktree in git-config.
 */
async function plainWorktree(directory: string): Promise<Worktree | undefined> {
  const gitDirectory = join(directory, GIT);
  if (!(await isOwn(directory)) || !(await isOwn(gitDirectory))) return undefined;
  if ((await entryAt(join(gitDirectory, "objects"))) !== "directory") return undefined;
  if ((await entryAt(join(gitDirectory, "HEAD"))) !== "file") return undefined;
  const settings = await readRegularFile(join(gitDirectory, "config"), MOST_SETTINGS).catch(() => undefined);
  if (settings === undefined || /worktree|include|bare\s*=\s*true/i.test(settings.toString())) return undefined;
  return { gitDirectory: await realPathOf(gitDirectory), top: await realPathOf(directory) };
}

/** Reports whether this user owns a directory. Git does not trust others. Source: safe.directory in git-config. */
async function isOwn(directory: string): Promise<boolean> {
  const { uid } = userInfo(); // -1 on Windows, where git decides
  return uid >= 0 && (await BLOCKING.stat(directory)).uid === uid;
}

const GIT = ".git";

/** In bytes: more than people have in the settings of one clone. */
const MOST_SETTINGS = 65_536;

async function askGit(directory: string): Promise<Worktree | undefined> {
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
