/** Finds the errors of the TypeScript compiler in a thread of its own, so this one can read and print at the same time. */
import { Worker } from "node:worker_threads";
import type { TypeChecker } from "../app/context.js";
import type { TypedSources } from "../app/type-errors.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** The bundle of type-checker-thread.ts. */
const THREAD = new URL("type-checker-thread.cjs", import.meta.url);

/** A thread that starts when it is needed, and answers one question after the other. */
export class TypeCheckerThread implements TypeChecker {
  #thread: Worker | undefined;
  readonly #unanswered: ((answer: Promise<readonly Diagnostic[]>) => void)[] = [];

  errorsIn(sources: TypedSources): Promise<readonly Diagnostic[]> {
    this.start();
    this.#thread?.postMessage(sources);
    return new Promise((resolve) => {
      this.#unanswered.push(resolve);
    });
  }

  /** Lets the thread end after its last answer. The process ends after it, so the thread can keep its compiled code. */
  close(): void {
    this.#thread?.postMessage(undefined);
    this.#thread = undefined;
  }

  start(): void {
    this.#thread ??= this.#newThread();
  }

  #newThread(): Worker {
    const thread = new Worker(THREAD);
    thread.on("message", (errors: readonly Diagnostic[]) => this.#unanswered.shift()?.(Promise.resolve(errors)));
    thread.on("error", (error) => {
      for (const answer of this.#unanswered.splice(0)) answer(Promise.reject(error));
    });
    return thread;
  }
}
