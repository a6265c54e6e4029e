/** Reads and writes the repository of a project with the git program. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { execa, execaSync } from "execa";
import { GitFailure, GitMissing } from "./git-failure.js";
import { ATTRIBUTES, entriesBelow, type ReadObject, type TreeEntry, type TreeObject, UnsoundTree } from "./git-tree.js";

/** A file of a commit. Its path is relative to the directory of the `Repository`. */
export interface CommittedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** An entry of any type in the tree of a commit. Source: gitformat-index(5) and git-ls-tree(1). */
export interface CommittedEntry {
  readonly path: string;
  /** `100644` is a regular file, `100755` an executable one, `120000` a symbolic link, `160000` a submodule. */
  readonly mode: string;
  readonly hash: string;
  /** The size in bytes; 0 if the entry is not a blob. */
  readonly size: number;
}

/** The mode of a regular file that is not executable. */
export const REGULAR_FILE = "100644";
export const SUBMODULE = "160000";

/** An object of the repository. Its bytes are empty if it is larger than `OBJECT_LIMIT`. */
export interface GitObject {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Buffer;
}

/** The value of an attribute for a path: `set`, `unset`, `unspecified` or a string. Source: git-check-attr(1). */
export interface GivenAttribute {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** A Git tag, and the object to which its ref points: a commit or a tag object. */
export interface TagRef {
  readonly name: string;
  readonly hash: string;
}

/** A commit that changed a file, and its parents. */
export interface CommitChange {
  readonly hash: string;
  readonly parents: readonly string[];
}

/** A commit and its time, in seconds since 1970. */
export interface DatedCommit {
  readonly hash: string;
  /** Unset if the commit has no valid date. */
  readonly time?: number;
}

/** Far larger than any file of a bundle. A larger object would only fill the memory. */
export const OBJECT_LIMIT = 64 * 1024 * 1024;
/** The limit for all files of one release, which are read together. */
export const BATCH_LIMIT = 8 * OBJECT_LIMIT;
/** The largest size and number of trees to keep in memory while reading commits. */
const KEPT_SIZE = 4096;
const KEPT_COUNT = 2000;
/** The end of the year 9999, in seconds since 1970, because a commit may claim any time. */
const LAST_SECOND = 253_402_300_799;

export { GitFailure };

/**
 * Options for every command. In a checkout, git would treat a directory with `HEAD`, `objects/` and `refs/` as a bare
 * repository, and run the programs that its `config` names. Source: git-config, safe.bareRepository (git 2.38) and
 * core.fsmonitor.
 */
const SAFE = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"];

/** Options that disable the hooks of the project, for commands that users do not run by hand. */
export const NO_HOOKS = ["-c", "core.hooksPath=/dev/null"];

/**
 * Options that ignore the user's own attributes file and match patterns in any case, as on file systems that ignore
 * case. The result is therefore the same on every machine.
 */
const ONLY_GIVEN = ["-c", "core.attributesFile=/dev/null", "-c", "core.ignoreCase=true"];

export interface GitOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The upstream of a branch, and the number of its commits that are missing here. */
export interface Upstream {
  readonly name: string;
  readonly missing: number;
}

/**
 * Reading must not lock the index, because a killed run would leave the lock behind. Git must not prompt on a terminal.
 * Variables that a hook passes on would make git use a different repository.
 */
const ENV = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1", // the content of a commit must not depend on the machine
  LC_ALL: "C",
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
};

export class Repository {
  #isChecked = false;
  #found: Promise<Outcome> | undefined;

  constructor(readonly directory: string) {}

  /** Reports whether the directory is in a git repository. */
  async exists(): Promise<boolean> {
    return (await this.#facts()).exitCode === 0;
  }

  /** Reports whether the history is truncated, as in a CI checkout with depth 1. */
  async isShallow(): Promise<boolean> {
    return (await this.#known()).startsWith("true\n");
  }

  /** Returns the commit to which a tag, branch or hash refers, or undefined. */
  async commitOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]))?.trim();
  }

  /**
   * Returns the object to which a ref points directly, a commit or a tag object, or undefined if there is no such ref.
   */
  async refOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", ref]))?.trim();
  }

  /** Returns all Git tags, in no particular order. */
  async tags(): Promise<string[]> {
    return linesOf(await this.run(["tag", "--no-column", "--list"]));
  }

  /**
   * Returns the checked-out branch, or undefined if HEAD is detached. Does not use git's short name, which is
   * `heads/main` if there is a tag `main`.
   */
  async branch(): Promise<string | undefined> {
    return (await this.#git(["symbolic-ref", "--quiet", "HEAD"]))?.trim().replace(/^refs\/heads\//, "");
  }

  /** Returns the directory in which a branch is checked out: this one, or another worktree. */
  async checkoutOf(branch: string): Promise<string | undefined> {
    if ((await this.branch()) === branch) return this.directory;
    const worktrees = (await this.run(["worktree", "list", "--porcelain"])).split("\n\n").map(linesOf);
    const own = worktrees.find((lines) => lines.includes(`branch refs/heads/${branch}`));
    return own?.[0]?.replace(/^worktree /, "");
  }

  /**
   * Returns the paths, from the root of the repository, that differ from the last commit or are not in it, except
   * ignored ones.
   */
  async uncommitted(): Promise<string[]> {
    const status = await this.run(["status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames"]);
    return status
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => line.slice(3));
  }

  /** Returns the paths that git would not add, because it ignores them and does not track them yet. */
  async ignored(paths: readonly string[]): Promise<string[]> {
    const input = paths.map((path) => `${path}\0`).join("");
    const { exitCode, stdout, stderr, shortMessage } = await this.#execute(["check-ignore", "-z", "--stdin"], {
      input,
    });
    if (exitCode === 1) return []; // it ignores none
    if (exitCode !== 0) throw failureOf("check-ignore", stderr, shortMessage);
    return stdout.split("\0").filter((path) => path !== "");
  }

  /** Returns the upstream of the checked-out branch, as of the last fetch. */
  async upstream(): Promise<Upstream | undefined> {
    const name = (await this.#git(["rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"]))?.trim();
    if (name === undefined) return undefined;
    return { name, missing: Number(await this.#git(["rev-list", "--count", "HEAD..@{upstream}"])) };
  }

  /**
   * Returns the remote to which a branch is pushed: the configured one, otherwise `origin`, otherwise the first one.
   * Returns undefined if there are no remotes.
   */
  async remoteOf(branch: string): Promise<string | undefined> {
    const configured = (await this.#git(["config", `branch.${branch}.remote`]))?.trim();
    const remotes = linesOf(await this.#git(["remote"]));
    return [configured, "origin"].find((name) => name !== undefined && remotes.includes(name)) ?? remotes[0];
  }

  /** Returns the hashes of refs on a remote, by ref. Fails if the remote cannot be reached. */
  async remoteRefs(remote: string, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const listed = linesOf(await this.run(["ls-remote", remote, ...refs]));
    return new Map(listed.map((line) => line.split("\t") as [string, string]).map(([hash, ref]) => [ref, hash]));
  }

  /** Reports whether a commit is in the history of another one, or is the same commit. */
  async isAncestor(commit: string, of: string): Promise<boolean> {
    return (await this.#git(["merge-base", "--is-ancestor", commit, of])) !== undefined;
  }

  /** Returns the Git directory that all worktrees of the repository share. */
  async commonDirectory(): Promise<string> {
    return resolve(this.directory, (await this.run(["rev-parse", "--git-common-dir"])).trim());
  }

  /** Returns the top directory of the worktree. */
  async topDirectory(): Promise<string> {
    return (await this.run(["rev-parse", "--show-toplevel"])).replace(/\n$/, "");
  }

  /** Returns the Git directory of this worktree, which contains its index and HEAD. */
  async gitDirectory(): Promise<string> {
    return resolve(this.directory, (await this.run(["rev-parse", "--git-dir"])).trim());
  }

  /** Returns the path from the root of the repository to this directory: empty, or for example `widgets/`. */
  async prefix(): Promise<string> {
    const known = await this.#known();
    return known.slice(known.indexOf("\n") + 1).replace(/\n$/, "");
  }

  /** Returns the time of a commit, in seconds since 1970. */
  async timeOf(commit: string): Promise<number> {
    const [found] = await this.commits([commit]);
    if (found?.time === undefined) throw new GitFailure("cat-file", `the commit ${commit} has no valid date`);
    return found.time;
  }

  /**
   * Returns the files of a commit at or below the given paths, which are relative to the directory of this repository.
   */
  async filesOf(commit: string, ...below: readonly string[]): Promise<CommittedFile[]> {
    const entries = (await this.entriesOf(commit, ...below)).filter(({ mode }) => mode !== SUBMODULE);
    const large = entries.find(({ size }) => size > OBJECT_LIMIT);
    if (large) throw new UnsoundTree(large.path, `is too large to read: ${large.size} bytes`);
    if (entries.reduce((sum, { size }) => sum + size, 0) > BATCH_LIMIT)
      throw new UnsoundTree(below.join(", "), `has more than ${BATCH_LIMIT / 2 ** 20} MiB`);
    const hashes = [...new Set(entries.map(({ hash }) => hash))];
    const blobs = await this.#blobs(hashes);
    const bytes = new Map(hashes.map((hash, at) => [hash, blobs[at]]));
    return entries.map(({ path, hash }) => ({ path, bytes: bytes.get(hash) ?? Buffer.alloc(0) }));
  }

  /** Returns the bytes of a blob. */
  async blob(hash: string): Promise<Buffer> {
    return (await this.#blobs([hash]))[0] ?? Buffer.alloc(0);
  }

  async #blobs(hashes: readonly string[]): Promise<Buffer[]> {
    const blobs: Buffer[] = [];
    for await (const blob of this.objects(hashes)) blobs.push(wholeBlob(blob));
    return blobs;
  }

  /** Returns all entries of a commit at or below the given paths: files, links and submodules. */
  async entriesOf(commit: string, ...below: readonly string[]): Promise<CommittedEntry[]> {
    const [entries = []] = await this.entriesOfAll([commit], below);
    return this.#withSizes(entries);
  }

  /**
   * Returns all entries of a commit at or below a path from the root of the repository, with their paths from there. An
   * empty path is the root.
   */
  async entriesFromRoot(commit: string, path: string): Promise<CommittedEntry[]> {
    const [entries = []] = await this.#rootedEntries([commit], [path]);
    return this.#withSizes(entries);
  }

  /** Returns the entries of several commits, without sizes, with one process. */
  async entriesOfAll(commits: readonly string[], below: readonly string[]): Promise<TreeEntry[][]> {
    if (commits.length === 0) return [];
    const prefix = await this.prefix();
    const paths = below.map((path) => posix.join(prefix, path));
    const found = await this.#rootedEntries(commits, paths);
    return found.map((entries) => entries.map((entry) => ({ ...entry, path: posix.relative(prefix, entry.path) })));
  }

  async #rootedEntries(commits: readonly string[], paths: readonly string[]): Promise<TreeEntry[][]> {
    return this.#reading(async (read) => {
      const found: TreeEntry[][] = [];
      for (const commit of commits) {
        const root = await read(`${commit}^{tree}`);
        if (!root) throw new GitFailure("cat-file", `${commit} has no tree`);
        found.push(await entriesBelow(root.hash, paths, read));
      }
      return found;
    });
  }

  async #withSizes(entries: readonly TreeEntry[]): Promise<CommittedEntry[]> {
    const sizes = await this.#sizesOf(entries);
    return entries.map((entry) => ({ ...entry, size: sizes.get(entry.hash) ?? 0 }));
  }

  /**
   * Returns the attributes that a commit gives to paths, from its `.gitattributes` in the root and in each directory on
   * the way. Git itself reads them, in a separate empty repository, so the checkout and the attributes and settings of
   * this clone have no effect. A link is read too, because a checkout interprets its target path as attributes.
   */
  async attributesOf(commit: string, paths: readonly string[], names: readonly string[]): Promise<GivenAttribute[]> {
    const prefix = await this.prefix();
    const rooted = paths.map((path) => posix.join(prefix, path));
    const files = attributeFilesOf(rooted).map((path) => posix.relative(prefix, path));
    const entries = (await this.entriesOf(commit, ...files)).filter(({ mode }) => mode !== SUBMODULE);
    if (entries.length === 0) return [];
    const directory = await mkdtemp(join(tmpdir(), "crd-bundle-attributes-"));
    try {
      const format = `--object-format=${await this.objectFormat()}`;
      await this.run(["init", "--quiet", "--bare", "--template=", format, directory]);
      const objects = join(await this.commonDirectory(), "objects");
      const env = { GIT_DIR: directory, GIT_OBJECT_DIRECTORY: objects, GIT_ATTR_NOSYSTEM: "1" };
      const lines = entries.map(({ mode, hash, path }) => `${mode} ${hash} 0\t${posix.join(prefix, path)}\0`);
      await this.run(["update-index", "-z", "--index-info"], { input: lines.join(""), env });
      const input = rooted.map((path) => `${path}\0`).join("");
      const told = await this.run([...ONLY_GIVEN, "check-attr", "--cached", "-z", "--stdin", ...names], { input, env });
      const fields = told.split("\0");
      const all = Array.from({ length: Math.floor(fields.length / 3) }, (_, at) => fields.slice(3 * at, 3 * at + 3));
      return all.map(([path = "", name = "", value = ""]) => ({ path: posix.relative(prefix, path), name, value }));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** Returns the sizes of the blobs of entries, by hash. */
  async #sizesOf(entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, number>> {
    const blobs = new Map(entries.filter(({ mode }) => mode !== SUBMODULE).map((entry) => [entry.hash, entry.path]));
    if (blobs.size === 0) return new Map();
    const input = [...blobs.keys()].map((hash) => `${hash}\n`).join("");
    const lines = linesOf(await this.run(["cat-file", "--batch-check"], { input }));
    const sizes = new Map<string, number>();
    for (const [at, [hash, path]] of [...blobs].entries()) {
      const [, found, type, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(lines[at] ?? "") ?? [];
      if (found !== hash) throw new UnsoundTree(path, "is missing from the repository");
      if (type !== "blob") throw new UnsoundTree(path, `is a ${type} in the place of a file`);
      sizes.set(hash, Number(size));
    }
    return sizes;
  }

  /**
   * Runs one git process that answers all questions. Keeps small answers, because releases share most of their
   * directories.
   */
  async #reading<Result>(use: (read: ReadObject) => Promise<Result>): Promise<Result> {
    const options = { ...this.#settings({}), stdin: "pipe", encoding: "buffer" } as const;
    const git = execa("git", [...SAFE, "cat-file", "--batch"], { ...options, buffer: { stdout: false } });
    const stream = new ObjectStream(git.stdout);
    const known = new Map<string, TreeObject>();
    git.stdin.on("error", () => {}); // the error is reported below, when git exits
    try {
      return await use(async (name) => {
        const kept = known.get(name);
        if (kept) return kept;
        git.stdin.write(`${name}\n`);
        const object = await stream.next();
        if (object && object.size < KEPT_SIZE && known.size < KEPT_COUNT) known.set(name, object);
        return object;
      });
    } catch (error) {
      throw error instanceof Truncated ? endOf(await git, error) : error;
    } finally {
      git.kill();
      await git;
    }
  }

  /**
   * Yields the object for each name, with one process for any number of names. Yields undefined if there is no such
   * object. Names must not contain line breaks.
   */
  async *objects(names: readonly string[]): AsyncGenerator<GitObject | undefined> {
    if (names.length === 0) return;
    const options = { ...this.#options({ input: `${names.join("\n")}\n` }), encoding: "buffer" } as const;
    const git = execa("git", [...SAFE, "cat-file", "--batch"], { ...options, buffer: { stdout: false } });
    const stream = new ObjectStream(git.stdout);
    try {
      for (const _ of names) yield await stream.next();
    } catch (error) {
      throw error instanceof Truncated ? endOf(await git, error) : error;
    } finally {
      git.kill();
      await git;
    }
  }

  /** Returns the tags in the history of a commit, sorted by name, each with the object to which its ref points. */
  async tagsIn(commit: string): Promise<TagRef[]> {
    return this.tagRefs(`--merged=${commit}`).catch(async (error) => {
      if ((await this.refOf(commit)) === undefined) return []; // a branch without a commit yet
      throw error;
    });
  }

  /**
   * Returns all tags, sorted by name, each with the object to which its ref points. The conditions are options of git
   * that select tags.
   */
  async tagRefs(...conditions: readonly string[]): Promise<TagRef[]> {
    const format = "--format=%(objectname) %(refname)";
    const listed = linesOf(await this.run(["for-each-ref", ...conditions, format, "refs/tags"]));
    return listed.flatMap((line) => {
      const [, hash, name] = /^([0-9a-f]+) refs\/tags\/(.+)$/.exec(line) ?? [];
      return hash === undefined || name === undefined ? [] : [{ name, hash }];
    });
  }

  /** Returns the bytes of blobs synchronously, for use in the middle of a comparison. */
  blobsNow(hashes: readonly string[]): Buffer[] {
    if (hashes.length === 0) return [];
    const options = { ...this.#options({ input: `${hashes.join("\n")}\n` }), encoding: "buffer" } as const;
    const git = execaSync("git", [...SAFE, "cat-file", "--batch"], { ...options, maxBuffer: BATCH_LIMIT });
    const bytes = Buffer.from(git.stdout);
    if (git.exitCode !== 0) throw failureOf("cat-file", Buffer.from(git.stderr).toString("utf8"), git.shortMessage);
    const blobs: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const headerEnd = bytes.indexOf(10, at);
      const header = bytes.toString("utf8", at, headerEnd);
      const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? Number.NaN);
      if (Number.isNaN(size)) throw new GitFailure("cat-file", header);
      blobs.push(bytes.subarray(headerEnd + 1, headerEnd + 1 + size));
      at = headerEnd + size + 2;
    }
    return blobs;
  }

  /** Returns the commits to which objects refer, with one process. */
  async commits(objects: readonly string[]): Promise<(DatedCommit | undefined)[]> {
    const found: (DatedCommit | undefined)[] = [];
    for await (const object of this.objects(objects.map((hash) => `${hash}^{commit}`))) {
      found.push(object && { hash: object.hash, ...timeIn(object.bytes) });
    }
    return found;
  }

  /**
   * Returns the name in the object of an annotated tag, which can differ from that of its ref. Returns undefined for
   * any other tag.
   */
  async innerNameOf(tag: string): Promise<string | undefined> {
    const hash = await this.refOf(`refs/tags/${tag}`);
    for await (const object of this.objects(hash === undefined ? [] : [hash])) {
      if (object?.type === "tag") return /^tag (.*)$/m.exec(headOf(object.bytes))?.[1] ?? "";
    }
    return undefined;
  }

  /** Returns the output of a git command. Throws a GitFailure if the command fails. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { exitCode, stdout, stderr, shortMessage } = await this.#execute(args, options);
    if (exitCode === 0) return stdout;
    const command = args.find((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-c") ?? "";
    throw failureOf(command, stderr, shortMessage);
  }

  /** Returns the output of a git command, or undefined if the command fails. */
  async #git(args: readonly string[]): Promise<string | undefined> {
    const result = await this.#execute(args, {});
    return result.exitCode === 0 ? result.stdout : undefined;
  }

  async #execute(args: readonly string[], options: GitOptions) {
    return execa("git", [...SAFE, ...args], this.#options(options));
  }

  /** Returns the directories of all worktrees of this repository. */
  async worktrees(): Promise<string[]> {
    const lines = linesOf(await this.run(["worktree", "list", "--porcelain"]));
    return lines.filter((line) => line.startsWith("worktree ")).map((line) => line.slice("worktree ".length));
  }

  #options({ input = "", env = {} }: GitOptions) {
    return { ...this.#settings(env), input };
  }

  #settings(env: NonNullable<GitOptions["env"]>) {
    this.#checkDiscovery();
    return { cwd: this.directory, env: { ...ENV, ...env }, reject: false, stripFinalNewline: false } as const;
  }

  /** Rejects bare repositories, for versions of git that do not support `safe.bareRepository`. */
  #checkDiscovery(): void {
    if (this.#isChecked) return;
    const bare = bareRepositoryAt(resolve(this.directory));
    if (bare !== undefined) throw new GitFailure("rev-parse", `${bare} ${BARE}`);
    this.#isChecked = true;
  }

  /**
   * Returns basic facts about the repository, with a single git process: whether it exists, whether it is shallow, and
   * the prefix.
   */
  async #facts(): Promise<Outcome> {
    const asked = this.#found ?? this.#execute(["rev-parse", "--is-shallow-repository", "--show-prefix"], {});
    this.#found = asked;
    const found = await asked;
    if (found.exitCode !== 0) this.#found = undefined; // the repository may still be created
    return found;
  }

  async #known(): Promise<string> {
    const { exitCode, stdout, stderr, shortMessage } = await this.#facts();
    if (exitCode !== 0) throw failureOf("rev-parse", stderr, shortMessage);
    return stdout;
  }

  /**
   * Returns git's message if it cannot read the repository, or undefined if it can, or if there is no repository. Throws
   * GitMissing if git is not installed.
   */
  async problem(): Promise<string | undefined> {
    const bare = bareRepositoryAt(resolve(this.directory));
    if (bare !== undefined) return `${bare} ${BARE}`;
    const { exitCode, code, stderr, shortMessage } = await this.#facts();
    if (code === "ENOENT" && existsSync(this.directory)) throw new GitMissing();
    const isMissing = exitCode === 0 || /not a git repository/i.test(stderr ?? "");
    return isMissing ? undefined : inOneLine(stderr?.trim() || shortMessage || "");
  }

  /** Reports whether a boolean setting of git is on. */
  async isSet(setting: string): Promise<boolean> {
    return (await this.#git(["config", "--type=bool", "--get", setting]))?.trim() === "true";
  }

  /** Returns the number of commits that `revision` has and `of` does not. */
  async commitsAhead(of: string, revision: string): Promise<number> {
    return Number(await this.#git(["rev-list", "--count", "--end-of-options", `${of}..${revision}`]));
  }

  /** Returns the hash algorithm of the repository: `sha1` or `sha256`. */
  async objectFormat(): Promise<string> {
    return (await this.run(["rev-parse", "--show-object-format"])).trim();
  }

  /** Reports whether git accepts a name for a branch. */
  async isBranchName(name: string): Promise<boolean> {
    return (await this.#git(["check-ref-format", "--branch", name]))?.trim() === name;
  }

  /**
   * Returns the commits that changed a file, newest first. Changes from a merged branch count as changes of the merge
   * commit.
   */
  async commitsOf(path: string): Promise<string[]> {
    return linesOf(await this.#git(["rev-list", "--first-parent", "HEAD", "--", path]));
  }

  /** Returns the commits in the history of HEAD that changed a file, on all merged branches, with their parents. */
  async changesOf(path: string): Promise<CommitChange[]> {
    const format = "--format=%H %P";
    if ((await this.refOf("HEAD")) === undefined) return []; // a branch without a commit yet
    const listed = linesOf(await this.run(["rev-list", "--full-history", format, "HEAD", "--", path]));
    return listed
      .filter((line) => !line.startsWith("commit "))
      .map((line) => line.trim().split(" "))
      .map(([hash = "", ...parents]) => ({ hash, parents }));
  }

  /** Returns the message and the parents of a commit. */
  async descriptionOf(commit: string): Promise<{ message: string; parents: readonly string[] }> {
    const format = "--format=%P%n%B";
    const [parents = "", ...message] = (
      await this.run(["show", "--no-patch", "--no-show-signature", format, commit])
    ).split("\n");
    return { message: message.join("\n").trimEnd(), parents: parents.split(" ").filter((parent) => parent !== "") };
  }

  /** Returns the refs below a prefix that have a commit in their history, with the objects to which they point. */
  async refsWith(commit: string, prefix: string): Promise<ReadonlyMap<string, string>> {
    const format = "--format=%(objectname) %(refname)";
    const listed = linesOf(await this.run(["for-each-ref", `--contains=${commit}`, format, prefix]));
    return new Map(listed.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
  }

  /** Returns the tags of a commit. */
  async tagsAt(commit: string): Promise<string[]> {
    return linesOf(await this.#git(["tag", "--no-column", "--points-at", commit]));
  }

  /** Returns the names of the remotes. */
  async remotes(): Promise<string[]> {
    return linesOf(await this.#git(["remote"]));
  }

  /**
   * Returns git's message if it cannot commit because the author or the committer is not configured, or undefined if it
   * can. Git must not guess an identity.
   */
  async identityProblem(): Promise<string | undefined> {
    for (const who of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
      const { exitCode, stderr } = await this.#execute(["-c", "user.useConfigOnly=true", "var", who], {});
      if (exitCode !== 0) return /^fatal: (.*)$/m.exec(stderr)?.[1] ?? inOneLine(stderr);
    }
    return undefined;
  }

  /**
   * Returns git's message if it cannot sign, or undefined if it can. Only signing a commit shows this, because each
   * format has its own program, key and settings. The signed commit is written to a temporary directory.
   */
  async signingProblem(): Promise<string | undefined> {
    const objects = await mkdtemp(join(tmpdir(), "crd-bundle-sign-"));
    try {
      const common = await this.commonDirectory();
      const env = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(common, "objects") };
      const { exitCode, stderr } = await this.#execute(["commit-tree", "-S", "-m", "a trial", "HEAD^{tree}"], { env });
      return exitCode === 0 ? undefined : inOneLine(stderr);
    } finally {
      await rm(objects, { recursive: true, force: true });
    }
  }
}

/**
 * Returns the files from which git reads the attributes of paths: one in each directory on the way. Source:
 * gitattributes(5).
 */
function attributeFilesOf(paths: readonly string[]): string[] {
  const directories = new Set<string>();
  const add = (directory: string): void => {
    if (directories.has(directory)) return;
    directories.add(directory);
    if (directory !== ".") add(posix.dirname(directory));
  };
  for (const path of paths) add(posix.dirname(path));
  return [...directories].map((directory) => posix.join(directory, ATTRIBUTES));
}

const BARE = "looks like a bare git repository, which could run programs that an attacker committed";

/** Returns the directory that git would use as a bare repository while it searches for `.git`, or undefined. */
function bareRepositoryAt(directory: string): string | undefined {
  const has = (name: string) => existsSync(join(directory, name));
  if (has(".git")) return undefined;
  if (has("HEAD") && (has("refs") || has("commondir"))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : bareRepositoryAt(parent);
}

/** Returns the failure of a command, with git's message, or the reason why git could not start. */
function failureOf(command: string, stderr: string | undefined, shortMessage = ""): GitFailure {
  return new GitFailure(command, stderr?.trim() || shortMessage);
}

/** The result of a git command. */
interface Outcome {
  readonly exitCode?: number | undefined;
  /** The error code of Node if the command did not start. */
  readonly code?: string | undefined;
  readonly stdout: string;
  /** Unset if the command did not start. */
  readonly stderr?: string | undefined;
  readonly shortMessage?: string | undefined;
}

/** The result of a git command with binary output. */
interface BinaryOutcome {
  readonly stderr: Uint8Array;
  readonly shortMessage?: string | undefined;
}

/** Error thrown if git exits before it has answered all questions. */
class Truncated extends Error {}

/** Returns the failure of `git cat-file`, with git's message if there is one. */
function endOf({ stderr, shortMessage }: BinaryOutcome, { message }: Truncated): GitFailure {
  return failureOf("cat-file", Buffer.from(stderr).toString("utf8"), shortMessage || message);
}

/**
 * A reader for the output of `git cat-file --batch`. For each object, the output contains a line with hash, type and
 * size, then the bytes and a line break.
 */
class ObjectStream {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stdout: AsyncIterable<Buffer>) {
    this.#chunks = stdout[Symbol.asyncIterator]();
  }

  async next(): Promise<GitObject | undefined> {
    const header = await this.#line();
    const [, hash, type, length] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? [];
    if (hash === undefined || type === undefined) return undefined;
    const size = Number(length);
    const bytes = size > OBJECT_LIMIT ? await this.#skip(size) : await this.#take(size);
    await this.#take(1);
    return { hash, type, size, bytes };
  }

  async #line(): Promise<string> {
    while (!this.#rest.includes(10)) this.#rest = Buffer.concat([this.#rest, await this.#chunk()]);
    const line = await this.#take(this.#rest.indexOf(10) + 1);
    return line.toString("utf8", 0, line.length - 1);
  }

  async #take(size: number): Promise<Buffer> {
    const parts = [this.#rest];
    for (let there = this.#rest.length; there < size; there += parts.at(-1)?.length ?? 0)
      parts.push(await this.#chunk());
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(size);
    return all.subarray(0, size);
  }

  async #skip(size: number): Promise<Buffer> {
    let left = size;
    while (left > this.#rest.length) {
      left -= this.#rest.length;
      this.#rest = await this.#chunk();
    }
    this.#rest = this.#rest.subarray(left);
    return Buffer.alloc(0);
  }

  async #chunk(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Truncated("git ended too early");
    return value;
  }
}

/** Returns all bytes of a blob, which must exist. */
function wholeBlob(blob: GitObject | undefined): Buffer {
  if (!blob) throw new GitFailure("cat-file", "an object is missing");
  if (blob.size > OBJECT_LIMIT)
    throw new GitFailure("cat-file", `${blob.hash} is too large to read: ${blob.size} bytes`);
  return blob.bytes;
}

/** Returns the headers of a commit or tag object, which precede its message. */
function headOf(bytes: Buffer): string {
  const end = bytes.indexOf("\n\n");
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

function timeIn(commit: Buffer): { time?: number } {
  const time = Number(/^committer [^\n]* (\d{1,15}) [-+]\d+$/m.exec(headOf(commit))?.[1] ?? Number.NaN);
  return time <= LAST_SECOND ? { time } : {};
}

function inOneLine(words: string): string {
  return words.trim().replace(/\s+/g, " ");
}

/** Returns the UTC date of a time in seconds since 1970, such as `2026-06-29`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function linesOf(output: string | undefined): string[] {
  return (output ?? "").split("\n").filter((line) => line !== "");
}
