/**
 * Carries out a release so that a run that dies at any moment leaves the repository as it was or as it shall be.
 *
 * All work happens in the directory `crd-bundle-release` of the repository itself, which is also the lock:
 *
 *   owner          the process that works
 *   tree/          a worktree of the commit that is released
 *   assets/        what the release hands out, until it is put in place
 *   journal.json   what is about to hold
 *
 * Up to the journal nothing outside is touched. Then tag and branch change in one transaction of git's, the branch last.
 * From here on the release holds, and what follows (the files that are checked out, the assets) can be done again and
 * again. The next run that finds the directory of a dead process finishes a release that holds and clears away any other.
 */
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
import { isAlive, pidIn, type Writer, writerName } from "./writer.js";

export type { Journal } from "./journal.js";

/** The commit of a release and how it is signed. */
export interface CommitRequest extends TagObjectRequest {
  readonly message: string;
}

/** The tag of a release. */
export interface TagObjectRequest {
  readonly tag: Tag;
  readonly tagMessage: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly signed: Signed;
}

const NAME = "crd-bundle-release";
const JOURNAL = "journal.json";
/** In the repository itself: what was released from here, one file for each tag, as the journal had it. */
const RECORDS = "crd-bundle-releases";
/** In bytes; the name of a process is far shorter. */
const OWNER_LIMIT = 1024;
/** What a release makes is on the disk before anything says so. Source: git-config, core.fsync. */
const DURABLE = settings("core.fsync=committed");
/** Who commits is what git was told, never what it guesses from the machine. */
const UNDECORATED = [
  ...NO_HOOKS,
  ...settings("core.safecrlf=false", "i18n.commitEncoding=UTF-8", "user.useConfigOnly=true"),
  ...DURABLE,
];
/** Line ends are those of the commit. What is added goes through the user's settings, as it came here through them. */
const AS_COMMITTED = settings("core.autocrlf=false", "core.eol=lf");
/** A lock that a living git holds is gone after this, in milliseconds. */
const LOCK_PATIENCE = 1000;

/** Another process is at work; `directory` is where. */
export class ReleaseRunning extends Error {
  constructor(
    readonly pid: number,
    readonly directory: string,
  ) {
    super(`a release is running as process ${pid}`);
  }
}

/** A release holds, or is taken back, and `cause` kept the rest from following. */
export class ReleaseUnfinished extends Error {
  constructor(
    readonly tag: Tag,
    override readonly cause: Error,
    readonly done: "released" | "taken back" = "released",
  ) {
    super(`${tag} is not in place: ${cause.message}`);
  }
}

/** What a dead process had begun, and is complete now. */
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
   * Enters the work directory, after clearing up what dead processes left. `finished` is the release that one of them had
   * made and not put in place everywhere, which is done now.
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

  /** A worktree of a commit, without a branch; the directory it is in. */
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

  /** Writes and removes files of a project in a worktree, whose commit may hold a link in any place. */
  async change(project: string, writes: readonly OutputFile[], removes: readonly string[]): Promise<void> {
    const [obstacle] = await obstaclesTo(project, [...writes.map(({ path }) => path), ...removes]);
    if (obstacle) throw new PathBlocked(obstacle);
    for (const { path, text } of writes) await putFile(join(project, path), text);
    for (const path of removes) await removeFile(join(project, path));
  }

  /** Commits all that changed in a worktree, and makes the tag object, which no ref names yet. */
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

  /** The paths, from the root of the repository, in which a worktree and a commit differ. */
  async differencesFrom(commit: string, tree: string): Promise<string[]> {
    const inTree = new Repository(tree);
    await inTree.run([...UNDECORATED, "add", "--all", "--force"]);
    const here = (await inTree.run([...NO_HOOKS, "write-tree"])).trim();
    const listed = await inTree.run(["diff-tree", "-r", "-z", "--name-only", "--no-renames", here, `${commit}^{tree}`]);
    return listed.split("\0").filter((path) => path !== "");
  }

  /** Makes a branch that must not be there yet. */
  async createBranch(name: string, commit: string): Promise<void> {
    await this.repository.run([...NO_HOOKS, "update-ref", "-m", "release", `refs/heads/${name}`, commit, ""]);
  }

  /**
   * Makes a tag object, which no ref names yet. `git tag` always makes a ref, and knows how to sign; so it makes one in
   * an empty repository beside, which puts its objects into this one.
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

  /** Puts assets where they wait for the release to hold. */
  async stageAssets(assets: readonly Asset[]): Promise<void> {
    await putDirectory(join(this.directory, "assets"), assets);
  }

  /** The release holds when this begins to change refs, or it does not hold at all. */
  async complete(journal: Journal): Promise<void> {
    const { tag, tagObject, commit, branch } = journal;
    const update = branch ? `update refs/heads/${branch.name} ${commit} ${branch.from}\n` : "";
    await this.#change(journal, `create refs/tags/${tag} ${tagObject}\n${update}`);
  }

  /**
   * Takes a release back, or changes nothing. In a transaction git would move the branch before it deletes the tag; so
   * the branch follows, as it does after an interruption.
   */
  async undo(journal: Journal): Promise<Remains> {
    const { tag, tagObject, commit, branch } = journal;
    const verify = branch ? `verify refs/heads/${branch.name} ${commit}\n` : "";
    return this.#change(journal, `${verify}delete refs/tags/${tag} ${tagObject}\n`);
  }

  /** What a journal tells of holds when git has made these changes of refs; then the rest follows. */
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

  /** Leaves nothing behind, but for a release that holds and could not be put in place: the next run does it. */
  async leave(): Promise<void> {
    if (!this.#isComplete && (await heldRelease(this.repository, this.directory))) return;
    await clear(await this.repository.commonDirectory(), this.directory);
  }
}

/** A release is made at one time, in UTC. */
function datesAt(time: number): Record<string, string> {
  const when = `${time} +0000`;
  return { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
}

function settings(...all: readonly string[]): string[] {
  return all.flatMap((setting) => ["-c", setting]);
}

/** Takes the place of the lock, unless somebody else has it: a directory is not renamed onto one that is not empty. */
async function enterAs(own: string, directory: string): Promise<void> {
  try {
    await rename(own, directory);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!/^(ENOTEMPTY|EEXIST|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new ReleaseRunning(pidIn(await ownerOf(directory)) ?? 0, directory);
  }
}

/** The process that a directory belongs to. What a power cut left empty names none. */
async function ownerOf(directory: string): Promise<string> {
  return (await readRegularFile(join(directory, "owner"), OWNER_LIMIT))?.toString("utf8").trim() ?? "";
}

/** The directory that a process has before it has the lock. */
function ownDirectory(common: string, self: Writer): string {
  return join(common, `${NAME}.${writerName(self)}`);
}

/** Clears up after dead processes; what one of them had released is given back. A living one is left in peace. */
async function recoverAll(repository: Repository, common: string, self: Writer): Promise<Finished | undefined> {
  const names = (await readdir(common)).filter((name) => /^crd-bundle-release(\.\d+(-[\w.]+)?)?$/.test(name));
  const own = ownDirectory(common, self);
  let finished: Finished | undefined;
  for (const name of names.sort()) {
    const directory = join(common, name);
    const owner = name === NAME ? await ownerOf(directory) : name.slice(NAME.length + 1);
    const pid = pidIn(owner) ?? 0;
    if (pid !== self.pid && isAlive(owner, self)) throw new ReleaseRunning(pid, directory);
    if (directory !== own) await rename(directory, own); // of two that want to clear up, one alone can do this
    finished = (await recover(repository, common, own)) ?? finished;
  }
  return finished;
}

/** Finishes what holds, and clears the rest away. */
async function recover(repository: Repository, common: string, directory: string): Promise<Finished | undefined> {
  const begun = await journalIn(repository, directory);
  if (begun) await clearLocks(repository, common, begun);
  const journal = await heldRelease(repository, directory);
  const finished = journal && { journal, remains: await finish(repository, directory, journal) };
  await clear(common, directory);
  return finished;
}

/** What was about to hold. Assets are put and removed nowhere but in a worktree of this repository. */
async function journalIn(repository: Repository, directory: string): Promise<Journal | undefined> {
  const path = join(directory, JOURNAL);
  const journal = await readJournal(path);
  const hasAssets = (await listFiles(join(directory, "assets"))).length > 0;
  if (!journal || (!hasAssets && !journal.undo)) return journal;
  const checkouts = [await repository.topDirectory(), ...(await repository.worktrees())]; // a submodule is not listed
  if (await leadsInto(checkouts, journal)) return journal;
  throw new JournalUnreadable(path, `${journal.assets} is not a directory for assets of this repository`);
}

/** The release that a directory tells of, if it holds: its tag is there. One that is taken back holds once its tag is gone. */
async function heldRelease(repository: Repository, directory: string): Promise<Journal | undefined> {
  const journal = await journalIn(repository, directory);
  const tag = journal && (await repository.refOf(`refs/tags/${journal.tag}`));
  if (journal?.undo) return tag === undefined ? journal : undefined;
  return tag !== undefined && tag === journal?.tagObject ? journal : undefined;
}

/** Everything here may have been done before. */
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

/** A release can be taken back by what it changed, and by nothing that a person could have made in the same way. */
async function keepRecord(repository: Repository, journal: Journal): Promise<void> {
  const path = await recordPath(repository, journal.tag);
  await mkdir(dirname(path), { recursive: true });
  await writeJournal(path, journal);
}

/** What a release changed that was made from this repository; undefined for every other tag. */
export async function recordOf(repository: Repository, tag: Tag): Promise<Journal | undefined> {
  try {
    const record = await readJournal(await recordPath(repository, tag));
    return record?.tag === tag && record.undo === undefined ? record : undefined;
  } catch (error) {
    if (error instanceof JournalUnreadable) return undefined;
    throw error;
  }
}

/** Where the branch is checked out: who puts a release in place may stand in another worktree than who made it. */
async function checkoutOf(branch: string, repository: Repository): Promise<Repository | undefined> {
  const directory = await repository.checkoutOf(branch);
  return directory !== undefined && (await entryType(directory)) === "directory"
    ? new Repository(directory)
    : undefined;
}

/** The repository may lie on another disk, where no rename leads from: the files are read and written. */
async function placeAssets(staged: string, target: string): Promise<void> {
  const names = await listFiles(staged);
  if (names.length === 0) return;
  const read = async (name: string) => ({ name, bytes: (await readBytes(join(staged, name))) ?? Buffer.alloc(0) });
  await putAssets(target, await Promise.all(names.map(read)));
  await rm(staged, { recursive: true, force: true });
}

/** The journal goes last but for the directory: as long as it is there, the next run says what was released. */
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

/** Locks that a killed git left. One that a living git holds goes by itself. */
async function clearLocks(repository: Repository, common: string, { tag, branch }: Journal): Promise<void> {
  const git = await ((branch && (await checkoutOf(branch.name, repository))) ?? repository).gitDirectory();
  const refs = [`refs/tags/${tag}`, ...(branch ? [`refs/heads/${branch.name}`] : []), "packed-refs"];
  const locks = [...refs.map((ref) => join(common, `${ref}.lock`)), join(git, "HEAD.lock"), join(git, "index.lock")];
  const held = [];
  for (const lock of locks) if ((await entryType(lock)) !== undefined) held.push(lock);
  if (held.length > 0) await sleep(LOCK_PATIENCE);
  for (const lock of held) await rm(lock, { force: true });
}
