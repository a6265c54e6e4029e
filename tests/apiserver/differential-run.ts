/**
 * Compares many drawn requests with a real server: `npm run test:differential -- [--seed <number>] [--requests <number>]
 * [--minutes <number>]`. The counts are for each channel. Exits with 1 if there is a difference.
 */
import { parseArgs } from "node:util";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { minorBinaries } from "./binaries.js";
import { compareWithServer, inWords, oneSided } from "./differential.js";
import { supportedMinors } from "./results.js";
import { useBinaries, withServer } from "./servers.js";

const MOST_SHOWN = 10;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const options = { seed: { type: "string" }, requests: { type: "string" }, minutes: { type: "string" } } as const;
const { seed = String(Date.now() % 2 ** 31), requests = "6000", minutes = "10" } = parseArgs({ options }).values;
const binaries = await minorBinaries(supportedMinors()[0] ?? "", say);
if (!binaries) throw new Error("there is no API server, and Go is not installed");
useBinaries(binaries);
say(`seed ${seed}, Kubernetes ${binaries.kubernetes}`);
for (const channel of CHANNELS) {
  await withServer(async (server) => {
    const end = Date.now() + (Number(minutes) * 60_000) / CHANNELS.length;
    const comparison = await compareWithServer(server, channel, {
      seed: Number(seed),
      requests: Number(requests),
      end,
    });
    say(inWords(channel, comparison));
    for (const { name, results } of oneSided(comparison)) say(`seen ${[...results].join() || "never"}: ${name}`);
    for (const difference of comparison.differences.slice(0, MOST_SHOWN)) say(difference);
    if (comparison.differences.length > 0) process.exitCode = 1;
  });
}
