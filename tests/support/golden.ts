/** Golden files: what is expected stands in a file beside the input. `npm test -- --update` writes them anew. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as assert from "uvu/assert";

/** The root of the checkout, from the compiled tests. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const isUpdate = process.argv.includes("--update");

/** Compares a text with a golden file, or writes the file. */
export function matchesGolden(actual: string, file: string): void {
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  assert.ok(existsSync(file), `${file} is missing; npm test -- --update writes it`);
  const expected = readFileSync(file, "utf8");
  if (actual === expected) return;
  assert.fixture(actual, expected); // shows where, but overlooks line ends and common indentation
  assert.is(actual, expected);
}
