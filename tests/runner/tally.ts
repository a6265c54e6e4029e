/** Counts of the test file that is running, kept by the stand-ins for uvu in this folder. */
export const tally = {
  assertions: 0,
  /** Skipped tests, by reason. */
  skipped: new Map<string, number>(),
};
