/** What the test file that is running has done so far, counted by the stand-ins for uvu beside this file. */
export const tally = {
  assertions: 0,
  /** How many tests were skipped, by the reason. */
  skipped: new Map<string, number>(),
};
