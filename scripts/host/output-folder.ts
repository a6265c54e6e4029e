/**
 * Puts a set of files in place so that a run that dies at any moment leaves the old set or the new one.
 *
 * What changes is written into a staging folder first. One rename of that folder to `.pending` is the moment at which
 * the new set holds. Then each file is moved to its place by a rename, what no longer belongs is removed, and
 * `.pending` goes. Whoever finds a `.pending` sees through it: its files are the content. The next writer finishes it.
 *
 * One process writes at a time. Who wants to makes a folder `.pending-<pid>`, and steps back where it then sees that of
 * another one: of two that see each other neither goes on, so both try again, each after a while of its own.
 */
import type { Dirent } from "node:fs";
import * as nodeFs from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compareText } from "../model/diagnostic.js";
import type { OutputFile } from "../model/output.js";
import { isMissing, kindOf, listFiles, readBytes, readText } from "./files.js";

/** What is done to the disk; a test can stand in for it and die in the middle. */
export type FileOperations = Pick<typeof nodeFs, "mkdir" | "rename" | "rm" | "writeFile">;

/** The process that writes, and how it tells whether another one is still there. */
export interface Writer {
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

/** What stands between a folder and the files it shall hold. */
export interface Drift {
  readonly missing: readonly string[];
  readonly differing: readonly string[];
  /** Files that are there and do not belong. */
  readonly surplus: readonly string[];
}

interface Manifest {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

const PENDING = ".pending";
const MANIFEST = ".manifest.json";
/** Where a writer stages, in its own folder. */
const NEXT = "next";
/** In milliseconds. Writing takes a fraction of it: who is there for longer only has the number of a dead process. */
const PATIENCE = 10_000;

export class OutputFolder {
  constructor(
    readonly root: string,
    readonly writer: Writer,
    readonly fs: FileOperations = nodeFs,
    readonly patience = PATIENCE,
  ) {}

  /**
   * The files as they hold now, by path. `belongs` tells which ones are of interest, `beside` names other folders, from
   * this one, whose files are of the same set: they change together with it or not at all.
   */
  async read(belongs: (path: string) => boolean, beside: readonly string[] = []): Promise<Map<string, string>> {
    const manifest = await this.#pendingManifest();
    const files = new Map<string, string>();
    for (const path of await this.#paths(beside)) {
      if (!belongs(path) || manifest?.remove.includes(path)) continue;
      files.set(path, (await readExactly(join(this.root, path))) ?? "");
    }
    for (const path of (manifest?.write ?? []).filter(belongs)) {
      const text = await readExactly(this.#staged(PENDING, path));
      if (text !== undefined) files.set(path, text); // else it is in its place already
    }
    return files;
  }

  /** The files that lie in the folder. What writers put there for themselves comes and goes: it is not looked into. */
  async #paths(beside: readonly string[]): Promise<string[]> {
    const entries = (await this.#entries()).filter(({ name }) => !name.startsWith(PENDING));
    const paths = entries.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      return (await listFiles(join(this.root, entry.name))).map((path) => `${entry.name}/${path}`);
    });
    const others = beside.map(async (folder) =>
      (await listFiles(join(this.root, folder))).map((path) => `${folder}/${path}`),
    );
    return (await Promise.all([...paths, ...others])).flat();
  }

  /** What lies directly in the folder; nothing where it is missing. */
  async #entries(): Promise<Dirent[]> {
    try {
      return await nodeFs.readdir(this.root, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Lets no other process write between what `use` reads and what it writes. */
  async exclusively<Result>(use: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await use();
    } finally {
      await this.#remove(ownFolder(this.writer.pid));
    }
  }

  /**
   * Writes and removes what is needed so that the folder holds `files`; `drift` says what that is. To be used
   * exclusively.
   */
  async apply(files: readonly OutputFile[], drift: Drift): Promise<void> {
    await this.#finishPending();
    const write = files.filter(({ path }) => drift.missing.includes(path) || drift.differing.includes(path));
    if (write.length === 0 && drift.surplus.length === 0) return;
    await this.#refuseFolders(write);
    await this.#stage(write, drift.surplus);
    await this.#finishPending();
  }

  /** Once the new set holds there is no way back, so a folder in the place of a file has to be found before. */
  async #refuseFolders(files: readonly OutputFile[]): Promise<void> {
    for (const { path } of files) {
      const target = join(this.root, path);
      if ((await kindOf(target)) !== "folder") continue;
      throw Object.assign(new Error("a folder stands where a file belongs"), { code: "EISDIR", path: target });
    }
  }

  async #stage(files: readonly OutputFile[], remove: readonly string[]): Promise<void> {
    const staging = join(ownFolder(this.writer.pid), NEXT);
    await this.fs.mkdir(join(this.root, staging), { recursive: true });
    for (const { path, text } of files) await this.fs.writeFile(this.#staged(staging, path), text);
    const manifest: Manifest = { write: files.map(({ path }) => path), remove };
    await this.fs.writeFile(join(this.root, staging, MANIFEST), JSON.stringify(manifest));
    await this.fs.rename(join(this.root, staging), join(this.root, PENDING));
  }

  /** Moves what is pending to its place. Who began it may have died in the middle: what is gone is done. */
  async #finishPending(): Promise<void> {
    const manifest = await this.#pendingManifest();
    for (const path of manifest?.write ?? []) {
      await this.fs.mkdir(dirname(join(this.root, path)), { recursive: true });
      await ignoringMissing(this.fs.rename(this.#staged(PENDING, path), join(this.root, path)));
    }
    for (const path of manifest?.remove ?? []) await this.fs.rm(join(this.root, path), { force: true });
    if (manifest) await this.fs.rm(join(this.root, PENDING, MANIFEST), { force: true });
    await this.#remove(PENDING);
  }

  /** Waits until no other process writes, and clears away what dead ones left. */
  async #enter(): Promise<void> {
    const { pid: self, isRunning } = this.writer;
    const deadline = Date.now() + this.patience;
    let stuck: readonly number[] | undefined;
    for (;;) {
      await this.#remove(ownFolder(self)); // of a dead process with the same number
      await this.fs.mkdir(join(this.root, ownFolder(self)), { recursive: true });
      const others = (await this.#writers()).filter((pid) => pid !== self);
      const alive = others.filter(isRunning);
      stuck = alive.filter((pid) => stuck?.includes(pid) ?? true); // there each time that we looked
      if (alive.length === 0 || (Date.now() > deadline && stuck.length === alive.length)) {
        for (const pid of others) await this.#remove(ownFolder(pid));
        return;
      }
      await this.#remove(ownFolder(self));
      await sleep(20 + Math.random() * 60);
    }
  }

  /** The processes that have a folder of their own here. */
  async #writers(): Promise<number[]> {
    const names = (await this.#entries()).map(({ name }) => name).filter((name) => /^\.pending-\d+$/.test(name));
    return names.map((name) => Number(name.slice(PENDING.length + 1)));
  }

  async #remove(name: string): Promise<void> {
    await this.fs.rm(join(this.root, name), { recursive: true, force: true });
  }

  async #pendingManifest(): Promise<Manifest | undefined> {
    const text = await readText(join(this.root, PENDING, MANIFEST));
    return text === undefined ? undefined : (JSON.parse(text) as Manifest);
  }

  #staged(staging: string, path: string): string {
    return join(this.root, staging, encodeURIComponent(path)); // one name: a path beside the folder would climb out
  }
}

/** With a byte order mark, if there is one: no build writes any, so the file is not what it should be. */
async function readExactly(path: string): Promise<string | undefined> {
  return (await readBytes(path))?.toString("utf8");
}

/** Compares the files of a folder with those that it shall hold. */
export function driftOf(current: ReadonlyMap<string, string>, files: readonly OutputFile[]): Drift {
  const wanted = new Map(files.map(({ path, text }) => [path, text]));
  return {
    missing: [...wanted.keys()].filter((path) => !current.has(path)).sort(compareText),
    differing: [...wanted]
      .filter(([path, text]) => current.has(path) && current.get(path) !== text)
      .map(([path]) => path)
      .sort(compareText),
    surplus: [...current.keys()].filter((path) => !wanted.has(path)).sort(compareText),
  };
}

async function ignoringMissing(operation: Promise<unknown>): Promise<void> {
  try {
    await operation;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function ownFolder(pid: number): string {
  return `${PENDING}-${pid}`;
}
