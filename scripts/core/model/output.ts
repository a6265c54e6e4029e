/** A file to be: its path relative to the output directory, with forward slashes, and its whole text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A file that a release hands out: its name, without a directory, and its bytes. */
export interface Asset {
  readonly name: string;
  readonly bytes: Uint8Array;
}
