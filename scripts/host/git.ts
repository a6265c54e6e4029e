/** The repository of a project, read and written through git itself. */
import { resolve } from "node:path";
import { execa } from "execa";

/** One file of a commit: its path from the folder of the repository object, and its bytes. */
export interface CommittedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A git command that was needed and failed, with what git said. */
export class GitFailure extends Error {
  constructor(
    readonly command: string,
    readonly problem: string,
  ) {
    super(`git ${command}: ${problem}`);
  }
}

/** For what no person does by hand: no hook of the project's takes part. */
export const NO_HOOKS = ["-c", "core.hooksPath=/dev/null"];

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
 * hook hands down would lead git to another place than the folder.
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
  constructor(readonly folder: string) {}

  /** Whether the folder is in a git repository at all. */
  async exists(): Promise<boolean> {
    return (await this.#git(["rev-parse", "--git-dir"])) !== undefined;
  }

  /** Whether history is cut off, as in a CI checkout of depth 1. */
  async isShallow(): Promise<boolean> {
    return (await this.#git(["rev-parse", "--is-shallow-repository"]))?.trim() === "true";
  }

  /** The commit that a tag, branch or hash names, or undefined. */
  async commitOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]))?.trim();
  }

  /** What a ref as such points to, be it a commit or a tag object; undefined where there is no such ref. */
  async refOf(ref: string): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", ref]))?.trim();
  }

  /** The tags that are in the history of HEAD, in no particular order. */
  async reachableTags(): Promise<string[]> {
    return linesOf(await this.#git(["tag", "--no-column", "--merged", "HEAD"]));
  }

  /** Every tag of the repository, in no particular order. */
  async tags(): Promise<string[]> {
    return linesOf(await this.#git(["tag", "--no-column", "--list"]));
  }

  /** The branch that is checked out, or undefined where HEAD is a commit. Git would make it short as `heads/main` where there is a tag `main`. */
  async branch(): Promise<string | undefined> {
    return (await this.#git(["symbolic-ref", "--quiet", "HEAD"]))?.trim().replace(/^refs\/heads\//, "");
  }

  /** The folder that has a branch checked out: this one, or another worktree. */
  async checkoutOf(branch: string): Promise<string | undefined> {
    if ((await this.branch()) === branch) return this.folder;
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

  /** The folder that holds the repository itself, the same for all of its worktrees. */
  async commonFolder(): Promise<string> {
    return resolve(this.folder, (await this.run(["rev-parse", "--git-common-dir"])).trim());
  }

  /** The folder whose files are checked out. */
  async topFolder(): Promise<string> {
    return (await this.run(["rev-parse", "--show-toplevel"])).replace(/\n$/, "");
  }

  /** The folder that holds index and HEAD of this worktree. */
  async gitFolder(): Promise<string> {
    return resolve(this.folder, (await this.run(["rev-parse", "--git-dir"])).trim());
  }

  /** The way from the root of the repository to this folder: empty, or `widgets/`. */
  async prefix(): Promise<string> {
    return (await this.run(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
  }

  /** When a commit was made, in seconds since 1970. */
  async timeOf(commit: string): Promise<number> {
    return Number(await this.#git(["show", "--no-patch", "--no-show-signature", "--format=%ct", `${commit}^{commit}`]));
  }

  /** The day of a commit, `2026-06-29`, in UTC. */
  async dayOf(commit: string): Promise<string> {
    return dayOf(await this.timeOf(commit));
  }

  /** The files of a commit at or below the given paths, which are relative to this repository's folder. */
  async filesOf(commit: string, ...below: readonly string[]): Promise<CommittedFile[]> {
    const entries = await this.#entriesOf(commit, below);
    const blobs = await this.#blobs(entries.map(({ hash }) => hash));
    return entries.map(({ path }, index) => ({ path, bytes: blobs[index] ?? Buffer.alloc(0) }));
  }

  /** Their paths alone. */
  async pathsOf(commit: string, ...below: readonly string[]): Promise<string[]> {
    return (await this.#entriesOf(commit, below)).map(({ path }) => path);
  }

  async #entriesOf(commit: string, below: readonly string[]): Promise<{ hash: string; path: string }[]> {
    const listed = (await this.#git(["ls-tree", "-r", "-z", commit, "--", ...below])) ?? "";
    return listed.split("\0").flatMap((line) => {
      const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return hash === undefined || path === undefined ? [] : [{ hash, path }];
    });
  }

  /** The bytes of one blob. */
  async blob(hash: string): Promise<Buffer> {
    return (await this.#blobs([hash]))[0] ?? Buffer.alloc(0);
  }

  /** The bytes of blobs, through one process: its answer is a header line, the bytes and a line break for each. */
  async #blobs(hashes: readonly string[]): Promise<Buffer[]> {
    if (hashes.length === 0) return [];
    const options = { ...this.#options({ input: `${hashes.join("\n")}\n` }), encoding: "buffer" } as const;
    const { exitCode, stdout, stderr, shortMessage } = await execa("git", ["cat-file", "--batch"], options);
    if (exitCode !== 0) throw failureOf("cat-file", Buffer.from(stderr).toString("utf8"), shortMessage);
    const bytes = Buffer.from(stdout);
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
    return execa("git", args, this.#options(options));
  }

  /** The folders that have files of this repository checked out. */
  async worktrees(): Promise<string[]> {
    const lines = linesOf(await this.run(["worktree", "list", "--porcelain"]));
    return lines.filter((line) => line.startsWith("worktree ")).map((line) => line.slice("worktree ".length));
  }

  #options({ input = "", env = {} }: GitOptions) {
    return { cwd: this.folder, env: { ...ENV, ...env }, input, reject: false, stripFinalNewline: false } as const;
  }
}

/** What git said, or why it could not even begin. */
function failureOf(command: string, stderr: string, shortMessage = ""): GitFailure {
  return new GitFailure(command, stderr.trim() || shortMessage);
}

/** The day of a time in seconds since 1970, `2026-06-29`, in UTC. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function linesOf(output: string | undefined): string[] {
  return (output ?? "").split("\n").filter((line) => line !== "");
}
