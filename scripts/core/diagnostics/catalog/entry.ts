import type { DiagnosticArgs } from "../../model/diagnostic.js";

/** All the words of one diagnostic. */
export interface Entry<Args extends DiagnosticArgs> {
  /** What is wrong, in one sentence without a full stop. */
  readonly message: (args: Args) => string;
  /** What to do. */
  readonly fix: string | ((args: Args) => string);
  /** Why it matters: what would happen without it. */
  readonly why: string;
  /** Set for wrong usage or configuration: the run ends with 2 instead of 1. */
  readonly usage?: true;
  /**
   * Set for advice, which is a warning by default and can be accepted: the API server rejects neither the CRD nor objects
   * because of it, no experimental API reaches the standard channel, and no data is lost.
   */
  readonly advice?: true;
}

/** Gives an entry its type; the same value comes back. */
export function entry<Args extends DiagnosticArgs>(words: Entry<Args>): Entry<Args> {
  return words;
}

/** `, did you mean x?` where there is a near name. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
