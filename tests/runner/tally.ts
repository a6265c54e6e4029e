interface Tally {
  assertions: number;
  /** Skipped tests, by reason. */
  readonly skipped: Map<string, number>;
  /** Selects the tests to run by their names. All of them run if it is not set. */
  wanted?: (name: string) => boolean;
}

/** Counts of the current test file, which the replacements for uvu in this directory update. */
export const tally: Tally = {
  assertions: 0,
  skipped: new Map(),
};
