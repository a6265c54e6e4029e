/** File to write: its path relative to the output directory, with forward slashes, and its full text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** File that a release offers for download: its name, without a directory, and its bytes. */
export interface Asset {
  readonly name: string;
  readonly bytes: Uint8Array;
}
