/**
 * Prints files of large bundles before a build compares them with the disk: another thread begins while the kinds are
 * checked, and this one helps it afterward. The threads share nothing but a list of groups with which one of them has
 * begun. No file depends on several groups, except the few that this leaves out.
 */
import { join } from "node:path";
import { checksumOf, isContentOf, isOfOneGroup, piecesOf } from "../core/file-printer.js";
import type { ApiModel, Kind } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { SourceText } from "../core/model/location.js";
import type { OutputFile } from "../core/model/output.js";
import { printFiles } from "../emit/files.js";
import type { Templates } from "../emit/templates.js";
import { BLOCKING } from "../host/blocking-files.js";
import { diskError, namesIn, readRegularFile, removeFile, syncToDisk } from "../host/files.js";
import type { FileOperations } from "../host/output-directory.js";
import { entryAt } from "../host/paths.js";
import { RunningSyncs } from "../host/running-syncs.js";
import { inChannels, printView, viewOf } from "./channel-views.js";
import type { EarlyFile, EarlyPrinting, Group, GroupPrinter } from "./group-printer.js";

/** In UTF-16 code units, for all sources together: eight times the sources of a bundle with 23 CRDs. */
const LARGE = 2 ** 20;

/** The largest part of all kinds that may be in one group. If more are, the threads can hardly share the work. */
const LARGEST_SHARE = 1 / 2;

/** Reports whether printing takes so long that another thread is worth its start and its memory. */
export function isLarge(sources: readonly SourceText[]): boolean {
  return sources.reduce((sum, { text }) => sum + text.length, 0) >= LARGE;
}

/** Groups that two threads print. */
interface Begun {
  readonly groups: readonly Group[];
  readonly printing: EarlyPrinting;
  /** The files of the other thread, or undefined if it failed. */
  readonly ofOther: Promise<readonly EarlyFile[] | undefined>;
}

export class EarlyFiles {
  #begun: Begun | undefined;

  constructor(
    /** Prints the first groups, while this thread does something else. */
    readonly other: GroupPrinter,
    readonly places: Pick<EarlyPrinting, "root" | "directory">,
  ) {}

  /** Begins to print the kinds of a model, which has those of all channels. */
  begin({ kinds }: ApiModel, bundle: Bundle, templates: Templates): void {
    const groups = groupsOf(kinds);
    if (groups.some((group) => group.kinds.length > kinds.length * LARGEST_SHARE)) return;
    const numbers = groups.length + 1;
    const begun = new Int32Array(new SharedArrayBuffer(numbers * Int32Array.BYTES_PER_ELEMENT));
    const printing = { bundle: { ...bundle, conversions: [] }, templates, begun, ...this.places };
    const ofOther = this.other.print(groups, printing);
    ofOther.catch(() => {}); // if something else fails first, nobody waits for it
    this.#begun = { groups, printing, ofOther };
  }

  /** Reports whether files are printed early. */
  get hasBegun(): boolean {
    return this.#begun !== undefined;
  }

  /**
   * Prints groups in this thread too, from the last one, until each has been printed. Returns all files, or none if the
   * disk fails. The build may succeed without them, for which their space is free again.
   */
  async finish(): Promise<EarlyFile[]> {
    if (!this.#begun) return [];
    const { groups, printing, ofOther } = this.#begun;
    const { directory } = this.places;
    try {
      const own = await printGroups(groups.toReversed(), printing);
      const others = await ofOther;
      if (!others) await removeAllBut(own, directory);
      return [...own, ...(others ?? [])];
    } catch (error) {
      diskError(error);
      await this.stop();
      await BLOCKING.rm(directory, { recursive: true, force: true }).catch(() => {}); // the build does it in the end
      return [];
    }
  }

  /** Waits until nothing is printed any more. No thread begins with another file. */
  async stop(): Promise<void> {
    this.#begun?.printing.begun.fill(1);
    await this.#begun?.ofOther.catch(() => {});
  }
}

/** Removes what a thread wrote before it failed. */
async function removeAllBut(files: readonly EarlyFile[], directory: string): Promise<void> {
  const kept = new Set(files.map(({ at }) => at));
  const paths = (await namesIn(directory)).map((name) => join(directory, name));
  for (const path of paths) if (!kept.has(path)) await removeFile(path);
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
  const { begun, directory, root } = printing;
  const isNew = (await entryAt(root)) === undefined;
  const printed: EarlyFile[] = [];
  const syncs = new RunningSyncs();
  try {
    for (const { index, kinds } of groups) {
      if (Atomics.exchange(begun, index, 1) !== 0) return printed;
      for (const [number, file] of filesOf(kinds, printing).entries()) {
        if (Atomics.load(begun, begun.length - 1) !== 0) return printed;
        const isSame = !isNew && (await isInPlace(file, root));
        const at = isSame ? undefined : join(directory, `${index}-${number}`);
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
async function isInPlace(file: OutputFile, root: string): Promise<boolean> {
  const path = join(root, file.path);
  try {
    if ((await entryAt(path)) !== "file") return false; // then the content need not be printed for its size
    const found = await readRegularFile(path, checksumOf(file).size);
    return found !== undefined && isContentOf(file, found);
  } catch {
    return false; // the build reports what it cannot read
  }
}
