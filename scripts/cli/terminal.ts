/** Input and output of commands. Only the command line accesses the process. */
import type { Context } from "../app/context.js";
import type { Style } from "../report/style.js";

/** The streams of a command. */
export interface Output {
  /** Colors for each stream. A stream that is not a terminal has none. */
  readonly outStyle: Style;
  readonly errStyle: Style;
  readonly out: (text: string) => void;
  /** Prints documents for programs on standard output. Only a terminal gets them with escaped characters. */
  readonly data: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Terminal extends Context, Output {
  /** Holds a dialog with the user. Unset unless both standard input and standard error are a terminal. */
  readonly dialog?: <T>(hold: (ask: Ask) => Promise<T>) => Promise<T>;
}

/** Prints a question and returns the next line of input, or undefined if the input ends or the user interrupts. */
export type Ask = (question: string) => Promise<string | undefined>;

/** 0 success, 1 diagnostics or findings, 2 wrong usage or configuration. 3, a bug, is set only by `main`. */
export type ExitCode = 0 | 1 | 2;
