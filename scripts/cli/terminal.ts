/** What a command is given and gives back. Only the command line touches the process. */
import type { Cache } from "../host/cache.js";
import type { Writer } from "../host/writer.js";
import type { Style } from "../report/style.js";

export interface Terminal {
  readonly cwd: string;
  /** This process, to those that write to the same folder. */
  readonly self: Writer;
  /** Colours for each stream, as it is a terminal or not. */
  readonly outStyle: Style;
  readonly errStyle: Style;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The time it is, in seconds since 1970. */
  readonly now: number;
  /** What is kept between runs; unset where nothing is. */
  readonly cache?: Cache;
  /** Says what is being done, where that takes long enough to make a person wonder. */
  readonly progress: (what: string) => void;
}

/** 0 clean, 1 findings, 2 wrong usage or configuration. 3 is a bug of ours, and no command returns it. */
export type ExitCode = 0 | 1 | 2;
