/**
 * Files on their way to the disk. A file system that waits for several files at the same time writes its journal once
 * for all of them, and other work goes on meanwhile. One after the other, a file takes two milliseconds or more.
 */

/** More than the threads of Node. Each of them has an open file. */
const MOST = 8;

interface Failure {
  readonly error: unknown;
}

export class RunningSyncs {
  #running: Promise<Failure | undefined>[] = [];

  /** Adds a running operation. Waits only if there are many. */
  async add(sync: Promise<unknown>): Promise<void> {
    const outcome = sync.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    this.#running.push(outcome);
    if (this.#running.length >= MOST) await this.finish();
  }

  /** Waits until none is running. If some failed since the last call, throws the error of the first one of them. */
  async finish(): Promise<void> {
    const outcomes = await Promise.all(this.#running.splice(0));
    const failure = outcomes.find((outcome) => outcome !== undefined);
    if (failure) throw failure.error;
  }
}
