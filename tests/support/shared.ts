/**
 * Upstream test vectors and published CRDs. They are next to the checkout, not in it. Tests that need a missing corpus
 * are skipped and counted.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AddTest, Suite } from "../runner/suite.js";
import { ROOT } from "./golden.js";

/** The corpora, by their path in the shared directory. */
export type Corpus =
  | "design/validation-facts.md"
  | "upstream/crds"
  | "upstream/gateway-api/cases"
  | "upstream/gateway-api/examples"
  | "upstream/gateway-api/lineage"
  | "upstream/gateway-api/v1.6.1"
  | "upstream/histories"
  | "upstream/kubernetes/cel-vectors.jsonl";

/**
 * Returns the path of a corpus in the directory named by SHARED, otherwise in `../shared`. Returns undefined if it is
 * missing.
 */
export function corpusPath(corpus: Corpus): string | undefined {
  const path = join(resolve(process.env.SHARED || join(ROOT, "../shared")), corpus);
  return existsSync(path) ? path : undefined;
}

/**
 * Adds the tests that need a corpus, or skips the same number if it is missing. Only the corpus shows how many tests it
 * contains, so the caller states the number; a wrong number is an error.
 */
export function withCorpus(
  tests: Suite,
  corpus: Corpus,
  number: number,
  add: (test: AddTest, path: string) => void,
): void {
  const path = corpusPath(corpus);
  if (path === undefined) {
    for (let left = number; left > 0; left--) tests.skip(`shared/${corpus} is missing`);
    return;
  }
  let added = 0;
  add((name, test) => {
    added++;
    tests(name, test);
  }, path);
  if (added !== number) throw new Error(`shared/${corpus} makes ${added} tests, not ${number}: correct the number`);
}
