/** The context of a run, which the command line or a program that uses the library provides. */
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { Remark } from "../core/model/remark.js";
import type { Writer } from "../host/writer.js";
import type { GroupPrinter } from "./group-printer.js";
import type { TypedSources } from "./type-errors.js";

/** Strings and data that are kept between runs. If an entry cannot be read or written, it counts as not kept. */
export interface RunCache {
  /** Returns the string that was kept for a question. */
  readonly recall: (question: string) => string | undefined;
  readonly keep: (question: string, text: string) => void;
  /** Returns the data that was kept for a question. */
  readonly recallData: (question: string) => unknown;
  /** Keeps data without functions. Several references to an object still lead to one object when it is recalled. */
  readonly keepData: (question: string, data: unknown) => void;
  /**
   * Returns the cache to use for a project. A checkout could contain forged entries, so a cache inside of it is not
   * used.
   */
  readonly outside: (project: string) => RunCache;
}

/** Finds the errors of the TypeScript compiler while the caller does something else. */
export interface TypeChecker {
  readonly errorsIn: (sources: TypedSources) => Promise<readonly Diagnostic[]>;
  /** Frees all that is kept for further questions, after the last answer. */
  readonly close: () => void;
}

export interface Context {
  /** The directory to which paths in requests and diagnostics are relative. */
  readonly cwd: string;
  /** The time of the run, in seconds since 1970. */
  readonly now: number;
  /** The identity of this process, for other processes that write to the same directory. */
  readonly self: Writer;
  /** The directory of the tool's own templates. */
  readonly templates: string;
  /** The cache; unset if nothing is kept between runs. */
  readonly cache?: RunCache;
  /** Finds the errors of the compiler; unset to ask the compiler in this thread. */
  readonly typeChecker?: TypeChecker;
  /** Prints the files of large bundles; unset to print them in this thread. */
  readonly groupPrinter?: GroupPrinter;
  /** Paths of the kubeconfigs that kubectl would use. */
  readonly kubeconfigs: readonly string[];
  /** Returns all of standard input, which is the content of the state `-`. */
  readonly readInput: () => Promise<string>;
  /** Receives a description of each step that takes a noticeable time. */
  readonly progress: (what: string) => void;
  /** Receives information about a comparison that users need to know and that is not a problem. */
  readonly remark: (remark: Remark) => void;
}
