/**
 * Runs the tests: `npm test`, or `npm test -- <pattern>` for the files whose path matches, `--update` to write golden
 * files anew. uvu's own runner exits 0 where a file forgot `.run()`, where a pattern matches nothing and where an
 * `.only` was left over; here each of them is a failure.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "uvu/parse";

type Outcome = [errors: string | boolean, passed: number, skipped: number, total: number];
type Group = [name: string, ...tests: (() => Promise<Outcome>)[]];

const uvu = globalThis as unknown as { UVU_DEFER: number; UVU_INDEX: number; UVU_QUEUE: Group[] };
uvu.UVU_DEFER = 1;
uvu.UVU_QUEUE = [];

const counts = { passed: 0, failed: 0, skipped: 0 };

function fail(message: string): void {
  counts.failed++;
  process.stdout.write(`\n  ${message}\n`);
}

async function runFile(name: string, file: string, index: number): Promise<void> {
  uvu.UVU_INDEX = index;
  uvu.UVU_QUEUE[index] = [name];
  process.stdout.write(`${name} `);
  await import(pathToFileURL(file).href);
  const [, ...tests] = uvu.UVU_QUEUE[index] as Group;
  if (tests.length === 0) fail(`${name} runs nothing: .run() is missing`);
  if (/\.only\(/.test(readFileSync(file, "utf8"))) fail(`${name} holds a left-over .only`);
  for (const test of tests) {
    const [errors, passed, skipped, total] = await test();
    counts.passed += passed;
    counts.failed += total - passed;
    counts.skipped += skipped;
    if (typeof errors === "string") process.stdout.write(`\n${errors}\n`);
  }
}

const pattern = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const { suites } = await parse(fileURLToPath(new URL(".", import.meta.url)), pattern ?? "\\.test\\.js$");
const files = suites.filter(({ name }) => name.endsWith(".test.js"));
process.exitCode = 1; // until the end is reached
if (files.length === 0) fail(`no test matches ${pattern}`);
for (const [index, { name, file }] of files.entries()) await runFile(name, file, index);
process.exitCode = counts.failed > 0 ? 1 : 0;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
