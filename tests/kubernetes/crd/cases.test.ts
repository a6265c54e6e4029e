/**
 * Adds tests of small CRDs: the codes of their problems, and whether the API server rejects them.
 * `server-verdicts.json` contains the errors of apiextensions-apiserver v0.37.2, by the name of the test file and of the
 * case.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { checkNewCrd, checkUpdatedCrd } from "../../../scripts/kubernetes/crd/check.js";
import { type CrdProblem, isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import { defaultRulesCheck } from "../../../scripts/kubernetes/crd/schema/default-rules.js";
import type { Suite } from "../../runner/suite.js";
import { ROOT } from "../../support/golden.js";

/** A name, a document, and the codes of its problems, with ` (accepted)` if the API server accepts them. */
export type NewCase = readonly [name: string, document: JsonObject, ...codes: string[]];

/** A name, the old document and the new one, and the codes of the problems. */
export type UpdateCase = readonly [name: string, old: JsonObject, document: JsonObject, ...codes: string[]];

/** Every CRD has a limit of its own for the cost of its defaults. */
const options = () => ({ checkDefaultRules: defaultRulesCheck(37) });

/** The errors of the API server in each case. It accepts a CRD without errors. */
type Verdicts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const VERDICTS = JSON.parse(readFileSync(join(ROOT, "tests/kubernetes/crd/server-verdicts.json"), "utf8")) as Verdicts;

/** Adds a test for each new CRD. */
export function addCases(tests: Suite, file: string, cases: readonly NewCase[]): void {
  const checked = cases.map(([name, document, ...codes]) => ({
    name,
    document,
    codes,
    check: () => checkNewCrd(document, options()),
  }));
  addTests(tests, file, checked);
}

/** Adds a test for each update. */
export function addUpdates(tests: Suite, file: string, cases: readonly UpdateCase[]): void {
  const checked = cases.map(([name, old, document, ...codes]) => ({
    name,
    document,
    codes,
    check: () => checkUpdatedCrd(old, document, options()),
  }));
  addTests(tests, file, checked);
}

interface Case {
  readonly name: string;
  readonly document: JsonObject;
  readonly codes: readonly string[];
  readonly check: () => readonly CrdProblem[];
}

function addTests(tests: Suite, file: string, cases: readonly Case[]): void {
  const verdicts = VERDICTS[file] ?? {};
  for (const { name, document, codes, check } of cases) {
    tests(name, () => {
      const problems = check();
      assert.equal(namesOf(problems), [...codes].sort());
      assert.is(problems.some(isRejection), verdicts[name]?.length !== 0, "as the API server");
      for (const problem of problems) assertPlace(document, problem);
    });
  }
  tests("every case has a verdict of the API server", () => {
    assert.equal(Object.keys(verdicts).sort(), cases.map(({ name }) => name).sort());
  });
}

function namesOf(problems: readonly CrdProblem[]): string[] {
  return problems.map(({ code, accepted }) => (accepted ? `${code} (accepted)` : code)).sort();
}

/** Checks that a path leads to a place in the document, or to a key that is missing there. */
function assertPlace(document: JsonObject, { code, path }: CrdProblem): void {
  let value: Json | undefined = document;
  for (const step of path.slice(0, -1)) {
    const child: Json | undefined = isJsonArray(value)
      ? value[Number(step)]
      : (value as JsonObject | undefined)?.[step];
    if (child === undefined || child === null) break;
    value = child;
  }
  assert.ok(isJsonObject(value) || isJsonArray(value), `${code} at ${path.join(".")}`);
}
