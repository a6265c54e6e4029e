/**
 * Runs one test file, `worker.js <name> <file>`, and sends the counts to the process that started this one. With
 * `--test=<pattern>`, it runs only the tests whose names match.
 */
import { runFile } from "./runner.js";

const TEST = "--test=";

const [name = "", file = "", ...options] = process.argv.slice(2);
const tests = options.filter((option) => option.startsWith(TEST)).map((option) => option.slice(TEST.length));
const counts = await runFile({ name, file, ...(tests.length > 0 && { tests }) });
process.exitCode = counts.failed > 0 ? 1 : 0;
process.send?.(counts);
