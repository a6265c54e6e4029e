/**
 * File to write: its path relative to the output directory, with forward slashes, and its full text. A text that a
 * `FilePrinter` prints is only in memory while it is used.
 */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** File that a release offers for download: its name, without a directory, and its bytes. */
export interface Asset {
  readonly name: string;
  readonly bytes: Uint8Array;
}
