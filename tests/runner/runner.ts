/**
 * Runs test files and counts their tests. uvu's own runner exits with 0 if a file does not call `.run()`, if a pattern
 * matches nothing, if an `.only` was left over and if a hook throws. Here, each of them is a failure, and so is a test
 * without an assertion.
 */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tally } from "./tally.js";

export interface TestFile {
  /** The path in the searched directory. */
  readonly name: string;
  readonly file: string;
  /** Regular expressions that the names of the tests to run match. If omitted, all tests run. */
  readonly tests?: readonly string[];
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Skipped tests, by reason. */
  reasons: Record<string, number>;
}

type Outcome = [errors: string | boolean, passed: number, skipped: number, total: number];
type Group = [name: string, ...tests: (() => Promise<Outcome>)[]];

const uvu = globalThis as unknown as { UVU_DEFER: number; UVU_INDEX: number; UVU_QUEUE: Group[] };
uvu.UVU_DEFER = 1; // uvu reads it when the first test file loads uvu
uvu.UVU_QUEUE = [];

process.env.CRD_BUNDLE_NO_CACHE = "1"; // tests neither use the cache of other runs nor leave anything behind
process.exitCode = 1; // until `end` sets it

/** Returns the files in a directory whose name ends in `suffix` and whose path matches the pattern, if there is one. */
export async function findTests(directory: string, suffix: string, pattern = "."): Promise<TestFile[]> {
  const matches = new RegExp(pattern, "i");
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(suffix));
  return names
    .filter((name) => matches.test(name))
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({ name, file: join(directory, name) }));
}

/** Runs the files one after another. With a new `round`, files that ran before run again. */
export async function runTests(files: readonly TestFile[], round = ""): Promise<Map<TestFile, Counts>> {
  const results = new Map<TestFile, Counts>();
  for (const file of files) results.set(file, await runFile(file, round));
  return results;
}

/** Runs a file in this process. An error while the file is loaded is a failure. */
export async function runFile({ name, file, tests: wanted }: TestFile, round = ""): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, reasons: {} };
  const fail = (message: string) => {
    counts.failed++;
    process.stdout.write(`\n  ${message}\n`);
  };
  const group: Group = [name];
  uvu.UVU_INDEX = uvu.UVU_QUEUE.push(group) - 1;
  tally.skipped.clear();
  if (wanted) tally.wanted = (test) => wanted.some((pattern) => new RegExp(pattern, "i").test(test));
  process.stdout.write(`${name} `);
  try {
    await import(`${pathToFileURL(file).href}${round && `?${round}`}`);
  } catch (error) {
    fail(`${name} cannot be loaded: ${error instanceof Error ? error.stack : error}`);
    return counts;
  }
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
  if (wanted && counts.passed + counts.failed === 0) fail(`no test of ${name} matches ${wanted.join(" or ")}`);
  counts.reasons = Object.fromEntries(tally.skipped);
  for (const [reason, number] of tally.skipped) process.stdout.write(`  ${skippedLine(reason, number)}\n`);
  return counts;
}

export interface EndOptions {
  /** If true, a skipped test is a failure. */
  readonly required?: boolean;
  /** Number of slow files that did not run. */
  readonly slow?: number;
}

/**
 * Prints the reasons for skipped tests and, as the last line, the totals. The process succeeds if no test failed and,
 * with `required`, none was skipped. A run without any test is a failure.
 */
export function end(results: Iterable<Counts>, { required = false, slow = 0 }: EndOptions = {}): void {
  const total = sumOf(results);
  if (total.passed + total.failed + total.skipped === 0) {
    process.stdout.write("\n  no test matches\n");
    total.failed++;
  }
  process.stdout.write("\n");
  for (const [reason, number] of Object.entries(total.reasons).sort()) {
    process.stdout.write(`${skippedLine(reason, number)}\n`);
  }
  const isMissing = required && total.skipped > 0;
  if (isMissing) process.stdout.write("error --required allows no skipped test\n");
  process.exitCode = total.failed > 0 || isMissing ? 1 : 0;
  const leftOut = slow > 0 ? `, ${slow} slow ${slow === 1 ? "file" : "files"} in test:all` : "";
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped${leftOut}\n`);
}

function sumOf(results: Iterable<Counts>): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, reasons: {} };
  for (const { passed, failed, skipped, reasons } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    for (const [reason, number] of Object.entries(reasons)) {
      total.reasons[reason] = (total.reasons[reason] ?? 0) + number;
    }
  }
  return total;
}

function skippedLine(reason: string, number: number): string {
  return `skipped ${number} ${number === 1 ? "test" : "tests"}: ${reason}`;
}
