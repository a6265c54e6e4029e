/** What a run is told of the world around it: the command line, or a program that uses the library, says it. */
import type { Remark } from "../core/model/remark.js";
import type { Writer } from "../host/writer.js";

/** Strings that are kept between runs. What a cache cannot read or write counts as not kept. */
export interface StringCache {
  /** The string that was kept for a question. */
  readonly recall: (question: string) => string | undefined;
  readonly keep: (question: string, text: string) => void;
  /** The cache to use for a project: a checkout could bring entries of its own, so none inside of it is. */
  readonly outside: (project: string) => StringCache;
}

export interface Context {
  /** Where relative paths start, and what paths in diagnostics are relative to. */
  readonly cwd: string;
  /** The time it is, in seconds since 1970. */
  readonly now: number;
  /** This process, to those that write to the same directory. */
  readonly self: Writer;
  /** The directory of the tool's own templates. */
  readonly templates: string;
  /** What is kept between runs; unset where nothing is. */
  readonly cache?: StringCache;
  /** All of standard input, which the state `-` stands for. */
  readonly readInput: () => Promise<string>;
  /** Told what is being done, where that takes long enough to make a person wonder. */
  readonly progress: (what: string) => void;
  /** Told what users need to know of a comparison, which is nothing wrong. */
  readonly remark: (remark: Remark) => void;
}
