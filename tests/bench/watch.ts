/** Measures how long a build that watches the project takes from a saved file to the written output. */
import { readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";

const SAVES = 20;
/** In milliseconds, between two saves. */
const PAUSE = 300;
const OUTPUT = "dist/experimental";
const CRD = "gateway.networking.k8s.io_httproutes.yaml";
const SOURCE = "apis/gateway.networking.k8s.io/v1/httproute.ts";
const WORDS = "Routing rule";

/** Returns the median and the largest time, in a copy of this bundle with the installed tool. */
export async function watchTimes(project: string, bin: string): Promise<string> {
  const building = execa(process.execPath, [bin, "build", "--watch"], { cwd: project, reject: false });
  const file = join(project, SOURCE);
  const text = readFileSync(file, "utf8");
  try {
    await until(building.stderr, "Watching for changes.");
    const times: number[] = [];
    for (let count = 0; count <= SAVES; count++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const written = whenWritten(join(project, OUTPUT));
      const start = performance.now();
      writeFileSync(file, text.replace(WORDS, `${WORDS} ${count}`));
      await written;
      if (count > 0) times.push((performance.now() - start) / 1000);
    }
    const [median = 0, most = 0] = [times.sort((a, b) => a - b)[SAVES >> 1], times.at(-1)];
    return `${median.toFixed(3)} s  (at most ${most.toFixed(3)})`;
  } finally {
    writeFileSync(file, text);
    building.kill();
    await building;
  }
}

function until(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let printed = "";
  return new Promise((resolve) => {
    stream.on("data", (data) => {
      printed += data;
      if (printed.includes(text)) resolve();
    });
  });
}

/** Waits until the CRD is replaced. */
function whenWritten(directory: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(directory, (_, name) => {
      if (name !== CRD) return;
      watcher.close();
      resolve();
    });
  });
}
