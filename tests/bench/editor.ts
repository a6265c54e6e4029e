/** Measures how long tsserver takes to answer after a keystroke. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../support/golden.js";
import { EditorSession } from "../support/tsserver.js";

const FILE = join(ROOT, "apis/gateway.networking.k8s.io/v1/httproute.ts");
const KEYSTROKES = 20;
/** In milliseconds. The time in which the plugin gets ready, and the time between two keystrokes. */
const READY = 4000;
const BETWEEN = 100;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Returns the median and the largest time from a keystroke in a field of HTTPRoute to the diagnostics of the file. */
export async function keystrokeTimes(): Promise<string> {
  const text = await readFile(FILE, "utf8");
  const at = text.indexOf("Maximum number of retries");
  const session = new EditorSession(ROOT);
  try {
    session.open(FILE, text);
    await session.diagnostics(FILE);
    await session.changed(0);
    await pause(READY);
    const times: number[] = [];
    for (let count = 1; count <= KEYSTROKES; count++) {
      const start = performance.now();
      session.type(FILE, text.slice(0, at) + "x".repeat(count) + text.slice(at));
      await session.diagnostics(FILE);
      times.push(performance.now() - start);
      await pause(BETWEEN);
    }
    const sorted = times.sort((a, b) => a - b);
    const [median = 0, most = 0] = [sorted[KEYSTROKES >> 1], sorted.at(-1)];
    return `${(median / 1000).toFixed(3)} s  (at most ${(most / 1000).toFixed(3)})`;
  } finally {
    await session.close();
  }
}
