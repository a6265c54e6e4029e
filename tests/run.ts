/**
 * Runs the tests: `npm test`, or `npm test -- <pattern>` for the files whose path matches, `--update` to write golden
 * files anew.
 */
import { fileURLToPath } from "node:url";
import { end, findTests, runTests } from "./runner.js";

const pattern = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const files = await findTests(fileURLToPath(new URL(".", import.meta.url)), ".test.js", pattern);
end((await runTests(files)).values());
