/**
 * Files on their way to the disk, while other work goes on. A file system that waits for several files at the same time
 * writes its journal once for all of them; one after the other, a file takes two milliseconds or more. They also start
 * together, because waking a thread of Node takes longer than an operation on a fast disk.
 */

/** Operations that start together. Each of them has an open file. */
const TOGETHER = 32;

interface Failure {
  readonly error: unknown;
}

export class RunningSyncs {
  readonly #next: (() => Promise<unknown>)[] = [];
  readonly #running: Promise<Failure | undefined>[] = [];

  /** Adds an operation, which starts when 32 have been added. Waits only for those that started before. */
  async add(sync: () => Promise<unknown>): Promise<void> {
    this.#next.push(sync);
    if (this.#next.length < TOGETHER) return;
    reject(await this.#end());
    this.#start();
  }

  /** Waits until all have ended. If some failed since the last call, throws the error of the first one of them. */
  async finish(): Promise<void> {
    const started = await this.#end();
    this.#start();
    const others = await this.#end();
    reject(started ?? others);
  }

  #start(): void {
    for (const sync of this.#next.splice(0)) this.#running.push(outcomeOf(sync));
  }

  /** Waits for those that started. Returns the first failure among them. */
  async #end(): Promise<Failure | undefined> {
    const outcomes = await Promise.all(this.#running.splice(0));
    return outcomes.find((outcome) => outcome !== undefined);
  }
}

function reject(failure: Failure | undefined): void {
  if (failure) throw failure.error;
}

async function outcomeOf(sync: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await sync();
    return undefined;
  } catch (error) {
    return { error };
  }
}
