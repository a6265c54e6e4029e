interface Tally {
  assertions: number;
  /** Skipped tests, by reason. */
  readonly skipped: Map<string, number>;
  /** Selects the tests to run by their names. All of them run if it is not set. */
  wanted?: (name: string) => boolean;
}

/** Counts of the test file that is running, kept by the stand-ins for uvu in this directory. */
export const tally: Tally = {
  assertions: 0,
  skipped: new Map(),
};
