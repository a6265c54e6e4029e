/** A file to be: its path relative to the output folder, with forward slashes, and its whole text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}
