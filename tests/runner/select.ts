/**
 * Selects the tests that `npm test` runs: all files except the slow ones, the files that match a pattern, or single
 * tests of a file.
 */
import type { TestFile } from "./runner.js";

/** Matches files that take too long to run after every change: `<name>.slow.test.ts`. */
const SLOW = /\.slow\.test\.js$/;

export interface Selection {
  readonly files: readonly TestFile[];
  /** Number of slow files that the selection omits. */
  readonly slow: number;
  /** Patterns that match no file. */
  readonly unmatched: readonly string[];
}

export interface SelectOptions {
  /** Regular expressions for the paths of files, or `<file>/<test>` for the tests of a file whose names match. */
  readonly patterns: readonly string[];
  /** If true, slow files run, too. */
  readonly isAll: boolean;
}

export function selectTests(all: readonly TestFile[], { patterns, isAll }: SelectOptions): Selection {
  const matching = all.flatMap((file) => matchFile(file, patterns));
  const files = isAll ? matching : matching.filter(({ name }) => !SLOW.test(name));
  const unmatched = patterns.filter((pattern) => all.every((file) => matchFile(file, [pattern]).length === 0));
  return { files, slow: matching.length - files.length, unmatched };
}

/**
 * Returns the file, limited to some of its tests if only a pattern for tests matches it. Returns an empty list if no
 * pattern matches the file.
 */
function matchFile(file: TestFile, patterns: readonly string[]): TestFile[] {
  if (patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern, "i").test(file.name))) return [file];
  const prefix = file.name.replace(/(\.slow)?\.test\.js$/, "/");
  const tests = patterns.filter((pattern) => pattern.startsWith(prefix)).map((pattern) => pattern.slice(prefix.length));
  return tests.length > 0 ? [{ ...file, tests }] : [];
}
