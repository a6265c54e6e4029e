/**
 * Puts a set of files in place so that a run that dies at any moment leaves the old set or the new one.
 *
 * What changes is written into a staging folder first. One rename of that folder to `.pending` is the moment at which
 * the new set holds. Then each file is moved to its place by a rename, what no longer belongs is removed, and
 * `.pending` goes. Whoever finds a `.pending` sees through it: its files are the content. The next writer finishes it.
 */
import * as nodeFs from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "../model/diagnostic.js";
import type { OutputFile } from "../model/output.js";
import { isMissing, listFiles, readText } from "./files.js";

/** What is done to the disk; a test can stand in for it and die in the middle. */
export type FileOperations = Pick<typeof nodeFs, "mkdir" | "rename" | "rm" | "writeFile">;

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
const MANIFEST = "manifest.json";

export class OutputFolder {
  constructor(
    readonly root: string,
    readonly fs: FileOperations = nodeFs,
  ) {}

  /** The files of the folder as they hold now, by path. `belongs` tells which ones are of interest. */
  async read(belongs: (path: string) => boolean): Promise<Map<string, string>> {
    const manifest = await this.#pendingManifest();
    const files = new Map<string, string>();
    for (const path of await listFiles(this.root)) {
      if (path.startsWith(PENDING) || !belongs(path) || manifest?.remove.includes(path)) continue;
      files.set(path, (await readText(join(this.root, path))) ?? "");
    }
    for (const path of (manifest?.write ?? []).filter(belongs)) {
      const text = await readText(this.#staged(PENDING, path));
      if (text !== undefined) files.set(path, text); // else it is in its place already
    }
    return files;
  }

  /** Writes and removes what is needed so that the folder holds `files`; `drift` says what that is. */
  async apply(files: readonly OutputFile[], drift: Drift): Promise<void> {
    await this.#cleanUp();
    await this.#finishPending();
    const write = files.filter(({ path }) => drift.missing.includes(path) || drift.differing.includes(path));
    if (write.length === 0 && drift.surplus.length === 0) return;
    await this.#stage(write, drift.surplus);
    await this.#finishPending();
  }

  async #stage(files: readonly OutputFile[], remove: readonly string[]): Promise<void> {
    const staging = `${PENDING}-${process.pid}`;
    for (const { path, text } of files) {
      await this.fs.mkdir(dirname(this.#staged(staging, path)), { recursive: true });
      await this.fs.writeFile(this.#staged(staging, path), text);
    }
    const manifest: Manifest = { write: files.map(({ path }) => path), remove };
    await this.fs.mkdir(join(this.root, staging), { recursive: true });
    await this.fs.writeFile(join(this.root, staging, MANIFEST), JSON.stringify(manifest));
    await this.fs.rename(join(this.root, staging), join(this.root, PENDING));
  }

  /** Moves what is pending to its place. Another process may do the same at the same time: what is gone is done. */
  async #finishPending(): Promise<void> {
    const manifest = await this.#pendingManifest();
    for (const path of manifest?.write ?? []) {
      await this.fs.mkdir(dirname(join(this.root, path)), { recursive: true });
      await ignoringMissing(this.fs.rename(this.#staged(PENDING, path), join(this.root, path)));
    }
    for (const path of manifest?.remove ?? []) await this.fs.rm(join(this.root, path), { force: true });
    if (manifest) await this.fs.rm(join(this.root, PENDING, MANIFEST), { force: true });
    await this.fs.rm(join(this.root, PENDING), { recursive: true, force: true });
  }

  /** Removes the staging folders of processes that are no more. */
  async #cleanUp(): Promise<void> {
    for (const path of await listFiles(this.root)) {
      const pid = /^\.pending-(\d+)\//.exec(path)?.[1];
      if (pid && !isRunning(Number(pid)))
        await this.fs.rm(join(this.root, `${PENDING}-${pid}`), { recursive: true, force: true });
    }
  }

  async #pendingManifest(): Promise<Manifest | undefined> {
    const text = await readText(join(this.root, PENDING, MANIFEST));
    return text === undefined ? undefined : (JSON.parse(text) as Manifest);
  }

  #staged(staging: string, path: string): string {
    return join(this.root, staging, "files", path);
  }
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

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false; // the number of a dead process, given out again
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
