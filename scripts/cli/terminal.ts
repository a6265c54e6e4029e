/** What a command is given and gives back. Only the command line touches the process. */
import type { Context } from "../app/context.js";
import type { Style } from "../report/style.js";

export interface Terminal extends Context {
  /** Colours for each stream, as it is a terminal or not. */
  readonly outStyle: Style;
  readonly errStyle: Style;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** 0 clean, 1 findings, 2 wrong usage or configuration. 3 is a bug of ours, and no command returns it. */
export type ExitCode = 0 | 1 | 2;
