/**
 * Judges drawn pairs of rules, and compares the verdicts with the results of the API server's own code for all small
 * objects. The tests need no server; they are here because they need Go, like the servers.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judgePair, type RulePair } from "../changes/diff/rule-pairs.js";
import { drawHardRulePairs, drawRulePairs } from "../changes/diff/rule-pairs-drawn.js";
import { seed } from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { coverPackages, fetchModule, hasGo } from "./go.js";

const MODULE = "k8s.io/apiextensions-apiserver";
const VERSION = "v0.37.2";
/** The number of pairs of each kind. The code of the API server needs most of a minute for a thousand. */
const PAIRS = Number(process.env.PAIRS ?? 1000);

const real = suite("pairs of rules and the API server");
const skip = () => real.skip("Go is missing: no code of the API server evaluates the rules");
const tests = (await hasGo()) ? real : Object.assign(skip, { skip });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns which objects are valid under the two schemas of each pair. */
async function validObjects(pairs: readonly RulePair[], directory: string): Promise<readonly (readonly boolean[][])[]> {
  const objects = [...new Set(pairs.map((pair) => pair.objects))];
  const cases = pairs.map((pair) => ({ objects: objects.indexOf(pair.objects), schemas: [pair.before, pair.after] }));
  const [input, output] = [join(directory, "cases.json"), join(directory, "verdicts.json")];
  writeFileSync(input, JSON.stringify({ objects, pairs: cases }));
  cpSync(join(ROOT, "tests/apiserver/rules/rules_test.go"), join(directory, "rules_test.go"));
  const module = await fetchModule(MODULE, [VERSION], say);
  const env = { RULE_CASES: input, RULE_VERDICTS: output };
  await coverPackages(module, { packages: [`${MODULE}/pkg/apiserver/schema/cel`], env, directory }, say);
  const found = JSON.parse(readFileSync(output, "utf8")) as readonly (readonly string[])[];
  const counts = pairs.map((pair) => [pair.objects.length, pair.objects.length]);
  const judged = found.map((schemas) => schemas.map(({ length }) => length));
  assert.equal(judged, counts, "the API server's code did not judge every object");
  return found.map((schemas) => schemas.map((results) => [...results].map((result) => result === "1")));
}

const DRAWN = Object.entries({ "": drawRulePairs, " on optional values and nulls": drawHardRulePairs }).map(
  ([about, draw]) => ({ about, pairs: draw(PAIRS, seed) }),
);

let evaluated: ReturnType<typeof validObjects> | undefined;

/** Evaluates all pairs at once, because compiling the API server's code takes longer than running it. */
async function evaluateAll(): ReturnType<typeof validObjects> {
  const directory = mkdtempSync(join(tmpdir(), "crd-bundle-rules-"));
  try {
    return await validObjects(
      DRAWN.flatMap(({ pairs }) => pairs),
      directory,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

for (const [index, { about, pairs }] of DRAWN.entries()) {
  tests(`no verdict${about} contradicts the API server, and few are unknown`, async () => {
    evaluated ??= evaluateAll();
    const valid = (await evaluated).slice(index * PAIRS);
    const verdicts = pairs.map((pair, at) => judgePair(pair, valid[at] ?? []));
    const unknown = verdicts.filter((verdict) => verdict === "unknown").length;
    say(`${PAIRS} pairs of rules${about}: ${unknown} unknown`);
    assert.ok(unknown <= PAIRS / 20, `${unknown} verdicts are unknown`);
  });
}

real.run();
