/** The thread of `groupPrinter`. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { Group } from "../app/group-printer.js";
import { CODE_CACHE, cacheCode } from "./code-cache.js";
import type { ThreadData } from "./group-printer.js";

cacheCode(CODE_CACHE, () => "files");
const { groups, printing } = workerData as ThreadData;

function* received(): Iterable<Group> {
  for (;;) {
    const group = receiveMessageOnPort(groups)?.message as Group | undefined;
    if (!group) return;
    yield group;
  }
}

import("../app/early-files.js").then(async ({ printGroups }) => {
  parentPort?.postMessage(await printGroups(received(), printing));
  groups.close();
});
