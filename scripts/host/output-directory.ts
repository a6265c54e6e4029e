/**
 * Replaces a set of files. If a run is killed at any moment, or if the power fails, either the old set or the new set
 * is in place.
 *
 * Changed files are first written to a staging directory, which no checkout can contain (`staging.ts`). A single rename
 * of this directory to `pending` makes the new set valid. Then each file is moved to its place with a rename, files
 * that no longer belong are removed, and `pending` is removed. Commands that find a `pending` read the files in it
 * instead, and the next writer completes it. The manifest in `pending` identifies the directory in which it was written
 * and is validated like any input. It is ignored if it was copied from elsewhere, or if it contains a path outside of
 * the output.
 *
 * Only one process writes at a time. A process that wants to write creates a directory `writer-<process>@<use>`, and
 * withdraws if it then sees the directory of another process. If two processes see each other, both withdraw and try
 * again, after different delays. In a directory `early-<process>@<use>`, a process may write files before that.
 */
import { randomUUID } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isContentOf, piecesOf, setContent } from "../core/file-printer.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { isJsonObject, parseJson } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { BLOCKING, type WriteOperations } from "./blocking-files.js";
import { isMissing, listFiles, readRegularFile, syncToDisk } from "./files.js";
import { entryAt, isWithin, type Obstacle, obstaclesTo, obstacleTo, PathBlocked, staysBelow } from "./paths.js";
import { RunningSyncs } from "./running-syncs.js";
import { type Staging, stagingOf } from "./staging.js";
import { isAlive, type Writer, writerName } from "./writer.js";

/** The operations on the disk. Tests replace them to simulate a crash. */
export interface FileOperations extends WriteOperations {
  readonly sync: (path: string) => Promise<void>;
}

/** The time, in milliseconds. Tests replace it to avoid waiting. */
export interface Clock {
  now(): number;
  sleep(duration: number): Promise<unknown>;
}

/** The place of a set of files. */
export interface OutputPlace {
  /** The absolute path of the output directory. */
  readonly root: string;
  /** The output directory, or a directory above it. Links below it are not followed. */
  readonly anchor: string;
  /**
   * Other directories, relative to the output directory, whose files belong to the same set and change together with
   * it.
   */
  readonly beside: readonly string[];
}

/** The content of a file, or the obstacle in its place. */
export type Content = string | Obstacle;

/**
 * The result of comparing a file with a build: it has the wanted content, it has other content but belongs to this tool,
 * or it is foreign. Or an obstacle is in its place.
 */
export type Compared = { readonly is: "as-wanted" | "own" | "foreign" } | Obstacle;

/** The differences between a directory and the files that belong there. */
export interface Drift {
  readonly missing: readonly string[];
  readonly differing: readonly string[];
  /** Existing files that do not belong there. */
  readonly surplus: readonly string[];
}

/**
 * Files that were written and synced before they were compared: the absolute path of each, by its path in the output.
 * Those that are staged are moved, and removed from the map.
 */
export type EarlyPaths = Map<string, string>;

interface Manifest {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

/** In bytes. So much of a file shows whether this tool wrote it. */
const BEGINNING = 2 ** 16;
/** The directory of the new set of files, in the staging directory. */
const PENDING = "pending";
const MANIFEST = "manifest.json";
/** In bytes. Ten thousand kinds need only a fraction of it. */
const MANIFEST_LIMIT = 1 << 25;
const WRITER = "writer-";
/** The directory in which a writer stages files, in its own directory. */
const NEXT = "next";
const EARLY = "early-";
/**
 * The suffix of a temporary file next to its place, which is written if a rename from the staging directory is not
 * possible.
 */
const COPY = ".crd-bundle-next";
/** The staging directories of older versions. They may come from a checkout, so their content is ignored. */
export const LEFTOVER = /^\.pending(-\d+)?$/;
/**
 * In milliseconds. A writer that stages nothing for so long is a dead process whose number is in use again. Comparing
 * files that need not be written takes a fraction of it.
 */
export const PATIENCE = 60_000;
/** In milliseconds. If a round takes longer, the machine slept, or this process was stopped, and maybe others too. */
const LONGEST_ROUND = 1000;

/** Another process took over, because this one seemed to be dead. It also completes a set that was valid. */
export class WriterReplaced extends Error {
  constructor(options?: ErrorOptions) {
    super("another process took over, because this one seemed to be dead", options);
  }
}

export class OutputDirectory {
  readonly #self: string;
  #stagingPlace: Promise<Staging> | undefined;
  /** The staged files, whose names are their positions. Unset as long as staging has not begun. */
  #staged: OutputFile[] | undefined;
  readonly #early: string;
  /** The first directory that was created for staging, if any. */
  #created: string | undefined;
  readonly #syncs = new RunningSyncs();

  constructor(
    readonly place: OutputPlace,
    readonly writer: Writer,
    readonly fs: FileOperations = { ...BLOCKING, sync: syncToDisk },
    readonly clock: Clock = { now: Date.now, sleep: (duration) => sleep(duration) },
  ) {
    const name = `${writerName(writer)}@${randomUUID().slice(0, 8)}`;
    this.#self = `${WRITER}${name}`;
    this.#early = `${EARLY}${name}`;
  }

  /** Returns the current files by path, including the pending ones. `belongs` selects the files. */
  read(belongs: (path: string) => boolean): Promise<Map<string, Content>> {
    return this.#read(belongs, [], (bytes) => bytes.toString("utf8"));
  }

  /**
   * Reads the current files like `read`, and compares them with those of a build, in the order of the latter. `isOwn`
   * recognizes files of this tool by their beginning. With `stage`, each file that must be written is staged for `apply`
   * while its text is in memory, or moved there if it was written early.
   */
  async compare(
    { belongs, files }: { readonly belongs: (path: string) => boolean; readonly files: readonly OutputFile[] },
    isOwn: (path: string, text: string) => boolean,
    stage?: EarlyPaths,
  ): Promise<Map<string, Compared>> {
    const staged = stage ? await this.#beginStaging() : undefined;
    const compared = (bytes: Buffer, path: string, file?: OutputFile): Compared => {
      if (file && isContentOf(file, bytes)) return { is: "as-wanted" };
      return { is: isOwn(path, bytes.subarray(0, BEGINNING).toString("utf8")) ? "own" : "foreign" };
    };
    return this.#read(belongs, files, compared, async (file, found) => {
      if (staged && found?.is !== "as-wanted") await this.#stage(file, staged, stage);
    });
  }

  async #read<Found>(
    belongs: (path: string) => boolean,
    wanted: readonly OutputFile[],
    findIn: (bytes: Buffer, path: string, wanted?: OutputFile) => Found,
    next: (wanted: OutputFile, found: Found | Obstacle | undefined) => Promise<void> = async () => undefined,
  ): Promise<Map<string, Found | Obstacle>> {
    const manifest = await this.#pendingManifest();
    const passed = new Set([...(manifest?.remove ?? []), ...(manifest?.write ?? []).map((path) => path + COPY)]);
    const listed = new Set((await this.#paths()).filter((path) => !passed.has(path)));
    const pending = new Map(manifest?.write.map((path, index) => [path, String(index)]));
    const foundAt = async (path: string, file?: OutputFile): Promise<Found | Obstacle | undefined> => {
      const name = pending.get(path);
      const staged = name && (await readRegularFile(join(await this.#staging(), PENDING, name)));
      if (staged) return findIn(staged, path, file);
      // A pending file that was moved since is in its place, unless a link came in the way.
      if (!listed.has(path) && (await this.#isBlocked(dirname(join(this.place.root, path))))) return undefined;
      return this.#foundInPlace(path, (bytes) => findIn(bytes, path, file));
    };
    const rest = new Set([...listed, ...pending.keys()].filter(belongs));
    const files = new Map<string, Found | Obstacle>();
    for (const file of wanted) {
      const found = rest.delete(file.path) ? await foundAt(file.path, file) : undefined;
      if (found !== undefined) files.set(file.path, found);
      await next(file, found);
    }
    for (const path of rest) {
      const found = await foundAt(path);
      if (found !== undefined) files.set(path, found);
    }
    return files;
  }

  /** Returns what is found in a file, or the obstacle in its place. Does not read links and pipes. */
  async #foundInPlace<Found>(path: string, findIn: (bytes: Buffer) => Found): Promise<Found | Obstacle | undefined> {
    const whole = join(this.place.root, path);
    const bytes = await readRegularFile(whole);
    if (bytes) return findIn(bytes);
    const is = await entryAt(whole);
    return is && { path: whole, is };
  }

  /**
   * Returns the obstacles to writing or removing files: links, directories in their place, and paths outside of the
   * output.
   */
  async obstacles(paths: readonly string[]): Promise<Obstacle[]> {
    const { anchor, root } = this.place;
    const outside = paths.filter((path) => !this.#isInside(path));
    const inside = paths.filter((path) => this.#isInside(path)).map((path) => fromTo(anchor, join(root, path)));
    return [
      ...outside.map((path): Obstacle => ({ path: join(root, path), is: "outside" })),
      ...(await obstaclesTo(anchor, inside)),
    ];
  }

  #isInside(path: string): boolean {
    return isInside(path, this.place);
  }

  /** Returns the files in the output directory and in the directories of `beside`. Does not follow links. */
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

  /** Returns the entries directly in the output directory, or none if it does not exist or is behind a link. */
  async #entriesOf(root: string): Promise<Dirent[]> {
    if (await this.#isBlocked(root)) return [];
    try {
      return await BLOCKING.readdir(root, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Reports whether the path from the anchor to a directory contains anything other than directories. */
  async #isBlocked(directory: string): Promise<boolean> {
    const { anchor } = this.place;
    if (directory === anchor) return false;
    return (await obstacleTo(anchor, fromTo(anchor, directory), "directory")) !== undefined;
  }

  /**
   * Runs `use` while nothing else can write, in this process or another one. If another one took over, `use` can still
   * read, but throws `WriterReplaced` when it writes.
   */
  async exclusively<Result>(use: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await use();
    } catch (error) {
      throw isMissing(error) && (await this.#isReplaced()) ? new WriterReplaced({ cause: error }) : error;
    } finally {
      this.#forgetStaged();
      await this.#syncs.finish().catch(nothing); // of files that were staged for nothing
      await this.#leave();
    }
  }

  /** Creates a directory for files that are written before `exclusively`. Nothing else uses it. Returns its path. */
  async createEarly(): Promise<string> {
    const early = join(await this.#staging(), this.#early);
    await this.#create(early);
    return early;
  }

  async #create(directory: string): Promise<void> {
    const first = await this.fs.mkdir(directory, { recursive: true });
    this.#created ??= first;
  }

  /** Removes what `createEarly` created. */
  async removeEarly(): Promise<void> {
    await this.#remove(this.#early);
    await this.#removeEmpty();
  }

  /**
   * Writes and removes the files in `drift`, so the directory contains `files`. Must be called within `exclusively`, and
   * `compare` within the same one if it stages files.
   */
  async apply(files: readonly OutputFile[], drift: Drift): Promise<void> {
    await this.#finishPending();
    const write = filesToWrite(files, drift);
    if (write.length === 0 && drift.surplus.length === 0) return;
    await this.#rejectObstacles({ write: write.map(({ path }) => path), remove: drift.surplus });
    await this.#makePending(write, drift.surplus);
    await this.#finishPending();
  }

  /**
   * Rejects paths that lead out of the output or are blocked, before anything is written. A new set cannot be reverted
   * once it is valid.
   */
  async #rejectObstacles({ write, remove }: Manifest): Promise<void> {
    const [obstacle] = await this.obstacles([...write, ...remove]);
    if (obstacle) throw new PathBlocked(obstacle);
    const { root } = this.place;
    if ((await entryAt(root)) === "file") throw new PathBlocked({ path: root, is: "file" });
  }

  /** Stages the files that are not staged yet, and makes the new set valid. */
  async #makePending(files: readonly OutputFile[], remove: readonly string[]): Promise<void> {
    const write = files.map(({ path }) => path);
    if (!this.#isStaged(files)) {
      const staged = await this.#beginStaging();
      for (const file of files) await this.#stage(file, staged);
    }
    const staging = await this.#next();
    const manifest = { directory: await numberOf(staging), write, remove };
    await this.fs.writeFile(join(staging, MANIFEST), JSON.stringify(manifest));
    for (const path of [join(staging, MANIFEST), staging]) await this.#syncs.add(() => this.fs.sync(path));
    await this.#syncs.finish();
    this.#forgetStaged();
    await this.fs.rename(staging, join(await this.#staging(), PENDING));
    await this.fs.sync(await this.#staging());
  }

  #isStaged(files: readonly OutputFile[]): boolean {
    const staged = this.#staged;
    return staged?.length === files.length && files.every((file, at) => file === staged[at]);
  }

  /** Forgets the staged files, which may be moved or removed from now on. */
  #forgetStaged(): void {
    for (const file of this.#staged ?? []) setContent(file, undefined);
    this.#staged = undefined;
  }

  /** Creates an empty directory for staged files. Returns their list. */
  async #beginStaging(): Promise<OutputFile[]> {
    const staging = await this.#next();
    this.#forgetStaged();
    await this.#syncs.finish().catch(nothing); // of files that are discarded
    await this.fs.rm(staging, { recursive: true, force: true });
    // Not recursively: if another process removed the directory of this one, nothing may be written any more.
    await this.fs.mkdir(staging, { recursive: false });
    this.#staged = [];
    return this.#staged;
  }

  async #stage(file: OutputFile, staged: OutputFile[], early?: EarlyPaths): Promise<void> {
    const path = join(await this.#next(), String(staged.length));
    if (await this.#moveEarly(early?.get(file.path), path)) {
      setContent(file, () => readFileSync(path));
    } else {
      await this.fs.writeFile(path, piecesOf(file));
      await this.#syncs.add(() => this.fs.sync(path));
    }
    early?.delete(file.path);
    staged.push(file);
  }

  /** Moves a file that was written early, if there is one. Another process can have removed it. */
  async #moveEarly(written: string | undefined, path: string): Promise<boolean> {
    if (written === undefined) return false;
    try {
      await this.fs.rename(written, path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Returns the directory in which this process stages files. */
  async #next(): Promise<string> {
    return join(await this.#staging(), this.#self, NEXT);
  }

  /**
   * Moves the pending files to their places. The process that began may have died halfway, so a file that is no longer
   * pending is already in place.
   */
  async #finishPending(): Promise<void> {
    const manifest = await this.#pendingManifest();
    const pending = join(await this.#staging(), PENDING);
    if (manifest) {
      await this.#rejectObstacles(manifest);
      const { root } = this.place;
      for (const [index, path] of manifest.write.entries()) {
        await this.#rejectReplaced();
        await this.fs.mkdir(dirname(join(root, path)), { recursive: true });
        await this.#move(join(pending, String(index)), join(root, path));
      }
      for (const path of manifest.remove) {
        await this.#rejectReplaced();
        await this.fs.rm(join(root, path), { force: true });
      }
      for (const directory of this.#directoriesOf(manifest)) {
        await this.#syncs.add(() => ignoringMissing(this.fs.sync(directory)));
      }
      await this.#syncs.finish();
      await this.#rejectReplaced();
      await this.fs.rm(join(pending, MANIFEST), { force: true });
    }
    await this.fs.rm(pending, { recursive: true, force: true });
  }

  /**
   * Moves a staged file to its place. If the Git directory is on a different file system, the file is first written
   * next to its place and then renamed.
   */
  async #move(staged: string, target: string): Promise<void> {
    try {
      await this.fs.rename(staged, target);
    } catch (error) {
      if (isMissing(error)) return;
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      const bytes = await readRegularFile(staged);
      if (!bytes) return; // a rename between file systems fails before it looks for the file
      await this.fs.rm(target + COPY, { force: true });
      await this.fs.writeFile(target + COPY, bytes, { flag: "wx" });
      await this.fs.sync(target + COPY);
      await this.fs.rename(target + COPY, target);
      await this.fs.rm(staged, { force: true });
    }
  }

  /** Returns every directory, from the anchor down, in which an entry is added or removed. */
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

  /** Waits until no other process writes, and removes the files of dead processes. */
  async #enter(): Promise<void> {
    const staging = await this.#staging();
    const own = join(staging, this.#self);
    let waited = new Map<string, number>();
    let last = this.clock.now();
    for (;;) {
      await this.#create(own);
      const others = (await this.#namesWith(WRITER)).filter((name) => name !== this.#self);
      const alive = others.filter((name) => isAlive(name.slice(WRITER.length), this.writer));
      const moved = lastChange(join(staging, PENDING));
      const states = alive.map((name) => `${name}, ${lastChange(join(staging, name, NEXT))}, ${moved}`);
      const now = this.clock.now();
      const round = Math.min(Math.max(now - last, 0), LONGEST_ROUND);
      last = now;
      const earlier = waited;
      waited = new Map(states.map((state) => [state, 0]));
      for (const [state, time] of earlier) if (waited.has(state)) waited.set(state, time + round);
      if ([...waited.values()].every((time) => time > PATIENCE)) {
        for (const name of others) await this.#remove(name);
        // Another process can still use them, if this one cannot see it.
        for (const name of await this.#deadEarly()) await this.#remove(name).catch(nothing);
        return;
      }
      await this.#remove(this.#self);
      await this.clock.sleep(20 + Math.random() * 60);
    }
  }

  /** Removes the directory of this process, and the staging directory unless another process uses it. */
  async #leave(): Promise<void> {
    await this.#remove(this.#self);
    await this.#removeEmpty();
  }

  /** Removes the staging directory, and those above it that this process created, as far as they are empty. */
  async #removeEmpty(): Promise<void> {
    const { above } = await this.#stagingAt();
    const created = this.#created;
    const isAbove = created !== undefined && (created === above || isWithin(created, above));
    const last = isAbove ? dirname(created) : above;
    for (let directory = await this.#staging(); directory !== last; directory = dirname(directory)) {
      try {
        await this.fs.rmdir(directory);
      } catch (error) {
        if (!/^E(NOTEMPTY|EXIST|NOENT)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
        return;
      }
    }
  }

  async #rejectReplaced(): Promise<void> {
    if (await this.#isReplaced()) throw new WriterReplaced();
  }

  /** Reports whether another process removed the directory of this one. */
  async #isReplaced(): Promise<boolean> {
    return (await entryAt(join(await this.#staging(), this.#self))) === undefined;
  }

  /** Returns the directories with early files of processes that ended. */
  async #deadEarly(): Promise<string[]> {
    const names = await this.#namesWith(EARLY);
    return names.filter((name) => name !== this.#early && !isAlive(name.slice(EARLY.length), this.writer));
  }

  async #namesWith(prefix: string): Promise<string[]> {
    const names = readdirSync(await this.#staging());
    return names.filter((name) => name.startsWith(prefix));
  }

  async #remove(name: string): Promise<void> {
    await this.fs.rm(join(await this.#staging(), name), { recursive: true, force: true });
  }

  async #pendingManifest(): Promise<Manifest | undefined> {
    return pendingManifest(await this.#staging(), this.place);
  }

  /** Returns the staging directory. Throws if a link is in its place. In that case, nothing is read or written. */
  async #staging(): Promise<string> {
    const { above, path } = await this.#stagingAt();
    return join(above, path);
  }

  #stagingAt(): Promise<Staging> {
    this.#stagingPlace ??= safeStagingOf(this.place);
    return this.#stagingPlace;
  }
}

/** Reports whether files are pending: a process is moving them to their places, or was killed while it did. */
export async function hasPendingFiles(place: OutputPlace): Promise<boolean> {
  const { above, path } = await stagingOf(place.root, place.anchor);
  if (await obstacleTo(above, path, "directory")) return false; // this tool writes through no link
  return (await pendingManifest(join(above, path), place)) !== undefined;
}

async function safeStagingOf({ root, anchor }: OutputPlace): Promise<Staging> {
  const staging = await stagingOf(root, anchor);
  const obstacle = await obstacleTo(staging.above, staging.path, "directory");
  if (obstacle) throw new PathBlocked(obstacle);
  return staging;
}

/**
 * Returns the manifest of the pending files, if this tool wrote it in this place and all of its paths are in the
 * output.
 */
async function pendingManifest(staging: string, place: OutputPlace): Promise<Manifest | undefined> {
  const pending = join(staging, PENDING);
  if ((await entryAt(pending)) !== "directory") return undefined;
  const text = (await readRegularFile(join(pending, MANIFEST), MANIFEST_LIMIT))?.toString("utf8");
  const manifest = parseJson(text);
  if (!isJsonObject(manifest) || manifest.directory !== (await numberOf(pending))) return undefined;
  const { write, remove } = manifest;
  if (!isTexts(write) || !isTexts(remove)) return undefined;
  return [...write, ...remove].every((path) => isInside(path, place)) ? { write, remove } : undefined;
}

/** Reports whether a path is in the output directory or in one of the directories of `beside`. */
function isInside(path: string, { beside }: OutputPlace): boolean {
  const directory = beside.find((candidate) => path.startsWith(`${candidate}/`));
  return staysBelow(directory === undefined ? path : path.slice(directory.length + 1));
}

/** Returns the time of the last new entry of a directory, if it exists. */
function lastChange(directory: string): bigint | undefined {
  return lstatSync(directory, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** Returns the inode of a directory. A copy of the directory, or one from a checkout, has another inode. */
async function numberOf(directory: string): Promise<string> {
  return String(lstatSync(directory, { bigint: true }).ino);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Returns the relative path from a directory to a path, with forward slashes. */
function fromTo(directory: string, path: string): string {
  return relative(directory, path).split(sep).join("/");
}

/** Compares the files of a directory, as `compare` or `read` found them, with the files that belong there. */
export function driftOf(current: ReadonlyMap<string, Content | Compared>, files: readonly OutputFile[]): Drift {
  const wanted = new Map(files.map((file) => [file.path, file]));
  return {
    missing: [...wanted.keys()].filter((path) => !current.has(path)).sort(compareStrings),
    differing: [...wanted]
      .filter(([path, file]) => current.has(path) && !isAsWanted(current.get(path), file))
      .map(([path]) => path)
      .sort(compareStrings),
    surplus: [...current.keys()].filter((path) => !wanted.has(path)).sort(compareStrings),
  };
}

/** Returns the files of a build that are missing or differ. */
export function filesToWrite(files: readonly OutputFile[], { missing, differing }: Drift): OutputFile[] {
  const paths = new Set([...missing, ...differing]);
  return files.filter(({ path }) => paths.has(path));
}

function isAsWanted(found: Content | Compared | undefined, file: OutputFile): boolean {
  return typeof found === "string" ? isContentOf(file, Buffer.from(found)) : found?.is === "as-wanted";
}

function nothing(): void {}

async function ignoringMissing(operation: Promise<unknown>): Promise<void> {
  try {
    await operation;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
