/** The input and output of a thread that prints files of groups early. */
import type { Checksum } from "../core/file-printer.js";
import type { Kind } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Templates } from "../emit/templates.js";

/** All kinds of a group. They are printed together, because they share much. */
export interface Group {
  readonly index: number;
  readonly kinds: readonly Kind[];
}

/** The input of a thread, except for the groups. */
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
   * not 0 if both threads must stop.
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
   * Prints groups in their order, and begins at once. Returns undefined if the thread fails, so the caller prints what is
   * missing, and reports errors of the disk.
   */
  readonly print: (groups: readonly Group[], printing: EarlyPrinting) => Promise<readonly EarlyFile[] | undefined>;
}
