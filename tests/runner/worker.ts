/** Runs one test file, `worker.js <name> <file>`, and sends the counts to the process that started this one. */
import { runFile } from "./runner.js";

const [name = "", file = ""] = process.argv.slice(2);
const counts = await runFile({ name, file });
process.exitCode = counts.failed > 0 ? 1 : 0;
process.send?.(counts);
