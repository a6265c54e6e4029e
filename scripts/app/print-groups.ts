/**
 * Prints the files of many kinds before a build compares them with the disk. Another thread does this while the kinds are
 * checked, and this thread helps it afterwards. Both take groups, because no file contains parts of several groups, except
 * the few that this leaves out.
 */
import { join } from "node:path";
import { type Checksum, checksumOf, isOfOneObject, piecesOf } from "../core/file-printer.js";
import type { Kind } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { OutputFile } from "../core/model/output.js";
import { printFiles } from "../emit/files.js";
import type { Templates } from "../emit/templates.js";
import { BLOCKING } from "../host/blocking-files.js";
import { syncToDisk } from "../host/files.js";
import { RunningSyncs } from "../host/running-syncs.js";
import { inChannels, printView, viewOf } from "./channel-views.js";

/** All kinds of a group. */
export interface Group {
  readonly index: number;
  readonly kinds: readonly Kind[];
}

export interface Printing {
  /** The bundle, without conversions, of which no file of a kind depends. */
  readonly bundle: Bundle;
  readonly templates: Templates;
  /** The absolute path of an existing directory for the files. */
  readonly directory: string;
  /** One number per group, shared by all threads. It is not 0 if a thread has begun with the group. */
  readonly begun: Int32Array;
}

/** A file that was printed and synced to the disk. */
export interface PrintedFile {
  /** The path in the output. */
  readonly path: string;
  readonly checksum: Checksum;
  /** The absolute path at which it is. */
  readonly at: string;
}

/** Prints groups in another thread. */
export interface GroupPrinter {
  /**
   * Prints groups like `printGroups`, and begins at once. If the thread fails, returns no files, so the caller prints them,
   * and reports errors of the disk.
   */
  readonly print: (groups: readonly Group[], printing: Printing) => Promise<readonly PrintedFile[]>;
}

/** Prints the files of groups, in their order, up to the first one with which another thread has begun. */
export async function printGroups(groups: Iterable<Group>, printing: Printing): Promise<PrintedFile[]> {
  const printed: PrintedFile[] = [];
  const syncs = new RunningSyncs();
  for (const { index, kinds } of groups) {
    if (Atomics.exchange(printing.begun, index, 1) !== 0) break;
    for (const [number, file] of filesOf(kinds, printing).entries()) {
      const at = join(printing.directory, `${index}-${number}`);
      await BLOCKING.writeFile(at, piecesOf(file));
      await syncs.add(() => syncToDisk(at));
      printed.push({ path: file.path, checksum: checksumOf(file), at });
    }
  }
  await syncs.finish();
  return printed;
}

/** Returns the files that contain nothing but the kinds of one group. */
function filesOf(kinds: readonly Kind[], { bundle, templates }: Printing): OutputFile[] {
  const model = inChannels({ kinds }, bundle.channels);
  const channels = bundle.channels.map((channel) => printView(viewOf(model, channel, bundle), bundle));
  return printFiles(channels, [], bundle, templates).filter(isOfOneObject);
}
