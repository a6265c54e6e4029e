/** Writes the answers of a real server to the requests in `tests/kubernetes/admission/cases`: `npm run answers`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/golden.js";
import { askAll } from "./admission-answers.js";
import { minorBinaries } from "./binaries.js";
import { supportedMinors } from "./results.js";
import { useBinaries, withServer } from "./servers.js";

const binaries = await minorBinaries(supportedMinors()[0] ?? "", (line) => void process.stdout.write(`${line}\n`));
if (!binaries) throw new Error("there is no API server, and Go is not installed");
useBinaries(binaries);
await withServer(async (server) => {
  const path = join(ROOT, "tests/kubernetes/admission/server-answers.json");
  writeFileSync(path, `${JSON.stringify(await askAll(server), null, 2)}\n`);
});
