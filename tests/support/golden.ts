/** Golden files contain expected results, next to the input. `npm test -- --update` rewrites them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as assert from "uvu/assert";

/** The root of the checkout, seen from the compiled tests. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const isUpdate = process.argv.includes("--update");

/** Compares a string with a golden file, or writes the file. */
export function matchesGolden(actual: string, file: string): void {
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  assert.ok(existsSync(file), `${file} is missing; npm test -- --update writes it`);
  const expected = readFileSync(file, "utf8");
  if (actual === expected) return;
  assert.fixture(actual, expected); // shows the difference, but ignores line endings and common indentation
  assert.is(actual, expected);
}
