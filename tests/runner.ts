/**
 * Runs test files and counts. uvu's own runner exits 0 where a file forgot `.run()`, where a pattern matches nothing,
 * where an `.only` was left over and where a hook throws; here each of them is a failure.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse } from "uvu/parse";

export interface TestFile {
  /** Its path below the folder that was searched. */
  readonly name: string;
  readonly file: string;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

type Outcome = [errors: string | boolean, passed: number, skipped: number, total: number];
type Group = [name: string, ...tests: (() => Promise<Outcome>)[]];

const uvu = globalThis as unknown as { UVU_DEFER: number; UVU_INDEX: number; UVU_QUEUE: Group[] };
uvu.UVU_DEFER = 1; // uvu reads it when the first test file loads it
uvu.UVU_QUEUE = [];

process.exitCode = 1; // until `end`

/** The files below a folder whose name ends in `suffix` and whose path matches the pattern, if there is one. */
export async function findTests(folder: string, suffix: string, pattern = "."): Promise<TestFile[]> {
  const { suites } = await parse(folder, pattern);
  return suites.filter(({ name }) => name.endsWith(suffix));
}

/** Runs the files one after the other. Those that were run before are run anew where `round` differs. */
export async function runTests(files: readonly TestFile[], round = ""): Promise<Map<TestFile, Counts>> {
  const results = new Map<TestFile, Counts>();
  for (const file of files) results.set(file, await runFile(file, round));
  return results;
}

async function runFile({ name, file }: TestFile, round: string): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const fail = (message: string) => {
    counts.failed++;
    process.stdout.write(`\n  ${message}\n`);
  };
  const group: Group = [name];
  uvu.UVU_INDEX = uvu.UVU_QUEUE.push(group) - 1;
  process.stdout.write(`${name} `);
  await import(`${pathToFileURL(file).href}${round && `?${round}`}`);
  const [, ...tests] = group;
  if (tests.length === 0) fail(`${name} runs nothing: .run() is missing`);
  if (/\.only\(/.test(readFileSync(file, "utf8"))) fail(`${name} holds a left-over .only`);
  for (const test of tests) {
    const [errors, passed, skipped, total] = await test();
    counts.passed += passed;
    counts.failed += total - passed;
    counts.skipped += skipped;
    if (typeof errors === "string") process.stdout.write(`\n${errors}\n`);
    else if (passed < total) process.stdout.write(`\n  ${name}: a hook threw, and uvu does not say what\n`);
  }
  return counts;
}

/** Prints the sum as the last line, and lets the process succeed if nothing failed. To have run nothing is a failure. */
export function end(results: Iterable<Counts>): void {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  if (total.passed + total.failed + total.skipped === 0) {
    process.stdout.write("\n  no test matches\n");
    total.failed++;
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
}
