/** Output of a run. On a terminal, the last line shows the progress. */
const CLEAR = "\r\x1b[K";

/** The part of a terminal or another stream that is used here. */
export type Output = Pick<NodeJS.WriteStream, "isTTY" | "columns"> & { write(text: string): unknown };

export class Progress {
  readonly #running = new Set<string>();
  readonly #start = Date.now();
  readonly #stream: Output;
  readonly #total: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #ended = 0;

  constructor(total: number, stream: Output = process.stdout) {
    this.#total = total;
    this.#stream = stream;
    if (stream.isTTY) this.#timer = setInterval(() => this.#draw(), 1000).unref();
  }

  begin(name: string): void {
    this.#running.add(name);
    this.#draw();
  }

  /** Prints the output of a completed file above the progress line. */
  end(name: string, output: string): void {
    this.#running.delete(name);
    this.#ended++;
    this.#stream.write(this.#stream.isTTY ? CLEAR + output : output);
    this.#draw();
  }

  /** Removes the progress line. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#stream.isTTY) this.#stream.write(CLEAR);
  }

  #draw(): void {
    if (!this.#stream.isTTY) return;
    const seconds = Math.round((Date.now() - this.#start) / 1000);
    const line = `${this.#ended} of ${this.#total} files, ${seconds} s: ${[...this.#running].join(", ")}`;
    this.#stream.write(CLEAR + line.slice(0, this.#stream.columns - 1));
  }
}
