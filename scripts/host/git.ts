/** The repository of a project, read through git itself. */
import { execa } from "execa";

/** One file of a commit: its path from the root of the repository, and its text. */
export interface CommittedFile {
  readonly path: string;
  readonly text: string;
}

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

  /** The tags that are in the history of HEAD, in no particular order. */
  async reachableTags(): Promise<string[]> {
    const tags = await this.#git(["tag", "--merged", "HEAD"]);
    return (tags ?? "").split("\n").filter((tag) => tag !== "");
  }

  /** The day of a commit, `2026-06-29`, in UTC. */
  async dayOf(commit: string): Promise<string> {
    const seconds = await this.#git(["show", "--no-patch", "--format=%ct", commit]);
    return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  }

  /** The files below a folder of a commit; `folder` is relative to this repository's folder. */
  async filesOf(commit: string, folder: string): Promise<CommittedFile[]> {
    const listed = await this.#git(["ls-tree", "-r", "-z", commit, "--", folder]);
    const entries = (listed ?? "")
      .split("\0")
      .flatMap((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line)?.slice(1) ?? []);
    const paths = entries.filter((_, index) => index % 2 === 1);
    const hashes = entries.filter((_, index) => index % 2 === 0);
    const texts = await this.#blobs(hashes);
    return paths.map((path, index) => ({ path, text: texts[index] ?? "" }));
  }

  /** The texts of blobs, through one process: its answer is a header line, the bytes and a line break for each. */
  async #blobs(hashes: readonly string[]): Promise<string[]> {
    if (hashes.length === 0) return [];
    const options = {
      cwd: this.folder,
      input: `${hashes.join("\n")}\n`,
      encoding: "buffer",
      stripFinalNewline: false,
    } as const;
    const { stdout } = await execa("git", ["cat-file", "--batch"], options);
    const bytes = Buffer.from(stdout);
    const texts: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const headerEnd = bytes.indexOf(10, at);
      const size = Number(bytes.toString("utf8", at, headerEnd).split(" ")[2]);
      texts.push(bytes.toString("utf8", headerEnd + 1, headerEnd + 1 + size));
      at = headerEnd + size + 2;
    }
    return texts;
  }

  /** The output of a git command, or undefined where git refuses it. */
  async #git(args: readonly string[]): Promise<string | undefined> {
    const result = await execa("git", args, { cwd: this.folder, reject: false, stripFinalNewline: false });
    return result.exitCode === 0 ? result.stdout : undefined;
  }
}
