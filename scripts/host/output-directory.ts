/**
 * Puts a set of files in place so that a run that dies at any moment, or with the power, leaves the old set or the new
 * one.
 *
 * What changes is written into a staging directory first, which no checkout can bring (`staging.ts`). One rename of it to
 * `pending` is the moment at which the new set holds. Then each file is moved to its place by a rename, what no longer
 * belongs is removed, and `pending` goes. Whoever finds a `pending` sees through it: its files are the content. The next
 * writer finishes it. Its manifest names the directory that it was written in and is checked like any input: one that was
 * copied from elsewhere, or leads anywhere but to the output, counts for nothing.
 *
 * One process writes at a time. Who wants to makes a directory `writer-<process>`, and steps back where it then sees that
 * of another one: of two that see each other neither goes on, so both try again, each after a while of its own.
 */
import type { Dirent } from "node:fs";
import * as nodeFs from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compareStrings } from "../core/model/diagnostic.js";
import { isJsonObject, parseJson } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { isMissing, listFiles, readRegularFile, syncToDisk } from "./files.js";
import { entryAt, type Obstacle, obstaclesTo, obstacleTo, PathBlocked, staysBelow } from "./paths.js";
import { type Staging, stagingOf } from "./staging.js";
import { isAlive, type Writer, writerName } from "./writer.js";

/** What is done to the disk; a test can stand in for it and die in the middle. */
export interface FileOperations extends Pick<typeof nodeFs, "mkdir" | "rename" | "rm" | "rmdir" | "writeFile"> {
  readonly sync: (path: string) => Promise<void>;
}

/** Time, in milliseconds; a test can stand in for it and need not wait. */
export interface Clock {
  now(): number;
  sleep(duration: number): Promise<unknown>;
}

/** Where a set of files belongs. */
export interface OutputPlace {
  /** The whole path of the output directory. */
  readonly root: string;
  /** The output directory, or one above it. No link below it is followed. */
  readonly anchor: string;
  /** Other directories, from the output directory, whose files are of the same set: they change together or not at all. */
  readonly beside: readonly string[];
}

/** What a file holds, or what is in its place. */
export type Content = string | Obstacle;

/** How a directory differs from the files that it is to hold. */
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

/** The set that holds, in the staging directory. */
const PENDING = "pending";
const MANIFEST = "manifest.json";
/** In bytes. Ten thousand kinds need a fraction of it. */
const MANIFEST_LIMIT = 1 << 25;
const WRITER = "writer-";
/** Where a writer stages, in its own directory. */
const NEXT = "next";
/** Behind a path: where a file is written that no rename from the staging directory can reach. */
const COPY = ".crd-bundle-next";
/** Where older versions staged. It may have come with a checkout, so nothing in it counts. */
export const LEFTOVER = /^\.pending(-\d+)?$/;
/** In milliseconds. Writing takes a fraction of it: who is there for longer only has the number of a dead process. */
export const PATIENCE = 10_000;

export class OutputDirectory {
  readonly #self: string;
  #stagingPlace: Promise<Staging> | undefined;

  constructor(
    readonly place: OutputPlace,
    readonly writer: Writer,
    readonly fs: FileOperations = { ...nodeFs, sync: syncToDisk },
    readonly clock: Clock = { now: Date.now, sleep },
  ) {
    this.#self = WRITER + writerName(writer);
  }

  /** The files as they hold now, by path. `belongs` tells which ones are of interest. */
  async read(belongs: (path: string) => boolean): Promise<Map<string, Content>> {
    const manifest = await this.#pendingManifest();
    const passed = new Set([...(manifest?.remove ?? []), ...(manifest?.write ?? []).map((path) => path + COPY)]);
    const files = new Map<string, Content>();
    for (const path of await this.#paths()) {
      if (belongs(path) && !passed.has(path)) files.set(path, await contentOf(join(this.place.root, path)));
    }
    for (const [index, path] of manifest?.write.entries() ?? []) {
      if (!belongs(path)) continue;
      const staged = await readRegularFile(join(await this.#staging(), PENDING, String(index)));
      if (staged) files.set(path, staged.toString("utf8")); // else it is in its place already
    }
    return files;
  }

  /** What keeps files from being written or removed: links, directories in their place, paths that lead elsewhere. */
  async obstacles(paths: readonly string[]): Promise<Obstacle[]> {
    const { anchor, root } = this.place;
    const outside = paths.filter((path) => !this.#isInside(path));
    const inside = paths.filter((path) => this.#isInside(path)).map((path) => fromTo(anchor, join(root, path)));
    return [
      ...outside.map((path): Obstacle => ({ path: join(root, path), is: "outside" })),
      ...(await obstaclesTo(anchor, inside)),
    ];
  }

  /** Whether a path is one of the output directory, or of those beside it. */
  #isInside(path: string): boolean {
    const directory = this.place.beside.find((candidate) => path.startsWith(`${candidate}/`));
    return staysBelow(directory === undefined ? path : path.slice(directory.length + 1));
  }

  /** The files that lie in the directory, and those beside it. What is behind a link is not looked into. */
  async #paths(): Promise<string[]> {
    const { beside, root } = this.place;
    const entries = await this.#entriesOf(root);
    const own = relative(root, await this.#staging());
    const paths = entries.map(async (entry) => {
      if (entry.name === own) return [];
      if (!entry.isDirectory() || LEFTOVER.test(entry.name)) return [entry.name];
      return (await listFiles(join(root, entry.name))).map((path) => `${entry.name}/${path}`);
    });
    const others = beside.map(async (directory) => {
      if (await this.#isBlocked(join(root, directory))) return [];
      return (await listFiles(join(root, directory))).map((path) => `${directory}/${path}`);
    });
    return (await Promise.all([...paths, ...others])).flat();
  }

  /** What lies directly in the output directory; nothing if it is missing, or behind a link. */
  async #entriesOf(root: string): Promise<Dirent[]> {
    if (await this.#isBlocked(root)) return [];
    try {
      return await nodeFs.readdir(root, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Whether something but directories is on the way from the anchor to a directory. */
  async #isBlocked(directory: string): Promise<boolean> {
    const { anchor } = this.place;
    if (directory === anchor) return false;
    return (await obstacleTo(anchor, fromTo(anchor, directory), "directory")) !== undefined;
  }

  /** Lets no other process write between what `use` reads and what it writes. */
  async exclusively<Result>(use: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await use();
    } finally {
      await this.#leave();
    }
  }

  /**
   * Writes and removes what is needed so that the directory holds `files`; `drift` says what that is. To be used
   * exclusively.
   */
  async apply(files: readonly OutputFile[], drift: Drift): Promise<void> {
    await this.#finishPending();
    const write = files.filter(({ path }) => drift.missing.includes(path) || drift.differing.includes(path));
    if (write.length === 0 && drift.surplus.length === 0) return;
    await this.#rejectObstacles({ write: write.map(({ path }) => path), remove: drift.surplus });
    await this.#stage(write, drift.surplus);
    await this.#finishPending();
  }

  /** Whatever names reach the writer, nothing leaves the output. Once the new set holds there is no way back. */
  async #rejectObstacles({ write, remove }: Manifest): Promise<void> {
    const [obstacle] = await this.obstacles([...write, ...remove]);
    if (obstacle) throw new PathBlocked(obstacle);
    const { root } = this.place;
    if ((await entryAt(root)) === "file") throw new PathBlocked({ path: root, is: "file" });
  }

  async #stage(files: readonly OutputFile[], remove: readonly string[]): Promise<void> {
    const staging = join(await this.#staging(), this.#self, NEXT);
    await this.fs.mkdir(staging, { recursive: true });
    const manifest = { directory: await numberOf(staging), write: files.map(({ path }) => path), remove };
    const staged = [...files.map(({ text }) => text), JSON.stringify(manifest)];
    const names = [...files.keys()].map(String).concat(MANIFEST);
    for (const [index, name] of names.entries()) await this.fs.writeFile(join(staging, name), staged[index] ?? "");
    for (const name of names) await this.fs.sync(join(staging, name));
    await this.fs.sync(staging);
    await this.fs.rename(staging, join(await this.#staging(), PENDING));
    await this.fs.sync(await this.#staging());
  }

  /** Moves what is pending to its place. Who began it may have died in the middle: what is gone is done. */
  async #finishPending(): Promise<void> {
    const manifest = await this.#pendingManifest();
    const pending = join(await this.#staging(), PENDING);
    if (manifest) {
      await this.#rejectObstacles(manifest);
      const { root } = this.place;
      for (const [index, path] of manifest.write.entries()) {
        await this.fs.mkdir(dirname(join(root, path)), { recursive: true });
        await this.#move(join(pending, String(index)), join(root, path));
      }
      for (const path of manifest.remove) await this.fs.rm(join(root, path), { force: true });
      for (const directory of this.#directoriesOf(manifest)) await ignoringMissing(this.fs.sync(directory));
      await this.fs.rm(join(pending, MANIFEST), { force: true });
    }
    await this.fs.rm(pending, { recursive: true, force: true });
  }

  /** The git directory may be on another disk than the output: then the file is written beside its place. */
  async #move(staged: string, target: string): Promise<void> {
    try {
      await this.fs.rename(staged, target);
    } catch (error) {
      if (isMissing(error)) return;
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      const bytes = await readRegularFile(staged);
      if (!bytes) return; // a rename between disks fails before it looks for the file
      await this.fs.rm(target + COPY, { force: true });
      await this.fs.writeFile(target + COPY, bytes, { flag: "wx" });
      await this.fs.sync(target + COPY);
      await this.fs.rename(target + COPY, target);
      await this.fs.rm(staged, { force: true });
    }
  }

  /** Every directory, from the anchor on, that has an entry which comes or goes. */
  #directoriesOf({ write, remove }: Manifest): string[] {
    const { anchor, root } = this.place;
    const directories = new Set<string>();
    for (const path of [...write, ...remove]) {
      for (let at = dirname(join(root, path)); at.startsWith(anchor) && !directories.has(at); at = dirname(at)) {
        directories.add(at);
        if (at === anchor) break;
      }
    }
    return [...directories];
  }

  /** Waits until no other process writes, and clears away what dead ones left. */
  async #enter(): Promise<void> {
    const staging = await this.#staging();
    const own = join(staging, this.#self);
    const deadline = this.clock.now() + PATIENCE;
    let stuck: readonly string[] | undefined;
    for (;;) {
      await this.#remove(this.#self); // of a dead process with the same number
      await this.fs.mkdir(own, { recursive: true });
      const others = (await this.#writers()).filter((name) => name !== this.#self);
      const alive = others.filter((name) => isAlive(name.slice(WRITER.length), this.writer));
      stuck = alive.filter((name) => stuck?.includes(name) ?? true); // there each time that we looked
      if (alive.length === 0 || (this.clock.now() > deadline && stuck.length === alive.length)) {
        for (const name of others) await this.#remove(name);
        return;
      }
      await this.#remove(this.#self);
      await this.clock.sleep(20 + Math.random() * 60);
    }
  }

  /** Takes away what this process needed to write, and the staging directory unless somebody else is in it. */
  async #leave(): Promise<void> {
    await this.#remove(this.#self);
    const { above } = await this.#stagingAt();
    for (let directory = await this.#staging(); directory !== above; directory = dirname(directory)) {
      try {
        await this.fs.rmdir(directory);
      } catch (error) {
        if (!/^E(NOTEMPTY|EXIST|NOENT)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
        return;
      }
    }
  }

  /** The directories that processes have of their own here. */
  async #writers(): Promise<string[]> {
    const names = await nodeFs.readdir(await this.#staging());
    return names.filter((name) => name.startsWith(WRITER));
  }

  async #remove(name: string): Promise<void> {
    await this.fs.rm(join(await this.#staging(), name), { recursive: true, force: true });
  }

  /** The manifest of what is pending, if this tool wrote it in this place and it leads nowhere else. */
  async #pendingManifest(): Promise<Manifest | undefined> {
    const pending = join(await this.#staging(), PENDING);
    if ((await entryAt(pending)) !== "directory") return undefined;
    const text = (await readRegularFile(join(pending, MANIFEST), MANIFEST_LIMIT))?.toString("utf8");
    const manifest = parseJson(text);
    if (!isJsonObject(manifest) || manifest.directory !== (await numberOf(pending))) return undefined;
    const { write, remove } = manifest;
    if (!isTexts(write) || !isTexts(remove)) return undefined;
    return [...write, ...remove].every((path) => this.#isInside(path)) ? { write, remove } : undefined;
  }

  /** The staging directory. Where a link stands in its place, nothing is done at all. */
  async #staging(): Promise<string> {
    const { above, path } = await this.#stagingAt();
    return join(above, path);
  }

  #stagingAt(): Promise<Staging> {
    this.#stagingPlace ??= stagingOf(this.place.root, this.place.anchor).then(async (staging) => {
      const obstacle = await obstacleTo(staging.above, staging.path, "directory");
      if (obstacle) throw new PathBlocked(obstacle);
      return staging;
    });
    return this.#stagingPlace;
  }
}

/** What a file holds, with a byte order mark if there is one: no build writes any. Links and pipes are not read. */
async function contentOf(path: string): Promise<Content> {
  const bytes = await readRegularFile(path);
  if (bytes) return bytes.toString("utf8");
  return { path, is: (await entryAt(path)) ?? "special" };
}

/** No file in a copy of a directory, nor in one that a checkout brings, has the number that the system gave this one. */
async function numberOf(directory: string): Promise<string> {
  return String((await nodeFs.lstat(directory, { bigint: true })).ino);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** The way from a directory to a path, with forward slashes. */
function fromTo(directory: string, path: string): string {
  return relative(directory, path).split(sep).join("/");
}

/** Compares the files of a directory with those that it is to hold. */
export function driftOf(current: ReadonlyMap<string, Content>, files: readonly OutputFile[]): Drift {
  const wanted = new Map(files.map(({ path, text }) => [path, text]));
  return {
    missing: [...wanted.keys()].filter((path) => !current.has(path)).sort(compareStrings),
    differing: [...wanted]
      .filter(([path, text]) => current.has(path) && current.get(path) !== text)
      .map(([path]) => path)
      .sort(compareStrings),
    surplus: [...current.keys()].filter((path) => !wanted.has(path)).sort(compareStrings),
  };
}

async function ignoringMissing(operation: Promise<unknown>): Promise<void> {
  try {
    await operation;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
