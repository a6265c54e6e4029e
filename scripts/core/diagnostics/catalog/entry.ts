import type { DiagnosticArgs } from "../../model/diagnostic.js";

/** The message, fix and explanation of one diagnostic. */
export interface Entry<Args extends DiagnosticArgs> {
  /** States the problem with its names and values, in lowercase and without a period. */
  readonly message: (args: Args) => string;
  /** The arguments of a typical diagnostic, with which explanations show the message and the fix. */
  readonly example?: Args;
  /** States what to do, in imperative sentences. */
  readonly fix: Words<Args>;
  /** The message and the fix for a problem in a manifest, if the others refer to the TypeScript sources. */
  readonly manifestMessage?: (args: Args) => string;
  readonly manifestFix?: Words<Args>;
  /** Set for a finding that users can accept. Its fix then ends with a way to accept it. */
  readonly isAcceptable?: true;
  /** States the effect of the problem, with an actor, as in "The API server rejects …". */
  readonly why: string;
  /** Set if the usage or the configuration is wrong: the command then exits with 2 instead of 1. */
  readonly usage?: true;
  /**
   * Set for advice, which is a warning by default and can be accepted. A diagnostic can be advice only if the API
   * server accepts the CRD, no experimental API reaches the standard channel, and no data is lost. Advice that is an
   * error by default is the exception: the author must state that the loss of data is intended.
   */
  readonly advice?: true | "error";
  /** Set if only this command reports the diagnostic, so a build cannot tell whether its acceptance is needed. */
  readonly onlyIn?: "check";
}

/** Words that do not depend on the arguments, or that do. */
type Words<Args> = string | ((args: Args) => string);

/** An example is required unless the message has no arguments. */
type WithExample<Args> = keyof Args extends never ? unknown : { readonly example: Args };

/** Returns the entry unchanged. The call lets TypeScript infer the type of the arguments. */
export function entry<Args extends DiagnosticArgs>(words: Entry<Args> & WithExample<Args>): Entry<Args> {
  return words;
}

/** Returns `; did you mean x?`, or an empty string if no known name is similar. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
