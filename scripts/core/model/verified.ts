/** A release that is what its sources make. */
export interface Verified {
  readonly tag: string;
  /** How many files its `dist/` has. */
  readonly files: number;
  readonly assets: ComparedAssets;
}

export interface ComparedAssets {
  /** Whether they were there and compared, were put there, or are missing. */
  readonly state: "compared" | "written" | "missing";
  readonly count: number;
  /** Where they are, or belong: a whole path. */
  readonly directory: string;
}
