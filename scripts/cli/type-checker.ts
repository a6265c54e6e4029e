/** Finds the errors of the TypeScript compiler in a thread of its own, so this one can read and print at the same time. */
import { Worker } from "node:worker_threads";
import type { TypeChecker } from "../app/context.js";
import type { TypedSources } from "../app/type-errors.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** The bundle of type-checker-thread.ts. */
const THREAD = new URL("type-checker-thread.cjs", import.meta.url);

type Errors = readonly Diagnostic[];

interface Question {
  readonly sources: TypedSources;
  readonly answer: (errors: Errors | Promise<Errors>) => void;
}

/**
 * A thread that starts when it is needed, and answers one question after the other. If there can be no thread, as with
 * a limit of processes, or if it ends, this thread answers.
 */
export class TypeCheckerThread implements TypeChecker {
  #thread: Worker | undefined;
  #isBroken = false;
  readonly #open: Question[] = [];

  start(): void {
    if (this.#thread || this.#isBroken) return;
    try {
      this.#thread = this.#newThread();
    } catch {
      this.#isBroken = true;
    }
  }

  errorsIn(sources: TypedSources): Promise<Errors> {
    this.start();
    const thread = this.#thread;
    if (!thread) return answerHere(sources);
    return new Promise((answer) => {
      this.#open.push({ sources, answer });
      thread.postMessage(sources);
      if (sources.isLast) this.#thread = undefined; // it ends after the answer, and frees its memory
    });
  }

  /** Lets the thread end after its last answer. The process ends after it, so the thread can keep its compiled code. */
  close(): void {
    this.#thread?.postMessage(undefined);
    this.#thread = undefined;
  }

  #newThread(): Worker {
    const thread = new Worker(THREAD);
    const end = () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#isBroken ||= this.#open.length > 0;
      for (const { sources, answer } of this.#open.splice(0)) answer(answerHere(sources));
    };
    thread.on("message", (errors: Errors) => this.#open.shift()?.answer(errors));
    for (const event of ["error", "messageerror", "exit"] as const) thread.on(event, end);
    return thread;
  }
}

async function answerHere({ sources, imports }: TypedSources): Promise<Errors> {
  const { TypeErrors } = await import("../app/type-errors.js");
  return new TypeErrors().in(sources, imports);
}
