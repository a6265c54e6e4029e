/** Notices the first change in directories. */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing } from "./files.js";
import { entryAt } from "./paths.js";

/**
 * Watches directories until something in them changes. It watches each directory by itself and only once, because no
 * recursive watcher of Node 20 notices all that happens in a directory that was deleted and made again. So callers make
 * a new one before they read the directories again.
 */
export class WatchedDirectories {
  readonly #watchers: FSWatcher[] = [];
  #report = () => {};
  /** Is fulfilled after the first change. */
  readonly changed = new Promise<void>((resolve) => {
    this.#report = resolve;
  });

  /** Watches a directory. If there is none, watches the nearest one above it for the directory to appear. */
  async watch(directory: string, isRelevant: (name: string) => boolean = () => true): Promise<void> {
    const watcher = (await isDirectory(directory)) ? orMissing(() => watch(directory)) : undefined;
    if (!watcher) {
      const above = dirname(directory);
      return above === directory ? undefined : this.watch(above, (name) => name === basename(directory));
    }
    watcher.on("change", (_, name) => {
      if (name === null || isRelevant(name.toString())) this.#report();
    });
    watcher.on("error", () => this.#report()); // such as a directory that was deleted on Windows
    this.#watchers.push(watcher);
  }

  /** Watches a directory and all below it. Links are not followed. */
  async watchAll(directory: string): Promise<void> {
    await this.watch(directory); // first, so directories that are made meanwhile are noticed
    for (const child of await directoriesIn(directory)) await this.watchAll(child);
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await entryAt(path)) === "directory";
}

/** Returns the directories in a directory. If it cannot be read, the build reports it. */
async function directoriesIn(directory: string): Promise<string[]> {
  if (!(await isDirectory(directory))) return [];
  const entries = await readdir(directory, { withFileTypes: true }).catch((error) => {
    if (isMissing(error) || isForbidden(error)) return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
}

/** Calls a function. Returns undefined if a directory disappeared meanwhile, or must not be read. */
function orMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isMissing(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

function isForbidden(error: unknown): boolean {
  return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
}
