/**
 * Installs releases over each other on a real API server: `npm run test:pairs -- [--from <name>] [--to <name>]`, where a
 * name is a part of one such as `v1.5.1 experimental`. Without options, all pairs are tried, which takes about four hours. Exits with
 * 1 if something is wrong.
 */
import { parseArgs } from "node:util";
import { minorBinaries } from "./binaries.js";
import { nothingTried, tryPair } from "./release-pairs.js";
import { writeStates } from "./release-states.js";
import { supportedMinors } from "./results.js";
import { useBinaries, withServer } from "./servers.js";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const options = { from: { type: "string" }, to: { type: "string" } } as const;
const { from: wantedFrom = "", to: wantedTo = "" } = parseArgs({ options }).values;
const binaries = await minorBinaries(supportedMinors()[0] ?? "", say);
if (!binaries) throw new Error("there is no API server, and Go is not installed");
const states = writeStates();
if (!states) throw new Error("shared/upstream/gateway-api/lineage is missing");
useBinaries(binaries);
await withServer(async (server) => {
  for (const from of states.filter(({ name }) => name.includes(wantedFrom))) {
    for (const to of states.filter((each) => each !== from && each.name.includes(wantedTo))) {
      const tried = nothingTried();
      const start = Date.now();
      await tryPair(server, { from, to }, tried);
      const { wrong, ...counts } = tried;
      say(`${from.name} → ${to.name}: ${JSON.stringify(counts)}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
      for (const each of wrong) say(`  ${each}`);
      if (wrong.length > 0) process.exitCode = 1;
    }
  }
});
