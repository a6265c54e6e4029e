/**
 * Tests of small CRDs: the codes and places of their problems, and whether the API server rejects them.
 * `server-verdicts.json` contains the errors of the API server's own code, which `npm run verdicts` writes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { checkCrd } from "../../../scripts/kubernetes/check-crd.js";
import { type CrdProblem, isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import { ROOT } from "../../support/golden.js";
import { NEW_CASES, UPDATE_CASES } from "./cases/index.js";
import { matchesTable } from "./verdict-table.js";

const tests = suite("small CRDs");

/** The errors of the API server for each case, by what it is about. It accepts a CRD without errors. */
type Verdicts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const VERDICTS = JSON.parse(readFileSync(join(ROOT, "tests/kubernetes/crd/server-verdicts.json"), "utf8")) as Verdicts;

function isAccepted(about: string, name: string): boolean {
  return VERDICTS[about]?.[name]?.length === 0;
}

function problemsIn(document: JsonObject, old?: JsonObject): readonly CrdProblem[] {
  return checkCrd(document, { minor: 37, old }).problems;
}

/** Advice that most rules of the small CRDs deserve. */
const CONSTANT = new Set(["rule-always-true", "rule-always-false"]);

function addTest(about: string, name: string, documents: readonly JsonObject[], codes: readonly string[]): void {
  tests(`${about}: ${name}`, () => {
    const [document = {}, old] = documents;
    const problems = problemsIn(document, old);
    assert.equal(namesOf(problems.filter(({ code }) => !CONSTANT.has(code))), [...codes].sort());
    assert.is(!problems.some(isRejection), isAccepted(about, name), "as the API server");
    for (const problem of problems) assertPlace(document, problem);
  });
}

for (const [about, cases] of Object.entries(NEW_CASES)) {
  for (const [name, document, ...codes] of cases) addTest(about, name, [document], codes);
}

for (const [about, cases] of Object.entries(UPDATE_CASES)) {
  for (const [name, old, document, ...codes] of cases) addTest(about, name, [document, old], codes);
}

tests("every case has a verdict of the API server", () => {
  const cases = Object.entries<readonly (readonly [string, ...unknown[]])[]>({ ...NEW_CASES, ...UPDATE_CASES });
  const names = (all: readonly (readonly [string, readonly string[]])[]) =>
    all.flatMap(([about, each]) => each.map((name) => `${about}: ${name}`)).sort();
  assert.equal(
    names(Object.entries(VERDICTS).map(([about, each]) => [about, Object.keys(each)])),
    names(cases.map(([about, each]) => [about, each.map(([name]) => name)])),
  );
});

tests("the table of the verdicts is up to date", () => {
  const rows = Object.entries(NEW_CASES).flatMap(([about, cases]) =>
    cases.map(([name, document]) => {
      const codes = problemsIn(document).map(({ code }) => code);
      return { about, name, codes, isAccepted: isAccepted(about, name) };
    }),
  );
  matchesTable(rows);
});

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

tests.run();
