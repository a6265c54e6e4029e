/** Release whose files are those that its sources produce. */
export interface Verified {
  readonly tag: string;
  /** Number of files in its `dist/`. */
  readonly files: number;
  readonly assets: ComparedAssets;
}

export interface ComparedAssets {
  /** State of the assets: compared with existing files, written, or missing. */
  readonly state: "compared" | "written" | "missing";
  readonly count: number;
  /** Absolute path of the directory of the assets, whether it exists or not. */
  readonly directory: string;
}
