/**
 * Runs the tests. `npm test` runs all files except the slow ones, `npm test -- <pattern>…` the files whose paths match,
 * and `npm test -- <file>/<test>` the tests of a file whose names match. `--all` also runs slow files, `--update`
 * writes golden files, and `--required` fails if a test is skipped.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { end, findTests } from "./runner/runner.js";
import { type SelectOptions, selectTests } from "./runner/select.js";
import { runInWorkers } from "./runner/workers.js";

/** The files that take the longest, longest first. */
const LONGEST = [
  "cli/release-killed.slow.test.js",
  "cli/release.slow.test.js",
  "cli/release-scenario.slow.test.js",
  "cli/release-merged.slow.test.js",
  "docs/docs.test.js",
  "app/library.slow.test.js",
  "release/changelog/api-changes.test.js",
  "host/output-directory.slow.test.js",
  "release/bundle/bundle-problems.slow.test.js",
  "fixtures.test.js",
];

/**
 * Limit in milliseconds, which ends infinite loops. The longest file takes two or three minutes, or more on a busy
 * machine.
 */
const LIMIT = 20 * 60 * 1000;

interface Choice extends SelectOptions {
  readonly update: boolean;
  readonly required: boolean;
}

/** Reads the arguments. If they are invalid, prints why and returns undefined. */
function choose(args: string[]): Choice | undefined {
  const options = {
    all: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
    required: { type: "boolean", default: false },
  } as const;
  try {
    const { values, positionals: patterns } = parseArgs({ args, options, allowPositionals: true });
    for (const pattern of patterns) new RegExp(pattern);
    return { update: values.update, required: values.required, isAll: values.all, patterns };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main({ update, required, ...choice }: Choice): Promise<void> {
  const all = await findTests(fileURLToPath(new URL(".", import.meta.url)), ".test.js");
  const { files, slow, unmatched } = selectTests(all, choice);
  if (unmatched.length > 0) {
    process.stderr.write(`no test file matches ${unmatched.join(" or ")}\n`);
    process.exitCode = 2;
    return;
  }
  const counts = await runInWorkers(files, {
    workers: availableParallelism(),
    limit: LIMIT,
    args: update ? ["--update"] : [],
    first: LONGEST,
  });
  end(counts, { required, slow });
}

const choice = choose(process.argv.slice(2));
if (choice) await main(choice);
