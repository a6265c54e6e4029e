/**
 * Prints files of large bundles before a build compares them with the disk: another thread begins while the kinds are
 * checked, and this one helps it afterwards. The threads share nothing but a list of groups with which one of them has
 * begun. No file depends on several groups, except the few that this leaves out.
 */
import { join } from "node:path";
import { type Checksum, checksumOf, isContentOf, isOfOneGroup, piecesOf } from "../core/file-printer.js";
import type { ApiModel, Kind } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { SourceText } from "../core/model/location.js";
import type { OutputFile } from "../core/model/output.js";
import { printFiles } from "../emit/files.js";
import type { Templates } from "../emit/templates.js";
import { BLOCKING } from "../host/blocking-files.js";
import { diskError, readRegularFile, syncToDisk } from "../host/files.js";
import type { FileOperations } from "../host/output-directory.js";
import { entryAt } from "../host/paths.js";
import { RunningSyncs } from "../host/running-syncs.js";
import { inChannels, printView, viewOf } from "./channel-views.js";

/** In UTF-16 code units, for all sources together: eight times the sources of a bundle with 23 CRDs. */
const LARGE = 2 ** 20;

/** The largest part of all kinds that may be in one group. If more are, the threads can hardly share the work. */
const LARGEST_SHARE = 1 / 2;

/** Reports whether printing takes so long that another thread is worth its start and its memory. */
export function isLarge(sources: readonly SourceText[]): boolean {
  return sources.reduce((sum, { text }) => sum + text.length, 0) >= LARGE;
}

/** All kinds of a group. They are printed together, because they share much. */
export interface Group {
  readonly index: number;
  readonly kinds: readonly Kind[];
}

export interface EarlyPrinting {
  /** The bundle, without conversions, on which no file of a kind depends. */
  readonly bundle: Bundle;
  readonly templates: Templates;
  /** The output directory. */
  readonly root: string;
  /** The absolute path of an existing directory for the files. */
  readonly directory: string;
  /**
   * Shared by all threads: one number per group, which is not 0 if a thread has begun with it, and at the end one that is
   * not 0 if nothing more is to be printed.
   */
  readonly begun: Int32Array;
}

/** A file that was printed. */
export interface EarlyFile {
  /** The path in the output. */
  readonly path: string;
  readonly checksum: Checksum;
  /** The absolute path at which it was written and synced. Unset if the file in the output has the same content. */
  readonly at?: string;
}

/** Prints groups in another thread. */
export interface GroupPrinter {
  /**
   * Prints groups like `printGroups`, in their order, and begins at once. If the thread fails, returns no files, so the
   * caller prints them, and reports errors of the disk.
   */
  readonly print: (groups: readonly Group[], printing: EarlyPrinting) => Promise<readonly EarlyFile[]>;
}

export class EarlyFiles {
  #groups: readonly Group[] = [];
  #printing: EarlyPrinting | undefined;
  #ofOther: Promise<readonly EarlyFile[]> = Promise.resolve([]);

  constructor(
    /** Prints the first groups, while this thread does something else. */
    readonly other: GroupPrinter,
    readonly places: Pick<EarlyPrinting, "root" | "directory">,
  ) {}

  /** Begins to print the kinds of a model, which has those of all channels. */
  begin({ kinds }: ApiModel, bundle: Bundle, templates: Templates): void {
    this.#groups = groupsOf(kinds);
    if (this.#groups.some((group) => group.kinds.length > kinds.length * LARGEST_SHARE)) return;
    const numbers = this.#groups.length + 1;
    const begun = new Int32Array(new SharedArrayBuffer(numbers * Int32Array.BYTES_PER_ELEMENT));
    this.#printing = { bundle: { ...bundle, conversions: [] }, templates, begun, ...this.places };
    this.#ofOther = this.other.print(this.#groups, this.#printing);
    this.#ofOther.catch(() => {}); // if something else fails first, nobody waits for it
  }

  /**
   * Prints groups in this thread too, from the last one, until each has been printed. Returns all files, or none if the
   * disk fails. The build may succeed without them, for which their space is free again.
   */
  async finish(): Promise<EarlyFile[]> {
    if (!this.#printing) return [];
    try {
      const own = await printGroups(this.#groups.toReversed(), this.#printing);
      return [...own, ...(await this.#ofOther)];
    } catch (error) {
      diskError(error);
      await this.stop();
      await BLOCKING.rm(this.places.directory, { recursive: true, force: true });
      return [];
    }
  }

  /** Waits until nothing is printed any more. No thread begins with another file. */
  async stop(): Promise<void> {
    this.#printing?.begun.fill(1);
    await this.#ofOther.catch(() => {});
  }
}

function groupsOf(kinds: readonly Kind[]): Group[] {
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    const others = groups.get(kind.group);
    if (others) others.push(kind);
    else groups.set(kind.group, [kind]);
  }
  return [...groups.values()].map((ofGroup, index) => ({ index, kinds: ofGroup }));
}

/** Prints groups, in the given order, up to the first one with which another thread has begun. */
export async function printGroups(
  groups: Iterable<Group>,
  printing: EarlyPrinting,
  fs: Pick<FileOperations, "writeFile" | "sync"> = { ...BLOCKING, sync: syncToDisk },
): Promise<EarlyFile[]> {
  const { begun, directory } = printing;
  const printed: EarlyFile[] = [];
  const syncs = new RunningSyncs();
  try {
    for (const { index, kinds } of groups) {
      if (Atomics.exchange(begun, index, 1) !== 0) return printed;
      for (const [number, file] of filesOf(kinds, printing).entries()) {
        if (Atomics.load(begun, begun.length - 1) !== 0) return printed;
        const at = (await isInPlace(file, printing)) ? undefined : join(directory, `${index}-${number}`);
        if (at !== undefined) {
          await fs.writeFile(at, piecesOf(file));
          await syncs.add(() => fs.sync(at));
        }
        printed.push({ path: file.path, checksum: checksumOf(file), ...(at !== undefined && { at }) });
      }
    }
    return printed;
  } finally {
    await syncs.finish();
  }
}

/** Returns the files that depend only on the kinds of one group. */
function filesOf(kinds: readonly Kind[], { bundle, templates }: EarlyPrinting): OutputFile[] {
  const model = inChannels({ kinds }, bundle.channels);
  const channels = bundle.channels.map((channel) => printView(viewOf(model, channel, bundle), bundle));
  return printFiles(channels, [], bundle, templates).filter(isOfOneGroup);
}

/** Reports whether the file in the output seems to have the content. The build compares it again. */
async function isInPlace(file: OutputFile, { root }: EarlyPrinting): Promise<boolean> {
  const path = join(root, file.path);
  try {
    if ((await entryAt(path)) !== "file") return false; // then the content need not be printed for its size
    const found = await readRegularFile(path, checksumOf(file).size);
    return found !== undefined && isContentOf(file, found);
  } catch {
    return false; // the build reports what it cannot read
  }
}
