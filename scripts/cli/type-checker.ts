/**
 * Finds the errors of the TypeScript compiler in a thread of its own, so this one can read and print at the same time.
 */
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

/** A thread, and the questions that it has not answered yet, in order. */
interface Thread {
  readonly worker: Worker;
  readonly open: Question[];
}

/**
 * A thread that starts when it is needed, and answers one question after the other. If there can be no thread, as with
 * a limit of processes, or if it ends with open questions, this thread answers.
 */
export class TypeCheckerThread implements TypeChecker {
  #thread: Thread | undefined;
  #isBroken = false;

  #start(): void {
    if (this.#thread || this.#isBroken) return;
    try {
      this.#thread = this.#newThread();
    } catch {
      this.#isBroken = true;
    }
  }

  errorsIn(sources: TypedSources): Promise<Errors> {
    this.#start();
    const thread = this.#thread;
    if (!thread) return answerHere(sources);
    return new Promise((answer) => {
      thread.open.push({ sources, answer });
      thread.worker.postMessage(sources);
    });
  }

  /** Lets the thread end after its last answer, and keep its compiled code. Another question starts another thread. */
  close(): void {
    this.#thread?.worker.postMessage(undefined);
    this.#thread = undefined;
  }

  #newThread(): Thread {
    const thread: Thread = { worker: new Worker(THREAD), open: [] };
    const { worker, open } = thread;
    const end = () => {
      if (this.#thread === thread) this.#thread = undefined;
      if (open.length > 0) this.#isBroken = true;
      for (const { sources, answer } of open.splice(0)) answer(answerHere(sources));
    };
    worker.on("message", (errors: Errors) => open.shift()?.answer(errors));
    for (const event of ["error", "messageerror", "exit"] as const) worker.on(event, end);
    return thread;
  }
}

async function answerHere({ sources, imports }: TypedSources): Promise<Errors> {
  const { TypeErrors } = await import("../app/type-errors.js");
  return new TypeErrors().in(sources, imports);
}
