/** Prints the files of groups in a thread of its own. */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { EarlyFile, EarlyPrinting, GroupPrinter } from "../app/group-printer.js";

/** The bundle of group-printer-thread.ts. */
const THREAD = new URL("group-printer-thread.cjs", import.meta.url);

/** The input of the thread. */
export interface ThreadData {
  /** Has received a message with each group, in their order, before the thread starts. */
  readonly groups: MessagePort;
  readonly printing: EarlyPrinting;
}

export const groupPrinter: GroupPrinter = {
  print: async (groups, printing) => {
    const { port1, port2 } = new MessageChannel();
    // One message per group, so the thread has only one of them in memory.
    for (const group of groups) port1.postMessage(group);
    const workerData: ThreadData = { groups: port2, printing };
    const worker = startedWith(workerData);
    const answer = worker && (await answerOf(worker));
    port1.close();
    return answer;
  },
};

/** Starts a thread. Returns undefined if there can be none, as with a limit of processes. */
function startedWith(workerData: ThreadData): Worker | undefined {
  try {
    return new Worker(THREAD, { workerData, transferList: [workerData.groups] });
  } catch {
    return undefined;
  }
}

function answerOf(worker: Worker): Promise<readonly EarlyFile[] | undefined> {
  return new Promise((answer) => {
    worker.once("message", answer);
    for (const event of ["error", "messageerror", "exit"] as const) worker.once(event, () => answer(undefined));
  });
}
