/** Talks to tsserver as an editor does. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./golden.js";

/** Protocol: server/protocol.ts of TypeScript. Lines and columns start at 1. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

export interface ServerDiagnostic {
  readonly start: Place;
  readonly end: Place;
  readonly text: string;
  readonly category: string;
  readonly code: number;
  readonly source?: string;
}

interface Part {
  readonly text: string;
}

export interface ServerCompletion {
  readonly name: string;
  readonly sortText: string;
  readonly replacementSpan?: { readonly start: Place; readonly end: Place };
}

export interface QuickInfo {
  readonly start: Place;
  readonly end: Place;
  readonly displayString: string;
  readonly documentation: string | readonly Part[];
  readonly tags: readonly { readonly name: string; readonly text: string | readonly Part[] }[];
}

interface Message {
  readonly type: "response" | "event";
  readonly request_seq?: number;
  readonly event?: string;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

/** The server of TypeScript 6, because later versions have no plugins. */
const SERVER = join(ROOT, "node_modules/typescript-6/lib/tsserver.js");

export class EditorSession {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #texts = new Map<string, string>();
  #events = new Map<string, number>();
  #onEvent: () => void = () => {};
  #received = Buffer.alloc(0);
  #sequence = 0;

  /** Starts a server. It searches for plugins where its own package is, and in the given directory. */
  constructor(directory: string, server = SERVER) {
    const args = [server, "--disableAutomaticTypingAcquisition", "--pluginProbeLocations", directory];
    const options = process.env.TSS_LOG ? ["--logVerbosity", "verbose", "--logFile", process.env.TSS_LOG] : [];
    this.#process = spawn(process.execPath, [...args, ...options], { cwd: directory });
    this.#process.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.send("exit", {});
    await ended;
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#received.subarray(0, 64).toString("latin1"));
      if (!header) return;
      const start = header[0].length;
      const end = start + Number(header[1]);
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(start, end).toString("utf8")) as Message;
      this.#received = this.#received.subarray(end);
      this.#dispatch(message);
    }
  }

  #dispatch({ event, ...message }: Message): void {
    if (message.request_seq !== undefined) this.#waiting.get(message.request_seq)?.(message as Message);
    if (event === undefined) return;
    this.#events.set(event, (this.#events.get(event) ?? 0) + 1);
    this.#onEvent();
  }

  /** Sends a request, of which some have no response. Returns its number. */
  send(command: string, args: object): number {
    const seq = ++this.#sequence;
    this.#process.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
    return seq;
  }

  async request<Body>(command: string, args: object): Promise<Body | undefined> {
    const seq = this.send(command, args);
    const { success, body, message } = await new Promise<Message>((resolve) => this.#waiting.set(seq, resolve));
    this.#waiting.delete(seq);
    if (success !== true && message !== "No content available.") throw new Error(`${command}: ${message}`);
    return body as Body | undefined;
  }

  /** Waits until the server tells that diagnostics have changed, at least once more than at the time of `since`. */
  async changed(since: number): Promise<void> {
    while (this.changes <= since) {
      await new Promise<void>((resolve) => {
        this.#onEvent = resolve;
      });
    }
  }

  get changes(): number {
    return this.#events.get("projectsUpdatedInBackground") ?? 0;
  }

  /** Opens a file with a text, which can differ from the one on disk. */
  open(file: string, fileContent: string): void {
    this.#texts.set(file, fileContent);
    this.send("open", { file, fileContent });
  }

  /** Replaces the text of an open file, as a keystroke would: only what differs. */
  type(file: string, text: string): void {
    const old = this.#texts.get(file) ?? "";
    let start = 0;
    while (start < Math.min(old.length, text.length) && old[start] === text[start]) start++;
    let same = 0;
    while (same < Math.min(old.length, text.length) - start && old.at(-1 - same) === text.at(-1 - same)) same++;
    const [from, to] = [placeIn(old, start), placeIn(old, old.length - same)];
    const insertString = text.slice(start, text.length - same);
    const span = { line: from.line, offset: from.offset, endLine: to.line, endOffset: to.offset };
    this.send("change", { file, ...span, insertString });
    this.#texts.set(file, text);
  }

  async diagnostics(file: string): Promise<readonly ServerDiagnostic[]> {
    return (await this.request<ServerDiagnostic[]>("semanticDiagnosticsSync", { file })) ?? [];
  }

  async completions(file: string, at: number): Promise<readonly ServerCompletion[]> {
    const place = placeIn(this.#texts.get(file) ?? "", at);
    const info = await this.request<{ entries: ServerCompletion[] }>("completionInfo", { file, ...place });
    return info?.entries ?? [];
  }

  hover(file: string, at: number): Promise<QuickInfo | undefined> {
    return this.request<QuickInfo>("quickinfo", { file, ...placeIn(this.#texts.get(file) ?? "", at) });
  }
}

function placeIn(text: string, at: number): Place {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, offset: (lines.at(-1)?.length ?? 0) + 1 };
}
