/**
 * Runs the tests in this directory that need other versions of Node, `*.node.ts`. The command is `npm run test:node`.
 */
import { fileURLToPath } from "node:url";
import { end, findTests, runTests } from "../runner/runner.js";

const files = await findTests(fileURLToPath(new URL(".", import.meta.url)), ".node.js", process.argv[2]);
end((await runTests(files)).values());
