/** The repository of a project, read and written through git itself. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { execa, execaSync } from "execa";
import { GitFailure, GitMissing } from "./git-failure.js";
import { ATTRIBUTES, entriesBelow, type ReadObject, type TreeEntry, type TreeObject, UnsoundTree } from "./git-tree.js";

/** One file of a commit: its path from the directory of the repository object, and its bytes. */
export interface CommittedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** One entry of a commit's tree, whatever it is. Source: gitformat-index(5) and git-ls-tree(1). */
export interface CommittedEntry {
  readonly path: string;
  /** `100644` is a regular file, `100755` an executable one, `120000` a symbolic link, `160000` a submodule. */
  readonly mode: string;
  readonly hash: string;
  /** In bytes; 0 for what is not a blob. */
  readonly size: number;
}

/** The mode of a regular file that is not executable. */
export const REGULAR_FILE = "100644";
export const SUBMODULE = "160000";

/** An object of the repository. The bytes of one that is larger than `OBJECT_LIMIT` are left out. */
export interface GitObject {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Buffer;
}

/** What git-check-attr(1) says of a path: `set`, `unset`, `unspecified` or a value. */
export interface GivenAttribute {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** A tag, and the object that its ref names: a commit or a tag object. */
export interface TagRef {
  readonly name: string;
  readonly hash: string;
}

/** A commit that changed something, and the commits that it comes after. */
export interface CommitChange {
  readonly hash: string;
  readonly parents: readonly string[];
}

/** A commit, and when it was made, in seconds since 1970. */
export interface DatedCommit {
  readonly hash: string;
  /** Unset if the commit has no date that a calendar has. */
  readonly time?: number;
}

/** No file of a bundle is nearly as large; a larger one would only fill the memory. */
export const OBJECT_LIMIT = 64 * 1024 * 1024;
/** The files of one release are read together. */
export const BATCH_LIMIT = 8 * OBJECT_LIMIT;
/** What is kept of trees while commits are read. */
const KEPT_SIZE = 4096;
const KEPT_COUNT = 2000;
/** The end of the year 9999, in seconds since 1970: a commit may claim any time. */
const LAST_SECOND = 253_402_300_799;

export { GitFailure };

/**
 * For every call. Git would take a directory of a checkout with `HEAD`, `objects/` and `refs/` for a bare repository, and run
 * what the `config` in it names. Source: git-config, safe.bareRepository (git 2.38) and core.fsmonitor.
 */
const SAFE = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"];

/** For what no person does by hand: no hook of the project's takes part. */
export const NO_HOOKS = ["-c", "core.hooksPath=/dev/null"];

/** Patterns of attributes match in any case, as they do where the file system ignores it: the same on every machine. */
const ONLY_GIVEN = ["-c", "core.attributesFile=/dev/null", "-c", "core.ignoreCase=true"];

export interface GitOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The branch that another repository has under the same name, and how many of its commits are missing here. */
export interface Upstream {
  readonly name: string;
  readonly missing: number;
}

/**
 * Reading must not lock the index: a run that is killed would leave the lock behind. Nothing asks on a terminal. What a
 * hook hands down would lead git to another place than the directory.
 */
const ENV = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1", // what a commit holds is not a matter of the machine
  LC_ALL: "C",
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
};

export class Repository {
  #isChecked = false;
  #found: Promise<Outcome> | undefined;

  constructor(readonly directory: string) {}

  /** Whether the directory is in a git repository at all. */
  async exists(): Promise<boolean> {
    return (await this.#facts()).exitCode === 0;
  }

  /** Whether history is cut off, as in a CI checkout of depth 1. */
  async isShallow(): Promise<boolean> {
    return (await this.#known()).startsWith("true\n");
  }

  /** The commit that a tag, branch or hash names, or undefined. */
  async commitOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]))?.trim();
  }

  /** What a ref as such points to, be it a commit or a tag object; undefined where there is no such ref. */
  async refOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", ref]))?.trim();
  }

  /** Every tag of the repository, in no particular order. */
  async tags(): Promise<string[]> {
    return linesOf(await this.run(["tag", "--no-column", "--list"]));
  }

  /** The branch that is checked out, or undefined where HEAD is a commit. Git would make it short as `heads/main` where there is a tag `main`. */
  async branch(): Promise<string | undefined> {
    return (await this.#git(["symbolic-ref", "--quiet", "HEAD"]))?.trim().replace(/^refs\/heads\//, "");
  }

  /** The directory that has a branch checked out: this one, or another worktree. */
  async checkoutOf(branch: string): Promise<string | undefined> {
    if ((await this.branch()) === branch) return this.directory;
    const worktrees = (await this.run(["worktree", "list", "--porcelain"])).split("\n\n").map(linesOf);
    const own = worktrees.find((lines) => lines.includes(`branch refs/heads/${branch}`));
    return own?.[0]?.replace(/^worktree /, "");
  }

  /** The paths, from the root of the repository, that differ from the last commit or are not in it; ignored ones aside. */
  async uncommitted(): Promise<string[]> {
    const status = await this.run(["status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames"]);
    return status
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => line.slice(3));
  }

  /** Those of the paths that git would not take in, because it ignores them and does not have them yet. */
  async ignored(paths: readonly string[]): Promise<string[]> {
    const input = paths.map((path) => `${path}\0`).join("");
    const { exitCode, stdout } = await this.#execute(["check-ignore", "-z", "--stdin"], { input });
    return exitCode === 0 ? stdout.split("\0").filter((path) => path !== "") : [];
  }

  /** What the branch that is checked out follows, as it was when it was fetched last. */
  async upstream(): Promise<Upstream | undefined> {
    const name = (await this.#git(["rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"]))?.trim();
    if (name === undefined) return undefined;
    return { name, missing: Number(await this.#git(["rev-list", "--count", "HEAD..@{upstream}"])) };
  }

  /** The other repository that a branch is pushed to, or undefined where there is none to guess. */
  async remoteOf(branch: string): Promise<string | undefined> {
    const configured = (await this.#git(["config", `branch.${branch}.remote`]))?.trim();
    const remotes = linesOf(await this.#git(["remote"]));
    return [configured, "origin"].find((name) => name !== undefined && remotes.includes(name)) ?? remotes[0];
  }

  /** What another repository has under the given refs, by ref. Fails where it cannot be reached. */
  async remoteRefs(remote: string, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const listed = linesOf(await this.run(["ls-remote", remote, ...refs]));
    return new Map(listed.map((line) => line.split("\t") as [string, string]).map(([hash, ref]) => [ref, hash]));
  }

  /** Whether a commit is in the history of another one, or is that one. */
  async isAncestor(commit: string, of: string): Promise<boolean> {
    return (await this.#git(["merge-base", "--is-ancestor", commit, of])) !== undefined;
  }

  /** The directory that holds the repository itself, the same for all of its worktrees. */
  async commonDirectory(): Promise<string> {
    return resolve(this.directory, (await this.run(["rev-parse", "--git-common-dir"])).trim());
  }

  /** The directory whose files are checked out. */
  async topDirectory(): Promise<string> {
    return (await this.run(["rev-parse", "--show-toplevel"])).replace(/\n$/, "");
  }

  /** The directory that holds index and HEAD of this worktree. */
  async gitDirectory(): Promise<string> {
    return resolve(this.directory, (await this.run(["rev-parse", "--git-dir"])).trim());
  }

  /** The way from the root of the repository to this directory: empty, or `widgets/`. */
  async prefix(): Promise<string> {
    const known = await this.#known();
    return known.slice(known.indexOf("\n") + 1).replace(/\n$/, "");
  }

  /** When a commit was made, in seconds since 1970. */
  async timeOf(commit: string): Promise<number> {
    const [found] = await this.commits([commit]);
    if (found?.time === undefined) throw new GitFailure("cat-file", `the commit ${commit} has no valid date`);
    return found.time;
  }

  /** The files of a commit at or below the given paths, which are relative to this repository's directory. */
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

  /** The bytes of one blob. */
  async blob(hash: string): Promise<Buffer> {
    return (await this.#blobs([hash]))[0] ?? Buffer.alloc(0);
  }

  async #blobs(hashes: readonly string[]): Promise<Buffer[]> {
    const blobs: Buffer[] = [];
    for await (const blob of this.objects(hashes)) blobs.push(wholeBlob(blob));
    return blobs;
  }

  /** All entries of a commit at or below the given paths: files, links and submodules. */
  async entriesOf(commit: string, ...below: readonly string[]): Promise<CommittedEntry[]> {
    const [entries = []] = await this.entriesOfAll([commit], below);
    const sizes = await this.#sizesOf(entries);
    return entries.map((entry) => ({ ...entry, size: sizes.get(entry.hash) ?? 0 }));
  }

  /** The same of many commits, through one process and without the sizes. */
  async entriesOfAll(commits: readonly string[], below: readonly string[]): Promise<TreeEntry[][]> {
    if (commits.length === 0) return [];
    const prefix = await this.prefix();
    const paths = below.map((path) => posix.join(prefix, path));
    return this.#reading(async (read) => {
      const found: TreeEntry[][] = [];
      for (const commit of commits) {
        const root = await read(`${commit}^{tree}`);
        if (!root) throw new GitFailure("cat-file", `there is no tree of ${commit}`);
        const entries = await entriesBelow(root.hash, paths, read);
        found.push(entries.map((entry) => ({ ...entry, path: posix.relative(prefix, entry.path) })));
      }
      return found;
    });
  }

  /**
   * The attributes that the `.gitattributes` of a commit, from its root to the directory of each path, give to paths. Git
   * itself reads them, from an empty repository beside, so that neither the checkout nor the attributes and settings of
   * this clone take part. A link is read too: a checkout takes the path that it leads to for attributes.
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

  /** The sizes of what entries hold, by hash. */
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

  /** One git that answers question after question. Small answers are kept: releases share most of their directories. */
  async #reading<Result>(use: (read: ReadObject) => Promise<Result>): Promise<Result> {
    const options = { ...this.#settings({}), stdin: "pipe", encoding: "buffer" } as const;
    const git = execa("git", [...SAFE, "cat-file", "--batch"], { ...options, buffer: { stdout: false } });
    const stream = new ObjectStream(git.stdout);
    const known = new Map<string, TreeObject>();
    git.stdin.on("error", () => {}); // what git says of its end is told below
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
   * The objects that names lead to, one after the other, through one process however many there are. What a name does
   * not lead to is undefined. Names have no line break in them.
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

  /** The tags in the history of a commit, each with what its ref names, in the order of their names. */
  async tagsIn(commit: string): Promise<TagRef[]> {
    return this.tagRefs(`--merged=${commit}`).catch(async (error) => {
      if ((await this.refOf(commit)) === undefined) return []; // a branch without a commit yet
      throw error;
    });
  }

  /** All tags, each with what its ref names, in the order of their names; or those that conditions of git leave. */
  async tagRefs(...conditions: readonly string[]): Promise<TagRef[]> {
    const format = "--format=%(objectname) %(refname)";
    const listed = linesOf(await this.run(["for-each-ref", ...conditions, format, "refs/tags"]));
    return listed.flatMap((line) => {
      const [, hash, name] = /^([0-9a-f]+) refs\/tags\/(.+)$/.exec(line) ?? [];
      return hash === undefined || name === undefined ? [] : [{ name, hash }];
    });
  }

  /** The bytes of blobs, at once: for what is asked for in the middle of a comparison. */
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

  /** The commits that objects are or lead to, through one process. */
  async commits(objects: readonly string[]): Promise<(DatedCommit | undefined)[]> {
    const found: (DatedCommit | undefined)[] = [];
    for await (const object of this.objects(objects.map((hash) => `${hash}^{commit}`))) {
      found.push(object && { hash: object.hash, ...timeIn(object.bytes) });
    }
    return found;
  }

  /** The name that an annotated tag was made under, which its ref may differ from; undefined for any other tag. */
  async innerNameOf(tag: string): Promise<string | undefined> {
    const hash = await this.refOf(`refs/tags/${tag}`);
    for await (const object of this.objects(hash === undefined ? [] : [hash])) {
      if (object?.type === "tag") return /^tag (.*)$/m.exec(headOf(object.bytes))?.[1] ?? "";
    }
    return undefined;
  }

  /** The output of a git command that has to succeed: throws a GitFailure where it does not. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { exitCode, stdout, stderr, shortMessage } = await this.#execute(args, options);
    if (exitCode === 0) return stdout;
    const command = args.find((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-c") ?? "";
    throw failureOf(command, stderr, shortMessage);
  }

  /** The output of a git command, or undefined where git refuses it. */
  async #git(args: readonly string[]): Promise<string | undefined> {
    const result = await this.#execute(args, {});
    return result.exitCode === 0 ? result.stdout : undefined;
  }

  async #execute(args: readonly string[], options: GitOptions) {
    return execa("git", [...SAFE, ...args], this.#options(options));
  }

  /** The directories that have files of this repository checked out. */
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

  /** Older versions of git do not know `safe.bareRepository`. */
  #checkDiscovery(): void {
    if (this.#isChecked) return;
    const bare = bareRepositoryAt(resolve(this.directory));
    if (bare !== undefined) throw new GitFailure("rev-parse", `${bare} ${BARE}`);
    this.#isChecked = true;
  }

  /** What is asked of every repository, asked once: whether it is there, whether its history is cut off, and the prefix. */
  async #facts(): Promise<Outcome> {
    const asked = this.#found ?? this.#execute(["rev-parse", "--is-shallow-repository", "--show-prefix"], {});
    this.#found = asked;
    const found = await asked;
    if (found.exitCode !== 0) this.#found = undefined; // it may be made yet
    return found;
  }

  async #known(): Promise<string> {
    const { exitCode, stdout, stderr, shortMessage } = await this.#facts();
    if (exitCode !== 0) throw failureOf("rev-parse", stderr, shortMessage);
    return stdout;
  }

  /**
   * Why git does not read the repository, in its own words; undefined where it does, and where there is none. Throws
   * GitMissing if there is no git.
   */
  async problem(): Promise<string | undefined> {
    const bare = bareRepositoryAt(resolve(this.directory));
    if (bare !== undefined) return `${bare} ${BARE}`;
    const { exitCode, code, stderr, shortMessage } = await this.#facts();
    if (code === "ENOENT" && existsSync(this.directory)) throw new GitMissing();
    const isMissing = exitCode === 0 || /not a git repository/i.test(stderr);
    return isMissing ? undefined : inOneLine(stderr.trim() || shortMessage || "");
  }

  /** Whether a setting of git is on. */
  async isSet(setting: string): Promise<boolean> {
    return (await this.#git(["config", "--type=bool", "--get", setting]))?.trim() === "true";
  }

  /** How many commits a revision has that another one lacks. */
  async commitsAhead(of: string, revision: string): Promise<number> {
    return Number(await this.#git(["rev-list", "--count", "--end-of-options", `${of}..${revision}`]));
  }

  /** The hash that objects are named by: `sha1` or `sha256`. */
  async objectFormat(): Promise<string> {
    return (await this.run(["rev-parse", "--show-object-format"])).trim();
  }

  /** Whether git takes a name for a branch. */
  async isBranchName(name: string): Promise<boolean> {
    return (await this.#git(["check-ref-format", "--branch", name]))?.trim() === name;
  }

  /** The commits that changed a file, the last one first; what a merge brought counts as its change. */
  async commitsOf(path: string): Promise<string[]> {
    return linesOf(await this.#git(["rev-list", "--first-parent", "HEAD", "--", path]));
  }

  /** The commits in the history of HEAD that changed a file, on every branch that was merged, and what they come after. */
  async changesOf(path: string): Promise<CommitChange[]> {
    const format = "--format=%H %P";
    if ((await this.refOf("HEAD")) === undefined) return []; // a branch without a commit yet
    const listed = linesOf(await this.run(["rev-list", "--full-history", format, "HEAD", "--", path]));
    return listed
      .filter((line) => !line.startsWith("commit "))
      .map((line) => line.trim().split(" "))
      .map(([hash = "", ...parents]) => ({ hash, parents }));
  }

  /** The message of a commit, and the commits that it comes after. */
  async descriptionOf(commit: string): Promise<{ message: string; parents: readonly string[] }> {
    const format = "--format=%P%n%B";
    const [parents = "", ...message] = (
      await this.run(["show", "--no-patch", "--no-show-signature", format, commit])
    ).split("\n");
    return { message: message.join("\n").trimEnd(), parents: parents.split(" ").filter((parent) => parent !== "") };
  }

  /** The refs below a prefix that have a commit in their history, with what they point to. */
  async refsWith(commit: string, prefix: string): Promise<ReadonlyMap<string, string>> {
    const format = "--format=%(objectname) %(refname)";
    const listed = linesOf(await this.run(["for-each-ref", `--contains=${commit}`, format, prefix]));
    return new Map(listed.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
  }

  /** The tags of a commit. */
  async tagsAt(commit: string): Promise<string[]> {
    return linesOf(await this.#git(["tag", "--no-column", "--points-at", commit]));
  }

  /** The names of the other repositories. */
  async remotes(): Promise<string[]> {
    return linesOf(await this.#git(["remote"]));
  }

  /** Why git would not commit for want of an author or a committer; undefined where it would. Nobody is guessed. */
  async identityProblem(): Promise<string | undefined> {
    for (const who of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
      const { exitCode, stderr } = await this.#execute(["-c", "user.useConfigOnly=true", "var", who], {});
      if (exitCode !== 0) return /^fatal: (.*)$/m.exec(stderr)?.[1] ?? inOneLine(stderr);
    }
    return undefined;
  }

  /**
   * Why git cannot sign; undefined where it can. Only a signature tells: each format has its own program, key and
   * settings. The commit that is signed goes to a directory that is removed.
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

/** The files that git reads attributes of paths from: one in each directory on the way. Source: gitattributes(5). */
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

const BARE = "looks like a bare git repository, and a checkout can bring one that runs programs";

/** The directory that git would take for a bare repository on its way up to a `.git`, or undefined. */
function bareRepositoryAt(directory: string): string | undefined {
  const has = (name: string) => existsSync(join(directory, name));
  if (has(".git")) return undefined;
  if (has("HEAD") && (has("refs") || has("commondir"))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : bareRepositoryAt(parent);
}

/** What git said, or why it could not even begin. */
function failureOf(command: string, stderr: string, shortMessage = ""): GitFailure {
  return new GitFailure(command, stderr.trim() || shortMessage);
}

/** How a git command ended. */
interface Outcome {
  readonly exitCode?: number | undefined;
  /** Why the command did not start, as Node names it. */
  readonly code?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly shortMessage?: string | undefined;
}

/** How a git command ended whose output is bytes. */
interface BinaryOutcome {
  readonly stderr: Uint8Array;
  readonly shortMessage?: string | undefined;
}

/** Git died before it had answered all. */
class Truncated extends Error {}

/** Why `git cat-file` died, in its own words if it left any. */
function endOf({ stderr, shortMessage }: BinaryOutcome, { message }: Truncated): GitFailure {
  return failureOf("cat-file", Buffer.from(stderr).toString("utf8"), shortMessage || message);
}

/** What `git cat-file --batch` answers: for each object a line with hash, type and size, its bytes and a line break. */
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

/** The bytes of a blob that must be there, all of them. */
function wholeBlob(blob: GitObject | undefined): Buffer {
  if (!blob) throw new GitFailure("cat-file", "an object is missing");
  if (blob.size > OBJECT_LIMIT)
    throw new GitFailure("cat-file", `${blob.hash} is too large to read: ${blob.size} bytes`);
  return blob.bytes;
}

/** What stands before the message of a commit or tag object. */
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

/** The day of a time in seconds since 1970, `2026-06-29`, in UTC. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function linesOf(output: string | undefined): string[] {
  return (output ?? "").split("\n").filter((line) => line !== "");
}
