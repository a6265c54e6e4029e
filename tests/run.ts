/**
 * Runs the tests: `npm test`, or `npm test -- <pattern>` for the files whose path matches, `--update` to write golden
 * files anew, `--required` to fail if a test is skipped.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { end, findTests } from "./runner/runner.js";
import { runInWorkers } from "./runner/workers.js";

/** The files that take more than a few seconds, the longest first. */
const LONGEST = [
  "cli/release-scenario.test.js",
  "cli/release.test.js",
  "cli/build.test.js",
  "cli/release-killed.test.js",
  "determinism.test.js",
  "docs/docs.test.js",
  "release/mistakes.test.js",
  "cli/policy.test.js",
  "cli/release-determinism.test.js",
];

/** Ends endless loops. The longest file takes two or three minutes, more on a busy machine. */
const LIMIT = 20 * 60 * 1000;

interface Choice {
  readonly update: boolean;
  readonly required: boolean;
  readonly pattern?: string;
}

/** The choice of the user, or undefined if it makes no sense. */
function choose(args: string[]): Choice | undefined {
  const options = { update: { type: "boolean" }, required: { type: "boolean" } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [pattern, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`one pattern at most, not also ${rest.join(" ")}`);
    return { update: false, required: false, ...values, ...(pattern !== undefined && { pattern }) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main({ update, required, pattern }: Choice): Promise<void> {
  const files = await findTests(fileURLToPath(new URL(".", import.meta.url)), ".test.js", pattern);
  const counts = await runInWorkers(files, {
    workers: availableParallelism(),
    limit: LIMIT,
    args: update ? ["--update"] : [],
    first: LONGEST,
  });
  end(counts, { required });
}

const choice = choose(process.argv.slice(2));
if (choice) await main(choice);
