/** Notices the first change in directories. */
import { type FSWatcher, watch } from "node:fs";
import { opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
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

  /** Watches a directory or, if there is none, the nearest one above it. `isRelevant` decides about a name in it. */
  async watch(directory: string, isRelevant: (name: string) => boolean = () => true): Promise<void> {
    if (!(await isDirectory(directory))) {
      const above = dirname(directory);
      return above === directory ? undefined : this.watch(above);
    }
    const watcher = watch(directory, (_, name) => {
      if (name === null || isRelevant(name)) this.#report();
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

async function directoriesIn(directory: string): Promise<string[]> {
  if (!(await isDirectory(directory))) return [];
  const found: string[] = [];
  for await (const entry of await opendir(directory)) {
    if (entry.isDirectory()) found.push(join(directory, entry.name));
  }
  return found;
}
