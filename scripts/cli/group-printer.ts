/** Prints the files of groups in a thread of its own, while this one checks them. */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Group, GroupPrinter, PrintedFile, Printing } from "../app/print-groups.js";

/** The bundle of group-printer-thread.ts. */
const THREAD = new URL("group-printer-thread.cjs", import.meta.url);

export const groupPrinter: GroupPrinter = {
  print: async (groups, printing) => {
    const { port1, port2 } = new MessageChannel();
    try {
      // One message per group, so the thread has only one of them in memory.
      for (const group of groups) port1.postMessage(group satisfies Group);
      const worker = new Worker(THREAD, { workerData: { groups: port2, printing }, transferList: [port2] });
      return await answerOf(worker);
    } catch {
      return []; // there can be no thread, as with a limit of processes
    } finally {
      port1.close();
    }
  },
};

export interface ThreadData {
  /** Has received a message with each group, in their order, before the thread starts. */
  readonly groups: MessagePort;
  readonly printing: Printing;
}

function answerOf(worker: Worker): Promise<readonly PrintedFile[]> {
  return new Promise((answer) => {
    worker.once("message", answer);
    for (const event of ["error", "messageerror", "exit"] as const) worker.once(event, () => answer([]));
  });
}
