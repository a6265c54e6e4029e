/**
 * Carries out a release. If a run is killed at any moment, the repository is either unchanged, or has the complete
 * release after the next run.
 *
 * All work happens in the directory `crd-bundle-release` of the Git directory, which is also the lock:
 *
 *   owner          the process that works
 *   tree/          a worktree of the commit to release
 *   assets/        the assets, until they are put in place
 *   journal.json   the changes to make
 *
 * Until the journal is written, nothing outside of the directory changes. Then a single transaction of git changes the
 * tag and the branch, the branch last. From then on, the release is final, and the steps that follow (the checked-out
 * files, the assets) can be repeated any number of times. The next run that finds the directory of a dead process
 * completes a final release, and removes any other.
 */
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Asset, OutputFile } from "../core/model/output.js";
import type { Remains } from "../core/model/release-outcome.js";
import type { Signed } from "../core/model/release-plan.js";
import type { Tag } from "../core/model/release-version.js";
import { syncCheckout } from "./checkout.js";
import {
  entryType,
  listFiles,
  namesIn,
  putDirectory,
  putFile,
  readBytes,
  readRegularFile,
  removeFile,
  syncToDisk,
} from "./files.js";
import { NO_HOOKS, Repository } from "./git.js";
import { type Journal, JournalUnreadable, leadsInto, readJournal, writeJournal } from "./journal.js";
import { obstaclesTo, PathBlocked } from "./paths.js";
import { putAssets, removeAssets } from "./placed-assets.js";
import { ReleaseRunning, ReleaseUnfinished } from "./release-failure.js";
import { isAlive, pidIn, type Writer, writerName } from "./writer.js";

export type { Journal } from "./journal.js";
export { ReleaseRunning, ReleaseUnfinished };

/** A request for the commit of a release and its tag. */
export interface CommitRequest extends TagObjectRequest {
  readonly message: string;
}

/** A request for the tag of a release. */
export interface TagObjectRequest {
  readonly tag: Tag;
  readonly tagMessage: string;
  /** In seconds since 1970. */
  readonly time: number;
  readonly signed: Signed;
}

const NAME = "crd-bundle-release";
const JOURNAL = "journal.json";
/**
 * The records of all releases made in this repository, in the Git directory: one file for each tag, with the content of
 * the journal.
 */
const RECORDS = "crd-bundle-releases";
/** In bytes. The name of a process is far shorter. */
const OWNER_LIMIT = 1024;
/** Syncs the objects of a release to the disk before anything refers to them. Source: git-config, core.fsync. */
const DURABLE = settings("core.fsync=committed");
/** Commits only with a configured identity. Git must not guess one from the machine. */
const UNDECORATED = [
  ...NO_HOOKS,
  ...settings("core.safecrlf=false", "i18n.commitEncoding=UTF-8", "user.useConfigOnly=true"),
  ...DURABLE,
];
/**
 * Checks out files with the line endings of the commit. Adding files uses the user's settings, as it does in the user's
 * own checkout.
 */
const AS_COMMITTED = settings("core.autocrlf=false", "core.eol=lf");
/** In milliseconds. A running git releases its lock within this time. */
const LOCK_PATIENCE = 1000;

/** An operation that a dead process had begun, and that is complete now. */
export interface Finished {
  readonly journal: Journal;
  readonly remains: Remains;
}

export class ReleaseTransaction {
  #isComplete = false;

  private constructor(
    readonly repository: Repository,
    readonly directory: string,
  ) {}

  /**
   * Enters the work directory, after cleaning up the work of dead processes. `finished` is a release that one of them
   * had made but not put in place, and that this run has completed.
   */
  static async enter(repository: Repository, self: Writer): Promise<{ work: ReleaseTransaction; finished?: Finished }> {
    const common = await repository.commonDirectory();
    const finished = await recoverAll(repository, common, self);
    const own = ownDirectory(common, self);
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "owner"), writerName(self), { flush: true });
    const directory = join(common, NAME);
    await enterAs(own, directory);
    await syncToDisk(common);
    return { work: new ReleaseTransaction(repository, directory), ...(finished && { finished }) };
  }

  /** Checks out a commit in a worktree without a branch. Returns the directory of the worktree. */
  async checkOut(commit: string): Promise<string> {
    const tree = join(this.directory, `${NAME}-tree`);
    await this.repository.run([
      ...UNDECORATED,
      ...AS_COMMITTED,
      "worktree",
      "add",
      "--quiet",
      "--force",
      "--detach",
      tree,
      commit,
    ]);
    return tree;
  }

  /**
   * Writes and removes files of a project in a worktree. Rejects links, because the commit can contain one in any
   * place.
   */
  async change(project: string, writes: readonly OutputFile[], removes: readonly string[]): Promise<void> {
    const [obstacle] = await obstaclesTo(project, [...writes.map(({ path }) => path), ...removes]);
    if (obstacle) throw new PathBlocked(obstacle);
    for (const { path, text } of writes) await putFile(join(project, path), text);
    for (const path of removes) await removeFile(join(project, path));
  }

  /** Commits all changes in a worktree, and makes the tag object, to which no ref points yet. */
  async commit(tree: string, request: CommitRequest): Promise<{ commit: string; tagObject: string }> {
    const { message, time, signed } = request;
    const inTree = new Repository(tree);
    const env = datesAt(time);
    await inTree.run([...UNDECORATED, "add", "--all", "--force"]);
    const signature = signed.commit ? "--gpg-sign" : "--no-gpg-sign";
    const commit = ["commit", "--quiet", "--no-verify", "--cleanup=verbatim", "--file=-", signature];
    await inTree.run([...UNDECORATED, ...commit], { input: message, env });
    const hash = (await inTree.run(["rev-parse", "HEAD"])).trim();
    return { commit: hash, tagObject: await this.tagObject(hash, request) };
  }

  /** Returns the paths, from the root of the repository, that differ between a worktree and a commit. */
  async differencesFrom(commit: string, tree: string): Promise<string[]> {
    const inTree = new Repository(tree);
    await inTree.run([...UNDECORATED, "add", "--all", "--force"]);
    const here = (await inTree.run([...NO_HOOKS, "write-tree"])).trim();
    const listed = await inTree.run(["diff-tree", "-r", "-z", "--name-only", "--no-renames", here, `${commit}^{tree}`]);
    return listed.split("\0").filter((path) => path !== "");
  }

  /** Creates a branch, which must not exist yet. */
  async createBranch(name: string, commit: string): Promise<void> {
    await this.repository.run([...NO_HOOKS, "update-ref", "-m", "release", `refs/heads/${name}`, commit, ""]);
  }

  /**
   * Makes a tag object to which no ref points yet. `git tag` can sign, but always creates a ref, so it runs in a
   * separate empty repository that writes its objects to this one.
   */
  async tagObject(commit: string, { tag, tagMessage: message, time, signed }: TagObjectRequest): Promise<string> {
    const env = datesAt(time);
    const common = await this.repository.commonDirectory();
    const beside = join(this.directory, "tag.git");
    const format = await this.repository.objectFormat();
    await this.repository.run(["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, beside]);
    const options = [`--git-dir=${beside}`, "-c", `include.path=${join(common, "config")}`, ...UNDECORATED];
    const kind = signed.tag ? ["--sign"] : ["--annotate", "--no-sign"];
    const inBeside = { ...env, GIT_OBJECT_DIRECTORY: join(common, "objects") };
    const command = ["tag", ...kind, "--cleanup=verbatim", "--file=-", tag, commit];
    await this.repository.run([...options, "-c", "core.bare=true", ...command], { input: message, env: inBeside });
    const made = await this.repository.run([`--git-dir=${beside}`, "rev-parse", `refs/tags/${tag}`], { env: inBeside });
    return made.trim();
  }

  /** Writes assets to the work directory, until the release is final. */
  async stageAssets(assets: readonly Asset[]): Promise<void> {
    await putDirectory(join(this.directory, "assets"), assets);
  }

  /**
   * Creates the tag and moves the branch in a single transaction. The release is final as soon as this changes a ref,
   * and does not exist before that.
   */
  async complete(journal: Journal): Promise<void> {
    const { tag, tagObject, commit, branch } = journal;
    const update = branch ? `update refs/heads/${branch.name} ${commit} ${branch.from}\n` : "";
    await this.#change(journal, `create refs/tags/${tag} ${tagObject}\n${update}`);
  }

  /**
   * Undoes a release, or changes nothing. In a transaction, git would move the branch before it deletes the tag. The
   * branch therefore moves after the transaction, as it does after an interruption.
   */
  async undo(journal: Journal): Promise<Remains> {
    const { tag, tagObject, commit, branch } = journal;
    const verify = branch ? `verify refs/heads/${branch.name} ${commit}\n` : "";
    return this.#change(journal, `${verify}delete refs/tags/${tag} ${tagObject}\n`);
  }

  /** Writes the journal and changes the refs, which makes its changes final. Then carries out the remaining steps. */
  async #change(journal: Journal, changes: string): Promise<Remains> {
    const { tag } = journal;
    await writeJournal(join(this.directory, JOURNAL), journal);
    const transaction = `start\n${changes}prepare\ncommit\n`;
    const command = [...NO_HOOKS, ...DURABLE, "update-ref", "-m", `release ${tag}`, "--stdin"];
    await this.repository.run(command, { input: transaction });
    const remains = await finish(this.repository, this.directory, journal).catch((error) => {
      throw new ReleaseUnfinished(tag, error, journal.undo ? "taken back" : "released");
    });
    this.#isComplete = true;
    return remains;
  }

  /**
   * Removes the work directory, unless it contains a final release that could not be put in place. The next run
   * completes such a release.
   */
  async leave(): Promise<void> {
    if (!this.#isComplete && (await heldRelease(this.repository, this.directory))) return;
    await clear(await this.repository.commonDirectory(), this.directory);
  }
}

/** Returns the dates of a release, which are all the same time in UTC. */
function datesAt(time: number): Record<string, string> {
  const when = `${time} +0000`;
  return { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
}

function settings(...all: readonly string[]): string[] {
  return all.flatMap((setting) => ["-c", setting]);
}

/** Takes the lock with a rename, unless another process has it. A directory cannot replace one that is not empty. */
async function enterAs(own: string, directory: string): Promise<void> {
  try {
    await rename(own, directory);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!/^(ENOTEMPTY|EEXIST|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new ReleaseRunning(pidIn(await ownerOf(directory)) ?? 0, directory);
  }
}

/** Returns the process that owns a directory, or an empty string if a power failure left the file empty. */
async function ownerOf(directory: string): Promise<string> {
  return (await readRegularFile(join(directory, "owner"), OWNER_LIMIT))?.toString("utf8").trim() ?? "";
}

/** Returns the directory that a process has before it has the lock. */
function ownDirectory(common: string, self: Writer): string {
  return join(common, `${NAME}.${writerName(self)}`);
}

/**
 * Cleans up the work of dead processes, and returns the release that one of them had made. Throws if a process is still
 * running.
 */
async function recoverAll(repository: Repository, common: string, self: Writer): Promise<Finished | undefined> {
  const own = ownDirectory(common, self);
  let finished: Finished | undefined;
  for (const directory of await workDirectories(common)) {
    await checkIsLeft(directory, self);
    if (directory !== own) await rename(directory, own); // if two processes clean up, only one succeeds
    finished = (await recover(repository, common, own)) ?? finished;
  }
  return finished;
}

/** Returns the work directories of all processes, running or dead. */
async function workDirectories(common: string): Promise<string[]> {
  const names = (await readdir(common)).filter((name) => /^crd-bundle-release(\.\d+(-[\w.]+)?)?$/.test(name));
  return names.sort().map((name) => join(common, name));
}

/** Throws if the process that owns a work directory is another one that is still running. */
async function checkIsLeft(directory: string, self: Writer): Promise<void> {
  const name = basename(directory);
  const owner = name === NAME ? await ownerOf(directory) : name.slice(NAME.length + 1);
  const pid = pidIn(owner) ?? 0;
  if (pid !== self.pid && isAlive(owner, self)) throw new ReleaseRunning(pid, directory);
}

/** Returns the journal of an interrupted release that the next run will complete. Changes nothing. */
export async function interruptedRelease(repository: Repository, self: Writer): Promise<Journal | undefined> {
  for (const directory of await workDirectories(await repository.commonDirectory())) {
    const journal = await heldRelease(repository, directory);
    if (!journal) continue;
    await checkIsLeft(directory, self);
    return journal;
  }
  return undefined;
}

/** Completes a final release, and removes everything else. */
async function recover(repository: Repository, common: string, directory: string): Promise<Finished | undefined> {
  const begun = await journalIn(repository, directory);
  if (begun) await clearLocks(repository, common, begun);
  const journal = await heldRelease(repository, directory);
  const finished = journal && { journal, remains: await finish(repository, directory, journal) };
  await clear(common, directory);
  return finished;
}

/** Returns the journal in a directory. Throws if its assets do not belong to a worktree of this repository. */
async function journalIn(repository: Repository, directory: string): Promise<Journal | undefined> {
  const path = join(directory, JOURNAL);
  const journal = await readJournal(path);
  const hasAssets = (await listFiles(join(directory, "assets"))).length > 0;
  if (!journal || (!hasAssets && !journal.undo)) return journal;
  const checkouts = [await repository.topDirectory(), ...(await repository.worktrees())]; // a submodule is not listed
  if (await leadsInto(checkouts, journal)) return journal;
  throw new JournalUnreadable(path, `${journal.assets} is not a directory of assets in this repository`);
}

/**
 * Returns the journal in a directory, if its changes are final: the tag is that of the journal or, if the release is
 * undone, does not exist.
 */
async function heldRelease(repository: Repository, directory: string): Promise<Journal | undefined> {
  const journal = await journalIn(repository, directory);
  const tag = journal && (await repository.refOf(`refs/tags/${journal.tag}`));
  if (journal?.undo) return tag === undefined ? journal : undefined;
  return tag !== undefined && tag === journal?.tagObject ? journal : undefined;
}

/** Completes a final release, or the undoing of one. Every step may have been done before. */
async function finish(repository: Repository, directory: string, journal: Journal): Promise<Remains> {
  const { commit, branch, tag, assets, undo } = journal;
  if (!undo) await keepRecord(repository, journal);
  if (branch) {
    const [from, to] = undo ? [commit, branch.from] : [branch.from, commit];
    const ref = `refs/heads/${branch.name}`;
    const move = [...NO_HOOKS, "update-ref", "-m", `${undo ? "take back" : "release"} ${tag}`, ref, to, from];
    if ((await repository.refOf(ref)) === from) await repository.run(move);
    const checkout = await checkoutOf(branch.name, repository);
    if (checkout && (await repository.refOf(ref)) === to) await syncCheckout(checkout.directory, from, to);
  }
  const branches = branch ? await branchesWith(commit, repository) : [];
  if (!undo) {
    await placeAssets(join(directory, "assets"), assets);
    return { assets: [], branches };
  }
  const remains = { assets: await removeAssets(assets), branches };
  await rm(await recordPath(repository, tag), { force: true });
  return remains;
}

async function branchesWith(commit: string, repository: Repository): Promise<string[]> {
  const refs = await repository.refsWith(commit, "refs/heads");
  return [...refs.keys()].map((ref) => ref.replace(/^refs\/heads\//, ""));
}

async function recordPath(repository: Repository, tag: Tag): Promise<string> {
  return join(await repository.commonDirectory(), RECORDS, `${tag}.json`);
}

/**
 * Keeps a record of the changes of a release. Undoing reads only this record, because users can make commits and tags
 * that look the same.
 */
async function keepRecord(repository: Repository, journal: Journal): Promise<void> {
  const path = await recordPath(repository, journal.tag);
  await mkdir(dirname(path), { recursive: true });
  await writeJournal(path, journal);
}

/** Returns the record of a release that was made in this repository, or undefined for any other tag. */
export async function recordOf(repository: Repository, tag: Tag): Promise<Journal | undefined> {
  try {
    const record = await readJournal(await recordPath(repository, tag));
    return record?.tag === tag && record.undo === undefined ? record : undefined;
  } catch (error) {
    if (error instanceof JournalUnreadable) return undefined;
    throw error;
  }
}

/**
 * Returns the worktree in which a branch is checked out. A release may be completed by a run in a different worktree
 * from the one in which it was made.
 */
async function checkoutOf(branch: string, repository: Repository): Promise<Repository | undefined> {
  const directory = await repository.checkoutOf(branch);
  return directory !== undefined && (await entryType(directory)) === "directory"
    ? new Repository(directory)
    : undefined;
}

/**
 * Writes assets to their place. The repository may be on another file system, from which a rename is not possible, so
 * the files are copied.
 */
async function placeAssets(staged: string, target: string): Promise<void> {
  const names = await listFiles(staged);
  if (names.length === 0) return;
  const read = async (name: string) => ({ name, bytes: (await readBytes(join(staged, name))) ?? Buffer.alloc(0) });
  await putAssets(target, await Promise.all(names.map(read)));
  await rm(staged, { recursive: true, force: true });
}

/**
 * Removes a work directory and its worktree. The journal is removed last, because the next run reports the release as
 * long as the journal exists.
 */
async function clear(common: string, directory: string): Promise<void> {
  for (const name of await namesIn(directory)) {
    if (name !== JOURNAL) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 3 });
  }
  const worktrees = join(common, "worktrees");
  for (const name of await namesIn(worktrees)) {
    if (name.startsWith(`${NAME}-tree`)) await rm(join(worktrees, name), { recursive: true, force: true });
  }
  await rm(directory, { recursive: true, force: true });
}

/** Removes locks that a killed git left. Waits first, so a running git can release its own. */
async function clearLocks(repository: Repository, common: string, { tag, branch }: Journal): Promise<void> {
  const git = await ((branch && (await checkoutOf(branch.name, repository))) ?? repository).gitDirectory();
  const refs = [`refs/tags/${tag}`, ...(branch ? [`refs/heads/${branch.name}`] : []), "packed-refs"];
  const locks = [...refs.map((ref) => join(common, `${ref}.lock`)), join(git, "HEAD.lock"), join(git, "index.lock")];
  const held = [];
  for (const lock of locks) if ((await entryType(lock)) !== undefined) held.push(lock);
  if (held.length > 0) await sleep(LOCK_PATIENCE);
  for (const lock of held) await rm(lock, { force: true });
}
